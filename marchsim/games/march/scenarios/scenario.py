"""The steps of a scenario of March of the Ants: a turn, an action, a phase or part of one, a battle.

`tabletop.scenarios.file` reads the files and compares. docs/howto/scenarios.md describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.errors import ScenarioError, nearest
from marchsim.games.march.rules.presets import TOGETHER
from marchsim.games.march.rules.variant import OVERLAY_KEYS
from marchsim.games.march.scenarios.scene import ACTION_CODES, Scene
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import letters
from marchsim.tabletop.scenarios import file
from marchsim.tabletop.scenarios.file import Scenario
from marchsim.tabletop.scenarios.reading import named

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


class SceneStage:
    """A scene in which a scenario is played (implements tabletop.scenarios.file.Stage)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scene = Scene(scenario.position, scenario.overlay or None, (), scenario.source)
        self.place = Place(scenario.source, "", ScenarioError)
        names = [named(self.place, "pass", name, self.scene.names.find_seat) for name in scenario.passing]
        self.scene.script.passing = frozenset(names)
        self.scene.asks_for_all = False
        self.script = self.scene.script

    def perform(self, run: str) -> None:
        """Play the part of a game that a text names."""
        perform(self.place, self.scene, run)

    def roll(self, dice: str) -> None:
        """Raise ScenarioError, since this game has no dice."""
        raise self.place.wrong("dice", "March of the Ants has no dice.")

    def expect(self, wanted: Mapping[str, Any]) -> None:
        """Raise Unmet for the first expectation that fails."""
        self.scene.expect(wanted)

    def lines(self) -> Sequence[str]:
        """The events in sentences, after any notes."""
        return [*self.notes(), *self.scene.story().splitlines()]

    def notes(self) -> list[str]:
        """A note on rules for games against the Horde that `horde = true` does not set."""
        rules = self.scene.outfit.variant.rules
        missing = [name for name, value in TOGETHER.items() if rules[name] != value]
        if not self.scene.sketch.horde.plays or not missing:
            return []
        told = ", ".join(f"{name} = {str(TOGETHER[name]).lower()}" for name in missing)
        return [f'note: horde = true changes no other rule; the presets "solo" and "coop" also set {told}.']

    def rows(self) -> list[dict[str, Any]]:
        """The events as plain data."""
        return [self.scene.narrator.row(event) for event in self.scene.events]


def load(path: Path) -> Scenario:
    """The scenario in a file. Raises ScenarioError if it cannot be read."""
    return parse(tomlfile.read(path, "scenario", ScenarioError)[1], str(path))


def parse(table: Mapping[str, Any], source: str) -> Scenario:
    """The scenario in a mapping. Raises ScenarioError."""
    return file.parse(table, source, OVERLAY_KEYS, SceneStage)


def perform(place: Place, scene: Scene, run: str) -> None:
    """Play the part that a text names: a phase or part of one, "battle HEX", or "PLAYER: ACTION"."""
    who, colon, what = run.partition(":")
    if colon:
        player = scene.names.players[named(place, "run", who.strip(), scene.names.find_seat)]
        word, _, card = what.strip().partition(" ")
        if letters(what) not in map(letters, ACTION_CODES):
            place.word("run", word, ACTIONS)
        if word == "play":
            named(place, "run", card, scene.names.find_card)
        if word == "turn":
            scene.turn(player)
        else:
            scene.action(what.strip(), player)
        return
    word, _, rest = run.strip().partition(" ")
    if word == "battle":
        scene.battle(scene.names.hexes[named(place, "run", rest, scene.names.find_hex)])
        return
    known = {letters(name): procedure for name, procedure in PHASES.items()}
    if letters(run) not in known:
        hint = nearest(run, PHASES) or f" There are {', '.join(PHASES)}, battle HEX, and PLAYER: ACTION."
        raise place.wrong("run", f"{shown(run)} is nothing that can be played.{hint}")
    known[letters(run)](scene)
