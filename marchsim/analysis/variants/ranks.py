"""Ranks of strategies under each rule set, their confidence sets, and pairs that change places (flips).

Ranks are by share of wins in all games. The sets cover the true ranks of all strategies at once with 95 %
confidence (`marchsim.stats.best`), since ranks alone look more certain than they are (Goldstein and
Spiegelhalter 1996, JRSS A 159). A flip is claimed only if the difference is significant in both directions.
All of it is exploratory, with a separate error for each number of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.field import winrates
from marchsim.analysis.reading.estimates import Estimate, credit_by_deal
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets
from marchsim.recorder.manifest import baselines
from marchsim.stats.best import certainly_above, rank_sets
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import FEW, cluster_means

ALPHA = 0.05
FLIP, MAY_FLIP = "flips", "may flip"


@dataclass(frozen=True)
class Rank:
    """The rank of a strategy by share of wins under one rule set (1 is best), and its confidence set.

    The set reaches from `best` to `worst`.
    """

    ruleset: str
    strategy: str
    share: Estimate
    rank: int
    best: int
    worst: int


@dataclass(frozen=True)
class Flip:
    """Two strategies whose order differs between rule sets.

    `first` leads under the rule sets `ahead` and trails under the rule sets `behind`. A claimed flip lists
    only rule sets with a significant difference.
    """

    first: str
    second: str
    verdict: str
    ahead: tuple[str, ...]
    behind: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """The ranks with one number of players, the flips (claimed ones first), and the number of tests."""

    players: int
    ranks: list[Rank]
    flips: list[Flip]
    tests: int


@dataclass(frozen=True)
class _Field:
    """The strategies of one rule set that have a share, best first, and pairs that differ significantly."""

    ruleset: str
    shares: list[winrates.Share]
    above: Bools

    def difference(self, first: str, second: str) -> tuple[float, bool] | None:
        """The difference between two shares, and whether it is significant. None if a share is missing."""
        place = {row.strategy: at for at, row in enumerate(self.shares)}
        if first not in place or second not in place:
            return None
        one, other = place[first], place[second]
        apart = (self.shares[one].share.value or 0.0) - (self.shares[other].share.value or 0.0)
        return apart, bool(self.above[one, other] or self.above[other, one])


def panels_of(rulesets: Rulesets, sound: bool = False) -> list[tuple[ComparedRuleset, Panel]]:
    """The panels of each rule set, in order. If `sound`, games with baselines are excluded."""
    held = rulesets.by_run(lambda run: panels(run, baselines(run.manifest) if sound else ()))
    return [(one, panel) for one, here in held for panel in here if panel.variant == one.variant]


def rankings(found: Sequence[tuple[ComparedRuleset, Panel]]) -> list[Ranking]:
    """The ranks for each number of players with which at least two strategies compete."""
    rankings = []
    for players in sorted({panel.players for _, panel in found}):
        here = [(one, panel) for one, panel in found if panel.players == players > 1 and not panel.opponent]
        fields = [_field(one, panel, len(here)) for one, panel in here]
        fields = [field for field in fields if len(field.shares) > 1]
        if fields:
            ranks = [
                Rank(field.ruleset, row.strategy, row.share, at + 1, *ranks)
                for field in fields
                for at, (row, ranks) in enumerate(zip(field.shares, rank_sets(field.above), strict=True))
            ]
            tests = sum(len(field.shares) * (len(field.shares) - 1) // 2 for field in fields)
            rankings.append(Ranking(players, ranks, _flips(fields), tests))
    return rankings


def _field(one: ComparedRuleset, panel: Panel, rulesets: int) -> _Field:
    """The strategies of a panel, with significance at 5 % for all rule sets together (Bonferroni)."""
    played = [row for row in winrates.shares(panel) if row.share.value is not None and not row.by_design]
    shares = sorted(played, key=lambda row: (-(row.share.value or 0.0), row.strategy))
    above = np.zeros((len(shares), len(shares)), dtype=bool)
    fewest = min((row.share.deals for row in shares), default=0)
    if fewest >= FEW and len(shares) > 1:
        names = [row.strategy for row in shares]
        rows = panel.by_strategy.filter(pl.col("strategy").cast(pl.String).is_in(names))
        values, spread = cluster_means(*credit_by_deal(rows, "strategy", names))
        above = certainly_above(values, spread, fewest - 1, 1 - ALPHA / rulesets)
    return _Field(one.name, shares, above)


def _flips(fields: Sequence[_Field]) -> list[Flip]:
    found = []
    names = sorted({row.strategy for field in fields for row in field.shares})
    for first, second in combinations(names, 2):
        told = [(field.ruleset, field.difference(first, second)) for field in fields]
        apart = [(name, *held) for name, held in told if held is not None]
        sure = _sides([(name, value) for name, value, certain in apart if certain])
        loose = _sides([(name, value) for name, value, _ in apart])
        if all(sure):
            found.append(Flip(first, second, FLIP, *sure))
        elif all(loose):
            found.append(Flip(first, second, MAY_FLIP, *loose))
    return sorted(found, key=lambda flip: flip.verdict != FLIP)


def _sides(apart: Sequence[tuple[str, float]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rule sets under which the first strategy leads, and those under which the second leads."""
    ahead = tuple(name for name, value in apart if value > 0)
    return ahead, tuple(name for name, value in apart if value < 0)
