"""What the abdomens do: each clause of a card, and where it comes to less or to nothing."""

from __future__ import annotations

import pytest

from marchsim.games.march.scenarios.scene import Answer

# All kinds of sites: double larvae, card and point in the one, food and single larva in the other.
FIELDS = "ruined anthill: red 3; bark: red 2; deck: rest; red: abdomen "


# Carpenter Abdomen ---------------------------------------------------------------
@pytest.mark.rule("QUE-01", "SOL-02", "MAR-02")
def test_carpenter_abdomen_takes_three_steps_and_battles_in_the_next_soldier_phase(scene):
    """Up to 3 steps with ants, no larvae; what becomes contested is fought over when soldiers fight."""
    g = scene(
        "soil: yellow 2; tunnel: red; round: 4; red: food 1, larvae 2, abdomen carpenter; yellow: food 1",
        passing=["yellow"],
    )
    into = [Answer("tunnel > soil", offered=("pass",), not_offered=("larva >",)), "soil.out > tunnel"]
    g.queen_phase([*into, "tunnel > soil"])
    g.expect("soil: yellow 2, red out, contested; red: larvae 2, food 0; never: battle")
    g.soldier_phase()
    g.expect("soil: yellow 2; events: red battle soil yellow; yellow: score 2")


@pytest.mark.rule("QUE-01", "PLY-12")
def test_carpenter_abdomen_may_enter_a_centipedes_hex_or_stay(scene):
    """No battle begins in the Queen Phase; steps may be left, and a covered abdomen takes none."""
    g = scene("bone yard: centipede; tunnel: red; red: abdomen carpenter")
    g.abdomens(["tunnel > bone-yard", "bone-yard.card", "pass"])
    g.expect("bone yard: red card, centipede, contested; never: hunt")
    g = scene("soil: ; tunnel: red; red: abdomen carpenter")
    g.abdomens(["pass"])
    g.expect("tunnel: red")
    assert scene("soil: ; tunnel: red; red: abdomen carpenter replete").abdomens() == []


# Honeypot Abdomen ----------------------------------------------------------------
@pytest.mark.rule("QUE-02")
@pytest.mark.parametrize(
    ("site", "harvest"),
    [
        ("ruined-anthill.larvae", "larvae 5, hand_size 1, score 1, food 1"),
        ("ruined-anthill.card", "larvae 3, hand_size 2, score 1, food 1"),
        ("ruined-anthill.point", "larvae 3, hand_size 1, score 2, food 1"),
        ("bark.food", "larvae 3, hand_size 1, score 1, food 2"),
        ("bark.larva", "larvae 4, hand_size 1, score 1, food 1"),
    ],
)
def test_honeypot_abdomen_collects_one_site_twice(scene, site, harvest):
    """One site, whatever it yields, not one hex; all others yield once."""
    g = scene(FIELDS + "honeypot")
    g.harvest([f"site {site}"])
    g.expect({"red": harvest})


def test_honeypot_abdomen_asks_only_where_there_is_a_choice(scene):
    """An only site is doubled unasked; without one, or below another abdomen, nothing is."""
    g = scene("soil: red food, yellow control; red: abdomen honeypot")
    assert g.harvest() == []
    g.expect("red: food 2; yellow: larvae 2")
    g = scene("soil: yellow 2, red out; tunnel: red; red: abdomen honeypot")
    assert g.harvest() == []
    g.expect("red: food 0, larvae 0")
    g = scene(FIELDS + "honeypot replete")
    assert g.harvest() == []
    g.expect("red: larvae 3, hand_size 1, score 1, food 1")


# Leaf Cutter Abdomen -------------------------------------------------------------
@pytest.mark.rule("QUE-02")
def test_leaf_cutter_abdomen_collects_food_from_two_sites_instead(scene):
    """Up to 2 sites yield 1 food and nothing else; sites of food are no choice, sites of others neither."""
    g = scene("soil: yellow control; " + FIELDS + "leaf-cutter")
    sites = [
        Answer("site ruined-anthill.larvae", offered=("pass",), not_offered=("site bark.food", "site soil"))
    ]
    g.harvest([*sites, "site ruined-anthill.card"])
    g.expect("red: food 3, larvae 1, hand_size 0, score 1; yellow: larvae 2, food 0")


@pytest.mark.rule("GEN-02")
def test_leaf_cutter_abdomen_may_take_less(scene):
    """One site or none is allowed too."""
    g = scene(FIELDS + "leaf-cutter")
    g.harvest(["site ruined-anthill.point", "pass"])
    g.expect("red: food 2, larvae 3, hand_size 1, score 0")
    g = scene(FIELDS + "leaf-cutter")
    g.harvest(["pass"])
    g.expect("red: food 1, larvae 3, hand_size 1, score 1")
    assert scene("soil: red food; red: abdomen leaf-cutter").harvest() == []


