"""Scenario files: a position, the steps, the answers, and the expectations afterwards.

docs/howto/scenarios.md describes the form. A file that cannot be read raises ScenarioError. If an expectation
fails, the Result has the expected and the actual value. A game implements `Stage`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from marchsim.errors import ScenarioError
from marchsim.kernel.table import Fault
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.scenarios.answers import KEYS, Answer, Script, Unmet, read_answers

STEP_KEYS = ("run", "answers", "dice", "pass", "expect")
ANSWER_KEYS = ("answer", "by", "offered", "not_offered", "only", "expect")


@dataclass(frozen=True)
class Step:
    """A step: the parts of a game to play, with answers and dice, and the expectations after it.

    Players in `passing` (None: those of the scenario) decline everything optional in this step.
    """

    runs: tuple[str, ...]
    answers: tuple[Answer, ...]
    expect: Mapping[str, Any]
    passing: tuple[str, ...] | None = None
    dice: str = ""


class Stage(Protocol):
    """A game in the position of a scenario, with the steps that can be played in it.

    `script` has the answers. `lines` and `rows` are the events, as text and as plain data.
    """

    @property
    def script(self) -> Script:
        """The remaining answers, and the decisions so far."""

    def perform(self, run: str) -> None:
        """Play the part of the game that a text names. Raises ScenarioError if the text names none."""

    def roll(self, dice: str) -> None:
        """Set the next dice, in the order of their rolls. Raises ScenarioError if the game has no dice."""

    def expect(self, wanted: Mapping[str, Any]) -> None:
        """Raise Unmet for the first failed expectation, and for answers or dice that are left over."""

    def lines(self) -> Sequence[str]:
        """The events so far, as lines for a reader."""

    def rows(self) -> list[dict[str, Any]]:
        """The events so far, as plain data."""


@dataclass(frozen=True)
class Scenario:
    """A scenario read from a file: its position with an overlay, and its steps.

    `stage` sets up the position for play. It raises ScenarioError if the position is invalid.
    """

    source: str
    name: str
    text: str
    rules: tuple[str, ...]
    passing: tuple[str, ...]
    position: Mapping[str, Any]
    overlay: Mapping[str, Any]
    steps: tuple[Step, ...]
    stage: Callable[[Scenario], Stage]

    def play(self) -> Result:
        """Play the scenario. Raises ScenarioError if a part of it cannot be understood."""
        stage, unmet = self.stage(self), None
        try:
            for step in self.steps:
                play_step(self.source, stage, step)
        except Unmet as error:
            unmet = error
        except Fault as fault:
            unmet = Unmet("game", "an end", fault.message)
        return Result(self, stage, unmet)


@dataclass(frozen=True)
class Result:
    """The result of a scenario: its stage at the end, and the expectation that failed, if any."""

    scenario: Scenario
    stage: Stage
    unmet: Unmet | None

    @property
    def passed(self) -> bool:
        """Whether all expectations held."""
        return self.unmet is None

    @property
    def lines(self) -> list[str]:
        """The result in words: its name, the events, and the end."""
        lines = [self.scenario.name, *self.stage.lines()]
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
        """The result as plain data."""
        unmet = self.unmet
        return {
            "file": self.scenario.source,
            "name": self.scenario.name,
            "rules": list(self.scenario.rules),
            "holds": self.passed,
            "where": unmet.where if unmet else "",
            "expected": unmet.expected if unmet else "",
            "found": unmet.found if unmet else "",
            "events": self.stage.rows(),
            "decisions": [
                {"by": one.by, "question": one.question, "options": list(one.options), "chosen": one.chosen}
                for one in self.stage.script.decisions
            ],
        }


def play_step(source: str, stage: Stage, step: Step) -> None:
    """Play one step. Raises Unmet for a failed expectation."""
    script = stage.script
    everywhere = script.passing
    if step.passing is not None:
        place = Place(source, "steps", ScenarioError)
        script.passing = frozenset(script.seat_of(place, "pass", name) for name in step.passing)
    for answer in step.answers:
        if answer.by:
            script.seat_of(Place(source, "", ScenarioError), "answers", answer.by)
            script.left.append(answer)
        else:
            fresh = read_answers(answer.text, script.players)
            looks = {key: getattr(answer, key) for key in ("offered", "not_offered", "only", "expect")}
            script.left.extend(Answer(one.text, one.by, **looks) for one in fresh)
    if step.dice:
        stage.roll(step.dice)
    for run in step.runs:
        stage.perform(run)
    script.used_up()
    script.passing = everywhere
    stage.expect(step.expect)


def parse(
    table: Mapping[str, Any], source: str, overlay_keys: Sequence[str], stage: Callable[[Scenario], Stage]
) -> Scenario:
    """The scenario in a file. An overlay may have `overlay_keys`. Raises ScenarioError if it is invalid."""
    place = Place(source, "", ScenarioError)
    for key in table:
        place.known(key, KEYS, "key of a scenario")
    steps = [_step(Place(source, "", ScenarioError), table)] if "run" in table else []
    for number, item in enumerate(_list(place, "steps", table), 1):
        inner = Place(source, f"steps {number}", ScenarioError)
        for key in inner.table_of(item):
            inner.known(key, STEP_KEYS, "key of a step")
        passing = tuple(_names(inner, "pass", item)) if "pass" in item else None
        dice = inner.line("dice", item.get("dice", ""), 400)
        steps.append(replace(_step(inner, item), passing=passing, dice=dice))
    if not steps:
        raise place.wrong("run", 'is missing: say what is played, for instance run = "red: march".')
    if "run" not in table:
        if "answers" in table:
            raise place.wrong("answers", "belong to what is played: write them in one of the [[steps]].")
        steps.append(_step(place, table))  # what must hold after the last step
    overlay = Place(source, "overlay", ScenarioError)
    for key in overlay.table_of(table.get("overlay", {})):
        overlay.known(key, overlay_keys, "key of an overlay")
    return Scenario(
        source=source,
        name=place.line("name", table.get("name", Path(source).stem), 200),
        text=place.line("text", table.get("text", ""), 4000),
        rules=tuple(_names(place, "rules", table)),
        passing=tuple(_names(place, "pass", table)),
        position=Place(source, "position", ScenarioError).table_of(table.get("position", {})),
        overlay=table.get("overlay", {}),
        steps=tuple(steps),
        stage=stage,
    )


def _list(place: Place, key: str, table: Mapping[str, Any]) -> list[Any]:
    """The list under `key` in a table. Empty if the key is missing."""
    value = table.get(key, [])
    if not isinstance(value, list):
        raise place.wrong(key, f"must be a list, not {shown(value)}.")
    return value


def _names(place: Place, key: str, table: Mapping[str, Any]) -> list[str]:
    """The list of short names under `key` in a table. Empty if the key is missing."""
    return [place.line(key, item, 20, 1) for item in _list(place, key, table)]


def _step(place: Place, table: Mapping[str, Any]) -> Step:
    """Read the part to play, the answers and the expectations."""
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
    """Read an answer: a text, or a table that can also state conditions on the options and the position."""
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
