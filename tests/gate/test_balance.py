"""Tier 2: right where the truth is known, silent where nothing changed, in band by its own check."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from marchsim.analysis.variants import verdicts
from marchsim.analysis.variants.verdicts import Paired
from marchsim.cli import main
from marchsim.recorder.metrics import Margin
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL
from marchsim.studies.gate import preparation
from marchsim.studies.gate.case import FAILED
from marchsim.studies.gate.judging import judged
from marchsim.studies.gate.preparation import prepare
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


@pytest.mark.parametrize(("shift", "explained"), [(0.5, True), (2.0, False)])
def test_a_change_below_its_margin_that_fails_is_explained(
    place: Path, shift: float, explained: bool
) -> None:
    """The difference lies within the margin, and its interval does not."""
    (case,) = judged(prepare("race.toml"), {4: {"turns": 0.5}}, [pair(shift, 200)], "")
    assert case.status == FAILED and abs(case.numbers["difference"] - shift) < 0.2
    words = "a difference from 0 is shown, and the 90 % interval, +"
    assert any(line.startswith(words) for line in case.details) == explained


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
    from marchsim.studies.gate.preparation import measure

    (place / "rules.toml").write_text("[rules]\nrest_points = 6\n")
    large = [measure(prepare("race.toml", r), 1, most_blocks=150).blocks for r in ([], ["rules.toml"])]
    by_name = {one.metric: one for one in preparation.paired(*large)}
    differences = {name: float(one.differences.mean()) for name, one in by_name.items()}
    capsys.readouterr()
    assert gate("--tiers", "2", "--rules", "rules.toml") == 3
    out = capsys.readouterr().out
    assert abs(differences["spread"]) > 3
    (line,) = [line for line in out.splitlines() if ": spread, 3 players: " in line]
    assert "changed:" in line and (f"({'+' if differences['spread'] > 0 else '-'}") in line
    assert "turns, 3 players: identical" in out


def test_plan_says_what_it_takes(gate: Gate, capsys: Capture) -> None:
    capsys.readouterr()
    assert gate("--plan") == 0
    out = capsys.readouterr().out
    assert "tier 1: 20 fixed games" in out and "tier 2: 240 games" in out
    assert re.search(r"spread, 3 players, margin 0\.544: \d+; [\d,]+ or [\d,]+; there are 80", out)
    assert "warning: too few deals with 3 players for seat.1" in " ".join(out.split())


def test_a_card_and_a_strategy_are_metrics_of_a_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Each has its margin, and a card is measured on the deals that have it."""
    monkeypatch.chdir(tmp_path)
    Path("gate.toml").write_text(
        'name = "cards"\ngame = "march"\nseed = 3\n[design]\nkind = "roundrobin"\n'
        "players = [4]\nblocks = 200\n"
        '[[strategies]]\nuse = "brooder"\n[[strategies]]\nuse = "forager"\n[[strategies]]\nuse = "evolver"\n'
        '[[strategies]]\nuse = "explorer"\n'
        '[gate]\ngames = 2\nmetrics = ["cards.army-head", "share.brooder"]\n'
    )
    assert main.run(["baseline", "create", "gate.toml", "--out", "base.json"]) == 0
    capsys.readouterr()
    words = ["gate", "gate.toml", "--baseline", "base.json", "--tiers", "2", "--json"]
    main.run([*words, "--set", "cards.army-head.cost=6"])
    (tier,) = json.loads(capsys.readouterr().out)["tiers"]
    found = {case["numbers"]["metric"]: case["numbers"] for case in tier["cases"]}
    assert list(found) == ["cards.army-head", "share.brooder"]
    card = found["cards.army-head"]
    assert card["margin"] == 0.05 and card["differ"] == card["deals"] < 60 and card["now"] < card["then"]
    assert found["share.brooder"]["deals"] == 200 and found["share.brooder"]["margin"] == 0.02
