"""New cards of an overlay, which have no code: each amount of the base set does what it says."""

from __future__ import annotations

import pytest

from marchsim.games.march.amounts import BASE
from marchsim.games.march.scenarios.scene import Answer
from tests.march.offers import may_play

EVENT = {
    "gain_food": 2,
    "gain_larvae": 3,
    "draw": 1,
    "points": 4,
    "points_per_inner": 1,
    "points_most": 2,
    "place_larvae": 1,
    "steps": 2,
    "ant_steps": 1,
    "others_lose_food": 1,
    "others_lose_larvae": 2,
}
HEAD = {
    "ant_steps": 1,
    "strength_as_invader": 2,
    "strength_as_defender": 3,
    "ferocity_cards": 3,
    "silences": 1,
    "battle_food": 2,
    "win_larvae": 2,
    "rival_loses_larvae": 1,
    "spared": 1,
}
FLIGHT = {"flight": 3}
THORAX = {
    "digs": 1,
    "traps": 1,
    "explore_look": 3,
    "march_steps": 2,
    "react_march_steps": 3,
    "forage_cards": 2,
    "react_forage_larvae": 3,
    "explore_food": 2,
    "explore_site_larvae": 2,
}
ABDOMEN = {
    "decree_food": 3,
    "decree_larvae": 1,
    "queen_draw": 2,
    "queen_ant_steps": 1,
    "twice_sites": 2,
    "food_sites": 1,
    "single_larva_extra": 2,
    "feed_others": 2,
    "feed_self": 2,
    "tunnel_unfed": 1,
    "queen_points": 4,
    "need_inhabited": 2,
}
CONDITIONS = {
    "need_hand": 1,
    "need_inner": 1,
    "need_outer": 1,
    "need_alone": 3,
    "need_single_larvae": 1,
    "need_wins": 1,
    "need_chain": 2,
    "more_ants_in_tunnel": 1,
    "more_food": 1,
    "more_evolutions": 1,
    "more_larvae": 1,
}
REWARDS = {"points": 2, "points_per_wormhole": 2, "points_most": 3}
BONUSES = {
    "bonus_food": 2,
    "bonus_larvae": 1,
    "bonus_draw": 2,
    "bonus_ant_steps": 1,
    "bonus_place_larvae": 1,
    "bonus_tunnel_larvae": 1,
    "bonus_wormhole": 1,
}


def test_every_amount_of_the_base_set_is_here():
    """The cards below have each amount that a card without code may have."""
    here = {
        "event": {*EVENT},
        "head": {*HEAD},
        "thorax": {*FLIGHT, *THORAX},
        "abdomen": {*ABDOMEN},
        "goal": {*CONDITIONS, *REWARDS, *BONUSES},
    }
    assert {kind: {*names} for kind, names in BASE.items()} == here


def evolution(section, amounts):
    """Return the overlay of a new evolution `novel`."""
    card = {"name": "Novel", "type": "evolution", "section": section, "cost": 1, "ferocity": 1}
    return {"novel": {**card, "amounts": amounts}}


def goal(amounts):
    """Return the overlay of a new goal `novel`."""
    return {"novel": {"name": "Novel", "type": "goal", "cost": 1, "ferocity": 1, "amounts": amounts}}


# events --------------------------------------------------------------------------
@pytest.mark.rule("PLY-11")
@pytest.mark.parametrize(
    "gain",
    [
        {},
        {"gain_food": 1},
        {"gain_larvae": 1},
        {"draw": 1},
        {"points": 1},
        {"points_per_inner": 1},
        {"others_lose_food": 1},
        {"others_lose_larvae": 1},
        {"others_lose_food": 1, "others_lose_larvae": 1},
    ],
)
def test_a_new_event_needs_a_target_only_where_it_does_nothing_but_move(scene, gain):
    """Without ant and larva nobody can step; with anything else to gain or to take it can be played."""
    event = {"name": "Novel", "type": "event", "cost": 0, "ferocity": 1, "amounts": {"ant_steps": 1, **gain}}
    g = scene("red: larvae 0, hand novel", cards={"novel": event})
    assert may_play(g, "novel") == bool(gain)


def test_a_new_event_does_all_that_its_amounts_say(scene):
    """Gains and losses first, then larvae to place, steps with larvae and ants, steps with ants."""
    event = {"name": "Novel", "type": "event", "cost": 1, "ferocity": 1, "amounts": EVENT}
    g = scene(
        "soil: red control; bark: red control; pebble: red control; red: larvae 1, hand novel;"
        "yellow: food 3, larvae 5; black: larvae 1; deck: swarm, cold-snap",
        cards={"novel": event},
    )
    hexes = ("pass", "larva > soil", "larva > bark", "larva > pebble", "larva > tunnel")
    g.play(
        "novel",
        "red",
        [
            "pay larva",
            Answer("larva > soil", only=hexes),
            Answer("larva > tunnel", offered=("soil.food > tunnel",)),
            "tunnel > soil",
            Answer("soil.out > tunnel", offered=("pass",), not_offered=("larva > tunnel",)),
        ],
    )
    g.expect("red: food 2, larvae 1, score 6, hand swarm; soil: red 2; tunnel: red; discards: novel")
    g.expect("yellow: food 2, larvae 3; black: food 0, larvae 0; deck: cold-snap")


