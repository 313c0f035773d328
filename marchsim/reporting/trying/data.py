"""A try as plain data: what --json prints, and `try.json` beside the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from marchsim.analysis.trying.rows import ChangedMetric
from marchsim.analysis.trying.tried import Tried

SCHEMA = "marchsim.try/1"


def data(found: Tried, lines: Sequence[str]) -> dict[str, Any]:
    """Return what a try found; `lines` are its changes in words. Unknown numbers are null."""
    return {
        "schema": SCHEMA,
        "changes": [change.data() for change in found.changes],
        "told": list(lines),
        "verdict": found.verdict,
        "changed": found.found,
        "answers": [asdict(one) for one in found.answers],
        "metrics": [_row(row) for row in found.rows],
        "exploratory": [_row(row) for row in found.others],
        "items": [_row(row) for row in found.items],
        "games": found.games,
        "void": found.void,
        "deals": {str(players): deals for players, deals in found.deals.items()},
        "deals_needed": found.needed,
        "watch": list(found.watch) if found.watch else None,
        "guesses": list(found.guesses) if found.guesses else None,
        "notes": list(found.notes),
        "variants": [found.base, found.changed],
    }


def _row(row: ChangedMetric) -> dict[str, Any]:
    return {name: _known(part) for name, part in {**asdict(row), "word": row.word}.items()}


def _known(value: Any) -> Any:
    """Return a value as JSON can have it: a number without an end is unknown."""
    if isinstance(value, tuple):
        return [_known(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
