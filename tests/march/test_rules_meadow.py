"""The Meadow: hexes, tunnels, wormholes, sites, outskirts, and how vacated sites fill (MEA)."""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.view import View
from marchsim.games.march.words import HEXES, SITES, TUNNEL
from tests.march.conftest import Answer
from tests.march.offers import may_play


@pytest.mark.rule("MEA-01")
def test_a_hex_is_placed_beside_one_that_lies(scene):
    """A hex placed at will may go on the empty places beside any hex, and nowhere else."""
    g = scene("soil: red; red: larvae 2, hand into-the-unknown; pile: bark")
    g.play("into-the-unknown", "red", ["2 x pay larva", "at NE of soil", "turn 0"])
    assert g.hex("bark").at == (2, -2)
    around_tunnel = {"at 1 0", "at 0 1", "at -1 1", "at -1 0", "at 0 -1"}
    assert set(g.options("spot")) == around_tunnel | {"at 2 -2", "at 2 -1", "at 1 -2"}


@pytest.mark.rule("MEA-02", "MEA-20")
def test_the_great_tunnel_is_a_hex_without_sites(scene):
    """Ants of all players stand there side by side: nobody controls it, contests it or harvests."""
    g = scene("tunnel: red 4, yellow 2, black 1; red: food 1")
    look = g.hex("tunnel")
    assert (look.sites, look.control, look.contested) == ({}, "", False)
    g.soldier_phase()
    g.harvest()
    g.slumber()
    g.expect("tunnel: red 4, yellow 2, black 1; never: battle; red: food 1, score 0")


@pytest.mark.rule("MEA-20")
def test_no_card_calls_the_great_tunnel_contested_or_inhabited(scene):
    """With ants only there, Sneak Attack, Sparrow Attack and Early Harvest find no target."""
    g = scene(
        "tunnel: red 4, yellow 9; red: food 1, larvae 5, hand sneak-attack sparrow-attack early-harvest;"
        "deck: swarm, cold-snap"
    )
    g.turn("red", [Answer("forage", only=("march", "forage")), "yellow: pass", "black: pass"])


@pytest.mark.rule("MEA-20")
def test_ants_of_the_great_tunnel_can_be_paid(scene):
    """They are in the Meadow, so they pay for cards."""
    g = scene("tunnel: red 2; red: hand brood-surge")
    g.play("brood-surge", "red")
    g.expect("tunnel: red 1; red: larvae 5")


@pytest.mark.rule("MEA-03", "MEA-18")
def test_larvae_always_find_the_great_tunnel(scene):
    """Without any ant a March, an Explore reaction and a card place larvae there, and only there."""
    g = scene(
        "soil: yellow; red: food 1, larvae 5, hand rapid-mobilization;"
        "yellow: food 1; pile: bark; black: larvae 1",
        passing=["yellow"],
    )
    g.action("march", "red", [Answer("pass", not_offered=("larva > soil",))])
    g.play(
        "rapid-mobilization",
        "red",
        ["pay larva", Answer("larva > tunnel", not_offered=("larva > soil",)), "pass"],
    )
    g.action(
        "explore",
        "yellow",
        [
            "from soil NE",
            "any",
            "any",
            Answer("larva > tunnel", "black", only=("pass", "larva > tunnel")),
            "red: pass",
        ],
    )
    g.expect("tunnel: red 2, black 1; black: larvae 0")


@pytest.mark.rule("MEA-04")
@pytest.mark.parametrize(
    ("soil", "bark", "joined"),
    [(1, 0, True), (0, 0, False), (1, 2, False), (0, 2, False)],
)
def test_hexes_are_connected_where_both_have_a_tunnel(scene, soil, bark, joined):
    """Soil turned by 1 has a tunnel towards Bark, Bark turned by 0 one towards Soil; one alone is blocked."""
    g = scene(f"soil: at 1 -1, turn {soil}, red food; bark: at 1 0, turn {bark}; red: food 1, larvae 1")
    g.action("march", "red", ["larva > tunnel", "pass"])
    assert ("soil.food > bark" in g.options("step")) == joined


