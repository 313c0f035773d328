"""Targets are called met or missed by enough deals only: studies with known truth just off the target."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from marchsim.analysis.variants.comparisons import level
from marchsim.analysis.variants.targets import MET, MISSED, PERHAPS_MET, Target, target
from marchsim.recorder.metrics import described

# metric, true share, target, tolerance, deals, and how often a false word was said for sure before
FALSE = [
    ("lead-changes", 0.04, 0.0, 0.03, 30, 0.29),
    ("lead-changes", 0.06, 0.0, 0.05, 30, 0.15),
    ("won", 0.94, 1.0, 0.05, 30, 0.16),
    ("won", 0.90, 0.98, 0.05, 40, 0.08),
    ("won", 0.85, 0.80, 0.05, 40, 0.13),
]


def wrongly_sure(metric: str, true: float, goal: float, room: float, deals: int, studies: int) -> int:
    """Return in how many studies the wrong word is said for sure."""
    generator, inside = np.random.default_rng(7), abs(true - goal) <= room + 1e-9
    wrong = 0
    for _ in range(studies):
        values = (generator.random(deals) < true).astype(np.float64)
        found = target(level("base", metric, 4, values), goal, room)
        wrong += found.verdict == (MISSED if inside else MET)
    return wrong


@pytest.mark.parametrize(("metric", "true", "goal", "room", "deals", "before"), FALSE)
def test_sure_words_are_seldom_false(
    metric: str, true: float, goal: float, room: float, deals: int, before: float
) -> None:
    """At most 5 % (99.9 % band) in 50 studies; before by far more."""
    found = wrongly_sure(metric, true, goal, room, deals, 50)
    assert found <= stats.binom.ppf(0.9995, 50, 0.05)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "true", "goal", "room", "deals", "before"), FALSE)
def test_sure_words_are_seldom_false_at_length(
    metric: str, true: float, goal: float, room: float, deals: int, before: float
) -> None:
    """At most 5 % (99.9 % band) in 1,500 studies."""
    found = wrongly_sure(metric, true, goal, room, deals, 1_500)
    print(f"{metric} {true} of {goal} +- {room}, {deals} deals: {before:.1%} before, {found / 1_500:.1%} now")
    assert found <= stats.binom.ppf(0.9995, 1_500, 0.05) < before * 1_500


def told(metric: str, values: list[float], goal: float, room: float) -> Target:
    return target(level("base", metric, 4, np.array(values)), goal, room)


def test_deals_that_are_all_alike_are_no_certainty() -> None:
    """Of 30 deals without a lead change 9.5 % of those to come may have one; with 100 it is 3 %."""
    few, many = (told("lead-changes", [0.0] * deals, 0.0, 0.03) for deals in (30, 100))
    assert few.verdict == PERHAPS_MET and many.verdict == MET
    assert few.level.narrow is not None and few.level.narrow.high == pytest.approx(1 - 0.05 ** (1 / 30))
    assert told("rounds", [4.0] * 200, 4.0, 0.07).verdict == MET
    assert told("rounds", [4.0] * 200, 4.0, 0.05).verdict == PERHAPS_MET
    assert told("margin", [0.0] * 200, 0.0, 1.0).verdict == PERHAPS_MET  # how far one may be is not known


def test_numbers_that_vary_keep_t() -> None:
    """As do shares of many deals."""
    generator = np.random.default_rng(3)
    for metric, values in (
        ("turns", generator.normal(60, 9, 40)),
        ("won", 1.0 * (generator.random(400) < 0.4)),
    ):
        narrow = level("base", metric, 4, values).narrow
        assert narrow is not None and narrow.method == "t by deal"
        low, high = stats.t.interval(0.9, len(values) - 1, values.mean(), stats.sem(values))
        assert (narrow.low, narrow.high) == pytest.approx((low, high))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_seat_trend_ends_where_one_seat_wins_all(players: int) -> None:
    """The slope over seats, times the seats less one, of credits 0 but for the last seat's."""
    credit = np.zeros(players)
    credit[-1] = 1
    slope = np.polyfit(np.arange(players), credit, 1)[0] * (players - 1)
    ends = described("seat-trend").ends(players)
    assert ends is not None and ends == pytest.approx((-slope, slope))
