"""The Royal Decree, Slumber and the round's end (QUE-07 to QUE-10, QUE-12, QUE-13)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import told

Set = Callable[..., Scene]


# the Royal Decree ---------------------------------------------------------------------
@pytest.mark.rule("QUE-07", "GEN-01")
@pytest.mark.parametrize(("marker", "order"), [("red", "red yellow black"), ("black", "black red yellow")])
def test_each_player_takes_two_food_or_five_larvae(scene: Set, marker: str, order: str) -> None:
    """Clockwise from the marker, ants or none, cards or none."""
    g = scene(f"marker: {marker}; tunnel: red")
    first, *others = order.split()
    g.decree(
        [Answer("larvae", first, only=("food", "larvae"))] + [Answer("food", player) for player in others]
    )
    g.expect(f"{first}: food 0, larvae 5" + "".join(f"; {player}: food 2, larvae 0" for player in others))


@pytest.mark.rule("QUE-07")
def test_the_decree_comes_after_feeding(scene: Set) -> None:
    """Its food does not feed the ants of this round."""
    g = scene("tunnel: red 2")
    g.queen_phase([Answer("food", "red", expect={"red": "army 0"}), "food", "food"])
    g.expect("red: food 2")


@pytest.mark.rule("QUE-07")
@pytest.mark.parametrize(
    ("rule", "value", "answer", "expected"),
    [("decree_food", 4, "food", "food 4, larvae 0"), ("decree_larvae", 1, "larvae", "food 0, larvae 1")],
)
def test_what_a_decree_gives_are_parameters(
    scene: Set, rule: str, value: int, answer: str, expected: str
) -> None:
    """decree_food and decree_larvae."""
    g = scene("", rules={rule: value})
    g.decree([answer, "food", "food"])
    g.expect(f"red: {expected}")


@pytest.mark.rule("QUE-07", "QUE-03")
def test_larvae_of_a_decree_end_with_the_supply(scene: Set) -> None:
    """With three cubes left three larvae are gained."""
    g = scene("red: larvae 33")
    g.decree(["larvae", "food", "food"])
    g.expect("red: larvae 36, supply 0")


@pytest.mark.rule("QUE-07")
@pytest.mark.parametrize(
    ("rnd", "rules", "decrees"),
    [
        (1, {}, 3),
        (3, {}, 3),
        (4, {}, 0),
        (4, {"rounds": 5}, 3),
        (2, {"rounds": 2}, 0),
        (4, {"rounds_without_decree": 0}, 3),
        (3, {"rounds_without_decree": 2}, 0),
    ],
)
def test_the_final_round_has_no_decree(scene: Set, rnd: int, rules: dict[str, int], decrees: int) -> None:
    """Whatever number it has, and as many of the last rounds as rounds_without_decree says."""
    g = scene(f"round: {rnd}", rules=rules) if rules else scene(f"round: {rnd}")
    g.queen_phase(["food"] * decrees)
    assert len(told(g, "decree")) == decrees


# Slumber: the Inner Meadow ------------------------------------------------------------------
@pytest.mark.rule("QUE-08", "MEA-11", "MEA-19")
def test_inner_hexes_score_for_who_controls_them(scene: Set) -> None:
    """One point each: not for inhabiting, not for the Great Tunnel, not farther out."""
    g = scene(
        "tunnel: red 5; soil: red control, yellow food; bark: red control, yellow larva;"
        "fern: yellow food; fungalreach: yellow control, at 2 -2; puddle: black 2"
    )
    g.slumber()
    g.expect("red: score 2; yellow: score 0; black: score 1")
    assert "red points 2 inner" in told(g, "points")


@pytest.mark.rule("QUE-08")
def test_the_points_of_inner_hexes_are_a_parameter(scene: Set) -> None:
    """With inner_points at 3 two hexes score six."""
    g = scene("soil: red control; bark: red control", rules={"inner_points": 3})
    g.slumber()
    g.expect("red: score 6")


@pytest.mark.rule("QUE-08")
@pytest.mark.parametrize(("connected", "score"), [("none", 3), ("path", 2), ("edge", 1)])
def test_whether_inner_hexes_must_be_joined_by_tunnels_is_a_parameter(
    scene: Set, connected: str, score: int
) -> None:
    """Soil meets the Great Tunnel, Bark meets Soil alone, and Gopher Hole is shut off."""
    g = scene(
        "soil: at 1 -1, turn 5, red control; bark: at 1 0, turn 1, red control;"
        "gopher hole: at -1 0, turn 0, red control",
        rules={"inner_connected": connected},
    )
    g.slumber()
    g.expect(f"red: score {score}")


# Slumber: Colony Goals ------------------------------------------------------------------------
@pytest.mark.rule("QUE-09", "PLY-08")
def test_goals_score_in_each_slumber_in_which_they_hold(scene: Set) -> None:
    """Epic Stores scores while red has more food than its neighbours, and again in the next Slumber."""
    g = scene("red: food 2, goals epic-stores; yellow: food 1, goals unending-brood")
    g.slumber()
    g.expect("red: score 2, goals epic-stores; yellow: score 0")
    g.slumber()
    g.expect("red: score 4")
    assert told(g, "points") == ["red points 2 goals"] * 2


@pytest.mark.rule("QUE-09")
def test_all_goals_of_a_player_score(scene: Set) -> None:
    """Two goals that hold score both."""
    g = scene("red: food 2, larvae 1, goals epic-stores unending-brood")
    g.slumber()
    g.expect("red: score 4")


@pytest.mark.rule("QUE-09", "QUE-07")
def test_goals_are_read_after_the_decree(scene: Set) -> None:
    """The food of this round's Royal Decree counts for Epic Stores."""
    g = scene("red: goals epic-stores")
    g.queen_phase(["food", "larvae", "larvae"])
    g.expect("red: score 2")