@pytest.mark.rule("MEA-05", "MAR-02")
def test_ants_step_from_wormhole_to_wormhole(scene):
    """Printed wormholes and tokens lead to each other, however far apart; a hex without one is no end."""
    g = scene(
        "gopher hole: at 1 -1, turn 3, red food; soil: at -1 0, wormhole, turn 1;"
        "puddle: at -2 0, turn 1; bark: at 2 -1, turn 1; red: food 1"
    )
    g.action(
        "march",
        "red",
        [Answer("gopher-hole > puddle", offered=("> soil",), not_offered=("> bark",)), "any", "pass"],
    )
    g.expect("puddle: red; gopher hole: empty")


@pytest.mark.rule("MEA-05")
def test_one_wormhole_leads_nowhere(scene):
    """A lone wormhole gives no step."""
    g = scene("gopher hole: at 1 -1, turn 3, red 2; soil: at -1 0; red: food 1")
    g.action("march", "red", [Answer("gopher-hole.food > tunnel", not_offered=("> soil",)), "pass"])


@pytest.mark.rule("MEA-05", "GEN-03")
@pytest.mark.parametrize("other", [True, False])
def test_an_event_of_steps_has_a_target_through_a_wormhole(scene, other):
    """No tunnel leads out of Soil and its sites are taken: only another wormhole makes room for a step."""
    novel = {"name": "Novel", "type": "event", "cost": 0, "ferocity": 1, "amounts": {"ant_steps": 1}}
    soil = "soil: at 1 0, turn 2, wormhole, red control, yellow food"
    fern = f"fern: at -1 0{', wormhole' if other else ''}"
    g = scene(f"{soil}; {fern}; red: hand novel", cards={"novel": novel})
    assert may_play(g, "novel") == other


@pytest.mark.rule("MEA-06", "EXP-02")
def test_nobody_explores_through_a_wormhole(scene):
    """An ant in a wormhole explores from its own hex alone, not from the other end."""
    g = scene("gopher hole: at 1 -1, red; puddle: at -1 0; tunnel: red; red: food 1; pile: bark")
    g.action("explore", "red", [Answer("from gopher", not_offered=("from puddle",)), "any", "any"])
    assert g.hex("bark").at != (-2, 0)


@pytest.mark.rule("MEA-06")
def test_one_wormhole_and_one_centipede_for_a_tile(scene):
    """Mysterious Hole offers only tiles without one, and never the Great Tunnel."""
    g = scene("soil: wormhole; bark: centipede; puddle: centipede; red: larvae 1, hand mysterious-hole")
    g.play("mysterious-hole", "red", ["wormhole bark"])
    assert set(g.options("token")) == {"wormhole bark", "centipede soil"}


@pytest.mark.rule("MEA-07", "EXP-05")
def test_a_centipede_symbol_brings_a_centipede(scene):
    """It lies there before ants move in, and comes from the supply of counters."""
    g = scene("tunnel: red; red: food 1; pile: root cellar")
    g.action("explore", "red", ["from tunnel NE", "any", "any"])
    g.expect("root cellar: red, centipede; tokens: 14")
    kinds = [event for event in g.story().splitlines() if "centipede" in event or "moves an ant" in event]
    assert "centipede" in kinds[0]


@pytest.mark.rule("MEA-07")
def test_a_centipede_comes_with_a_hex_that_a_card_places(scene):
    """A Queen's Journey reveals a hex as well."""
    g = scene("tunnel: red; red: larvae 1, hand queens-journey; pile: bone yard")
    g.play("queens-journey", "red", ["pay larva", "at 1 -1", "turn 0", "pass"])
    g.expect("bone yard: empty, centipede; tokens: 14")


@pytest.mark.rule("MEA-07", "SET-09")
def test_without_counters_no_centipede_comes(scene):
    """The 15 counters limit what is placed; a printed wormhole uses none."""
    g = scene("tunnel: red; red: food 2; pile: root cellar, puddle; tokens: 0")
    g.action("explore", "red", ["from tunnel NE", "any", "any"])
    g.action("explore", "red", ["any", "any"])
    g.expect("root cellar: no centipede; puddle: wormhole; tokens: 0")


@pytest.mark.rule("MEA-08")
def test_a_larva_becomes_an_ant_at_once(scene):
    """A larva of the chamber becomes an ant of the Meadow; the supply stays as it is."""
    g = scene("soil: red; red: food 1, larvae 1")
    g.action("march", "red", ["larva > soil", "pass"])
    g.expect("soil: red 2; red: larvae 0, army 2, supply 34")


