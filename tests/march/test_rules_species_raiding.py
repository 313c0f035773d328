"""The Raiding Ant: Raiding Party, One Track Mind, War Rations (PRI-11 to PRI-13)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer
from tests.march.offers import actions
from tools.told import careless, fights

RAID = "raiding party"
QUIET = ["yellow", "black"]
ALL = ["red", "yellow", "black", "blue", "purple"]
CONTESTED = "soil: at 1 -1, turn 0, yellow control, yellow food, red 2 out"


def raid(g, *answers):
    """Let red raid; who has no answer declines, loses what comes last and takes what comes first."""
    careless(g).action(RAID, "red", answers)
    return g


# Raiding Party: steps --------------------------------------------------------------------
@pytest.mark.rule("PRI-11", "MAR-03")
def test_a_raid_takes_up_to_three_steps_larvae_first(scene):
    """Two larvae, then an ant; no larva after it."""
    g = scene("bark: red; red: species raiding, food 1, larvae 3", passing=QUIET)
    g.action(
        RAID,
        "red",
        [
            Answer("larva > tunnel", not_offered=("pass",)),
            "larva > tunnel",
            Answer("bark > tunnel", offered=("pass", "larva > bark")),
        ],
    )
    g.expect("tunnel: red 3; red: food 0, larvae 1; events: red action raiding-party")


@pytest.mark.rule("PRI-11", "MAR-03")
def test_no_larva_moves_after_an_ant_in_a_raid(scene):
    g = scene("bark: red; red: species raiding, food 1, larvae 3", passing=QUIET)
    g.action(RAID, "red", ["bark > tunnel", Answer("pass", not_offered=("larva",))])


@pytest.mark.rule("PRI-11", "MAR-04", "WRK-08")
@pytest.mark.parametrize(("thorax", "steps"), [("weaver", 4), ("weaver tunneling", 5), ("weaver driver", 5)])
def test_each_thorax_gives_a_raid_a_step(scene, thorax, steps):
    """Covered ones count; what Driver Thorax adds to a March is not added to a raid (D-17)."""
    g = scene(f"bark: red; red: species raiding, food 1, larvae 9, thorax {thorax}", passing=QUIET)
    g.action(RAID, "red", [f"{steps} x larva > tunnel"])
    g.expect(f"tunnel: red {steps}")


@pytest.mark.rule("PRI-11")
def test_steps_of_a_raid_are_a_parameter(scene):
    """raid_steps; the caste bonus comes on top."""
    g = scene(
        "bark: red; red: species raiding, food 1, larvae 9, thorax weaver",
        passing=QUIET,
        rules={"raid_steps": 5, "thorax_steps": 2},
    )
    g.action(RAID, "red", ["7 x larva > tunnel"])


@pytest.mark.rule("PRI-11", "WRK-07")
@pytest.mark.parametrize(
    ("position", "rules", "may"),
    [
        ("tunnel: red; soil: at 1 -1; red: food 1", {}, True),
        ("red: food 1, larvae 1", {}, True),
        ("red: food 1", {}, False),
        ("red: food 0, larvae 1", {}, False),
        ("red: food 1, larvae 1", {"raid_steps": 0}, False),
        (f"{CONTESTED}; red: food 1", {"raid_steps": 0}, True),
        (f"{CONTESTED.replace('red 2 out', 'black 2 out')}; red: food 1", {}, False),
    ],
    ids=["step", "larva", "nothing to move", "no food", "no steps", "battle alone", "others' battle"],
)
def test_when_a_raid_is_possible(scene, position, rules, may):
    """With food, and a step to take or a battle to fight."""
    g = scene(position.replace("red: food", "red: species raiding, food"), rules=rules)
    assert (RAID in actions(g)) == may


@pytest.mark.rule("PRI-11")
@pytest.mark.parametrize("cost", [0, 2])
def test_the_cost_of_a_raid_is_a_parameter(scene, cost):
    """raid_cost is paid, and nothing else."""
    g = scene("tunnel: red; red: species raiding, food 2, larvae 1", rules={"raid_cost": cost})
    g.action(RAID, "red", [])
    g.expect(f"red: food {2 - cost}; tunnel: red 2")


@pytest.mark.rule("PRI-11")
def test_without_a_battle_one_step_must_be_taken(scene):
    """The first cannot be declined, the second can; no contested tile, no battle, no reaction."""
    g = scene(
        "bark: red, yellow; tunnel: red; red: species raiding, food 1, larvae 1; deck: swarm", passing=QUIET
    )
    raid(g, Answer("larva > tunnel", not_offered=("pass",)), "pass")
    g.expect("never: battle, reaction; tunnel: red 2; yellow: hand_size 0")


@pytest.mark.rule("PRI-11")
def test_with_a_battle_no_step_need_be_taken(scene):
    """Soil is contested as things stand: red declines the first step and battles."""
    g = scene(f"{CONTESTED}; red: species raiding, food 1", passing=QUIET)
    raid(g, "red: pass")
    assert fights(g) == ["red battle soil yellow"]
    g.expect("red: food 0; never: red step")


# Raiding Party: the battle ---------------------------------------------------------------
@pytest.mark.rule("PRI-11", "MEA-21", "MEA-14")
def test_sites_fill_before_the_battle(scene):
    """A step leaves a site of Bark to yellow's ant, and nothing is contested there any more."""
    g = scene("bark: red 2, yellow out; red: species raiding, food 1; deck: swarm", passing=QUIET)
    raid(g, "bark.food > tunnel", "pass")
    g.expect("bark: yellow food, red larva; never: battle, reaction")


