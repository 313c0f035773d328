"""The Mutant Ant: Double Spliced Genes, Enlightened Colony, Mutation (PRI-08 to PRI-10)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer
from tests.march.offers import actions
from tools.told import careless, fights

GENES = "double spliced genes"
QUIET = ["yellow", "black"]


# Double Spliced Genes: the plays ------------------------------------------------------
@pytest.mark.rule("PRI-08")
def test_genes_play_one_evolution_at_its_cost_and_another_free(scene):
    """Armored Head costs two larvae; Velvety Abdomen, which costs as much, then costs nothing."""
    g = scene("red: species mutant, food 1, larvae 3, hand armored-head velvety-abdomen swarm", passing=QUIET)
    g.action(
        GENES,
        "red",
        [
            Answer("card armored-head on top", only=("armored-head on top", "velvety-abdomen on top")),
            Answer("card velvety-abdomen on top", only=("pass", "velvety-abdomen on top")),
        ],
    )
    g.expect("red: food 0, larvae 1, head armored, abdomen velvety, hand swarm")
    assert g.happened("red play armored-head 0") == g.happened("red play velvety-abdomen 1") == 1
    assert g.happened("red action double-spliced-genes") == 1


@pytest.mark.rule("PRI-08", "PLY-01", "PLY-11")
def test_the_first_evolution_is_paid_with_larvae_and_ants_and_sites_fill(scene):
    """An ant from Soil and one from the Great Tunnel; yellow's ant fills the site before what follows."""
    g = scene(
        "red: species mutant, food 1, hand armored-head turtle-head; soil: red 2, yellow out; tunnel: red 2",
        passing=QUIET,
    )
    g.action(
        GENES,
        "red",
        [
            "armored on top",
            "pay soil.food",
            "pay tunnel",
            Answer("turtle beneath", expect={"soil": "red larvae, yellow food"}),
        ],
    )
    g.expect("red: head turtle armored, supply 34; tunnel: red")


@pytest.mark.rule("PRI-08")
@pytest.mark.parametrize(
    ("first", "free"),
    [
        ("turtle-head", ["scouting-thorax"]),
        ("flying-thorax", ["scouting-thorax", "turtle-head", "weaver-thorax"]),
    ],
)
def test_the_free_evolution_costs_no_more_than_the_first(scene, first, free):
    """Equal is allowed; Tawny Crazy Head, which costs four, never follows one of three."""
    hand = "turtle-head scouting-thorax flying-thorax weaver-thorax tawny-crazy-head"
    g = scene(f"red: species mutant, food 1, larvae 9, hand {hand}", passing=QUIET)
    g.action(GENES, "red", [f"{first} on top", "pass"])
    offered = {option.split()[1] for option in g.options("evolve", "red") if option != "pass"}
    assert offered == set(free)


@pytest.mark.rule("PRI-08")
def test_printed_costs_are_compared(scene):
    """An overlay's cost counts, whatever could be paid."""
    g = scene(
        "red: species mutant, food 1, larvae 2, hand turtle-head flying-thorax",
        passing=QUIET,
        cards={"flying-thorax": {"cost": 1}},
    )
    g.action(GENES, "red", ["turtle-head", "flying-thorax on top"])
    g.expect("red: head turtle, thorax flying, larvae 1")


@pytest.mark.rule("PRI-08")
def test_the_free_evolution_may_be_declined(scene):
    """The first may not: without it there is no such action."""
    g = scene("red: species mutant, food 1, larvae 2, hand turtle-head bulldog-head", passing=QUIET)
    g.action(GENES, "red", [Answer("bulldog", not_offered=("pass",)), "pass"])
    g.expect("red: head bulldog, hand turtle-head, larvae 1")


@pytest.mark.rule("PRI-08")
@pytest.mark.parametrize(("plays", "heads"), [(0, 1), (2, 3), (4, 3)])
def test_how_many_are_free_is_a_parameter(scene, plays, heads):
    """genes_free_plays; each is compared with the evolution that was paid."""
    g = scene(
        "red: species mutant, food 1, larvae 2, hand army-head turtle-head armored-head flying-thorax",
        passing=QUIET,
        rules={"genes_free_plays": plays},
    )
    g.action(GENES, "red", ["army on top", *["turtle on top", "armored on top"][:plays]])
    assert len(g.seat("red").head) == heads
    assert g.seat("red").thorax == []


