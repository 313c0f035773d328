"""Recorded games again: parts of them, void ones, pictures, and strategies that have changed since."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import polars as pl
import pytest

from marchsim import errors
from marchsim.cli import main
from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError
from marchsim.recorder.folder import RunFolder
from marchsim.studies.replay import replay
from marchsim.studies.sitting import Excerpt
from tests.forging import forge, manifest
from tests.studies.conftest import played
from tests.toy import HERE

HEAD = "from marchsim.games.march.players import Strategy\n\n\nclass Own(Strategy):\n"
FIFTH = (
    f"{HEAD}    def __init__(self):\n        super().__init__()\n        self.n = 0\n\n"
    "    def action(self, me, table):\n        self.n += 1\n"
)


def story(run: Path, game: int = 0, part: Excerpt | None = None) -> list[str]:
    """Return what is told of a game."""
    told: list[str] = []
    replay(run, game, folders=HERE, part=part, tell=told.append)
    return told


def test_all_rounds_together_are_the_whole(recorded: Path) -> None:
    """The set-up and each round, told one by one, are what is told at once; so is every event."""
    parts = [story(recorded, 1, Excerpt(round=number)) for number in range(5)]
    assert [line for part in parts for line in part] == story(recorded, 1)
    assert [part[0] for part in parts[1:]] == [f"Round {number}" for number in range(1, 5)]
    events = [replay(recorded, 1, part=Excerpt(round=number)).events for number in range(5)]
    assert [event for part in events for event in part] == replay(recorded, 1).events


def test_the_events_are_those_that_were_recorded(recorded: Path) -> None:
    """Numbers, rounds and values are those of the events table."""
    stored = RunFolder(recorded).scan("events").filter(pl.col("game") == 2).collect()
    found = replay(recorded, 2).events
    assert [event["number"] for event in found] == stored["number"].to_list()
    assert [event["round"] for event in found] == stored["round"].to_list()
    assert [event["event"] for event in found] == stored["event"].cast(pl.String).to_list()
    assert [event["values"] for event in found] == [
        list(row) for row in stored.select("a", "b", "c", "d").rows()
    ]


def test_until_stops_after_an_event(recorded: Path) -> None:
    whole = replay(recorded, 0)
    found = replay(recorded, 0, part=Excerpt(until=40))
    assert found.events == whole.events[:41]
    assert found.outcome == whole.outcome and found.check().startswith("The same game as recorded")
    in_round = [event["number"] for event in whole.events if event["round"] == 2]
    part = replay(recorded, 0, part=Excerpt(2, in_round[5])).events
    assert [event["number"] for event in part] == in_round[:6]


def test_the_end_of_a_round_is_told_only_when_it_is_reached(recorded: Path) -> None:
    last = max(event["number"] for event in replay(recorded, 0).events if event["round"] == 1)
    assert not any("After round" in line for line in story(recorded, 0, Excerpt(1, last)))
    assert sum("After round 1" in line for line in story(recorded, 0, Excerpt(1))) == 1
    assert sum("After round" in line for line in story(recorded, 0, Excerpt(until=last + 1))) == 1


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (Excerpt(round=5), "--round: 5: the game ended in round 4"),
        (Excerpt(until=99999), "--until: 99999: the game has the events 0 to "),
        (Excerpt(1, 3), "--until: 3: round 1 has the events "),
    ],
)
def test_a_part_that_there_is_not(recorded: Path, part: Excerpt, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        replay(recorded, 0, part=part)


def test_the_picture_shows_where_the_telling_stops(recorded: Path, folder: Path) -> None:
    def texts(**part: int) -> str:
        replay(recorded, 0, part=Excerpt(**part), board=folder / "b.svg")
        return " ".join(ElementTree.parse(folder / "b.svg").getroot().itertext())

    assert "End of the game" in texts()
    assert "After round 2" in texts(round=2)
    at = replay(recorded, 0).events[40]
    shown = texts(until=40)
    assert f"Round {at['round']}, {at['phase']}" in shown and f"event 40: {at['text'][:20]}" in shown


# void games -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "void", "words"),
    [
        (
            "        if self.n == 3:\n            raise ValueError('boom')\n        return 'rest'\n",
            "error",
            "ValueError: boom",
        ),
        ("        return 999 if self.n == 3 else 'rest'\n", "error", "answered 999"),
        (
            "        while self.n == 3:\n            pass\n        return 'rest'\n",
            "time",
            "no answer within 0.05 s",
        ),
    ],
)
def test_a_void_game_is_told_up_to_its_fault(folder: Path, body: str, void: str, words: str) -> None:
    """Every event before the third action of a strategy, and then its fault."""
    (folder / "own.py").write_text(FIFTH + body)
    uses = "".join(f"[[strategies]]\nuse = '{use}'\n" for use in ("own.py", "first", "last"))
    (folder / "void.toml").write_text(
        "record = 'events'\ndecision_seconds = 0.05\n[design]\nkind = 'fixed'\nblocks = 1\n"
        f'line_ups = [["own", "first", "last"]]\n{uses}'
    )
    assert main.run(["run", "void.toml", "--out", "void", "--workers", "1", "--quiet"]) == 0
    found = RunFolder("void").scan("games").collect().row(0, named=True)
    assert found["void"] == void
    told: list[str] = []
    replayed = replay("void", 0, folders=HERE, tell=told.append)
    assert told[-1].startswith(f"The game is void ({void}") and words in told[-1]
    mine = [event for event in replayed.events if event["event"] == "action" and event["player"] == "own"]
    assert len(mine) == 2
    assert replayed.check()
    assert story(Path("void"), 0, Excerpt(until=20)) == told[: len(story(Path("void"), 0, Excerpt(until=20)))]


def test_a_game_beyond_its_limit_is_told_up_to_it(folder: Path) -> None:
    run = played(folder, "limit", "[rules]\ndecisions_most = 100\n")
    told = story(run, 0)
    assert told[-1] == "The game is void (limit): the game passed its limit of 100 decisions"
    assert replay(run, 0).check() == "The same game as recorded (limit)."


# strategies that have changed ---------------------------------------------------------
def own_run(folder: Path) -> Path:
    """Return a run with a strategy from a file."""
    (folder / "own.py").write_text(f"{HEAD}    def otherwise(self, view):\n        return 0\n")
    uses = "".join(f"[[strategies]]\nuse = '{use}'\n" for use in ("own.py", "first", "last"))
    (folder / "own.toml").write_text(f"[design]\nplayers = 3\nblocks = 1\n{uses}")
    assert main.run(["run", "own.toml", "--out", "own", "--workers", "1", "--quiet"]) == 0
    return folder / "own"


def test_a_strategy_that_changed_is_played_as_recorded_only_on_request(folder: Path) -> None:
    """The run folder's source is code: it runs for who says so, and else its file must be the same."""
    run = own_run(folder)
    digest = replay(run, 1, folders=HERE).outcome.digest
    (folder / "own.py").write_text(f"{HEAD}    def otherwise(self, view):\n        return view.options - 1\n")
    with pytest.raises(StateMismatch, match=r"strategy own changed .* \(--recorded-strategies plays"):
        replay(run, 1, folders=HERE)
    (folder / "own.py").unlink()
    with pytest.raises(StrategyError, match=r"there is no strategy file 'own.py'.*--recorded-strategies"):
        replay(run, 1, folders=HERE)
    found = replay(run, 1, recorded_strategies=True)
    assert found.outcome.digest == digest and found.check() == f"The same game as recorded ({digest})."


