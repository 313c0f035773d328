"""A species of Ant Wars as a metric of a gate, with a claim: judged on the deals that have it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli import main
from marchsim.errors import BAD_INPUT, INCONCLUSIVE
from tests.policies import uses

CONFIG = """
name = "ants"
game = "antwars"
preset = "dealt"
seed = 3
[rules]
rounds = {rounds}
[design]
kind = "roundrobin"
players = [2]
blocks = 24
{uses}
[gate]
games = 0
metrics = ["{metric}", "turns"]
margins = {{ "{metric}" = 0.5, turns = 0.5 }}
claims = ["not far too strong"]
[[claims]]
text = "not far too strong"
metric = "{metric}"
is = "below"
line = 0.9
"""


def judged(metric: str = "species.lasius", rounds: int = 30, *more: str) -> int:
    """Write the configuration, make its baseline, and run tier 2 of its gate into g.json."""
    Path("ants.toml").write_text(CONFIG.format(uses=uses("besieger", "rusher"), metric=metric, rounds=rounds))
    Path("b.json").unlink(missing_ok=True)
    code = main.run(["baseline", "create", "ants.toml", "--out", "b.json", "--workers", "1"])
    words = ["gate", "ants.toml", "--baseline", "b.json", "--workers", "1", "--tiers", "2"]
    return code or main.run([*words, "--json", "g.json", *more])


def tier() -> dict[str, Any]:
    (found,) = json.loads(Path("g.json").read_text())["tiers"]
    return dict(found)


def test_a_gate_judges_a_species(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A weaker Queen costs it wins. Without a winner it has no value, and an unknown one is named."""
    monkeypatch.chdir(tmp_path)
    assert judged("species.lasius", 30, "--set", "species.lasius.queen_life=1") == INCONCLUSIVE
    species, turns, claim = (case["numbers"] for case in tier()["cases"])
    assert (species["metric"], turns["metric"]) == ("species.lasius", "turns")
    assert 0 < species["differ"] <= species["deals"] < turns["deals"] == 24
    assert species["now"] < species["then"] and species["margin"] == 0.5
    assert (claim["claim"], claim["now"]) == ("not far too strong", species["now"])
    assert judged(rounds=2) == INCONCLUSIVE
    assert "not judged, as no deal of both has a value: species.lasius" in tier()["notes"]
    assert judged("species.lasus") == BAD_INPUT
    assert "species.lasius" in capsys.readouterr().err
