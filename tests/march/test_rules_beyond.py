"""Beyond the Meadow: who resolves a hex, when, and what each of the five does (BEY, SET-09)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer
from tests.march.offers import asked

NEIGHBOURS = ["yellow", "black"]
LAIR = "tunnel: red; red: food 1, larvae 2; pile: abandoned spider's lair"
EXPLORE = ["red: from tunnel NE", "red: any", "red: any"]


# who and when -------------------------------------------------------------------------
@pytest.mark.rule("BEY-01")
def test_who_explores_such_a_hex_resolves_it(scene):
    """Yellow explores the Ruined Anthill and draws its card; nobody else does."""
    g = scene("tunnel: yellow; yellow: food 1; pile: ruined anthill; deck: swarm, cold-snap")
    g.action("explore", "yellow", ["from tunnel NE", "any"])
    g.expect("yellow: hand swarm; red: hand_size 0; black: hand_size 0")


@pytest.mark.rule("BEY-01")
@pytest.mark.parametrize("card", ["queens-journey", "into-the-unknown"])
def test_who_places_such_a_hex_by_a_card_resolves_it(scene, card):
    """A card that places a hex counts like an Explore here."""
    g = scene(
        f"tunnel: red 2; red: larvae 9, hand {card}; pile: ruined anthill; deck: swarm, cold-snap",
        passing=["red"],
    )
    paid = ["red: pay larva"] * {"queens-journey": 1, "into-the-unknown": 2}[card]
    g.play(card, "red", [*paid, "red: at 1 0", "red: turn 0"])
    g.expect("ruined anthill: empty; red: hand swarm")


@pytest.mark.rule("BEY-01")
def test_a_hex_acts_once(scene):
    """Entering it later, or another Explore from it, does nothing more."""
    g = scene(
        "ruined anthill: red; tunnel: red; red: food 2, larvae 1; pile: bark; deck: swarm", passing=NEIGHBOURS
    )
    g.action("explore", "red", ["from ruined", "any", "any"])
    g.action("march", "red", ["larva > tunnel", "pass"])
    g.expect("red: hand_size 0; deck: swarm")


@pytest.mark.rule("BEY-01", "EXP-05", "MEA-21")
@pytest.mark.parametrize(("timing", "first"), [("after", "moves an ant"), ("before", "turned up")])
def test_when_a_hex_acts_is_a_parameter(scene, timing, first):
    """The Lair turns its cards up after ants have moved in, or with beyond_timing before."""
    g = scene(f"{LAIR}; deck: cold-snap, swarm", passing=["red"], rules={"beyond_timing": timing})
    g.action("explore", "red", EXPLORE)
    lines = [line for line in g.story().splitlines() if "moves an ant" in line or "turned up" in line]
    assert first in lines[0]


# 21 ------------------------------------------------------------------------------------
@pytest.mark.rule("BEY-02")
def test_the_lair_turns_up_two_cards_and_one_may_be_played_at_cost(scene):
    """Royal Jelly costs its two larvae and takes effect; the other card is discarded."""
    g = scene(f"{LAIR}; deck: royal-jelly, turtle-head, outlander, conquerors")
    only = ("pass", "card royal-jelly", "card turtle-head")
    g.action(
        "explore",
        "red",
        [*EXPLORE, Answer("card royal-jelly", "red", only=only), "2 x pay larva", "food and larvae"],
    )
    g.expect("red: food 2, larvae 4, hand_size 0; deck: outlander, conquerors")
    assert sorted(g.table.discards) == ["royal-jelly", "turtle-head"]


@pytest.mark.rule("BEY-02")
def test_at_the_lair_nothing_need_be_played(scene):
    """Both cards go to the discards; nothing is paid and none reaches the hand."""
    g = scene(f"{LAIR}; deck: royal-jelly, turtle-head, outlander")
    g.action("explore", "red", [*EXPLORE, "pass"])
    g.expect("red: larvae 2, hand_size 0; deck: outlander")
    assert sorted(g.table.discards) == ["royal-jelly", "turtle-head"]


@pytest.mark.rule("BEY-02", "PLY-01")
def test_at_the_lair_what_cannot_be_paid_cannot_be_played(scene):
    """With two larvae and an ant the Tawny Crazy Head of cost 4 is not on offer."""
    g = scene(f"{LAIR}; deck: tawny-crazy-head, turtle-head")
    only = ("pass", "card turtle-head")
    g.action("explore", "red", [*EXPLORE, Answer("card turtle-head", "red", only=only), "pay larva"])
    g.expect("red: head turtle; discards: tawny-crazy-head")


@pytest.mark.rule("BEY-02")
@pytest.mark.parametrize(
    ("card", "where"), [("turtle-head", "head turtle"), ("outlander", "goals outlander")]
)
def test_evolutions_and_goals_of_the_lair_come_into_play(scene, card, where):
    """They are not discarded."""
    g = scene(f"{LAIR}; deck: {card}, swarm", passing=["red"])
    g.action("explore", "red", [*EXPLORE, f"red: card {card}", "red: pay larva"])
    g.expect(f"red: {where}; discards: swarm")


@pytest.mark.rule("BEY-02", "WRK-06")
def test_playing_at_the_lair_is_no_action(scene):
    """The others react to the Explore and to nothing else, though they hold cards."""
    g = scene(f"{LAIR}; deck: turtle-head, swarm; yellow: larvae 1, hand outlander; black: hand conquerors")
    g.action("explore", "red", [*EXPLORE, "red: card turtle-head", "pay larva", "yellow: pass"])
    assert "exchange_card" not in asked(g)
    g.expect("red: acted 1; yellow: hand outlander")


@pytest.mark.rule("BEY-02", "GEN-03")
def test_a_card_of_the_lair_without_target_does_nothing(scene):
    """A Sneak Attack with nothing contested is paid and discarded."""
    g = scene(f"{LAIR}; deck: sneak-attack, swarm", passing=["red"])
    g.action("explore", "red", [*EXPLORE, "red: card sneak-attack", "red: pay larva"])
    g.expect("red: larvae 1; discards: swarm, sneak-attack; never: battle")


@pytest.mark.rule("BEY-02", "FOR-03")
@pytest.mark.parametrize(
    ("piles", "offered"),
    [
        ("deck: turtle-head", ("pass", "card turtle-head")),
        ("deck: turtle-head; discards: outlander", ("pass", "card turtle-head", "card outlander")),
    ],
)
def test_the_lair_with_few_cards(scene, piles, offered):
    """It turns up what there is, a new deck of the discards included."""
    g = scene(f"{LAIR}; {piles}")
    g.action("explore", "red", [*EXPLORE, Answer("pass", "red", only=offered)])


@pytest.mark.rule("BEY-02")
def test_the_lair_without_any_card_does_nothing(scene):
    """Nobody is asked."""
    g = scene(LAIR)
    g.action("explore", "red", EXPLORE)
    assert "free_card" not in asked(g)


@pytest.mark.rule("BEY-02")
def test_the_cards_of_the_lair_are_data(scene):
    """With reveal 3 and play 2 three are turned up and two may be played."""
    g = scene(
        f"{LAIR}; deck: turtle-head, outlander, scouting-thorax, swarm",
        tiles={"21": {"amounts": {"reveal": 3, "play": 2}}},
        passing=["red"],
    )
    g.action(
        "explore",
        "red",
        [*EXPLORE, "red: card turtle-head", "red: pay larva", "red: card scouting", "red: pay larva"],
    )
    g.expect("red: head turtle, thorax scouting; discards: outlander; deck: swarm")


# 22 ------------------------------------------------------------------------------------
@pytest.mark.rule("BEY-02", "QUE-02")
def test_the_ant_lion_takes_a_card_of_choice_per_site(scene):
    """Red holds two sites and three cards: it chooses which two go, and harvests."""
    g = scene(
        "ant lion den: red 2, yellow larvae; red: hand swarm cold-snap outlander; yellow: hand royal-jelly"
    )
    g.harvest(["red: card outlander", "red: card swarm"])
    g.expect(
        "red: hand cold-snap, food 2; yellow: hand_size 0, larvae 2; discards: royal-jelly, swarm, outlander"
    )


@pytest.mark.rule("BEY-02")
def test_the_ant_lion_takes_no_more_than_there_is(scene):
    """Three sites, one card; and with none nothing happens."""
    g = scene("ant lion den: red 3; red: hand swarm")
    g.harvest()
    g.expect("red: hand_size 0, food 2, larvae 2; events: 1 x discard")
    g.harvest()
    g.expect("red: food 4; events: 1 x discard")


@pytest.mark.rule("BEY-02", "MEA-12")
def test_the_ant_lion_leaves_the_outskirts_alone(scene):
    """Yellow, only there, keeps its cards; red loses one for its site and none for its two ants outside."""
    g = scene(
        "ant lion den: red control, black 2, red 2 out, yellow 2 out;"
        "yellow: hand swarm cold-snap; red: hand outlander conquerors royal-jelly"
    )
    g.harvest(["red: card outlander"])
    g.expect("yellow: hand swarm cold-snap; red: hand conquerors royal-jelly")


@pytest.mark.rule("BEY-02", "QUE-02")
def test_the_ant_lion_comes_before_collecting(scene):
    """The card that red collects in the same harvest is not taken."""
    g = scene("ant lion den: red; pebble: red card; deck: swarm, cold-snap; red: hand outlander")
    g.harvest()
    g.expect("red: hand swarm; discards: outlander")


@pytest.mark.rule("BEY-02")
def test_cards_of_the_ant_lion_are_data(scene):
    """With discard 2 one site takes two cards."""
    g = scene("ant lion den: red; red: hand swarm cold-snap", tiles={"22": {"amounts": {"discard": 2}}})
    g.harvest(["card swarm"])
    g.expect("red: hand_size 0")


# 23 ------------------------------------------------------------------------------------
# The Nest will lie east of Soil, its tunnels to NE, SE and W: to Bark and Soil, and to a wall of Pebble.
# Fern's tunnel ends at a wall of the Nest.
AROUND = "soil: at 1 -1, turn 0, red; bark: at 3 -2, turn 1; fern: at 2 -2, turn 0; pebble: at 3 -1, turn 0"
NEST = f"{AROUND}; red: food 1; pile: nest of centipedes"


@pytest.mark.rule("BEY-02", "MEA-07")
def test_the_nest_spreads_to_joined_tiles(scene):
    """A centipede comes to the Nest and to what a tunnel joins to it, not beyond a wall of either."""
    g = scene(NEST)
    g.action("explore", "red", ["from soil E", "any"])
    g.expect("nest of centipedes: at 2 -1, centipede; soil: centipede; bark: centipede; tokens: 12")
    g.expect("fern: no centipede; pebble: no centipede")


@pytest.mark.rule("BEY-02", "MEA-02")
def test_the_nest_spares_the_great_tunnel(scene):
    """Joined to the Great Tunnel alone, it brings one centipede, its own."""
    g = scene("tunnel: red; red: food 1; pile: nest of centipedes")
    g.action("explore", "red", ["from tunnel NE", "any"])
    g.expect("nest of centipedes: centipede; tokens: 14; events: 1 x centipede")


@pytest.mark.rule("BEY-02", "MEA-06")
def test_the_nest_adds_no_second_centipede(scene):
    """Soil has one already: it keeps one, and no counter is used for it."""
    g = scene("soil: at 1 -1, turn 0, red, centipede; red: food 1; pile: nest of centipedes")
    g.action("explore", "red", ["from soil NE", "any"])
    g.expect("nest of centipedes: centipede; soil: centipede; tokens: 13")


@pytest.mark.rule("BEY-02", "SET-09")
def test_with_too_few_counters_the_placer_chooses(scene):
    """Two are left: one for the Nest, one for Soil or Bark, as red says."""
    g = scene(f"{NEST}; tokens: 2")
    only = ("centipede soil", "centipede bark")
    g.action("explore", "red", ["from soil E", "any", Answer("centipede bark", only=only)])
    g.expect("nest of centipedes: centipede; bark: centipede; soil: no centipede; tokens: 0")


@pytest.mark.rule("BEY-02", "SET-09")
def test_without_counters_the_nest_is_empty(scene):
    """No token, no choice."""
    g = scene("soil: at 1 -1, turn 0, red; red: food 1; pile: nest of centipedes; tokens: 0")
    g.action("explore", "red", ["from soil NE", "any"])
    g.expect("nest of centipedes: no centipede; soil: no centipede")


# 24 ------------------------------------------------------------------------------------
@pytest.mark.rule("BEY-02")
@pytest.mark.parametrize("players", ["red, yellow, black", "red, yellow, black, blue, purple"])
def test_the_hidden_spring_feeds_the_others(scene, players):
    """Each other player gains a food, neighbours or not; the placer none."""
    g = scene(f"players: {players}; tunnel: yellow; yellow: food 1; pile: hidden spring")
    g.action("explore", "yellow", ["from tunnel NE", "any"])
    assert [g.seat(player).food for player in players.split(", ")] == [
        1,
        0,
        *[1] * (len(g.names.players) - 2),
    ]


@pytest.mark.rule("BEY-02", "SET-09")
def test_food_tokens_may_run_out_by_a_parameter(scene):
    """Of five tokens red holds two after paying and yellow two: one is left, for yellow; black gets none."""
    position = "tunnel: red; red: food 3; yellow: food 2; pile: hidden spring"
    g = scene(position, rules={"food_tokens": 5})
    g.action("explore", "red", ["from tunnel NE", "any"])
    g.expect("red: food 2; yellow: food 3; black: food 0")
    g = scene(position)
    g.action("explore", "red", ["from tunnel NE", "any"])
    g.expect("yellow: food 3; black: food 1")


@pytest.mark.rule("BEY-02")
def test_food_of_the_hidden_spring_is_data(scene):
    """With food 2 the others gain two."""
    g = scene("tunnel: red; red: food 1; pile: hidden spring", tiles={"24": {"amounts": {"food": 2}}})
    g.action("explore", "red", ["from tunnel NE", "any"])
    g.expect("yellow: food 2; black: food 2; red: food 0")


# 25 ------------------------------------------------------------------------------------
@pytest.mark.rule("BEY-02")
def test_the_ruined_anthill_gives_its_placer_a_card(scene):
    """One card is drawn into the hand, and the hex has a wormhole."""
    g = scene("tunnel: red; red: food 1; pile: ruined anthill; deck: swarm, cold-snap")
    g.action("explore", "red", ["from tunnel NE", "any"])
    g.expect("red: hand swarm; deck: cold-snap; ruined anthill: wormhole; tokens: 15")


@pytest.mark.rule("BEY-02", "FOR-03")
def test_without_cards_the_ruined_anthill_gives_none(scene):
    """Deck and discards are empty; Explore goes on."""
    g = scene("tunnel: red; red: food 1; pile: ruined anthill; yellow: larvae 1")
    g.action("explore", "red", ["from tunnel NE", "any", "yellow: larva > tunnel"])
    g.expect("red: hand_size 0; tunnel: yellow")


@pytest.mark.rule("BEY-02")
def test_cards_of_the_ruined_anthill_are_data(scene):
    """With draw 2 the placer draws two."""
    g = scene(
        "tunnel: red; red: food 1; pile: ruined anthill; deck: swarm, cold-snap",
        tiles={"25": {"amounts": {"draw": 2}}},
    )
    g.action("explore", "red", ["from tunnel NE", "any"])
    g.expect("red: hand_size 2")
