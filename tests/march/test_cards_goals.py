"""What the Colony Goals do: bonus when played, points in Slumber, and where either comes to nothing."""

from __future__ import annotations

import pytest

from marchsim.games.march.scenarios.scene import Answer
from tests.march.offers import may_play


def scores(g, points: int) -> None:
    """Let the Slumber pass: red's goals give so many points (0: none)."""
    g.slumber()
    g.expect(f"events: 1 x red points {points} goals" if points else "never: red points goals")


# Bound to the Past ---------------------------------------------------------------
@pytest.mark.rule("MEA-20", "PLY-08")
def test_bound_to_the_past_places_a_larva_in_the_great_tunnel(scene):
    """One larva, there and nowhere else, when it is played; it may be declined."""
    position = "soil: red; red: larvae 3, hand bound-to-the-past"
    g = scene(position)
    g.play(
        "bound-to-the-past", "red", ["pay larva", Answer("larva > tunnel", only=("pass", "larva > tunnel"))]
    )
    g.expect("tunnel: red; red: larvae 1, goals bound-to-the-past; soil: red; discards: ")
    g = scene(position)
    g.play("bound-to-the-past", "red", ["pay larva", "pass"])
    g.expect("tunnel: empty; red: larvae 2")


@pytest.mark.rule("QUE-09")
def test_bound_to_the_past_scores_for_most_ants_in_the_great_tunnel(scene):
    """2 points for strictly more than every other player, a player across the table too; not at a tie."""
    scores(scene("tunnel: red 2, yellow, black, blue; red: goals bound-to-the-past"), 2)
    scores(scene("tunnel: red 2, yellow, black 2, blue; red: goals bound-to-the-past"), 0)
    scores(scene("red: goals bound-to-the-past"), 0)


# Epic Stores ---------------------------------------------------------------------
@pytest.mark.rule("PLY-08")
def test_epic_stores_gains_a_food(scene):
    """One food when it is played, unless that is declined."""
    g = scene("red: larvae 1, hand epic-stores")
    g.play("epic-stores", "red", ["yes"])
    g.expect("red: food 1, larvae 0, goals epic-stores")
    g = scene("red: larvae 1, hand epic-stores")
    g.play("epic-stores", "red", ["pass"])
    g.expect("red: food 0, goals epic-stores")


@pytest.mark.rule("QUE-09", "TWO-06")
def test_epic_stores_scores_for_more_food_than_each_neighbour(scene):
    """2 points in each Slumber with more than left and right, whoever sits across; none at a tie."""
    g = scene("red: food 2, goals epic-stores; yellow: food 1; black: food 5; blue: food 1")
    scores(g, 2)
    g.slumber()
    g.expect("red: score 4; yellow: score 0")
    scores(scene("red: food 2, goals epic-stores; yellow: food 2; black: food 0; blue: food 1"), 0)
    scores(scene("red: food 2, goals epic-stores; yellow: food 1; black: food 0; blue: food 2"), 0)


# Grand Evolution -----------------------------------------------------------------
@pytest.mark.rule("PLY-08")
def test_grand_evolution_draws_a_card(scene):
    """One card when it is played, unless that is declined or there is none."""
    g = scene("red: larvae 1, hand grand-evolution; deck: swarm, cold-snap")
    g.play("grand-evolution", "red", ["yes"])
    g.expect("red: hand swarm, larvae 0; deck: cold-snap")
    g = scene("red: larvae 1, hand grand-evolution; deck: swarm")
    g.play("grand-evolution", "red", ["pass"])
    g.expect("red: hand_size 0; deck: swarm")
    g = scene("red: larvae 1, hand grand-evolution")
    g.play("grand-evolution", "red", [])
    g.expect("red: hand_size 0, goals grand-evolution")


@pytest.mark.rule("QUE-09", "TWO-06")
def test_grand_evolution_scores_for_more_evolutions_than_each_neighbour(scene):
    """2 points; covered ones count, and who sits across does not."""
    others = "yellow: thorax driver; black: head blast trapjaw amazon; blue: abdomen thief; "
    scores(scene(others + "red: goals grand-evolution, head army turtle"), 2)
    scores(scene(others + "red: goals grand-evolution, head army"), 0)


# Unending Brood ------------------------------------------------------------------
@pytest.mark.rule("PLY-08", "QUE-03")
def test_unending_brood_gains_a_larva(scene):
    """One larva from the supply when it is played, unless that is declined."""
    g = scene("red: larvae 1, hand unending-brood")
    g.play("unending-brood", "red", ["yes"])
    g.expect("red: larvae 1, supply 35, goals unending-brood")
    g = scene("red: larvae 1, hand unending-brood")
    g.play("unending-brood", "red", ["pass"])
    g.expect("red: larvae 0")


