"""What the events do, the first ten: each clause of a card, and where it comes to less or to nothing."""

from __future__ import annotations

import pytest

from marchsim.games.march.scenarios.scene import Answer
from tests.march.offers import may_play


# A Queen's Journey ---------------------------------------------------------------
@pytest.mark.rule("MEA-01", "MEA-09", "WRK-06", "WRK-08")
def test_queens_journey_lays_a_hex_anywhere_and_takes_ants_of_one_hex_there(scene):
    """Any empty place beside a hex, any turn, no tunnel need meet; no reaction and no thorax answers it."""
    g = scene(
        "soil: at 1 -1, red 3; bark: at 2 -1, red; tunnel: yellow; pile: dry seep, fern;"
        "red: larvae 1, hand queens-journey, thorax harvester pavement; yellow: larvae 2"
    )
    turns = tuple(f"turn {n}" for n in range(6))
    g.play(
        "queens-journey",
        "red",
        [
            "pay larva",
            Answer("at W of tunnel", offered=("at E of bark", "at SE of tunnel"), not_offered=("at 2 -1",)),
            Answer("turn 0", only=turns),
            Answer("move soil.control", offered=("pass", "move bark.food", "move soil.out")),
            "site dry-seep.card",
            Answer("move soil.out", only=("pass", "move soil.food", "move soil.out")),
            "pass",
        ],
    )
    g.expect("dry seep: at -1 0, red card, red food; soil: red food; bark: red; red: larvae 0, food 0")
    g.expect("pile: fern; discards: queens-journey; yellow: larvae 2")
    g.expect("events: red step soil.larvae dry-seep.card; never: reaction")


@pytest.mark.rule("GEN-02", "MEA-07", "MEA-21", "BEY-01")
def test_queens_journey_resolves_the_hex_when_the_ants_have_moved(scene):
    """A centipede comes with its symbol, tile 25 lets its placer draw, and nobody has to move."""
    g = scene("soil: red 2; red: larvae 1, hand queens-journey; pile: mossy stone")
    g.play("queens-journey", "red", ["pay larva", "at SE of tunnel", "turn 0", "pass"])
    g.expect("mossy stone: empty, centipede; soil: red 2")
    g = scene("soil: red 2; red: larvae 1, hand queens-journey; pile: ruined anthill; deck: swarm")
    g.play(
        "queens-journey",
        "red",
        ["pay larva", "at SE of tunnel", "turn 1", "move soil.food", "site ruined-anthill.card", "pass"],
    )
    g.expect("ruined anthill: red card, wormhole; red: hand swarm")


@pytest.mark.rule("EXP-07", "GEN-03")
def test_queens_journey_needs_a_hex_in_the_pile(scene):
    """With the pile empty it cannot be played from the hand."""
    assert not may_play(scene("soil: red 2; red: larvae 1, hand queens-journey"), "queens-journey")
    assert may_play(scene("soil: red 2; red: larvae 1, hand queens-journey; pile: fern"), "queens-journey")


# Adaptive Radiation --------------------------------------------------------------
@pytest.mark.rule("PLY-05")
def test_adaptive_radiation_passes_the_topmost_of_a_section_to_the_left_at_once(scene):
    """Who has none gives none and receives, on top; a section that nobody has cannot be named."""
    g = scene(
        "red: larvae 2, hand adaptive-radiation, thorax flying driver; yellow: thorax weaver;blue: head blast"
    )
    g.play("adaptive-radiation", "red", [Answer("thorax", only=("head", "thorax"))])
    g.expect("red: thorax flying, larvae 0; yellow: thorax driver; black: thorax weaver; blue: head blast")
    g.expect("blue: thorax ; discards: adaptive-radiation; never: points")


@pytest.mark.rule("PLY-07")
def test_adaptive_radiation_scores_a_body_that_was_never_complete_before(scene):
    """A body lost costs nothing, one completed again gives nothing, a first one gives 3 points."""
    g = scene(
        "red: larvae 2, hand adaptive-radiation, bodies 1, head army, abdomen thief, score 4;"
        "yellow: thorax driver; black: head blast, abdomen replete;"
        "blue: head amazon, thorax weaver, abdomen dairying, score 5"
    )
    g.play("adaptive-radiation", "red", ["thorax"])
    g.expect("red: thorax weaver, score 4, bodies 1; black: thorax driver, score 3, bodies 1")
    g.expect("blue: thorax , score 5, bodies 1; yellow: thorax , score 0")


