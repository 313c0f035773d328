"""What the events do, the other ten: each clause of a card, and where it comes to less or to nothing."""

from __future__ import annotations

import pytest

from marchsim.games.march.scenarios.scene import Answer
from tests.march.offers import may_play


# Rapid Mobilization --------------------------------------------------------------
@pytest.mark.rule("MAR-02", "MAR-03", "MAR-04", "WRK-06")
def test_rapid_mobilization_takes_four_steps_larvae_first(scene):
    """Four ordinary steps without thorax bonus, no larva after an ant, and nobody reacts as to a March."""
    g = scene(
        "soil: red control; bark: yellow; red: larvae 4, hand rapid-mobilization, thorax driver;"
        "yellow: larvae 1"
    )
    g.play(
        "rapid-mobilization",
        "red",
        [
            "pay larva",
            Answer("larva > soil", offered=("pass", "larva > tunnel", "soil > tunnel")),
            "larva > tunnel",
            "soil.control > tunnel",
            Answer("soil.food > soil.control", not_offered=("larva >",)),
        ],
    )
    g.expect("soil: red control; tunnel: red 2; red: larvae 1, food 0; bark: yellow; never: reaction")


@pytest.mark.rule("GEN-02", "GEN-03")
def test_rapid_mobilization_may_stop_but_needs_a_step(scene):
    """Fewer steps may be taken, even none; without larva or ant left to move it cannot be played."""
    g = scene("soil: red; red: larvae 2, hand rapid-mobilization")
    g.play("rapid-mobilization", "red", ["pay larva", "larva > soil", "pass"])
    g.expect("soil: red 2; red: larvae 0")
    g = scene("soil: red; red: larvae 1, hand rapid-mobilization")
    g.play("rapid-mobilization", "red", ["pay larva", "pass"])
    g.expect("soil: red; red: larvae 0")
    assert not may_play(scene("red: larvae 1, hand rapid-mobilization"), "rapid-mobilization")


# Royal Jelly ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("gifts", "gains"),
    [
        ("food and larvae", "food 2, larvae 4, hand_size 0"),
        ("food and cards", "food 2, larvae 0, hand swarm brood-surge"),
        ("larvae and cards", "food 0, larvae 4, hand swarm brood-surge"),
    ],
)
def test_royal_jelly_gives_two_different_gifts(scene, gifts, gains):
    """2 food, 4 larvae, 2 cards: any two of them, each in full."""
    g = scene("red: larvae 2, hand royal-jelly; deck: swarm, brood-surge, cold-snap")
    g.play("royal-jelly", "red", [gifts])
    g.expect({"red": gains, "discards": "royal-jelly"})


@pytest.mark.rule("GEN-02", "QUE-03")
def test_royal_jelly_is_chosen_before_it_is_resolved_and_gives_what_there_is(scene):
    """Both gifts are named in one choice; larvae end with the supply, cards with deck and discards."""
    g = scene("red: larvae 36, hand royal-jelly; deck: swarm")
    pairs = ("food and larvae", "food and cards", "larvae and cards")
    nothing_yet = {"red": "larvae 34, hand_size 0", "never": "draw"}
    g.play("royal-jelly", "red", [Answer("larvae and cards", only=pairs, expect=nothing_yet)])
    g.expect("red: larvae 36, hand swarm, food 0; discards: royal-jelly")


# Sneak Attack --------------------------------------------------------------------
@pytest.mark.rule("SOL-02", "CEN-09", "BAT-17")
def test_sneak_attack_fights_the_battles_of_a_tile_where_others_stand(scene):
    """First the centipede, then the ants, as in the Soldier Phase, though the player has no ant there."""
    g = scene(
        "bone yard: centipede, yellow control, yellow out, black card, black 2 out; bark: red;"
        "soil: black, blue 3; red: larvae 1, hand sneak-attack; deck: early-harvest, mysterious-hole, swarm"
    )
    g.play(
        "sneak-attack",
        "red",
        [
            "pay larva",
            Answer("hex bone-yard", only=("hex bone-yard", "hex soil")),
            Answer("lose bone-yard.out", by="yellow", expect={"yellow": "food 0"}),
            "black: pass",
        ],
    )
    g.expect("bone yard: black control, black card, black out, no centipede; soil: black, blue 3")
    g.expect("yellow: score 1, food 1; black: score 1; red: score 0; deck: swarm")
    g.expect("events: yellow hunt bone-yard, black battle bone-yard yellow, black outcome yellow 0 1")