@pytest.mark.rule("QUE-09", "TWO-06")
def test_unending_brood_scores_for_more_larvae_than_each_neighbour(scene):
    """2 points for what lies in the chamber; ants do not count, a tie gives nothing."""
    scores(scene("red: larvae 2, goals unending-brood; yellow: larvae 1; black: larvae 9; blue: larvae 1"), 2)
    scores(scene("red: larvae 2, goals unending-brood; yellow: larvae 2; black: food 1; blue: larvae 1"), 0)
    scores(scene("tunnel: red 5; red: larvae 1, goals unending-brood; yellow: larvae 1"), 0)


# Extensive Tunnel ----------------------------------------------------------------
CHAIN = (
    "soil: at 1 -1, turn 0, red; pebble: at 2 -1, turn 1, {}; tall sand: at 3 -1, turn 1, red;"
    "red: goals extensive-tunnel"
)
STEP = [Answer("soil.food > tunnel", offered=("pass",), not_offered=("larva >",))]


@pytest.mark.rule("PLY-08", "MAR-04")
def test_extensive_tunnel_moves_one_ant_one_step(scene):
    """A step when it is played, no larva and no second; it may be declined."""
    g = scene("soil: red 2; red: larvae 2, hand extensive-tunnel, thorax driver")
    g.play("extensive-tunnel", "red", ["pay larva", *STEP])
    g.expect("soil: red; tunnel: red; red: larvae 1")
    g = scene("soil: red 2; red: larvae 1, hand extensive-tunnel")
    g.play("extensive-tunnel", "red", ["pay larva", "pass"])
    g.expect("soil: red 2; red: goals extensive-tunnel")


@pytest.mark.rule("QUE-09", "QUE-13")
def test_extensive_tunnel_scores_for_three_tiles_in_a_chain(scene):
    """2 points where tunnels join 3 inhabited tiles, directly; outskirts do not inhabit."""
    scores(scene(CHAIN.format("red")), 2)
    scores(scene(CHAIN.format("yellow 2, red out")), 0)
    scores(scene(CHAIN.format("red").replace("tall sand: at 3 -1, turn 1", "tall sand: at 3 -1, turn 0")), 0)


def test_extensive_tunnel_is_joined_neither_by_the_great_tunnel_nor_by_wormholes(scene):
    """Three tiles around the Great Tunnel are no chain, nor are three with wormholes."""
    around = "soil: at 1 -1, red; bark: at 0 1, red; pebble: at -1 0, red; tunnel: red; "
    scores(scene(around + "red: goals extensive-tunnel"), 0)
    holes = "puddle: at 1 -1, red; worm burrow: at 0 1, red; gopher hole: at -1 0, red; "
    scores(scene(holes + "red: goals extensive-tunnel"), 0)


# Eyeless Overlords ---------------------------------------------------------------
@pytest.mark.rule("MEA-06", "PLY-08", "SET-09")
def test_eyeless_overlords_puts_a_wormhole_token_on_a_tile(scene):
    """One token, on a tile without a wormhole; it may be declined, and without tokens there is none."""
    position = (
        "soil: yellow; puddle: red; bark: wormhole; tunnel: red; red: larvae 1, hand eyeless-overlords; "
    )
    g = scene(position + "tokens: 5")
    g.play("eyeless-overlords", "red", ["pay larva", Answer("wormhole soil", only=("pass", "wormhole soil"))])
    g.expect("soil: yellow, wormhole; tokens: 4; red: goals eyeless-overlords")
    g = scene(position + "fern: ; tokens: 5")
    g.play("eyeless-overlords", "red", ["pay larva", "wormhole fern"])
    g.expect("fern: wormhole; soil: no wormhole; tokens: 4")
    g = scene(position + "tokens: 5")
    g.play("eyeless-overlords", "red", ["pay larva", "pass"])
    g.expect("soil: no wormhole")
    g = scene(position + "tokens: 0")
    g.play("eyeless-overlords", "red", ["pay larva"])
    g.expect("soil: no wormhole")


