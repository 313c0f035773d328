"""What the thoraxes do: each clause of a card, and where it comes to less or to nothing."""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.view import View
from marchsim.games.march.scenarios.scene import Answer
from tests.march.offers import actions, may_play

# From Soil, at 1 -1 and not turned, tunnels lead to empty places in NE, E and W; Pebble joins its W edge so.
LONE = "soil: at 1 -1, turn 0, red; pile: pebble; red: food 1, "
PLACES = ("from soil NE", "from soil E", "from soil W")
TURNS = ("turn 1", "turn 3", "turn 4")


# Flying Thorax -------------------------------------------------------------------
@pytest.mark.rule("MAR-02", "MEA-18")
def test_flying_thorax_steps_two_places_whatever_lies_between(scene):
    """Hexes one or two places away are reached in a step, a third is not; larvae go where they always do."""
    g = scene(
        "soil: at 1 -1, turn 2; fern: at 2 -2; pebble: at 3 -3; tunnel: red;"
        "red: food 1, larvae 1, thorax flying"
    )
    far = ("tunnel > pebble", "larva > fern", "larva > soil")
    near = ("tunnel > soil", "tunnel > fern", "larva > tunnel")
    steps = [Answer("tunnel > fern", offered=near, not_offered=far), "site fern.food"]
    g.action("march", "red", [*steps, "fern.food > pebble", "site pebble.card", "pass"])
    g.expect("pebble: red card; tunnel: empty; red: larvae 1")


@pytest.mark.rule("EXP-03", "EXP-04")
def test_flying_thorax_helps_neither_to_explore_nor_below_another(scene):
    """A hex is laid at a tunnel and entered from where it was explored; a covered thorax does not fly."""
    g = scene(LONE + "thorax flying; bark: at 0 1, red")
    g.action(
        "explore", "red", [Answer("from soil E", offered=PLACES), Answer("turn 1", only=TURNS), "pebble.card"]
    )
    g.expect("pebble: at 2 -1, red card; bark: red; soil: empty")
    g = scene("soil: at 1 -1; fern: at 2 -2; tunnel: red; red: food 1, larvae 1, thorax flying driver")
    g.action(
        "march", "red", [Answer("tunnel > soil", not_offered=("tunnel > fern",)), "site soil.food", "pass"]
    )


# Harvester Thorax ----------------------------------------------------------------
@pytest.mark.rule("EXP-05")
def test_harvester_thorax_gains_a_larva_for_each_larva_site(scene):
    """Single and double sites give 1 each, the newly explored one too, before anybody reacts."""
    g = scene(
        "soil: red 2, yellow out; bark: red larva, yellow food; pebble: red; tunnel: red; pile: fern;"
        "red: food 1, thorax harvester; yellow: larvae 1"
    )
    reaction = Answer("pass", by="yellow", expect={"red": "larvae 3", "fern": "red larva"})
    g.action("explore", "red", ["from tunnel W", "turn 1", "site fern.larva", reaction])
    g.expect("red: larvae 3, food 0; yellow: larvae 1")


def test_harvester_thorax_gains_nothing_without_larva_sites(scene):
    """Sites of others and outskirts do not count; nor do other sites, nor hexes that others explore."""
    g = scene("soil: yellow 2, red out; tunnel: red; pile: pebble; red: food 1, thorax harvester")
    g.action("explore", "red", ["from tunnel W", "turn 0", "site pebble.card"])
    g.expect("red: larvae 0, food 0")
    g = scene("soil: red; tunnel: yellow; pile: pebble; red: thorax harvester; yellow: food 1")
    g.action("explore", "yellow", ["from tunnel W", "turn 0", "site pebble.card"])
    g.expect("red: larvae 0; yellow: larvae 0")


# Parasitic Thorax ----------------------------------------------------------------
@pytest.mark.rule("FOR-01")
@pytest.mark.parametrize(("rival", "left", "gained"), [("yellow", 1, 4), ("black", 0, 2), ("blue", 0, 0)])
def test_parasitic_thorax_discards_the_first_card_and_takes_its_ferocity_in_larvae(
    scene, rival, left, gained
):
    """It must; the card counts as drawn, and only as many larvae are gained as the chosen player lost."""
    g = scene(
        "red: food 1, thorax parasitic; yellow: larvae 5; black: larvae 2; blue: food 0;"
        "deck: swarm, royal-jelly, cold-snap",
        passing=["yellow", "black", "blue"],
    )
    g.action("forage", "red", [Answer(rival, by="red", only=("yellow", "black", "blue"))])
    g.expect({"red": f"larvae {gained}, hand royal-jelly", rival: f"larvae {left}"})
    g.expect("deck: cold-snap; discards: swarm")


