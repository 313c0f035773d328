"""Scenario files: a position by names, what is played, the answers, and what must hold afterwards.

docs/scenarios.md describes the form. A file that cannot be read is a ScenarioError; an expectation that does
not hold makes a Result with what was expected and what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.errors import ScenarioError, nearest
from marchsim.games.march.components.checks import Place, shown
from marchsim.games.march.naming.names import Unknown, letters
from marchsim.games.march.rules.variant import OVERLAY_KEYS
from marchsim.games.march.scenarios.answers import Answer, Decision, Unmet, written
from marchsim.games.march.scenarios.scene import ACTION_CODES, Scene
from marchsim.games.march.telling.narrate import Event, Narrator
from marchsim.kernel.table import Fault

KEYS = ("game", "name", "text", "rules", "pass", "run", "answers", "position", "overlay", "expect", "steps")
STEP_KEYS = ("run", "answers", "expect")
ANSWER_KEYS = ("answer", "by", "offered", "not_offered", "only", "expect")
PHASES: dict[str, Callable[[Scene], object]] = {
    "opening": lambda scene: scene.opening(),
    "turn": lambda scene: scene.turn(),
    "centipede card": lambda scene: scene.centipede_card(),
    "worker phase": lambda scene: scene.worker_phase(),
    "soldier phase": lambda scene: scene.soldier_phase(),
    "abdomens": lambda scene: scene.abdomens(),
    "harvest": lambda scene: scene.harvest(),
    "feed": lambda scene: scene.feed(),
    "decree": lambda scene: scene.decree(),
    "slumber": lambda scene: scene.slumber(),
    "queen phase": lambda scene: scene.queen_phase(),
    "end of game": lambda scene: scene.end_of_game(),
    "rest of game": lambda scene: scene.rest_of_game(),
}
ACTIONS = (*ACTION_CODES, "turn")


@dataclass(frozen=True)
class Step:
    """What is played, with which answers, and what must hold then."""

    runs: tuple[str, ...]
    answers: tuple[Answer, ...]
    expect: Mapping[str, Any]


@dataclass(frozen=True)
class Scenario:
    """A scenario file that has been read: a position with its overlay, and steps."""

    source: str
    name: str
    text: str
    rules: tuple[str, ...]
    passing: tuple[str, ...]
    position: Mapping[str, Any]
    overlay: Mapping[str, Any]
    steps: tuple[Step, ...]

    def play(self) -> Result:
        """Play it; raises ScenarioError for what cannot be understood."""
        return play(self)


@dataclass(frozen=True)
class Result:
    """How a scenario went: what happened, what was decided, and the expectation that did not hold, if any."""

    scenario: Scenario
    scene: Scene
    unmet: Unmet | None
    events: list[Event] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Return whether everything held."""
        return self.unmet is None

    @property
    def lines(self) -> list[str]:
        """Return it in words: its name, what happened, and how it ended."""
        teller = Narrator(self.scene.names)
        lines = [self.scenario.name, *(teller.line(event) for event in self.events)]
        if self.unmet is None:
            return [*lines, f"holds: {self.scenario.source}", ""]
        return [
            *lines,
            f"FAILS: {self.scenario.source}: {self.unmet.where}",
            f"  expected {self.unmet.expected}",
            f"  found    {self.unmet.found}",
            "",
        ]

    @property
    def row(self) -> dict[str, Any]:
        """Return it as plain data."""
        narrator, unmet = self.scene.narrator, self.unmet
        return {
            "file": self.scenario.source,
            "name": self.scenario.name,
            "rules": list(self.scenario.rules),
            "holds": self.passed,
            "where": unmet.where if unmet else "",
            "expected": unmet.expected if unmet else "",
            "found": unmet.found if unmet else "",
            "events": [narrator.row(event) for event in self.events],
            "decisions": [
                {"by": one.by, "question": one.question, "options": list(one.options), "chosen": one.chosen}
                for one in self.decisions
            ],
        }


def load(path: Path) -> Scenario:
    """Return the scenario of a file; raises ScenarioError for one that cannot be read."""
    return parse(tomlfile.read(path, "scenario", ScenarioError)[1], str(path))


def parse(table: Mapping[str, Any], source: str) -> Scenario:
    """Return the scenario of a mapping; raises ScenarioError."""
    place = Place(source, "", ScenarioError)
    for key in table:
        place.known(key, KEYS, "key of a scenario")
    steps = [_step(Place(source, "", ScenarioError), table)] if "run" in table else []
    for number, item in enumerate(_list(place, "steps", table), 1):
        inner = Place(source, f"steps {number}", ScenarioError)
        for key in inner.table_of(item):
            inner.known(key, STEP_KEYS, "key of a step")
        steps.append(_step(inner, item))
    if not steps:
        raise place.wrong("run", 'is missing: say what is played, for instance run = "red: march".')
    overlay = Place(source, "overlay", ScenarioError)
    for key in overlay.table_of(table.get("overlay", {})):
        overlay.known(key, OVERLAY_KEYS, "key of an overlay")
    return Scenario(
        source=source,
        name=place.line("name", table.get("name", Path(source).stem), 200),
        text=place.line("text", table.get("text", ""), 4000),
        rules=tuple(place.line("rules", item, 20, 1) for item in _list(place, "rules", table)),
        passing=tuple(place.line("pass", item, 20, 1) for item in _list(place, "pass", table)),
        position=Place(source, "position", ScenarioError).table_of(table.get("position", {})),
        overlay=table.get("overlay", {}),
        steps=tuple(steps),
    )


