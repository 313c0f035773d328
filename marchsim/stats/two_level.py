"""Two levels of variation: draws of unknown numbers, and deals within each draw.

The mean of draw k is y_k = mu + a_k + e_k with a_k ~ N(0, s^2) and e_k ~ N(0, v / n_k). The result is the
share of true values mu + a of draws that agree with a claim. The share of draws whose y_k agrees does not
estimate it, since sampling noise pulls it towards one half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval, t_interval

FEWEST = 3  # draws
PIVOTS = 40_000  # draws from the confidence distribution of mu and s
SEED = 19
STEPS = (0.5, 1.0, 2.0)  # standard deviations of noise by which a draw must be clear of an edge to count


@dataclass(frozen=True)
class TwoLevel:
    """One-way random effects: K draws with n deals each (the harmonic mean).

    `df` is the number of deals minus the number of draws. `spread2` is the variance of the means of draws,
    and `noise2` the part of it due to sampling, v / n.
    """

    draws: int
    mean: float
    spread2: float
    noise2: float
    df: int

    @property
    def between2(self) -> float:
        """The estimate of s^2 by analysis of variance. It may be negative."""
        return self.spread2 - self.noise2

    @property
    def between(self) -> float:
        """The estimate of s. 0 if the draws differ no more than by chance."""
        return float(np.sqrt(max(0.0, self.between2)))

    @property
    def se(self) -> float:
        """The standard error of the mean over draws."""
        return float(np.sqrt(self.spread2 / self.draws))

    def interval(self, level: float = 0.95) -> Interval:
        """The t interval of the mean over draws."""
        return t_interval(self.mean, self.se, self.draws - 1, level)

    def between_interval(self, level: float = 0.95) -> Interval:
        """The interval of s by the pivot (MS_b / MS_w) / (1 + n s^2 / v) ~ F (Searle et al. 1992)."""
        if not self.noise2:
            chi = special.chdtri(self.draws - 1, [(1 - level) / 2, (1 + level) / 2])
            ends = np.sqrt(self.spread2 * (self.draws - 1) / chi)
        else:
            f = special.fdtri(self.draws - 1, self.df, [(1 + level) / 2, (1 - level) / 2])
            ends = np.sqrt(np.maximum(0.0, self.spread2 / f - self.noise2))
        return Interval(float(ends[0]), float(ends[1]), "exact F")

    def pivots(self, many: int = PIVOTS) -> Pivots:
        """Draws from the joint confidence distribution of mu and s (Weerahandi 1993)."""
        between, within, normal = _chances(self.draws - 1, self.df, many)
        whole, noise = self.spread2 / between, self.noise2 / within
        mean = self.mean - normal * np.sqrt(whole / self.draws)
        return Pivots(mean, np.sqrt(np.maximum(0.0, whole - noise)))


@lru_cache(maxsize=32)
def _chances(between: int, within: int, many: int) -> tuple[Floats, Floats, Floats]:
    """Fixed random draws: two chi-squares divided by their degrees of freedom, and normal numbers."""
    chance = np.random.default_rng(SEED)
    spread = chance.chisquare(between, many) / between
    normal = chance.standard_normal(many)
    return spread, chance.chisquare(within, many) / within, normal


@dataclass(frozen=True)
class Pivots:
    """Draws of mu and of s."""

    mean: Floats
    between: Floats

    def above(self, line: float) -> Floats:
        """The chance, for each draw of mu and s, that a true value is above `line`."""
        reach, varies = self.mean - line, self.between > 0
        safe = np.where(varies, self.between, 1.0)  # without spread the chance is 0 or 1
        return np.where(varies, special.ndtr(reach / safe), np.where(reach > 0, 1.0, 0.0))

    def within(self, low: float, high: float) -> Floats:
        """The chance, for each draw of mu and s, that a true value is between `low` and `high`."""
        return np.maximum(0.0, self.above(low) - self.above(high))


def two_level(means: Floats, variances: Floats, deals: Floats) -> TwoLevel | None:
    """Fit the model to K draws, given their means, the variances and the numbers of their deals, each (K,).

    Draws with fewer than two deals are left out. None if fewer than 3 are left. If the numbers of deals
    differ slightly, the unweighted means and the harmonic mean of the numbers are used (Thomas and Hultquist
    1978, Ann. Stat. 6).
    """
    held = deals >= 2
    means, variances, deals = means[held], variances[held], deals[held]
    if len(means) < FEWEST:
        return None
    df = float(np.sum(deals - 1))
    pooled = float(np.sum((deals - 1) * variances)) / df
    each = len(deals) / float(np.sum(1 / deals))
    spread2 = float(np.var(means, ddof=1))
    scale = max(1.0, float(np.max(np.abs(means))))
    spread2 = 0.0 if spread2 < (1e-12 * scale) ** 2 else spread2
    return TwoLevel(len(means), float(np.mean(means)), spread2, pooled / each, round(df))


def shrunken(means: Floats, model: TwoLevel) -> Floats:
    """The means of draws, shrunk until their variance is that of the true values (Louis 1984, JASA 79)."""
    if not model.spread2:
        return means
    found: Floats = model.mean + (means - model.mean) * (model.between / np.sqrt(model.spread2))
    return found


def counted_share(
    means: Floats, noise: float, ends: tuple[float, float], share: float, outside: bool = False,
    times: float = 1.0,
) -> float:  # fmt: skip
    """A distribution-free p value for "at most `share` of true values are between `ends`" (or outside them).

    This is a sign test that allows for `noise`, the standard error of each mean. It counts the draws whose
    mean is inside (or outside) by more than a distance c. A draw whose true value is not there is counted
    with probability at most q, that of a true value on the edge. So the count is at most binomial with chance
    share + (1 - share) q. The p value is the smallest of those for three values of c, times 3 (Bonferroni).
    Without noise, c is 0. `times` multiplies the number of draws, as if there were more draws like these.
    """
    many, found = round(times * len(means)), []
    for step in STEPS if noise else (0.0,):
        c, wide = step * noise, (ends[1] - ends[0]) / noise if noise else np.inf
        if outside:
            held = (means < ends[0] - c) | (means > ends[1] + c)
            leak = special.ndtr(-step) + special.ndtr(-step - wide) if noise else 0.0
        else:
            held = (means > ends[0] + c) & (means < ends[1] - c)
            leak = max(0.0, special.ndtr(wide - step) - special.ndtr(step)) if noise else 0.0
        at_most = min(1.0, share + (1 - share) * leak)
        count = int(times * np.sum(held))
        found.append(float(special.betainc(count, many - count + 1, at_most)) if count else 1.0)
    return min(1.0, len(found) * min(found))


def normality(means: Floats, model: TwoLevel, rounds: int = 2_000) -> float:
    """The simulated p value of a test, by skewness and kurtosis, that the means of draws are normal."""
    if not model.spread2:
        return 1.0

    centre, scale, far = _normal_moments(len(means), rounds)
    own = np.max(np.abs((_moments(means) - centre) / scale))
    return float((1 + np.sum(far >= own)) / (1 + rounds))


@lru_cache(maxsize=8)
def _normal_moments(many: int, rounds: int) -> tuple[Floats, Floats, Floats]:
    """The mean and SD of the moments of `many` normals, and the largest standardised one of each round."""
    null = _moments(np.random.default_rng(SEED).standard_normal((rounds, many)))
    centre, scale = null.mean(axis=1), null.std(axis=1)
    return centre, scale, np.max(np.abs((null - centre[:, None]) / scale[:, None]), axis=0)


def _moments(values: Floats) -> Floats:
    """Skewness and excess kurtosis along the last axis."""
    off = values - values.mean(axis=-1, keepdims=True)
    off = off / off.std(axis=-1, keepdims=True)
    return np.stack([np.mean(off**3, axis=-1), np.mean(off**4, axis=-1) - 3])


def quantile_interval(values: Floats, level: float = 0.95) -> Interval:
    """The interval with the central share `level` of the values."""
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), "generalised pivot")


def best_deals(model: TwoLevel, deals: float, line: float) -> float:
    """The most informative number of deals per draw, for a fixed total number of games.

    With this number, the chance that a value is above `line` is measured most precisely. The model's draws
    had `deals` deals each. Infinite if draws do not differ, 0 if deals do not.
    """
    if model.between2 <= 0 or not model.noise2:
        return float("inf") if model.noise2 else 0.0
    z2 = (model.mean - line) ** 2 / model.between2
    ratio = model.noise2 * deals / model.between2
    return float(ratio / np.sqrt(1 + 2 / max(z2, 1e-9)))
