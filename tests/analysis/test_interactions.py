"""For whom an item is worth more: planted deviations are found, their absence is not, and power is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from marchsim.analysis.cards.interactions import Interactions, interactions, together
from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.opening_hands import Dealt, worth
from marchsim.stats.treatments import treatment_effects
from tests.stats.dealt import World, play

NAMES = ["a", "b", "c", "d"]


def items(count: int) -> list[Item]:
    return [Item(f"card-{at:02}", f"Card {at}", "other", None, 0, {}) for at in range(count)]


def given(world: World, seed: int) -> Dealt:
    played = play(world, seed)
    return Dealt(played.entries, played.hands, NAMES, played.strategy, played.seat)


def found(dealt: Dealt) -> Interactions:
    effects = treatment_effects(dealt.entries, dealt.hands, np.zeros_like(dealt.strategy))
    return together([interactions(dealt, items(dealt.hands.items), effects, 1)])[0]


def test_a_planted_deviation_is_found_where_it_is() -> None:
    """Item 3 helps strategy b alone: it is listed for b, first, and hardly any other item is listed."""
    dealt = given(World(700, items=40, special=((3, 1, 3.0),)), 1)
    ours = found(dealt)
    best = max(ours.significant, key=lambda row: row.shrunk)
    assert (best.item.id, best.kind, best.group) == ("card-03", "strategy", "b")
    assert best.shrunk > 0.1 and best.shrunk_interval[0] > 0 and best.there > best.deviation.value > 0  # type: ignore[operator]
    assert sum(row.item.id != "card-03" for row in ours.significant) <= 2
    family = ours.families[0]
    assert family.kind == "strategy" and family.p < 0.01 and family.low > 0
    assert ours.families[1].p > 0.01


def test_a_seat_s_deviation_is_the_seat_s() -> None:
    """The same planted by seat: seats and strategies are told apart."""
    dealt = given(World(700, items=40, special=((5, 2, 3.0),)), 2)
    turned = replace(dealt, strategy=dealt.seat, seat=dealt.strategy, strategies=NAMES)
    best = max(found(turned).significant, key=lambda row: row.shrunk)
    assert (best.item.id, best.kind, best.group) == ("card-05", "seat", "seat 3")


def test_a_strong_item_deviates_nowhere() -> None:
    """Items that help everybody alike, one by 20 points, are not listed; deviations add up to about 0."""
    dealt = given(World(600, worth=(1.0, 0.7, -0.7), alike=True), 3)
    ours = found(dealt)
    main = worth(dealt, 99, 1).effects
    assert (
        main.values[0, 0] > 0.15 and not ours.significant and min(family.p for family in ours.families) > 0.01
    )
    for family in ours.families:
        own = [row for row in family.rows if row.item.id == "card-00"]
        assert len(own) == 4 and sum(row.deviation.value or 0.0 for row in own) == pytest.approx(0, abs=0.01)
        for row in own:
            assert row.deviation.value == pytest.approx(row.there - main.values[0, 0], abs=0.02)


def test_intervals_agree_with_p_and_power_is_told() -> None:
    """p is below 5 % just where the interval excludes 0; what is found in 80 % of runs is over 3 errors."""
    ours = found(given(World(400), 4))
    for row in ours.rows:
        low, high = row.deviation.low, row.deviation.high
        assert low is not None and high is not None and (row.p < 0.05) == (low > 0 or high < 0)
    for family in ours.families:
        usual = float(np.median([row.deviation.se or 0.0 for row in family.rows]))
        level = 0.1 / (2 * len(family.rows))
        assert family.found_first == pytest.approx((stats.norm.isf(level) + stats.norm.isf(0.2)) * usual)
        assert family.found_first > 3 * usual


def test_what_cannot_be_compared_is_said() -> None:
    """One strategy, few deals: a reason for each."""
    dealt = given(World(400), 5)
    alone = replace(dealt, strategies=["a"], strategy=np.zeros_like(dealt.strategy))
    ours = found(alone)
    assert ours.why == {"strategy": "there is one strategy only"} and len(ours.families) == 1
    few = found(given(World(40), 6))
    assert not few.families and "30 deals" in few.why["strategy"] and "30 deals" in few.why["seat"]
    assert few.rows == [] and few.significant == []


def listed(world: World, runs: int, seed: int) -> tuple[int, np.ndarray, np.ndarray]:
    """Return in how many runs anything is listed, p of families (runs, 2), and p of all deviations."""
    ours = [found(given(world, seed + run)) for run in range(runs)]
    families = np.array([[family.p for family in one.families] for one in ours])
    return (
        sum(bool(one.significant) for one in ours),
        families,
        np.array([row.p for one in ours for row in one.rows]),
    )


def test_where_there_is_none_little_is_listed() -> None:
    """Items help everybody alike: of 8 runs 4 at most list a deviation (seeds 300 to 307; 99.9 % of 10 %).

    Strategies are alike too: what helps the odds of all alike helps the share of who wins half most.
    """
    count, _, p_values = listed(World(250, worth=(0.8, 0.8, -0.8), alike=True), 8, 300)
    assert count <= 4
    assert 0.02 < np.mean(p_values < 0.05) < 0.08


@pytest.mark.slow
@pytest.mark.parametrize("deals", [250, 1200])
def test_where_there_is_none_at_length(deals: int) -> None:
    """Over 400 runs the rate of any listed, and of families at 5 %, is no more than its level's band."""
    count, families, p_values = listed(World(deals, worth=(0.8, 0.8, -0.8), alike=True), 400, 40_000)
    print(deals, "any listed", count / 400, "families below 5 %", np.mean(families < 0.05, axis=0))
    print("below 5, 0.1, 0.01 %", *(np.mean(p_values < level) for level in (0.05, 0.001, 0.0001)))
    assert count <= stats.binom.ppf(0.9995, 400, 0.1)
    assert np.all(np.sum(families < 0.05, axis=0) <= stats.binom.ppf(0.9995, 400, 0.05))
    assert np.mean(p_values < 0.001) < 0.002
