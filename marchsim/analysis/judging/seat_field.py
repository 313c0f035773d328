"""Joint intervals and chips of all seats with all numbers of players, and the games needed to decide.

With one number of players, the shares of the seats are correlated. Numbers of players have separate deals. So
the joint level comes from the distribution of the largest |t| (`stats.simultaneous`), over every seat and the
mean of the first player.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from scipy import linalg, special

from marchsim.analysis.judging.verdict import (
    AMBER,
    GREEN,
    GREY,
    RED,
    JudgedPart,
    chip,
    figure,
    listed,
    span,
    with_players,
)
from marchsim.analysis.reading.estimates import FAIR, Count
from marchsim.stats.assurance import POWER, Assurance, assurance, truths
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import joint_level


class SeatField:
    """The seats of several numbers of players. `anytime` is true if the run stopped by itself."""

    def __init__(self, counts: Sequence[Count]) -> None:
        self.counts = list(counts)
        self.anytime = self.counts[0].anytime
        self._places = [(one, seat) for one in self.counts for seat in range(one.credit.shape[1])]
        self._spread: Floats = linalg.block_diag(*(one.spread() for one in self.counts))
        self._df = min(one.fewest for one in self.counts) - 1
        self._levels: dict[float, float] = {}

    def _level(self, error: float) -> float:
        """The level that each interval needs so that all hold at once with probability 1 - `error`."""
        if error not in self._levels:
            self._levels[error] = self._joint(error)
        return self._levels[error]

    def _joint(self, error: float) -> float:
        rows = np.eye(len(self._places))
        if len(self.counts) > 1:
            first = [float(seat == 0) / len(self.counts) for _, seat in self._places]
            rows = np.vstack([rows, first])
        if self.anytime:
            return 1 - error / len(rows)
        return joint_level(self._spread, self._df, 1 - error, rows)

    def judged(self, error: float, margin: float) -> list[JudgedPart]:
        """All seats, sorted by the strength of the claim and then by their distance from fair."""
        level = self._level(error)
        found = []
        for one, seat in self._places:
            wide = one.interval(seat, level)
            narrow = one.interval(seat, 1 - 2 * error)
            value, deals = float(one.values[seat]), int((one.entries[:, seat] > 0).sum())
            word = chip(wide, narrow, margin, FAIR)
            name = f"seat {seat + 1} of {one.players}"
            found.append(JudgedPart(name, value, wide.low, wide.high, deals, word))
        return by_claim(found)

    def first_words(self, error: float) -> str:
        """The sentence on the first player. Its interval holds at once with those of all seats."""
        level = self._level(error)
        each = tuple(float(one.values[0]) for one in self.counts)
        value = sum(each) / len(each)
        ends = [one.interval(0, level) for one in self.counts]
        if self.anytime:
            low, high = (sum(getattr(one, end) for one in ends) / len(ends) for end in ("low", "high"))
        else:  # the interval of a mean of means (MOVER: Zou and Donner 2008)
            below = sum((v - one.low) ** 2 for v, one in zip(each, ends, strict=True))
            above = sum((one.high - v) ** 2 for v, one in zip(each, ends, strict=True))
            low, high = value - math.sqrt(below) / len(ends), value + math.sqrt(above) / len(ends)
        told = f"The first player wins {figure(value)} ({span(Interval(low, high, ends[0].method))})"
        if len(each) > 1:
            players = with_players([one.players for one in self.counts])
            told += f"; {listed(figure(one) for one in each)} {players}"
        return f"{told}."

    def _errors(self) -> Floats:
        found: Floats = np.sqrt(np.maximum(0.0, np.diag(self._spread)))
        return found

    def detectable(self, error: float) -> float | None:
        """The deviation that 80 % of such runs detect in the least precise seat. None if nothing varies."""
        return noticed_off(self._errors(), self._df, self._level(error))

    def assured(self, error: float, margin: float) -> Assurance | None:
        """The chance that more games decide the question at this error, averaged over plausible truths.

        They decide it if some seat is shown to be off, or if all are shown to be inside the margin. None if
        nothing varies.
        """
        values = np.concatenate([one.values for one in self.counts])
        return assured_field(values, self._spread, self._df, self._level(error), error, margin)


def by_claim(found: Iterable[JudgedPart]) -> list[JudgedPart]:
    """Seats or kinds, sorted by the strength of the claim and then by their distance from fair."""
    order = {RED: 0, AMBER: 1, GREY: 2, GREEN: 3}
    return sorted(found, key=lambda one: (order[one.chip], -abs(one.estimate - FAIR)))


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


def seat_words(row: JudgedPart) -> str:
    """The wins of a seat in words: 'seat 2 of 4 wins 109 (103 to 115)'."""
    assert row.low is not None and row.high is not None
    return f"{row.name} wins {figure(row.estimate)} ({span(Interval(row.low, row.high, ''))})"
