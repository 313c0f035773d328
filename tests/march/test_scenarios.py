"""Scenario files: those of the repository hold, and what a bad one, or one that fails, is told."""

from __future__ import annotations

import json
import os
import re
import signal
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli import main
from marchsim.errors import ConfigError, MarchsimError
from marchsim.games.march.scenarios import expectations, reading, scene
from marchsim.games.march.table.record import EVENT_NAMES
from marchsim.games.march.telling.events import WHY
from marchsim.tabletop.scenarios import file
from marchsim.tabletop.scenarios.answers import ANY_FROM_HERE, KEYS

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
EXAMPLES = {"EXP-08", "MAR-07", "PLY-13", "RST-02", "BAT-15", "CEN-11", "QUE-06", "QUE-13", "FIV-02"}

GOOD = """
name = "a march"
run = "red: march"
answers = ["larva > soil", "pass"]
[position]
soil = "red"
red = { food = 1, larvae = 2 }
[expect]
soil = "red 2"
"""


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_scenario_of_the_repository_holds(path: Path) -> None:
    result = scene.load(path).play()
    assert result.unmet is None, result.unmet


def test_every_worked_example_of_the_rulebook_is_a_scenario() -> None:
    held = {rule for path in FILES for rule in scene.load(path).rules}
    assert held >= EXAMPLES


DOCS = Path(__file__).parents[2] / "docs"
PAGE = "".join(path.read_text("utf-8") for path in sorted(DOCS.glob("*/scenarios.md")))
EXAMPLES_OF_THE_PAGE = [
    text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "game =" not in text
]


@pytest.mark.parametrize("number", range(len(EXAMPLES_OF_THE_PAGE)))
def test_an_example_of_the_page_holds(number: int) -> None:
    result = scene.parse(tomllib.loads(EXAMPLES_OF_THE_PAGE[number]), "docs/howto/scenarios.md").play()
    assert result.unmet is None, result.unmet


def test_the_page_names_everything() -> None:
    """Keys of a position, of players and answers, what can be played, kinds of events and why they happen."""
    named = set(re.findall(r"[a-z][a-z_-]*", " ".join(re.findall(r"`([^`]*)`", PAGE)) + PAGE))
    kinds = {name.replace("_", "-") for name in EVENT_NAMES.values()}
    wanted = {*reading.TABLE_KEYS, *reading.SEAT_KEYS, *expectations.TABLE_KEYS, *expectations.SEAT_KEYS}
    assert {*wanted, *KEYS, *file.ANSWER_KEYS, *file.STEP_KEYS, *kinds, *WHY.values()} <= named
    assert all(f'"{what}"' in PAGE for what in scene.PHASES)


def play(tmp_path: Path, text: str) -> int:
    """Play a file with this text by the command line; return the exit code."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return main.run(["scenario", str(path)])


def test_a_scenario_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(tmp_path, GOOD) == 0
    told = capsys.readouterr().out
    assert "red places a larva in the site (food) of Soil." in told
    assert "holds: " in told
    assert max(map(len, told.splitlines())) <= 100


def test_ctrl_c_ends_scenarios(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever becomes of the exception inside a game, the end is an interruption and not a bad file."""

    def strike(_scenario: object) -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            raise ConfigError("the game is void") from None

    monkeypatch.setattr(file.Scenario, "play", strike)
    assert play(tmp_path, GOOD) == 130
    assert capsys.readouterr().err == "marchsim: interrupted\n"


