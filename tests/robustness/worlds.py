"""Planted worlds without a game: draws of true values, and deals with noise around them."""

from __future__ import annotations

import numpy as np

from marchsim.analysis.robustness.judging import EstimatesByDraw
from marchsim.stats.clusters import Floats


def planted(truth: Floats, noise: float, deals: int, chance: np.random.Generator) -> EstimatesByDraw:
    """Return the estimates of draws with these true values (K,), from deals with a standard deviation."""
    values = truth[:, None] + noise * chance.standard_normal((len(truth), deals))
    means, variances = values.mean(axis=1), values.var(axis=1, ddof=1)
    return EstimatesByDraw(tuple(range(len(truth))), means, variances, np.full(len(truth), float(deals)))


def world(
    mean: float, between: float, rho: float, draws: int, chance: np.random.Generator, deals: int = 20
) -> EstimatesByDraw:
    """Return draws with true values N(mean, between^2); `rho` is their noise in units of between^2."""
    truth = mean + between * chance.standard_normal(draws)
    return planted(truth, between * float(np.sqrt(rho * deals)), deals, chance)
