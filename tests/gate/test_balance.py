"""Tier 2: right where the truth is known, silent where nothing changed, in band by its own check."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from marchsim.analysis import verdicts
from marchsim.analysis.verdicts import Paired
from marchsim.cli import main
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL
from marchsim.studies.gate import balance, foresight
from tests.gate.conftest import Gate

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
        (0.0, 2000, 1.0, EQUIVALENT),
        (2.0, 200, 1.0, CHANGED),
        (0.2, 2000, 1.0, TRIVIAL),
        (0.4, 40, 3.0, INCONCLUSIVE),
        (5.0, 29, 1.0, INCONCLUSIVE),
        (2.0, 50, 0.0, CHANGED),
        (0.1, 50, 0.0, TRIVIAL),
    ],
)
def test_each_verdict(shift: float, deals: int, spread: float, word: str) -> None:
    """Also where the difference is the same in every deal, so that it has no variance."""
    (found,) = verdicts.compare([pair(shift, deals, spread)], [0.5])
    assert found.verdict == word


def test_holm_is_over_all_metrics() -> None:
    """One that is just seen alone is not seen among twenty."""
    one = pair(0.28, 200, 1.5, seed=3)
    (alone,) = verdicts.compare([one], [0.01])
    among = verdicts.compare([one, *(pair(0.0, 200, 1.5, seed=10 + i) for i in range(19))], [0.01] * 20)
    assert alone.verdict == CHANGED and among[0].verdict == INCONCLUSIVE
    assert alone.holm is not None and among[0].holm is not None and among[0].holm > alone.holm


def test_the_verdict_agrees_with_a_large_sample(place: Path, gate: Gate, capsys: Capture) -> None:
    """Where the effect is large: what twenty times as many deals say, the gate says."""
    from marchsim.studies.gate.measuring import measure
    from marchsim.studies.gate.prepared import prepare

    (place / "rules.toml").write_text("[rules]\nrest_points = 6\n")
    large = [measure(prepare("race.toml", r), 1, most_blocks=400).blocks for r in ([], ["rules.toml"])]
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


def test_the_sequential_test_of_a_configuration(place: Path, capsys: Capture) -> None:
    """A strategy that rests is worth more where resting is; the other tiers are not asked."""
    text = (place / "race.toml").read_text().replace("blocks = 20", "blocks = 60")
    text = text.replace("[gate]", '[gate]\ntest = "gain"\nfocal = "rester"\ngain = 0.1\nmetrics = ["turns"]')
    (place / "race.toml").write_text(text)
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
    assert "spread, 3 players:" in out and "the design has 80" in out


def test_the_band_is_binomial() -> None:
    """As the tables have it: 200 trials at 5 % are within 3 to 19 in 99 % of all cases."""
    assert foresight.band(200) == (3, 19)
    assert foresight.band(1) == (0, 1)


def test_selfcheck_of_few_gates(gate: Gate, capsys: Capture) -> None:
    capsys.readouterr()
    assert gate("--selfcheck", "--reps", "10") == 0
    out = capsys.readouterr().out
    assert "the fixed games played twice: all the same" in out and "10 gates of equal rules" in out


@pytest.mark.slow
def test_selfcheck_of_two_hundred_gates(place: Path, capsys: Capture) -> None:
    """The project's own gate cries wolf no more often than it says."""
    from tests.gate.mutating import BASELINE, CONFIG

    command = ["gate", CONFIG, "--baseline", str(BASELINE), "--selfcheck", "--reps", "200"]
    assert main.run(command) == 0
    assert "200 gates of equal rules" in capsys.readouterr().out