@pytest.mark.rule("GEN-03")
def test_adaptive_radiation_needs_an_evolution_in_play(scene):
    """Anybody's will do, but one there must be."""
    assert not may_play(scene("red: larvae 2, hand adaptive-radiation"), "adaptive-radiation")
    assert may_play(scene("red: larvae 2, hand adaptive-radiation; black: head blast"), "adaptive-radiation")


# Cultural Theft ------------------------------------------------------------------
@pytest.mark.rule("PLY-11", "GEN-01")
def test_cultural_theft_plays_one_of_the_others_discards_free(scene):
    """Each other player with cards gives one of its choice, clockwise; one is played, the rest stay."""
    g = scene(
        "red: larvae 3, hand cultural-theft swarm; yellow: hand mating-flight royal-jelly;"
        "black: food 1; blue: hand brood-surge amazon-head"
    )
    g.play(
        "cultural-theft",
        "red",
        [
            Answer("card royal-jelly", by="yellow", only=("card mating-flight", "card royal-jelly")),
            Answer("card amazon-head", by="blue"),
            Answer("card amazon-head", by="red", only=("pass", "card royal-jelly", "card amazon-head")),
            "yellow: pass",
            "blue: pass",
        ],
    )
    g.expect("red: head amazon, larvae 0, hand swarm; discards: cultural-theft, royal-jelly")
    g.expect("yellow: hand mating-flight; blue: hand brood-surge")


@pytest.mark.rule("GEN-02")
def test_cultural_theft_may_be_declined_and_all_cards_are_discarded(scene):
    """Who plays none of them leaves them all on the discards."""
    g = scene("red: larvae 3, hand cultural-theft; yellow: hand swarm; black: hand brood-surge")
    g.play("cultural-theft", "red", ["pass"])
    g.expect("discards: cultural-theft, brood-surge, swarm; red: hand_size 0, larvae 0")


@pytest.mark.rule("GEN-03")
def test_cultural_theft_needs_a_card_in_another_hand(scene):
    """With no cards to take it cannot be played; a stolen card without a target has no effect."""
    assert not may_play(scene("red: larvae 3, hand cultural-theft swarm"), "cultural-theft")
    g = scene("red: larvae 3, hand cultural-theft; yellow: hand queens-journey")
    g.play("cultural-theft", "red", ["card queens-journey"])
    g.expect("discards: cultural-theft, queens-journey; hexes: 1; events: red play queens-journey 1")


# Early Harvest -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("site", "gains"),
    [
        ("ruined-anthill.larvae", "larvae 4, hand_size 0, score 0"),
        ("ruined-anthill.card", "larvae 0, hand_size 2, score 0"),
        ("ruined-anthill.point", "larvae 0, hand_size 0, score 2"),
        ("bark.food", "food 2, larvae 0"),
        ("bark.larva", "larvae 2, food 0"),
    ],
)
def test_early_harvest_collects_one_site_twice(scene, site, gains):
    """One site that the player inhabits, not one hex, yields its resource twice."""
    g = scene("ruined anthill: red 3; bark: red 2; red: larvae 1, hand early-harvest; deck: rest")
    g.play("early-harvest", "red", ["pay larva", f"site {site}"])
    g.expect({"red": gains})


def test_early_harvest_calls_up_no_effect_of_the_tile(scene):
    """In the Ant Lion Den nothing is discarded for it, and no abdomen doubles it."""
    g = scene(
        "ant lion den: red 3; soil: yellow control; yellow: food 1;"
        "red: larvae 1, hand early-harvest swarm, abdomen honeypot"
    )
    g.play("early-harvest", "red", ["pay larva", Answer("site ant-lion-den.larvae", not_offered=("soil",))])
    g.expect("red: larvae 4, hand swarm; yellow: food 1")


