"""Simultaneous intervals of all seats' and strategies' shares under each rule set. Exploratory.

The largest deviation is shown beside the one expected by chance (`marchsim.analysis.field.largest`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.analysis.field.largest import Largest, largest
from marchsim.analysis.reading.estimates import credit_by_deal
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.variants.rulesets import ComparedRuleset

SEATS, STRATEGIES = "seat", "strategy"


@dataclass(frozen=True)
class Extreme:
    """The shares of all seats or strategies (`names`) under one rule set, and the largest deviation."""

    ruleset: str
    players: int
    over: str
    names: list[str]
    shares: list[float]
    found: Largest

    @property
    def who(self) -> str:
        """The name of the share furthest from equal."""
        return self.names[self.found.column]


def extremes(found: Sequence[tuple[ComparedRuleset, Panel]]) -> list[Extreme]:
    """The largest deviations over seats and over strategies, by number of players and rule set."""
    result = []
    for players in sorted({panel.players for _, panel in found}):
        here = [(one, panel) for one, panel in found if panel.players == players > 1 and not panel.opponent]
        for over in (SEATS, STRATEGIES):
            result += [made for one, panel in here if (made := _extreme(one, panel, over)) is not None]
    return result


def _extreme(one: ComparedRuleset, panel: Panel, over: str) -> Extreme | None:
    """The shares of a panel. None with a single strategy or too few deals."""
    frame = panel.by_seat if over == SEATS else panel.by_strategy
    names = range(panel.players) if over == SEATS else panel.strategies
    if len(names) < 2 or frame.is_empty():
        return None
    credit, entries = credit_by_deal(frame, over, names)
    most = largest(credit, entries, 1 / panel.players)
    if most is None or not most.value:
        return None  # too few deals, or tables filled by one strategy
    shares = (credit.sum(axis=0) / entries.sum(axis=0)).tolist()
    return Extreme(one.name, panel.players, over, [str(name) for name in names], shares, most)
