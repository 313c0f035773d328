"""The verdict on whether all of several places win equally often: seats, or kinds of seats.

With one number of players, the shares of the seats are correlated. Numbers of players have separate deals. So
the joint level comes from the distribution of the largest |t| (`stats.simultaneous`), over every seat and the
mean of the first player.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import linalg, special

from marchsim.analysis.field.pooled import Pooled
from marchsim.analysis.judging.verdict import (
    AMBER,
    GREEN,
    GREY,
    RED,
    WINS,
    Family,
    JudgedPart,
    Verdict,
    chip,
)
from marchsim.analysis.reading.estimates import FAIR, Count
from marchsim.stats.assurance import POWER, Assurance, assurance, truths
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import joint_level

STRENGTH = {RED: 0, AMBER: 1, GREY: 2, GREEN: 3}  # order of claims


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
