"""A number planted as decisive is found first, null numbers are not, and shares come back."""

from __future__ import annotations

import numpy as np
import pytest

from marchsim.analysis.robustness.judging import EstimatesByDraw
from marchsim.analysis.robustness.mattering import Inputs, Unsure, explain, look_up, unsure
from marchsim.stats.clusters import Floats
from marchsim.stats.random_groups import explained, wrong_side
from marchsim.stats.two_level import two_level
from tests.robustness.worlds import planted

MANY, DRAWS = 60, 120


def inputs(chance: np.random.Generator, draws: int = DRAWS) -> Inputs:
    """Return draws of 60 numbers in six factors, five numbers to a component."""
    columns = chance.standard_normal((draws, MANY))
    columns = (columns - columns.mean(axis=0)) / columns.std(axis=0)
    factors = tuple(f"factor {at // 10}" for at in range(MANY))
    return Inputs(
        columns, factors, tuple(f"card {at // 5}.{at % 5}" for at in range(MANY)),
        tuple(f"card {at // 5}" for at in range(MANY)),
    )  # fmt: skip


def seen(told: Inputs, effects: Floats, noise: float, chance: np.random.Generator) -> EstimatesByDraw:
    """Return the estimates of draws whose true values are a sum of effects."""
    return planted(0.3 + told.columns @ effects, noise, 20, chance)


def test_a_decisive_number_is_found_first() -> None:
    """Its factor is screened in alone with nearly all of the variance; its card and it stand first."""
    chance = np.random.default_rng(1)
    told, effects = inputs(chance), np.zeros(MANY)
    effects[17] = 1.0
    found = seen(told, effects, 1.0, chance)
    answer = explain(found, told)
    assert answer is not None
    named = [group for group in answer.groups if group.share is not None]
    assert [group.name for group in named] == ["factor 1"]
    assert named[0].share is not None and named[0].share > 0.8
    model = two_level(found.means, found.variances, found.deals)
    assert model is not None
    worth = look_up([unsure(model, 0.0, answer)], told, 3)
    assert worth is not None
    assert worth.first[0].item == "card 3" and worth.first[0].numbers[0] == "card 3.2"
    assert worth.first[0].removed > 0.5 > worth.random


def null_rate(repeats: int) -> float:
    """Return how often any factor is said to matter where none does: boxes differ by what is not drawn."""
    chance, wrong = np.random.default_rng(2), 0
    for _ in range(repeats):
        told = inputs(chance)
        found = planted(chance.standard_normal(DRAWS), 0.5, 20, chance)
        answer = explain(found, told)
        wrong += answer is not None and any(group.share is not None for group in answer.groups)
    return wrong / repeats


def test_null_numbers_are_not_found() -> None:
    """Holm over the factors: at most 5 %, here at most 1 of 5 repeats (98 % band)."""
    assert null_rate(5) <= 0.2


@pytest.mark.slow
def test_null_numbers_are_not_found_at_their_rate() -> None:
    """400 repeats: under 8 %."""
    assert null_rate(400) <= 0.08


def test_draws_that_differ_by_noise_alone_explain_nothing() -> None:
    """There is no variance between boxes that could be shared out."""
    chance = np.random.default_rng(3)
    values = np.array([1.0, 1.1, 0.9, 1.0, 1.05])
    assert explained(values, np.full(5, 1.0), chance.standard_normal((5, 4)), ["a"] * 4) is None


@pytest.mark.slow
def test_planted_shares_come_back() -> None:
    """60, 30 and 10 %: within two standard errors in 90 % of 60 repeats, on average within 5 points."""
    chance, shares, held = np.random.default_rng(4), [], 0
    for _ in range(60):
        told, effects = inputs(chance, 300), np.zeros(MANY)
        for factor, part in ((0, 0.6), (1, 0.3), (2, 0.1)):
            own = chance.standard_normal(10)
            effects[10 * factor : 10 * factor + 10] = own * np.sqrt(part / np.sum(own**2))
        answer = explain(seen(told, effects, 0.5, chance), told)
        assert answer is not None
        first = next(group for group in answer.groups if group.name == "factor 0")
        assert first.share is not None and first.interval is not None
        shares.append(first.share)
        held += first.interval.low <= 0.6 <= first.interval.high
    assert np.mean(shares) == pytest.approx(0.6, abs=0.05)
    assert held >= 54


def test_the_chance_of_the_wrong_side_is_that_of_a_simulation() -> None:
    """A box is drawn, a part of it looked up, and the likelier side chosen."""
    chance, mean, between2, known = np.random.default_rng(5), 0.4, 1.0, 0.5
    part = mean + np.sqrt(known) * chance.standard_normal(200_000)
    truth = part + np.sqrt(between2 - known) * chance.standard_normal(200_000)
    assert wrong_side(mean, between2, known) == pytest.approx(np.mean((truth > 0) != (part > 0)), abs=0.004)
    assert wrong_side(mean, between2, 0.0) == pytest.approx(np.mean(truth < 0), abs=0.004)
    assert wrong_side(mean, between2, between2) == 0


def test_with_known_effects_the_list_is_the_exact_ranking() -> None:
    """The first is the component with most of the variance, then the next; values do not simply add up."""
    told = inputs(np.random.default_rng(6))
    weights = np.zeros(MANY)
    weights[[0, 5, 10, 15]] = 0.1, 0.4, 0.3, 0.2
    worth = look_up([Unsure(0.5, 1.0, weights)], told, 4)
    assert worth is not None
    assert [one.item for one in worth.first] == ["card 1", "card 2", "card 3", "card 0"]
    assert worth.first[-1].removed == pytest.approx(1.0)
