"""The questions that a report gives verdicts on, and the margins from which their answers matter.

Margins are in points of the wins index (100 x share x players), which makes numbers of players comparable.
`[report] margins` of a configuration may change them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEATS, STRATEGIES, CARDS = "seats", "strategies", "cards"
# the first seat off 100; a strategy that dominates above 100; extra wins of who is dealt a card
USUAL = {SEATS: 8.0, STRATEGIES: 50.0, CARDS: 20.0}


def margin(question: str, declared: Mapping[str, Any]) -> float:
    """Return the margin of a question, given a configuration's `declared` margins (untrusted)."""
    value = declared.get(question)
    sound = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
    return float(value) if sound and value is not None else USUAL[question]