@pytest.mark.parametrize("key", ["source", "sha256", "name", "parameters"])
def test_a_manifest_without_the_strategies_is_an_error(folder: Path, key: str) -> None:
    """What the manifest holds is checked against its own fingerprints."""
    run = own_run(folder)
    for change in ("raise SystemExit", None, 7):
        manifest(run, lambda data, change=change: data["strategies"][0].update({key: change}))
        with pytest.raises((RecordError, StateMismatch)):
            replay(run, 1, recorded_strategies=True)


# the verb -------------------------------------------------------------------------------
def test_the_verb_tells_a_part_and_checks_the_whole(
    recorded: Path, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    run = str(recorded)
    assert main.run(["replay", run, "0", "--round", "2", "--board", "b.svg"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Round 2\n") and "After round 2" in out
    assert out.splitlines()[-1].startswith("The same game as recorded")
    assert main.run(["replay", run, "0", "--until", "12", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["events"]) == 13 and data["game"] == 0 and data["outcome"]["digest"]
    assert main.run(["replay", run, "0", "--round", "7"]) == errors.BAD_INPUT
    assert "--round: 7" in capsys.readouterr().err
    assert main.run(["replay", run, "99"]) == errors.BAD_INPUT
    assert "its games are 0 to" in capsys.readouterr().err


def test_a_game_that_came_out_otherwise_is_exit_6(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The digest that was stored is another; where the events were stored, the first that differs is told."""
    run = played(folder, "changed")
    at = next(event for event in replay(run, 0).events if event["event"] == "food" and event["round"] == 2)
    forge(run, "games", pl.lit("0" * 16).alias("digest"))
    assert main.run(["replay", str(run), "0", "--json"]) == errors.STATE_MISMATCH
    out, err = capsys.readouterr()
    assert json.loads(out)["events"]
    assert "game 0: recorded was 0000000000000000, but the replay gave" in err
    assert "first difference" not in err
    here = (pl.col("game") == 0) & (pl.col("number") == at["number"])
    forge(run, "events", pl.when(here).then(7).otherwise(pl.col("a")).cast(pl.Int16).alias("a"))
    assert main.run(["replay", str(run), "0", "--round", "1"]) == errors.STATE_MISMATCH
    err = capsys.readouterr().err
    assert f"The first difference is event {at['number']}, in round 2, {at['phase']}: recorded was " in err
    assert "gains 7 food" in err and f'now comes "{at["text"]}"' in err


def test_events_that_make_no_sense_are_damage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = played(folder, "damaged")
    forge(run, "games", pl.lit("0" * 16).alias("digest"))
    forge(run, "events", pl.lit(999).cast(pl.Int16).alias("a"))
    assert main.run(["replay", str(run), "0", "--round", "1"]) == errors.BAD_INPUT
    assert "event 0 of a recorded game makes no sense; it is damaged." in capsys.readouterr().err
