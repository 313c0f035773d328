"""Whoever looks on at a game tells what came up in it, no less and no more, and which law it broke."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.table.inspection import EFFECTS, LAID, MET, PLAYED, Inspection
from marchsim.games.march.table.session import MarchSession
from marchsim.tabletop.inspecting import HAPPENED
from tools import games
from tools.told import careless

Set = Callable[..., Scene]


def eyes_on(g: Scene, laws: bool = False) -> Inspection:
    """Return someone who looks on at a scene as at a whole game."""
    eyes = Inspection(cast(MarchSession, SimpleNamespace(assembly=g.assembly, game=g.g)), laws)
    eyes.saw(w.E_SETUP, w.NONE, 0, 0, 0, 0)
    g.g.events.watcher = eyes
    return eyes


def seen(eyes: Inspection, kind: str) -> set[str]:
    """Return what came up of a kind."""
    return set(eyes.seen()[kind])


@pytest.mark.parametrize(
    ("card", "position", "met"),
    [
        ("early-harvest", "soil: red food; red: hand early-harvest, larvae 2", {"early-harvest: resolved"}),
        ("turtle-head", "red: hand turtle-head, larvae 3", set()),
        ("outlander", "red: hand outlander, larvae 3", set()),
    ],
)
def test_a_card_is_played_and_only_an_event_is_resolved(
    scene: Set, card: str, position: str, met: set[str]
) -> None:
    """The moment of an evolution or a goal comes later."""
    g = scene(position, passing=["red"])
    eyes = eyes_on(g)
    g.play(card, "red")
    assert seen(eyes, PLAYED) == {card}
    assert seen(eyes, MET) == met


@pytest.mark.parametrize(("number", "effects"), [(23, {"23"}), (22, set())])
def test_a_hex_takes_effect_as_it_is_laid_unless_it_takes_cards(
    scene: Set, number: int, effects: set[str]
) -> None:
    """The Nest of Centipedes does something at once, the Ant Lion Den in the Queen Phase."""
    pile = {22: "ant lion den", 23: "nest of centipedes"}[number]
    position = f"tunnel: red 2; red: food 2; pile: {pile}; tokens: 9"
    g = careless(scene(position, passing=["red", "yellow", "black"]))
    eyes = eyes_on(g)
    g.asks_for_all = False
    g.action("explore", "red", ["any"] * 4)
    assert seen(eyes, LAID) == {str(number)}
    assert seen(eyes, EFFECTS) == effects


def test_hexes_of_the_opening_take_no_effect(scene: Set) -> None:
    """They are laid before anybody acts."""
    g = scene()
    g.g.s.phase = w.SETUP
    eyes = eyes_on(g)
    eyes.saw(w.E_TILE, 0, 23, 0, 0, 0)
    assert seen(eyes, LAID) == {"23"}
    assert seen(eyes, EFFECTS) == set()


@pytest.mark.parametrize(
    ("phase", "why", "ants", "effects"),
    [
        (w.QUEEN, w.WHY_TILE, "red", {"22"}),
        (w.QUEEN, w.WHY_TILE, "yellow", set()),
        (w.QUEEN, w.WHY_CARD, "red", set()),
        (w.WORKER, w.WHY_TILE, "red", set()),
    ],
)
def test_who_loses_a_card_to_a_hex_has_ants_there(
    scene: Set, phase: int, why: int, ants: str, effects: set[str]
) -> None:
    """Only a discard of the Queen Phase, for a hex, by a player with ants in one that takes cards."""
    g = scene(f"ant lion den: {ants}; soil: red")
    g.g.s.phase = phase
    eyes = eyes_on(g)
    eyes.saw(w.E_DISCARD, 0, g.card("swarm"), why, 0, 0)
    assert seen(eyes, EFFECTS) == effects


def test_a_goal_is_fulfilled_where_its_conditions_hold(scene: Set) -> None:
    """Of red's two goals one gives points; points of anything else fulfil none."""
    position = "tunnel: red 2, yellow; red: goals bound-to-the-past outlander"
    g = scene(position)
    eyes = eyes_on(g)
    g.slumber()
    assert seen(eyes, MET) == {"bound-to-the-past: fulfilled"}
    g = scene(position)
    eyes = eyes_on(g)
    eyes.saw(w.E_POINTS, 0, 1, w.BY_BATTLE, 0, 0)
    assert seen(eyes, MET) == set()


def test_the_evolutions_of_those_who_fight_and_act_are_met(scene: Set) -> None:
    """Both heads in a battle and not the third; a thorax in its owner's actions alone."""
    position = (
        "soil: red control, yellow food, yellow out; red: head turtle; yellow: head bulldog; black: head army"
    )
    g = careless(scene(position, passing=["red", "yellow", "black"]))
    eyes = eyes_on(g)
    g.battle("soil")
    assert seen(eyes, MET) == {"turtle-head: in battle", "bulldog-head: in battle"}
    g = scene(
        "red: food 1, thorax weaver; yellow: thorax flying; deck: swarm, outlander",
        passing=["red", "yellow", "black"],
    )
    eyes = eyes_on(g)
    g.action("forage", "red")
    assert seen(eyes, MET) == {"weaver-thorax: in an action"}
    assert "action" in seen(eyes, HAPPENED)


@pytest.mark.parametrize(
    ("phase", "met"),
    [
        (w.WORKER, set()),
        (w.SOLDIER, {"army-head: soldier phase begins", "traitorous-head: soldier phase ends"}),
        (w.QUEEN, {"stinging-abdomen: in the Queen Phase", "stinging-abdomen: queen phase begins"}),
    ],
)
def test_the_evolutions_of_a_phase_are_met_as_it_begins(scene: Set, phase: int, met: set[str]) -> None:
    """Every player's: what a head does around the Soldier Phase, and abdomens in the Queen Phase."""
    g = scene("red: head army; yellow: head traitorous, thorax weaver, abdomen stinging")
    eyes = eyes_on(g)
    eyes.saw(w.E_PHASE, w.NONE, phase, 0, 0, 0)
    assert seen(eyes, MET) == met


@pytest.mark.parametrize("laws", [True, False])
def test_a_broken_law_is_told_with_its_round(scene: Set, laws: bool) -> None:
    """Where laws are asked for, as a phase begins; at most five times."""
    g = scene("round: 3; deck: rest")
    eyes = eyes_on(g, laws)
    g.g.s.food[1] = -1
    for _ in range(7):
        eyes.saw(w.E_PHASE, w.NONE, w.WORKER, 0, 0, 0)
    assert eyes.faults == [f"round 3, event {at}: food fell below zero" for at in range(1, 6)] * laws


def test_what_cannot_come_up_is_not_waited_for() -> None:
    """Events of the Horde and of species, and effects of hexes that have none."""
    things = {}
    for preset, players in (("standard", 3), ("coop", 3), ("primitive", 4)):
        things[preset] = Inspection(games.table({"preset": preset}, players), laws=False).things()
    words = {"horde card": "coop", "species": "primitive"}
    for word, preset in words.items():
        assert [name for name in things if word in things[name][HAPPENED]] == [preset]
    assert things["standard"][EFFECTS] == ("21", "22", "23", "24", "25")
    assert "swarm: resolved" in things["standard"][MET]
    assert "outlander: fulfilled" in things["standard"][MET]
    assert "turtle-head: in battle" in things["standard"][MET]
    assert "turtle-head: resolved" not in things["standard"][MET]
