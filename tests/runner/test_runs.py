"""`marchsim runs`: listing, describing, checking and extending run folders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.cli.runs import size_words
from marchsim.errors import StateMismatch
from marchsim.recorder import RunFolder, lock
from marchsim.recorder.survey import run_folders
from marchsim.runner import run
from marchsim.runner.repairing import extend
from marchsim.runner.replay import verify
from tests.forging import forge, manifest
from tests.runner.test_run import configure, digests
from tests.toy import HERE, script


def test_runs_are_listed_with_games_size_and_state(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Complete, unfinished, parts, damaged and one that is being written, in the order of their paths."""
    run("race.toml", "runs/a", workers=1)
    run("race.toml", "runs/deep/er/part", workers=1, part="1/3")
    run("race.toml", "runs/b", workers=1)
    manifest(place / "runs" / "b", lambda data: data.update(complete=False))
    (place / "runs" / "bad").mkdir()
    (place / "runs" / "bad" / "manifest.json").write_text("{")
    (place / "runs" / "other").mkdir()
    lines = run_folders(Path("runs"))
    assert [(str(line.path), line.name, line.done, line.total) for line in lines] == [
        ("runs/a", "race", 72, 72), ("runs/b", "race", 72, 72), ("runs/bad", "bad", 0, 0),
        ("runs/deep/er/part", "race 1/3", 24, 24),
    ]  # fmt: skip
    assert [line.state.split(":")[0] for line in lines] == ["complete", "unfinished", "damaged", "complete"]
    assert lines[0].size > 10_000 and lines[0].date.startswith("20") and lines[0].game == "toy"
    held = lock.Lock(place / "runs" / "a")
    assert command_line(["runs", "ls", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed[0]["state"].startswith("running: process ") and listed[0]["total"] == 72
    held.close()
    assert command_line(["runs", "ls"]) == 0
    out = capsys.readouterr().out
    assert "runs/deep/er/part" in out and "72 of 72" in out and "complete" in out
    assert command_line(["runs", "ls", "runs/other"]) == 0
    assert command_line(["runs", "ls", "nowhere"]) == 2


def test_a_manifest_without_its_tables_is_a_record(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which is said with what it lacks; one table that is missing is damage."""
    run("race.toml", "runs/kept", workers=1, blocks=1)
    run("race.toml", "runs/hurt", workers=1, blocks=1)
    shutil.rmtree(place / "runs" / "kept" / "tables")
    shutil.rmtree(place / "runs" / "hurt" / "tables" / "seats")
    assert [line.state.split(":")[0] for line in run_folders(Path("runs"))] == ["damaged", "record"]
    assert command_line(["runs", "ls"]) == 0
    assert "runs/kept: record: the manifest, without its tables" in capsys.readouterr().out


def test_a_run_is_found_by_its_name(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bare name stands for the folder of that name in runs/, with every verb that takes a run."""
    run("race.toml", "runs/one", workers=1, part="1/2", blocks=1)
    run("race.toml", "runs/two", workers=1, part="2/2", blocks=1)
    for words in (
        ["runs", "show", "one"], ["runs", "verify", "--strategy-path", ".", "one"], ["export", "one"],
        ["runs", "merge", "one", "two", "--out", "runs/whole"],
        ["runs", "extend", "--strategy-path", ".", "whole", "--blocks", "1", "--workers", "1"],
    ):  # fmt: skip
        assert command_line(words) == 0, (words, capsys.readouterr().err)
    assert (place / "exports" / "one" / "seats.csv").is_file()
    assert "run folder: runs/whole" in capsys.readouterr().out
    (place / "one").mkdir()
    assert command_line(["runs", "show", "one"]) == 6, "a folder here comes first"


def test_a_run_is_described(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Plan, variants with what they change, strategies, versions, digests and void games."""
    text = "[[variants]]\nname = 'short'\npreset = 'short'\n[sweep]\nstrategies.wavering.bold = [0.9]\n"
    run(configure(place, text, blocks=2), "run", workers=1)
    assert command_line(["runs", "show", "run"]) == 0
    out = capsys.readouterr().out
    for words in (
        "race: toy, complete", "games: 72 of 72 on 8 deals, 2 blocks of 36 games", "short: short, ",
        "bold-0.9: standard, ", "{'wavering': {'bold': 0.9}}", "miser-2: miser.py, ", "void games: none",
        "polars ", "rounds: 720 rows, ",
    ):  # fmt: skip
        assert words in out, words
    assert command_line(["runs", "show", "run", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tables"]["games"]["digest"] == RunFolder("run").digests()["games"]
    assert command_line(["runs", "show", "tables"]) == 6
    assert "not a run folder" in capsys.readouterr().err


def test_a_sound_run_is_verified(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Digests, keys and games: of the whole, of an unfinished run, and of a part."""
    run("race.toml", "run", workers=1)
    assert command_line(["runs", "verify", "--strategy-path", ".", "run"]) == 0
    out = capsys.readouterr().out
    assert "table seats: 216 rows, keys unique, digest as in the manifest" in out
    assert "20 games replayed" in out and "no differences found" in out
    assert command_line(["runs", "verify", "--strategy-path", ".", "run", "--sample", "9999"]) == 0
    assert "72 games replayed" in capsys.readouterr().out
    manifest(place / "run", lambda data: [t.pop("digest", 0) for t in data["tables"].values()])
    assert (
        verify("run", 0, strategy_paths=HERE).problems == []
        and verify("run", 3, strategy_paths=HERE).problems == []
    )
    run("race.toml", "part", workers=1, part="2/3")
    assert verify("part", None, strategy_paths=HERE).problems == []


@pytest.mark.parametrize(
    ("table", "change", "message"),
    [
        ("seats", pl.when(pl.col("game") == 41).then(7).otherwise(pl.col("score")).alias("score"),
         "its rows do not have the checksum in the manifest"),
        ("rounds", pl.when(pl.col("game") == 41).then(40).otherwise(pl.col("game")).alias("game"),
         "two rows have the key game 40, round "),
        ("games", pl.col("game") + 1, "holds games 1 to 72"),
        ("cards", pl.lit(5).alias("seat"), "two rows have the key game 0, seat 5"),
    ],
)  # fmt: skip
def test_changed_rows_are_found(place: Path, table: str, change: pl.Expr, message: str) -> None:
    """Other values have another sum, doubled keys and strange games are named."""
    run("race.toml", "run", workers=1)
    forge(place / "run", table, change, sums=False)
    assert any(message in problem for problem in verify("run", strategy_paths=HERE).problems)


def test_games_that_were_played_otherwise_are_found(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder whose digests were made to fit is found by playing its games again; exit code 6."""
    run("race.toml", "run", workers=1)
    changed = pl.when(pl.col("game") == 41).then(7).otherwise(pl.col("score")).alias("score")
    forge(place / "run", "seats", changed)
    assert verify("run", 0, strategy_paths=HERE).problems == []
    assert verify("run", None, strategy_paths=HERE).problems == [
        "table seats: game 41 is not as recorded (score)"
    ]
    assert command_line(["runs", "verify", "--strategy-path", ".", "run", "--sample", "9999"]) == 6
    err = capsys.readouterr().err
    assert "differs: table seats: game 41 is not as recorded (score)" in err and "runs repair" not in err


def test_what_cannot_be_verified_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No run folder, a changed strategy: exit code 6, and how to check the tables alone."""
    assert command_line(["runs", "verify", "--strategy-path", ".", "nothing"]) == 6
    run("race.toml", "run", workers=1, blocks=1)
    (place / "roller.py").write_text(script("return 1", "Roller"))
    assert command_line(["runs", "verify", "--strategy-path", ".", "run"]) == 6
    assert "strategy roller changed" in (err := capsys.readouterr().err) and "--sample 0" in err
    assert command_line(["runs", "verify", "--strategy-path", ".", "run", "--sample", "0"]) == 0
    assert command_line(["runs", "verify", "--strategy-path", ".", "run", "--sample", "-1"]) == 2
    assert command_line(["runs", "verify", "--strategy-path", ".", "run", "--recorded-strategies"]) == 0
    assert "12 games replayed" in capsys.readouterr().out


def test_void_games_are_passed_over(place: Path) -> None:
    """Games that may come out otherwise, or kill the process, are not played again but counted."""
    (place / "odd.py").write_text(script("if turn == 2 and score == 9: raise ValueError('x')\nreturn 0"))
    result = run(configure(place, "[[strategies]]\nuse = 'odd.py'\n"), "run", workers=1)
    assert result.void_games
    verdict = verify("run", None, strategy_paths=HERE)
    assert verdict.problems == [] and f"; {result.void_games} void games cannot" in verdict.checked[-1]


def test_a_run_is_extended_from_its_own_manifest(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two blocks and three more are five at once, without the file; a part counts the blocks of all parts."""
    run("race.toml", "run", workers=1, blocks=2)
    run("race.toml", "part", workers=1, blocks=2, part="2/2")
    (place / "race.toml").rename("away.toml")
    assert extend("run", 3, workers=1, strategy_paths=HERE).played == 36
    text = RunFolder("run").manifest["configuration"]
    assert text["file"] == "race.toml" and text["text"] == Path("away.toml").read_text()
    whole = run("away.toml", "whole", workers=1, blocks=5)
    assert digests(RunFolder("run")) == digests(whole.folder)
    assert (
        command_line(["runs", "extend", "--strategy-path", ".", "part", "--blocks", "3", "--workers", "1"])
        == 0
    )
    assert "24 games, 12 stored before, 12 played now" in capsys.readouterr().out
    (part,) = (place / "run" / "tables" / "games").iterdir()
    part.unlink()
    assert extend("run", 0, workers=1, strategy_paths=HERE).played == 60


def test_a_stopped_run_is_extended_beyond_its_stop(place: Path) -> None:
    """The rule is laid aside, and the blocks follow those after which it stopped."""
    (place / "race.toml").write_text((place / "race.toml").read_text() + "[stop]\nblocks = 2\n")
    run("race.toml", "run", workers=1)
    result = extend("run", 1, workers=1, strategy_paths=HERE)
    assert result.games == 36 and result.played == 12


def test_what_cannot_be_extended_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No run folder, a changed strategy, a manifest that says nothing."""
    assert command_line(["runs", "extend", "--strategy-path", ".", "nothing", "--blocks", "1"]) == 6
    run("race.toml", "run", workers=1, blocks=1)
    assert command_line(["runs", "extend", "--strategy-path", ".", "run", "--blocks", "-1"]) == 2
    (place / "roller.py").write_text(script("return 1", "Roller"))
    with pytest.raises(StateMismatch, match="another strategy roller"):
        extend("run", 1, workers=1, strategy_paths=HERE)
    manifest(place / "run", lambda data: data.update(configuration=3))
    with pytest.raises(StateMismatch, match="does not say what was played"):
        extend("run", 1, strategy_paths=HERE)


@pytest.mark.parametrize(
    ("size", "told"),
    [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (25_000_000, "25 MB"), (3e9, "3.0 GB")],
)
def test_sizes_are_told_short(size: int, told: str) -> None:
    assert size_words(size) == told


KEYS = (
    "plan", "configuration", "identity", "stopped", "strategies", "merged", "voids", "variants", "seconds",
    "begun", "ended", "versions", "game",
)  # fmt: skip
WRONG = {"games": "x", "blocks": [], "part": 3}
MORE = [
    pytest.param(junk, KEYS, marks=pytest.mark.slow) for junk in (WRONG, 3, "x", [], {}, [3], None, True, 1e9)
]


@pytest.mark.parametrize(("junk", "keys"), [(WRONG, KEYS[:4]), *MORE])
def test_manifests_of_any_content_are_described_or_refused(
    place: Path, capsys: pytest.CaptureFixture[str], junk: object, keys: tuple[str, ...]
) -> None:
    """A manifest is untrusted: whatever stands in it, no verb ends with a traceback."""
    run("race.toml", "run", workers=1, blocks=1)
    shutil.copytree("run", "sound")
    whole = (place / "run" / "manifest.json").read_text()
    for key in keys:
        manifest(place / "run", lambda data, key=key: data.update({key: junk}))
        for arguments in (
            ["ls", "."], ["show", "run"], ["show", "run", "--json"], ["verify", "run", "--sample", "1"],
            ["extend", "run", "--blocks", "0", "--workers", "1"], ["merge", "run", "sound", "--out", "c"],
        ):  # fmt: skip
            assert command_line(["runs", *arguments]) in (0, 2, 3, 6), (key, junk, arguments)
            shutil.rmtree(place / "c", ignore_errors=True)
        (place / "run" / "manifest.json").write_text(whole)
    capsys.readouterr()
