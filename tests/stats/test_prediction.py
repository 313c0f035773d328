"""The effect on one member more: exact in the limits that are known, and covered whatever tau is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import special, stats

from marchsim.stats.clusters import Floats, cluster_means
from marchsim.stats.heterogeneity import spread
from marchsim.stats.intervals import Interval
from marchsim.stats.prediction import field

TRIALS = Path(__file__).with_name("effects.csv")


def ends(interval: Interval) -> tuple[float, float]:
    """Return both ends."""
    return interval.low, interval.high


def test_without_errors_it_is_the_prediction_interval_of_a_sample() -> None:
    """Mean -/+ t of k - 1 degrees of freedom times s sqrt(1 + 1/k), to what 400 points leave open."""
    effects = np.array([0.3, -1.2, 0.8, 2.2, 0.1, -0.4])
    found = field(effects, np.eye(6) * 1e-10)
    half = stats.t.ppf(0.975, 5) * effects.std(ddof=1) * np.array([np.sqrt(1 + 1 / 6), np.sqrt(1 / 6)])
    assert found is not None
    assert ends(found.prediction) == pytest.approx(
        (effects.mean() - half[0], effects.mean() + half[0]), rel=2e-3
    )
    assert ends(found.mean_interval) == pytest.approx(
        (effects.mean() - half[1], effects.mean() + half[1]), rel=2e-3
    )


def test_tau_and_mean_are_those_of_published_trials() -> None:
    """BCG vaccine: tau^2 0.318 by Paule and Mandel, 95 % 0.120 to 1.112 by Q-profile (as metafor has it)."""
    table = np.loadtxt(TRIALS, delimiter=",", skiprows=1)
    found = field(table[:, 0], np.diag(table[:, 1]))
    assert found is not None
    assert found.tau**2 == pytest.approx(0.318, abs=5e-4)
    assert np.square(ends(found.tau_interval)) == pytest.approx((0.1197, 1.1115), abs=2e-4)
    assert found.prediction.low < -1.8 and found.prediction.high > 0.4  # wider than with tau plugged in


def test_it_is_the_same_in_any_order_and_scale() -> None:
    chance = np.random.default_rng(4)
    effects, root = chance.normal(size=5), chance.normal(size=(5, 5))
    covariance, order = root @ root.T / 5, np.array([3, 0, 4, 1, 2])
    found, turned = field(effects, covariance), field(effects[order], covariance[np.ix_(order, order)])
    large = field(100 * effects, 10_000 * covariance)
    assert found is not None and turned is not None and large is not None
    assert ends(turned.prediction) == pytest.approx(ends(found.prediction))
    assert ends(large.prediction) == pytest.approx([100 * end for end in ends(found.prediction)])


def test_effects_that_add_up_to_0_have_a_covariance_without_inverse() -> None:
    """As shares of wins: the mean is 0 for certain, and tau what the differences say."""
    effects = np.array([2.0, -1.0, 0.5, -1.5])
    found = field(effects, np.eye(4) - 0.25)
    apart = spread(effects, np.ones(4))
    assert found is not None and apart is not None
    assert found.mean == pytest.approx(0.0, abs=1e-9)
    assert found.tau == pytest.approx(np.sqrt(apart.paule_mandel), rel=1e-6)


def test_under_three_members_nothing_is_said() -> None:
    assert field(np.array([1.0, 2.0]), np.eye(2)) is None
    assert field(np.ones(4), np.zeros((4, 4))) is None


# simulations ------------------------------------------------------------------------
def plugged(effects: Floats, variances: Floats) -> tuple[float, float]:
    """Return the prediction interval with DerSimonian and Laird's tau plugged in (Higgins and others)."""
    found = spread(effects, variances)
    assert found is not None
    tau2 = found.dersimonian_laird
    weights = 1 / (variances + tau2)
    half = float(special.stdtrit(len(effects) - 2, 0.975)) * np.sqrt(tau2 + 1 / weights.sum())
    return float(weights @ effects / weights.sum() - half), float(weights @ effects / weights.sum() + half)


def covered(k: int, tau: float, repeats: int, seed: int) -> tuple[int, int]:
    """Return how often the effect on one member more is held: by ours, and with tau plugged in."""
    chance, ours, before = np.random.default_rng(seed), 0, 0
    for _ in range(repeats):
        variances, truths = chance.uniform(0.5, 2.0, k), chance.normal(0, tau, k + 1)
        effects = truths[:k] + chance.normal(size=k) * np.sqrt(variances)
        found = field(effects, np.diag(variances))
        assert found is not None
        ours += found.prediction.low <= truths[k] <= found.prediction.high
        low, high = plugged(effects, variances)
        before += low <= truths[k] <= high
    return ours, before


def test_one_member_more_is_covered() -> None:
    """With tau as large as the errors and 8 members: 95 of 100, at least 87 (99.9 % band)."""
    ours, before = covered(8, 1.0, 100, 1)
    assert ours >= 87 and ours > before


@pytest.mark.slow
@pytest.mark.parametrize("k", [3, 5, 8, 13])
@pytest.mark.parametrize("tau", [0.0, 0.3, 1.0, 3.0])
def test_one_member_more_is_covered_whatever_tau_is(k: int, tau: float) -> None:
    """Of 1,500 at least 92.5 %: 95 % less 1 % for the approximation, less what chance takes (99.9 %)."""
    ours, before = covered(k, tau, 1_500, 100 * k + int(10 * tau))
    print(f"{k} members, tau {tau}: {ours / 1500:.1%}, with tau plugged in {before / 1500:.1%}")
    assert ours >= 1_387


@pytest.mark.slow
def test_members_that_meet_on_deals() -> None:
    """Covariance estimated from 200 deals on which 4 of 8 members meet, whose errors add up to 0."""
    chance, held = np.random.default_rng(5), 0
    for _ in range(1_000):
        truths = chance.normal(0.5, 0.15, 9)
        sums, counts = np.zeros((200, 8)), np.zeros((200, 8))
        for deal in range(200):
            who, noise = chance.permutation(8)[:4], chance.normal(size=4)
            sums[deal, who], counts[deal, who] = truths[who] + noise - noise.mean(), 1
        means, covariance = cluster_means(sums, counts)
        found = field(means, covariance * 199 / 191)
        assert found is not None
        held += found.prediction.low <= truths[8] <= found.prediction.high
    print(f"another member is covered in {held / 1000:.1%}")
    assert held >= 917  # 94 % less what chance takes