@pytest.mark.rule("FOR-03", "PLY-05")
def test_parasitic_thorax_drops_a_last_card_and_draws_it_again(scene):
    """An only card is discarded, shuffled and drawn; below another thorax nothing is dropped."""
    g = scene(
        "red: food 1, thorax parasitic; yellow: larvae 3; deck: early-harvest", passing=["yellow", "black"]
    )
    g.action("forage", "red", ["red: yellow"])
    g.expect("red: hand early-harvest, larvae 1; yellow: larvae 2")
    g = scene("red: food 1, thorax parasitic driver; deck: swarm, cold-snap", passing=["yellow", "black"])
    g.action("forage", "red", [])
    g.expect("red: hand swarm cold-snap, larvae 0")


@pytest.mark.rule("FOR-01")
def test_parasitic_thorax_drops_no_more_cards_than_a_forage_draws(scene):
    """Where it is given more to drop than there are to draw."""
    g = scene(
        "red: food 1, thorax parasitic; yellow: larvae 5; deck: swarm, royal-jelly, cold-snap, outlander",
        passing=["yellow", "black"],
        rules={"forage_cards": 2},
        cards={"parasitic-thorax": {"amounts": {"drop": 3}}},
    )
    g.action("forage", "red", ["red: yellow", "red: yellow"])
    g.expect("red: hand; deck: cold-snap, outlander; discards: royal-jelly, swarm")


# Scouting Thorax -----------------------------------------------------------------
@pytest.mark.rule("EXP-02")
def test_scouting_thorax_looks_at_two_hexes_and_takes_one(scene):
    """The other goes back on top; only the explorer is asked, and no player's view shows the pile."""
    g = scene("tunnel: red; red: food 1, thorax scouting; pile: bark, pebble, soil; yellow: food 1")
    g.action(
        "explore",
        "red",
        [Answer("tile pebble", only=("tile bark", "tile pebble")), "from tunnel W", "turn 0", "pebble.food"],
    )
    g.expect("pile: bark, soil; pebble: red food, at -1 0")
    assert {decision.by for decision in g.decisions} == {"red"}
    view = View(g.g.s, g.g.kit, g.g.rules, g.g.mats, g.g.table, 1)
    assert [name for name in dir(view) if "pile" in name] == ["pile_n"]


def test_scouting_thorax_looks_for_a_journey_and_takes_the_last_hex_as_it_is(scene):
    """It looks whenever a hex is drawn; with one hex in the pile there is nothing to choose."""
    g = scene("red: larvae 1, hand queens-journey, thorax scouting; pile: bark, fern, soil")
    g.play("queens-journey", "red", ["tile bark", "at W of tunnel", "turn 0"])
    g.expect("pile: fern, soil; bark: at -1 0")
    g = scene("tunnel: red; red: food 1, thorax scouting; pile: bark")
    g.action("explore", "red", ["from tunnel W", "turn 2", "bark.food"])
    g.expect("pile: ; bark: red food")


# Tunneling Thorax ----------------------------------------------------------------
@pytest.mark.rule("MEA-04", "MAR-02")
def test_tunneling_thorax_steps_between_adjacent_hexes_without_tunnels(scene):
    """In and out of the Great Tunnel too, but no farther than the next hex."""
    walls = "soil: at 1 -1, turn 1; pebble: at 2 -1, turn 0, yellow; tunnel: red; red: food 1, larvae 1, "
    g = scene(walls + "thorax tunneling", passing=["yellow"])
    g.action(
        "march",
        "red",
        [
            Answer(
                "tunnel > soil", offered=("larva > tunnel",), not_offered=("tunnel > pebble", "larva > soil")
            ),
            "site soil.control",
            Answer("soil.control > pebble", offered=("soil.control > tunnel",)),
            Answer("pebble.card > soil", not_offered=("pebble.card > tunnel",)),
            "site soil.food",
            "soil.food > tunnel",
            "pass",
        ],
    )
    g.expect("tunnel: red; pebble: yellow; red: larvae 1")
    g = scene(walls + "thorax tunneling driver", passing=["yellow"])
    g.action("march", "red", [])
    g.expect("tunnel: red 2; soil: empty")


