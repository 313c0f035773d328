"""Combinations of changes: effects as of numpy's least squares, joint coverage, and few false relations."""

from __future__ import annotations

import numpy as np
import pytest

from marchsim.analysis.variants.comparisons import study
from marchsim.analysis.variants.differences import ChangedValue
from marchsim.analysis.variants.factorial import (
    CANCEL,
    DEPEND,
    LESS,
    LEVEL_OUT,
    MORE,
    FactorialEffect,
    effects_of,
    factorial,
    model_of,
)
from marchsim.analysis.variants.rulesets import of_run
from marchsim.runner.configuration.sweep import independent
from marchsim.stats import simultaneous
from marchsim.stats.clusters import Floats
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.ruled import ruled

FOUR = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}


def design(many: int) -> Floats:
    """The changes (variants, many) of a fraction, each -0.5 or 0.5."""
    columns = independent(many)
    runs = range(2 ** columns[-1].bit_length())
    return np.array([[(column & run).bit_count() % 2 - 0.5 for column in columns] for run in runs])


def found_in(
    truth: Floats, deals: int, seed: int, level: float = 0.95, noise: float = 2.0
) -> list[FactorialEffect]:
    """Return the effects of five changes in a world with these means of variants."""
    rng = np.random.default_rng(seed)
    values = truth + rng.normal(0, 3, (deals, 1)) + rng.normal(0, noise, (deals, len(truth)))
    factors = tuple(ChangedValue(("rules", f"r{at}"), "1", "2") for at in range(5))
    return effects_of("turns", 4, factors, values, model_of(design(5)), level, 0.5)


def means(many: int, changes: dict[tuple[int, ...], float]) -> Floats:
    """The true mean of each variant: the sum of gains, each where all changes of its combination are made."""
    on = design(many) > 0
    found = np.full(len(on), 40.0)
    for own, gain in changes.items():
        found += gain * on[:, list(own)].all(axis=1)
    return found


@pytest.mark.parametrize(("many", "variants"), [(2, 4), (4, 16), (5, 16), (6, 32), (8, 64), (11, 128)])
def test_changes_and_pairs_are_columns_that_none_repeats(many: int, variants: int) -> None:
    """Resolution V: the columns of all changes and pairs are orthogonal, so no effect is part of another."""
    model = model_of(design(many))
    assert model.shape == (variants, 1 + many + many * (many - 1) // 2)
    crossed = model.T @ model
    assert np.allclose(crossed, np.diag(np.diag(crossed)))


def test_effects_are_those_of_least_squares() -> None:
    """Against `numpy.linalg.lstsq` on all values at once, with a column for each deal."""
    rng = np.random.default_rng(1)
    values, model = rng.normal(0, 1, (60, 16)), model_of(design(5))
    factors = tuple(ChangedValue(("rules", f"r{at}"), "1", "2") for at in range(5))
    found = effects_of("turns", 4, factors, values, model, 0.95, 0.5)
    rows = np.column_stack([np.kron(np.eye(60), np.ones((16, 1))), np.tile(model[:, 1:], (60, 1))])
    expected = np.linalg.lstsq(rows, values.ravel(), rcond=None)[0][60:]
    assert [one.estimate.value for one in found] == pytest.approx(expected)
    pair = next(one for one in found if len(one.factors) == 2)
    first, second, both = expected[0], expected[1], expected[0] + expected[1]
    alone = [part.value for part in pair.alone]
    assert alone == pytest.approx([first - expected[5] / 2, second - expected[5] / 2])
    assert pair.both is not None and pair.both.value == pytest.approx(both)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({(0,): 2.0, (1,): 2.0, (0, 1): -3.0}, CANCEL),  # each alone 2, both 1
        ({(0,): 2.0, (1,): 2.0, (0, 1): -1.2}, LESS),
        ({(0,): 2.0, (1,): 2.0, (0, 1): 1.5}, MORE),
        ({(0, 1): 2.0}, DEPEND),
        ({(0,): 2.0, (1,): -2.0}, LEVEL_OUT),
        ({(0,): 2.0, (1,): 2.0}, ""),
    ],
)
def test_relations_are_those_that_were_planted(changes: dict[tuple[int, ...], float], word: str) -> None:
    """Two of five changes act, in 16 variants on 400 deals; no other pair is said to do anything."""
    found = found_in(means(5, changes), 400, seed=3)
    first, *others = [one.word for one in found[5:]]
    assert first == word and not any(others)


