"""Scenario files of Ant Wars: dice by step, several battles, whole rounds, events by their place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from marchsim.cli.main import run
from marchsim.errors import BAD_INPUT, EXPECTATION_FAILED, OK
from marchsim.studies.play import play

Capture = pytest.CaptureFixture[str]
TWO = """game = "antwars"
[position]
"hex 8" = "red 3 minors, blue 2 minors"
[[steps]]
run = "battles"
dice = "6 6 6 1 1"
[steps.expect]
"hex 8" = "red 3 minors"
events = ["battle hex-8", "blue ants hex-8 minor"]
never = ["battle hex-9"]
[[steps]]
run = "red: explore hex 8 to hex 9"
answers = ["2 Minors", "seed"]
dice = "seed gloomy sugar leaf"
[steps.expect]
"hex 9" = "red 2 minors, 2 seed"
events = ["red move hex-8 hex-9"]
"""
ROUND = """game = "antwars"
run = ["round", "round"]
answers = ["red: stop", "blue: stop", "red: stop", "blue: stop"]
[position]
"red 12" = "red 1 minor, red queen 20"
"blue 12" = "blue 1 minor, blue queen 20"
[expect]
events = ["2 x phase battles", "1 x round 2"]
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


DOCS = Path(__file__).parents[2] / "docs"
PAGE = "".join(path.read_text("utf-8") for path in sorted(DOCS.glob("*/scenarios.md")))
OF_THE_PAGE = [text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "antwars" in text]


@pytest.mark.parametrize("text", [TWO, ROUND, *OF_THE_PAGE])
def test_a_file_plays_with_dice_by_step(text: str, capsys: Capture) -> None:
    Path("one.toml").write_text(text)
    code = run(["scenario", "one.toml"])
    assert code == OK, capsys.readouterr().out


def test_a_die_that_is_left_over_is_told(capsys: Capture) -> None:
    """By the step that has it; without dice enough the file cannot be played either."""
    Path("one.toml").write_text(TWO.replace("6 6 6 1 1", "6 6 6 1 1 4"))
    assert run(["scenario", "one.toml"]) == EXPECTATION_FAILED
    assert "every die to be used" in capsys.readouterr().out


def test_a_bad_file_stops_no_other(capsys: Capture) -> None:
    """The others are played; each bad one is told, and the exit code is that of bad input."""
    Path("bad.toml").write_text(TWO.replace('hex 8" =', 'hex 99" ='))
    Path("worse.toml").write_text("game = ")
    Path("good.toml").write_text(TWO)
    assert run(["scenario", "bad.toml", "worse.toml", "good.toml"]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert "holds: good.toml" in out and "3 scenarios, 1 hold, 0 fail, 2 cannot be read" in out
    assert "bad.toml: " in err and "worse.toml: " in err


def test_march_says_that_it_has_no_dice(capsys: Capture) -> None:
    """A step with dice is bad input there."""
    Path("one.toml").write_text('[[steps]]\nrun = "red: march"\ndice = "6"\n')
    assert run(["scenario", "one.toml"]) == BAD_INPUT
    assert "has no dice" in capsys.readouterr().err


def test_a_method_may_have_the_name_of_a_weight() -> None:
    """A helper `march` sets nothing, so nothing is said; a number of that name is refused as before."""
    text = (
        "from marchsim.games.antwars.players import Plan\n\n\nclass Own(Plan):\n    def march(self):\n"
        "        return 1\n\n    def begin(self, view):\n        super().begin(view)\n        self.march()\n"
    )
    Path("own.py").write_text(text)
    assert play(("own.py", "rusher"), 1, game="antwars").outcome.rounds > 0
    Path("own.py").write_text(text.replace("    def march(self):\n        return 1\n", "    march = 3\n"))
    assert run(["play", "--game", "antwars", "--strategies", "own.py,rusher"]) == BAD_INPUT


@pytest.mark.parametrize("dice", ["6 6 fish", "9 6 6 1 1", "-1"])
def test_a_word_that_is_no_die_is_refused(dice: str, capsys: Capture) -> None:
    """With the faces that there are; another file is played all the same."""
    Path("one.toml").write_text(TWO.replace("6 6 6 1 1", dice))
    Path("two.toml").write_text(TWO)
    assert run(["scenario", "one.toml", "two.toml"]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert "holds: two.toml" in out and "one.toml" in err and "unknown face of a die" in err


@pytest.mark.parametrize(
    ("text", "dice", "message"),
    [
        ("6 6 6 1 1", "6 seed 6 1 1", "points from 1 to 6 here, and its next die is the face of a search"),
        ("6 6 6 1 1", "6 0 6 1 1", "points from 1 to 6 here, and its next die is 0"),
        ("seed gloomy sugar leaf", "seed gloomy 6 leaf", "a search, with faces here, and its next die is 6"),
    ],
)
def test_a_die_of_another_kind_than_is_rolled_is_told(
    text: str, dice: str, message: str, capsys: Capture
) -> None:
    """A face where points are rolled counted as points."""
    Path("one.toml").write_text(TWO.replace(text, dice))
    assert run(["scenario", "one.toml"]) in (EXPECTATION_FAILED, BAD_INPUT)
    out, err = capsys.readouterr()
    assert message in out + err
