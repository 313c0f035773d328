"""The verdict on whether all of several places win equally often: seats, or kinds of seats such as species.

Shares with several numbers of players have one scale (wins where 100 are fair): a share p with k players is
100 p k wins. Their mean is unweighted (`Pooled`). Each number of players has its own deals, so the errors are
independent. Games are never pooled, since numbers of players with more games would then weigh more.

With one number of players, the shares of the seats are correlated. Numbers of players have separate deals. So
the joint level comes from the distribution of the largest |t| (`stats.simultaneous`), over every seat and the
mean of the first player.

All kinds are compared with the margin at once (max-t, or Bonferroni in a run that stopped by itself). The
chip is "fine" only if each kind is inside the margin by its own test. If players choose their kind, or if a
kind suits a strategy, the shares include that effect.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl
from scipy import linalg, special

from marchsim.analysis.field.kinds import column_of
from marchsim.analysis.judging.verdict import (
    AMBER,
    GREEN,
    GREY,
    KINDS,
    RED,
    SOME,
    WINS,
    Family,
    JudgedPart,
    Question,
    Verdict,
    called,
    chip,
    listed,
    open_words,
    wins_words,
)
from marchsim.analysis.reading.estimates import FAIR, Count, credit_by_deal
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import Run, scan
from marchsim.analysis.reading.tallies import DECIDED, summed
from marchsim.stats.assurance import POWER, Assurance, assurance, truths
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import FEW, NOTHING, Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import all_pairs, joint_level

STRENGTH = {RED: 0, AMBER: 1, GREY: 2, GREEN: 3}  # order of claims


class Pooled:
    """Kinds pooled over numbers of players. In a run that stopped by itself, intervals hold at any time."""

    def __init__(self, counts: Sequence[Count]) -> None:
        self.counts = list(counts)
        self.anytime = self.counts[0].anytime
        self.values: Floats = np.mean([one.values for one in self.counts], axis=0)
        self.spread: Floats = np.sum([one.spread() for one in self.counts], axis=0) / len(self.counts) ** 2
        self.df = min(one.fewest for one in self.counts) - 1

    @property
    def errors(self) -> Floats:
        """The standard error of each kind."""
        return np.sqrt(np.maximum(0.0, np.diag(self.spread)))

    def level(self, level: float) -> float:
        """The level that each interval needs so that the intervals of all kinds hold at once with `level`."""
        if self.anytime:
            return 1 - (1 - level) / len(self.values)
        return joint_level(self.spread, self.df, level)

    def deals(self, kind: int) -> int:
        """The number of deals of one kind, over all numbers of players."""
        return int(sum((one.entries[:, kind] > 0).sum() for one in self.counts))

    def together(self, level: float) -> list[Interval]:
        """The simultaneous intervals of all kinds at `level`."""
        each = self.level(level)
        return [self.interval(kind, each) for kind in range(len(self.values))]

    def interval(self, kind: int, level: float) -> Interval:
        """The interval of one kind.

        In a run that stopped by itself, the intervals of the numbers of players hold at once, and so does
        their mean.
        """
        return mean_interval(self.counts, kind, 1 - (1 - level) / len(self.counts) if self.anytime else level)

    def apart(self, around: Sequence[Interval], critical: float | None) -> set[tuple[int, int]]:
        """The pairs (winner, loser) that differ by more than `critical` standard errors.

        Pairs whose simultaneous intervals `around` do not overlap differ as well. That is the only criterion
        if `critical` is None.
        """
        kinds = range(len(around))
        found = {(one, other) for one in kinds for other in kinds if around[one].low > around[other].high}
        for one, other in combinations(kinds, 2) if critical is not None else ():
            gap, error = float(self.values[one] - self.values[other]), self.error_between(one, other)
            if error and critical is not None and abs(gap) > critical * error:
                found.add((one, other) if gap > 0 else (other, one))
        return found

    def error_between(self, one: int, other: int) -> float:
        """The standard error of the difference between two kinds."""
        spread = self.spread
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        return math.sqrt(variance) if variance > NOTHING else 0.0

    def critical(self, level: float) -> float | None:
        """The critical value for the differences of all pairs at once, in standard errors.

        None if the run stopped by itself, since no test of differences is valid then.
        """
        if self.anytime:
            return None
        each = joint_level(self.spread, self.df, level, all_pairs(len(self.values)))
        return float(special.stdtrit(self.df, (1 + each) / 2))


def mean_interval(counts: Sequence[Count], kind: int, level: float) -> Interval:
    """The interval of a kind's mean over numbers of players, from their intervals at `level`.

    Independent errors combine (MOVER: Zou and Donner 2008, Statistics in Medicine 27). In a run that stopped
    by itself, the ends are means.
    """
    found = [one.interval(kind, level) for one in counts]
    if counts[0].anytime:
        low, high = (float(np.mean([getattr(one, end) for one in found])) for end in ("low", "high"))
        return Interval(low, high, found[0].method)
    values = [float(one.values[kind]) for one in counts]
    value, n = sum(values) / len(values), len(counts)
    below = sum((mean - at.low) ** 2 for mean, at in zip(values, found, strict=True))
    above = sum((at.high - mean) ** 2 for mean, at in zip(values, found, strict=True))
    return Interval(value - math.sqrt(below) / n, value + math.sqrt(above) / n, found[0].method)


class SeatField(Pooled):
    """The seats of several numbers of players, each a place of its own, in the order of `names`."""

    def __init__(self, counts: Sequence[Count]) -> None:
        self.counts = list(counts)
        self.anytime = self.counts[0].anytime
        self.df = min(one.fewest for one in self.counts) - 1
        self._places = [(one, seat) for one in self.counts for seat in range(one.players)]
        self.names = [f"seat {seat + 1} of {one.players}" for one, seat in self._places]
        self.values = np.concatenate([one.values for one in self.counts])
        self.spread = linalg.block_diag(*(one.spread() for one in self.counts))

    def level(self, level: float) -> float:
        """The level of each single interval at which those of all seats hold at once with `level`.

        The mean of the first player over numbers of players is one of them.
        """
        rows = np.eye(len(self._places))
        if len(self.counts) > 1:
            first = [float(seat == 0) / len(self.counts) for _, seat in self._places]
            rows = np.vstack([rows, first])
        if self.anytime:
            return 1 - (1 - level) / len(rows)
        return joint_level(self.spread, self.df, level, rows)

    def interval(self, kind: int, level: float) -> Interval:
        """The interval of one seat."""
        one, seat = self._places[kind]
        return one.interval(seat, level)

    def deals(self, kind: int) -> int:
        """The number of deals of one seat."""
        one, seat = self._places[kind]
        return int((one.entries[:, seat] > 0).sum())


def fairness(
    question: str, rules: str, field: Pooled, names: Sequence[str], family: Family, margin: float, games: int
) -> Verdict:
    """The verdict on whether all places of a field are within the margin, without its sentence.

    Its rows are sorted by the strength of the claim and then by their distance from fair.
    """
    level, rows = field.level(1 - family.each), []
    for at, name in enumerate(names):
        wide, narrow = field.interval(at, level), field.interval(at, 1 - 2 * family.each)
        word = chip(wide, narrow, margin, FAIR)
        rows.append(JudgedPart(name, float(field.values[at]), wide.low, wide.high, field.deals(at), word))
    rows.sort(key=lambda one: (STRENGTH[one.chip], -abs(one.estimate - FAIR)))
    first = rows[0]
    notice = None if field.anytime else noticed_off(field.errors, field.df, level)
    assured = None
    if first.chip == GREY and not field.anytime:
        later = family.later
        assured = assured_field(field.values, field.spread, field.df, field.level(1 - later), later, margin)
    return Verdict(
        question,
        rules,
        tuple(one.players for one in field.counts),
        first.chip,
        "",
        WINS,
        first.estimate,
        (first.low or 0.0, first.high or 0.0),
        margin,
        family,
        notice,
        assured.number(POWER, games) if assured else None,
        games,
        rows=tuple(rows),
        assured=assured,
    )


def noticed_off(errors: Floats, fewest: int, level: float) -> float | None:
    """The deviation that is detected in 80 % of runs, for the largest of these standard errors.

    `fewest` are the degrees of freedom, and `level` is the level of each interval. None if nothing varies.
    """
    widest = float(errors.max())
    more = float(special.stdtrit(fewest, (1 + level) / 2)) + float(special.ndtri(POWER))
    return more * widest if widest > NOTHING else None


def assured_field(
    values: Floats, spread: Floats, fewest: int, level: float, error: float, margin: float
) -> Assurance | None:
    """The chance that more games show some value to be off, or all to be inside the margin.

    `values` are wins where 100 are fair, and `spread` is their covariance. `fewest` are the degrees of
    freedom, and `level` is the level of each interval. None if nothing varies.
    """
    if np.diag(spread).max() <= NOTHING**2:
        return None

    def decides(seen: Floats, errors: Floats, times: float) -> Bools:
        off, df = np.abs(seen - FAIR), times * fewest
        apart = (off > special.stdtrit(df, (1 + level) / 2) * errors).any(axis=1)
        inside = (off + special.stdtrit(df, 1 - error) * errors < margin).all(axis=1)
        return np.asarray(apart | inside)

    return assurance(values, spread, truths(values, spread, FAIR), decides)


def kinds(run: Run, rules: str, held: Sequence[Panel], margin: float) -> Question | None:
    """The question of whether all kinds of seats win equally often. None if all seats are alike.

    `held` are the panels of one rule set, without games of baselines.
    """
    column = column_of(run)
    apart = [panel for panel in held if panel.players > 1 and not panel.opponent and panel.valid.height]
    if not column or not apart:
        return None
    frame = scan(run, "seats", ("game", "seat", column))
    if frame.select(pl.col(column).n_unique()).collect().item() < 2:
        return None
    label = frame.select("game", "seat", kind=pl.col(column).cast(pl.String)).collect()
    rows = {panel.players: _rows(panel, label) for panel in apart}
    names = sorted({name for each in rows.values() for name in each["kind"].unique().to_list()})
    if len(names) < 2:
        return None
    anytime = apart[0].anytime
    counts = [Count(players, *credit_by_deal(each, "kind", names), anytime) for players, each in rows.items()]
    able = [one for one in counts if one.fewest >= FEW]
    games = sum(panel.valid.height for panel in apart)
    if not able:
        return Question(False, lambda _: _unknown(rules, column, counts, games))
    pooled = Pooled(able)

    def judge(family: Family) -> Verdict:
        found = fairness(KINDS, rules, pooled, names, family, margin, games)
        at = names.index(found.rows[0].name)
        return replace(
            found,
            sentence=_words(column, found, margin)
            + open_words(found.chip, found.detectable, found.assured, games),
            deals=sum(len(one.entries) for one in able),
            parts={one.players: one.wins(at) for one in able},
            asks=_asks(column),
        )

    return Question(True, judge)


def _asks(column: str) -> str:
    return f"Are the {_several(column)} equal?"


def _several(column: str) -> str:
    return column if column.endswith("s") else f"{column}s"


def _rows(panel: Panel, label: pl.DataFrame) -> pl.DataFrame:
    """Credit and decided entries by deal and kind. Entries of games that nobody won are not decided."""
    entries = panel.entries.join(panel.valid.select("game", "deal"), on="game").join(
        label, on=["game", "seat"]
    )
    return summed(entries, ("deal", "kind"), pl.col("credit").cast(pl.Int64).sum(), DECIDED.sum())


def furthest(found: Verdict, named: Callable[[str], str] = called) -> str:
    """The places behind a chip with their wins: all that are off, cut after the first few, or the furthest.

    `named` puts a name into words.
    """
    here = (
        [row for row in found.rows if row.chip == found.chip]
        if found.chip in (RED, AMBER)
        else found.rows[:1]
    )
    more = [f"{len(here) - SOME} more"] if len(here) > SOME else []
    return listed([*(f"{named(row.name)} {wins_words(row)}" for row in here[:SOME]), *more])


def _words(column: str, found: Verdict, margin: float) -> str:
    each, several = furthest(found), _several(column)
    said = {
        RED: f"The {several} are not equal: {each}, where 100 are fair.",
        AMBER: f"The {several} differ, by how much is open: {each}, where 100 are fair.",
        GREEN: f"All {several} are equal, give or take {margin:g} of 100 wins: the furthest is {each}.",
        GREY: f"Whether the {several} are equal is open: the furthest is {each}, where 100 are fair.",
    }[found.chip]
    return f"{said} It matters from {margin:g} off."


def _unknown(rules: str, column: str, counts: Sequence[Count], games: int) -> Verdict:
    """The verdict on kinds that were dealt in too few deals."""
    few = min(one.fewest for one in counts)
    told = f"Whether the {_several(column)} are equal is inconclusive. Some {column} came to seats on {few} "
    return Verdict(
        KINDS, rules, tuple(one.players for one in counts), GREY,
        f"{told}deal{'' if few == 1 else 's'}; under {FEW} nothing is tested.", WINS, games=games,
        asks=_asks(column),
    )  # fmt: skip
