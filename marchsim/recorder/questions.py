"""The questions of which a report says a verdict, and the margins from which their answers matter.

Margins of seats and strategies are in wins where 100 are fair (100 x share x players), which compares numbers
of players; `[report] margins` of a configuration may name others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEATS, STRATEGIES = "seats", "strategies"
USUAL = {SEATS: 8.0, STRATEGIES: 50.0}  # the first seat off 100; a strategy that dominates above 100


def margin(question: str, declared: Mapping[str, Any]) -> float:
    """Return the margin of a question, where a configuration declares `declared` (untrusted: from a file)."""
    value = declared.get(question)
    sound = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
    return float(value) if sound and value is not None else USUAL[question]
