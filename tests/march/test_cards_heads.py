"""What the heads do: each clause of a card, and where it comes to less or to nothing."""

from __future__ import annotations

import pytest

from marchsim.games.march.scenarios.scene import Answer


# Acrobat Head --------------------------------------------------------------------
@pytest.mark.rule("SOL-01", "SOL-03", "MAR-02")
def test_acrobat_head_takes_two_steps_that_may_make_a_hex_contested(scene):
    """Up to 2 steps with ants, no larvae, before the battles; where a hex becomes contested there is one."""
    g = scene("soil: at 1 -1, yellow 2; pebble: at 1 0, red 3; red: larvae 3, head acrobat")
    steps = [Answer("pebble.out > tunnel", offered=("pass",), not_offered=("larva >",)), "tunnel > soil"]
    g.soldier_phase([*steps, "yellow: lose soil.food", "yellow: pass"])
    g.expect("soil: yellow control; pebble: red 2; red: larvae 3; yellow: score 1")
    g.expect("events: red battle soil yellow")


@pytest.mark.rule("SOL-03", "PLY-05", "PLY-12")
def test_acrobat_head_may_make_a_hex_uncontested_or_stay(scene):
    """An ant that steps out leaves nothing to battle about; it may stay, and a covered head does nothing."""
    g = scene("soil: yellow 2, red out; red: head acrobat")
    g.soldier_phase(["soil.out > tunnel", "pass"])
    g.expect("soil: yellow 2; tunnel: red; never: battle")
    g = scene("soil: yellow, red; red: head acrobat")
    g.soldier_phase(["pass"])
    g.expect("soil: yellow, red")
    g = scene("soil: yellow, red; red: head acrobat turtle")
    assert g.soldier_phase() == []