@pytest.mark.rule("QUE-09", "MEA-10")
@pytest.mark.parametrize(("inhabited", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_eyeless_overlords_scores_for_tiles_with_wormholes(scene, inhabited, points):
    """1 point for each that it inhabits, printed or token, but at most 3; outskirts do not inhabit."""
    tiles = ["puddle: {}", "worm burrow: {}", "soil: wormhole, {}", "bark: wormhole, {}"]
    ants = ["red"] * inhabited + ["yellow 2, red out"] * (4 - inhabited)
    laid = "; ".join(tile.format(who) for tile, who in zip(tiles, ants, strict=True))
    scores(scene(f"{laid}; fern: red; red: goals eyeless-overlords"), points)


# Outlander -----------------------------------------------------------------------
OUTER = (
    "bark: at 2 -2, red; fern: at 2 -1, {}; soil: at 2 0, red; pebble: at 1 -1, red; tall sand: at 1 0, red; "
)


@pytest.mark.rule("PLY-08", "GEN-02")
def test_outlander_moves_one_ant_one_step(scene):
    """A step when it is played, no larva and no second; it may be declined."""
    g = scene("soil: red 2; red: larvae 2, hand outlander")
    g.play("outlander", "red", ["pay larva", *STEP])
    g.expect("soil: red; tunnel: red; red: larvae 1")
    g = scene("soil: red 2; red: larvae 2, hand outlander")
    g.play("outlander", "red", ["pay larva", "pass"])
    g.expect("soil: red 2; red: goals outlander")


@pytest.mark.rule("QUE-09", "MEA-19")
def test_outlander_scores_for_three_tiles_outside_the_inner_meadow(scene):
    """2 points for 3 inhabited tiles there; two do not do, though there are more within."""
    g = scene(OUTER.format("red") + "red: goals outlander")
    scores(g, 2)
    g.expect("fern: not inner; pebble: inner")
    scores(scene(OUTER.format("yellow 2, red out") + "red: goals outlander"), 0)


# Nurturing Hive ------------------------------------------------------------------
@pytest.mark.rule("PLY-08", "GEN-02")
def test_nurturing_hive_moves_one_ant_one_step(scene):
    """A step when it is played, no larva and no second; it may be declined."""
    g = scene("soil: red 2; red: larvae 2, hand nurturing-hive")
    g.play("nurturing-hive", "red", ["pay larva", *STEP])
    g.expect("soil: red; tunnel: red; red: larvae 1")
    g = scene("soil: red 2; red: larvae 2, hand nurturing-hive")
    g.play("nurturing-hive", "red", ["pay larva", "pass"])
    g.expect("soil: red 2; red: goals nurturing-hive")


@pytest.mark.rule("QUE-09")
def test_nurturing_hive_scores_for_three_single_larva_sites(scene):
    """2 points for 3 of them, two in one hex; double sites and other players' do not count."""
    scores(scene("water's edge: red 3; bark: red larva; red: goals nurturing-hive"), 2)
    scores(scene("water's edge: red 3; bark: yellow larva; soil: red; red: goals nurturing-hive"), 0)


# Xenophobic Tribe ----------------------------------------------------------------
@pytest.mark.rule("PLY-08", "MEA-20", "MEA-08")
def test_xenophobic_tribe_places_a_larva_where_it_lives_or_in_the_great_tunnel(scene):
    """One larva, into an inhabited hex or the Great Tunnel; declined, or without larvae, none."""
    position = "soil: red; bark: yellow; red: hand xenophobic-tribe, larvae "
    where = ("pass", "larva > soil", "larva > tunnel")
    g = scene(position + "3")
    g.play("xenophobic-tribe", "red", ["pay larva", Answer("larva > soil", only=where)])
    g.expect("soil: red 2; red: larvae 1")
    g = scene(position + "3")
    g.play("xenophobic-tribe", "red", ["pay larva", "larva > tunnel"])
    g.expect("tunnel: red; red: larvae 1")
    g = scene(position + "3")
    g.play("xenophobic-tribe", "red", ["pay larva", "pass"])
    g.expect("soil: red; red: larvae 2")
    g = scene(position + "1")
    g.play("xenophobic-tribe", "red", ["pay larva"])
    g.expect("soil: red; red: larvae 0, goals xenophobic-tribe")


@pytest.mark.rule("QUE-09")
def test_xenophobic_tribe_scores_for_three_tiles_without_strangers(scene):
    """2 points for 3 tiles with own ants alone; a stranger in the outskirts spoils a tile."""
    alone = "soil: red; bark: red 3; fern: yellow, red; red: goals xenophobic-tribe; pebble: red 2"
    scores(scene(alone), 2)
    scores(scene(alone + ", yellow out"), 0)


# Tireless Foragers ---------------------------------------------------------------
@pytest.mark.rule("PLY-08")
def test_tireless_foragers_draws_a_card(scene):
    """One card when it is played, unless that is declined."""
    g = scene("red: larvae 1, hand tireless-foragers; deck: swarm, cold-snap")
    g.play("tireless-foragers", "red", ["yes"])
    g.expect("red: hand swarm, larvae 0; deck: cold-snap")
    g = scene("red: larvae 1, hand tireless-foragers; deck: swarm")
    g.play("tireless-foragers", "red", ["pass"])
    g.expect("red: hand_size 0, goals tireless-foragers")


@pytest.mark.rule("QUE-09")
def test_tireless_foragers_scores_for_four_cards_in_hand(scene):
    """2 points for 4 cards, nothing for 3."""
    hand = "red: goals tireless-foragers, hand swarm cold-snap royal-jelly"
    scores(scene(hand + " egg-stealer"), 2)
    scores(scene(hand), 0)


# Conquerors ----------------------------------------------------------------------
@pytest.mark.rule("PLY-02", "PLY-08")
def test_conquerors_gains_a_larva_for_two_ants(scene):
    """Two ants pay, larvae do not; one larva is gained, unless that is declined."""
    g = scene("soil: red; tunnel: red; red: larvae 2, hand conquerors")
    g.play("conquerors", "red", [Answer("pay tunnel", not_offered=("pay larva",)), "yes"])
    g.expect("red: larvae 3, goals conquerors; soil: empty; tunnel: empty")
    g = scene("tunnel: red 2; red: hand conquerors")
    g.play("conquerors", "red", ["pass"])
    g.expect("red: larvae 0")
    assert not may_play(scene("tunnel: red; red: larvae 5, hand conquerors"), "conquerors")


@pytest.mark.rule("QUE-09", "BAT-17")
def test_conquerors_scores_for_two_victories_since_the_round_began(scene):
    """3 points for battles of any kind in any phase, won before it is in play or after; none for one."""
    g = scene(
        "bark: red 3, yellow out; soil: red 2, centipede; red: larvae 1, hand sneak-attack, goals conquerors;"
        "deck: early-harvest, mysterious-hole, cold-snap"
    )
    g.play("sneak-attack", "red", ["pay larva", "hex bark"])
    scores(g, 0)
    g.battle("soil", ["lose soil.food", "pass"])
    scores(g, 3)
    scores(scene("red: wins 2, goals conquerors"), 3)
    scores(scene("red: wins 1, goals conquerors"), 0)


def test_conquerors_forgets_the_victories_of_earlier_rounds(scene):
    """A new round begins at none."""
    g = scene("red: wins 2, goals conquerors")
    g.g.begin_round(2)
    scores(g, 0)


# Inner Circle --------------------------------------------------------------------
@pytest.mark.rule("PLY-08")
def test_inner_circle_moves_one_ant_one_step(scene):
    """A step when it is played, no larva and no second; it may be declined."""
    g = scene("soil: red 2; red: larvae 3, hand inner-circle")
    g.play("inner-circle", "red", ["2 x pay larva", *STEP])
    g.expect("soil: red; tunnel: red; red: larvae 1")
    g = scene("soil: red 2; red: larvae 3, hand inner-circle")
    g.play("inner-circle", "red", ["2 x pay larva", "pass"])
    g.expect("soil: red 2; red: goals inner-circle")


@pytest.mark.rule("QUE-09", "MEA-11", "MEA-19")
def test_inner_circle_scores_for_three_inner_hexes(scene):
    """2 points for control of 3 there; other sites and hexes farther out do not count."""
    inner = "soil: red; bark: red; tall sand: red {}; fern: at 2 -2, red; red: goals inner-circle"
    scores(scene(inner.format("control")), 2)
    scores(scene(inner.format("larva")), 0)


# a third goal --------------------------------------------------------------------
@pytest.mark.rule("PLY-09")
def test_inner_circle_as_a_third_goal_drives_out_another(scene):
    """One of the two in play is discarded, then the new one is paid; here its bonus comes to nothing."""
    g = scene("red: larvae 2, hand inner-circle, goals outlander epic-stores; soil: ")
    drop = Answer("card outlander", only=("card outlander", "card epic-stores"), expect={"red": "larvae 2"})
    g.play("inner-circle", "red", [drop])
    g.expect("red: goals epic-stores inner-circle, larvae 0; discards: outlander")


@pytest.mark.rule("PLY-09", "PLY-11")
def test_epic_stores_played_free_also_needs_room(scene):
    """A third goal that comes by Cultural Theft drives one out too, and gives its bonus."""
    g = scene("red: larvae 3, hand cultural-theft, goals outlander inner-circle; yellow: hand epic-stores")
    g.play("cultural-theft", "red", ["card epic-stores", "card inner-circle", "yes"])
    g.expect("red: goals outlander epic-stores, food 1, larvae 0; discards: cultural-theft, inner-circle")
