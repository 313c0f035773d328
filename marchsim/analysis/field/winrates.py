"""Each strategy's share of wins, a test of equality, the largest deviation, and all pairs.

A maximum is biased upward, and its bootstrap interval fails if all true shares are equal. So reports give the
simultaneous interval of the share that deviates most, and the largest deviation to expect by chance. The deal
is the independent unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import (
    LEVEL,
    NONE,
    Estimate,
    array,
    credit_by_deal,
    mean_of,
    share_of,
)
from marchsim.analysis.reading.panels import Panel, PanelLayout
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.anytime import share_sequence
from marchsim.stats.clusters import FEW, NOTHING, Floats, batches, cluster_means, share_interval_at
from marchsim.stats.contrasts import HypothesisTest, t_test
from marchsim.stats.differences import equal_shares
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import REPEATS, mcnemar_exact, sign_flip
from marchsim.stats.power import detectable, omnibus_multiple
from marchsim.stats.simultaneous import joint_level, largest_by_chance
from marchsim.stats.tables import chi_square_equal

FLIPS_UNDER = 100  # with fewer deals the sign-flip test replaces t
FLIP_SEED = 1
FLIPS_PER_PAIR = 40  # the least number of draws for each pair, so that Holm leaves room for a small p
SUSPECT_VOIDS = 0.001  # above this share of void entries a row is greyed and both bounds are printed


@dataclass(frozen=True)
class Share:
    """The results of a strategy, per entry or, if players win or lose together, per game.

    There is a `margin` only if players win or lose together, and a `rank` only if they do not. `by_design` is
    true if the strategy fills all seats of all its games. `void` counts its void entries or games. `bounds`
    are its shares if it had lost all void games, and if it had won them all, or None if few are void.
    """

    strategy: str
    games: int
    share: Estimate
    score: Estimate
    void: int
    bounds: tuple[float, float] | None
    by_design: bool = False
    rank: Estimate = NONE
    margin: Estimate = NONE


@dataclass(frozen=True)
class Pair:
    """The difference between two strategies' credit (first minus second), in the games in which both play.

    `together` is the simultaneous interval over all tested pairs (Bonferroni). `detectable` is the true
    difference that the first step of Holm's procedure detects in 80 % of such runs.
    """

    first: str
    second: str
    games: int
    difference: Estimate
    together: Interval | None
    detectable: float | None
    p: float | None
    holm: float | None
    method: str


@dataclass(frozen=True)
class Equality:
    """A test of whether several shares are equal, or the reason why there is none."""

    test: HypothesisTest | None
    reason: str = ""

    def detectable(self, se: float | None) -> float | None:
        """The deviation that such a run detects in 80 % of cases, for a share with standard error `se`.

        None if there is no test or no standard error.
        """
        if self.test is None or not se:
            return None
        return omnibus_multiple(self.test.df1, self.test.df2) * se


def shares(panel: Panel) -> list[Share]:
    """The results of each strategy that has a void game or a game that counts, sorted by name."""
    names = sorted({*panel.strategies, *panel.fates["strategy"].to_list()})
    return [_share(panel, name) for name in names]


def _share(panel: Panel, name: str) -> Share:
    rows = panel.by_strategy.filter(pl.col("strategy") == name)
    entries = array(rows, "entries")
    games = int(rows["games"].sum())
    by_design = games > 0 and int(entries.sum()) == games * panel.players
    share = share_of(array(rows, "credit") / CREDIT, array(rows, "decided"), panel.anytime)
    if by_design:  # a strategy in every seat wins 1/k of its entries, whatever happens
        note = "fixed by design: it filled every seat"
        share = Estimate(share.value, entries=share.entries, deals=share.deals, note=note)
    void, bounds = _void_bounds(panel, name)
    return Share(
        strategy=name,
        games=games,
        share=share,
        rank=mean_of(array(rows, "rank"), entries),
        score=mean_of(array(rows, "score"), entries),
        by_design=by_design,
        void=void,
        bounds=bounds,
    )


def _void_bounds(panel: Panel, name: str) -> tuple[int, tuple[float, float] | None]:
    rows = panel.fates.filter(pl.col("strategy") == name)
    void = rows.filter(pl.col("state") == "void")
    lost = int(void["entries"].sum())
    total = int(rows["decided"].sum()) + lost
    if lost <= SUSPECT_VOIDS * total:
        return lost, None
    credit = int(rows.filter(pl.col("state") != "void")["credit"].sum()) / CREDIT
    return lost, (credit / total, (credit + int(void["games"].sum())) / total)


def all_equal(panel: Panel, design: PanelLayout, rows: list[Share]) -> Equality:
    """Test whether all strategies win equally often. Every strategy needs 30 deals."""
    played = [row for row in rows if row.share.value is not None]
    if len(played) < 2:
        return Equality(None, "there is only one strategy")
    if any(row.by_design for row in played):
        return Equality(None, "a strategy filled whole tables, where its share is fixed by design")
    fewest = min(row.share.deals for row in played)
    if fewest < FEW:
        return Equality(None, f"a strategy has {fewest} deals, and under {FEW} there is no test")
    credit, entries = credit_by_deal(panel.by_strategy, "strategy", [row.strategy for row in played])
    return equality(credit, entries, design)


def furthest(panel: Panel, rows: list[Share]) -> Largest | None:
    """The largest deviation over all strategies.

    None if a strategy fills whole tables, so that its share is fixed, or has fewer than 30 deals.
    """
    played = [row for row in rows if row.share.value is not None]
    if len(played) < 2 or panel.players < 2 or any(row.by_design for row in played):
        return None
    names = [row.strategy for row in played]
    credit, entries = credit_by_deal(panel.by_strategy, "strategy", names)
    found = largest(credit, entries, 1 / panel.players, panel.anytime)
    return replace(found, names=names) if found else None


def equality(credit: Floats, entries: Floats, design: PanelLayout) -> Equality:
    """Test whether the columns of `credit` (deals, k) have equal means per entry."""
    whole = np.all((credit == 0) | (credit == 1)) and np.all(entries == 1)
    if design.independent and whole and credit.shape[1] > 1 and np.all(credit.sum(axis=1) == 1):
        return Equality(chi_square_equal([int(count) for count in credit.sum(axis=0)]))
    if len(credit) < 2 * credit.shape[1]:
        return Equality(None, f"{len(credit)} deals are too few for {credit.shape[1]} shares")
    test = equal_shares(credit, entries)
    return Equality(test, "" if test else "the shares are the same in every deal, so nothing varies")


def pairs(panel: Panel, design: PanelLayout) -> list[Pair]:
    """Every pair of strategies that met, with Holm's adjustment over the tested pairs."""
    parts = panel.by_pair.partition_by("first", "second", as_dict=True)
    met = [pair for pair in combinations(panel.strategies, 2) if pair in parts]
    draws = flips(len(met))
    found = [_pair(first, second, parts[first, second], design, draws) for first, second in met]
    adjusted = holm([pair.p for pair in found if pair.p is not None])
    order = iter(adjusted)
    return [pair if pair.p is None else _among(pair, next(order), len(adjusted)) for pair in found]


