"""Rest: who may, what it gives, when the phase ends, and an effect that grants actions (RST)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer

DECK = "deck: swarm, cold-snap, royal-jelly, outlander, brood-surge, egg-stealer"


@pytest.mark.rule("RST-01")
@pytest.mark.parametrize(
    ("has", "may"),
    [
        ("food 1, larvae 1", False),
        ("food 1, larvae 1, acted 1", True),
        ("hand turtle-head grand-evolution, larvae 1", False),
        ("hand turtle-head grand-evolution, larvae 1, acted 1", True),
    ],
)
def test_nobody_rests_first_with_food_or_cards(scene, has, may):
    """Rest is missing from the options of the first turn, and there in later ones."""
    g = scene(f"red: {has}; {DECK}", passing=["yellow", "black"])
    g.turn("red", ["forage" if "food" in has else "play turtle-head"])
    assert ("rest" in g.options("action")) == may


@pytest.mark.rule("RST-01")
def test_who_has_neither_food_nor_cards_may_rest_first(scene):
    """Larvae and ants do not count."""
    g = scene("tunnel: red 3; soil: red; red: larvae 4")
    g.turn("red")
    g.expect("red: rested, rest_larvae 1")


@pytest.mark.rule("RST-01")
@pytest.mark.parametrize("has", ["hand royal-jelly", "food 3"])
def test_who_can_do_nothing_else_may_rest_first(scene, has):
    """A card that cannot be paid, food that buys nothing."""
    g = scene(f"red: {has}")
    g.turn("red")
    g.expect("red: rested")


@pytest.mark.rule("RST-02", "RST-03")
def test_the_first_rest_brings_a_larva_and_later_ones_food(scene):
    """A cube of the supply lies on the resting area, then food; the own larvae and food are as before."""
    g = scene(
        "red: larvae 1, food 1, acted 1; yellow: food 9; black: food 9", passing=["red", "yellow", "black"]
    )
    g.action("rest", "red")
    g.expect("red: rest_larvae 1, rest_food 0, larvae 1, supply 34")
    g.turn("red")
    g.turn("red")
    g.expect("red: rest_larvae 1, rest_food 2, food 1")


@pytest.mark.rule("RST-02", "RST-03")
def test_what_rests_bring_is_a_parameter(scene):
    """rest_larvae 2 and rest_food 3."""
    g = scene("yellow: food 1", rules={"rest_larvae": 2, "rest_food": 3})
    g.turn("red")
    g.turn("red")
    g.expect("red: rest_larvae 2, rest_food 3")


@pytest.mark.rule("RST-03", "RST-09")
def test_who_has_rested_rests_on(scene):
    """With food, larvae, cards and ants gained since, it is not asked."""
    g = scene(f"tunnel: red; red: rested, food 3, larvae 3, hand turtle-head conquerors; pile: bark; {DECK}")
    assert g.turn("red") == []
    g.expect("red: rest_food 1")


@pytest.mark.rule("RST-04")
@pytest.mark.parametrize("players", ["red, yellow, black", "red, yellow, black, blue"])
def test_the_second_first_rest_ends_the_phase_at_once(scene, players):
    """Yellow's first rest is the second; further rests of red do not count, and black has no turn."""
    g = scene(f"players: {players}; red: rested; yellow: acted 1; black: food 3, larvae 1")
    g.turn("red")
    assert not g.table.phase_over
    g.turn("yellow")
    assert g.table.phase_over
    g.expect("yellow: larvae 1; marker: yellow")


@pytest.mark.rule("RST-04")
@pytest.mark.parametrize(
    ("most", "over"), [(1, [True]), (3, [False, False, True]), (5, [False, False, True])]
)
def test_how_many_rest_is_a_parameter(scene, most, over):
    """With resting_players 1 the first rest ends the phase, with 3 or more that of the last of three."""
    g = scene("", rules={"resting_players": most})
    ends = []
    for player in ("red", "yellow", "black")[: len(over)]:
        g.turn(player if not ends else "")
        ends.append(g.table.phase_over)
    assert ends == over


@pytest.mark.rule("RST-05", "QUE-10")
def test_who_rests_last_keeps_the_marker_and_starts(scene):
    """Yellow ends the phase: it holds the marker and has the first turn of the next."""
    g = scene("players: red, yellow, black; red: rested; marker: yellow")
    g.turn()
    g.queen_phase(["larvae"] * 3)
    g.expect("marker: yellow")
    g.worker_phase()
    rests = [line.split()[0] for line in g.story().splitlines() if "rests for the first" in line]
    assert rests == ["yellow", "yellow", "black"]