@pytest.mark.rule("EXP-03", "EXP-04")
def test_tunneling_thorax_does_not_help_to_explore(scene):
    """A hex is laid where a tunnel leads, turned so that a tunnel meets it, and entered from there."""
    g = scene(LONE + "thorax tunneling; bark: at 2 -2, red")
    asked = [
        Answer("from soil E", not_offered=("from soil SE",)),
        Answer("turn 1", only=TURNS),
        "pebble.card",
    ]
    g.action("explore", "red", asked)
    g.expect("pebble: at 2 -1, red card; bark: red; soil: empty")


# Weaver Thorax -------------------------------------------------------------------
WEB = "water's edge: at 1 0, yellow control, red food; yellow: thorax weaver; "


@pytest.mark.rule("MAR-02")
def test_weaver_thorax_traps_the_ants_of_others_on_tiles_that_it_inhabits(scene):
    """They step neither along tunnels nor through wormholes; they may come in and move within the hex."""
    g = scene(WEB + "tunnel: red; red: food 1, larvae 1")
    within = "water's-edge.food > water's-edge.larva-2"
    into = ("tunnel > water's-edge", "larva > water's-edge", within)
    out = ("water's-edge.food > great-tunnel",)
    g.action("march", "red", [Answer(within, offered=into, not_offered=out), "tunnel > water's-edge", "pass"])
    g.expect("water's edge: yellow control, red larva-2, red food; tunnel: empty")
    g = scene("puddle: yellow control, red larvae; worm burrow: ; yellow: thorax weaver; red: food 1")
    assert "march" not in actions(g)
    g = scene("puddle: yellow control, red larvae; worm burrow: ; yellow: thorax weaver driver; red: food 1")
    assert "march" in actions(g)


@pytest.mark.rule("EXP-07", "EXP-04")
def test_weaver_thorax_lets_nobody_explore_out_of_its_web(scene):
    """Trapped ants explore nowhere; from another hex they are not fetched."""
    g = scene(WEB + "red: food 1; pile: fern")
    assert "explore" not in actions(g)
    g = scene(WEB + "red: food 1; pile: fern; tunnel: red")
    g.action(
        "explore", "red", [Answer("from tunnel W", not_offered=("from water's-edge",)), "turn 1", "fern.food"]
    )
    g.expect("fern: red food; water's edge: yellow control, red food")


def test_weaver_thorax_holds_ants_against_cards_that_move_them(scene):
    """A Swarm takes none of its captives, and a Queen's Journey leads none away."""
    g = scene(WEB + "tunnel: red 2; red: larvae 2, hand swarm")
    g.play("swarm", "red", ["2 x pay larva", "pass"])
    g.expect("water's edge: yellow control, red 2; tunnel: red")
    g = scene(WEB + "tunnel: red 2; pile: fern; red: larvae 1, hand queens-journey")
    moves = [Answer("move tunnel", only=("pass", "move tunnel")), "fern.food", "pass"]
    g.play("queens-journey", "red", ["pay larva", "at W of tunnel", "turn 0", *moves])
    g.expect("water's edge: yellow control, red food; tunnel: red; fern: red food")
    assert not may_play(scene(WEB + "red: larvae 2, hand swarm"), "swarm")


def test_weaver_thorax_lets_no_mating_flight_exchange_ants_out(scene):
    """Nobody exchanges trapped ants with another hex, but within the hex they may change places."""
    g = scene(WEB + "tunnel: blue; black: larvae 1, hand mating-flight")
    first = [Answer("swap red water's-edge.food", offered=("swap blue tunnel",)), "pass"]
    g.play("mating-flight", "black", first)
    g.expect("water's edge: red control, yellow food; tunnel: blue")
    g = scene(WEB + "tunnel: blue; black: larvae 1, hand mating-flight")
    g.play("mating-flight", "black", ["swap blue tunnel", "pass"])
    g.expect("water's edge: blue control, red food; tunnel: yellow")


@pytest.mark.rule("PLY-11", "PLY-01")
def test_weaver_thorax_lets_trapped_ants_pay_be_lost_and_return(scene):
    """They may pay for cards, fall to a Sparrow Attack, and return to the chamber by an Army Head."""
    g = scene(WEB + "red: hand turtle-head")
    g.play("turtle-head", "red", [])
    g.expect("water's edge: yellow control; red: head turtle")
    g = scene(WEB + "red: larvae 3, hand sparrow-attack")
    g.play("sparrow-attack", "red", [])
    g.expect("water's edge: empty")
    g = scene(WEB + "red: head army")
    g.soldier_phase(["recall water's-edge", "move water's-edge.food"])
    g.expect("water's edge: yellow control; red: larvae 1")