@pytest.mark.rule("PRI-08", "WRK-07")
@pytest.mark.parametrize(
    ("has", "may"),
    [
        ("food 1, larvae 1, hand turtle-head", True),
        ("food 1, hand turtle-head", False),
        ("food 1, larvae 1, hand armored-head", False),
        ("food 1, larvae 9, hand swarm outlander", False),
        ("food 0, larvae 1, hand turtle-head", False),
    ],
    ids=["possible", "no larvae", "too dear", "no evolution", "no food"],
)
def test_genes_need_food_and_an_evolution_that_can_be_paid(scene, has, may):
    """Otherwise the action is not offered."""
    g = scene(f"red: species mutant, {has}; deck: cold-snap")
    assert (GENES in actions(g)) == may


@pytest.mark.rule("PRI-08")
def test_ants_pay_for_genes_too(scene):
    """Without a larva an ant in the Meadow will do."""
    g = scene("red: species mutant, food 1, hand turtle-head; soil: red", passing=QUIET)
    g.action(GENES, "red")
    g.expect("red: head turtle; soil: empty")


@pytest.mark.rule("PRI-08")
@pytest.mark.parametrize("cost", [0, 2])
def test_the_cost_of_genes_is_a_parameter(scene, cost):
    """genes_cost is paid in food beside the cost of the card."""
    g = scene(
        "red: species mutant, food 2, larvae 1, hand turtle-head", passing=QUIET, rules={"genes_cost": cost}
    )
    g.action(GENES, "red")
    g.expect(f"red: food {2 - cost}, larvae 0")


@pytest.mark.rule("PRI-08", "PLY-05")
def test_an_evolution_laid_beneath_leaves_the_active_one(scene):
    """It lies below all others of its section: Driver Thorax stays on top and gives its steps."""
    g = scene(
        "red: species mutant, food 2, larvae 14, hand weaver-thorax, thorax flying driver; bark: red",
        passing=QUIET,
    )
    g.action(GENES, "red", [Answer("beneath", only=("on top", "beneath")), "3 x pay larva"])
    g.expect("red: thorax weaver flying driver, larvae 11; events: 1 x red beneath weaver-thorax thorax")
    g.action("march", "red", ["10 x larva > tunnel"])
    g.expect("red: larvae 1")


@pytest.mark.rule("PRI-08", "PLY-05", "PLY-12")
def test_an_evolution_laid_on_top_is_active_at_once(scene):
    """Weaver Thorax on top of Driver Thorax takes its steps away."""
    g = scene(
        "red: species mutant, food 2, larvae 12, hand weaver-thorax, thorax driver; bark: red", passing=QUIET
    )
    g.action(GENES, "red", ["on top", "3 x pay larva"])
    g.action("march", "red", ["7 x larva > tunnel"])
    g.expect("red: thorax driver weaver, larvae 2")


@pytest.mark.rule("PRI-08")
def test_in_an_empty_section_there_is_no_beneath(scene):
    """The first of a section is on top; the second of the same action may then go beneath it."""
    g = scene("red: species mutant, food 1, larvae 1, hand turtle-head bulldog-head", passing=QUIET)
    g.action(
        GENES,
        "red",
        [
            Answer("turtle", only=("turtle-head on top", "bulldog-head on top")),
            Answer("bulldog beneath", only=("pass", "bulldog-head on top", "bulldog-head beneath")),
        ],
    )
    g.expect("red: head bulldog turtle; never: beneath turtle-head")


@pytest.mark.rule("PRI-08", "PLY-07")
def test_the_free_play_completes_a_body(scene):
    """Each is scored as it is laid: the first completes one body, the free one, beneath, a second."""
    g = scene(
        "red: species mutant, food 1, larvae 9, hand turtle-head bulldog-head,"
        "thorax weaver flying, abdomen velvety dairying",
        passing=QUIET,
    )
    g.action(GENES, "red", ["turtle", "bulldog beneath"])
    g.expect("red: score 6, bodies 2, head bulldog turtle; events: 2 x red points 3 bodies")


@pytest.mark.rule("PRI-08", "WRK-03")
def test_each_other_player_may_play_an_evolution_at_its_cost(scene):
    """Clockwise, on top only, paid; the Mutant Ant gains larvae from its supply for both."""
    g = scene(
        "red: species mutant, food 1, larvae 1, hand turtle-head;"
        "yellow: larvae 3, hand army-head swarm, head bulldog; black: larvae 1, hand scouting-thorax"
    )
    g.action(
        GENES,
        "red",
        [
            Answer("army-head", "yellow", only=("pass", "army-head on top")),
            Answer("scouting", "black", only=("pass", "scouting-thorax on top")),
        ],
    )
    g.expect("yellow: head bulldog army, larvae 1, hand swarm; black: thorax scouting, larvae 0")
    g.expect("red: larvae 3, supply 33; events: 2 x reaction double-spliced-genes, red larvae 2 reaction")


