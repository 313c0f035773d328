"""Counts of independent trials: of k kinds, of two by two, and of any table.

Only for trials that are independent (each game its own deal) with exactly one kind each (no joint winners).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.intervals import Interval


@dataclass(frozen=True)
class Fisher:
    """Fisher's exact test of a 2 x 2 table, and the odds ratio with its exact interval.

    The odds ratio is the conditional likelihood's largest; it, or an end of its interval, is None where it is
    infinite.
    """

    p: float
    odds_ratio: float | None
    interval: tuple[float, float | None]


def fisher(table: Sequence[Sequence[int]], level: float = 0.95) -> Fisher | None:
    """Return the test that the odds of both rows are equal; None where a row or a column is empty.

    Two-sided p adds up all tables no more likely than this one (Fisher 1935; the interval: Cornfield 1956).
    """
    from scipy.stats import contingency, fisher_exact

    counts = np.array(table)
    if not (counts.sum(axis=0).all() and counts.sum(axis=1).all()):
        return None
    found = contingency.odds_ratio(counts, kind="conditional")
    bounds = found.confidence_interval(level)
    p = min(1.0, float(fisher_exact(counts).pvalue))
    return Fisher(p, _finite(found.statistic), (float(bounds.low), _finite(bounds.high)))


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


@dataclass(frozen=True)
class Association:
    """Pearson's test of independence, and Cramér's V from 0 (independent) to 1, plain and bias-corrected.

    `corrected` is Bergsma's (2013), whose mean is near 0 where rows and columns are independent; `interval`
    is of the true V.
    """

    chi2: float
    df: int
    p: float
    v: float
    corrected: float
    interval: Interval


def cramer(table: Sequence[Sequence[int]], level: float = 0.95) -> Association | None:
    """Return the association of rows and columns; None with under two of either that hold anything.

    V: Cramér 1946. Corrected: Bergsma 2013, J. Korean Statistical Society 42. Interval: noncentral
    chi-squares of which this one is a tail value (Smithson 2003, Confidence Intervals).
    """
    counts = np.array(table, dtype=np.float64)
    counts = counts[counts.sum(axis=1) > 0][:, counts.sum(axis=0) > 0]
    rows, columns = counts.shape
    if min(rows, columns) < 2:
        return None
    n, df = float(counts.sum()), (rows - 1) * (columns - 1)
    chi2 = _chi_square(counts)
    largest = n * (min(rows, columns) - 1)
    phi2 = max(0.0, chi2 / n - df / (n - 1)) if n > 1 else 0.0
    wide = min(side - (side - 1) ** 2 / (n - 1) for side in (rows, columns)) - 1 if n > 1 else 0.0
    corrected = math.sqrt(phi2 / wide) if wide > 0 else 0.0
    tail = (1 - level) / 2
    bounds = [math.sqrt(_noncentrality(chi2, df, at) / largest) for at in (1 - tail, tail)]
    interval = Interval(min(1.0, bounds[0]), min(1.0, bounds[1]), "noncentral chi-square")
    p = float(special.chdtrc(df, chi2))
    return Association(chi2, df, p, min(1.0, math.sqrt(chi2 / largest)), min(1.0, corrected), interval)


def _chi_square(counts: Floats) -> float:
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    return float(np.sum((counts - expected) ** 2 / expected))


def _noncentrality(chi2: float, df: int, below: float) -> float:
    """Return the noncentrality of which a chi-square is below this one with that probability; 0 if none."""
    from scipy.optimize import brentq

    def excess(noncentrality: float) -> float:
        return float(special.chndtr(chi2, df, noncentrality)) - below

    if excess(0.0) <= 0:
        return 0.0
    high = chi2 + 1.0
    while excess(high) > 0:
        high *= 2
    return float(brentq(excess, 0.0, high, xtol=1e-10, rtol=1e-12))


def chi_square_equal(counts: Sequence[int]) -> HypothesisTest:
    """Return Pearson's (1900) test that k kinds are equally likely; the counts must add up to 1 at least."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    df = len(counts) - 1
    return HypothesisTest(statistic, df, None, float(special.chdtrc(df, statistic)), "chi-square on counts")


def g_equal(counts: Sequence[int]) -> HypothesisTest:
    """Return the likelihood-ratio (G) test that k kinds are equally likely (Wilks 1938); as above."""
    expected = sum(counts) / len(counts)
    statistic = max(0.0, 2 * math.fsum(count * math.log(count / expected) for count in counts if count))
    df = len(counts) - 1
    return HypothesisTest(statistic, df, None, float(special.chdtrc(df, statistic)), "G on counts")


def effect_size(counts: Sequence[int]) -> float:
    """Return Cohen's w (1988, ch. 7): the square root of chi-square per trial, 0 if all are equal."""
    return math.sqrt(chi_square_equal(counts).statistic / sum(counts))


def goodman(counts: Sequence[int], level: float = 0.95) -> list[Interval]:
    """Return simultaneous intervals of multinomial shares (Goodman 1965, Technometrics 7, 247-254)."""
    total = sum(counts)
    a = float(special.chdtri(1, (1 - level) / len(counts)))
    bounds = []
    for count in counts:
        half = math.sqrt(a * (a + 4 * count * (total - count) / total))
        low, high = (
            (a + 2 * count - half) / (2 * (total + a)),
            (a + 2 * count + half) / (2 * (total + a)),
        )
        bounds.append(Interval(max(0.0, low), min(1.0, high), "Goodman"))
    return bounds