@pytest.mark.rule("MEA-10", "MEA-20", "PLY-05")
@pytest.mark.parametrize(
    ("position", "way"),
    [
        ("soil: red control, black food, yellow out; yellow: thorax weaver", "soil.control > tunnel"),
        ("soil: ; tunnel: red, yellow; yellow: thorax weaver", "tunnel > soil"),
        ("soil: red control, yellow food; yellow: thorax weaver nurse", "soil.control > tunnel"),
        ("soil: red control, yellow food; black: thorax weaver", "soil.control > tunnel"),
    ],
)
def test_weaver_thorax_traps_nobody_elsewhere(scene, position, way):
    """Not from the outskirts, not in the Great Tunnel, not below another thorax, not on tiles of others."""
    g = scene(position + "; red: food 1, larvae 1", passing=["yellow", "black"])
    g.action("march", "red", [Answer("larva > tunnel", offered=(way,)), "pass"])


def test_weaver_thorax_leaves_its_own_ants_free(scene):
    """Its player walks out of its own web."""
    g = scene("soil: red control, yellow food; red: food 1, larvae 1, thorax weaver", passing=["yellow"])
    g.action("march", "red", ["soil.control > tunnel", "pass"])
    g.expect("soil: yellow food; tunnel: red")


# Driver Thorax -------------------------------------------------------------------
@pytest.mark.rule("MAR-01", "PLY-06", "PLY-05")
def test_driver_thorax_marches_two_steps_farther(scene):
    """5 steps, 1 for the thorax, and 2 more make 8; below another thorax they make 7."""
    g = scene("soil: red; red: food 1, larvae 9, thorax driver")
    g.action("march", "red", ["8 x larva > tunnel"])
    g.expect("tunnel: red 8; red: larvae 1")
    g = scene("soil: red; red: food 1, larvae 9, thorax driver nurse")
    g.action("march", "red", ["7 x larva > tunnel"])
    g.expect("tunnel: red 7; red: larvae 2")


@pytest.mark.rule("MAR-04")
def test_driver_thorax_adds_nothing_to_a_reaction(scene):
    """Its steps belong to the March action; a March may also be shorter."""
    g = scene("soil: yellow 2; tunnel: red; red: food 1, larvae 3; yellow: thorax driver")
    g.action("march", "red", ["larva > tunnel", "pass", "yellow: soil.food > tunnel"])
    g.expect("tunnel: red 2, yellow; soil: yellow")
    g = scene("soil: red; red: food 1, larvae 9, thorax driver")
    g.action("march", "red", ["larva > tunnel", "pass"])
    g.expect("tunnel: red; red: larvae 8")


# Argentine Thorax ----------------------------------------------------------------
@pytest.mark.rule("MAR-04", "WRK-03")
def test_argentine_thorax_reacts_to_a_march_with_two_steps(scene):
    """Up to 2 steps with ants and no larvae, where others react with one."""
    g = scene(
        "soil: yellow 2; fern: black 2; red: food 1, larvae 1; yellow: larvae 2, thorax argentine;"
        "black: larvae 1"
    )
    g.action(
        "march",
        "red",
        [
            "pass",
            Answer("soil.food > tunnel", by="yellow", offered=("pass",), not_offered=("larva > tunnel",)),
            Answer("tunnel > soil", by="yellow", offered=("pass",)),
            "black: fern.food > tunnel",
        ],
    )
    g.expect("tunnel: red, black; soil: yellow 2; yellow: larvae 2; events: 1 x yellow reaction march")


@pytest.mark.rule("MAR-01", "WRK-03")
def test_argentine_thorax_may_take_one_step_or_none_and_leaves_the_own_march(scene):
    """The reaction may stop or be declined; the own March has its caste step only."""
    position = "soil: yellow 2; red: food 1, larvae 1; yellow: thorax argentine"
    g = scene(position)
    g.action("march", "red", ["pass", "yellow: soil.food > tunnel", "yellow: pass"])
    g.expect("tunnel: red, yellow; soil: yellow")
    g = scene(position)
    g.action("march", "red", ["pass", "yellow: pass"])
    g.expect("soil: yellow 2; never: reaction")
    g = scene("soil: red; red: food 1, larvae 9, thorax argentine")
    g.action("march", "red", ["6 x larva > tunnel"])
    g.expect("tunnel: red 6; red: larvae 3")