@pytest.mark.rule("MEA-08", "EXP-06")
def test_without_larvae_none_is_placed(scene):
    """An empty chamber is not even asked, though the supply is full."""
    g = scene("tunnel: red, yellow; soil: black; red: food 1; pile: bark")
    g.action("explore", "red", ["from tunnel E", "any", "any"])
    assert {decision.by for decision in g.decisions} == {"red"}
    g.expect("tunnel: yellow; soil: black; bark: red")


@pytest.mark.rule("MEA-09")
def test_an_ant_that_enters_takes_an_empty_site_of_its_choice(scene):
    """It may leave the control site empty, but cannot stay in the outskirts."""
    g = scene("loamy tunnels: yellow larva-2; tunnel: red; red: food 1", passing=["red", "yellow"])
    g.action("march", "red", [Answer("food", only=("site loamy-tunnels.larva-1", "site loamy-tunnels.food"))])
    g.expect("loamy tunnels: red food, yellow larva-2, control nobody")


@pytest.mark.rule("MEA-09")
def test_with_no_site_empty_it_stands_in_the_outskirts(scene):
    """The ant is not asked, and takes no site from anybody."""
    g = scene("soil: yellow 2; tunnel: red; red: food 1", passing=["red", "yellow"])
    g.action("march", "red")
    g.expect("soil: yellow 2, red out, contested")


@pytest.mark.rule("MEA-10", "MEA-12", "MEA-18")
def test_who_only_stands_in_the_outskirts_does_not_inhabit(scene):
    """Larvae march into hexes where the player has a site, not where it stands in the outskirts."""
    g = scene("soil: red; bark: yellow 2, red out; red: food 1, larvae 2", passing=["yellow"])
    g.action(
        "march",
        "red",
        [Answer("larva > soil", offered=("larva > tunnel",), not_offered=("larva > bark",)), "pass"],
    )


@pytest.mark.rule("MEA-10", "MEA-18")
@pytest.mark.parametrize("site", ["control", "food"])
def test_any_site_is_enough_to_inhabit(scene, site):
    """The control site is not needed."""
    g = scene(f"soil: red {site}; red: food 1, larvae 1")
    g.action("march", "red", ["larva > soil", "pass"])
    g.expect("soil: red 2")


@pytest.mark.rule("MEA-11")
def test_the_control_site_decides_who_controls(scene):
    """More ants in the hex do not: yellow on the control site scores its Inner Meadow point."""
    g = scene("loamy tunnels: yellow control, red food, red larva-2")
    assert g.hex("loamy tunnels").control == "yellow"
    g.slumber()
    g.expect("yellow: score 1; red: score 0")


@pytest.mark.rule("MEA-12", "EXP-02")
def test_ants_in_the_outskirts_explore_and_march(scene):
    """They stand where they may go on from."""
    g = scene("soil: yellow 2, red 2 out; red: food 2; pile: bark", passing=["yellow"])
    g.action("explore", "red", ["from soil NE", "any", "food", "pass"])
    g.action("march", "red", ["soil.out > tunnel", "pass"])
    g.expect("bark: red; tunnel: red; soil: yellow 2")


@pytest.mark.rule("MEA-12")
def test_ants_in_the_outskirts_collect_nothing(scene):
    """The harvest of Soil is that of its sites."""
    g = scene("soil: yellow 2, red 3 out")
    g.harvest()
    g.expect("red: food 0, larvae 0; yellow: food 1, larvae 2")


@pytest.mark.rule("MEA-13", "MEA-21")
def test_sites_fill_after_an_action(scene):
    """The ant that leaves makes room for the one in the outskirts; it is not asked."""
    g = scene(
        "soil: red control, yellow food, black out; tunnel: red; red: food 1", passing=["yellow", "black"]
    )
    g.action("march", "red", ["soil > tunnel", "pass"])
    g.expect("soil: black control, yellow food, uncontested")


