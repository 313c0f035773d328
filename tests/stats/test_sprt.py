"""The sequential test against Wald's closed form, published cases, direct optimisation, and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from marchsim.stats import sprt as likelihood
from marchsim.stats.sprt import (
    ACCEPT_H0,
    ACCEPT_H1,
    CONTINUE,
    NORMALISED_ELO,
    Hypotheses,
    bounds,
    log_ratio,
    logistic_mean,
    normalised_t,
    sprt,
)

PAIRS = [0, 0.25, 0.5, 0.75, 1]
# fastchess (app/tests/sprt_test.cpp): scores lowest first, model, Elo under h0 and h1, log likelihood ratio.
# Its two cases with all results in one cell are left out: it treats empty cells in another way.
PUBLISHED = [
    ([36027, 68692, 36433], "normalized", 0, 2, 0.92),
    ([10650, 20431, 10871], "normalized", -1.75, 0.25, 2.30),
    ([21184, 40708, 21404], "logistic", 0.5, 2.5, -1.57),
    ([57030, 106593, 57433], "logistic", 0, 2, -2.59),
    ([365, 16618, 36229, 16974, 390], "normalized", 0, 2, 2.25),
    ([127, 4883, 10712, 5150, 104], "normalized", -1.75, 0.25, 3.01),
    ([223, 9863, 21279, 10037, 246], "logistic", 0.5, 2.5, -3.07),
    ([871, 26175, 55983, 26678, 821], "logistic", 0, 2, -4.98),
]


def elo(model: str, h0: float, h1: float, games: int) -> Hypotheses:
    if model == "logistic":
        return Hypotheses(logistic_mean(h0), logistic_mean(h1))
    return Hypotheses(normalised_t(h0, games), normalised_t(h1, games), t=True)


@pytest.mark.parametrize(("counts", "model", "h0", "h1", "llr"), PUBLISHED)
def test_published_ratios(counts: list[int], model: str, h0: float, h1: float, llr: float) -> None:
    """Single games and pairs, both Elo models, to the two decimals that are printed."""
    scores = [at / (len(counts) - 1) for at in range(len(counts))]
    found = sprt(counts, scores, elo(model, h0, h1, len(counts) // 2))
    assert found.llr == pytest.approx(llr, abs=0.0051)


@given(st.integers(1, 400), st.integers(1, 400), st.floats(0.05, 0.9), st.floats(0.01, 0.09))
def test_on_zero_and_one_it_is_walds_test(won: int, lost: int, h0: float, step: float) -> None:
    """The ratio is the binomial one in closed form, for any counts and hypotheses."""
    h1 = h0 + step
    expected = won * math.log(h1 / h0) + lost * math.log((1 - h1) / (1 - h0))
    assert sprt([lost, won], [0, 1], Hypotheses(h0, h1)).llr == pytest.approx(expected, rel=1e-7, abs=1e-8)


def test_t_of_zero_and_one_is_walds_test_too() -> None:
    """On two scores t fixes the share: t = (p - 1/2) / sqrt(p (1 - p))."""
    p0, p1 = 0.45, 0.55
    t0, t1 = ((p - 0.5) / math.sqrt(p * (1 - p)) for p in (p0, p1))
    found = sprt([70, 90], [0, 1], Hypotheses(t0, t1, t=True))
    assert found.llr == pytest.approx(90 * math.log(p1 / p0) + 70 * math.log((1 - p1) / (1 - p0)))


def test_pairs_of_independent_games_say_what_games_say() -> None:
    """With t_pair = sqrt(2) t_game the ratio of pairs is about that of their games."""
    single = np.array([0.30, 0.38, 0.32])
    pair = np.convolve(single, single) * 50_000
    games = single * 100_000
    for h0, h1 in [(0, 5), (5, 10)]:
        one = sprt(games.tolist(), [0, 0.5, 1], elo("normalized", h0, h1, 1)).llr
        two = sprt(pair.tolist(), PAIRS, elo("normalized", h0, h1, 2)).llr
        assert one is not None and two == pytest.approx(one, rel=0.01)
    assert normalised_t(3, 2) == pytest.approx(math.sqrt(2) * normalised_t(3, 1))
    assert normalised_t(NORMALISED_ELO, 1) == pytest.approx(1.0)


def test_logistic_elo() -> None:
    """400 Elo are odds of ten to one."""
    assert logistic_mean(400) == pytest.approx(10 / 11)
    assert logistic_mean(0) == 0.5


def likeliest(shares: np.ndarray, scores: np.ndarray, wanted: float, t: bool) -> float:
    """Return the largest log likelihood under the condition, found by a general optimiser."""

    def weights(x: np.ndarray) -> np.ndarray:
        grown = np.exp(x - x.max())
        return np.asarray(grown / grown.sum())

    def off(x: np.ndarray) -> float:
        mean, sd = likelihood.moments(weights(x), scores)
        return mean - 0.5 - wanted * sd if t else mean - wanted

    best = minimize(
        lambda x: -float(shares @ np.log(weights(x))),
        np.log(shares),
        constraints={"type": "eq", "fun": off},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert abs(off(best.x)) < 1e-7
    return float(-best.fun)


@pytest.mark.parametrize("seed", range(8))
def test_the_likeliest_distribution_is_that_of_an_optimiser(seed: int) -> None:
    """Four-seat blocks and others: no distribution with the mean (or t) asked for is likelier."""
    generator = np.random.default_rng(seed)
    scores = np.sort(np.concatenate([[0, 1], generator.random(generator.integers(1, 5))]))
    shares = generator.dirichlet(np.full(len(scores), 2.0))
    mean, t = generator.uniform(0.2, 0.8), generator.normal(0, 0.3)
    for wanted, found, is_t in (
        (mean, likelihood.with_mean(shares, scores, mean), False),
        (t, likelihood.with_t(shares, scores, t, 0.5), True),
    ):
        assert found is not None and found.sum() == pytest.approx(1)
        reached, sd = likelihood.moments(found, scores)
        assert (reached - 0.5) / sd == pytest.approx(wanted) if is_t else reached == pytest.approx(wanted)
        assert float(shares @ np.log(found)) == pytest.approx(
            likeliest(shares, scores, wanted, is_t), abs=1e-7
        )


@given(st.lists(st.integers(0, 10**9), min_size=3, max_size=7).filter(any), st.floats(0.02, 0.98))
def test_any_counts_have_a_ratio(counts: list[int], h0: float) -> None:
    """Rare and empty scores included: finite, and opposite if the hypotheses change places."""
    scores = np.linspace(0, 1, len(counts)).tolist()
    there, _ = log_ratio(counts, scores, Hypotheses(h0, h0 + 0.01))
    back, _ = log_ratio(counts, scores, Hypotheses(h0 + 0.01, h0))
    assert there is not None and back is not None and math.isfinite(there)
    assert there == pytest.approx(-back, rel=1e-6, abs=1e-6)


def test_what_is_undefined_is_said() -> None:
    """No block at all, and a mean beyond the scores: no ratio, no decision, a reason."""
    empty = sprt([0, 0, 0], [0, 0.5, 1], Hypotheses(0.4, 0.6))
    assert (empty.llr, empty.decision, empty.reason) == (None, None, "no block has been counted")
    beyond = sprt([5, 5, 5], [0, 0.5, 1], Hypotheses(0.4, 1.0))
    assert beyond.llr is None and beyond.decision is None and "found" in beyond.reason
    assert likelihood.with_t(np.array([0.5, 0.5]), np.array([0.0, 1.0]), 1e9, 0.5) is None


def test_decisions_follow_walds_bounds() -> None:
    """At 5 % and 5 % the bounds are -2.94 and 2.94; all wins accept h1, all losses h0."""
    assert bounds(0.05, 0.05) == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert bounds(0.05, 0.1) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    hypotheses = Hypotheses(0.25, 0.35)
    assert sprt([0, 60], [0, 1], hypotheses).decision == ACCEPT_H1
    assert sprt([60, 0], [0, 1], hypotheses).decision == ACCEPT_H0
    assert sprt([3, 1], [0, 1], hypotheses).decision == CONTINUE


BLOCKS = np.array([0, 0.125, 0.25, 0.375, 0.5, 0.75, 1])  # scores of a four-seat block of four games
SHAPE = np.array([0.28, 0.02, 0.45, 0.02, 0.16, 0.06, 0.01])
FOUR_SEATS = Hypotheses(0.25, 0.28)


def accepted(truth: float, repeats: int, seed: int) -> tuple[int, float]:
    """Return how many block tests accept h1, and their mean length, looked at every 50 blocks to 6,000."""
    chances = likelihood.with_mean(SHAPE, BLOCKS, truth)
    assert chances is not None
    generator = np.random.default_rng(seed)
    ups, blocks = 0, 0
    for _ in range(repeats):
        counts, decision = np.zeros(len(BLOCKS)), CONTINUE
        while decision == CONTINUE and counts.sum() < 6000:
            counts += generator.multinomial(50, chances)
            decision = sprt(counts.tolist(), BLOCKS.tolist(), FOUR_SEATS).decision or CONTINUE
        ups += decision == ACCEPT_H1
        blocks += int(counts.sum())
    return ups, blocks / repeats


def test_errors_of_the_block_test_lie_in_the_band() -> None:
    """Four seats, 60 tests under each hypothesis: at most 9 are wrong, and they end early."""
    wrong, length = accepted(0.25, 60, 50)
    right, _ = accepted(0.28, 60, 51)
    assert wrong <= 9 and right >= 51
    assert length < 600


@pytest.mark.slow
@pytest.mark.parametrize("truth", [0.25, 0.28])
def test_errors_of_the_block_test_at_length(truth: float) -> None:
    """Over 600 tests the errors are 5 % at most, within the band (seed 52)."""
    ups, _ = accepted(truth, 600, 52)
    wrong = ups if truth == 0.25 else 600 - ups
    assert wrong / 600 <= 0.05 + 3.29 * math.sqrt(0.05 * 0.95 / 600)
