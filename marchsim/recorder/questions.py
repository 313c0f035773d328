"""The questions that the verdicts of a report answer, and the margins from which an answer matters.

Margins are in points of the wins index (100 x share x players), which makes numbers of players comparable.
You can change them in `[report] margins`. A strategy dominates if it wins ODDS times as often as each of the
others. An index of 150 means three times as often between two players, but only 1.7 times among five. The
default margin for dominance therefore depends on the number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

SEATS, STRATEGIES, CARDS, KINDS = "seats", "strategies", "cards", "kinds"
# a seat off 100; a strategy that dominates above 100 (of three players); extra wins of who is dealt a card; a
# kind of seat (species) off 100
USUAL = {SEATS: 8.0, STRATEGIES: 50.0, CARDS: 20.0, KINDS: 20.0}
ODDS = 2.0  # a strategy dominates that wins so many times as often as each of the others, on average


def dominating(players: Iterable[int]) -> float:
    """How far above 100 a dominating strategy's wins index is, as a mean over these numbers of players."""
    above = [100 * k * ODDS / (ODDS + k - 1) - 100 for k in players]
    return sum(above) / len(above)


def margin(question: str, declared: Mapping[str, Any], players: Iterable[int] = ()) -> float:
    """The margin of a question. `declared` are the margins of a configuration, which are untrusted."""
    counts = tuple(players)
    if question == STRATEGIES and counts and question not in declared:
        return dominating(counts)
    value = declared.get(question)
    sound = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
    return float(value) if sound and value is not None else USUAL[question]