@pytest.mark.rule("GEN-03", "MEA-12")
def test_early_harvest_needs_a_site_that_is_inhabited_when_it_is_paid(scene):
    """Neither ants in outskirts or in the Great Tunnel will do, nor an only ant that pays for it."""
    g = scene("soil: yellow 2, red out; tunnel: red; red: larvae 3, hand early-harvest")
    assert not may_play(g, "early-harvest")
    g = scene("soil: yellow, red; red: hand early-harvest")
    assert not may_play(g, "early-harvest")
    g = scene("soil: yellow, red; tunnel: red; red: hand early-harvest")
    g.play("early-harvest", "red", [])
    g.expect("tunnel: empty; soil: yellow control, red food; red: food 2")


# Egg Stealer ---------------------------------------------------------------------
@pytest.mark.rule("GEN-05")
@pytest.mark.parametrize(("rival", "left", "stolen"), [("yellow", 2, 3), ("black", 0, 2), ("blue", 0, 0)])
def test_egg_stealer_gains_what_the_chosen_player_loses(scene, rival, left, stolen):
    """3 larvae, or as many as there are; the others keep theirs."""
    g = scene(
        "red: larvae 2, hand egg-stealer; yellow: larvae 5; black: larvae 2; blue: larvae 0;purple: larvae 4"
    )
    g.play("egg-stealer", "red", [Answer(rival, only=("yellow", "black", "blue", "purple"))])
    g.expect({rival: f"larvae {left}, supply {36 - left}", "red": f"larvae {stolen}", "purple": "larvae 4"})


def test_egg_stealer_gains_no_more_than_its_own_supply_holds(scene):
    """The larvae come from the gainer's own cubes, so a full chamber gains only what it has paid."""
    g = scene("red: larvae 36, hand egg-stealer; yellow: larvae 5")
    g.play("egg-stealer", "red", ["yellow"])
    g.expect("red: larvae 36; yellow: larvae 2")


# Frenzied Activity ---------------------------------------------------------------
@pytest.mark.rule("RST-08", "WRK-06", "PLY-04")
def test_frenzied_activity_takes_two_actions_with_costs_and_reactions(scene):
    """First the reactions to playing it, then one action with its reactions, then the other, and no third."""
    g = scene(
        "red: food 3, larvae 2, hand frenzied-activity; yellow: hand swarm;"
        "deck: royal-jelly, egg-stealer, cold-snap, brood-surge, early-harvest, mating-flight"
    )
    g.play(
        "frenzied-activity",
        "red",
        [
            Answer("card swarm", by="yellow", expect={"discards": "frenzied-activity"}),
            Answer("forage", by="red", expect={"red": "larvae 0, food 3", "yellow": "hand royal-jelly"}),
            "yellow: yes",
            "black: pass",
            Answer("forage", by="red", expect={"red": "food 2, hand egg-stealer cold-snap"}),
            "yellow: yes",
            "black: yes",
        ],
    )
    g.expect("red: food 1, hand_size 4; yellow: larvae 2; black: larvae 1; deck: mating-flight")


@pytest.mark.rule("RST-04", "RST-08")
def test_frenzied_activity_may_rest_which_ends_the_turn(scene):
    """A Rest is the last of its actions, and where it is the last rest of all the phase ends."""
    g = scene("red: food 2, larvae 2, hand frenzied-activity; deck: swarm; black: food 1")
    g.play("frenzied-activity", "red", [Answer("rest", offered=("forage",))])
    g.expect({"red": "rested, rest_larvae 1, food 2", "phase_over": False})
    g = scene("red: food 2, larvae 2, hand frenzied-activity; deck: swarm; black: rested")
    g.play("frenzied-activity", "red", ["rest"])
    g.expect({"red": "rested", "phase_over": True})


@pytest.mark.rule("GEN-02", "WRK-07")
def test_frenzied_activity_offers_what_can_be_paid_and_may_be_declined(scene):
    """Without food there is no Forage; the second action may be left like the first."""
    g = scene("red: larvae 2, acted 1, hand frenzied-activity; deck: swarm")
    g.play("frenzied-activity", "red", [Answer("pass", only=("pass", "rest"))])
    g.expect("red: food 0; discards: frenzied-activity")
    g = scene("red: food 2, larvae 2, hand frenzied-activity; deck: swarm, royal-jelly")
    g.play("frenzied-activity", "red", ["forage", "yellow: pass", "black: pass", "red: pass"])
    g.expect("red: food 1, hand swarm royal-jelly")


