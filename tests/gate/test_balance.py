"""Tier 2: right where the truth is known, silent where nothing changed, in band by its own check."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from scipy import stats

from marchsim.analysis.variants import verdicts
from marchsim.analysis.variants.verdicts import Paired
from marchsim.cli import main
from marchsim.recorder.metrics import Margin
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL
from marchsim.stats.likelihood import with_mean
from marchsim.studies.gate import balance
from marchsim.studies.gate.balance import LOOK
from marchsim.studies.gate.case import FAILED
from marchsim.studies.gate.judging import judged
from marchsim.studies.gate.prepared import PreparedGate
from tests.gate.conftest import Gate, write_config

Capture = pytest.CaptureFixture[str]


def pair(shift: float, deals: int, spread: float = 1.0, seed: int = 1) -> Paired:
    """Return values of deals, those of now moved by `shift` on average."""
    chance = np.random.default_rng(seed)
    then = chance.normal(10.0, 2.0, deals)
    return Paired("turns", 4, then, then + chance.normal(shift, spread, deals))


@pytest.mark.parametrize(
    ("shift", "deals", "spread", "word"),
    [
        (0.0, 100, 0.0, IDENTICAL),
        (0.0, 40, 0.0, INCONCLUSIVE),
        (0.0, 29, 0.0, INCONCLUSIVE),
        (0.0, 2000, 1.0, EQUIVALENT),
        (2.0, 200, 1.0, CHANGED),
        (0.2, 2000, 1.0, TRIVIAL),
        (0.4, 40, 3.0, INCONCLUSIVE),
        (5.0, 29, 1.0, INCONCLUSIVE),
        (2.0, 50, 0.0, CHANGED),
        (0.1, 50, 0.0, INCONCLUSIVE),
        (0.3, 500, 0.0, TRIVIAL),
    ],
)
def test_each_verdict(shift: float, deals: int, spread: float, word: str) -> None:
    """Also where the difference is the same in every deal, so that it has no variance."""
    (found,) = verdicts.compare([pair(shift, deals, spread)], [Margin(0.5)])
    assert found.verdict == word


def test_holm_is_over_all_metrics() -> None:
    """One that is just seen alone is not seen among twenty."""
    one = pair(0.28, 200, 1.5, seed=3)
    (alone,) = verdicts.compare([one], [Margin(0.01)])
    others = [pair(0.0, 200, 1.5, seed=10 + i) for i in range(19)]
    among = verdicts.compare([one, *others], [Margin(0.01)] * 20)
    assert alone.verdict == CHANGED and among[0].verdict == INCONCLUSIVE
    assert alone.holm is not None and among[0].holm is not None and among[0].holm > alone.holm


def test_the_verdict_agrees_with_a_large_sample(place: Path, gate: Gate, capsys: Capture) -> None:
    """Where the effect is large: what seven times as many deals say, the gate says."""
    from marchsim.studies.gate.measuring import measure
    from marchsim.studies.gate.prepared import prepare

    (place / "rules.toml").write_text("[rules]\nrest_points = 6\n")
    large = [measure(prepare("race.toml", r), 1, most_blocks=150).blocks for r in ([], ["rules.toml"])]
    by_name = {one.metric: one for one in balance.paired(*large)}
    differences = {name: float(one.differences.mean()) for name, one in by_name.items()}
    capsys.readouterr()
    assert gate("--tiers", "2", "--rules", "rules.toml") == 3
    out = capsys.readouterr().out
    assert abs(differences["spread"]) > 3
    (line,) = [line for line in out.splitlines() if ": spread, 3 players: " in line]
    assert "changed:" in line and (f"({'+' if differences['spread'] > 0 else '-'}") in line
    assert "turns, 3 players: identical" in out


@pytest.mark.parametrize(("shift", "test", "passed"), [
    (0.2, "gain", True), (0.0, "gain", False), (0.0, "non-regression", True), (-0.2, "non-regression", False),
])  # fmt: skip
def test_the_sequential_test_decides(shift: float, test: str, passed: bool) -> None:
    """And early, where the truth is far from what is tested."""
    chance = np.random.default_rng(5)
    differences = np.clip(chance.choice([-0.5, 0.0, 0.5], 4000) + shift, -1, 1)
    found = balance.sequential(differences, test, 0.1)
    assert found.passed is passed
    assert found.deals < 4000


def test_no_look_of_the_sequential_test_knows_what_comes_after_it() -> None:
    """Before, the possible scores were those of all deals: two futures gave two log likelihood ratios."""
    chance = np.random.default_rng(6)
    past = chance.choice([-0.25, 0.0, 0.0, 0.25, 0.5], 300)
    futures = [np.zeros(700), chance.choice([1 / 3, -1 / 12, 5 / 12, 0.7], 700)]
    found = [balance.sequential(np.concatenate([past, future]), "gain", 0.1) for future in futures]
    assert found[0].deals == found[1].deals <= 300
    assert found[0].found == found[1].found == balance.sequential(past, "gain", 0.1).found


def test_scores_that_were_not_seen_add_nothing() -> None:
    """All that four games of credits 0, 1/4, 1/3, 1/2 or 1 allow, hardly possible, give the same ratio."""
    games = product((0.0, 1 / 4, 1 / 3, 1 / 2, 1.0), repeat=4)
    sums = np.unique(np.round([sum(each) / 4 for each in games], 9))
    every = np.unique(np.round((1 + sums[:, None] - sums) / 2, 9))
    chance = np.random.default_rng(7)
    differences = chance.choice([-0.5, -0.25, 0.0, 0.25, 1 / 12], 200)
    ours = balance.sequential(differences[:LOOK], "gain", 0.05).found.llr
    seen = np.round((1 + differences[:LOOK]) / 2, 9)
    held = (seen[:, None] == every).sum(axis=0) + 1e-12
    held[[0, -1]] = 1e-3
    fits = [with_mean(held / held.sum(), every, mean) for mean in (0.5, 0.525)]
    assert len(every) > 100 and fits[0] is not None and fits[1] is not None
    assert ours == pytest.approx(float(held @ np.log(fits[1] / fits[0])), abs=1e-4)


def wrong(test: str, repeats: int, seed: int) -> int:
    """Return how often the test says that a strategy gained (or lost) 0.1 where nothing has moved."""
    chance, found = np.random.default_rng(seed), 0
    for _ in range(repeats):
        differences = chance.choice([-0.5, -0.25, 0.0, 0.25, 0.5], 3_000, p=[0.1, 0.2, 0.4, 0.2, 0.1])
        passed = balance.sequential(differences, test, 0.1).passed
        found += passed is (test == "gain")
    return found


def gates_failed(counts: int, repeats: int, seed: int) -> int:
    """Return how many gates find a loss at one of so many numbers of players, where nothing has moved."""
    chance, found = np.random.default_rng(seed), 0
    gating = SimpleNamespace(test="non-regression", focal="one", gain=0.1, targets={})
    prepared = cast(PreparedGate, SimpleNamespace(gating=gating))
    for _ in range(repeats):
        moves = chance.choice([-0.5, -0.25, 0.0, 0.25, 0.5], (counts, 3_000), p=[0.1, 0.2, 0.4, 0.2, 0.1])
        still = np.full(3_000, 0.5)
        pairs = [Paired("share.one", 2 + at, still, still + each) for at, each in enumerate(moves)]
        found += any(case.status == FAILED for case in judged(prepared, {}, pairs, ""))
    return found


def test_sequential_tests_share_their_error() -> None:
    """Four of them: 6 % of gates failed where nothing moved (19 of 300), now 1 %, as each has a quarter."""
    assert gates_failed(4, 60, 9) <= stats.binom.ppf(0.9995, 60, 0.05)
    one, four = (balance.sequential(np.zeros(100), "gain", 0.1, tests).found for tests in (1, 4))
    assert one.upper == pytest.approx(np.log(19)) and four.upper == pytest.approx(np.log(79))


@pytest.mark.slow
def test_sequential_tests_share_their_error_at_length() -> None:
    """In at most 5 % of 600 gates (99.9 % band)."""
    found = gates_failed(4, 600, 10)
    print(f"{found} of 600 gates with four sequential tests fail where nothing has moved")
    assert found <= 46


@pytest.mark.slow
@pytest.mark.parametrize("test", ["gain", "non-regression"])
def test_the_sequential_test_errs_as_it_says(test: str) -> None:
    """In at most 5 % of 600 tests; 46 is what chance leaves (99.9 %)."""
    found = wrong(test, 600, 8)
    print(f"{test}: {found} of 600 wrong where nothing has moved")
    assert found <= 46


def test_the_sequential_test_of_a_configuration(place: Path, capsys: Capture) -> None:
    """A strategy that rests is worth more where resting is; the other tiers are not asked."""
    more = 'test = "gain"\nfocal = "rester"\ngain = 0.1\nmetrics = ["turns"]'
    write_config(place, blocks=60, more=more, margins="{ turns = 0.1 }")
    (place / "rules.toml").write_text("[rules]\nrest_points = 6\n")
    assert main.run(["baseline", "create", "race.toml", "--out", "gain.json", "--workers", "1"]) == 0
    command = ["gate", "race.toml", "--baseline", "gain.json", "--tiers", "2", "--workers", "1"]
    assert main.run([*command, "--rules", "rules.toml"]) == 0
    assert "passed: gain of share.rester, 3 players: accept h1 after" in capsys.readouterr().out
    assert main.run(command) in (3, 4)


def test_plan_says_what_it_takes(gate: Gate, capsys: Capture) -> None:
    capsys.readouterr()
    assert gate("--plan") == 0
    out = capsys.readouterr().out
    assert "tier 1: 20 fixed games" in out and "tier 2: 240 games" in out
    assert re.search(r"spread, 3 players, margin 0\.544: \d+; [\d,]+ or [\d,]+; there are 80", out)
    assert "warning: too few deals with 3 players for seat.1" in " ".join(out.split())
