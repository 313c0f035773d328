"""The regret of a decision, and how far apart its options truly are, from two independent sets of rollouts.

The option that looks best looks better than it is (the winner's curse). So the best option of one half of the
rollouts is measured on the other half, and both ways are averaged. This is cross-fitting, the double
estimator of van Hasselt (2010, Double Q-learning, NeurIPS 23). Its expectation is the value of the option
that half of the rollouts chooses, minus the value of the option taken. This is never above the true regret.
With few rollouts it is lower, and may be negative.

The errors of the two halves are independent. So the covariance of the halves over the options is an unbiased
estimate of the variance of the true values. If the options share the luck of their rollouts, it shifts all of
them together and cancels.
"""

from __future__ import annotations

import numpy as np

from marchsim.stats.clusters import Floats


def regret(first: Floats, second: Floats, taken: int) -> float:
    """The cross-fitted regret of the option `taken`, from the mean values of all options in both halves."""
    ways = ((first, second), (second, first))
    return float(sum(measure[best(choose, taken)] - measure[taken] for choose, measure in ways)) / 2


def best(values: Floats, taken: int) -> int:
    """The index of the highest value. If several are equal, `taken` if it is one of them, else the first."""
    top = values.max()
    return taken if values[taken] == top else int(np.argmax(values))


def spread(first: Floats, second: Floats) -> float:
    """The variance of the true values of the options, from their mean values in both halves."""
    return float(np.sum((first - first.mean()) * (second - second.mean()))) / (len(first) - 1)
