"""The Crazy Ant: Dance of Chaos, Frenzy, Distracted Ranks (PRI-02 to PRI-04)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer
from tests.march.offers import actions, asked

DANCE = "dance of chaos"
QUIET = ["yellow", "black"]


# Dance of Chaos -------------------------------------------------------------------
@pytest.mark.rule("PRI-02")
def test_dance_of_chaos_plays_the_first_event_of_the_deck_free(scene):
    """Two cards are passed over; Brood Surge costs an ant otherwise; then two steps, larvae first."""
    g = scene(
        "red: species crazy, food 1; soil: red; deck: turtle-head, outlander, brood-surge, swarm",
        passing=QUIET,
    )
    g.action(DANCE, "red", ["larva > soil", "soil.larvae > great-tunnel"])
    g.expect(
        "red: food 0, larvae 4, hand_size 0, army 2; soil: red; tunnel: red;"
        "deck: swarm; discards: brood-surge, outlander, turtle-head"
    )
    assert g.happened("red action dance-of-chaos") == 1
    assert g.happened("red play brood-surge 1") == 1


@pytest.mark.rule("PRI-02")
def test_steps_of_the_dance_are_the_ferocity_of_the_event(scene):
    """Royal Jelly has 3: after the effect, up to three steps, and no caste steps; none need be taken."""
    deck = "deck: royal-jelly; tunnel: red"
    for answers, ants in ((["larvae and food", "3 x larva > tunnel"], 4), (["larvae and food", "pass"], 1)):
        g = scene(f"red: species crazy, food 1, thorax driver tunneling; {deck}", passing=QUIET)
        g.action(DANCE, "red", answers)
        g.expect(f"tunnel: red {ants}; red: food 2")


@pytest.mark.rule("PRI-02", "MAR-03")
def test_larvae_step_before_ants_in_a_dance(scene):
    """After an ant's step no larva is on offer."""
    g = scene("red: species crazy, food 1; bark: red; deck: royal-jelly", passing=QUIET)
    g.action(
        DANCE,
        "red",
        [
            "larvae and food",
            Answer("bark.food > great-tunnel", offered=("larva > bark",)),
            Answer("pass", not_offered=("larva > bark",)),
        ],
    )


@pytest.mark.rule("PRI-02")
def test_an_event_without_ferocity_gives_no_steps(scene):
    """Brood Surge with ferocity 0: nobody is asked for a step."""
    g = scene(
        "red: species crazy, food 1; bark: red; deck: brood-surge",
        passing=QUIET,
        cards={"brood-surge": {"ferocity": 0}},
    )
    g.action(DANCE, "red")
    assert "step" not in asked(g)
    g.expect("red: larvae 5")


@pytest.mark.rule("PRI-02", "GEN-02")
def test_the_event_of_a_dance_must_be_played(scene):
    """Cold Snap strikes the dancer, too: its ant on a tile dies."""
    g = scene("red: species crazy, food 1; bark: red; soil: yellow; deck: cold-snap", passing=QUIET)
    g.action(DANCE, "red")
    g.expect("bark: empty; soil: empty; discards: cold-snap")


@pytest.mark.rule("PRI-02", "GEN-03")
def test_an_event_without_a_target_has_no_effect_but_gives_steps(scene):
    """Swarm finds no second hex: it is discarded, and its four steps remain (D-15)."""
    g = scene("red: species crazy, food 1, larvae 5; deck: swarm", passing=QUIET)
    g.action(DANCE, "red", ["4 x larva > tunnel"])
    g.expect("tunnel: red 4; discards: swarm; red: larvae 1")


@pytest.mark.rule("PRI-02")
def test_a_dance_without_events_plays_nothing(scene):
    """Deck and discards are searched, no steps follow; the reaction comes all the same."""
    g = scene(
        "red: species crazy, food 1, larvae 2; deck: turtle-head; discards: outlander", passing=["black"]
    )
    g.action(DANCE, "red", ["yellow: yes"])
    g.expect(
        "red: larvae 2, food 0; yellow: larvae 1; never: red play; deck: ; discards: outlander, turtle-head"
    )


@pytest.mark.rule("PRI-02", "FOR-03")
def test_a_dance_goes_on_in_the_discards(scene):
    """The deck ends without an event; the discards become a new deck, without what the search discarded."""
    g = scene(
        "red: species crazy, food 1; deck: turtle-head, army-head; discards: brood-surge", passing=QUIET
    )
    g.action(DANCE, "red", ["2 x larva > tunnel"])
    g.expect("events: 1 x reshuffle 1; deck: ; red: larvae 3")
    assert sorted(g.table.discards) == ["army-head", "brood-surge", "turtle-head"]
    assert g.table.discards[0] == "brood-surge"


