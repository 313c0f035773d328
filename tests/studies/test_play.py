"""One game on a fresh deal: the library function of the verb, and its picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main
from marchsim.errors import ConfigError, StrategyError
from marchsim.studies.play import play

USES = ("random", "first", "last")
BROKEN = (
    "from marchsim.games.march.players import Strategy\n\n\n"
    "class Broken(Strategy):\n    def action(self, me, table):\n        raise ValueError('lost')\n"
)


def texts(path: Path) -> list[str]:
    """Return the texts of a picture."""
    root = ElementTree.parse(path).getroot()
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_game_is_told_and_returned() -> None:
    told: list[str] = []
    found = play(USES, seed=3, tell=told.append)
    assert found.players == USES
    assert told[-1].endswith(f"digest {found.outcome.digest}.")
    assert [event["number"] for event in found.events] == list(range(len(found.events)))
    assert found.data()["outcome"]["scores"] == list(found.outcome.scores)
    assert play(USES, seed=3).outcome == found.outcome


def test_the_picture_shows_the_end_or_the_end_of_a_round(folder: Path) -> None:
    """`at` 0 is the set-up; the points are those of the moment, and the file is the same every time."""
    board = folder / "board.svg"
    found = play(USES, seed=3, board=board)
    end = texts(board)
    assert "End of the game" in end and "standard game, seed 3" in end
    assert all(str(score) in end for score in found.outcome.scores)
    once = board.read_bytes()
    play(USES, seed=3, board=board)
    assert board.read_bytes() == once
    for at, heading in ((0, "After the set-up"), (2, "After round 2"), (4, "After round 4")):
        play(USES, seed=3, board=board, at=at)
        assert heading in texts(board)
        assert ("0 food, 5 larvae, 1 ant, 2 cards" in texts(board)) == (at == -1)


def test_a_png_is_drawn_too(folder: Path) -> None:
    play(USES, seed=3, board=folder / "board.PNG", at=1)
    assert (folder / "board.PNG").read_bytes().startswith(b"\x89PNG")


def test_a_void_game_is_drawn_up_to_its_fault(folder: Path) -> None:
    (folder / "broken.py").write_text(BROKEN)
    found = play(("first", "broken.py", "last"), board=folder / "fault.svg")
    assert "void: hook action, broken.py line 6: ValueError: lost" in " ".join(texts(folder / "fault.svg"))
    with pytest.raises(StrategyError, match=r"broken.py line 6: ValueError: lost \(the game is void"):
        found.check()


def test_a_strategy_that_cannot_be_made_leaves_nothing_to_draw(folder: Path) -> None:
    (folder / "bad.py").write_text(
        "from marchsim.games.march.players import Strategy\n\n\n"
        "class Bad(Strategy):\n    made = 0\n\n    def __init__(self):\n        super().__init__()\n"
        "        Bad.made += 1\n        if Bad.made > 2:\n            raise ValueError('no')\n\n"
        "    def otherwise(self, view):\n        return 0\n"
    )
    found = play(("first", "bad.py", "last"))
    assert found.outcome.void == "error" and "it could not be made: ValueError: no" in found.outcome.fault
    with pytest.raises(ConfigError, match="--board: there is nothing to draw"):
        play(("first", "bad.py", "last"), board=folder / "x.svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--board", "board.pdf"], "--board: board.pdf: a picture is an .svg or .png file"),
        (["--board", "board"], "--board: board: a picture is an .svg or .png file"),
        (["--at", "2"], "--at: works only with --board FILE; give both."),
        (["--board", "b.svg", "--at", "9"], "--at: 9: the game ended in round 4"),
        (["--board", "nowhere/b.svg"], "nowhere/b.svg: No such file or directory"),
        (["--board", "b.svg", "--at", "-1"], "Invalid value"),
    ],
)
def test_bad_arguments_are_exit_2(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main.run(["play", "--strategies", "random,first,last", *arguments]) == errors.BAD_INPUT
    assert message in capsys.readouterr().err
    assert not list(folder.glob("*.svg"))


def test_the_verb_draws(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Told as ever, and the picture beside; with --json the events have their numbers."""
    arguments = ["play", "--strategies", "random,first,last", "--board", "b.svg", "--at", "1", "--json"]
    assert main.run(arguments) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["events"][0] | {"number": 0, "round": 0, "phase": "set-up"} == data["events"][0]
    assert data["events"][-1]["round"] == 4
    assert "After round 1" in texts(folder / "b.svg")