# Fungal Outbreak -----------------------------------------------------------------
@pytest.mark.rule("GEN-04", "PLY-10", "MEA-13")
def test_fungal_outbreak_takes_half_of_everybodys_ants_rounded_up(scene):
    """Of 5, 3 and 1 ants on a tile go 3, 2 and 1; each owner chooses, then sites fill."""
    g = scene(
        "soil: red 5, yellow 3 out, black out; bark: black; tunnel: red, blue;"
        "red: larvae 2, hand fungal-outbreak"
    )
    g.play(
        "fungal-outbreak",
        "red",
        [
            "2 x pay larva",
            Answer("hex soil", only=("hex soil", "hex bark")),
            "red: 2 x lose soil.out",
            "red: lose soil.control",
        ],
    )
    g.expect("soil: red food, red control, yellow out; bark: black; tunnel: red, blue; red: larvae 0")


@pytest.mark.rule("GEN-03", "MEA-20")
def test_fungal_outbreak_needs_ants_on_a_tile(scene):
    """The Great Tunnel is no tile, and ants that would pay for it count no longer."""
    assert not may_play(
        scene("soil: ; tunnel: red 2; red: larvae 2, hand fungal-outbreak"), "fungal-outbreak"
    )
    assert not may_play(scene("soil: red 2; red: hand fungal-outbreak"), "fungal-outbreak")
    assert may_play(scene("soil: red 3; red: hand fungal-outbreak"), "fungal-outbreak")


# Into the Unknown ----------------------------------------------------------------
@pytest.mark.rule("MEA-01", "MEA-18", "WRK-08")
def test_into_the_unknown_lays_a_hex_anywhere_and_places_three_larvae_in_it(scene):
    """Any place, any turn, up to 3 larvae into this hex alone; no reaction and no thorax answers it."""
    g = scene(
        "soil: at 1 -1, red; pile: fern, bark; yellow: larvae 1;"
        "red: larvae 6, hand into-the-unknown, thorax harvester"
    )
    g.play(
        "into-the-unknown",
        "red",
        [
            "2 x pay larva",
            Answer("at W of tunnel", offered=("at NE of soil",)),
            Answer("turn 2", only=("turn 0", "turn 1", "turn 2")),
            Answer("larva > fern", only=("pass", "larva > fern")),
            "site fern.food",
            "2 x larva > fern",
        ],
    )
    g.expect("fern: at -1 0, turn 2, red food, red larva, red out; soil: red; red: larvae 1; pile: bark")
    g.expect("never: reaction; discards: into-the-unknown")


@pytest.mark.rule("MEA-08", "EXP-07", "GEN-03")
def test_into_the_unknown_places_as_many_larvae_as_there_are(scene):
    """With one larva left one, with none none, and it may be declined; without a hex it cannot be played."""
    g = scene("red: larvae 3, hand into-the-unknown; pile: fern")
    g.play("into-the-unknown", "red", ["at E of tunnel", "turn 0", "larva > fern", "site fern.larva"])
    g.expect("fern: red larva; red: larvae 0")
    g = scene("red: larvae 2, hand into-the-unknown; pile: fern")
    g.play("into-the-unknown", "red", ["at E of tunnel", "turn 0"])
    g.expect("fern: empty; red: larvae 0")
    g = scene("red: larvae 3, hand into-the-unknown; pile: mossy stone")
    g.play("into-the-unknown", "red", ["at E of tunnel", "turn 0", "pass"])
    g.expect("mossy stone: empty, centipede; red: larvae 1")
    assert not may_play(scene("red: larvae 3, hand into-the-unknown"), "into-the-unknown")


# Mating Flight -------------------------------------------------------------------
def test_mating_flight_exchanges_ants_of_others_twice(scene):
    """Any two ants of different players, anywhere, take each other's exact places; twice and no more."""
    g = scene(
        "soil: yellow control, black food, black out; bark: at 3 -2, blue food; fern: at 2 -2;"
        "tunnel: blue; red: larvae 1, hand mating-flight"
    )
    g.play(
        "mating-flight",
        "red",
        [
            Answer("swap yellow soil.control", offered=("pass", "swap black soil.out")),
            Answer("swap blue tunnel", not_offered=("swap yellow", "pass")),
            "swap black soil.out",
            Answer("swap blue bark.food", offered=("swap yellow tunnel",), not_offered=("swap black",)),
        ],
    )
    g.expect("soil: blue control, black food, blue out; bark: black food; tunnel: yellow; red: larvae 0")


