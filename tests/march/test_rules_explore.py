"""Explore: cost, hex, place, turn, ants that move in, what follows, and its reaction (EXP)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer, Unmet


@pytest.mark.rule("EXP-01", "WRK-07")
def test_explore_costs_one_food(scene):
    """Red pays 1 of 2; with none it cannot choose Explore."""
    g = scene("tunnel: red; red: food 2; pile: bark")
    g.action("explore", "red", ["from tunnel NE", "any", "any"])
    g.expect("red: food 1")
    g = scene("tunnel: red; red: food 0, hand brood-surge; pile: bark")
    with pytest.raises(Unmet, match="to be possible"):
        g.action("explore", "red")


@pytest.mark.rule("EXP-01")
@pytest.mark.parametrize("cost", [0, 2])
def test_the_cost_of_explore_is_a_parameter(scene, cost):
    """explore_cost is paid, and nothing else."""
    g = scene("tunnel: red; red: food 2; pile: bark", rules={"explore_cost": cost})
    g.action("explore", "red", ["from tunnel NE", "any", "any"])
    g.expect(f"red: food {2 - cost}")


@pytest.mark.rule("EXP-02")
def test_the_hex_is_drawn_before_the_place_is_chosen(scene):
    """The top of the pile is known when the player chooses where to explore from."""
    g = scene("tunnel: red; red: food 1; pile: bark, soil")
    g.action("explore", "red", ["from tunnel SW", "any", "any"])
    g.expect("bark: at -1 1, red; pile: soil")
    asked = [decision.question for decision in g.decisions]
    assert asked[:3] == ["place", "turn", "inhabit"]
    assert g.story().index("draws the hex Bark") < g.story().index("lays Bark")


@pytest.mark.rule("EXP-02", "EXP-07")
def test_explore_leaves_from_every_hex_with_an_own_ant(scene):
    """From a site, from the outskirts and from the Great Tunnel; not from where only others are."""
    g = scene(
        "soil: at 1 -1, turn 0, yellow 2, red out; bark: at -1 0, turn 0, red; fern: at 0 1, turn 0, yellow;"
        "tunnel: red; red: food 1; pile: pebble",
    )
    g.action("explore", "red", [Answer("from soil NE", not_offered=("from fern",)), "any", "any"])
    origins = {option.rsplit(" ", 1)[0] for option in g.options("place")}
    assert origins == {"from soil", "from bark", "from great-tunnel"}


@pytest.mark.rule("EXP-02", "EXP-08")
def test_there_is_no_exploring_without_a_tunnel(scene):
    """Soil turned by 0 is open to NE, E and W; SE and NW have no tunnel, and SW leads to the Great Tunnel."""
    g = scene("soil: at 1 -1, turn 0, red; red: food 1; pile: pebble")
    g.action("explore", "red", ["from soil E", "any", "any"])
    assert set(g.options("place")) == {"from soil NE", "from soil E", "from soil W"}


@pytest.mark.rule("EXP-03")
def test_a_tunnel_of_the_new_hex_meets_one_of_the_old(scene):
    """Gopher Hole has two tunnels: of six ways to turn it two meet the Great Tunnel's."""
    g = scene("tunnel: red; red: food 1; pile: gopher hole")
    g.action("explore", "red", ["from tunnel NE", "turn 3", "any"])
    assert g.options("turn") == ("turn 1 tunnels E SW", "turn 3 tunnels SW NW")
    g.expect("gopher hole: at 1 -1, turn 3, red")


@pytest.mark.rule("EXP-03")
def test_ways_to_turn_that_look_alike_are_one(scene):
    """A hex with tunnels on all edges is not turned at all."""
    g = scene("tunnel: red; red: food 1; pile: loamy tunnels")
    g.action("explore", "red", ["from tunnel NE", "food"])
    assert [decision.question for decision in g.decisions] == ["place", "inhabit"]