@pytest.mark.rule("BAT-17", "CEN-08")
def test_sneak_attack_is_no_soldier_phase(scene):
    """Nothing happens as at its start or end, but heads add strength; a centipede with ants will do."""
    g = scene(
        "bone yard: centipede, red control; soil: black; red: larvae 2, hand sneak-attack, head army;"
        "black: head traitorous; deck: early-harvest, mysterious-hole"
    )
    g.play("sneak-attack", "red", ["pass"])
    g.expect("bone yard: red control, no centipede; red: score 1, food 1; black: score 0")
    g.expect("events: red strength 2 0, red outcome centipede 0 0")
    assert not [decision for decision in g.decisions if decision.question == "army"]


@pytest.mark.rule("GEN-03", "MEA-16")
def test_sneak_attack_needs_a_contested_tile(scene):
    """A shared tile is not contested, nor is one of a single player, nor a centipede without ants."""
    calm = "soil: red, black; bark: red 4; fern: centipede; red: larvae 1, hand sneak-attack"
    assert not may_play(scene(calm), "sneak-attack")
    assert may_play(scene("soil: red, black 2; red: larvae 1, hand sneak-attack"), "sneak-attack")
    assert not may_play(scene("soil: red 2, black; red: hand sneak-attack"), "sneak-attack")


# Sparrow Attack ------------------------------------------------------------------
@pytest.mark.rule("GEN-04", "PLY-10", "PLY-02")
def test_sparrow_attack_takes_three_ants_of_each_player_on_a_tile(scene):
    """Each player there, oneself too, loses 3 of its choice or all; other tiles are spared."""
    g = scene(
        "water's edge: red control, red 3 out, yellow food, yellow 4 out, black larva-2, black out;"
        "bark: red, black; red: larvae 3, hand sparrow-attack"
    )
    g.play(
        "sparrow-attack",
        "red",
        [
            Answer("hex water's-edge", only=("hex water's-edge", "hex bark")),
            "red: 3 x lose water's-edge.out",
            "yellow: 2 x lose water's-edge.out",
            "yellow: lose water's-edge.food",
        ],
    )
    g.expect("water's edge: red control, yellow 2; bark: red, black; red: larvae 0, supply 34")


@pytest.mark.rule("GEN-03", "MEA-12", "PLY-02")
def test_sparrow_attack_needs_larvae_and_an_inhabited_tile(scene):
    """Ants cannot pay for it, and ants in outskirts or in the Great Tunnel do not inhabit."""
    assert not may_play(scene("soil: red 5; red: larvae 2, hand sparrow-attack"), "sparrow-attack")
    outside = "soil: yellow 2, red out; tunnel: red; red: larvae 3, hand sparrow-attack"
    assert not may_play(scene(outside), "sparrow-attack")
    assert may_play(scene("soil: red; red: larvae 3, hand sparrow-attack"), "sparrow-attack")


# Swarm ---------------------------------------------------------------------------
@pytest.mark.rule("GEN-02", "MEA-09")
def test_swarm_moves_five_ants_from_anywhere_to_one_hex(scene):
    """At least 1 and up to 5, from sites, outskirts and the Great Tunnel, whatever lies between."""
    g = scene(
        "soil: at 1 -1, red 4; bark: at 1 0, red; tunnel: red 2; pebble: at 2 -2;"
        "fern: at 3 -3, yellow larva; red: larvae 2, hand swarm"
    )
    g.play(
        "swarm",
        "red",
        [
            "2 x pay larva",
            Answer("hex fern", offered=("hex soil", "hex tunnel", "hex pebble")),
            Answer("move tunnel", not_offered=("pass",)),
            Answer("move tunnel", offered=("pass",)),
            "move bark.food",
            "move soil.control",
            "move soil.out",
        ],
    )
    g.expect("fern: yellow larva, red food, red 4 out; soil: red 2; bark: empty; tunnel: empty")
    g.expect("red: larvae 0, army 7; discards: swarm")


