"""How strategies rank under each ruleset, how sure that is, and where two of them change places.

Sets of ranks hold the true ranks of all strategies at once with 95 % confidence: those below whoever is
ahead for certain, and above whoever is behind (Mogstad, Romano, Shaikh and Wilhelm 2024, Review of Economic
Studies 91). A flip is claimed only where the difference is certain both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from marchsim.analysis import design, winrates
from marchsim.analysis.estimates import Estimate
from marchsim.analysis.panels import Panel, panels
from marchsim.analysis.rulesets import Ruleset, Rulesets
from marchsim.stats.multiplicity import holm

ALPHA = 0.05
FLIP, MAY_FLIP = "flips", "may flip"


@dataclass(frozen=True)
class Rank:
    """A strategy's rank by share of wins under one ruleset, 1 is the best, and the ranks it may have."""

    ruleset: str
    players: int
    strategy: str
    share: Estimate
    rank: int
    best: int
    worst: int


@dataclass(frozen=True)
class Flip:
    """Two strategies of which one is ahead under some rulesets and the other under others.

    `first` is ahead under `ahead`, behind under `behind`; of a flip that is claimed these are certain ones.
    """

    players: int
    first: str
    second: str
    verdict: str
    ahead: tuple[str, ...]
    behind: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """The ranks at one number of players, flips first claimed ones, and the pairs tested in all."""

    players: int
    ranks: list[Rank]
    flips: list[Flip]
    tests: int


@dataclass(frozen=True)
class _Ahead:
    """Who leads whom under a ruleset: difference of credit, p adjusted for all pairs and rulesets."""

    ruleset: str
    first: str
    second: str
    difference: float
    certain: bool


def panels_of(rulesets: Rulesets) -> list[tuple[Ruleset, Panel]]:
    """Return the panels of each ruleset, in the order of rulesets."""
    known: dict[int, list[Panel]] = {}
    for one in rulesets.all:
        if id(one.run) not in known:
            known[id(one.run)] = panels(one.run)
    return [
        (one, panel) for one in rulesets.all for panel in known[id(one.run)] if panel.variant == one.variant
    ]


def rankings(found: Sequence[tuple[Ruleset, Panel]]) -> list[Ranking]:
    """Return the ranks by number of players, where strategies play against each other and two met."""
    rankings = []
    for players in sorted({panel.players for _, panel in found}):
        here = [(one, panel) for one, panel in found if panel.players == players and not panel.opponent]
        leads = _leads(here)
        if leads:
            ranks = [rank for one, panel in here for rank in _ranks(one, panel, leads)]
            rankings.append(Ranking(players, ranks, _flips(players, leads), len(leads)))
    return rankings


def _leads(found: Sequence[tuple[Ruleset, Panel]]) -> list[_Ahead]:
    pairs = [
        (one.name, pair)
        for one, panel in found
        for pair in winrates.pairs(panel, design.layout(panel, one.run.manifest))
    ]
    adjusted = iter(holm([pair.p for _, pair in pairs if pair.p is not None]))
    return [
        _Ahead(
            name,
            pair.first,
            pair.second,
            pair.difference.value or 0.0,
            pair.p is not None and next(adjusted) < ALPHA and bool(pair.difference.value),
        )
        for name, pair in pairs
    ]


def _ranks(one: Ruleset, panel: Panel, leads: Sequence[_Ahead]) -> list[Rank]:
    played = [row for row in winrates.shares(panel) if row.share.value is not None]
    order = sorted(played, key=lambda row: (-(row.share.value or 0.0), row.strategy))
    here = [lead for lead in leads if lead.ruleset == one.name and lead.certain]
    above: dict[str, int] = {}
    below: dict[str, int] = {}
    for lead in here:
        up, down = (lead.first, lead.second) if lead.difference > 0 else (lead.second, lead.first)
        above[down] = above.get(down, 0) + 1
        below[up] = below.get(up, 0) + 1
    return [
        Rank(
            one.name, panel.players, row.strategy, row.share, at + 1,
            1 + above.get(row.strategy, 0), len(order) - below.get(row.strategy, 0),
        )
        for at, row in enumerate(order)
    ]  # fmt: skip


def _flips(players: int, leads: Sequence[_Ahead]) -> list[Flip]:
    found = []
    names = sorted({name for lead in leads for name in (lead.first, lead.second)})
    for first, second in combinations(names, 2):
        here = [lead for lead in leads if (lead.first, lead.second) == (first, second)]
        sure = _sides([lead for lead in here if lead.certain])
        loose = _sides(here)
        if all(sure):
            found.append(Flip(players, first, second, FLIP, *sure))
        elif all(loose):
            found.append(Flip(players, first, second, MAY_FLIP, *loose))
    return sorted(found, key=lambda flip: flip.verdict != FLIP)


def _sides(leads: Sequence[_Ahead]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    ahead = tuple(lead.ruleset for lead in leads if lead.difference > 0)
    return ahead, tuple(lead.ruleset for lead in leads if lead.difference < 0)
