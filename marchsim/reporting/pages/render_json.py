"""The report as JSON: schema-versioned, with the raw value of every printed number.

Tables stand under their ids with rows keyed by column; intervals are [low, high], means with ± are
[mean, half width], and what is not estimable is null, its reason in the row's words. Verdicts about the game
stand under `verdicts`, in a report that has any.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from marchsim.reporting.pages.document import Block, Bullets, Document, Figure, Table, Text, Value

SCHEMA = "marchsim.report/1"
DIGITS = 10  # significant digits: enough for any use, and free of the noise of the last bits


def as_json(document: Document) -> str:
    """Return a report as JSON text that is equal for equal reports."""
    data = {
        "schema": SCHEMA,
        "title": document.title,
        "about": document.about,
        "n_games": document.games,
        "summary": list(document.summary),
        "verdicts": [_plain(verdict) for verdict in document.verdicts],
        "notices": [notice.text for notice in document.notices],
        "sections": [
            {"id": s.id, "title": s.title, "level": s.level, "blocks": [_block(b) for b in s.blocks]}
            for s in document.sections
        ],
        "tables": {table.id: _table(table) for table in document.tables()},
        "figures": {
            figure.id: {"title": figure.title, "alt": figure.alt, "file": f"figures/{figure.id}.svg"}
            for figure in document.figures()
        },
    }
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"text": block.text}
    if isinstance(block, Bullets):
        return {"items": list(block.items)}
    return {"figure" if isinstance(block, Figure) else "table": block.id}


def _table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "note": table.note,
        "columns": [{"key": c.key, "heading": c.heading, "kind": c.kind} for c in table.columns],
        "rows": [{c.key: _value(row.get(c.key)) for c in table.columns} for row in table.rows],
    }


def _plain(value: Any) -> Any:
    """Return plain data with its floats as everywhere here."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else _value(value)


def _value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    return value