# Pharoah Abdomen -----------------------------------------------------------------
@pytest.mark.rule("QUE-02")
def test_pharoah_abdomen_collects_one_more_larva_from_each_single_site(scene):
    """Three single-larva sites yield 2 each, a double one its 2."""
    g = scene("bark: red larva; water's edge: red 3; soil: red control; red: abdomen pharoah")
    g.harvest()
    g.expect("red: larvae 8, food 1")


@pytest.mark.rule("QUE-03")
def test_pharoah_abdomen_gains_nothing_beyond_the_supply_nor_outside_harvest(scene):
    """The last cube is gained and no more; an Early Harvest yields what the site shows."""
    g = scene("bark: red larva; red: larvae 34, abdomen pharoah")
    g.harvest()
    g.expect("red: larvae 35, supply 0")
    g = scene("bark: red larva; red: larvae 1, hand early-harvest, abdomen pharoah")
    g.play("early-harvest", "red", [])
    g.expect("red: larvae 2")


# Stinging Abdomen ----------------------------------------------------------------
@pytest.mark.rule("QUE-01", "PLY-10", "MEA-13")
def test_stinging_abdomen_destroys_two_ants_that_their_owner_chooses(scene):
    """On a tile where its player has an ant, of another player there; then sites fill."""
    g = scene(
        "soil: red control, yellow food, yellow 2 out, black out; fern: yellow; tunnel: red, yellow;"
        "red: abdomen stinging"
    )
    victims = Answer("yellow in soil", only=("pass", "yellow in soil", "black in soil"))
    g.abdomens([victims, "yellow: lose soil.food"])
    g.expect("soil: red control, yellow food, black out; fern: yellow; tunnel: red, yellow")


@pytest.mark.rule("GEN-02", "MEA-12", "MEA-20")
def test_stinging_abdomen_works_from_the_outskirts_and_may_be_declined(scene):
    """A single ant is all that is lost; it may spare them; in the Great Tunnel it stings nobody."""
    g = scene("soil: yellow, black, red out; red: abdomen stinging")
    g.abdomens(["black in soil"])
    g.expect("soil: yellow control, red food")
    g = scene("soil: yellow, red; red: abdomen stinging")
    g.abdomens(["pass"])
    g.expect("soil: yellow, red")
    assert scene("tunnel: red, yellow; soil: yellow; red: abdomen stinging").abdomens() == []


# Thief Abdomen -------------------------------------------------------------------
@pytest.mark.rule("QUE-05")
def test_thief_abdomen_raises_the_others_total_and_lowers_its_own(scene):
    """Each other player feeds 1 more, its player 1 fewer for each of them."""
    g = scene(
        "soil: yellow 4; tunnel: red 8, black; red: food 2, abdomen thief; yellow: food 2;"
        "black: food 1; blue: larvae 2"
    )
    g.feed()
    g.expect("events: red feed 5 5 1 0, yellow feed 5 4 2 0, black feed 2 4 1 0, blue feed 1 4 0 1")
    g.expect("red: food 1; yellow: food 0; black: food 0; blue: larvae 1")


@pytest.mark.rule("QUE-05", "PLY-05")
def test_thief_abdomen_feeds_no_less_than_nobody_and_only_on_top(scene):
    """Two ants less four are none; covered it leaves every total alone."""
    g = scene("tunnel: red 2; red: food 1, abdomen thief; yellow: food 1; purple: food 1")
    g.feed()
    g.expect("red: food 1, army 2; yellow: food 0; purple: food 0; events: red feed 0 5 0 0")
    g = scene("tunnel: red 2, yellow 4; red: food 1, abdomen thief replete; yellow: food 2")
    g.feed()
    g.expect("events: yellow feed 4 4 1 0; yellow: food 1")


# Dairying Abdomen ----------------------------------------------------------------
@pytest.mark.rule("QUE-07")
def test_dairying_abdomen_gains_one_more_food_by_decree(scene):
    """3 food where others take 2."""
    g = scene("red: abdomen dairying")
    g.decree(["red: food", "yellow: food", "black: larvae"])
    g.expect("red: food 3, larvae 0; yellow: food 2; black: larvae 5")


