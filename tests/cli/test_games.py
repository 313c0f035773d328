"""Verbs load a game by its name and ask for what it can do; a game that cannot says so in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim import games
from marchsim.cli.main import run
from marchsim.errors import BAD_INPUT, EXPECTATION_FAILED
from marchsim.kernel.game import Arranged
from marchsim.kernel.numbers import Handicapped
from marchsim.kernel.showing import Profiled, Shown, Staged, Started
from marchsim.kernel.telling import Inspected, Narrated
from marchsim.studies.gate.preparation import prepare
from tests.bare import BARE
from tests.toy import script
from tools.games import card_ids

Capture = pytest.CaptureFixture[str]


RACE = """
name = "race"
game = "toy"
record = "events"
[design]
kind = "roundrobin"
players = [3]
blocks = 30
[[strategies]]
use = "roller.py"
[[strategies]]
use = "rester.py"
[[strategies]]
use = "miser.py"
[gate]
policies = ["roller.py", "miser.py"]
games = 10
margins = { seats = 0.5, turns = 0.5, lead-changes = 0.5, spread = 0.5 }
"""
SCENE = """
game = "toy"
name = "Boots help who rolls"
run = "race"
answers = ["red: roll", "yellow: rest", "red: rest", "yellow: =roll"]
[position]
dice = [3, 5]
red = "boots"
yellow = "map"
[overlay.rules]
rounds = 2
[expect]
red = %d
yellow = 7
events = ["red deal boots", "2 x round", "red roll 4", "yellow roll 5"]
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of a user, and two games beside the shipped one."""
    games.register("toy", "tests.toy:TOY")
    games.register("bare", "tests.bare:BARE")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MARCHSIM_STRATEGY_PATH", ".")
    for name, body in (("roller", "return 0"), ("rester", "return 1"), ("miser", "return int(score > 6)")):
        Path(f"{name}.py").write_text(script(body, name.title()))
    Path("race.toml").write_text(RACE)
    Path("scene.toml").write_text(SCENE % 6)


def said(words: str, capsys: Capture, code: int = 0) -> str:
    """Run a command of the program; return what it said."""
    assert run(words.split()) == code, capsys.readouterr()
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return told.out + told.err


@pytest.mark.parametrize(
    "ability", [Arranged, Handicapped, Inspected, Profiled, Shown, Staged, Started, Narrated]
)
def test_march_has_every_ability_and_a_bare_game_none(ability: type) -> None:
    assert isinstance(games.load("march"), ability) and not isinstance(games.load("bare"), ability)


@pytest.mark.parametrize(
    ("words", "tells"),
    [
        ("play --game toy --strategies roller.py,rester.py --seed 3", "rester rests and gains 2"),
        ("play --game toy --strategies roller.py,rester.py --html a.html", "a.html: open it in a browser"),
        ("play --game toy --strategies roller.py --preset coop --players 3", "The Storm has"),
        ("scenario scene.toml", "holds: scene.toml"),
        ("rules --game toy", "preset coop (1 to 5 players)"),
        ("rules rest --game toy", "points of a rest (RACE-02; rulebook)"),
        ("rules --game toy --preset short", "> rounds = 2"),
        ("components --game toy", "boots"),
        ("cards --game toy --json", '"id": "rope"'),
        ("strategies roller.py --game toy", "Roller"),
        ("new strategy bold-forager --game toy", "bold_forager.py"),
        ("new overlay mine.toml --game toy", "mine.toml"),
        ("run race.toml --plan --workers 1", "race"),
    ],
)
def test_every_verb_that_makes_no_run_works_with_the_toy(words: str, tells: str, capsys: Capture) -> None:
    assert tells in said(words, capsys)


def test_every_verb_of_a_run_works_with_the_toy(capsys: Capture) -> None:
    """It is run, described, verified, extended, reported, told again and exported."""
    said("run race.toml --workers 1", capsys)
    for words, tells in (
        ("runs ls", "race"),
        ("runs show race", "roller"),
        ("runs verify race", "games"),
        ("runs extend race --blocks 32 --workers 1", "runs"),
        ("report all race", "reports"),
        ("replay race 3", "rolls and gains"),
        ("export race --table seats", "seats"),
    ):
        assert tells in said(words, capsys), words
    page = Path("reports/race/report.md").read_text()
    assert "3 numbers of components" in page or "assumed" in page
    assert "roller" in page


def test_variants_and_gates_work_with_the_toy(capsys: Capture) -> None:
    """A baseline is made, holds, and fails for other rules."""
    more = "\n[[variants]]\nname = 'base'\n[[variants]]\nname = 'restful'\nrules = { rest_points = 4 }\n"
    Path("variants.toml").write_text(RACE.replace('"race"', '"variants"') + more)
    said("run variants.toml --workers 1", capsys)
    said("report variants variants", capsys)
    assert "restful" in Path("reports/variants-variants/report.md").read_text()
    said("baseline create race.toml --out base.json --workers 1", capsys)
    said("gate race.toml --baseline base.json --tiers 0,1 --workers 1", capsys)
    Path("more.toml").write_text("[rules]\nrest_points = 4\n")
    told = said("gate race.toml --baseline base.json --tiers 0,1 --workers 1 --rules more.toml", capsys, 3)
    assert "rules rest_points: 2 -> 4" in told


@pytest.mark.parametrize(
    ("words", "cannot"),
    [
        ("play --game toy --strategies roller.py,rester.py --board b.svg", "has no board to draw"),
        ("play --game toy --strategies roller.py,rester.py --explain all", "give no reasons"),
        ("tiles --game toy", "this game has no 'tiles'"),
        ("cards-study race.toml --deals 2 --workers 1", "Dice Race: it cannot be dealt differently"),
        ("cards gloves --game toy", "there is no card 'gloves'"),
        ("rules roundz --game toy", "there is no parameter 'roundz'. Did you mean 'rounds'?"),
    ],
)
def test_what_the_toy_cannot_do_is_said(words: str, cannot: str, capsys: Capture) -> None:
    """In a line or two, before anything is played."""
    told = said(words, capsys, BAD_INPUT)
    assert cannot in told and len(told.splitlines()) <= 2


def test_what_new_writes_for_the_toy_plays_at_once(capsys: Capture) -> None:
    said("new strategy bold --game toy", capsys)
    said("new overlay mine.toml --game toy --preset short", capsys)
    play = "play --game toy --strategies bold.py,rester.py --rules mine.toml"
    assert "bold " in (told := said(play, capsys)) and "Round 2" in told and "Round 3" not in told


def test_a_scenario_of_the_toy_says_what_does_not_hold(capsys: Capture) -> None:
    Path("scene.toml").write_text(SCENE % 9)
    told = said("scenario scene.toml", capsys, EXPECTATION_FAILED)
    assert "red: score" in told and "expected 9" in told and "found    6" in told


@pytest.mark.parametrize(
    ("words", "cannot"),
    [
        ("cards --game bare", "its components cannot be shown"),
        ("tiles --game bare", "its components cannot be shown"),
        ("components --game bare", "its components cannot be shown"),
        ("rules --game bare", "its rules cannot be shown"),
        ("strategies roller.py --game bare", "it cannot show how its strategies are built"),
        ("new strategy bold --game bare", "it has no files to start from"),
        ("new overlay o.toml --game bare", "it has no files to start from"),
        ("scenario bare.toml", "it plays no scenarios"),
        ("cards-study bare-race.toml --deals 2 --workers 1", "no card can be studied"),
        ("level bare-race.toml", "to change that, give it handicaps (marchsim.kernel.numbers.Handicapped)"),
        ("play --game bare --strategies human,rester.py", "to change that, give it teller ("),
    ],
)
def test_what_a_game_cannot_do_is_said(words: str, cannot: str, capsys: Capture) -> None:
    """In one line with the game's name, and with the exit code of bad input."""
    Path("bare.toml").write_text('game = "bare"\nrun = "turn"\n')
    Path("bare-race.toml").write_text(RACE.replace("toy", "bare"))
    told = said(words, capsys, BAD_INPUT).splitlines()[-1]
    assert cannot in told and BARE.title in told


