"""The verbs of the command line with Ant Wars: each works, or says in a sentence what the game lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import marchsim
from marchsim.analysis.judging.verdict import figure
from marchsim.cli.main import run as command_line
from marchsim.studies.play import play
from tests.policies import uses

CONFIG = """# A small tournament
name = "small"
game = "antwars"
preset = "dealt"
seed = 2
record = "events"
[rules]
rounds = 6
[design]
kind = "random"
players = [3]
blocks = 4
""" + uses("harvester", "rusher", "turtle")
SCENARIO = """game = "antwars"
rules = ["ATB-08", "ATD-09"]
run = "end of round"
[position]
"red nest" = "red queen 20"
"blue nest" = "blue queen 20"
"blue gate" = "blue 1 minor"
"blue exit" = "red 8 minors"
[expect]
blue = "open 1, life 20"
winners = "nobody"
events = ["gate blue-gate 1 siege"]
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a small run was played and reported."""
    folder = tmp_path_factory.mktemp("antwars")
    (folder / "small.toml").write_text(CONFIG, encoding="utf-8")
    (folder / "large.toml").write_text(CONFIG.replace("blocks = 4", "blocks = 30"), encoding="utf-8")
    (folder / "siege.toml").write_text(SCENARIO, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert command_line(["run", "small.toml", "--workers", "1", "--quiet"]) == 0
        assert command_line(["report", "all", "runs/small"]) == 0
    return folder


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rules --game antwars breach", "ATB-08"),
        ("rules --game antwars --preset dealt", "species_choice = dealt"),
        ("components --game antwars", "Lasius niger"),
        ("components --game antwars", "6 Minors, 2"),  # in one line of its column
        ("components --game antwars species lasius", "assumed"),
        ("components --game antwars boards --json", '"layout"'),
        ("strategies --game antwars", "turtle"),
        ("strategies --game antwars rusher", "march"),
        ("replay runs/small 3", "digest"),
        ("replay runs/small 3 --round 2", "Round 2"),
        ("runs verify runs/small", "no differences"),
        ("export runs/small --format csv", "events.csv"),
        ("run large.toml --plan", "3 players"),
        ("play --game antwars --strategies harvester,rusher --preset dealt --seed 3", "Set-up for 2 players"),
        ("replay runs/small 3 --html game.html", "open it in a browser"),
        ("replay runs/small 3 --until 90 --board part.svg", "Round 1"),
        ("scenario siege.toml", "holds"),
        ("new overlay --game antwars --assumed mine.toml", "mine.toml is written"),
        ("new strategy --game antwars bold-digger", "bold_digger.py is written"),
    ],
)
def test_a_verb_works(
    words: str, told: str, played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(played)
    assert command_line(words.split()) == 0
    assert told in capsys.readouterr().out


def test_a_written_strategy_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `new strategy` writes plays as it is, its hook asked."""
    monkeypatch.chdir(tmp_path)
    assert command_line(["new", "strategy", "--game", "antwars", "bold-digger"]) == 0
    line_up = "bold_digger.py,rusher"
    words = ["play", "--game", "antwars", "--strategies", line_up, "--preset", "dealt"]
    assert command_line(words) == 0
    assert "win" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("cards --game antwars", "this game has no 'cards'"),
        ("play --game antwars --strategies harvester", "2 to 6 players"),
        ("level small.toml --by queens", "seats begin with no 'queens'"),
    ],
)
def test_what_is_lacking_is_said(
    words: str, told: str, played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence, with the exit code of bad input."""
    monkeypatch.chdir(played)
    assert command_line(words.split()) == 2
    assert told in " ".join(capsys.readouterr().err.split())


class Script:
    """A terminal whose person types what is given, and then leaves."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.shown = list(answers), [""]

    def tell(self, line: str) -> None:
        """Keep a line."""
        self.shown.append(line)

    def ask(self, prompt: str) -> str:
        """Return the next answer."""
        self.shown.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


def test_a_person_plays_every_question_in_words() -> None:
    """Species by name, places, amounts by their number; species, map and boards are shown on request."""
    script = Script(
        "tell me", "lasius", "red 12", "map", "species", "hatch red 12", "2", "explore red 12 to red 7",
        "3 Minors", "0", "0", "sugar", "boards", "stop",
    )  # fmt: skip
    found = play(("human", "rusher"), 3, game="antwars", terminal=script, tell=script.tell)
    shown = "\n".join(script.shown)
    assert found.players == ("human", "rusher")
    assert "Lasius niger?: Queens 1? x 20?" in shown and "the exit of an anthill" in shown
    assert "human gains 2 Minors in red 12" in shown
    assert "3 Minors of human go from red 12 to red 7." in shown and "The search rolls " in shown
    assert "1  ant" in shown and "0  Minors" in shown


def test_the_report_speaks_of_the_game(played: Path) -> None:
    """It names the plans and how games end; where all have the same rounds, it does not count them."""
    text = (played / "reports" / "small" / "report.md").read_text(encoding="utf-8")
    assert "harvester" in text and "A game takes 18 turns with 3 players" in text


def test_the_length_of_a_game_is_told_in_rounds_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of two end in different rounds: the sentence has their mean."""
    monkeypatch.chdir(tmp_path)
    config = (
        CONFIG.replace("[rules]\nrounds = 6\n", "")
        .replace("players = [3]", "players = [2]")
        .replace("harvester", "hunter")
    )
    (tmp_path / "pair.toml").write_text(config, encoding="utf-8")
    run = marchsim.run("pair.toml", workers=1)
    rounds = run.games["rounds"]
    assert rounds.n_unique() > 1
    assert command_line(["report", "all", "runs/small"]) == 0
    text = (tmp_path / "reports" / "small" / "report.md").read_text(encoding="utf-8")
    assert re.search(rf"A game takes \d+ turns \({figure(float(rounds.sum()) / len(rounds))} rounds\)", text)