@pytest.mark.rule("PRI-02", "FOR-03")
def test_what_the_search_discards_is_not_searched_again(scene):
    """No event anywhere: each card is turned up once, and all are discards in the end."""
    g = scene("red: species crazy, food 1; deck: turtle-head, army-head; discards: outlander", passing=QUIET)
    g.action(DANCE, "red")
    assert [g.happened("reveal", card) for card in ("turtle-head", "army-head", "outlander")] == [1, 1, 1]
    g.expect("deck: ")


@pytest.mark.rule("PRI-02", "WRK-07")
@pytest.mark.parametrize(
    ("has", "cards", "may"),
    [
        ("food 1", "deck: outlander", True),
        ("food 1", "discards: outlander", True),
        ("food 0", "deck: swarm", False),
        ("food 1", "round: 1", False),
    ],
    ids=["deck", "discards", "no food", "no cards"],
)
def test_a_dance_needs_food_and_a_card(scene, has, cards, may):
    """An event need not be among them."""
    g = scene(f"red: species crazy, {has}; tunnel: red; {cards}")
    assert (DANCE in actions(g)) == may


@pytest.mark.rule("PRI-02")
def test_only_the_crazy_ant_dances(scene):
    """Each species has one action of its own, the Common Meadow Ant none."""
    own = {"common": "", "nomadic": "journey of 6000 steps", "mutant": "", "raiding": "raiding party"}
    for species, action in own.items():
        g = scene(f"red: species {species}, food 1, larvae 1; tunnel: red; deck: swarm; pile: bark, fern")
        plain = ("explore", "march", "forage", "rest", "pass")
        assert [option for option in actions(g) if option not in plain] == ([action] if action else [])


@pytest.mark.rule("PRI-02")
@pytest.mark.parametrize("cost", [0, 3])
def test_the_cost_of_a_dance_is_a_parameter(scene, cost):
    """dance_cost is paid, and nothing else."""
    g = scene("red: species crazy, food 3; deck: brood-surge", passing=QUIET, rules={"dance_cost": cost})
    g.action(DANCE, "red", ["pass"])
    g.expect(f"red: food {3 - cost}")


@pytest.mark.rule("PRI-02", "WRK-03")
def test_each_other_player_may_gain_a_larva_from_a_dance(scene):
    """Clockwise, free, optional; who has no cube in the supply is not asked; the dancer gains none."""
    g = scene(
        "players: red, yellow, black, blue; red: species crazy, food 1; yellow: larvae 36; deck: outlander"
    )
    g.action(DANCE, "red", [Answer("yes", "black", only=("yes", "pass")), "blue: pass"])
    g.expect("red: larvae 0; yellow: larvae 36; black: larvae 1, supply 35; blue: larvae 0")
    assert g.happened("reaction dance-of-chaos") == 1


@pytest.mark.rule("PRI-02")
@pytest.mark.parametrize("larvae", [0, 3])
def test_larvae_of_the_reaction_to_a_dance_are_a_parameter(scene, larvae):
    """dance_reaction_larvae; a Nurse Thorax speaks of Forage alone."""
    g = scene(
        "red: species crazy, food 1; yellow: thorax nurse; deck: outlander",
        passing=["black"],
        rules={"dance_reaction_larvae": larvae},
    )
    g.action(DANCE, "red", ["yellow: yes"] if larvae else [])
    g.expect(f"yellow: larvae {larvae}")


@pytest.mark.rule("PRI-02", "FIV-02")
def test_only_neighbours_react_to_a_dance_of_five(scene):
    """Black dances: yellow and blue are asked."""
    g = scene("players: red, yellow, black, blue, purple; black: species crazy, food 1; deck: outlander")
    g.action(DANCE, "black", ["blue: yes", "yellow: yes"])
    g.expect("red: larvae 0; purple: larvae 0; blue: larvae 1; yellow: larvae 1")


@pytest.mark.rule("PRI-02", "PLY-03", "WRK-08")
def test_the_event_of_a_dance_has_no_reaction_of_its_own(scene):
    """Nobody exchanges a card, though all have some; what it places is no Explore."""
    g = scene(
        "red: species crazy, food 1, thorax pavement; yellow: hand swarm; black: hand cold-snap, larvae 1;"
        "tunnel: red; deck: queens-journey; pile: bark",
        passing=QUIET,
    )
    g.action(DANCE, "red", ["at 1 -1", "turn 0", "move", "food", "pass"])
    g.expect("bark: red food; red: food 0; never: reaction")


@pytest.mark.rule("PRI-02", "MEA-21")
def test_sites_fill_after_the_event_and_after_the_steps(scene):
    """Cold Snap empties Bark's sites: black fills one at once; red's steps leave one to yellow."""
    g = scene(
        "red: species crazy, food 1; bark: yellow 2, black 3 out; soil: red 3, yellow 3 out; deck: cold-snap",
        passing=QUIET,
    )
    answers = ["lose soil.outskirts", "2 x lose soil.outskirts", Answer("soil.food > tunnel", "red"), "pass"]
    g.action(DANCE, "red", answers)
    g.expect("bark: black 1, yellow 2; soil: red larvae, yellow food; tunnel: red")