@pytest.mark.rule("PRI-08", "QUE-03")
def test_the_mutant_gains_no_more_larvae_than_it_has_cubes(scene):
    """One cube in the supply: Tawny Crazy Head brings one larva instead of four."""
    g = scene(
        "red: species mutant, food 1, larvae 1, hand turtle-head; tunnel: red 35;"
        "yellow: larvae 4, hand tawny-crazy-head",
        passing=["black"],
    )
    g.action(GENES, "red", ["pay larva", "yellow: tawny"])
    g.expect("red: larvae 1, supply 0; yellow: head tawny-crazy")


@pytest.mark.rule("PRI-08")
def test_the_reaction_may_be_declined_and_must_be_paid(scene):
    """Yellow declines; black, who cannot pay its card, is not asked. Nothing is gained."""
    g = scene(
        "red: species mutant, food 1, larvae 1, hand turtle-head; yellow: larvae 3, hand army-head;"
        "black: larvae 1, hand armored-head"
    )
    g.action(GENES, "red", ["yellow: pass"])
    g.expect("red: larvae 0; yellow: larvae 3; never: reaction")


@pytest.mark.rule("PRI-08", "PLY-03", "PLY-07")
def test_reactions_give_bodies_and_no_further_reactions(scene):
    """Yellow completes a body; nobody exchanges a card for what is played."""
    g = scene(
        "red: species mutant, food 1, larvae 1, hand turtle-head swarm; black: hand cold-snap;"
        "yellow: larvae 1, hand bulldog-head outlander, thorax weaver, abdomen velvety; deck: royal-jelly"
    )
    g.action(GENES, "red", ["yellow: bulldog"])
    g.expect("yellow: score 3; red: larvae 1; deck: royal-jelly")
    assert {decision.question for decision in g.decisions} == {"action", "evolve"}


@pytest.mark.rule("PRI-08", "MEA-13", "MEA-21")
def test_sites_fill_clockwise_from_the_active_player_after_a_reaction(scene):
    """Yellow pays with its ant on a site of Soil: red's ant fills it, not yellow's."""
    g = scene(
        "red: species mutant, food 1, larvae 1, hand turtle-head; yellow: hand bulldog-head; bark: red;"
        "soil: yellow control, black food, red out, yellow out",
        passing=["black"],
    )
    g.action(GENES, "red", ["pay larva", "yellow: bulldog", "pay soil.control"])
    g.expect("soil: red control, black food, yellow out; red: larvae 1")


@pytest.mark.rule("PRI-08", "FIV-02")
def test_only_neighbours_react_to_genes_of_five(scene):
    """Purple acts: red and blue are asked."""
    cards = ["turtle-head", "bulldog-head", "scouting-thorax", "dairying-abdomen"]
    hands = "; ".join(
        f"{who}: larvae 1, hand {card}"
        for who, card in zip(("red", "yellow", "black", "blue"), cards, strict=True)
    )
    g = scene(
        f"players: red, yellow, black, blue, purple; {hands};"
        "purple: species mutant, food 1, larvae 1, hand fertile-abdomen"
    )
    g.action(GENES, "purple", ["red: turtle", "blue: pass"])
    g.expect("purple: larvae 1; red: head turtle")


@pytest.mark.rule("PRI-08", "RST-08")
def test_genes_within_frenzied_activity(scene):
    """It is an action like others: granted twice, paid twice, reacted to twice."""
    g = scene(
        "red: species mutant, food 2, larvae 9, hand frenzied-activity turtle-head bulldog-head army-head;"
        "yellow: larvae 9, hand scouting-thorax",
        passing=["black"],
    )
    actions = ["double spliced", "turtle on top", "red: pass", "yellow: scouting"]
    g.turn("red", ["play frenzied", "yellow: pass", *actions, "double spliced", "army on top", "red: pass"])
    g.expect("red: food 0, hand bulldog-head, head turtle army, larvae 5; yellow: thorax scouting")


# Enlightened Colony ----------------------------------------------------------------------
@pytest.mark.rule("PRI-09", "BAT-16")
def test_each_battle_costs_the_mutant_a_point(scene):
    """As invader or defender, winner or loser, before anything else; the other loses none."""
    g = scene("soil: red control, yellow food, yellow out; red: species mutant, score 5; yellow: score 5")
    g.battle("soil", ["pass"])
    g.expect("red: score 4; yellow: score 6")
    g = scene("soil: yellow control, red food, red out; red: species mutant, score 5; yellow: score 5")
    g.battle("soil", ["pass"])
    g.expect("red: score 5; yellow: score 5; events: red points -1 battle, red points 1 battle")