@pytest.mark.rule("GEN-02", "MEA-20")
def test_swarm_may_stop_after_one_ant_and_go_to_the_great_tunnel(scene):
    """One ant is enough; the hex where all of them stand is no destination."""
    g = scene("soil: red 3; bark: ; red: larvae 2, hand swarm")
    moves = [Answer("hex tunnel", only=("hex tunnel", "hex bark")), "move soil.out", "pass"]
    g.play("swarm", "red", ["2 x pay larva", *moves])
    g.expect("soil: red 2; tunnel: red")


@pytest.mark.rule("GEN-03")
def test_swarm_needs_an_ant_and_somewhere_to_go(scene):
    """Not without ants, not with the Great Tunnel alone, not with ants that must pay for it."""
    assert not may_play(scene("soil: yellow; red: larvae 2, hand swarm"), "swarm")
    assert not may_play(scene("tunnel: red 3; red: larvae 2, hand swarm"), "swarm")
    assert not may_play(scene("soil: red 2; red: hand swarm"), "swarm")


# Strange Appetite ----------------------------------------------------------------
def test_strange_appetite_takes_food_or_else_larvae(scene):
    """Each other player loses 1 food; whoever has none loses 2 larvae instead; the player nothing."""
    g = scene(
        "red: larvae 3, food 2, hand strange-appetite;yellow: food 2, larvae 3; black: larvae 3; blue: food 1"
    )
    g.play("strange-appetite", "red", [])
    g.expect("red: food 2, larvae 1; yellow: food 1, larvae 3; black: food 0, larvae 1; blue: food 0")


@pytest.mark.rule("GEN-02")
def test_strange_appetite_takes_no_more_than_there_is(scene):
    """A single larva is lost alone; with neither food nor larvae nothing is lost."""
    g = scene("red: larvae 2, hand strange-appetite; yellow: larvae 1; soil: black 2")
    g.play("strange-appetite", "red", [])
    g.expect("yellow: larvae 0; black: larvae 0, army 2; red: larvae 0; discards: strange-appetite")


# Cold Snap -----------------------------------------------------------------------
@pytest.mark.rule("PLY-02", "PLY-10", "GEN-04")
def test_cold_snap_takes_two_ants_of_the_others_and_one_of_the_player(scene):
    """On tiles only, each owner choosing; two ants pay for it, from anywhere."""
    g = scene(
        "soil: red 3; bark: yellow 2; fern: yellow; tunnel: red, yellow, black; pebble: black 3;"
        "red: larvae 3, hand cold-snap"
    )
    g.play(
        "cold-snap",
        "red",
        [
            Answer("pay tunnel", not_offered=("pay larva",)),
            "pay soil.out",
            Answer("lose soil.control", by="red", only=("lose soil.control", "lose soil.food")),
            Answer("lose bark.food", by="yellow", not_offered=("lose tunnel",)),
            "yellow: lose fern.larva",
            "black: lose pebble.card",
            "black: lose pebble.out",
        ],
    )
    g.expect("soil: red food; bark: yellow larva; fern: empty; pebble: black food; tunnel: yellow, black")
    g.expect("red: larvae 3")


@pytest.mark.rule("GEN-02", "PLY-02")
def test_cold_snap_takes_what_stands_on_tiles(scene):
    """One ant alone is lost, the Great Tunnel shelters, and larvae do not pay."""
    g = scene("tunnel: red 3, yellow 2; soil: black; red: hand cold-snap")
    g.play("cold-snap", "red", [])
    g.expect("tunnel: red, yellow 2; soil: empty")
    assert not may_play(scene("soil: red; red: larvae 5, hand cold-snap"), "cold-snap")


# Hunting Centipedes --------------------------------------------------------------
@pytest.mark.rule("CEN-06", "CEN-07", "BAT-17")
def test_hunting_centipedes_scores_each_battle_that_the_centipede_wins(scene):
    """It enters an adjacent tile, tunnels or not, battles everybody there, and each victory gives 1."""
    g = scene(
        "bark: at 1 0, turn 1, centipede; soil: at 1 -1, turn 0, yellow control, black food; tunnel: blue;"
        "fern: at 2 0, centipede; red: larvae 1, hand hunting-centipedes;"
        "deck: swarm, army-head, blast-head, golden-fire-head, cold-snap"
    )
    g.play("hunting-centipedes", "red", [])
    g.expect("soil: empty, centipede; bark: no centipede; fern: centipede; red: score 2, larvae 0")
    g.expect("deck: cold-snap; tunnel: blue; events: centipede outcome yellow, centipede outcome black")