# Amazon Head ---------------------------------------------------------------------
@pytest.mark.parametrize(("had", "left"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_amazon_head_gains_two_larvae_and_takes_two_from_the_loser(scene, had, left):
    """The winner gains 2 also where the loser has fewer to lose."""
    g = scene(f"soil: red control, red food, yellow out; red: larvae 1, head amazon; yellow: larvae {had}")
    g.battle("soil")
    g.expect({"soil": "red 2", "red": "larvae 3, score 1", "yellow": f"larvae {left}"})


@pytest.mark.rule("CEN-05")
def test_amazon_head_gains_for_a_centipede_but_nothing_for_a_defeat(scene):
    """Any battle won counts; a battle lost changes no larvae."""
    g = scene("soil: red 2, centipede; red: head amazon; yellow: larvae 5; deck: early-harvest, turtle-head")
    g.battle("soil", ["red: lose soil.food", "pass"])
    g.expect("red: larvae 2, food 1; yellow: larvae 5; soil: red, no centipede")
    g = scene("soil: yellow 2, red out; red: larvae 1, head amazon; yellow: larvae 5")
    g.battle("soil", ["yellow: lose soil.food", "yellow: pass"])
    g.expect("red: larvae 1; yellow: larvae 5, score 1; soil: yellow control")


# Armored Head --------------------------------------------------------------------
@pytest.mark.rule("BAT-06", "BAT-16")
def test_armored_head_spares_one_of_the_casualties_but_not_the_last_ant(scene):
    """Of 5 ants 3 are lost where 4 are due; of 3 ants all are lost where 3 are due."""
    g = scene("soil: yellow 4, red 5 out; red: head armored; yellow: hand strange-appetite")
    losses = ["yellow: 2 x lose soil.out", "yellow: lose soil.food"]
    g.battle("soil", ["yellow: card strange-appetite", *losses, "yellow: pass"])
    g.expect("soil: yellow control, red food, red out; events: yellow outcome red 3 3")
    g = scene("soil: yellow 3, red 3 out; red: head armored; yellow: hand early-harvest")
    losses = ["yellow: lose soil.out", "yellow: lose soil.food"]
    g.battle("soil", ["yellow: card early-harvest", *losses, "yellow: pass"])
    g.expect("soil: yellow control; events: yellow outcome red 2 3")


@pytest.mark.rule("BAT-07", "CEN-05", "CEN-06")
def test_armored_head_spares_winners_too_and_none_where_none_is_due(scene):
    """It works in victory and against centipedes; no casualties stay none."""
    g = scene("soil: red 4, yellow 4 out; red: head armored")
    g.battle("soil", ["lose soil.out"])
    g.expect("soil: red 3; events: red outcome yellow 1 4")
    g = scene("soil: red 2, yellow out; red: head armored")
    g.battle("soil")
    g.expect("soil: red 2; events: red outcome yellow 0 1")
    g = scene("soil: red 4, centipede; red: head armored; deck: early-harvest, swarm")
    g.battle("soil", ["lose soil.out"])
    g.expect("soil: red 3; events: red outcome centipede 1 0")
    g = scene("soil: red 2, centipede; red: head armored; deck: swarm, army-head")
    g.battle("soil")
    g.expect("soil: empty, centipede; events: centipede outcome red 0 2")


# Army Head -----------------------------------------------------------------------
@pytest.mark.rule("SOL-01", "MEA-20")
def test_army_head_places_three_larvae_in_a_hex_with_an_own_ant(scene):
    """The Great Tunnel is such a hex, a hex without own ants is not, and a fourth larva stays."""
    g = scene("tunnel: red; bark: red; fern: yellow; red: larvae 4, head army")
    hexes = ("pass", "deploy tunnel", "recall tunnel", "deploy bark", "recall bark")
    g.soldier_phase([Answer("deploy tunnel", only=hexes), "3 x larva > tunnel"])
    g.expect("tunnel: red 4; red: larvae 1")


@pytest.mark.rule("MEA-12", "SOL-03")
def test_army_head_works_from_the_outskirts_and_may_settle_a_contest(scene):
    """With an ant in the outskirts alone larvae come too; ants that return to the chamber leave no battle."""
    g = scene("bark: yellow 2, red 2 out; red: larvae 3, head army", passing=["red"])
    g.soldier_phase(["red: deploy bark", "red: 3 x larva > bark"])
    g.expect("bark: red 4; red: larvae 0, score 1; events: red strength 6 0")
    g = scene("bark: yellow 2, red 2 out; red: larvae 1, head army")
    g.soldier_phase(["recall bark", "2 x move bark.out"])
    g.expect("bark: yellow 2; red: larvae 3, supply 33; never: battle; events: 2 x red return bark.out")


@pytest.mark.rule("GEN-02", "MEA-08")
def test_army_head_may_be_declined_and_do_a_part(scene):
    """Fewer ants may return and fewer larvae be placed; without larvae none are, without ants nothing."""
    g = scene("soil: red 2; red: head army")
    g.soldier_phase([Answer("recall soil", only=("pass", "recall soil")), "move soil.food", "pass"])
    g.expect("soil: red control; red: larvae 1")
    g = scene("soil: red; red: head army, larvae 3")
    g.soldier_phase(["deploy soil", "larva > soil", "pass"])
    g.expect("soil: red 2; red: larvae 2")
    g = scene("soil: red; red: head army, larvae 3")
    g.soldier_phase(["pass"])
    g.expect("soil: red; red: larvae 3")
    assert scene("red: head army, larvae 3").soldier_phase() == []


# Blast Head ----------------------------------------------------------------------
@pytest.mark.rule("SOL-01", "SOL-03", "GEN-04")
def test_blast_head_destroys_an_own_ant_and_three_others_on_its_tile(scene):
    """One own ant goes, then up to 3 named by player; a hex that is uncontested then has no battle."""
    g = scene("soil: red control, red out, yellow food, yellow out, black out; tunnel: red; red: head blast")
    named = [
        Answer("destroy soil.out", only=("pass", "destroy soil.control", "destroy soil.out")),
        Answer("yellow", only=("pass", "red", "yellow", "black")),
        Answer("yellow", offered=("yellow", "red")),
        Answer("black", not_offered=("yellow",)),
    ]
    g.soldier_phase(named)
    g.expect("soil: red control; tunnel: red; never: battle; red: score 0, supply 34")


@pytest.mark.rule("PLY-10", "MEA-13")
def test_blast_head_lets_the_owners_choose_and_may_name_fewer(scene):
    """Whose ants are named chooses which are lost; own ants can be named too, and naming may stop."""
    g = scene("soil: red control, yellow food, yellow out; red: head blast")
    g.soldier_phase(
        ["destroy soil.control", "yellow", "pass", "yellow: lose soil.food", "yellow: site soil.control"]
    )
    g.expect("soil: yellow control; never: battle")
    g = scene("soil: red 4; red: head blast")
    g.soldier_phase(["destroy soil.out", "red", "red", "pass", "red: lose soil.out", "red: lose soil.food"])
    g.expect("soil: red control")


@pytest.mark.rule("GEN-02", "MEA-20")
def test_blast_head_may_be_declined_and_spares_the_great_tunnel(scene):
    """Who declines destroys nothing; with ants in the Great Tunnel alone there is nothing to ask."""
    g = scene("soil: red, yellow; red: head blast")
    g.soldier_phase(["pass"])
    g.expect("soil: red, yellow")
    assert scene("tunnel: red 2, yellow; soil: yellow; red: head blast").soldier_phase() == []


# Golden Fire Head ----------------------------------------------------------------
@pytest.mark.rule("BAT-04")
def test_golden_fire_head_lays_two_cards_that_both_count(scene):
    """Both lie face down before anything is revealed; the opponent lays one."""
    g = scene(
        "soil: yellow 2, red 2 out; red: head golden-fire, hand swarm royal-jelly cold-snap;"
        "yellow: hand army-head blast-head"
    )
    answers = [
        Answer("card swarm", by="red", offered=("pass",)),
        Answer("card royal-jelly", by="red", offered=("pass",), expect={"never": "ferocity"}),
        Answer("card army-head", by="yellow", expect={"never": "ferocity"}),
        "red: pass",
        "red: site soil.control",
    ]
    g.battle("soil", answers)
    g.expect("soil: red control; red: hand cold-snap; yellow: hand blast-head")
    g.expect("events: red strength 3 7, yellow strength 2 4; discards: army-head, royal-jelly, swarm")


@pytest.mark.rule("BAT-04", "PLY-05")
def test_golden_fire_head_may_lay_one_or_none_and_only_on_top(scene):
    """Stopping after a card is allowed; below another head it allows no second."""
    position = "soil: red 3, yellow out; red: hand swarm royal-jelly, head "
    g = scene(position + "golden-fire")
    g.battle("soil", ["card swarm", "pass"])
    g.expect("events: red strength 4 4; red: hand royal-jelly")
    g = scene(position + "golden-fire")
    g.battle("soil", ["pass"])
    g.expect("events: red strength 4 0; red: hand swarm royal-jelly")
    g = scene(position + "golden-fire turtle")
    g.battle("soil", ["card swarm"])
    g.expect("events: red strength 6 4; red: hand royal-jelly")


def test_golden_fire_head_lays_nothing_against_a_tawny_crazy_head(scene):
    """Tawny Crazy Head silences both cards; its own player still lays one."""
    g = scene(
        "soil: red 3, yellow out; red: head golden-fire, hand swarm royal-jelly;"
        "yellow: head tawny-crazy, hand cold-snap brood-surge"
    )
    g.battle("soil", ["yellow: card cold-snap", "red: lose soil.out", "red: lose soil.food", "yellow: pass"])
    g.expect("soil: red control, yellow food; red: hand swarm royal-jelly; yellow: hand brood-surge")
    g.expect("events: red strength 4 0, yellow strength 2 3")


# Proboscis Head ------------------------------------------------------------------
@pytest.mark.rule("BAT-16")
def test_proboscis_head_gains_a_food_as_each_battle_begins(scene):
    """Against ants and centipede, before ferocity is laid, won or lost; battles of others give nothing."""
    g = scene(
        "soil: yellow 2, red out; bark: black 2, yellow out; bone yard: red control, centipede;"
        "red: head proboscis, hand swarm; deck: army-head, blast-head",
        passing=["yellow", "black"],
    )
    laid = [Answer("pass", by="red", expect={"red": "food 1"}), "yellow: lose soil.food"]
    g.battle("soil", laid)
    g.battle("bone yard", [Answer("pass", by="red", expect={"red": "food 2"})])
    g.battle("bark")
    g.expect("red: food 2, score 0; events: 2 x red food 1 card")


@pytest.mark.rule("BAT-17")
def test_proboscis_head_gains_outside_the_soldier_phase_too(scene):
    """Battles of a Sneak Attack count; below another head nothing is gained."""
    position = "soil: red 3, yellow out; yellow: larvae 1, hand sneak-attack; marker: yellow; red: head "
    g = scene(position + "proboscis")
    g.play("sneak-attack", "yellow", [])
    g.expect("red: food 1, score 1")
    g = scene(position + "proboscis turtle")
    g.play("sneak-attack", "yellow", [])
    g.expect("red: food 0, score 1")


# Tawny Crazy Head ----------------------------------------------------------------
@pytest.mark.rule("BAT-04", "BAT-17")
def test_tawny_crazy_head_lets_opponents_lay_nothing_in_any_phase(scene):
    """The opponent is not asked, in the Soldier Phase or in a Sneak Attack; its own player lays as always."""
    position = "soil: red 3, yellow out; red: head tawny-crazy, hand swarm royal-jelly; yellow: larvae 1, "
    g = scene(position + "hand cold-snap")
    g.battle("soil", ["red: card swarm"])
    g.expect("yellow: hand cold-snap; red: hand royal-jelly; events: red strength 4 4, yellow strength 1 0")
    g = scene(position + "hand cold-snap sneak-attack; marker: yellow")
    g.play("sneak-attack", "yellow", ["red: card swarm", "red: pass"])
    g.expect("yellow: hand cold-snap; events: yellow strength 1 0")


@pytest.mark.rule("CEN-04", "PLY-05")
def test_tawny_crazy_head_leaves_a_centipede_its_first_card(scene):
    """No second card is drawn against it; others are still met by two, and so is who has it covered."""
    position = "soil: red control, centipede; red: head {}; deck: early-harvest, swarm, army-head"
    g = scene(position.format("tawny-crazy"))
    g.battle("soil", ["pass"])
    g.expect("red: score 1; deck: swarm, army-head; soil: red control, no centipede")
    g = scene(position.format("tawny-crazy turtle"))
    g.battle("soil")
    g.expect("red: score 0; deck: army-head; soil: empty, centipede")


# Traitorous Head -----------------------------------------------------------------
@pytest.mark.rule("SOL-04")
def test_traitorous_head_scores_every_centipede_and_has_peace_where_it_rules(scene):
    """1 point for each in the Meadow; on a tile that it rules alone there is no battle."""
    g = scene("soil: red control, centipede; bark: centipede; fern: yellow; red: head traitorous")
    g.soldier_phase()
    g.expect("soil: red control, centipede; red: score 2; never: hunt; events: red points 2 cards")
    g = scene("soil: red control; red: head traitorous")
    g.soldier_phase()
    g.expect("red: score 0; never: points")


@pytest.mark.rule("CEN-07", "SOL-04")
def test_traitorous_head_sends_the_centipede_against_the_others_there(scene):
    """On the tile that it controls the centipede battles the others, one by one, and not its player."""
    g = scene(
        "water's edge: red control, yellow food, black larva-2, centipede; red: head traitorous;"
        "deck: swarm, army-head, blast-head, golden-fire-head, cold-snap"
    )
    g.soldier_phase()
    g.expect("water's edge: red control, centipede; red: score 1; deck: cold-snap")
    g.expect("events: yellow hunt water's-edge, black hunt water's-edge; never: red hunt")


@pytest.mark.rule("CEN-07", "MEA-13")
def test_traitorous_head_is_spared_only_where_it_controls_at_the_moment(scene):
    """Control is read before each battle: gained in between it protects; without it there is a battle."""
    g = scene(
        "soil: yellow control, red food, red out, centipede; red: head traitorous;"
        "deck: swarm, army-head, blast-head"
    )
    g.soldier_phase()
    g.expect("soil: red control, red food, centipede; red: score 1; deck: blast-head; never: red hunt")
    g = scene("soil: red food, centipede; red: head traitorous; deck: early-harvest, mysterious-hole")
    g.soldier_phase(["pass"])
    g.expect("soil: red food, no centipede; red: score 1, food 1; events: red hunt soil; never: cards")


# Trapjaw Head --------------------------------------------------------------------
@pytest.mark.rule("BAT-16")
def test_trapjaw_head_scores_once_for_each_hex(scene):
    """A second battle in the same hex gives nothing more, another hex does; victory is not needed."""
    g = scene(
        "bone yard: red control, red card, red 3 out, yellow 2 out, centipede; red: head trapjaw;"
        "soil: black 2, red out; deck: early-harvest, mysterious-hole",
        passing=["black"],
    )
    g.soldier_phase(["black: lose soil.food", *["red: lose bone-yard.out"] * 2])
    g.expect("bone yard: red 3; soil: black; red: score 4; black: score 1")
    g.expect("events: 2 x red points 1 cards, red points 1 centipede, 1 x red points 1 battle")


@pytest.mark.rule("BAT-17", "PLY-05")
def test_trapjaw_head_scores_neither_outside_the_soldier_phase_nor_covered(scene):
    """A Sneak Attack gives it nothing and does not count for later; a head above it takes its place."""
    g = scene("soil: red 4, yellow 3 out; red: larvae 1, head trapjaw, hand sneak-attack", passing=["yellow"])
    g.play("sneak-attack", "red", ["pay larva", "lose soil.out"])
    g.expect("red: score 1; soil: red 3; never: red points 1 cards")
    g = scene("soil: red 3, yellow out; red: head trapjaw turtle")
    g.battle("soil")
    g.expect("red: score 1; never: cards")


# Bulldog Head --------------------------------------------------------------------
@pytest.mark.rule("BAT-01", "BAT-03", "BAT-06")
def test_bulldog_head_is_stronger_as_invader(scene):
    """1 more Army Strength, which counts for the casualties too."""
    g = scene("soil: yellow 6, red 2 out; red: head bulldog, hand swarm")
    g.battle("soil", ["red: card swarm", "yellow: 4 x lose soil.out"])
    g.expect("soil: yellow 2, red out; events: red strength 4 4, red outcome yellow 1 4")


@pytest.mark.rule("CEN-01")
def test_bulldog_head_adds_nothing_as_defender(scene):
    """On the control site, or against a centipede, only its caste bonus counts."""
    g = scene("soil: red 2, yellow out; red: head bulldog")
    g.battle("soil")
    g.expect("events: red strength 3 0")
    g = scene("soil: red food, centipede; red: head bulldog; deck: early-harvest, mysterious-hole")
    g.battle("soil", ["pass"])
    g.expect("events: red strength 2 0")


# Turtle Head ---------------------------------------------------------------------
@pytest.mark.rule("BAT-03", "BAT-06", "CEN-01")
def test_turtle_head_is_stronger_as_defender(scene):
    """1 more Army Strength, casualties too, and against centipedes wherever its ants stand."""
    g = scene("soil: red 2, yellow 6 out; red: head turtle, hand swarm")
    g.battle("soil", ["red: card swarm", "red: lose soil.food", "red: pass"])
    g.expect("soil: red control, yellow food, yellow out; events: red strength 4 4, red outcome yellow 1 4")
    g = scene("soil: red food, centipede; red: head turtle; deck: early-harvest, mysterious-hole")
    g.battle("soil", ["pass"])
    g.expect("events: red strength 3 0")


def test_turtle_head_adds_nothing_as_invader(scene):
    """Without the control site only its caste bonus counts."""
    g = scene("soil: yellow, red 3 out, yellow food; red: head turtle")
    g.battle("soil", ["red: pass"])
    g.expect("events: red strength 4 0; soil: red 2")
