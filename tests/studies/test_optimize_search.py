"""A search finds planted rule sets, its beliefs hold, and a screening keeps the numbers that matter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from marchsim.analysis.variants.quantities import METRIC, Measured, Quantity
from marchsim.recorder.metrics import Margin
from marchsim.studies.optimize import confirmation, screening
from marchsim.studies.optimize.confirmation import INCONCLUSIVE, MET, MISSED
from marchsim.studies.optimize.preparation import Target
from marchsim.studies.optimize.search import missed
from marchsim.studies.optimize.targets import Knob
from tests.studies.planted_rules import (
    Truth,
    curved,
    measured,
    met,
    opposed,
    out_of_reach,
    planted,
    searched,
    straight,
)


@pytest.mark.parametrize(("truth", "verdict"), [(straight, MET), (curved, MET), (out_of_reach, MISSED)])
def test_a_search_finds_what_is_planted(truth: Truth, verdict: str) -> None:
    rules = planted()
    result = searched(rules, truth, seed=3, batches=6)
    assert result.best.verdict == verdict
    assert met(rules, truth, result.best.values) == (verdict == MET)
    assert result.covered > 0.6
    if verdict == MISSED:
        assert result.way == 0  # the turns


def test_targets_that_contradict_each_other_are_missed() -> None:
    """Either target can be met alone, so either may be named as the one that stands in the way."""
    result = searched(planted(knobs=6), opposed, seed=2, batches=3)
    assert result.best.verdict == MISSED and result.way in (0, 1)


@pytest.mark.parametrize(("knobs", "batches"), [(1, 3), (30, 2)])
def test_one_knob_is_enough(knobs: int, batches: int) -> None:
    """The search takes the right one of five values, also if 29 other knobs do nothing."""
    rules = planted(knobs, changes=1)

    def truth(values: tuple[Any, ...]) -> tuple[float, ...]:
        return 50 + 2 * (values[0] - 2.0), 100.0, 100.0

    result = searched(rules, truth, seed=1, batches=batches)
    assert result.best.verdict == MET and result.best.values == (0, *rules.base[1:])


def test_a_choice_is_searched_like_a_number() -> None:
    """One of three values without an order meets the targets, and the search takes it."""
    rules = planted(knobs=5)
    choice = Knob("choice", ("edge", "none", "path"), 1.0, False, "none")
    result = searched(
        replace(rules, knobs=(choice, *rules.knobs[1:])),
        lambda values: ({"edge": 52.0, "none": 50.0, "path": 45.5}[values[0]], 100.0, 100.0),
        seed=1, batches=2,
    )  # fmt: skip
    assert result.best.verdict == MET and result.best.values == ("path", 2, 2, 2, 2)


def test_rule_sets_under_which_nothing_counts_are_passed_over() -> None:
    """Where nobody wins a rule set has no value: it is no finalist, and the search finds the next best."""
    rules = planted(knobs=6)

    def truth(values: tuple[Any, ...]) -> tuple[float, ...]:
        wins = np.nan if values[0] == 0 else 118 - 9 * (values[5] - 2.0)
        return 50 + 2 * (values[0] - 2.0) - 1.5 * (values[1] - 2.0), 100.0, wins

    result = searched(rules, truth, seed=1, batches=4)
    assert result.best.verdict == MET and all(one.values[0] > 0 for one in result.results)


@pytest.mark.slow
@pytest.mark.parametrize("truth", [straight, curved, out_of_reach])
def test_verdicts_and_beliefs_hold(truth: Truth) -> None:
    """Of 70 searches at most 1 has a wrong verdict on any rule set (99.9 % of binomial(70, 0.05) is 10).

    Beliefs of finalists, nominally 95 %, hold the truth in 85 % and more.
    """
    rules = planted()
    wrong, covered = 0, []
    for seed in range(70):
        result = searched(rules, truth, seed)
        covered.append(result.covered)
        wrong += any(
            (one.verdict == MET) != met(rules, truth, one.values)
            for one in result.results
            if one.verdict != INCONCLUSIVE
        )
    assert wrong <= 1
    assert np.mean(covered) > 0.85


def test_the_expected_miss_is_that_of_a_normal_law() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(49.0, 2.0, 400_000)
    distance = np.maximum(0, np.maximum(44 - values, values - 47)) / 2.5
    assert missed(44, 47, 2.5, 49.0, 2.0) == pytest.approx(np.mean(distance**2), rel=0.02)
    assert missed(44, 47, 2.5, 49.0, 0.0) == pytest.approx((2 / 2.5) ** 2)
    assert missed(44, 47, 2.5, 49.0, 0.0, room=2.0) == 0


def test_verdicts_on_sealed_deals() -> None:
    """Inside is met, outside missed, over an end inconclusive; what is kept is compared by deal."""
    rng = np.random.default_rng(2)
    base = rng.normal(50, 5, 400)
    turns = Quantity(METRIC, "turns", 4)
    arms = np.column_stack([base, base + 0.1, rng.normal(45.5, 5, 400), rng.normal(47, 5, 400)])
    target, kept = Target(turns, 44, 47, Margin(2.5)), Target(turns, 0, 0, Margin(1.0), keep=True)
    sets = {str(at): (at,) for at in range(4)}
    told = list(confirmation.judge([target], sets, [Measured(turns, arms)]).values())
    assert [one.verdict for one in told] == [MISSED, MISSED, MET, INCONCLUSIVE]
    still = list(confirmation.judge([kept], sets, [Measured(turns, arms)]).values())
    assert [one.verdict for one in still] == [MET, MET, MISSED, MISSED]
    assert still[1].targets[0].interval[1] - still[1].targets[0].interval[0] < 0.01
    assert confirmation.best(told, [0.0, 1.0, 1.0, 1.0]) == 2
    assert confirmation.best(still, [0.0, 1.0, 1.0, 1.0]) == 0  # the cheapest that is met


def test_a_rule_set_is_judged_by_both_populations_or_not_at_all() -> None:
    """Where too few deals say anything, by its own or by retuned strategies, it is no finalist."""
    rng = np.random.default_rng(3)
    turns = Quantity(METRIC, "turns", 4)
    arms = rng.normal(45.5, 5, (400, 7))
    arms[3:, 1] = arms[3:, 5] = np.nan  # the first finalist, and the second by retuned strategies
    names = [*(f"final-{at}" for at in (1, 2, 3)), *(f"final-{at}-retuned" for at in (1, 2, 3))]
    sets = {"base": (0,), **{name: (int(name[6]),) for name in names}}
    told = confirmation.judge([Target(turns, 44, 47, Margin(2.5))], sets, [Measured(turns, arms)])
    joined = confirmation.with_retuned(told)
    assert list(joined) == ["base", "final-3"] and not joined["base"].retuned
    assert joined["final-3"].retuned[0].estimate == pytest.approx(arms[:, 6].mean())


def test_a_screening_sees_numbers_that_only_work_together() -> None:
    """Neither of the first two numbers moves anything alone, and all others never do."""
    rules = planted(knobs=12)

    def truth(values: tuple[Any, ...]) -> tuple[float, ...]:
        return 50 + 2 * (values[0] - 2.0) * (values[1] - 2.0), 100 + 25 * (values[5] - 2.0), 100.0

    arms, pairs = screening.design(rules, seed=1)
    found = measured(rules, truth, list(arms.values()), 600, np.random.default_rng(1))
    assert sorted(screening.moving(rules.targets, pairs, found)) == [0, 1, 5]
    alone = [pair for pair in pairs if 0 in pair[:2]]
    assert screening.moving(rules.targets, alone, found) == [5]


def test_a_small_step_that_suffices_is_found_beside_large_levers() -> None:
    """Nine of ten numbers move the turns far past the target, and two of them together meet it as well."""
    rules = planted(knobs=10)

    def truth(values: tuple[Any, ...]) -> tuple[float, ...]:
        large = [value - 2.0 for value in values[:9]]
        return 50 + 8 * sum(large[:5]) + 12 * sum(large[5:]) + 4.5 * (values[9] - 2.0), 100.0, 100.0

    arms, pairs = screening.design(rules, seed=1)
    found = measured(rules, truth, list(arms.values()), 200, np.random.default_rng(1))
    kept = sorted(screening.moving(rules.targets, pairs, found))
    assert len(kept) == screening.KNOBS and kept[-1] == 9
    fewer = planted(knobs=len(kept))

    def of_kept(values: tuple[Any, ...]) -> tuple[float, ...]:
        whole = dict(zip(kept, values, strict=True))
        return truth(tuple(whole.get(at, 2) for at in range(10)))  # type: ignore[return-value]

    result = searched(fewer, of_kept, seed=1, batches=3)
    assert result.best.verdict == MET and result.best.values == (*fewer.base[:-1], 1)