def _list(place: Place, key: str, table: Mapping[str, Any]) -> list[Any]:
    """Return a list that may be left out."""
    value = table.get(key, [])
    if not isinstance(value, list):
        raise place.wrong(key, f"must be a list, not {shown(value)}.")
    return value


def _step(place: Place, table: Mapping[str, Any]) -> Step:
    """Read what is played, the answers and the expectations."""
    runs = table.get("run", [])
    runs = [runs] if isinstance(runs, str) else _list(place, "run", table)
    expect = Place(place.source, "expect", place.error).table_of(table.get("expect", {}))
    answers = [
        answer
        for number, item in enumerate(_list(place, "answers", table), 1)
        for answer in _answers(Place(place.source, f"answers {number}", place.error), item)
    ]
    return Step(tuple(place.line("run", run, 80, 1) for run in runs), tuple(answers), expect)


def _answers(place: Place, item: object) -> list[Answer]:
    """Read an answer: a text, or a table that also looks at the options or the position."""
    if isinstance(item, str):
        return [Answer(place.line("", item, 200, 1))]
    for key in place.table_of(item):
        place.known(key, ANSWER_KEYS, "key of an answer")
    table = place.table_of(item)
    looks = {
        key: tuple(_list(place, key, table)) for key in ("offered", "not_offered", "only") if key in table
    }
    for key, texts in looks.items():
        for text in texts:
            place.line(key, text, 200, 1)
    by = place.line("by", table.get("by", ""), 20)
    expect = place.table_of(table.get("expect", {}))
    return [Answer(place.line("answer", table.get("answer"), 200, 1), by, expect=expect or None, **looks)]


# playing ------------------------------------------------------------------------
def play(scenario: Scenario) -> Result:
    """Play a scenario and return how it went; raises ScenarioError for what cannot be understood."""
    scene = set_scene(scenario)
    unmet = None
    try:
        for step in scenario.steps:
            play_step(scenario, scene, step)
    except Unmet as error:
        unmet = error
    except Fault as fault:
        unmet = Unmet("game", "an end", fault.message)
    return Result(scenario, scene, unmet, scene.events, scene.decisions)


def set_scene(scenario: Scenario) -> Scene:
    """Return the scene of a scenario, before anything is played."""
    scene = Scene(scenario.position, scenario.overlay or None, (), scenario.source)
    place = Place(scenario.source, "", ScenarioError)
    passing = [_named(place, "pass", name, scene.names.find_seat) for name in scenario.passing]
    scene.script.passing = frozenset(passing)
    scene.asks_for_all = False
    return scene


def play_step(scenario: Scenario, scene: Scene, step: Step) -> None:
    """Play one step; raises Unmet for what does not hold."""
    place = Place(scenario.source, "", ScenarioError)
    for answer in step.answers:
        if answer.by:
            _named(place, "answers", answer.by, scene.names.find_seat)
            scene.script.left.append(answer)
        else:
            fresh = written(answer.text, scene.names.players)
            looks = {key: getattr(answer, key) for key in ("offered", "not_offered", "only", "expect")}
            scene.script.left.extend(Answer(one.text, one.by, **looks) for one in fresh)
    for run in step.runs:
        perform(place, scene, run)
    scene.script.used_up()
    scene.expect(step.expect)


def perform(place: Place, scene: Scene, run: str) -> None:
    """Play what a text says: a phase or part of one, "battle HEX", or "PLAYER: ACTION"."""
    who, colon, what = run.partition(":")
    if colon:
        player = scene.names.players[_named(place, "run", who.strip(), scene.names.find_seat)]
        word, _, card = what.strip().partition(" ")
        if letters(what) not in map(letters, ACTION_CODES):
            place.word("run", word, ACTIONS)
        if word == "play":
            _named(place, "run", card, scene.names.find_card)
        if word == "turn":
            scene.turn(player)
        else:
            scene.action(what.strip(), player)
        return
    word, _, rest = run.strip().partition(" ")
    if word == "battle":
        scene.battle(scene.names.hexes[_named(place, "run", rest, scene.names.find_hex)])
        return
    known = {letters(name): procedure for name, procedure in PHASES.items()}
    if letters(run) not in known:
        hint = nearest(run, PHASES) or f" There are {', '.join(PHASES)}, battle HEX, and PLAYER: ACTION."
        raise place.wrong("run", f"{shown(run)} is nothing that can be played.{hint}")
    known[letters(run)](scene)


def _named(place: Place, key: str, name: str, find: Callable[[str], int]) -> int:
    """Return what a name means; raises ScenarioError."""
    try:
        return find(name)
    except Unknown as error:
        raise place.wrong(key, str(error)) from None