@pytest.mark.rule("GEN-02")
def test_mating_flight_takes_own_ants_too_and_may_stop(scene):
    """An ant of one's own may change places, and each exchange may be declined."""
    g = scene("soil: yellow control; tunnel: red; red: larvae 1, hand mating-flight")
    g.play("mating-flight", "red", ["swap red tunnel", "pass"])
    g.expect("soil: red control; tunnel: yellow; red: larvae 0")
    g = scene("soil: yellow control; tunnel: red; red: larvae 1, hand mating-flight")
    g.play("mating-flight", "red", ["pass"])
    g.expect("soil: yellow control; tunnel: red")


@pytest.mark.rule("GEN-03")
def test_mating_flight_needs_ants_of_two_players(scene):
    """Ants of one player alone have no partner, nor have two that are both in the Great Tunnel."""
    assert not may_play(scene("soil: red 2; red: larvae 1, hand mating-flight"), "mating-flight")
    assert not may_play(scene("tunnel: yellow, black; red: larvae 1, hand mating-flight"), "mating-flight")
    assert not may_play(scene("soil: yellow; tunnel: red; red: hand mating-flight"), "mating-flight")


# Mysterious Hole -----------------------------------------------------------------
@pytest.mark.rule("MEA-06", "MEA-20", "SET-09")
def test_mysterious_hole_opens_a_wormhole_and_lets_one_larva_through(scene):
    """A token on a tile without a wormhole, inhabited or not, and up to one larva on that tile alone."""
    g = scene(
        "soil: red; bark: wormhole; puddle: yellow; fern: centipede; tunnel: red;"
        "red: larvae 3, hand mysterious-hole; tokens: 2"
    )
    places = ("wormhole soil", "wormhole fern", "centipede soil", "centipede bark", "centipede puddle")
    g.play(
        "mysterious-hole",
        "red",
        [
            "pay larva",
            Answer("wormhole fern", only=places),
            Answer("larva > fern", only=("pass", "larva > fern")),
            "site fern.food",
        ],
    )
    g.expect("fern: red food, wormhole, centipede; red: larvae 1; tokens: 1; discards: mysterious-hole")


@pytest.mark.rule("GEN-02", "MEA-08")
def test_mysterious_hole_larva_is_optional(scene):
    """The larva may be declined; with none in the chamber nobody is asked."""
    g = scene("soil: red; red: larvae 2, hand mysterious-hole")
    g.play("mysterious-hole", "red", ["pay larva", "wormhole soil", "pass"])
    g.expect("soil: red, wormhole; red: larvae 1")
    g = scene("soil: red; red: larvae 1, hand mysterious-hole")
    g.play("mysterious-hole", "red", ["pay larva", "wormhole soil"])
    g.expect("soil: red, wormhole; red: larvae 0")


def test_mysterious_hole_may_let_in_a_centipede_instead(scene):
    """The centipede takes a token as well, and no larva comes with it."""
    g = scene("soil: yellow; red: larvae 2, hand mysterious-hole; tokens: 1")
    g.play("mysterious-hole", "red", ["centipede soil"])
    g.expect("soil: yellow, centipede, no wormhole, contested; red: larvae 1; tokens: 0")


@pytest.mark.rule("GEN-03", "SET-09")
def test_mysterious_hole_needs_a_token_and_a_tile_that_lacks_one(scene):
    """Not without tokens, not with the Great Tunnel alone, not where every tile has both."""
    assert not may_play(scene("soil: red; red: larvae 1, hand mysterious-hole; tokens: 0"), "mysterious-hole")
    assert not may_play(scene("tunnel: red; red: larvae 1, hand mysterious-hole"), "mysterious-hole")
    full = "soil: red, centipede, wormhole; puddle: centipede; red: larvae 1, hand mysterious-hole"
    assert not may_play(scene(full), "mysterious-hole")