@pytest.mark.rule("EXP-03", "EXP-08")
def test_other_edges_may_be_blocked(scene):
    """Puddle lies beside Soil and the Great Tunnel; it turns a wall to the latter, where no ant passes."""
    g = scene("soil: at 1 -1, turn 2, red; red: food 2, larvae 1; pile: puddle", passing=["yellow", "black"])
    g.action("explore", "red", ["from soil SE", "food"])
    g.expect("puddle: at 1 0, turn 2, red food")
    g.action("march", "red", ["larva > puddle", "pass"])
    assert "puddle.food > great-tunnel" not in g.options("step")


@pytest.mark.rule("EXP-04")
def test_at_least_one_ant_moves_in(scene):
    """The first move cannot be declined; every further one can."""
    g = scene("tunnel: red 3, yellow; red: food 1; pile: bark")
    g.action("explore", "red", ["from tunnel NE", "any", "food", "pass"])
    assert g.options("move_in") == ("pass", "move great-tunnel")
    g.expect("bark: red food; tunnel: red 2, yellow")


@pytest.mark.rule("EXP-04")
def test_all_ants_of_the_hex_may_move_in(scene):
    """More than there are sites, too; the others stand in the outskirts."""
    g = scene("tunnel: red 3; red: food 1; pile: bark")
    g.action("explore", "red", ["from tunnel NE", "any", "food", "move", "move"])
    g.expect("bark: red food, red larva, red out; tunnel: empty")


@pytest.mark.rule("EXP-04")
def test_ants_come_from_the_hex_explored_from(scene):
    """Not from another neighbour, though a tunnel joins it to the new hex, nor by wormhole or wing."""
    g = scene(
        "soil: at 1 -1, turn 0, red; tunnel: red; puddle: at -1 0, red; red: food 1, thorax flying;"
        "pile: loamy tunnels"
    )
    g.action("explore", "red", ["from soil E", "food"])
    g.expect("loamy tunnels: at 2 -1, red food; soil: empty; tunnel: red; puddle: red")


@pytest.mark.rule("EXP-04")
def test_ants_may_come_from_another_neighbour_by_a_parameter(scene):
    """With explore_moves_from adjacent one joined neighbour is chosen, and then all come from there."""
    g = scene(
        "soil: at 1 -1, turn 2, red; bark: at 2 -1, turn 1, red 2; puddle: at -1 0, red;"
        "pebble: at 0 1, turn 1, red; tunnel: red; red: food 1; pile: loamy tunnels",
        rules={"explore_moves_from": "adjacent"},
    )
    g.action(
        "explore",
        "red",
        ["from tunnel E", Answer("move bark.control", not_offered=("puddle", "pebble")), "food", "pass"],
    )
    assert g.options("move_in") == ("pass", "move bark.larva")
    g.expect("loamy tunnels: at 1 0, red food; bark: red; soil: red; tunnel: red")


@pytest.mark.rule("EXP-05")
def test_the_order_of_an_explore(scene):
    """Pay, draw, place, centipede, ants, filling, Beyond the Meadow, thorax, reactions."""
    g = scene(
        "soil: yellow control, red food, yellow out; red: food 1, thorax pavement; yellow: larvae 1;"
        "deck: swarm, royal-jelly;"
        "pile: nest of centipedes"
    )
    g.action("explore", "red", ["from soil NE", "any", "yellow: larva > soil"])
    order = [
        "pays 1 food",
        "draws the hex",
        "lays",
        "A centipede comes to Nest",
        "moves an ant",
        "yellow fills",
    ]
    order += ["A centipede comes to Soil", "red gains 1 food", "yellow reacts"]
    story = g.story()
    found = [story.index(text) if text in story else text for text in order]
    assert found == sorted(found)


@pytest.mark.rule("EXP-06")
def test_each_other_player_may_place_a_larva(scene):
    """One larva, in a hex that it inhabits or the Great Tunnel, free of cost; or none."""
    g = scene(
        "tunnel: red; soil: yellow; bark: black 2, yellow out; red: food 1;"
        "yellow: larvae 3; black: larvae 2; pile: fern"
    )
    g.action(
        "explore",
        "red",
        [
            "from tunnel SE",
            "any",
            "any",
            Answer("larva > soil", "yellow", only=("pass", "larva > soil", "larva > great-tunnel")),
            "black: pass",
        ],
    )
    g.expect("soil: yellow 2; yellow: larvae 2, food 0; black: larvae 2")