def test_a_new_event_counts_the_inner_meadow(scene):
    """One hex controlled there gives one point beside the 4."""
    amounts = {name: EVENT[name] for name in ("points", "points_per_inner", "points_most")}
    event = {"name": "Novel", "type": "event", "cost": 1, "ferocity": 1, "amounts": amounts}
    g = scene("soil: red control; red: larvae 1, hand novel", cards={"novel": event})
    g.play("novel", "red", ["pay larva"])
    g.expect("red: score 5")


@pytest.mark.rule("GEN-03")
@pytest.mark.parametrize("name", ["steps", "ant_steps", "place_larvae"])
def test_a_new_event_that_only_moves_needs_something_to_move(scene, name):
    """Steps with ants want an ant that can step, larvae to place want a larva beside those that pay."""
    cards = {"novel": {"name": "Novel", "type": "event", "cost": 1, "ferocity": 1, "amounts": {name: 1}}}
    assert not may_play(scene("red: larvae 1, hand novel", cards=cards), "novel")
    can = "red: larvae 1, hand novel; soil: red" if name == "ant_steps" else "red: larvae 2, hand novel"
    assert may_play(scene(can, cards=cards), "novel")


# heads ---------------------------------------------------------------------------
def test_a_new_head_fights_as_its_amounts_say(scene):
    """A step first; as invader 2 stronger, as defender 3; 3 cards, food, larvae; the other lays none."""
    g = scene(
        "soil: yellow 4, red 4 out; bark: red 2, yellow out; tunnel: red; yellow: larvae 5, hand royal-jelly;"
        "red: head novel, hand swarm early-harvest mysterious-hole turtle-head",
        cards=evolution("head", HEAD),
    )
    laid = ["red: card swarm", "red: card early-harvest", "red: card mysterious-hole"]
    g.soldier_phase(["tunnel > soil", *laid, "red: pass", Answer("pass", offered=("card turtle-head",))])
    g.expect("events: red strength 8 6, yellow strength 4 0, red outcome yellow 1 4")
    g.expect("events: red strength 6 0, 2 x red points 1 battle; soil: red 4; bark: red 2")
    g.expect("red: food 4, larvae 4, hand turtle-head; yellow: larvae 3, hand royal-jelly")


# thoraxes ------------------------------------------------------------------------
def test_a_new_thorax_works_in_each_action_of_its_player(scene):
    """It looks at 3 hexes, gains food and larvae, draws 2 cards more, takes 2 steps more, and digs."""
    cards = evolution("thorax", THORAX)
    g = scene("tunnel: red; red: food 1, thorax novel; pile: pebble, fern, bark, soil", cards=cards)
    tiles = Answer("tile bark", only=("tile pebble", "tile fern", "tile bark"))
    g.action("explore", "red", [tiles, "from tunnel W", "turn 2", "bark.larva"])
    g.expect("red: food 2, larvae 2; pile: pebble, fern, soil")
    deck = "deck: swarm, cold-snap, royal-jelly, brood-surge, egg-stealer"
    g = scene(f"red: food 1, thorax novel; {deck}", cards=cards, passing=["yellow", "black"])
    g.action("forage", "red", [])
    g.expect("deck: egg-stealer; red: hand_size 4")
    g = scene("soil: at 1 -1, turn 1, red; red: food 1, larvae 9, thorax novel", cards=cards)
    g.action(
        "march", "red", [Answer("larva > tunnel", offered=("soil.control > tunnel",)), "7 x larva > tunnel"]
    )
    g.expect("tunnel: red 8; red: larvae 1")


def test_a_new_thorax_reacts_and_traps_as_its_amounts_say(scene):
    """3 larvae for a Forage of others, 3 steps for their March, and their ants stay where it lives."""
    cards = evolution("thorax", THORAX)
    g = scene("yellow: food 1; red: thorax novel; deck: swarm, cold-snap", cards=cards, passing=["black"])
    g.action("forage", "yellow", ["red: yes"])
    g.expect("red: larvae 3")
    g = scene(
        "soil: red control, yellow food; bark: red; yellow: food 1, larvae 1; red: thorax novel", cards=cards
    )
    steps = ["red: bark.food > tunnel", "red: tunnel > bark", "site bark.larva", "red: bark.larva > tunnel"]
    first = Answer("larva > tunnel", not_offered=("soil.food > tunnel",))
    g.action("march", "yellow", [first, "pass", *steps])
    g.expect("tunnel: red, yellow; bark: empty; soil: red, yellow")


