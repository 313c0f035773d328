"""Stopping rules: the result is a prefix of whole blocks, the same however it is played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.progress.ending import RunningShare
from marchsim.stats.anytime import bounded_path
from tests.runner.test_run import digests

PAIR = """
game = "toy"
[design]
players = 2
blocks = {blocks}
[[strategies]]
use = "rester.py"
[[strategies]]
use = "miser.py"
[stop]
{stop}
"""


def pair(place: Path, stop: str, blocks: int = 400) -> str:
    (place / "pair.toml").write_text(PAIR.format(blocks=blocks, stop=stop))
    return "pair.toml"


@pytest.mark.parametrize(
    ("stop", "games"),
    [("blocks = 3", 6), ("games = 5", 6), ("games = 6", 6), ("games = 7\nblocks = 3", 6), ("games = 99", 20)],
)
def test_games_and_blocks_shorten_the_plan(place: Path, stop: str, games: int) -> None:
    """The fewest whole blocks that hold as many games, never more than the design has."""
    result = run(pair(place, stop, blocks=10), "run", workers=1)
    assert result.games == games and not result.stopped and result.folder.complete
    assert result.folder.manifest["plan"]["games"] == games


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_precision_stops_at_a_checkpoint_whoever_plays(place: Path, workers: int) -> None:
    """One or two workers, any chunks, with an interruption or not: the same blocks and the same tables."""
    config = pair(place, "precision = 0.45\nevery = 20")
    one = run(config, "one", workers=1)
    blocks = one.folder.manifest["stopped"]["blocks"]
    assert 30 <= blocks < 400 and blocks % 20 == 0 and one.games == 2 * blocks == one.played
    assert "the interval of every share was narrower than 0.45" in one.stopped
    two = run(config, "two", workers=workers, chunk=19)
    assert digests(two.folder) == digests(one.folder)
    run(config, "begun", workers=1, blocks=blocks // 2)
    assert run(config, "begun", workers=1, chunk=33).folder.digests() == one.folder.digests()
    plain = run(pair(place, "", blocks), "plain", workers=1)
    assert digests(plain.folder) == digests(one.folder)


def test_precision_is_that_of_confidence_sequences_on_deals(place: Path) -> None:
    """At the end every interval is narrow enough, at the checkpoint before it some was not."""
    result = run(pair(place, "precision = 0.33\nevery = 20"), "run", workers=1)
    seats = result.folder.scan("seats").join(result.folder.scan("games").select("game", "deal"), on="game")
    means = seats.group_by("strategy", "deal").agg(pl.col("credit").mean()).sort("deal").collect()
    widths = []
    for name in ("rester", "miser"):
        values = means.filter(pl.col("strategy") == name)["credit"].to_numpy()
        looks = range(20, len(values) + 1, 20)
        widths.append([found.high - found.low for found in bounded_path(np.array(values), list(looks))])
    widest = [max(pair) for pair in zip(*widths, strict=True)]
    assert widest[-1] < 0.33 <= widest[-2]


def test_a_stopped_run_stays_stopped_and_goes_on_when_the_rule_is_eased(place: Path) -> None:
    """The same command plays nothing; more blocks without the rule are those of a run without it."""
    config = pair(place, "precision = 0.45\nevery = 20", blocks=200)
    first = run(config, "run", workers=1)
    again = run(config, "run", workers=1)
    assert again.played == 0 and again.games == first.games and again.stopped == first.stopped
    assert digests(again.folder) == digests(first.folder)
    on = run(pair(place, "", blocks=200), "run", workers=1)
    assert on.games == 400 and "stopped" in on.folder.manifest and on.folder.manifest["stopped"] is None
    whole = run(pair(place, "", blocks=200), "whole", workers=1)
    assert digests(on.folder) == digests(whole.folder)


def test_a_precision_that_is_not_reached_ends_with_the_last_block(place: Path) -> None:
    """The maximum is the end, and it is no stop."""
    result = run(pair(place, "precision = 0.01", blocks=30), "run", workers=1)
    assert result.games == 60 and not result.stopped


def test_minutes_end_at_a_whole_block(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The clock is looked at between chunks; what stays are whole blocks, one at least, and time is kept."""
    config = pair(place, "minutes = 0.001", blocks=2000)
    assert command_line(["run", config, "--workers", "1", "--out", "run"]) == 0
    assert "stopped: 0.001 minutes were used up after " in capsys.readouterr().out
    assert command_line(["runs", "show", "run"]) == 0
    shown = capsys.readouterr().out
    assert "\nstop: minutes 0.001\nstopped: 0.001 minutes were used up after " in shown
    folder = RunFolder("run")
    games = folder.scan("games").collect()["game"].to_list()
    assert 2 <= len(games) < 4000 and len(games) % 2 == 0 and games == list(range(len(games)))
    assert folder.manifest["stopped"]["blocks"] == len(games) // 2 and folder.manifest["seconds"] > 0
    assert run(config, "run", workers=1).played == 0
    on = run(pair(place, "", blocks=len(games) // 2 + 5), "run", workers=1)
    assert on.games == len(games) + 10
    assert digests(on.folder) == digests(run("pair.toml", "whole", workers=1).folder)


@pytest.mark.parametrize(
    ("stop", "message"),
    [
        ("precision = 0", "stop.precision: 0 is not a number from 0.001"),
        ("minutes = -1", "stop.minutes: -1 is not a number"),
        ("blocks = 0", "stop.blocks: 0 is outside 1"),
        ("every = 5", "stop.every: works only with stop.precision"),
        (
            "precison = 0.1",
            "stop.precison: unknown key. Did you mean 'precision'[?] "
            "Known here: blocks, every, games, minutes, precision",
        ),
    ],
)
def test_bad_rules_are_errors(place: Path, stop: str, message: str) -> None:
    """A rule that cannot be followed is named with its place."""
    with pytest.raises(ConfigError, match=message):
        configs.load(pair(place, stop))


def test_open_ended_rules_need_a_maximum(place: Path) -> None:
    """Precision and minutes without a number of blocks are refused, and so they are in a part of a run."""
    config = pair(place, "precision = 0.1")
    (place / config).write_text((place / config).read_text().replace("blocks = 400", ""))
    with pytest.raises(ConfigError, match=r"stop.precision: needs a maximum; give design.blocks"):
        configs.load(config)
    with pytest.raises(ConfigError, match="--part: 1/2: a part of a run cannot know"):
        run(pair(place, "minutes = 5"), "run", part="1/2")


def test_reports_say_that_a_run_was_stopped(place: Path) -> None:
    """Where a rule ended a run, the report says so and why, and does not call the run unfinished."""
    from marchsim.reporting.tournament import report_part

    result = run(pair(place, "precision = 0.45\nevery = 20"), "run", workers=1)
    page = report_part("seats", "run", "page").with_name("report.md").read_text(encoding="utf-8")
    assert "This run was stopped before its last block: the interval of every share was narrower than" in page
    assert result.stopped and "This run is not finished" not in page


def test_a_running_share_needs_eight_bytes_a_deal() -> None:
    """And says the same as the sequence of its deals."""
    share = RunningShare()
    means = [0.25 * (at % 3) for at in range(500)]
    share.means.extend(means)
    share.look()
    assert share.means.itemsize == 8 and [*share.means] == means
    [found] = bounded_path(np.array(means), [len(means)])
    assert (share.low, share.high) == (found.low, found.high) and share.width < 0.3