@pytest.mark.rule("EXP-06", "MEA-08")
def test_without_larvae_there_is_no_reaction(scene):
    """Yellow is not asked; black is."""
    g = scene("tunnel: red; soil: yellow; bark: black; red: food 1; black: larvae 1; pile: fern")
    g.action("explore", "red", ["from tunnel SE", "any", "any", "black: larva > tunnel"])
    g.expect("soil: yellow; tunnel: black; events: 1 x reaction")


@pytest.mark.rule("EXP-06")
def test_larvae_of_the_reaction_are_a_parameter(scene):
    """With explore_reaction_larvae 2 yellow places two; with none nobody is asked."""
    g = scene("tunnel: red; red: food 1; yellow: larvae 3; pile: fern", rules={"explore_reaction_larvae": 2})
    g.action("explore", "red", ["from tunnel SE", "any", "any", "2 x larva > tunnel"])
    g.expect("tunnel: yellow 2; yellow: larvae 1; events: 1 x reaction")
    g = scene("tunnel: red; red: food 1; yellow: larvae 3; pile: fern", rules={"explore_reaction_larvae": 0})
    g.action("explore", "red", ["from tunnel SE", "any", "any"])


@pytest.mark.rule("EXP-07")
@pytest.mark.parametrize(
    "position",
    [
        "tunnel: red; red: food 1, larvae 1",
        "tunnel: yellow; red: food 1, larvae 1; pile: fern",
        "gopher hole: at 1 -1, turn 1, red; soil: at 2 -1; red: food 1; pile: fern",
    ],
    ids=["empty pile", "no own ant", "no open tunnel"],
)
def test_explore_needs_a_hex_and_an_open_tunnel(scene, position):
    """Without a pile, an own ant or an open tunnel it is not on offer."""
    g = scene(f"{position}; deck: outlander, cold-snap", passing=["yellow", "black"])
    g.action("forage", "red")
    assert "explore" not in g.options("action")


@pytest.mark.rule("EXP-07")
def test_trapped_ants_do_not_explore(scene):
    """Where another player's Weaver Thorax holds red, red explores from elsewhere only."""
    g = scene(
        "soil: at 1 -1, turn 0, yellow, red; tunnel: red; yellow: thorax weaver; red: food 1; pile: fern",
    )
    g.action("explore", "red", [Answer("from tunnel SW", not_offered=("from soil",)), "any", "any"])
    g.expect("fern: at -1 1, red; soil: yellow, red")


@pytest.mark.rule("EXP-08")
def test_the_diagram_of_explore(scene):
    """Red explores from Fungalreach with Dry Seep, one ant stays, the other takes the card; blue reacts."""
    g = scene(
        "players: red, blue, black; fungalreach: at 1 -1, turn 1, red 2; water's edge: at 1 0, blue;"
        "red: food 1; blue: larvae 2; pile: dry seep"
    )
    g.action(
        "explore",
        "red",
        [
            Answer("from fungalreach E", not_offered=("from water's edge",)),
            "turn 1",
            "move fungalreach.food",
            Answer("card", only=("site dry-seep.food", "site dry-seep.card")),
            "pass",
            "blue: larva > water's edge",
            "blue: food",
        ],
    )
    g.expect(
        "fungalreach: red control; dry seep: red card; water's edge: blue 2; red: food 0; blue: larvae 1"
    )
    assert not any(option.startswith("from fungalreach NE") for option in g.options("place"))


@pytest.mark.rule("EXP-02", "PLY-05")
def test_scouts_look_at_two_hexes(scene):
    """A Scouting Thorax takes one of the top two and puts the other back on top."""
    g = scene("tunnel: red; red: food 1, thorax scouting; pile: soil, bark, fern")
    g.action(
        "explore",
        "red",
        [Answer("tile bark", only=("tile soil", "tile bark")), "from tunnel NE", "any", "any"],
    )
    g.expect("bark: red; pile: soil, fern")
