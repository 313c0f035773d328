"""Battles where three or more players are in one hex: who meets whom, and when it stops (BAT-02, 13, 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from marchsim.games.march.engine import battle
from marchsim.games.march.scenarios.scene import Answer, Scene
from marchsim.games.march.words import SEATS
from marchsim.tabletop.vectors import zeros
from tests.march.offers import asked
from tools.told import careless, fights

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black", "blue", "purple")


def fought(scene: Set, position: str, answers: Iterable[str | Answer] = ()) -> Scene:
    """Return a scene after the battles in its first hex; who is not answered for declines."""
    g = careless(scene(f"players: 5; {position}", passing=ALL))
    g.battle(position.split(":", 1)[0], answers)
    return g


# the first battle -------------------------------------------------------------------
@pytest.mark.rule("BAT-02")
@pytest.mark.parametrize(
    ("ants", "first"),
    [
        ("red control, yellow food, black 2 out", "black battle soil red"),
        ("red control, yellow food, yellow 2 out, black 2 out", "yellow battle soil red"),
        ("red control, red 5 out, yellow food, black 2 out", "black battle soil red"),
        ("black control, yellow food, red 2 out", "red battle soil black"),
        ("red control, yellow food, yellow out, black out, blue 3 out", "blue battle soil red"),
    ],
)
def test_who_has_most_ants_beside_the_defender_invades_first(scene: Set, ants: str, first: str) -> None:
    """Sites and outskirts count; the defender's own ants do not matter."""
    assert fights(fought(scene, f"soil: {ants}; red: head army; black: head turtle"))[0] == first


@pytest.mark.rule("BAT-02", "BAT-13")
def test_the_defender_chooses_among_tied_invaders(scene: Set) -> None:
    """Of yellow, black and blue, one with a single ant is no choice."""
    g = fought(
        scene,
        "loamy tunnels: red control, red 5 out, yellow food, yellow out, black larva-2, black out, blue out",
        [Answer("black", "red", only=("yellow", "black"))],
    )
    assert fights(g)[0] == "black battle loamy-tunnels red"
    assert asked(g).count("invader") == 1


# the battles after it ------------------------------------------------------------------
@pytest.mark.rule("BAT-13", "BAT-14")
def test_the_defender_meets_one_after_the_other_and_then_all_is_over(scene: Set) -> None:
    """Red beats all three, those with most ants first; they are still there, but battle no more."""
    g = fought(
        scene,
        "soil: red control, yellow food, yellow 7 out, black 6 out, blue 7 out;"
        "red: head acrobat army blast, hand tawny-crazy-head swarm frenzied-activity",
        ["red: card tawny-crazy-head", "red: card swarm", "red: card frenzied-activity"],
    )
    assert fights(g) == ["yellow battle soil red", "blue battle soil red", "black battle soil red"]
    g.expect("soil: red 1, yellow 4, blue 3, black 2, contested")


@pytest.mark.rule("BAT-13")
def test_it_stops_when_the_hex_is_no_longer_contested(scene: Set) -> None:
    """With black and blue dead the hex is shared: yellow, who has not fought, does not battle."""
    g = fought(
        scene,
        "soil: red control, black food, black 2 out, yellow out, blue out; red: head acrobat army blast",
        ["red: pass", Answer("blue", "red", only=("yellow", "blue"))],
    )
    assert fights(g) == ["black battle soil red", "blue battle soil red"]
    g.expect("soil: red control, yellow food, not contested")


@pytest.mark.rule("BAT-13")
def test_who_was_not_in_the_first_battle_and_holds_control_defends(scene: Set) -> None:
    """Yellow falls onto the control site after black has beaten red there: black invades again."""
    g = fought(
        scene,
        "soil: red control, black food, black 2 out, yellow 2 out;"
        "red: head acrobat army blast; black: hand brood-surge",
        ["black: card"],
    )
    assert fights(g) == ["black battle soil red", "black battle soil yellow"]


@pytest.mark.rule("BAT-12", "BAT-13", "BAT-14")
def test_who_has_not_fought_comes_before_who_has_more_ants(scene: Set) -> None:
    """Control passes from red to blue to black; yellow's one ant meets black before red's four do."""
    g = scene(
        "bark: red control, red 8 out, blue larva, blue 4 out, black 4 out, yellow out;"
        "blue: hand tawny-crazy-head",
        passing=["red", "yellow", "black"],
    )
    choices = ["blue: card", "red: lose control", "blue: lose larva", "blue: out > control", "blue: pass"]
    g.battle("bark", [*choices, "black: 2 x lose out"])
    assert fights(g) == [
        "blue battle bark red",
        "black battle bark blue",
        "yellow battle bark black",
        "red battle bark black",
    ]


@pytest.mark.rule("BAT-13")
def test_a_rival_met_before_is_no_choice_in_a_later_tie(scene: Set) -> None:
    """Black has more ants than yellow and blue, but has met red: only these two are named."""
    g = fought(
        scene,
        "soil: red control, black food, black 4 out, yellow out, blue out; red: head army, hand swarm",
        ["red: card", Answer("yellow", "red", only=("yellow", "blue"))],
    )
    assert fights(g)[:2] == ["black battle soil red", "yellow battle soil red"]


@pytest.mark.rule("BAT-13")
def test_nor_is_it_where_all_have_fought(scene: Set) -> None:
    """All have fought and have an ant each; blue has met yellow, so red or black is next."""
    g = scene("players: 4; soil: red control, yellow food, blue out, black out")
    met, fights_so_far = zeros(SEATS * SEATS), zeros(SEATS)
    met[3 * SEATS + 1] = met[1 * SEATS + 3] = 1
    for seat in range(SEATS):
        fights_so_far[seat] = 1
    g.add([Answer("red", "blue", only=("red", "black"))])
    assert battle.next_invader(g.g, g.number("soil"), 3, met, fights_so_far) == 0
