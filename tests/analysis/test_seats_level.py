"""Seats and what levels them: planted shares, Fieller's interval inverted by hand, verdicts, calibration."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize, stats

from marchsim.analysis.variants.seat_effects import Lever, SeatShares, seat_effects
from marchsim.analysis.variants.seats_level import (
    LEVELLED,
    OPEN,
    UNEVEN,
    more_level,
    seats_level,
    unevenness,
)
from marchsim.stats.clusters import Floats

EVEN = np.array([0.25, 0.25, 0.25, 0.25])
TILTED = np.array([0.30, 0.27, 0.23, 0.20])


def deals(shares: Floats, number: int, rng: np.random.Generator) -> Floats:
    """Return shares by deal (number, seats), each of as many games as seats."""
    k = len(shares)
    found: Floats = rng.multinomial(k, shares, number) / k
    return found


def swept(effect: float, number: int, seed: int = 1) -> SeatShares:
    """Return a sweep of one resource at three seats, of which a unit is worth `effect` points to each."""
    rng, base = np.random.default_rng(seed), np.array([0.40, 0.33, 0.27])
    ways = [base]
    for seat in range(3):
        change = effect * (np.eye(3)[seat] - (1 - np.eye(3)[seat]) / 2)
        ways += [base + change, base - change]
    return SeatShares(np.stack([deals(way, number, rng) for way in ways], axis=1), 0)


LEVERS = tuple(Lever("food", seat) for seat in range(3))


def test_effects_and_units_are_those_that_were_planted() -> None:
    """A unit is worth 4 points; the first seat needs -1.67 units alone, and all together -1.1, 0, 1.1."""
    found = seat_effects(swept(0.04, 20_000), LEVERS)
    assert [one.effect for one in found.effects] == pytest.approx([0.04] * 3, abs=0.005)
    assert [one.units for one in found.effects] == pytest.approx([-1.67, 0.08, 1.58], abs=0.25)
    assert [one.together for one in found.effects] == pytest.approx([-1.11, 0.06, 1.06], abs=0.2)
    assert found.bend is not None and found.bend > 0.05


def test_the_interval_is_that_of_inverted_t_tests() -> None:
    """At both ends the t test by deal that so many units level the seat has a p of just 5 % (scipy)."""
    given = swept(0.06, 400)
    found = seat_effects(given, LEVERS).effects[2]
    lacks = 1 / 3 - given.shares.mean(axis=1)[:, 2]
    slope = (given.shares[:, 5, 2] - given.shares[:, 6, 2]) / 2

    def beyond(units: float) -> float:
        return float(stats.ttest_1samp(lacks - units * slope, 0).pvalue) - 0.05

    assert found.units is not None and found.interval is not None
    low = optimize.brentq(beyond, found.units - 3, found.units)
    high = optimize.brentq(beyond, found.units, found.units + 3)
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=1e-6)


def test_a_resource_that_does_nothing_has_no_interval_and_no_units() -> None:
    for one in seat_effects(swept(0.0, 300), LEVERS).effects:
        assert one.interval is None and one.units is None and one.together is None


def test_where_there_is_nothing_to_take_a_unit_more_tells_alone() -> None:
    """A unit fewer that plays the same games is no half of an effect."""
    given = swept(0.04, 20_000)
    given.shares[:, 6] = given.shares[:, 0]
    found = seat_effects(given, LEVERS).effects[2]
    assert found.effect == pytest.approx(0.04, abs=0.01)
    assert found.share == pytest.approx(given.shares[:, 0, 2].mean())


def test_effects_that_bend_are_told() -> None:
    """Where every change, more or fewer, costs the first seat 5 points, the surface is not straight."""
    given = swept(0.04, 3_000)
    rng = np.random.default_rng(5)
    taken = (rng.random(given.shares[:, 1:, 0].shape) < 0.15) & (given.shares[:, 1:, 0] > 0)
    given.shares[:, 1:, 0] -= taken / 3
    given.shares[:, 1:, 1] += taken / 3
    bend = seat_effects(given, LEVERS).bend
    assert bend is not None and bend < 0.001


@pytest.mark.parametrize(
    ("shares", "number", "verdict"), [(EVEN, 4_000, LEVELLED), (TILTED, 4_000, UNEVEN), (EVEN, 60, OPEN)]
)
def test_verdicts_come_from_intervals_against_the_margin(shares: Floats, number: int, verdict: str) -> None:
    found = seats_level(deals(shares, number, np.random.default_rng(2)), 0.02)
    assert found.verdict == verdict
    assert found.shares == pytest.approx(shares, abs=0.06)
    assert all(one.low < share < one.high for one, share in zip(found.together, found.shares, strict=True))


def test_seats_that_never_vary_are_level_and_nothing_is_tested() -> None:
    found = seats_level(np.full((400, 4), 0.25), 0.02)
    assert found.verdict == LEVELLED and found.equal is None and found.furthest == 0
    assert more_level(np.full((400, 4), 0.25), np.full((400, 4), 0.25)) is None


@pytest.mark.parametrize("shares", [EVEN, TILTED])
def test_unevenness_is_without_bias(shares: Floats) -> None:
    """Its mean over 2,000 samples of 50 deals is that of the true shares."""
    rng = np.random.default_rng(7)
    found = [unevenness(deals(shares, 50, rng)) for _ in range(2_000)]
    error = 4 * float(np.std(found)) / 2_000**0.5
    assert float(np.mean(found)) == pytest.approx(float(np.sum((shares - 0.25) ** 2)), abs=error)


@pytest.mark.slow
def test_more_level_keeps_its_size_and_finds_what_is_there() -> None:
    """Equally uneven seats seem to differ in 3 to 7 of 100 cases; tilted ones are told from level ones."""
    rng = np.random.default_rng(8)
    mirrored = TILTED[::-1]
    sizes = [more_level(deals(TILTED, 1_000, rng), deals(mirrored, 1_000, rng)) for _ in range(1_000)]
    assert 0.03 < np.mean([test is not None and test.p < 0.05 for test in sizes]) < 0.07
    power = [more_level(deals(TILTED, 1_000, rng), deals(EVEN, 1_000, rng)) for _ in range(100)]
    assert np.mean([test is not None and test.p < 0.05 and test.statistic > 0 for test in power]) > 0.95


@pytest.mark.slow
def test_verdicts_err_as_seldom_as_they_say() -> None:
    """A seat just at the margin is called level in 5 of 100 cases at most; level ones hardly ever uneven."""
    rng = np.random.default_rng(9)
    edge = np.array([0.27, 0.25, 0.25, 0.23])
    wrong = [seats_level(deals(edge, 3_000, rng), 0.02).verdict == LEVELLED for _ in range(400)]
    assert np.mean(wrong) <= 0.07
    assert not any(seats_level(deals(EVEN, 500, rng), 0.02).verdict == UNEVEN for _ in range(200))