@pytest.mark.rule("QUE-07", "PLY-05")
def test_dairying_abdomen_adds_nothing_to_larvae_nor_below_another(scene):
    """Who takes larvae gains the usual 5; a covered abdomen adds no food."""
    g = scene("red: abdomen dairying")
    g.decree(["red: larvae", "yellow: food", "black: food"])
    g.expect("red: food 0, larvae 5; yellow: food 2")
    g = scene("red: abdomen dairying replete")
    g.decree(["red: food", "yellow: food", "black: food"])
    g.expect("red: food 2")


# Fertile Abdomen -----------------------------------------------------------------
@pytest.mark.rule("QUE-07")
def test_fertile_abdomen_gains_two_more_larvae_by_decree(scene):
    """7 larvae where others take 5."""
    g = scene("red: abdomen fertile")
    g.decree(["red: larvae", "yellow: larvae", "black: food"])
    g.expect("red: larvae 7, food 0; yellow: larvae 5; black: food 2")


@pytest.mark.rule("QUE-07", "QUE-03")
def test_fertile_abdomen_adds_nothing_to_food_nor_beyond_the_supply(scene):
    """Who takes food gains the usual 2; six cubes left are six larvae."""
    g = scene("red: abdomen fertile")
    g.decree(["red: food", "yellow: food", "black: food"])
    g.expect("red: food 2, larvae 0")
    g = scene("red: larvae 30, abdomen fertile")
    g.decree(["red: larvae", "yellow: food", "black: food"])
    g.expect("red: larvae 36")


# Velvety Abdomen -----------------------------------------------------------------
@pytest.mark.rule("QUE-01")
def test_velvety_abdomen_draws_a_card(scene):
    """One card as the Queen Phase begins, for its player alone."""
    g = scene("red: abdomen velvety; deck: swarm, cold-snap")
    g.abdomens()
    g.expect("red: hand swarm; deck: cold-snap; yellow: hand_size 0")


@pytest.mark.rule("FOR-03", "PLY-12")
def test_velvety_abdomen_draws_nothing_from_nothing(scene):
    """Discards are shuffled for it, but with no card left none is drawn, and none when it is covered."""
    g = scene("red: abdomen velvety; discards: swarm")
    g.abdomens()
    g.expect("red: hand swarm; discards: ")
    g = scene("red: abdomen velvety")
    g.abdomens()
    g.expect("red: hand_size 0")
    g = scene("red: abdomen velvety replete; deck: swarm")
    g.abdomens()
    g.expect("red: hand_size 0; deck: swarm")


# Replete Abdomen -----------------------------------------------------------------
@pytest.mark.rule("QUE-11", "QUE-05")
def test_replete_abdomen_does_not_count_ants_in_the_great_tunnel(scene):
    """Four ants there need no food; those on tiles do, and those of others too."""
    g = scene("tunnel: red 4, yellow; soil: red 2; red: food 2, abdomen replete; yellow: food 1")
    g.feed()
    g.expect("red: food 1; yellow: food 0; events: red feed 2 5 1 0, yellow feed 1 4 1 0")


@pytest.mark.rule("QUE-05", "QUE-11")
def test_replete_abdomen_lets_starved_ants_be_taken_from_the_great_tunnel(scene):
    """Who starves chooses among all ants; covered it counts them all."""
    g = scene("tunnel: red 2; soil: red 2; red: abdomen replete")
    g.feed([Answer("lose tunnel", offered=("lose soil.food",)), "lose tunnel"])
    g.expect("soil: red 2; tunnel: empty; events: red starve 2")
    g = scene("tunnel: red 4; soil: red 2; red: food 2, abdomen replete dairying")
    g.feed()
    g.expect("red: food 1; events: red feed 6 6 1 0")


# Odorous Abdomen -----------------------------------------------------------------
TILES = "soil: red; bark: red; pebble: red; fern: red; "


@pytest.mark.rule("QUE-01", "MEA-10")
def test_odorous_abdomen_scores_for_five_inhabited_tiles(scene):
    """1 point as the Queen Phase begins, wherever the tiles lie."""
    g = scene(TILES + "tall sand: at 2 -2, red; red: abdomen odorous")
    g.abdomens()
    g.expect("red: score 1; events: red points 1 cards")


@pytest.mark.rule("MEA-10", "MEA-12", "MEA-20")
def test_odorous_abdomen_scores_nothing_for_four(scene):
    """Neither outskirts nor the Great Tunnel make a fifth, nor does it score when covered."""
    g = scene(TILES + "tall sand: yellow 2, red out; tunnel: red; red: abdomen odorous")
    g.abdomens()
    g.expect("red: score 0")
    g = scene(TILES + "tall sand: red; red: abdomen odorous replete")
    g.abdomens()
    g.expect("red: score 0")