@pytest.mark.rule("PRI-11")
def test_steps_may_lead_out_of_every_battle(scene):
    """Red need not battle where it stood as the raid began."""
    g = scene(f"{CONTESTED}; red: species raiding, food 1", passing=QUIET)
    raid(g, "2 x soil > tunnel", "red: pass")
    g.expect("never: battle; tunnel: red 2")


@pytest.mark.rule("PRI-11", "GEN-02")
def test_the_battle_is_compulsory(scene):
    """Steps make Soil contested; red must battle there, though it stands one against two."""
    g = scene(
        "soil: at 1 -1, turn 0, yellow 2; tunnel: red; red: species raiding, food 1; deck: swarm",
        passing=QUIET,
    )
    raid(g, "pass")
    assert fights(g) == ["red battle soil yellow"]
    g.expect("soil: yellow 2; red: army 0; yellow: score 1, hand swarm")


@pytest.mark.rule("PRI-11", "BAT-01", "BAT-05")
def test_the_raider_is_the_invader_even_on_the_control_site(scene):
    """Two against two: yellow wins the tie, though red holds the control site."""
    g = scene(
        "soil: red control, red food, yellow 2 out; red: species raiding, food 1, score 1", passing=ALL[:3]
    )
    raid(g)
    assert fights(g) == ["red battle soil yellow"]
    g.expect("soil: yellow; yellow: score 1; red: army 0, score 1; events: yellow outcome red 1 2")


@pytest.mark.rule("PRI-11", "BAT-05")
def test_the_ruleset_may_turn_ties_round_in_a_raid(scene):
    """defender_wins_ties false: the raider wins."""
    g = scene(
        "soil: red control, red food, yellow 2 out; red: species raiding, food 1",
        passing=ALL[:3],
        rules={"defender_wins_ties": False},
    )
    raid(g).expect("events: red outcome yellow; red: score 1; yellow: army 0")


@pytest.mark.rule("PRI-11", "BAT-16")
def test_bulldogs_raid_and_turtles_are_raided(scene):
    """Strength as invader counts for the raider, strength as defender for the other; so do heads."""
    g = scene(
        "soil: red control, red food, yellow 2 out; red: species raiding, food 1, head bulldog;"
        "yellow: head turtle",
        passing=ALL[:3],
    )
    raid(g).expect("events: red strength 4 0, yellow strength 4 0")


@pytest.mark.rule("PRI-11", "BAT-04")
def test_both_lay_ferocity_in_a_raid_the_raider_first(scene):
    """Cold Snap has 3, Royal Jelly 3."""
    g = scene(
        f"{CONTESTED}; red: species raiding, food 1, hand cold-snap; yellow: hand royal-jelly; deck: swarm",
        passing=QUIET,
    )
    raid(g, "red: pass", "red: card cold-snap", "yellow: card royal-jelly")
    g.expect(
        "events: red strength 2 3, yellow strength 2 3, yellow outcome red; discards: royal-jelly, cold-snap"
    )