@pytest.mark.parametrize(
    ("old", "new", "expected", "found"),
    [
        ("red 2", "red 3", "expected red 3", "found    red 2"),
        ('"pass"]', '"pass", "pass"]', "expected every answer to be used", "left over: pass"),
        (', "pass"]', "]", "expected no further decision, as no answer is left", "found    a choice of pass"),
        ("larva > soil", "larva > bark", "expected answer 'larva > bark'", "found    none fits"),
        ('"red 2"', '"red 2"\nevents = ["red draw"]', "expected 'red draw'", "found    no such event"),
    ],
)
def test_a_scenario_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, expected: str, found: str
) -> None:
    """Exit code 3, with what was expected and what was found."""
    assert play(tmp_path, GOOD.replace(old, new)) == 3
    told = capsys.readouterr().out
    assert expected in told
    assert found in told


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("run =", "runs =", "runs: unknown key of a scenario; known are game, name, text"),
        ('run = "red: march"', "", 'run: is missing: say what is played, for instance run = "red: march"'),
        ("red: march", "red: marsh", "run: must be one of"),
        ("red: march", "sodier phase", "'sodier phase' is nothing that can be played. Did you mean 'soldier"),
        ("red: march", "green: march", "run: there is no player 'green'"),
        ("red: march", "battle bork", "run: there is no hex 'bork'. Did you mean 'bark'"),
        ("red: march", "red: play swam", "run: there is no card 'swam'. Did you mean 'swarm'"),
        ('soil = "red"', 'sail = "red"', "[position] sail: is not a player, hex or key of a position."),
        ("larvae = 2", "larva = 2", "[red] larva: unknown thing of a player"),
        ("larvae = 2", "larvae = -2", "[red] larvae: must be a whole number from 0 to 999, not -2"),
        ("red 2", "green 2", "[expect.soil] ants: there is no player 'green'"),
        ('soil = "red 2"', "soil = 3", "[expect.soil]: must be a table, not 3"),
        ('"larva > soil"', '{ answr = "x" }', "[answers 1] answr: unknown key of an answer"),
        ('"larva > soil"', "5", "[answers 1]: must be a table, not 5"),
        ("[expect]", "[overlay.rules]\nmarch_step = 3\n[expect]", "there is no rule march_step"),
        ("[expect]", "[overlay]\nrule = {}\n[expect]", "[overlay] rule: unknown key of an overlay"),
        ("name", "name = 3\n[position", "is not TOML"),
        (
            '"red 2"',
            '"red 2"\nnever = ["red drawz"]',
            "never: 'drawz' is not a word of any event. Did you mean 'draw'",
        ),
        (
            "[expect]",
            "answers = []\n[expect]",
            "answers: is not a player, hex or key of a position. In TOML a key belongs to the table above",
        ),
        (
            'soil = "red"',
            'soil = "red, empty"',
            "[soil] ants: 'red, empty' names ants and says that there are",
        ),
        (
            '"red 2"',
            '"red 2"\nevents = ["2 x rde emerge"]',
            "events: 'rde' is not a word of any event.",
        ),
    ],
)
def test_a_bad_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    """Exit code 2, with the file, the place, what is wrong and the nearest right name."""
    assert play(tmp_path, GOOD.replace(old, new, 1)) == 2
    told = capsys.readouterr().err
    assert "mine.toml" in told
    assert message in told


def test_a_name_from_a_file_cannot_dress_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = GOOD.replace("red", "r\\u001b[31m", 0).replace("a march", "a\\u001b[31m march")
    assert play(tmp_path, bad) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_an_overlay_changes_the_rules(tmp_path: Path) -> None:
    """With one step a March of one larva asks no more; the second answer is left over."""
    text = GOOD.replace("[expect]", "[overlay.rules]\nmarch_steps = 1\n[expect]")
    assert play(tmp_path, text) == 3
    assert play(tmp_path, text.replace(', "pass"]', "]")) == 0