def spoilt(worlds: int, deals: int, changes: dict[tuple[int, ...], float]) -> tuple[int, int]:
    """In how many worlds an interval misses the truth, and in how many a pair has a word."""
    truth = means(5, changes)
    model = model_of(design(5))
    true = np.linalg.pinv(model)[1:] @ truth
    missed = wrong = 0
    for seed in range(worlds):
        found = found_in(truth, deals, 1_000 + seed)
        inside = [
            one.estimate.low is not None and one.estimate.low <= value <= (one.estimate.high or 0.0)
            for one, value in zip(found, true, strict=True)
        ]
        missed += not all(inside)
        wrong += any(one.word for one in found)
    return missed, wrong


@pytest.fixture
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Critical values of max-t are of 4,000 draws."""
    monkeypatch.setattr(simultaneous, "DRAWS", 4_000)


def test_intervals_hold_at_once_and_nothing_cancels_by_chance(fewer_draws: None) -> None:
    """Of 40 worlds without any interaction at most 7 are missed or named (99.9 % band of 5 %)."""
    missed, wrong = spoilt(40, 60, {(0,): 1.0, (1,): 1.0, (2,): -2.0})
    assert missed <= 7 and wrong <= 7


@pytest.mark.slow
def test_of_400_worlds_one_in_twenty_errs(fewer_draws: None) -> None:
    """At most 36 of 400 (99.9 % band of 5 %) have an interval that misses, or a word for a pair."""
    for deals in (30, 100):
        missed, wrong = spoilt(400, deals, {(0,): 1.0, (1,): 1.0, (2,): -2.0})
        assert missed <= 36 and wrong <= 36, (deals, missed, wrong)


def combined(worth: dict[tuple[int, ...], float], many: int = 2, blocks: int = 320) -> MemoryRun:
    """A run in memory of all combinations of changes, which multiply the worth of the first seat."""
    rows = (design(many) > 0).astype(int)
    changes = {}
    for row in rows:
        made = {at for at in range(many) if row[at]}
        seat = float(np.prod([gain for own, gain in worth.items() if set(own) <= made]))
        changes["-".join(map(str, row))] = {"seat_worth": (seat, 1, 1, 1)}
    run = ruled(Planted(FOUR, blocks=blocks, luck=0.8), changes)
    listed = [
        {"name": name, "rules": {f"r{at}": int(value) for at, value in enumerate(row)}}
        for name, row in zip(changes, rows, strict=True)
    ]
    run.manifest["configuration"]["resolved"]["variants"] = listed
    for one, own in zip(run.manifest["variants"], listed, strict=True):
        one["resolved"] = {"rules": own["rules"]}
    return run


def test_a_run_of_combinations_is_found_by_its_values() -> None:
    """Each of two changes triples the first seat's odds, both leave them; a third value leaves no design."""
    run = combined({(0,): 3.0, (1,): 3.0, (0, 1): 1 / 9})
    found = factorial(study(of_run(run, "planted")))
    assert found is not None and found.variants == 4 and found.deals == 320 and found.saved == 1.5
    assert [(one.path, one.old, one.new) for one in found.factors] == [
        (("rules", "r0"), "0", "1"), (("rules", "r1"), "0", "1"),
    ]  # fmt: skip
    (pair,) = [one for one in found.effects if len(one.factors) == 2 and one.metric == "seat.1"]
    assert pair.word == CANCEL and (pair.estimate.high or 0) < 0
    run.manifest["configuration"]["resolved"]["variants"][3]["rules"]["r1"] = 2
    assert factorial(study(of_run(run, "planted"))) is None


def test_a_design_that_cannot_tell_pairs_apart_is_none() -> None:
    """Three variants of two changes leave the pair open, and one change is no combination."""
    run = combined({(0,): 2.0})
    run.manifest["configuration"]["resolved"]["variants"].pop()
    assert factorial(study(of_run(run, "planted"))) is None
    for one in run.manifest["configuration"]["resolved"]["variants"]:
        one["rules"].pop("r1")
    assert factorial(study(of_run(run, "planted"))) is None