def _among(pair: Pair, adjusted: float, tests: int) -> Pair:
    """The pair with adjusted p value, and with the interval that holds for all `tests` pairs at once."""
    found = pair.difference
    if not found.se:
        return replace(pair, holm=adjusted)
    together = t_interval(found.value or 0.0, found.se, found.deals - 1, 1 - (1 - LEVEL) / tests)
    return replace(pair, holm=adjusted, together=together, detectable=detectable(found.se, tests=tests))


def flips(pairs: int) -> int:
    """The number of random sign flips for the tests of `pairs` pairs."""
    return max(REPEATS, FLIPS_PER_PAIR * pairs)


def _pair(first: str, second: str, rows: pl.DataFrame, design: PanelLayout, draws: int) -> Pair:
    difference, games = array(rows, "difference") / (CREDIT * CREDIT), array(rows, "games")
    estimate = mean_of(difference, games)
    test = _pair_test(rows, difference, estimate, design, draws)
    return Pair(
        first=first,
        second=second,
        games=int(games.sum()),
        difference=estimate,
        together=None,
        detectable=None,
        p=test.p if test else None,
        holm=None,
        method=test.method if test else f"no test under {FEW} deals",
    )


def _pair_test(
    rows: pl.DataFrame, difference: Floats, estimate: Estimate, design: PanelLayout, draws: int
) -> HypothesisTest | None:
    if estimate.deals < FEW:
        return None
    if design.independent and not int(rows["shared"].sum()):
        return mcnemar_exact(int(rows["first_only"].sum()), int(rows["second_only"].sum()))
    if estimate.deals < FLIPS_UNDER or not estimate.se:
        return sign_flip(batches(difference), FLIP_SEED, draws)
    return t_test(estimate.value or 0.0, estimate.se, estimate.deals - 1)


@dataclass(frozen=True)
class Largest:
    """The largest absolute deviation of a share, and the position of this share (`column`).

    `together` are simultaneous 95 % intervals of all shares. `chance` is the median of the largest deviation
    if all true shares are equal and deals vary as observed.
    """

    value: float
    column: int
    deals: int
    together: list[Interval]
    chance: float
    names: Sequence[str] = ()  # names of the columns, unless they are seats

    @property
    def interval(self) -> Interval:
        """The interval of the share with the largest deviation."""
        return self.together[self.column]


def largest(credit: Floats, entries: Floats, expected: float, anytime: bool = False) -> Largest | None:
    """The largest deviation of shares (deals, k) from `expected`. None if there are too few data.

    Each share needs 30 deals, and at least one share must vary. If `anytime`, the intervals hold whenever a
    run stops (Bonferroni).
    """
    fewest = int((entries > 0).sum(axis=0).min(initial=len(credit)))
    if fewest < FEW or credit.shape[1] < 2:
        return None
    shares, spread = cluster_means(credit, entries)
    if float(np.diag(spread).max()) <= NOTHING**2:
        return None
    if anytime:
        each = 1 - (1 - LEVEL) / credit.shape[1]
        together = [share_sequence(*pair, each) for pair in zip(credit.T, entries.T, strict=True)]
    else:
        together = at_level(credit, entries, joint_level(spread, fewest - 1, LEVEL))
    off = np.abs(shares - expected)
    column = int(np.argmax(off))
    return Largest(float(off[column]), column, len(credit), together, largest_by_chance(spread))


def at_level(credit: Floats, entries: Floats, level: float) -> list[Interval]:
    """The interval of each share at a level. Every column of `credit` (deals, k) needs two deals."""
    made = [share_interval_at(credit[:, at], entries[:, at]) for at in range(credit.shape[1])]
    assert all(one is not None for one in made)
    return [one(level) for one in made if one is not None]