@pytest.mark.rule("RST-06")
def test_at_the_end_everything_goes_to_its_owners(scene):
    """Larvae to the chamber, food to the stores, the resting areas are empty."""
    g = scene("red: rested, rest_larvae 1, rest_food 3, larvae 2, food 1; yellow: acted 1")
    g.turn("yellow")
    g.expect("red: larvae 3, food 4, rest_larvae 0, rest_food 0; yellow: larvae 1, food 0; black: larvae 0")


@pytest.mark.rule("RST-06")
def test_until_then_it_stays_on_the_resting_area(scene):
    """Red cannot use it, and it is not lost when a turn passes."""
    g = scene(
        "red: rested, rest_larvae 1, rest_food 1; yellow: food 1; deck: swarm, cold-snap",
        passing=["red", "black"],
    )
    g.turn("yellow")
    g.expect("red: rest_larvae 1, rest_food 1, larvae 0, food 0")


@pytest.mark.rule("RST-07")
def test_the_second_player_to_rest_gains_the_one_larva_of_its_rest(scene):
    """Not one more, unless last_rest_bonus_larvae says so."""
    g = scene("red: rested; yellow: acted 1")
    g.turn("yellow")
    g.expect("yellow: larvae 1, supply 35")
    g = scene("red: rested; yellow: acted 1", rules={"last_rest_bonus_larvae": 2})
    g.turn("yellow")
    g.expect("yellow: larvae 3; red: larvae 0; black: larvae 0")


@pytest.mark.rule("RST-07")
def test_without_a_cube_a_rest_brings_no_larva(scene):
    """All 36 cubes are in play."""
    g = scene("tunnel: yellow 36; red: rested")
    g.turn("yellow")
    g.expect("yellow: larvae 0, army 36")


# an effect that grants actions ----------------------------------------------------------
@pytest.mark.rule("RST-08")
def test_frenzied_activity_in_its_order(scene):
    """Paid, discarded, reactions to it, action 1 with its own reactions, action 2 with its own."""
    g = scene(
        f"red: food 2, larvae 9, hand frenzied-activity; yellow: hand conquerors; {DECK}", passing=["black"]
    )
    g.turn(
        "red",
        [
            "play frenzied",
            "yellow: card conquerors",
            "forage",
            "yellow: yes",
            "march",
            "2 x larva > tunnel",
            "pass",
        ],
    )
    story = g.story()
    order = ["pays 1 larva", "goes to the discards"]
    order += ["yellow reacts to Play", "red forages", "yellow reacts to Forage", "red marches", "marker goes"]
    places = [story.index(text) for text in order]
    assert places == sorted(places)
    g.expect("marker: yellow; tunnel: red 3; red: food 0")


@pytest.mark.rule("RST-08")
def test_a_rest_among_granted_actions_ends_the_turn(scene):
    """The second action is lost; the rest brings its larva."""
    g = scene(f"red: food 2, larvae 2, hand frenzied-activity; {DECK}", passing=["yellow", "black"])
    g.turn("red", ["red: play frenzied", "red: rest"])
    g.expect("red: rested, rest_larvae 1, food 2; marker: yellow")


@pytest.mark.rule("RST-08", "RST-04")
def test_a_rest_among_granted_actions_may_end_the_phase(scene):
    """Yellow has rested: red's rest is the second, and red keeps the marker."""
    g = scene(
        f"red: food 2, larvae 2, hand frenzied-activity; yellow: rested; {DECK}", passing=["yellow", "black"]
    )
    g.turn("red", ["red: play frenzied", "red: forage", "red: rest"])
    assert g.table.phase_over
    g.expect("marker: red; red: larvae 1")


@pytest.mark.rule("RST-08", "GEN-02")
def test_granted_actions_are_paid_and_may_be_declined(scene):
    """With food for one Forage the second action can be a Rest or nothing."""
    g = scene(f"red: food 1, larvae 2, hand frenzied-activity; {DECK}", passing=["yellow", "black"])
    g.turn("red", ["red: play frenzied", "red: forage", Answer("pass", "red", only=("rest", "pass"))])
    g.expect("red: food 0, hand_size 2; marker: yellow")
    assert not g.seat("red").rested
