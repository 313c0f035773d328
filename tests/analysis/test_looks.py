"""Runs that are played on after their verdicts were seen: the error of all looks together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.judging.judged_field import seats
from marchsim.analysis.judging.run_verdicts import TOTAL, verdicts
from marchsim.analysis.judging.verdict import CLAIMS, GREEN, Family
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import error_part, look_words, part_at
from marchsim.analysis.variants.seats_level import LEVELLED, UNEVEN, seats_level
from marchsim.analysis.variants.verdicts import Paired, compare
from marchsim.recorder.metrics import Margin
from marchsim.reporting import terminal
from marchsim.stats.equivalence import CHANGED
from tests.analysis.planted import Planted, in_memory
from tests.analysis.test_run_verdicts import BEYOND, LEVEL, Truth, seats_of

EACH = TOTAL / 3
FOUR = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 1.0}


def test_looks_after_the_first_share_the_error_once() -> None:
    """The first has all of it; all others together have it once more, and five doublings cost 1.25 widths."""
    assert error_part(1) == 1.0
    assert sum(error_part(look) for look in range(2, 20_000)) == pytest.approx(1.0, abs=1e-4)
    assert stats.norm.isf(EACH * error_part(6) / 2) / stats.norm.isf(EACH / 2) == pytest.approx(
        1.25, abs=0.01
    )


@pytest.mark.parametrize(("times", "looks"), [(4, 2), (4, 11), (2, 11), (1.1, 30)])
def test_looks_err_in_their_part(times: float, looks: int) -> None:
    """Of 40,000 level worlds with 4 seats: at the first look, and at all others, no more than the error.

    Their sums grow as those of many deals do (normal), each look with `times` as many.
    """
    generator = np.random.default_rng(7)
    sizes = times ** np.arange(looks)
    worlds = 40_000
    walk = np.zeros((worlds, 4))
    wrong = {
        "first": np.zeros(worlds, bool),
        "later": np.zeros(worlds, bool),
        "naive": np.zeros(worlds, bool),
    }
    for look, (size, before) in enumerate(zip(sizes, [0.0, *sizes[:-1]], strict=True), 1):
        step = generator.normal(size=(worlds, 4)) * np.sqrt(size - before)
        walk += (step - step.mean(axis=1, keepdims=True)) / np.sqrt(0.75)
        most = np.abs(walk).max(axis=1) / np.sqrt(size)
        wrong["first" if look == 1 else "later"] |= most > stats.norm.isf(EACH * error_part(look) / 8)
        wrong["naive"] |= most > stats.norm.isf(EACH / 8)
    most_wrong = stats.binom.isf(0.001, worlds, EACH)
    assert wrong["first"].sum() <= most_wrong and wrong["later"].sum() <= most_wrong
    assert wrong["naive"].sum() > most_wrong


def prefix(one: Panel, deals: int) -> Panel:
    """Return the first deals of what was played."""
    first = pl.col("deal") < deals
    return replace(one, games=one.games.filter(first), by_seat=one.by_seat.filter(first))


def chips(truth: Truth, sizes: list[int], worlds: int, seed: int) -> np.ndarray:
    """Return the chip of the seats of each world at each look, (worlds, looks)."""
    generator, made = np.random.default_rng(seed), []
    for _ in range(worlds):
        whole = seats_of(truth, sizes[-1], generator)
        row = []
        for look, size in enumerate(sizes, 1):
            asked = seats("", [prefix(one, size) for one in whole], 8.0)
            assert asked is not None
            row.append(asked.judge(Family(1, EACH * error_part(look))).chip)
        made.append(row)
    return np.array(made)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("truth", "wrong", "sizes"),
    [
        ({4: (100.0,) * 4}, CLAIMS, [40 * 4**look for look in range(5)]),
        (LEVEL, CLAIMS, [40 * 2**look for look in range(8)]),
        (BEYOND, (GREEN,), [40 * 2**look for look in range(8)]),
    ],
    ids=["four-fold", "doubled", "beyond the margin"],
)
def test_seats_err_in_their_part_at_any_look(truth: Truth, wrong: tuple[str, ...], sizes: list[int]) -> None:
    """Of 300 worlds played on: wrong at the first look, or at any later one, in no more than the error."""
    found = np.isin(chips(truth, sizes, 300, 5), wrong)
    most = stats.binom.isf(0.001, 300, EACH)
    assert found[:, 0].sum() <= most and found[:, 1:].any(axis=1).sum() <= most


def test_an_extended_run_is_judged_at_its_look() -> None:
    """A sixth of the error, wider intervals, and a line that says so; nothing of it at the first look."""
    run = in_memory(Planted(FOUR, blocks=120))
    run.manifest["plan"] = {"blocks": 120, "games": 480}
    first = verdicts(run)
    assert look_words(run.manifest) == "" and part_at(run.manifest) == 1.0
    run.manifest["looks"] = [{"blocks": 40, "by": ""}]
    second = verdicts(run)
    assert first[0].family and second[0].family
    assert (first[0].family.total, second[0].family.total) == pytest.approx((TOTAL, TOTAL / 6))
    narrow, wide = first[0].interval, second[0].interval
    assert narrow and wide and wide[0] < narrow[0] < narrow[1] < wide[1]
    said = " ".join(terminal.look_lines(run)).split()
    assert " ".join(said).startswith(
        "Look 2 at this run, finished before after 40 blocks. Verdicts have 0.83 %"
    )
    run.manifest["looks"] = [{"blocks": 120, "by": ""}]
    assert verdicts(run) == first and terminal.look_lines(run) == []


def test_a_run_that_began_as_a_sequence_stays_one() -> None:
    """Stopped by precision and extended, it is judged as if it had just been stopped by precision."""
    run = in_memory(Planted(FOUR, blocks=120))
    run.manifest["stopped"] = {"by": "precision", "blocks": 120, "words": "narrow enough"}
    stopped = verdicts(run)
    del run.manifest["stopped"]
    run.manifest |= {"plan": {"blocks": 120}, "looks": [{"blocks": 60, "by": "precision"}]}
    assert verdicts(run) == stopped
    assert "Intervals of shares are still those that hold whenever" in look_words(run.manifest)


def test_changes_and_level_seats_keep_to_the_part_of_their_look() -> None:
    """What a first look calls changed is open at a second, and seats are neither level nor uneven."""
    values = np.tile([0.0, 1.0], 100)
    pair = Paired("turns", 4, values, values + np.tile([1.0, 1.0, 1.0, -2.2], 50))
    (first,), (second,) = (compare([pair], [Margin(0.05)], part=part) for part in (1.0, error_part(2)))
    assert first.verdict == CHANGED != second.verdict
    assert first.p and second.p == pytest.approx(6 * first.p) and second.wide == first.wide
    assert first.joint and second.joint and second.joint.low < first.joint.low
    shares = np.random.default_rng(2).dirichlet(np.ones(4) * 3, 120)
    shares += np.array([0.31, 0.25, 0.22, 0.22]) - shares.mean(axis=0)
    assert seats_level(shares, 0.03).verdict == UNEVEN != seats_level(shares, 0.03, error_part(2)).verdict
    even = shares - shares.mean(axis=0) + 0.25
    assert seats_level(even, 0.028).verdict == LEVELLED != seats_level(even, 0.028, error_part(2)).verdict
