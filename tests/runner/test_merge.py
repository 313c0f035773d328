"""Parts of a run on different machines: each plays its own blocks, and together they are the whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StateMismatch
from marchsim.recorder import RunFolder, compaction, portion
from marchsim.recorder.merging import merge
from marchsim.recorder.portion import Portion
from marchsim.runner import run
from tests import forging
from tests.forging import forge
from tests.runner.test_run import configure, digests


@given(st.integers(1, 7), st.integers(1, 9), st.integers(0, 60), st.data())
def test_portions_divide_a_plan(of: int, per_block: int, blocks: int, data: st.DataObject) -> None:
    """Every game belongs to one portion; positions count a portion's games in order, without gaps."""
    portions = [Portion(number, of, per_block) for number in range(1, of + 1)]
    games = [[p.game(at) for at in range(p.size(blocks))] for p in portions]
    assert sorted(game for part in games for game in part) == list(range(blocks * per_block))
    for p, own in zip(portions, games, strict=True):
        assert own == sorted(own) and [p.position(game) for game in own] == list(range(len(own)))
        strangers = set(range(blocks * per_block)) - set(own)
        if strangers:
            with pytest.raises(ValueError, match="does not belong to part"):
                p.position(data.draw(st.sampled_from(sorted(strangers))))


@pytest.mark.parametrize(
    "words", ["", "3", "0/3", "4/3", "1/0", "1/3/5", "-1/3", "1/9999", "a/b", "1/\u0663"]
)
def test_parts_that_are_none_are_errors(words: str) -> None:
    """A part is 1/3 and the like."""
    with pytest.raises(ConfigError, match=r"--part: .* is not a part of a plan: write 1/3"):
        portion.read(words, 1)


def parts(config: str, of: int, **options: int) -> list[Path]:
    return [
        run(config, f"part{at}", workers=1, part=f"{at}/{of}", **options).folder.path
        for at in range(1, of + 1)
    ]  # fmt: skip


@pytest.mark.parametrize("of", [3, pytest.param(7, marks=pytest.mark.slow)])
def test_a_merge_of_all_parts_is_the_whole(place: Path, of: int) -> None:
    """Equal digests of all tables, the plan of the undivided run, and the same command goes on from there."""
    whole = run("race.toml", "whole", workers=1)
    found = parts("race.toml", of, chunk=5)
    merged = merge(found[::-1], "merged")
    assert digests(merged) == digests(whole.folder) and merged.complete and all(digests(merged).values())
    assert merged.manifest["plan"] == whole.folder.manifest["plan"]
    assert merged.manifest["voids"] == whole.folder.manifest["voids"]
    assert [part["part"] for part in merged.manifest["merged"]] == [f"{n}/{of}" for n in range(of, 0, -1)]
    assert merged.scan("timings").collect()["games"].sum() == 72
    again = run("race.toml", "merged", workers=1, blocks=7)
    assert again.played == 12
    assert digests(again.folder) == digests(run("race.toml", "whole", workers=1, blocks=7).folder)


def test_a_part_plays_its_blocks_only(place: Path) -> None:
    """Games keep the numbers of the whole plan; total, deals and folder are the part's own."""
    result = run("race.toml", part="2/4", workers=1)
    assert result.folder.path == Path("runs/race-part-2-of-4") and result.games == 24
    assert result.folder.scan("games").collect()["block"].unique().to_list() == [1, 5]
    assert result.folder.manifest["plan"] == {
        "games": 24, "deals": 8, "blocks": 6, "games_per_block": 12, "part": "2/4"
    }  # fmt: skip
    with pytest.raises(StateMismatch, match="another part"):
        run("race.toml", result.folder.path, workers=1, part="1/4")
    with pytest.raises(StateMismatch, match="another part"):
        run("race.toml", result.folder.path, workers=1)


def test_a_part_is_interrupted_damaged_and_compacted_like_a_run(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions are without gaps, so parts merge across the blocks of others; what is missing is played."""
    monkeypatch.setattr(compaction, "TARGET", 0)
    first = run("race.toml", "part", workers=1, part="1/3", chunk=5)
    names = sorted(p.name for p in (place / "part" / "tables" / "games").iterdir())
    assert names[0] == "part-0-4.parquet" and "part-10-38.parquet" in names
    (place / "part" / "tables" / "seats" / "part-10-38.parquet").unlink()
    monkeypatch.undo()
    monkeypatch.chdir(place)
    again = run("race.toml", "part", workers=1, part="1/3", chunk=3)
    assert again.played == 5 and digests(again.folder) == digests(first.folder)
    assert [p.name for p in (place / "part" / "tables" / "games").iterdir()] == ["part-0-47.parquet"]


def test_overlapping_games_must_be_equal(place: Path) -> None:
    """Two runs of one plan may share games; a game with other rows is named with its table."""
    run("race.toml", "a", workers=1, blocks=4)
    run("race.toml", "b", workers=1)
    merged = merge(["a", "b"], "c")
    assert digests(merged) == digests(RunFolder("b")) and merged.complete
    other = pl.when(pl.col("game") == 31).then(99).otherwise(pl.col("score")).alias("score")
    forge(place / "b", "seats", other)
    with pytest.raises(StateMismatch, match="b: game 31 has other rows in table seats than in an earlier"):
        merge(["a", "b"], "d")


def test_other_plans_are_not_merged(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 6 and what differs; a folder that is none, and an --out that holds a run, are refused."""
    run("race.toml", "a", workers=1, part="1/2", blocks=2)
    run(configure(place, seed="9"), "b", workers=1, part="2/2", blocks=2)
    assert command_line(["runs", "merge", "a", "b", "--out", "c"]) == 6
    assert "b: differs from a in seed, so they are not parts of one run" in capsys.readouterr().err
    assert command_line(["runs", "merge", "a", "nothing", "--out", "c"]) == 6
    assert "not a run folder" in capsys.readouterr().err
    assert command_line(["runs", "merge", "a", "./a", "--out", "c"]) == 2
    assert "the same run folder is given twice" in capsys.readouterr().err
    shutil.copytree("a", "twin")
    assert command_line(["runs", "merge", "a", "twin", "--out", "b"]) == 2
    assert "b: already holds a run; choose another --out" in capsys.readouterr().err
    assert command_line(["runs", "merge", "a", "--out", "c"]) == 2
    assert "at least two run folders" in capsys.readouterr().err


def test_the_words_of_meanings_may_differ(place: Path) -> None:
    """Parts of two versions that describe a column in other words are parts of one run."""
    places = parts("race.toml", 2)
    forging.manifest(places[1], lambda data: data["tables"]["games"]["columns"][0].update(meaning="number"))
    assert merge(places, "whole").complete


def test_a_merge_with_parts_missing_is_a_run_to_be_gone_on_with(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is there is merged, and the command of the undivided run plays the rest."""
    parts("race.toml", 3)
    assert command_line(["runs", "merge", "part1", "part3", "--out", "c"]) == 0
    out = capsys.readouterr().out
    assert "48 of 72 games" in out and "next: marchsim runs extend c --blocks 0" in out
    whole = run("race.toml", "whole", workers=1)
    on = run("race.toml", "c", workers=1)
    assert on.played == 24 and digests(on.folder) == digests(whole.folder)
