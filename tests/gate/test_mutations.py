"""Tier 1 sees each change of rules, components and code, and names the first difference rightly."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from marchsim.cli import main
from tests.gate import mutating
from tests.gate.mutating import BASELINE, CODE, CONFIG, ROOT, UNSEEN, overlays

MARCH = ROOT / "marchsim/games/march"
OVERLAYS = overlays()
Capture = pytest.CaptureFixture[str]


@cache
def gate() -> tuple[mutating.Baseline, mutating.PreparedGate]:
    """Return the project's baseline and gate."""
    return mutating.stored(), mutating.prepared()


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_mutation_is_seen(name: str) -> None:
    """One at a time; what is not seen is listed with its reason."""
    assert bool(mutating.seen(*gate(), OVERLAYS[name])) is not bool(mutating.unseen(name))


def test_there_are_enough_of_them() -> None:
    assert len(OVERLAYS) > 60 and len(CODE) > 5


@pytest.mark.slow
def test_every_number_moved_by_one_is_seen_or_listed() -> None:
    """More than a thousand; the list holds what is not seen and nothing else."""
    every = mutating.everything()
    missed = {name for name, overlay in every.items() if not mutating.seen(*gate(), overlay)}
    assert sorted(name for name in missed if not mutating.unseen(name)) == []
    for pattern in UNSEEN:
        assert any(fnmatchcase(name, pattern) for name in missed), pattern


def test_nothing_mutated_is_not_seen() -> None:
    """An overlay that says what is so anyway, through all fixed games."""
    same = {"rules": {"march_steps": 5}, "cards": {"royal-jelly": {"cost": 2}}}
    assert mutating.seen(*gate(), same) == 0


def test_the_fixed_games_cover_the_game() -> None:
    """Every card is played, every hex laid, every hex effect and nearly every window met."""
    coverage = gate()[0].coverage
    for kind in ("cards played", "hexes laid", "hex effects", "kinds of event"):
        assert coverage[kind]["missing"] == [], kind
    assert coverage["card triggers"]["all"] == 74
    assert len(coverage["card triggers"]["missing"]) <= 2


@pytest.mark.parametrize("name", CODE)
def test_the_code_that_is_mutated_is_there(name: str) -> None:
    """Each once, so that the mutations mean what they say when the code is moved or written anew."""
    file, old, _ = CODE[name]
    assert (MARCH / file).read_text(encoding="utf-8").count(old) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", CODE)
def test_a_mutation_of_the_code_is_seen(name: str, tmp_path: Path) -> None:
    """In a patched copy of the package, which runs interpreted."""
    for part in ("marchsim", "strategies", "configs"):
        hidden = shutil.ignore_patterns("__pycache__", "*.so", "_build.json")
        shutil.copytree(ROOT / part, tmp_path / part, ignore=hidden)
    file, old, new = CODE[name]
    path = tmp_path / "marchsim" / "games" / "march" / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new), encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    result = subprocess.run(
        [sys.executable, "-P", "-m", "tests.gate.mutating"], text=True, capture_output=True, check=False,
        env={**os.environ, "PYTHONPATH": paths, "MARCHSIM_PURE": "1"}, cwd=tmp_path,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 0


def test_the_first_difference_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Game, round, phase and event, with the words of then and of now; the command shows it again."""
    monkeypatch.chdir(tmp_path)
    Path("rules.toml").write_text("[rules]\ndecree_larvae = 6\n")
    command = ["gate", CONFIG, "--baseline", str(BASELINE), "--rules", "rules.toml", "--tiers", "1"]
    assert main.run([*command, "--game", "0", "--json", "gate.json"]) == 3
    out = capsys.readouterr().out
    assert "rules decree_larvae: 5 -> 6" in out
    first = json.loads(Path("gate.json").read_text())["tiers"][0]["cases"][0]["numbers"]["first"]
    assert (first["game"], first["phase"]) == (0, "Queen Phase")
    assert "5 larvae" in first["then"] and "6 larvae" in first["now"]
    assert f"in round {first['round']}, Queen Phase, event {first['event']}:" in out
    assert f"then  {first['then']}" in out and f" now  {first['now']}" in out


def test_a_card_left_out_is_told_card_by_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.toml").write_text("[cards.egg-stealer]\nenabled = false\n[cards.swarm]\ncost = 3\n")
    command = ["gate", CONFIG, "--baseline", str(BASELINE), "--rules", "rules.toml", "--tiers", "1"]
    assert main.run([*command, "--game", "3"]) == 3
    out = capsys.readouterr().out
    assert "cards egg-stealer: enabled true -> false" in out
    assert "cards swarm: cost 2 -> 3" in out