@pytest.mark.rule("PRI-11")
def test_only_two_players_fight_in_a_raid(scene):
    """Red chooses tile and opponent; neither need hold the control site; black and the centipede look on."""
    g = scene(
        "soil: at 1 -1, turn 0, black control, yellow food, red 3 out, centipede;"
        "bark: at 0 -1, turn 1, black 2, red out; red: species raiding, food 1; deck: swarm, cold-snap",
        passing=QUIET,
    )
    raid(
        g,
        "red: pass",
        Answer("yellow in soil", only=("yellow in soil", "black in soil", "black in bark")),
        "red: pass",
    )
    assert fights(g) == ["red battle soil yellow"]
    g.expect("soil: black control, red food, red 2 out, centipede; bark: black 2, red; yellow: hand swarm")


@pytest.mark.rule("PRI-11", "MEA-15")
@pytest.mark.parametrize(
    "position",
    [
        "soil: red, yellow; tunnel: red, yellow 3",
        "soil: red 2, red out, centipede; bark: yellow",
        "soil: yellow 2, black out; bark: red",
    ],
    ids=["shared and Great Tunnel", "centipede alone", "others"],
)
def test_no_raid_where_no_ant_battle_is_due(scene, position):
    """Shared tiles, the Great Tunnel, a centipede's tile and those without an own ant are spared."""
    g = scene(f"{position}; red: species raiding, food 1, larvae 1", passing=QUIET)
    g.action(RAID, "red", ["larva > tunnel", "pass"])
    assert fights(g) == []


@pytest.mark.rule("PRI-11", "BAT-11")
def test_the_spoils_of_a_raid(scene):
    """A point, the free move onto an empty site, and filling clockwise from the winner."""
    g = scene(
        "soil: at 1 -1, turn 0, yellow control, black food, red 3 out; red: species raiding, food 1",
        passing=QUIET,
    )
    raid(g, "red: pass", "yellow in soil", Answer("soil.out > soil.control", "red", offered=("pass",)))
    g.expect("soil: red control, black food, red 2 out; red: score 1; yellow: army 0, score 0")


@pytest.mark.rule("PRI-11", "BAT-12", "BAT-17")
def test_a_raid_does_not_count_for_the_soldier_phase(scene):
    """Red wins a raid upon Soil by ferocity, and battles there again as the soldiers rise."""
    g = scene(
        "soil: yellow 2, yellow 2 out, red 2 out; red: species raiding, food 1, hand cold-snap", passing=QUIET
    )
    raid(g, "red: pass", "card cold-snap").expect("soil: yellow 2, red")
    assert set(g.g.s.fought) == {0}
    g.soldier_phase()
    assert fights(g) == ["red battle soil yellow"] * 2


@pytest.mark.rule("PRI-11", "PLY-06", "BAT-17")
@pytest.mark.parametrize(("heads", "strength"), [(True, 3), (False, 2)])
def test_heads_in_a_raid_are_a_parameter(scene, heads, strength):
    """heads_outside_soldier; the topmost head acts anyway."""
    g = scene(
        f"{CONTESTED}; red: species raiding, food 1, head proboscis",
        passing=ALL[:3],
        rules={"heads_outside_soldier": heads},
    )
    raid(g).expect(f"events: red strength {strength} 0; red: food 1")


@pytest.mark.rule("PRI-11", "PRI-09")
def test_a_raid_upon_the_enlightened_colony(scene):
    """The Mutant Ant loses its point in this battle, too."""
    g = scene(f"{CONTESTED}; red: species raiding, food 1; yellow: species mutant, score 3", passing=ALL[:3])
    raid(g).expect("yellow: score 3; events: yellow points -1 battle, yellow points 1 battle")