def test_a_game_without_a_teller_says_so_and_who_won(capsys: Capture) -> None:
    """A blank screen would say nothing of either."""
    told = said("play --game bare --strategies roller.py,rester.py", capsys)
    assert "Bare Race cannot be shown move by move; to change that, give it teller" in told
    assert "roller won: roller 11, rester 8 (digest " in told


def test_the_gate_has_defaults_for_any_game() -> None:
    """A game that ships no `random` is replayed by the strategies of the configuration."""
    Path("bare-race.toml").write_text(RACE.replace("toy", "bare").partition("[gate]")[0])
    assert prepare("bare-race.toml").gating.policies == ("roller.py", "rester.py", "miser.py")


@pytest.mark.parametrize("verb", ["cards", "components", "rules", "strategies", "new strategy bold"])
def test_a_game_that_there_is_not(verb: str, capsys: Capture) -> None:
    assert run([*verb.split(), "--game", "marhc"]) == BAD_INPUT
    assert "there is no game 'marhc'. Did you mean 'march'?" in (told := capsys.readouterr().err)
    assert "`marchsim new game NAME` writes one" in told


def test_components_of_all_kinds_at_once(capsys: Capture) -> None:
    """As JSON by kind; of one kind a list, as the short forms have it."""
    assert run(["components", "--json"]) == 0
    every = json.loads(capsys.readouterr().out)
    assert {kind: len(rows) for kind, rows in every.items()} == {"cards": len(card_ids()), "tiles": 25}
    assert run(["cards", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == every["cards"]
    assert run(["components", "beetles"]) == BAD_INPUT
    assert "this game has no 'beetles'" in capsys.readouterr().err


def test_a_scenario_of_no_game(capsys: Capture) -> None:
    Path("scene.toml").write_text("game = 3\nrun = 'turn'\n")
    assert run(["scenario", "scene.toml"]) == BAD_INPUT
    assert "scene.toml: game: must be a name" in capsys.readouterr().err
