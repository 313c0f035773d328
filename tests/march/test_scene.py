"""The scene helper itself: positions by names, answers by words, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.errors import ScenarioError
from marchsim.games.march.scenarios.scene import Answer, Scene, Unmet
from tools.games import card_ids

Set = Callable[..., Scene]


def test_a_march_of_a_few_steps(scene: Set) -> None:
    """Answers are taken in order, and what is expected is compared by names."""
    g = scene("players: red, black, blue; soil: red control, black food; red: food 1, larvae 3")
    g.action("march", "red", ["2 x larva > soil", "soil.control > great-tunnel", "pass", "black: pass"])
    g.expect("soil: red control, red out, black food, contested; tunnel: red; red: food 0, larvae 1")
    assert g.seat("red").ants == {"soil": 2, "great-tunnel": 1}
    assert g.hex("soil").control == "red"
    assert g.happened("red emerge soil.out") == 2


def test_what_is_not_named_is_empty(scene: Set) -> None:
    """Zero food and larvae, all cubes in the supply, no cards, and the Great Tunnel alone."""
    g = scene()
    g.expect(
        "hexes: 1; round: 1; phase: worker; red: food 0, larvae 0, supply 36, hand_size 0; tunnel: empty"
    )
    assert g.names.players == ("red", "yellow", "black")


def test_colours_that_are_named_sit_down(scene: Set) -> None:
    assert scene("purple: food 1").names.players == ("red", "yellow", "black", "blue", "purple")
    assert scene("soil: blue").names.players == ("red", "yellow", "black", "blue")
    assert scene("players: A, B, C; soil: b").hex("soil").control == "B"


def test_ants_take_the_first_empty_site_and_named_ones_come_first(scene: Set) -> None:
    g = scene("loamy tunnels: blue 2, red larva-1; soil: red 4")
    assert g.hex("loamy tunnels").sites == {"larva-1": "red", "food": "blue", "larva-2": "blue"}
    assert g.hex("soil").out == {"red": 2}


def test_hexes_without_a_place_lie_around_the_great_tunnel_and_joined(scene: Set) -> None:
    g = scene("soil: red; bark: red; fern: NE of soil")
    assert (g.hex("soil").at, g.hex("bark").at, g.hex("fern").at) == ((1, -1), (1, 0), (2, -2))
    g = scene("soil: red; red: food 1")
    g.action("march", "red", [Answer("soil > tunnel", offered=("soil.control > great-tunnel",)), "pass"])


def test_cards_lie_from_the_top_and_evolutions_from_the_bottom(scene: Set) -> None:
    g = scene(
        "deck: swarm, Royal Jelly; red: food 1, head turtle amazon, hand brood-surge; discards: cold-snap"
    )
    assert (g.seat("red").head, g.seat("red").hand) == (["turtle-head", "amazon-head"], ["brood-surge"])
    g.action("forage", "red", ["yellow: yes", "black: yes"])
    assert g.seat("red").hand == ["brood-surge", "swarm", "royal-jelly"]
    assert len(scene("deck: swarm, rest").table.deck) == len(card_ids())


def test_players_that_pass_are_not_asked(scene: Set) -> None:
    g = scene("deck: swarm, cold-snap; red: food 1", passing=["yellow", "black"])
    g.action("forage", "red", ["yellow: yes"])
    assert (g.seat("yellow").larvae, g.seat("black").larvae) == (1, 0)


def test_an_answer_says_what_is_offered(scene: Set) -> None:
    g = scene("soil: red 2; red: food 1")
    with pytest.raises(Unmet, match=r"expected 'soil.food > bark' among the options; found soil"):
        g.action("march", "red", [Answer("pass", offered=("soil.food > bark",))])
    g = scene("soil: red; red: food 1, larvae 1")
    with pytest.raises(
        Unmet, match="expected nothing but soil > tunnel, larva > tunnel; found also larva > soil"
    ):
        g.action("march", "red", [Answer("any", only=("soil > tunnel", "larva > tunnel"))])


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([], "expected no further decision, as no answer is left; found a choice of"),
        (["larva > soil", "pass", "pass"], r"left over: pass"),
        (["black: larva > soil"], r"expected black to be asked .*; found a choice of"),
        (["larva > bark"], r"expected answer 'larva > bark'; found none fits .*: larva > great-tunnel"),
        (["larva"], r"found more than one option fits it: larva > great-tunnel, larva > soil"),
    ],
)
def test_answers_that_do_not_fit(scene: Set, answers: list[str], message: str) -> None:
    g = scene("soil: red; red: food 1, larvae 5")
    with pytest.raises(Unmet, match=message):
        g.action("march", "red", answers)


def test_an_action_that_is_not_offered(scene: Set) -> None:
    with pytest.raises(Unmet, match="expected 'forage' to be possible; found only 'march'"):
        scene("soil: red; red: food 1").action("forage", "red", ["any"])
    with pytest.raises(Unmet, match="expected answer 'forage'; found none fits"):
        scene("soil: red; red: food 1, hand brood-surge").action("forage", "red")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("sol: red", r"\[position\] sol: is not a player, hex or key of a position. Did you mean 'soil'"),
        ("red: fod 1", r"\[red\] fod: unknown thing of a player; known are .*'food'"),
        ("red: food many", r"\[red\] food: must be a whole number from 0 to 999, not 'many'"),
        ("red: hand swam", r"\[red\] hand: there is no card 'swam'. Did you mean 'swarm'"),
        ("soil: green", r"\[soil\] ants: there is no player 'green'"),
        (
            "soil: red card",
            r"\[soil\] ants: Soil has no site 'card'; there are larvae, food, control, outskirts",
        ),
        ("soil: red food, black food", r"\[soil\] ants: soil.food is taken already"),
        ("soil: red out", r"Soil has a vacant site and ants in its outskirts.*MEA-13"),
        ("soil: at 3 3", r"\[soil\] at: \[3, 3\] is not beside the rest of the Meadow"),
        ("soil: at 1 0; bark: at 1 0", r"\[bark\] at: Soil lies there"),
        ("tunnel: centipede", r"\[tunnel\] centipede: the Great Tunnel .* holds ants only"),
        ("deck: swarm; red: hand swarm", r"swarm is in the hand of red and in the deck"),
        ("red: head swarm", r"red: swarm is no head"),
        ("red: larvae 30; tunnel: red 7", r"red needs 37 larvae and ants, but has 36 cubes"),
        ("puddle: wormhole", "Puddle has a printed wormhole"),
        ("soil", "'soil' has no colon"),
        ("soil: red; soil: red", "'soil' appears twice"),
    ],
)
def test_positions_that_cannot_be(scene: Set, position: str, message: str) -> None:
    """Each complaint says where, what, and the nearest right name."""
    with pytest.raises(ScenarioError, match=message):
        scene(position)


def test_overlays_change_the_scene(scene: Set) -> None:
    g = scene("red: food 3, larvae 2", rules={"march_steps": 1})
    g.action("march", "red")
    assert g.seat("red").larvae == 1


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("red: food 2", "red: food: expected 2; found 1"),
        ("soil: red food", "soil: food: expected 1 of red; found food nobody"),
        ("soil: red 2", "soil: ants: expected red 2; found red 1"),
        ("soil: empty", "soil: ants: expected none; found red 1"),
        ("soil: contested", "soil: contested: expected true; found false"),
        ("bark: empty", "bark: laid: expected true; found false"),
        ("marker: black", "table: marker: expected black; found red"),
        ("events: red march", "events: expected 'red march'; found no such event"),
        ("red: hand swarm", "red: hand: expected swarm; found none"),
    ],
)
def test_expectations_that_do_not_hold(scene: Set, wanted: str, message: str) -> None:
    with pytest.raises(Unmet, match=message):
        scene("soil: red; red: food 1").expect(wanted)
