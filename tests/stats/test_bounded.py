"""The bounded mean: exact where an exact answer is known, and never too sure where few values differ."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from marchsim.stats import bounded
from marchsim.stats.bounded import differing, exceeds, mean_interval, mean_test, share_bound, trials_for_share
from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import t_interval, unanimous


def few(n: int, values: list[float]) -> Floats:
    """Return n values of which all but these are 0."""
    return np.concatenate([np.zeros(n - len(values)), np.array(values)])


@pytest.mark.parametrize("n", [30, 200, 5_000, 1_000_000])
@pytest.mark.parametrize("wins", [0, 1, 7, 25])
def test_of_zeros_and_ones_it_is_clopper_and_pearsons(n: int, wins: int) -> None:
    """Both ends, at 90 and at 99 %."""
    values = few(n, [1.0] * wins)
    for level in (0.9, 0.99):
        found, exact = mean_interval(values, 0.0, 1.0, level), stats.binomtest(wins, n).proportion_ci(level)
        assert (found.low, found.high) == pytest.approx((exact.low, exact.high), rel=1e-6, abs=1e-9)


@given(st.floats(0, 1), st.integers(1, 400))
def test_of_equal_values_it_is_the_exact_interval(value: float, n: int) -> None:
    """Which `unanimous` has in closed form."""
    found, exact = mean_interval(np.full(n, value), 0.0, 1.0), unanimous(value, n)
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=1e-8)


def test_any_values_agree_with_weights_drawn_at_random() -> None:
    """The mean under uniform spacings with the end of the range added, from 200,000 draws."""
    chance = np.random.default_rng(1)
    values = few(60, [0.5, -0.25, 1.0, 0.125, 0.125, -1.0])
    weights = chance.exponential(size=(200_000, 61))
    means = weights @ np.append(values, 1.0) / weights.sum(axis=1)
    found = mean_interval(values, -1.0, 1.0, 0.9)
    assert found.high == pytest.approx(np.quantile(means, 0.95), abs=5e-4)
    assert -mean_interval(-values, -1.0, 1.0, 0.9).low == pytest.approx(found.high, abs=1e-9)


def imhof(places: Floats, counts: Floats) -> float:
    """Return the chance that the sum of places times gamma variates is above 0, by his formula."""
    a = places / np.sqrt(counts @ places**2)
    log_u = np.linspace(-34, 60, 20_001)
    log_size = 0.5 * (counts @ np.log1p((a[:, None] * np.exp(log_u)) ** 2))
    here = log_size < 40
    angle = counts @ np.arctan(a[:, None] * np.exp(log_u[here]))
    return 0.5 + float(np.trapezoid(np.sin(angle) * np.exp(-log_size[here]), log_u[here])) / np.pi


def test_the_integral_along_the_parabola_is_imhofs() -> None:
    """For a hundred samples of all kinds, at points around their mean."""
    chance = np.random.default_rng(5)
    for _ in range(100):
        n, few_of = int(chance.integers(2, 600)), int(chance.integers(0, 50))
        values = np.full(n, chance.choice([0.0, 0.0, 0.3]))
        values[:few_of] = chance.choice([-1.0, -0.5, -0.25, 1e-4, 0.125, 0.25, 1.0], values[:few_of].size)
        places, counts = bounded._weighted(values, 1.0)
        point = values.mean() + chance.normal() * (values.std() + 0.02) / np.sqrt(n)
        expected = imhof(places - point, counts)
        assert exceeds(places - point, counts) == pytest.approx(expected, abs=1e-6)


@given(st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.1, 0.25, 1.0]), min_size=1, max_size=60))
def test_p_agrees_with_the_interval(listed: list[float]) -> None:
    """Under 5 % just where the 95 % interval does not hold 0; both hold the mean and stay in the range."""
    values = np.array(listed)
    found, p = mean_interval(values, -1.0, 1.0), mean_test(values, -1.0, 1.0).p
    assert -1 <= found.low <= values.mean() + 1e-9 and values.mean() - 1e-9 <= found.high <= 1
    assert (p < 0.05) == (found.low > 0 or found.high < 0) or p == pytest.approx(0.05, abs=1e-6)
    assert 0 < p <= 1


def test_all_one_way_by_all_there_is_is_the_sign_test() -> None:
    for count in (1, 5, 12):
        exact = stats.binomtest(count, count).pvalue
        assert mean_test(few(300, [1.0] * count), -1.0, 1.0).p == pytest.approx(exact)


def test_how_many_deals_alike_rule_out_a_share() -> None:
    """149 for two points: 0.05 = (1 - q)^n."""
    assert trials_for_share(0.02) == 149
    assert share_bound(149) < 0.02 < share_bound(148)
    assert trials_for_share(1.0) == trials_for_share(2.5) == 1


def test_how_many_values_are_not_the_commonest() -> None:
    assert differing(np.array([1.0, 1.0, 1.0 + 1e-12, 2.0, 3.0])) == 2
    assert differing(np.zeros(9)) == 0


# simulations ------------------------------------------------------------------------
def missed(n: int, differ: float, values: list[float], repeats: int, seed: int) -> tuple[int, int]:
    """Return in how many of so many samples the upper bounds of 95 %, ours and t's, are below the true mean.

    So many of n deals differ on average, by one of `values`, all equally likely; a deal can differ by 1.
    """
    chance = np.random.default_rng(seed)
    truth, ours, by_t = differ / n * float(np.mean(values)), 0, 0
    for _ in range(repeats):
        drawn = np.where(chance.random(n) < differ / n, chance.choice(values, n), 0.0)
        se = float(drawn.std(ddof=1)) / np.sqrt(n)
        by_t += (t_interval(float(drawn.mean()), se, n - 1, 0.9).high if se else 0.0) < truth
        places, counts = bounded._weighted(drawn, 1.0)
        ours += exceeds(places - truth, counts) < 0.05  # as if the bound were computed
    return ours, by_t


def test_few_differences_are_not_too_sure() -> None:
    """Of 3 changed deals in 150 on average t misses the mean in 19 %, not in 5; the bounded mean in 5."""
    ours, by_t = missed(150, 3, [1.0], 400, 1)
    assert ours <= 36 and by_t >= 52  # 99.9 % of 5 %; and far beyond it


WORLDS: dict[str, list[float]] = {
    "one game of four": [0.25],
    "all games": [1.0],
    "both ways": [0.25, 0.25, 0.25, 0.25, -0.25],
    "mostly down, seldom far up": [-0.25] * 6 + [1.0],
    "mostly up, seldom far down": [0.25] * 6 + [-1.0],
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", WORLDS)
def test_the_bound_holds_in_every_world(kind: str) -> None:
    """At most 131 of 2,000 miss (99.9 % of 5 %), whatever n and however many differ; t misses up to 20 %."""
    worst = 0
    for n in (150, 600):
        for differ in (3, 8, 15, 30, 45):
            ours, by_t = missed(n, differ, WORLDS[kind], 2_000, 10 * n + differ)
            print(f"{kind}, {differ} of {n}: bounded {ours / 2000:.1%}, t {by_t / 2000:.1%}")
            assert ours <= 131
            worst = max(worst, by_t)
    assert worst > 131 or kind == "mostly up, seldom far down"
