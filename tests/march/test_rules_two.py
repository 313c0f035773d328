"""Two players: the final turn, the Inner Meadow and Colony Goals (TWO; the set-up has a file of its own)."""

from __future__ import annotations

import pytest

from marchsim.games.march.words import E_ACTION
from tests.march.conftest import Answer

PAIR = "players: red, blue"
DECK = "deck: royal-jelly, cold-snap, brood-surge, outlander, turtle-head, amazon-head, leaf-cutter-abdomen"


def actors(g):
    """Return who took the actions, in order."""
    return [g.names.players[event[1]] for event in g.events if event[0] == E_ACTION]


# the final turn -----------------------------------------------------------------
@pytest.mark.rule("TWO-04", "RST-05", "RST-06")
def test_after_one_player_rests_the_other_has_one_turn_more(scene):
    """Red has nothing and rests; blue takes one action, and though it has food left the phase is over."""
    g = scene(f"{PAIR}; red: larvae 1; blue: food 3; {DECK}", passing=["red"])
    g.worker_phase(
        [Answer("forage", by="blue", expect={"red": "rested, rest_larvae 1", "phase_over": False})]
    )
    g.expect({"phase_over": True, "red": "larvae 2, rest_larvae 0", "blue": "food 2, hand_size 2"})
    assert actors(g) == ["red", "blue"]


@pytest.mark.rule("TWO-04", "RST-05", "WRK-05")
def test_who_had_the_final_turn_keeps_the_marker_and_starts_the_next_phase(scene):
    """Whoever sat down first: red keeps it after blue's Rest, blue after red's."""
    g = scene(f"{PAIR}; red: food 3; {DECK}", passing=["blue"])
    g.worker_phase(["red: rest"])
    assert actors(g) == ["red", "blue", "red"]
    g.expect("marker: red")
    g = scene(f"{PAIR}; blue: food 4; {DECK}", passing=["red"])
    g.worker_phase(["blue: forage"])
    g.expect("marker: blue")
    g.worker_phase(["blue: forage"])
    assert actors(g)[2:] == ["blue", "red", "blue"]


@pytest.mark.rule("TWO-04", "RST-01", "RST-02")
def test_the_final_turn_may_be_a_rest_even_as_the_first_action(scene):
    """Blue has food and a card and has done nothing, but may rest, and has its larva for it."""
    g = scene(f"{PAIR}; blue: food 2, larvae 1, hand swarm; tunnel: blue; {DECK}")
    g.worker_phase([Answer("rest", by="blue", offered=("forage", "march"))])
    g.expect(
        {"blue": "larvae 2, food 2, hand swarm", "red": "larvae 1", "marker": "blue", "phase_over": True}
    )
    assert g.happened("blue rest 1 1 0") == g.happened("red rest 1 1 0") == 1


@pytest.mark.rule("TWO-04", "RST-01")
def test_before_anybody_rests_the_first_action_is_none(scene):
    """The start of the phase is as with more players: with food or cards nobody rests first."""
    g = scene(f"{PAIR}; red: food 2, larvae 1; blue: food 2, larvae 1; {DECK}", passing=["red", "blue"])
    g.turn("red", [Answer("forage", not_offered=("rest",))])
    g.turn("blue", [Answer("forage", not_offered=("rest",))])
    g.turn("red", [Answer("rest", offered=("forage",))])
    g.expect({"phase_over": False, "marker": "blue"})


@pytest.mark.rule("TWO-04", "WRK-04", "WRK-03")
def test_who_has_rested_reacts_to_the_final_turn(scene):
    """Red rests, and then gains a larva when blue forages."""
    g = scene(f"{PAIR}; blue: food 2; {DECK}")
    g.worker_phase(["blue: forage", Answer("yes", by="red", expect={"red": "rested"})])
    g.expect("red: larvae 2")


