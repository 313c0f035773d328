"""A baseline is made once, shown, and replaced only with a reason."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from marchsim.cli import main
from marchsim.studies.gate import baseline, fixed_games
from marchsim.studies.gate.fixed_games import Seating, candidates
from marchsim.studies.sitting import parting
from tests.gate.conftest import Gate, write_config

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_is_written_is_read(place: Path, workers: int) -> None:
    """And written again it is the same, byte by byte; made anew too."""
    found = baseline.read(place / "base.json")
    before = (place / "base.json").read_bytes()
    baseline.write(found)
    assert (place / "base.json").read_bytes() == before
    again = baseline.create("race.toml", Path("again.json"), workers=workers)
    assert again.data() == found.data()


def test_an_existing_file_is_left_alone(place: Path, capsys: Capture) -> None:
    before = (place / "base.json").read_bytes()
    assert main.run(["baseline", "create", "race.toml", "--out", "base.json"]) == 2
    assert "already exists; `marchsim baseline accept base.json" in capsys.readouterr().err
    assert (place / "base.json").read_bytes() == before


def test_what_cannot_be_written_is_said_before_a_game_is_played(
    place: Path, gate: Gate, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is missing, is a file, or may not be written to; a folder in the place of the file."""

    def play(*_: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(baseline, "_played", play)
    monkeypatch.setattr("marchsim.studies.gate.gate.gate", play)
    (place / "folder").mkdir()
    for out, said in (("none/b.json", "No such file"), ("race.toml/b.json", "Not a directory")):
        assert main.run(["baseline", "create", "race.toml", "--out", out]) == 2
        assert said in capsys.readouterr().err
        assert gate("--markdown", out) == 2
        assert said in capsys.readouterr().err
    assert gate("--junit", "folder") == 2
    assert "folder: Is a directory" in capsys.readouterr().err
    monkeypatch.setattr("os.access", lambda _, mode, **__: not mode & os.W_OK)
    assert main.run(["baseline", "create", "race.toml", "--out", "b.json"]) == 2
    assert main.run(["baseline", "accept", "base.json", "--reason", "it should"]) == 2
    assert capsys.readouterr().err.count("Permission denied") == 2


def test_a_failing_gate_changes_no_baseline(place: Path, gate: Gate) -> None:
    before = (place / "base.json").read_bytes()
    assert gate("--rules", "rules.toml") == 3
    assert (place / "base.json").read_bytes() == before


def test_a_gate_without_the_overlays_of_its_baseline_says_so(
    place: Path, gate: Gate, capsys: Capture
) -> None:
    """It gives the command that has them; the one that accepts is of the game without them."""
    arguments = [
        "baseline",
        "accept",
        "base.json",
        "--reason",
        "rest is worth more",
        "--rules",
        "rules.toml",
        "--strategy-path",
        ".",
    ]
    assert main.run([*arguments, "--workers", "1"]) == 0
    capsys.readouterr()
    assert gate("--tiers", "1") == 3
    told = capsys.readouterr().out
    forgotten = re.search(r"if you forgot them: marchsim (.*)", told)
    meant = re.search(r"if the change is meant: marchsim (.*)", told)
    assert forgotten and meant
    assert shlex.split(forgotten[1]) == [
        "gate", "race.toml", "--baseline", "base.json", "--rules", "rules.toml",
    ]  # fmt: skip
    assert gate("--tiers", "1", "--rules", "rules.toml") == 0
    assert "if you forgot them" not in capsys.readouterr().out
    assert main.run([*shlex.split(meant[1]), "--workers", "1"]) == 0
    assert baseline.read(place / "base.json").rules == ()
    assert gate("--tiers", "1") == 0


def test_accepting_keeps_the_reason(place: Path, gate: Gate, capsys: Capture) -> None:
    """After that the gate passes with the new rules and fails with the old; the reason is shown."""
    assert main.run(["baseline", "accept", "base.json"]) == 2
    assert main.run(["baseline", "accept", "base.json", "--reason", " "]) == 2
    arguments = [
        "baseline",
        "accept",
        "base.json",
        "--reason",
        "rest is worth more",
        "--rules",
        "rules.toml",
        "--strategy-path",
        ".",
    ]
    assert main.run([*arguments, "--workers", "1"]) == 0
    assert gate("--rules", "rules.toml") == 0
    assert gate("--tiers", "1") == 3
    assert (
        main.run(
            ["baseline", "accept", "base.json", "--reason", "again", "--workers", "1", "--strategy-path", "."]
        )
        == 0
    )
    capsys.readouterr()
    assert main.run(["baseline", "show", "base.json"]) == 0
    out = capsys.readouterr().out
    assert "wins are a wins index: " in out
    assert "accepted: rest is worth more (" in out and "rules rest_points: 2 -> 3" in out
    assert "accepted: again (0 of 20 fixed games differ)" in out
    history = json.loads((place / "base.json").read_text())["history"]
    assert [entry["reason"] for entry in history] == ["rest is worth more", "again"]
    assert history[0]["fingerprints"] == ["rules and components"]


def test_a_baseline_names_no_configuration_outside(place: Path, capsys: Capture) -> None:
    """A configuration may bring strategies, which are code; so a file cannot send us anywhere."""
    data = json.loads((place / "base.json").read_text())
    del data["check"]
    for name in ("/etc/evil.toml", "../evil.toml"):
        data["command"]["config"] = name
        (place / "base.json").write_text(json.dumps(data))
        assert main.run(["baseline", "accept", "base.json", "--reason", "x"]) == 6
        assert "outside the working folder; give --config" in capsys.readouterr().err


def test_show_as_json_leaves_the_events_out(place: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert main.run(["baseline", "show", "base.json", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == 2 and len(data["games"]) == 20 and "streams" not in data


def test_a_baseline_too_large_is_not_written(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "LARGEST", 1000)
    assert main.run(["baseline", "create", "race.toml", "--out", "large.json", "--workers", "1"]) == 2
    assert not Path("large.json").exists()


def test_values_are_paired_by_deal(place: Path) -> None:
    """As many values as deals, for each metric."""
    write_config(place, blocks=7)
    found = baseline.create("race.toml", Path("seven.json"), workers=1)
    (part,) = found.blocks
    assert part.deals == tuple(range(28))
    assert {len(values) for values in part.values.values()} == {28}


def test_fixed_games_are_of_all_players_and_policies() -> None:
    found = candidates((3, 4), ("a", "b", "c"), 40)
    assert len(set(found)) == 40
    assert {seating.players for seating in found} == {3, 4}
    assert {seating.policies[0] for seating in found} == {"a", "b", "c"}
    assert Seating(0, ("a",) * 3) in found


@pytest.mark.parametrize("text", ["", "x", "é", fixed_games.pack([])[:-2], "a" * 20])
def test_events_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        fixed_games.unpack(text)


def test_events_are_what_they_were() -> None:
    found = [
        fixed_games.Happening(1, "Worker Phase", "[1]", "an ant — «moves»"),
        fixed_games.Happening(0, "", "", ""),
    ]
    assert fixed_games.unpack(fixed_games.pack(found)) == found
    assert parting(found, found) is None
    assert parting(found, found[:1]) == 1
    assert parting(found, found[::-1]) == 0


def test_a_bomb_is_not_unpacked() -> None:
    """A few letters that grow to more than a game can have are an error, not memory."""
    import base64
    import zlib

    bomb = base64.b85encode(zlib.compress(b"[" + b" " * 50_000_000 + b"]", 9)).decode()
    with pytest.raises(ValueError):
        fixed_games.unpack(bomb)


def test_games_with_a_baseline_are_in_no_value(place: Path, gate: Gate, capsys: Capture) -> None:
    """Marked as one it is another workload; where it plays in every game there is nothing to measure."""
    config = (place / "race.toml").read_text()
    (place / "race.toml").write_text(config.replace('use = "miser.py"', 'use = "miser.py"\nbaseline = true'))
    assert gate() == 6 and "baselines" in capsys.readouterr().err
    create = ["baseline", "create", "race.toml", "--workers", "1", "--out"]
    assert main.run([*create, "less.json"]) == 0
    (part,), (whole,) = (baseline.read(place / name).blocks for name in ("less.json", "base.json"))
    assert part.games == 20 * 3 < whole.games and part.left_out == 0  # one line-up of four is without it
    lone = config.replace('use = "roller.py"', 'use = "roller.py"\nbaseline = true', 1)
    (place / "race.toml").write_text(lone.replace('use = "miser.py"', 'use = "miser.py"\nbaseline = true'))
    capsys.readouterr()
    assert main.run([*create, "none.json"]) == 5
    assert "a baseline player (miser, roller) plays in every game" in capsys.readouterr().err


def test_the_history_shows_where_each_metric_was(place: Path, capsys: Capture) -> None:
    """Means of every accepted baseline in their order; one of another kind is damage."""
    first = {metric: mean for _, metric, (mean,) in baseline.drift(baseline.read(Path("base.json")))}
    for reason in ("once", "twice"):
        words = [
            "baseline",
            "accept",
            "base.json",
            "--config",
            "race.toml",
            "--rules",
            "rules.toml",
            "--reason",
            reason,
        ]
        assert main.run([*words, "--workers", "1"]) == 0
    found = {metric: means for _, metric, means in baseline.drift(baseline.read(Path("base.json")))}
    assert {metric: means[0] for metric, means in found.items()} == first
    assert all(len(means) == 3 and means[1] == means[2] for means in found.values())
    capsys.readouterr()
    assert main.run(["baseline", "show", "base.json", "--history"]) == 0
    out = capsys.readouterr().out
    assert "  1. once (" in out and "  2. twice (0 of 20" in out and "seat.1, 3 players: " in out
    stored = json.loads(Path("base.json").read_text())
    stored["history"][0]["means"]["3"]["turns"] = "many"
    Path("base.json").write_text(json.dumps(stored))
    assert main.run(["baseline", "show", "base.json"]) == 6