@pytest.mark.rule("MEA-13", "GEN-01")
@pytest.mark.parametrize(("active", "heir"), [("red", "yellow"), ("yellow", "yellow"), ("black", "black")])
def test_vacated_sites_fill_clockwise_from_the_active_player(scene, active, heir):
    """Blue leaves a site in reaction: of yellow and black outside, the nearer to who is active gets it."""
    g = scene(
        "loamy tunnels: blue 3, yellow out, black out; soil: red; bark: yellow; fern: black;"
        f"{active}: food 1",
        passing=["red", "yellow", "black"],
    )
    home = {"red": "soil.food", "yellow": "bark.larva", "black": "fern.food"}[active]
    g.action("march", active, [f"{active}: control > {home}", "blue: loamy-tunnels.food > tunnel"])
    other = "black" if heir == "yellow" else "yellow"
    g.expect(f"loamy tunnels: blue 2, {heir} food, {other} out")


@pytest.mark.rule("MEA-13")
def test_a_player_fills_all_that_fit_before_the_next(scene):
    """Blue leaves two sites: both ants of yellow move in, those of black stay outside."""
    g = scene(
        "loamy tunnels: blue 3, yellow 2 out, black 2 out; blue: food 1", passing=["red", "yellow", "black"]
    )
    g.action("march", "blue", ["larva-1 > tunnel", "food > tunnel", "pass"])
    g.expect("loamy tunnels: blue larva-2, yellow control, yellow food, black 2 out")


@pytest.mark.rule("MEA-13")
def test_the_owner_chooses_among_vacant_sites(scene):
    """One ant outside and two sites empty: yellow says which."""
    g = scene("loamy tunnels: blue 3, yellow out; blue: food 1", passing=["red", "yellow"])
    g.action("march", "blue", ["larva-1 > tunnel", "food > tunnel", "pass", "yellow: food"])
    g.expect("loamy tunnels: blue larva-2, yellow food, control nobody")


@pytest.mark.rule("MEA-13", "GEN-01")
@pytest.mark.parametrize(("marker", "heir"), [("red", "yellow"), ("yellow", "yellow"), ("black", "black")])
def test_in_the_queen_phase_sites_fill_from_the_holder_of_the_marker(scene, marker, heir):
    """Starved blue ants leave a site to the first clockwise from the marker."""
    g = scene(
        f"loamy tunnels: blue 3, yellow out, black out; marker: {marker}; blue: larvae 2;"
        "yellow: food 1; black: food 1"
    )
    g.feed(["blue: lose food"])
    other = "black" if heir == "yellow" else "yellow"
    g.expect(f"loamy tunnels: {heir} food, blue 2, {other} out")


@pytest.mark.rule("MEA-13", "BAT-11")
def test_after_a_battle_sites_fill_from_the_winner(scene):
    """Black holds the marker and stands outside, but the vacated sites go to yellow, who won."""
    g = scene("soil: blue 2, yellow 9 out, black out; marker: black", passing=["yellow"])
    g.battle("soil")
    g.expect("events: 2 x yellow settle; never: black settle")


@pytest.mark.rule("MEA-14")
@pytest.mark.parametrize(
    ("ants", "contested"),
    [
        ("red control, yellow food, red out", True),
        ("red control, yellow food", False),
        ("red control, red food, red 2 out", False),
        ("red 2, yellow out", True),
    ],
)
def test_contested_takes_two_players_and_ants_in_the_outskirts(scene, ants, contested):
    """Neither a crowd of one player nor two players on sites contest a hex."""
    g = scene(f"soil: {ants}; players: red, yellow, black", passing=["red", "yellow"])
    assert g.hex("soil").contested == contested
    g.soldier_phase()
    assert bool(g.happened("battle")) == contested


@pytest.mark.rule("MEA-15")
def test_a_centipede_contests_for_itself_alone(scene):
    """With a centipede two players on their sites battle it, but not each other."""
    g = scene("soil: red control, yellow food, centipede; deck: swarm, royal-jelly, cold-snap, brood-surge")
    assert g.hex("soil").contested
    g.soldier_phase()
    assert g.happened("hunt soil") >= 1
    g.expect("never: battle soil")


@pytest.mark.rule("MEA-15")
def test_a_centipede_without_ants_contests_nothing(scene):
    """It battles nobody and stays."""
    g = scene("soil: centipede; tunnel: red; deck: swarm, royal-jelly")
    g.soldier_phase()
    g.expect("soil: centipede; never: hunt")