@pytest.mark.rule("TWO-04")
def test_who_can_do_nothing_in_the_final_turn_rests(scene):
    """Both have nothing: two rests, and nobody is asked anything."""
    g = scene(f"{PAIR}; {DECK}")
    assert g.worker_phase() == []
    g.expect("marker: blue; red: larvae 1; blue: larvae 1")


@pytest.mark.rule("TWO-04", "RST-08")
def test_frenzied_activity_in_the_final_turn_gives_its_actions(scene):
    """Blue plays it and takes two actions; then the phase ends."""
    g = scene(f"{PAIR}; blue: food 4, larvae 2, hand frenzied-activity; {DECK}", passing=["red"])
    g.worker_phase(["blue: play frenzied-activity", "blue: forage", "blue: forage"])
    g.expect({"blue": "food 2, larvae 0, hand_size 4", "phase_over": True, "marker": "blue"})
    assert actors(g) == ["red", "blue", "blue", "blue"]


@pytest.mark.rule("TWO-04", "RST-08")
def test_a_rest_by_frenzied_activity_in_the_final_turn_ends_it(scene):
    """The Rest may be the first of its actions, and there is no second."""
    g = scene(f"{PAIR}; blue: food 4, larvae 2, hand frenzied-activity; {DECK}", passing=["red"])
    g.worker_phase(["blue: play frenzied-activity", Answer("rest", by="blue", offered=("forage",))])
    g.expect({"blue": "larvae 1, food 4", "phase_over": True, "marker": "blue"})
    assert g.happened("blue rest 1 1 0") == 1


@pytest.mark.rule("TWO-04", "RST-08")
def test_a_rest_by_frenzied_activity_gives_the_other_its_final_turn(scene):
    """Red forages and then rests by the card; blue has one turn, and keeps the marker."""
    g = scene(
        f"{PAIR}; red: food 2, larvae 2, hand frenzied-activity; blue: food 2, larvae 1; {DECK}",
        passing=["red", "blue"],
    )
    g.worker_phase(["red: play frenzied-activity", "red: forage", "red: rest", "blue: forage"])
    g.expect({"red": "larvae 1, food 1", "blue": "food 1", "marker": "blue", "phase_over": True})
    assert actors(g) == ["red", "red", "red", "blue"]


@pytest.mark.rule("TWO-04", "RST-08")
def test_a_rest_inside_an_effect_ends_the_turn_and_no_more(scene):
    """Red rests by the Frenzied Activity that Cultural Theft brings: blue still has its final turn (D-11)."""
    g = scene(
        f"{PAIR}; red: food 2, larvae 3, hand cultural-theft;"
        f"blue: food 2, hand frenzied-activity swarm; {DECK}",
        passing=["red", "blue"],
        cards={"cultural-theft": {"cost": 1}},
    )
    g.worker_phase(
        [
            "red: play cultural-theft",
            "blue: card frenzied-activity",
            "red: card frenzied-activity",
            "red: rest",
            Answer("forage", by="blue", expect={"red": "rested", "phase_over": False}),
        ]
    )
    g.expect({"marker": "blue", "phase_over": True, "blue": "food 1"})
    assert actors(g) == ["red", "red", "blue"]


@pytest.mark.rule("TWO-04")
def test_a_rest_inside_an_effect_of_the_final_turn_ends_the_phase_after_it(scene):
    """Blue, whose turn is the last, rests by a card inside a card; red may still react to the card."""
    g = scene(
        f"{PAIR}; red: hand frenzied-activity swarm; blue: food 2, larvae 3, hand cultural-theft; {DECK}",
        cards={"cultural-theft": {"cost": 1}, "swarm": {"cost": 9}, "frenzied-activity": {"cost": 9}},
    )
    g.worker_phase(
        [
            "blue: play cultural-theft",
            "red: card frenzied-activity",
            "blue: card frenzied-activity",
            "blue: rest",
            Answer("card swarm", by="red"),
        ]
    )
    g.expect({"marker": "blue", "phase_over": True, "blue": "larvae 3"})