def test_json_tells_events_and_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert main.run(["scenario", str(path), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["holds"]
    assert row["decisions"][0]["chosen"] == "larva > soil"
    assert row["events"][2]["brief"] == "red emerge soil.food"


JUNK = (
    "",
    "x",
    "red",
    "soil",
    "-1",
    -1,
    10**9,
    3.5,
    True,
    [],
    ["red"],
    [[]],
    {},
    {"a": 1},
    "red 99 out",
    "at 9 9",
    "\u0000",
)


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_no_junk_in_a_scenario_is_a_bug_of_ours(every: int) -> None:
    """Whatever value stands in place of another, it plays, fails, or is refused in our own words."""
    for path in FILES:
        tables = spoilt(tomllib.loads(path.read_text(encoding="utf-8")))
        for number, table in list(enumerate(tables))[::every]:
            try:
                scene.parse(table, path.name).play()
            except MarchsimError as error:
                assert str(error).startswith(path.name), f"{path.name} {number}: {error}"


def spoilt(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies of a scenario in which one value is junk, each value with a few kinds of junk."""
    spots = list(places(table))
    for number, spot in enumerate(spots):
        for kind in range(2):
            copy = json.loads(json.dumps(table))
            inner = copy
            for key in spot[:-1]:
                inner = inner[key]
            inner[spot[-1]] = JUNK[(number * 5 + kind) % len(JUNK)]
            yield copy


def places(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value within a table, tables and lists themselves too."""
    if not isinstance(value, dict | list):
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (key,)
        for path in places(inner):
            yield (key, *path)


def played(**table: Any) -> file.Result:
    """Play a scenario given as a table."""
    return scene.parse(table, "mine.toml").play()


def test_the_rest_of_a_game_begins_with_the_phase_of_the_position() -> None:
    """From the Queen Phase no Worker or Soldier Phase of that round comes before it."""
    seats = {"players": ["red", "black"], "round": 4, "red": {"food": 1}}
    events = played(run="rest of game", position={**seats, "phase": "queen"}, answers=[ANY_FROM_HERE]).row
    phases = [event["brief"] for event in events["events"] if "phase" in event["brief"].split()]
    assert phases == ["red phase queen-phase"]
    events = played(run="rest of game", position={**seats, "phase": "soldier"}, answers=[ANY_FROM_HERE]).row
    phases = [event["brief"] for event in events["events"] if "phase" in event["brief"].split()]
    assert phases == ["red phase soldier-phase", "red phase queen-phase"]


def test_a_worker_phase_that_has_begun_goes_on() -> None:
    """Who has acted may rest at once; the phase is not begun anew."""
    seats = {"players": ["red", "black", "blue"], "red": {"acted": 1}, "black": {"rested": True}}
    result = played(run="worker phase", position=seats, expect={"never": ["phase"], "phase_over": True})
    assert result.unmet is None, result.unmet


def test_a_step_has_players_of_its_own_who_pass() -> None:
    table = {
        "pass": ["blue"],
        "steps": [
            {"run": "red: march", "answers": ["larva > soil", "pass", "black: soil.food > great-tunnel"]},
            {"run": "red: march", "answers": ["larva > soil", "pass"], "pass": ["black", "blue"]},
        ],
        "position": {"soil": "red control, black food, blue out", "red": {"food": 2, "larvae": 2}},
    }
    result = played(**table)
    assert result.unmet is None, result.unmet


def test_players_may_do_as_they_like_from_some_answer_on() -> None:
    result = played(
        run="red: march",
        answers=["larva > soil", ANY_FROM_HERE],
        position={"soil": "red", "bark": "empty", "red": {"food": 1, "larvae": 3}},
        expect={"red": {"larvae": 2}},
    )
    assert result.unmet is None, result.unmet


def test_a_horde_without_its_preset_says_what_it_leaves_out() -> None:
    table = {"run": "centipede card", "position": {"horde": True}}
    assert "march_to_battle = true, end_most = 0, end_tied = 0" in played(**table).lines[1]
    assert played(**table, overlay={"preset": "coop"}).lines[1].startswith("holds")


STEPS = """
name = "two draws"
{top}
[position]
red = {{ food = 2 }}
tunnel = "red"
deck = ["swarm", "royal-jelly", "cold-snap"]
[[steps]]
run = "red: forage"
pass = ["yellow", "black"]
[expect]
{expect}
"""


@pytest.mark.parametrize(
    ("expect", "code"),
    [("red = {food = 1}", 0), ("red = {food = 2}", 3), ('never = ["red draw"]', 3), ('never = ["blue"]', 2)],
)
def test_what_must_hold_after_the_last_step_is_looked_at(tmp_path: Path, expect: str, code: int) -> None:
    """`[expect]` of a scenario without `run` of its own is no dead letter."""
    assert play(tmp_path, STEPS.format(top="", expect=expect)) == code


def test_answers_of_no_step_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They would be for nothing that is played."""
    assert play(tmp_path, STEPS.format(top='answers = ["yes"]', expect="red = {food = 1}")) == 2
    assert "answers: belong to what is played: write them in one of the [[steps]]" in capsys.readouterr().err