# Dance of Chaos and Frenzied Activity ---------------------------------------------------
FRENZY = "deck: frenzied-activity, swarm, cold-snap, royal-jelly, outlander, brood-surge"


@pytest.mark.rule("PRI-02", "RST-08", "WRK-06")
def test_a_dance_that_finds_frenzied_activity(scene):
    """Reactions to playing it, two actions with theirs, its four steps, then the reaction to the dance."""
    g = scene(f"red: species crazy, food 3; yellow: hand conquerors; {FRENZY}", passing=["black"])
    g.action(
        DANCE,
        "red",
        [
            "yellow: card conquerors",
            Answer("forage", offered=("dance", "pass")),
            "yellow: yes",
            "forage",
            "yellow: pass",
            "yellow: yes",
        ],
    )
    g.expect("red: food 0, hand_size 4; yellow: larvae 2, hand_size 1")
    story = g.story()
    order = ["begins a Dance", "plays Frenzied", "reacts to Play", "red forages", "reacts to Forage"]
    places = [story.index(text) for text in [*order, "yellow reacts to Dance"]]
    assert places == sorted(places)


@pytest.mark.rule("PRI-02", "RST-08")
def test_steps_follow_the_actions_of_frenzied_activity(scene):
    """Both declined: four steps are left."""
    g = scene(f"red: species crazy, food 2, larvae 5; {FRENZY}", passing=QUIET)
    g.action(DANCE, "red", ["red: pass", "4 x larva > tunnel"])
    g.expect("tunnel: red 4")


@pytest.mark.rule("PRI-02", "PRI-03", "RST-08")
def test_a_dance_within_a_dance(scene):
    """The species action is one of those that Frenzied Activity grants; each has its own reaction."""
    g = scene("red: species crazy, food 2; deck: frenzied-activity, brood-surge, swarm", passing=["black"])
    g.action(DANCE, "red", ["dance", "red: pass", "yellow: yes", "red: pass", "red: pass", "yellow: yes"])
    g.expect("yellow: larvae 2; red: food 0, larvae 5")


@pytest.mark.rule("PRI-02", "RST-08")
def test_a_rest_in_a_dance_that_ends_the_phase(scene):
    """Yellow has rested: red's granted Rest ends the phase at once, no steps and no reactions (D-11)."""
    g = scene(
        "red: species crazy, food 1, larvae 2; yellow: rested; deck: frenzied-activity", passing=["black"]
    )
    g.turn("red", ["dance", "rest"])
    assert g.table.phase_over
    g.expect("tunnel: empty; never: reaction; red: larvae 3; marker: red; discards: frenzied-activity")


@pytest.mark.rule("PRI-02", "RST-08")
def test_a_rest_in_a_dance_that_does_not_end_the_phase(scene):
    """It ends the turn: no steps; the others react to the dance."""
    g = scene("red: species crazy, food 1, larvae 2; deck: frenzied-activity", passing=["black"])
    g.turn("red", ["dance", "rest", "yellow: yes"])
    g.expect("red: rested, larvae 2; tunnel: empty; yellow: larvae 1; marker: yellow")
    assert not g.table.phase_over


# Frenzy -----------------------------------------------------------------------------
@pytest.mark.rule("PRI-03")
@pytest.mark.parametrize(
    ("has", "action"), [("food 1", "forage"), ("hand turtle-head bulldog-head, larvae 1", "play turtle-head")]
)
@pytest.mark.parametrize(("species", "may"), [("crazy", False), ("common", True)])
def test_frenzy_forbids_rest_with_food_or_cards(scene, has, action, species, may):
    """Not even after an action, where a Common Meadow Ant may."""
    g = scene(
        f"red: species {species}, acted 1, {has}; tunnel: red; pile: bark; deck: outlander", passing=QUIET
    )
    g.action(action, "red", ["pay larva"] if action != "forage" else [])
    assert ("rest" in g.options("action")) == may


@pytest.mark.rule("PRI-03")
def test_frenzy_lets_rest_who_has_neither(scene):
    """Ants, larvae and the Great Tunnel do not count; a March would cost food."""
    g = scene("red: species crazy, larvae 3; tunnel: red; pile: bark; deck: swarm")
    g.turn("red")
    g.expect("red: rested")


@pytest.mark.rule("PRI-03", "RST-01")
@pytest.mark.parametrize(
    "has", ["food 3", "hand royal-jelly", "hand sparrow-attack, larvae 3", "food 1, hand royal-jelly"]
)
def test_frenzy_gives_way_where_no_other_action_is_possible(scene, has):
    """Food that buys nothing, cards that cannot be paid or have no target: then it rests."""
    g = scene(f"red: species crazy, {has}", rules={"march_cost": 9})
    g.turn("red")
    g.expect("red: rested")