@pytest.mark.rule("TWO-04", "RST-04")
def test_whether_there_is_a_final_turn_is_a_parameter(scene):
    """Without it the Rest ends the phase at once, and who rested keeps the marker."""
    g = scene(f"{PAIR}; blue: food 3; {DECK}", rules={"final_turn_two": False})
    g.worker_phase()
    g.expect("marker: red; blue: food 3")
    assert actors(g) == ["red"]


@pytest.mark.rule("TWO-04", "RST-04")
def test_with_more_players_everybody_else_would_have_a_final_turn(scene):
    """final_turn with three players and one Rest: the others have a turn each; black keeps the marker."""
    g = scene(
        f"yellow: food 2; black: food 2; {DECK}",
        rules={"final_turn": True, "resting_players": 1},
        passing=["red", "yellow", "black"],
    )
    g.worker_phase(["yellow: forage", "black: rest"])
    g.expect("marker: black; yellow: food 1; black: food 2, larvae 1")
    assert actors(g) == ["red", "yellow", "black"]


# the Inner Meadow ---------------------------------------------------------------
MEADOW = "soil: at SE of tunnel, turn 5, red control; bark: at SW of tunnel, turn 0, red control"


@pytest.mark.rule("TWO-05", "QUE-08")
def test_inner_hexes_score_only_where_a_tunnel_joins_them_to_the_great_tunnel(scene):
    """The reverse has no tunnel to the south-west: Bark lies beside the Great Tunnel and scores nothing."""
    g = scene(f"{PAIR}; {MEADOW}")
    g.slumber()
    g.expect("red: score 1; bark: inner, control red")
    g = scene(f"{PAIR}; {MEADOW}", rules={"tunnel_side_two": "front"})
    g.slumber()
    g.expect("red: score 2")


@pytest.mark.rule("TWO-05", "QUE-08")
def test_what_joins_an_inner_hex_is_a_parameter(scene):
    """By `path` a chain of tunnels will do (Bark joined to Soil, in either order), by `none` nothing."""
    chain = "soil: at SE of tunnel, turn 1, red control; bark: at SW of tunnel, turn 1, red control"
    later = "; ".join(reversed(chain.split("; ")))
    for word, joined, alone in (("edge", 1, 1), ("path", 2, 1), ("none", 2, 2)):
        for meadow, score in ((chain, joined), (later, joined), (MEADOW, alone)):
            g = scene(f"{PAIR}; {meadow}", rules={"inner_connected_two": word})
            g.slumber()
            g.expect(f"red: score {score}")


@pytest.mark.rule("TWO-05", "QUE-08")
def test_with_three_players_an_inner_hex_needs_no_tunnel(scene):
    """The rule is for two: with three Bark scores where it lies, also beside the reverse."""
    g = scene(MEADOW, rules={"tunnel_side": "reverse"})
    g.slumber()
    g.expect("red: score 2")


# Colony Goals -------------------------------------------------------------------
@pytest.mark.rule("TWO-06", "QUE-09")
@pytest.mark.parametrize(
    ("goal", "more", "level"),
    [
        ("epic-stores", "food 2", "food 1"),
        ("unending-brood", "larvae 2", "larvae 1"),
        ("grand-evolution", "head turtle amazon", "head trapjaw"),
    ],
)
def test_goals_compare_with_the_other_player(scene, goal, more, level):
    """More than the other scores 2, as much or less nothing."""
    for other, score in ((level, 2), (more.replace("turtle", "armored").replace("amazon", "army"), 0)):
        g = scene(f"{PAIR}; red: goals {goal}, {more}; blue: {other}")
        g.slumber()
        g.expect(f"red: score {score}")


@pytest.mark.rule("TWO-06")
def test_ants_in_the_great_tunnel_compare_with_the_other_player(scene):
    """Bound to the Past: 2 ants against 1 score 2, 2 against 2 nothing."""
    for other, score in ((1, 2), (2, 0)):
        g = scene(f"{PAIR}; tunnel: red 2, blue {other}; red: goals bound-to-the-past")
        g.slumber()
        g.expect(f"red: score {score}")