@pytest.mark.rule("PRI-09", "END-04")
def test_the_enlightened_lose_nothing_at_zero(scene):
    """What is lost at 0 is not owed: the victory's point counts."""
    g = scene("soil: yellow control, red food, red out; red: species mutant")
    g.battle("soil", ["pass"])
    g.expect("red: score 1")


@pytest.mark.rule("PRI-09", "CEN-07")
def test_battles_with_centipedes_cost_a_point_too(scene):
    """And every battle of several: with the centipede, then with yellow."""
    g = scene(
        "soil: red control, red food, red out, yellow 3 out, centipede; red: species mutant, score 5;"
        "deck: replete-abdomen, dairying-abdomen",
        passing=["red", "yellow"],
    )
    careless(g).battle("soil")
    assert "red hunt soil" in fights(g)
    assert "yellow battle soil red" in fights(g)
    assert g.happened("red points -1 battle") == 2


@pytest.mark.rule("PRI-09")
def test_what_a_battle_costs_is_a_parameter(scene):
    """enlightened_points."""
    g = scene(
        "soil: red control, yellow food, yellow out; red: species mutant, score 5",
        rules={"enlightened_points": 3},
    )
    g.battle("soil", ["pass"])
    g.expect("red: score 2")


@pytest.mark.rule("PRI-09")
@pytest.mark.parametrize(("owner", "score"), [("red", 4), ("blue", 5)])
def test_a_battle_in_the_worker_phase_costs_a_point(scene, owner, score):
    """A Sneak Attack upon the Mutant's ants does; one upon others costs it nothing."""
    g = scene(
        f"players: red, yellow, black, blue; soil: {owner} control, yellow food, yellow out;"
        "red: species mutant, score 5; black: larvae 1, hand sneak-attack",
        passing=["red", "yellow", "blue"],
    )
    g.play("sneak-attack", "black")
    g.expect(f"red: score {score}")


# Mutation ------------------------------------------------------------------------------
@pytest.mark.rule("PRI-10")
def test_the_hand_of_the_mutant_changes_as_soldiers_rise(scene):
    """Two cards are discarded, two drawn; others keep theirs."""
    g = scene(
        "red: species mutant, hand swarm cold-snap; yellow: hand turtle-head; deck: royal-jelly, outlander"
    )
    g.soldier_phase()
    g.expect("red: hand royal-jelly outlander; yellow: hand turtle-head; deck: ")
    assert sorted(g.table.discards) == ["cold-snap", "swarm"]


@pytest.mark.rule("PRI-10", "FOR-03")
def test_a_card_discarded_by_mutation_may_come_back(scene):
    """The deck has one card: the discards, with the old hand, become the new deck."""
    g = scene("red: species mutant, hand swarm cold-snap; deck: outlander")
    g.soldier_phase()
    assert len(g.seat("red").hand) == 2
    assert "outlander" in g.seat("red").hand
    g = scene("red: species mutant, hand swarm cold-snap")
    g.soldier_phase()
    g.expect("red: hand swarm cold-snap")


@pytest.mark.rule("PRI-10")
def test_an_empty_hand_does_not_mutate(scene):
    """Nothing is discarded or drawn."""
    g = scene("red: species mutant; deck: outlander")
    g.soldier_phase()
    g.expect("red: hand_size 0; deck: outlander; never: red draw")


@pytest.mark.rule("PRI-10", "SOL-01")
def test_mutation_comes_before_the_own_head_and_in_turn(scene):
    """Yellow holds the marker: its head, then black's mutation, then red's, then red's head."""
    g = scene(
        "marker: yellow; yellow: head army; red: species mutant, hand swarm, head acrobat;"
        "black: species mutant, hand cold-snap; soil: red; bark: yellow; deck: outlander, royal-jelly"
    )
    g.soldier_phase(["yellow: recall bark", "yellow: move", "red: soil.larvae > great-tunnel", "red: pass"])
    g.expect("red: hand royal-jelly; black: hand outlander")
    story = g.story()
    order = ["ant of yellow returns", "black draws", "red draws", "red moves"]
    assert [story.index(text) for text in order] == sorted(story.index(text) for text in order)


@pytest.mark.rule("PRI-10")
def test_mutation_is_no_matter_of_choice(scene):
    """Nobody is asked; a Common Meadow Ant keeps its hand."""
    g = scene("red: hand swarm cold-snap; black: species mutant, hand turtle-head; deck: outlander")
    assert g.soldier_phase() == []
    g.expect("red: hand swarm cold-snap; black: hand outlander")