@pytest.mark.rule("QUE-12")
@pytest.mark.parametrize("marker", ["red", "yellow", "black"])
def test_slumber_is_the_same_whoever_holds_the_marker(scene: Set, marker: str) -> None:
    """All are read as things stand."""
    g = scene(
        f"marker: {marker}; soil: red control; bark: yellow control; fern: yellow control; tunnel: black 2;"
        "red: food 3, goals epic-stores; yellow: larvae 3, goals unending-brood inner-circle;"
        "black: goals bound-to-the-past"
    )
    g.slumber()
    g.expect("red: score 3; yellow: score 4; black: score 2")


# the round ends ------------------------------------------------------------------------------
@pytest.mark.rule("QUE-10", "RST-05")
def test_the_round_marker_advances_and_the_markers_holder_starts(scene: Set) -> None:
    """Yellow rests last, keeps the marker, and rests first in round 2, the final one."""
    g = scene("players: 3; red: rested; marker: yellow", rules={"rounds": 2})
    g.rest_of_game(["yellow: larvae", "black: larvae", "red: larvae"])
    assert told(g, "round") == ["round 2"]
    assert told(g, "rest", "round", "phase", "decree") == [
        "yellow rest 1 1 0",
        "yellow phase soldier-phase",
        "yellow phase queen-phase",
        "yellow decree 0 5",
        "black decree 0 5",
        "red decree 0 5",
        "round 2",
        "yellow phase worker-phase",
        "yellow rest 1 1 0",
        "black rest 1 1 0",
        "black phase soldier-phase",
        "black phase queen-phase",
    ]
    assert g.table.phase == "over"


@pytest.mark.rule("QUE-12", "END-01", "QUE-10")
def test_end_bonuses_follow_slumber(scene: Set) -> None:
    """In the final round the Inner Meadow and all goals are scored before anything of the end."""
    g = scene(
        "players: 3; round: 4; red: rested, food 1, goals epic-stores; marker: yellow; fern: black control"
    )
    g.rest_of_game()
    assert told(g, "points") == [
        "black points 1 inner",
        "red points 2 goals",
        "yellow points 3 end",
        "red points 3 end",
        "yellow points 1 end",
        "black points 1 end",
        "red points 1 end",
    ]


# the worked example ---------------------------------------------------------------------------
RULEBOOK = """
players: red, blue, black
soil: at 1 -1, turn 1, black larvae, red food
bark: at 1 0, turn 0, red 2
dry seep: at 2 -1, turn 0, blue food, red card
tall sand: at 0 1, black 2
water's edge: at -1 1, black 3
loamy tunnels: at -1 0, blue larva-1, blue food, red larva-2
fungalreach: at -1 2, black larvae
mossy stone: at -2 1, red point
fallen log: at -2 0, red larvae
tunnel: black 2, blue
red: goals extensive-tunnel
black: abdomen fertile
deck: swarm
"""


@pytest.mark.rule("QUE-13", "QUE-02", "QUE-06", "QUE-08", "QUE-09")
def test_the_queen_phase_of_the_rulebook(scene: Set) -> None:
    """What the diagram shows: red harvests 2 food, 4 larvae, 1 card and 1 point, and so on."""
    g = scene(RULEBOOK)
    g.harvest()
    g.expect("red: food 2, larvae 4, hand swarm, score 1; blue: food 2, larvae 1; black: food 2, larvae 7")
    g.feed()
    assert told(g, "feed") == ["red feed 7 4 2 0", "blue feed 4 4 1 0", "black feed 9 5 2 0"]
    g.slumber()
    assert sorted(told(g, "points")) == [
        "black points 3 inner",
        "blue points 1 inner",
        "red points 1 inner",
        "red points 1 sites",
        "red points 2 goals",
    ]