# Raiding Party: the reaction ----------------------------------------------------------------
@pytest.mark.rule("PRI-11", "WRK-03")
def test_who_was_battled_draws_a_card(scene):
    """After the battle, whoever won, without being asked; nobody else does."""
    g = scene(f"{CONTESTED}; red: species raiding, food 1; deck: swarm, cold-snap", passing=ALL[:3])
    raid(g).expect("yellow: hand swarm; black: hand_size 0; red: hand_size 0")
    assert g.happened("yellow reaction raiding-party") == g.happened("reaction") == 1
    assert g.story().index("beats") < g.story().index("draws")


@pytest.mark.rule("PRI-11")
@pytest.mark.parametrize(("cards", "drawn"), [(0, 0), (2, 2), (5, 3)])
def test_cards_of_the_reaction_to_a_raid_are_a_parameter(scene, cards, drawn):
    """raid_reaction_cards, as many as there are."""
    g = scene(
        f"{CONTESTED}; red: species raiding, food 1; deck: swarm, cold-snap, outlander",
        passing=ALL[:3],
        rules={"raid_reaction_cards": cards},
    )
    raid(g).expect(f"yellow: hand_size {drawn}")
    assert g.happened("reaction") == (drawn > 0)


@pytest.mark.rule("PRI-11", "FOR-03")
def test_without_a_card_there_is_no_reaction_to_a_raid(scene):
    """Deck and discards are empty; the battle takes place."""
    g = scene(f"{CONTESTED}; red: species raiding, food 1", passing=ALL[:3])
    raid(g).expect("never: reaction; events: 1 x battle soil")


@pytest.mark.rule("PRI-11", "FIV-02")
@pytest.mark.parametrize(("victim", "draws"), [("yellow", 1), ("black", 0), ("blue", 0), ("purple", 1)])
def test_of_five_only_neighbours_draw_for_a_raid(scene, victim, draws):
    """Black and blue may be battled, but do not react to red."""
    g = scene(
        f"players: red, yellow, black, blue, purple; soil: at 1 -1, turn 0, {victim} 2, red 2 out;"
        "red: species raiding, food 1; deck: swarm, cold-snap",
        passing=ALL,
    )
    raid(g).expect(f"{victim}: hand_size {draws}, score 1")


# One Track Mind and War Rations ------------------------------------------------------------
@pytest.mark.rule("PRI-13", "QUE-04")
@pytest.mark.parametrize(("species", "food"), [("raiding", 2), ("common", 1)])
def test_war_rations_have_no_abdomen_bonus(scene, species, food):
    """Six ants and two abdomens: four to a food, not six."""
    g = scene(f"tunnel: red 6; red: species {species}, food 3, abdomen velvety dairying")
    g.feed()
    g.expect(f"red: food {3 - food}")


@pytest.mark.rule("PRI-13")
def test_the_topmost_abdomen_of_war_rations_acts(scene):
    """Replete Abdomen leaves the Great Tunnel unfed, and a body is complete with it."""
    g = scene(
        "tunnel: red 6; soil: red 2;red: species raiding, food 3, abdomen replete, head turtle, thorax weaver"
    )
    g.feed()
    g.expect("red: food 2, bodies 1")


@pytest.mark.rule("PRI-13")
@pytest.mark.parametrize(("lost", "decreed", "eaten"), [("caste", 3, 1), ("all", 2, 2)])
def test_the_topmost_abdomen_may_be_lost_too(scene, lost, decreed, eaten):
    """With species_bonus_lost all the Royal Decree is plain and the ants in the Great Tunnel eat."""
    rules = {"species_bonus_lost": lost}
    g = scene("red: species raiding, abdomen dairying", rules=rules)
    g.decree(["food", "food", "food"])
    g.expect(f"red: food {decreed}")
    g = scene("tunnel: red 3; soil: red 2; red: species raiding, food 5, abdomen replete", rules=rules)
    g.feed()
    g.expect(f"red: food {5 - eaten}")


@pytest.mark.rule("PRI-13")
@pytest.mark.parametrize(("lost", "cards"), [("caste", 1), ("all", 0)])
def test_an_abdomen_without_effect_does_not_begin_the_queen_phase(scene, lost, cards):
    """Velvety Abdomen draws a card at the start of the phase, or not."""
    g = scene(
        "red: species raiding, abdomen velvety; deck: swarm, cold-snap", rules={"species_bonus_lost": lost}
    )
    g.abdomens()
    g.expect(f"red: hand_size {cards}")