# Pavement Thorax -----------------------------------------------------------------
@pytest.mark.rule("EXP-05")
def test_pavement_thorax_gains_a_food_once_in_a_worker_phase(scene):
    """The first Explore of a phase gives 1 food, a second none."""
    g = scene("tunnel: red 2; pile: pebble, fern, bark; red: food 2, thorax pavement; yellow: larvae 1")
    reaction = Answer("pass", by="yellow", expect={"red": "food 2"})
    g.action("explore", "red", ["from tunnel W", "turn 0", "pebble.food", "pass", reaction])
    g.expect("red: food 2, explored")
    g.action("explore", "red", ["from tunnel E", "turn 1", "fern.food", "yellow: pass"])
    g.expect("red: food 1")


@pytest.mark.rule("EXP-05", "WRK-08")
def test_pavement_thorax_pays_again_in_the_next_phase_but_for_no_card(scene):
    """A new Worker Phase forgets the Explore of the last; a hex that a card lays is no Explore."""
    g = scene("phase: queen; tunnel: red; pile: fern; red: food 1, explored, thorax pavement; yellow: rested")
    g.worker_phase(["from tunnel W", "turn 1", "fern.food"])
    g.expect("red: food 1, explored; fern: red food")
    g = scene("pile: fern; red: larvae 2, hand into-the-unknown, thorax pavement")
    g.play("into-the-unknown", "red", ["at W of tunnel", "turn 0"])
    g.expect("red: food 0")


# Field Thorax --------------------------------------------------------------------
@pytest.mark.rule("FOR-01")
def test_field_thorax_draws_a_third_card(scene):
    """Forage draws 3 cards, for its player alone."""
    g = scene(
        "red: food 1, thorax field; deck: swarm, cold-snap, royal-jelly, egg-stealer", passing=["yellow"]
    )
    g.action("forage", "red", ["black: pass"])
    g.expect("red: hand swarm cold-snap royal-jelly, food 0; deck: egg-stealer")
    g = scene(
        "yellow: food 1; red: thorax field; deck: swarm, cold-snap, royal-jelly", passing=["red", "black"]
    )
    g.action("forage", "yellow", [])
    g.expect("yellow: hand swarm cold-snap; deck: royal-jelly")


@pytest.mark.rule("FOR-03", "PLY-05")
def test_field_thorax_draws_what_there_is(scene):
    """Two cards left are all; below another thorax the third stays."""
    g = scene("red: food 1, thorax field; deck: swarm; discards: cold-snap", passing=["yellow", "black"])
    g.action("forage", "red", [])
    g.expect("red: hand swarm cold-snap; deck: ; discards: ")
    g = scene(
        "red: food 1, thorax field nurse; deck: swarm, cold-snap, royal-jelly", passing=["yellow", "black"]
    )
    g.action("forage", "red", [])
    g.expect("red: hand swarm cold-snap; deck: royal-jelly")


# Nurse Thorax --------------------------------------------------------------------
@pytest.mark.rule("FOR-02")
def test_nurse_thorax_reacts_to_forage_with_two_larvae(scene):
    """2 larvae where others gain 1; the own Forage gains none."""
    g = scene("red: food 1; yellow: thorax nurse; black: larvae 1; deck: swarm, cold-snap")
    g.action("forage", "red", ["yellow: yes", "black: yes"])
    g.expect("yellow: larvae 2, supply 34; black: larvae 2")
    g = scene("red: food 1, thorax nurse; deck: swarm, cold-snap", passing=["yellow", "black"])
    g.action("forage", "red", [])
    g.expect("red: larvae 0")


@pytest.mark.rule("FOR-02", "WRK-03", "QUE-03")
def test_nurse_thorax_may_decline_and_gains_no_more_than_the_supply(scene):
    """The reaction is optional; with one cube left it gains one."""
    g = scene("red: food 1; yellow: thorax nurse; deck: swarm, cold-snap")
    g.action("forage", "red", ["yellow: pass", "black: pass"])
    g.expect("yellow: larvae 0")
    g = scene("red: food 1; yellow: larvae 35, thorax nurse; deck: swarm, cold-snap")
    g.action("forage", "red", ["yellow: yes", "black: pass"])
    g.expect("yellow: larvae 36")
