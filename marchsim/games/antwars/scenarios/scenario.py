"""Scenario files of Ant Wars (tabletop.scenarios.file): their steps and expectations.

Runs: `red: explore red nest to red hall` (an action), `red: turn`, `red: start`, `battles`, `end of round`,
`round` (every turn, the battles, the end). A position or a step lists dice in the order in which they are
rolled: `dice = "protein seed 6 4"`. Expectations: areas and players as in a position, `events`,
`never`, `decided`, `winners` ("red, blue" or "nobody").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.errors import ScenarioError
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.tabletop.checking import Place
from marchsim.tabletop.scenarios import expectations, file


class Stage:
    """A scenario during play."""

    def __init__(self, scenario: file.Scenario) -> None:
        self.place = Place(scenario.source, "position", ScenarioError)
        parts = {key: self.place.line(key, value, 400) for key, value in scenario.position.items()}
        dice = parts.pop("dice", "")
        overlay = dict(scenario.overlay)
        rules = overlay.pop("rules", {})
        self.scene = Scene(parts, rules, scenario.source, **overlay)
        self.script = self.scene.script
        self.scene.by_step = True
        self.roll(dice)
        if scenario.passing:
            raise self.place.wrong(
                "pass", "players of Ant Wars cannot pass; answer `stop` where it is offered."
            )

    def perform(self, run: str) -> None:
        """Play a step given as text."""
        scene = self.scene
        player, colon, what = (part.strip() for part in run.partition(":"))
        if not colon:
            runs = {"battles": scene.battles, "end of round": scene.end_of_round, "round": scene.round}
            runs[self.place.word("run", run, tuple(runs))]()
        elif what in ("turn", "start"):
            (scene.turn if what == "turn" else scene.start)(player)
        else:
            scene.action(what, player)

    def roll(self, dice: str) -> None:
        """Take the next dice: points from 1 to 6, or faces of a search by name (or by number from 0)."""
        for word in dice.split():
            if not re.fullmatch("[0-6]", word):
                self.place.known(word, self.scene.faces, "face of a die (or points from 1 to 6)")
        self.scene.prepare((), dice)

    def expect(self, wanted: Mapping[str, Any]) -> None:
        """Compare areas, players, events and the deciding criterion. All answers and dice must be used."""
        self.scene.finish()
        for key, value in wanted.items():
            if key in ("events", "never"):
                known = self.scene.narrator.vocabulary()
                expectations.events(self.scene.happened, known, self.place, key, value)
            elif key == "decided":
                expectations.same(key, "decided by", value, self.scene.decided)
            elif key == "winners":
                expectations.same(key, "won by", value, ", ".join(self.scene.winners()) or "nobody")
            else:
                self.scene.expect({key: self.place.line(key, value, 400)})

    def lines(self) -> Sequence[str]:
        """The lines of the events so far."""
        narrator = self.scene.narrator
        narrator.depth = 2
        return [narrator.line(event) for event in self.scene.events()]

    def rows(self) -> list[dict[str, Any]]:
        """The events so far as plain data."""
        return [self.scene.narrator.row(event) for event in self.scene.events()]