@pytest.mark.rule("MEA-16")
def test_a_shared_hex_has_no_battle(scene):
    """Both inhabit it, nobody stands outside: both stay and harvest."""
    g = scene("loamy tunnels: red larva-1, yellow food, black larva-2")
    g.soldier_phase()
    g.harvest()
    g.expect("never: battle; red: larvae 1; yellow: food 1; black: larvae 1")


@pytest.mark.rule("MEA-17", "MAR-02")
def test_an_ant_on_a_site_shifts_for_a_step_only(scene):
    """When the control site falls vacant the ant on the other stays; a step of its March moves it."""
    g = scene(
        "soil: yellow control, red food; yellow: food 1, larvae 1; red: food 1", passing=["red", "black"]
    )
    g.action("march", "yellow", ["soil.control > tunnel", "pass"])
    g.expect("soil: red food, control nobody")
    g.action("march", "red", ["red: soil.food > soil.control", "yellow: pass"])
    g.expect("soil: red control; red: food 0")


@pytest.mark.rule("MEA-18")
def test_a_card_may_place_larvae_where_nobody_lives(scene):
    """Into the Unknown places them in the new hex, inhabited or not."""
    g = scene("red: larvae 5, hand into-the-unknown; pile: bark")
    g.play("into-the-unknown", "red", ["at 1 -1", "turn 0", "larva > bark", "food", "larva > bark", "pass"])
    g.expect("bark: red 2")


@pytest.mark.rule("MEA-19")
def test_the_inner_meadow_is_what_touches_the_great_tunnel(scene):
    """With or without a tunnel between; a hex behind does not belong to it."""
    g = scene("soil: at 1 -1, turn 1, red; bark: NE of soil, yellow")
    assert (g.hex("soil").inner, g.hex("bark").inner) == (True, False)
    g.slumber()
    g.expect("red: score 1; yellow: score 0")


@pytest.mark.rule("MEA-21", "MAR-05")
def test_sites_do_not_fill_between_the_steps_of_a_march(scene):
    """A later step of the same March may enter the vacated site before the ant in the outskirts gets it."""
    g = scene("soil: red control, red food, yellow out; tunnel: red; red: food 1")
    g.action("march", "red", ["soil.control > tunnel", "tunnel > soil", "pass", "yellow: pass"])
    g.expect("soil: red control, red food, yellow out; tunnel: red")


@pytest.mark.rule("MEA-21")
def test_sites_fill_after_each_reaction(scene):
    """When black reacts out of Soil, the red ant falls in before blue reacts."""
    g = scene("soil: black 2, red out; tunnel: red, blue; red: food 1", passing=["yellow"])
    g.action("march", "red", ["tunnel > soil", "pass", "black: soil.food > tunnel", "blue: tunnel > soil"])
    g.expect("soil: black control, red food, red out, blue out")


@pytest.mark.rule("MEA-21")
def test_sites_fill_after_paying_and_before_the_effect(scene):
    """Swarm paid with the ant on the control site: the one behind it falls in before it swarms."""
    g = scene("soil: red 2, red out; bark: yellow; red: larvae 1, hand swarm")
    g.play(
        "swarm",
        "red",
        [
            "pay larva",
            "pay soil.control",
            "hex bark",
            Answer("move soil.control", not_offered=("soil.out",)),
            "pass",
        ],
    )
    g.expect("bark: red, yellow; soil: red food")


@pytest.mark.rule("MEA-22")
def test_hands_are_counted_but_not_shown(scene):
    """A view knows how many cards each player holds, and only the cards of its own."""
    g = scene("red: hand swarm; yellow: hand royal-jelly cold-snap")
    view = View(g.g.s, g.g.kit, g.g.rules, g.g.mats, g.g.table, 0)
    assert [view.hand_n[seat] for seat in range(3)] == [1, 2, 0]
    assert view.card(0) == g.card("swarm")
    assert not hasattr(view, "hand") and not hasattr(view, "deck")


@pytest.mark.rule("MEA-09", "MEA-02")
def test_the_great_tunnel_has_no_sites_to_fill(scene):
    """Whoever enters stands in it, and sites of the state stay empty there."""
    g = scene("soil: red 2; red: food 1")
    g.action("march", "red", ["soil.control > tunnel", "soil.food > tunnel", "pass"])
    assert g.g.s.out[0 * HEXES + TUNNEL] == 2
    assert all(g.g.s.site[TUNNEL * SITES + slot] < 0 for slot in range(SITES))