@pytest.mark.rule("PRI-03", "RST-09")
def test_frenzy_does_not_wake_who_has_rested(scene):
    """With food gained since, later turns are rests."""
    g = scene("red: species crazy, rested, food 3, hand swarm; deck: cold-snap; tunnel: red; pile: bark")
    assert g.turn("red") == []
    g.expect("red: rest_food 1, food 3")


@pytest.mark.rule("PRI-03", "TWO-04")
@pytest.mark.parametrize(("species", "may"), [("crazy", False), ("common", True)])
def test_frenzy_holds_for_a_final_turn(scene, species, may):
    """Of two players yellow rests; red has one turn more, which is no Rest while it has food."""
    g = scene(
        f"players: red, yellow; red: species {species}, food 2; marker: yellow; deck: swarm, cold-snap",
        passing=["yellow"],
    )
    g.turn()
    g.turn("", ["forage"])
    assert ("rest" in g.options("action")) == may
    g.expect("red: hand_size 2, food 1; phase_over: true; marker: red")


@pytest.mark.rule("PRI-03", "RST-08")
def test_frenzy_holds_for_granted_actions(scene):
    """With food left a granted Rest is not on offer, but the action may be declined."""
    g = scene(f"red: species crazy, food 2; {FRENZY}", passing=QUIET)
    g.action(DANCE, "red", [Answer("pass", "red", not_offered=("rest",))])
    g.expect("red: food 1")


# Distracted Ranks -------------------------------------------------------------------
@pytest.mark.rule("PRI-04", "MAR-01")
def test_distracted_ranks_have_no_thorax_bonus(scene):
    """Two thoraxes give no steps; Driver Thorax on top gives its two."""
    for thorax, steps in (("tunneling weaver", 5), ("tunneling driver", 7)):
        g = scene(f"red: species crazy, food 1, larvae 9, thorax {thorax}; bark: red", passing=QUIET)
        g.action("march", "red", [f"{steps} x larva > tunnel"])
        g.expect(f"tunnel: red {steps}")


@pytest.mark.rule("PRI-04", "PLY-07")
def test_distracted_ranks_count_for_bodies_and_keep_the_other_bonuses(scene):
    """The thorax completes a body; head and abdomen have their caste bonus."""
    g = scene(
        "red: species crazy, head turtle, abdomen velvety, hand driver-thorax, larvae 2, food 1;"
        "soil: red control, yellow food, yellow out",
        passing=QUIET,
    )
    g.play("driver-thorax", "red", ["2 x pay larva"])
    g.expect("red: score 3, bodies 1")
    g.battle("soil", ["pass"])
    g.expect("events: red strength 3 0")


@pytest.mark.rule("PRI-04")
@pytest.mark.parametrize(("lost", "steps"), [("caste", 7), ("all", 5)])
def test_what_is_lost_with_the_bonus_is_a_parameter(scene, lost, steps):
    """With species_bonus_lost = all the topmost thorax has no effect either."""
    g = scene(
        "red: species crazy, food 1, larvae 9, thorax driver; bark: red",
        passing=QUIET,
        rules={"species_bonus_lost": lost},
    )
    g.action("march", "red", [f"{steps} x larva > tunnel"])


@pytest.mark.rule("PRI-04")
@pytest.mark.parametrize(("lost", "trapped"), [("caste", True), ("all", False)])
def test_a_thorax_without_effect_traps_nobody(scene, lost, trapped):
    """A Weaver Thorax of the Crazy Ant holds yellow in Soil, unless species_bonus_lost is all."""
    g = scene(
        "soil: red, yellow; bark: yellow; red: species crazy, thorax weaver; yellow: food 1",
        rules={"species_bonus_lost": lost},
        passing=["red", "black"],
    )
    g.action("march", "yellow", ["bark.food > tunnel", "pass"])
    first = next(decision.options for decision in g.decisions if decision.question == "step")
    assert ("soil.food > great-tunnel" in first) != trapped


@pytest.mark.rule("PRI-04", "PLY-05")
def test_a_section_without_effect_is_passed_on_all_the_same(scene):
    """Adaptive Radiation takes the topmost thorax, and gives one: it lies there and counts."""
    g = scene(
        "red: species crazy, thorax driver; yellow: thorax weaver, larvae 2, hand adaptive-radiation",
        rules={"species_bonus_lost": "all"},
    )
    g.play("adaptive-radiation", "yellow")
    assert [g.seat(player).thorax for player in ("red", "yellow", "black")] == [
        [],
        ["driver-thorax"],
        ["weaver-thorax"],
    ]