def test_a_new_thorax_flies_as_far_as_its_amount(scene):
    """3 places, and no farther."""
    g = scene(
        "soil: at 1 -1; fern: at 2 -2; pebble: at 3 -3; bark: at 4 -4; tunnel: red 2;"
        "red: food 1, thorax novel",
        cards=evolution("thorax", FLIGHT),
    )
    steps = [Answer("tunnel > pebble", not_offered=("tunnel > bark",)), "site pebble.food", "pass"]
    g.action("march", "red", steps)
    g.expect("pebble: red; tunnel: red")


# abdomens ------------------------------------------------------------------------
def test_a_new_abdomen_works_all_through_the_queen_phase(scene):
    """Cards, a step and points first; a site of food and two of twice; fewer to feed; more by decree."""
    g = scene(
        "soil: red 4; bark: red larva; tunnel: red 3, yellow; red: abdomen novel; yellow: food 1;"
        "deck: swarm, cold-snap, royal-jelly",
        cards=evolution("abdomen", ABDOMEN),
    )
    g.abdomens([Answer("tunnel > bark", offered=("pass",))])
    g.expect("red: hand swarm cold-snap, score 4; deck: royal-jelly; bark: red food, red larva")
    swapped = Answer("site soil.larvae", only=("pass", "site soil.larvae", "site bark.larva"))
    g.harvest([swapped, "site soil.larvae", "site bark.larva"])
    g.expect("red: food 4, larvae 6, score 4")
    g.feed()
    g.expect("events: red feed 2 5 1 0, yellow feed 3 4 1 0; red: food 3")
    g.decree(["red: food", "yellow: food", "black: food"])
    g.expect("red: food 8, larvae 6")
    g.decree(["red: larvae", "yellow: food", "black: food"])
    g.expect("red: food 8, larvae 12")


def test_a_new_abdomen_scores_only_where_its_condition_holds(scene):
    """One tile inhabited is too few for two."""
    g = scene("soil: red 2; red: abdomen novel", cards=evolution("abdomen", ABDOMEN))
    g.abdomens(["pass"])
    g.expect("red: score 0")


# goals ---------------------------------------------------------------------------
POSITION = (
    "soil: at 1 -1, turn 0, red control, wormhole; pebble: at 2 -1, turn 1, red, wormhole;"
    "bark: at 1 0, red larva; tunnel: red 2, yellow; red: food 2, larvae 2, head army, wins 1,"
    "hand swarm, goals novel; yellow: food 1, larvae 1"
)
RIVALS = {
    "more_ants_in_tunnel": POSITION.replace("yellow;", "yellow 2;"),
    "more_food": POSITION.replace("yellow: food 1", "yellow: food 2"),
    "more_larvae": POSITION.replace("food 1, larvae 1", "food 1, larvae 2"),
    "more_evolutions": POSITION + ", thorax driver",
}


def test_a_new_goal_scores_where_all_its_conditions_hold(scene):
    """2 points, 2 for a wormhole, and for two of them the 3 that are the most; 1 for an inner hex."""
    g = scene(POSITION, cards=goal({**CONDITIONS, **REWARDS}))
    g.slumber()
    g.expect("events: red points 5 goals; red: score 6")
    g = scene(POSITION.replace(", red, wormhole", ", red"), cards=goal({**CONDITIONS, **REWARDS}))
    g.slumber()
    g.expect("events: red points 4 goals; red: score 5")


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_new_goal_scores_nothing_where_one_condition_fails(scene, name):
    """One more asked for, or a neighbour that is equal."""
    amounts = {**CONDITIONS, **REWARDS}
    if name not in RIVALS:
        amounts[name] += 1
    g = scene(RIVALS.get(name, POSITION), cards=goal(amounts))
    g.slumber()
    g.expect("never: red points goals; red: score 1")


def test_a_new_goal_gives_its_bonus_part_by_part(scene):
    """Food, larvae and cards together, then a larva at home, one in the Great Tunnel, a step, a wormhole."""
    g = scene(
        "soil: red control; bark: yellow; red: larvae 3, hand novel; deck: swarm, cold-snap, royal-jelly",
        cards=goal(BONUSES),
    )
    g.play(
        "novel",
        "red",
        [
            "pay larva",
            Answer("yes", offered=("pass",)),
            Answer("larva > soil", only=("pass", "larva > soil", "larva > tunnel")),
            Answer("larva > tunnel", only=("pass", "larva > tunnel")),
            Answer("tunnel > soil", offered=("pass",), not_offered=("larva > soil",)),
            Answer("wormhole soil", only=("pass", "wormhole soil", "wormhole bark")),
        ],
    )
    g.expect("red: food 2, larvae 1, hand swarm cold-snap, goals novel; soil: red 3, wormhole; tunnel: empty")


def test_a_new_goal_may_be_left_without_its_bonus(scene):
    """Every part may be declined."""
    g = scene(
        "soil: red control; red: larvae 3, hand novel; deck: swarm", cards=goal(BONUSES), passing=["red"]
    )
    g.play("novel", "red", ["red: pay larva"])
    g.expect("red: food 0, larvae 2, hand_size 0, goals novel; soil: red, no wormhole; tunnel: empty")