@pytest.mark.rule("CEN-05")
def test_hunting_centipedes_scores_nothing_where_the_ants_win(scene):
    """Ants that beat it gain as always and do not battle each other; without ants nobody fights."""
    position = (
        "bark: at 1 0, centipede; soil: at 1 -1, yellow 3, black out; fern: at 2 -1;"
        "pebble: at 0 1, centipede; red: larvae 1, hand hunting-centipedes;"
        "deck: early-harvest, mysterious-hole"
    )
    g = scene(position)
    ways = ("bark > soil", "bark > fern")
    g.play("hunting-centipedes", "red", [Answer("bark > soil", only=ways), "yellow: lose soil.out"])
    g.expect("soil: yellow 2, black out, no centipede; bark: no centipede; yellow: score 1, food 1")
    g.expect("red: score 0; never: black battle")
    g = scene(position)
    g.play("hunting-centipedes", "red", ["bark > fern"])
    g.expect("fern: centipede; bark: no centipede; red: score 0; never: hunt; tokens: 13")


@pytest.mark.rule("GEN-03", "MEA-06")
def test_hunting_centipedes_needs_a_centipede_and_a_tile_for_it(scene):
    """Not into the Great Tunnel, not beside another centipede, not without any."""
    card = "red: larvae 1, hand hunting-centipedes"
    assert not may_play(scene(f"bark: at 1 0; soil: at 1 -1; {card}"), "hunting-centipedes")
    assert not may_play(scene(f"bark: at 1 0, centipede; fern: at -1 0; {card}"), "hunting-centipedes")
    both = f"bark: at 1 0, centipede; soil: at 1 -1, centipede; {card}"
    assert not may_play(scene(both), "hunting-centipedes")


# Spring Bounty -------------------------------------------------------------------
def test_spring_bounty_gives_food_and_points_for_the_inner_meadow(scene):
    """1 food, and a point per Inner Meadow hex controlled, but at most 2."""
    inner = "soil: red control; bark: red control; pebble: red control; fern: at 2 -2, red control;"
    g = scene(inner + "red: larvae 2, hand spring-bounty")
    g.play("spring-bounty", "red", ["2 x pay larva"])
    g.expect("red: food 1, score 2, larvae 0; events: red points 2 cards")
    g = scene("soil: red control; bark: red control; red: larvae 2, hand spring-bounty")
    g.play("spring-bounty", "red", ["2 x pay larva"])
    g.expect("red: food 1, score 2")


@pytest.mark.rule("MEA-19", "MEA-11")
def test_spring_bounty_counts_neither_other_sites_nor_hexes_farther_out(scene):
    """One hex gives one point; without control of an Inner Meadow hex there is only the food."""
    g = scene(
        "soil: red control; bark: red larva; fern: at 2 -2, red control; red: larvae 2, hand spring-bounty"
    )
    g.play("spring-bounty", "red", ["2 x pay larva"])
    g.expect("red: food 1, score 1")
    g = scene("red: larvae 2, hand spring-bounty")
    g.play("spring-bounty", "red", [])
    g.expect("red: food 1, score 0; never: points")


# Brood Surge ---------------------------------------------------------------------
@pytest.mark.rule("PLY-02")
def test_brood_surge_gains_five_larvae_for_one_ant(scene):
    """An ant pays, from anywhere, and 5 larvae come from the supply."""
    g = scene("soil: red; tunnel: red; red: larvae 2, hand brood-surge")
    g.play("brood-surge", "red", [Answer("pay tunnel", only=("pay tunnel", "pay soil.control"))])
    g.expect("red: larvae 7, supply 28; tunnel: empty; soil: red")


@pytest.mark.rule("QUE-03", "PLY-02")
def test_brood_surge_ends_with_the_supply_and_takes_no_larvae(scene):
    """The cube of the paying ant can come back at once; without ants it cannot be played."""
    g = scene("tunnel: red; red: larvae 33, hand brood-surge")
    g.play("brood-surge", "red", [])
    g.expect("red: larvae 36, supply 0; tunnel: empty")
    assert not may_play(scene("red: larvae 5, hand brood-surge"), "brood-surge")
