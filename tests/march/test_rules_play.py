"""Play a Card: payment, the three kinds of cards, bodies, Colony Goals, and the reaction (PLY)."""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.plays import target_left
from marchsim.games.march.words import HEXES
from tests.march.conftest import Answer
from tests.march.offers import asked

NEIGHBOURS = ["yellow", "black"]


# payment ---------------------------------------------------------------------------
@pytest.mark.rule("PLY-01", "PLY-11")
def test_larvae_and_ants_from_anywhere_pay(scene):
    """A larva, ants of sites, outskirts and Great Tunnel go to the supply, as many as the cost; no food."""
    g = scene(
        "soil: red control, yellow food, red out; tunnel: red; red: food 3, larvae 1, hand tawny-crazy-head",
        passing=NEIGHBOURS,
    )
    places = ("pay larva", "pay great-tunnel", "pay soil.control", "pay soil.out")
    g.play("tawny-crazy-head", "red", [Answer("pay larva", only=places), "any", "any"])
    g.expect("soil: yellow food, control nobody; tunnel: empty; red: food 3, larvae 0, supply 36")


@pytest.mark.rule("PLY-01")
def test_the_player_chooses_what_to_pay_with(scene):
    """Of a cost of two one larva and one ant; the rest stays."""
    g = scene("soil: red 2; red: larvae 3, hand driver-thorax", passing=NEIGHBOURS)
    g.play("driver-thorax", "red", ["pay larva", "pay soil.food"])
    g.expect("soil: red control; red: larvae 2, supply 33")


@pytest.mark.rule("PLY-01", "WRK-07")
@pytest.mark.parametrize(
    ("larvae", "ants", "may"), [(2, 1, True), (0, 3, True), (1, 1, False), (2, 0, False)]
)
def test_a_card_that_cannot_be_paid_cannot_be_played(scene, larvae, ants, may):
    """Amazon Head costs three."""
    position = f"red: larvae {larvae}, food 1, hand amazon-head; deck: swarm, cold-snap"
    g = scene(f"{position}; tunnel: red {ants}" if ants else position, passing=NEIGHBOURS)
    g.turn("red", ["red: forage"] if may or larvae else [])
    assert ("play amazon-head" in g.options("action")) == may


@pytest.mark.rule("PLY-02")
def test_some_cards_are_paid_with_larvae_alone(scene):
    """Sparrow Attack takes three larvae while ants stand everywhere."""
    g = scene("soil: red 2; tunnel: red 4; red: larvae 3, hand sparrow-attack", passing=NEIGHBOURS)
    g.play("sparrow-attack", "red")
    assert "pay" not in asked(g)
    g.expect("red: larvae 0; tunnel: red 4")
    g = scene("soil: red 2; red: larvae 2, food 1, hand sparrow-attack; deck: swarm", passing=NEIGHBOURS)
    g.turn("red", ["red: forage"])
    assert "play sparrow-attack" not in g.options("action")


@pytest.mark.rule("PLY-02")
def test_some_cards_are_paid_with_ants_alone(scene):
    """Brood Surge takes an ant, not a larva."""
    g = scene("tunnel: red; soil: red; red: larvae 9, hand brood-surge", passing=NEIGHBOURS)
    g.play("brood-surge", "red", [Answer("pay tunnel", only=("pay great-tunnel", "pay soil.control"))])
    g.expect("tunnel: empty; red: larvae 14")


@pytest.mark.rule("PLY-11")
def test_trapped_ants_pay(scene):
    """A Weaver Thorax keeps red's ant in the hex, but not from being paid."""
    g = scene("soil: yellow, red; yellow: thorax weaver; red: hand turtle-head", passing=NEIGHBOURS)
    g.play("turtle-head", "red")
    g.expect("soil: yellow; red: head turtle")


@pytest.mark.rule("PLY-11")
@pytest.mark.parametrize("card", ["tawny-crazy-head", "conquerors", "royal-jelly"])
def test_a_free_card_costs_nothing(scene, card):
    """Event, evolution or goal that Cultural Theft plays: larvae and ants stay."""
    g = scene(f"tunnel: red 5; red: larvae 7, hand cultural-theft; yellow: hand {card}", passing=NEIGHBOURS)
    g.play(
        "cultural-theft",
        "red",
        ["3 x pay larva", f"red: card {card}", *["any"] * (card != "tawny-crazy-head")],
    )
    g.expect("tunnel: red 5")
    assert g.seat("red").larvae in (4, 5, 8)
    assert g.happened(f"red play {card} 1") == 1


# the reaction -----------------------------------------------------------------------
@pytest.mark.rule("PLY-03")
def test_the_reaction_exchanges_a_card(scene):
    """Yellow discards one of its two and draws the top one; black has none and is not asked."""
    g = scene("red: larvae 1, hand turtle-head; yellow: hand swarm cold-snap; deck: outlander, royal-jelly")
    only = ("pass", "card swarm", "card cold-snap")
    g.play("turtle-head", "red", [Answer("card swarm", "yellow", only=only)])
    g.expect("yellow: hand cold-snap outlander; discards: swarm; deck: royal-jelly")


@pytest.mark.rule("PLY-03")
def test_the_reaction_may_be_declined(scene):
    """Nothing is discarded or drawn."""
    g = scene("red: larvae 1, hand turtle-head; yellow: hand swarm; deck: outlander")
    g.play("turtle-head", "red", ["yellow: pass"])
    g.expect("yellow: hand swarm; deck: outlander")


@pytest.mark.rule("PLY-03", "FOR-03")
def test_the_discarded_card_may_come_back(scene):
    """With the deck empty the discards, this card among them, are the new deck."""
    g = scene("red: larvae 1, hand turtle-head; yellow: hand swarm")
    g.play("turtle-head", "red", ["yellow: card swarm"])
    g.expect("yellow: hand swarm; discards: ; events: 1 x reshuffle")


@pytest.mark.rule("PLY-03")
def test_cards_of_the_reaction_are_a_parameter(scene):
    """With play_reaction_cards 2 two are drawn for one, with 0 nobody is asked."""
    position = "red: larvae 1, hand turtle-head; yellow: hand swarm; deck: outlander, royal-jelly, cold-snap"
    g = scene(position, rules={"play_reaction_cards": 2})
    g.play("turtle-head", "red", ["yellow: card swarm"])
    g.expect("yellow: hand outlander royal-jelly")
    assert scene(position, rules={"play_reaction_cards": 0}).play("turtle-head", "red") == []


# the three kinds of cards ------------------------------------------------------------
@pytest.mark.rule("PLY-04")
def test_an_event_happens_once_and_goes_to_the_discards(scene):
    """On top of those that lie there, face up."""
    g = scene("tunnel: red; red: hand brood-surge; discards: swarm", passing=NEIGHBOURS)
    g.play("brood-surge", "red")
    g.expect("red: larvae 5, hand_size 0; discards: brood-surge, swarm; events: 1 x larvae 5")


@pytest.mark.rule("PLY-05")
def test_an_evolution_covers_those_of_its_section(scene):
    """It lies on top of the same section, the others are as before."""
    g = scene(
        "red: larvae 2, hand amazon-head driver-thorax, head turtle, thorax scouting", passing=NEIGHBOURS
    )
    g.play("driver-thorax", "red")
    g.expect("red: head turtle, thorax scouting driver, abdomen , hand amazon-head; discards: ")


@pytest.mark.rule("PLY-05")
@pytest.mark.parametrize(("thorax", "cards"), [("field", 3), ("scouting field", 3), ("field scouting", 2)])
def test_only_the_topmost_has_its_effect(scene, thorax, cards):
    """Field Thorax draws one card more, unless another covers it."""
    g = scene(f"red: food 1, thorax {thorax}; deck: swarm, cold-snap, outlander", passing=NEIGHBOURS)
    g.action("forage", "red")
    g.expect(f"red: hand_size {cards}")


@pytest.mark.rule("PLY-06")
def test_heads_count_for_army_strength_covered_ones_too(scene):
    """Three ants and three heads are 6; thoraxes and abdomens add nothing."""
    g = scene(
        "soil: yellow 2, red 3 out; red: head acrobat army golden-fire;yellow: thorax field, abdomen velvety",
        passing=["red", "yellow"],
    )
    g.battle("soil")
    g.expect("events: red strength 6 0, yellow strength 2 0")


@pytest.mark.rule("PLY-06")
def test_abdomens_feed_covered_ones_too(scene):
    """With two abdomens a food feeds six ants, with heads and thoraxes still four."""
    g = scene(
        "tunnel: red 6, yellow 6; red: food 3, abdomen velvety odorous;"
        "yellow: food 3, head turtle amazon, thorax field nurse"
    )
    g.feed()
    g.expect("red: food 2; yellow: food 1")


@pytest.mark.rule("PLY-06")
def test_caste_bonuses_are_parameters(scene):
    """head_strength 2 and abdomen_feeds 3 count for each card."""
    g = scene(
        "soil: yellow 2, red 3 out; red: head acrobat army",
        passing=["red", "yellow"],
        rules={"head_strength": 2},
    )
    g.battle("soil")
    g.expect("events: red strength 7 0")
    g = scene("tunnel: red 7; red: food 2, abdomen velvety", rules={"abdomen_feeds": 3})
    g.feed()
    g.expect("red: food 1")


# bodies -------------------------------------------------------------------------------
@pytest.mark.rule("PLY-07")
@pytest.mark.parametrize(
    ("has", "points"),
    [
        ("head turtle, abdomen velvety", 3),
        ("head turtle amazon, abdomen velvety odorous", 3),
        ("head turtle", 0),
        ("head turtle amazon, thorax scouting, abdomen velvety odorous", 3),
        ("head turtle, thorax scouting, abdomen velvety", 0),
        ("head turtle amazon, thorax scouting, abdomen velvety", 0),
    ],
)
def test_a_body_scores_when_its_last_section_comes(scene, has, points):
    """A thorax completes the first or second body of red; each card counts for one."""
    g = scene(f"red: larvae 2, hand field-thorax, {has}", passing=NEIGHBOURS)
    g.play("field-thorax", "red")
    assert g.seat("red").score == points
    assert g.happened("red points 3 bodies") == (points > 0)


@pytest.mark.rule("PLY-07")
def test_points_of_a_body_are_a_parameter(scene):
    """body_points 5."""
    g = scene(
        "red: larvae 2, hand field-thorax, head turtle, abdomen velvety",
        passing=NEIGHBOURS,
        rules={"body_points": 5},
    )
    g.play("field-thorax", "red")
    g.expect("red: score 5")


@pytest.mark.rule("PLY-07")
def test_a_body_completed_again_scores_nothing(scene):
    """Red had scored one body, lost its head and lays another: the count has not fallen."""
    g = scene("red: larvae 3, bodies 1, hand amazon-head, thorax field, abdomen velvety", passing=NEIGHBOURS)
    g.play("amazon-head", "red")
    g.expect("red: score 0, bodies 1")


@pytest.mark.rule("PLY-07")
def test_losing_a_part_of_a_body_costs_nothing(scene):
    """Adaptive Radiation passes red's head to yellow, who scores its body; red keeps its points."""
    g = scene(
        "red: larvae 2, score 3, hand adaptive-radiation, head turtle, thorax field, abdomen velvety;"
        "yellow: thorax scouting, abdomen odorous",
        passing=NEIGHBOURS,
    )
    g.play("adaptive-radiation", "red", ["head"])
    g.expect("red: score 3, bodies 1, head ; yellow: score 3, bodies 1, head turtle")


# Colony Goals ---------------------------------------------------------------------------
@pytest.mark.rule("PLY-08")
def test_a_goal_stays_and_gives_its_bonus_once(scene):
    """Unending Brood gives a larva when it is played and does not go to the discards."""
    g = scene("red: larvae 1, hand unending-brood", passing=NEIGHBOURS)
    g.play("unending-brood", "red", ["yes"])
    g.expect("red: goals unending-brood, larvae 1; discards: ")
    g.slumber()
    g.expect("red: larvae 1, goals unending-brood")


@pytest.mark.rule("PLY-08")
def test_the_bonus_of_a_goal_may_be_declined(scene):
    """No larva is gained, the goal lies in play all the same."""
    g = scene("red: larvae 1, hand unending-brood", passing=NEIGHBOURS)
    g.play("unending-brood", "red", ["pass"])
    g.expect("red: goals unending-brood, larvae 0")


@pytest.mark.rule("PLY-08")
def test_a_goal_scores_in_each_slumber_in_which_it_holds(scene):
    """Twice 2 points while red has most larvae, none when yellow has as many."""
    g = scene("red: larvae 3, goals unending-brood; yellow: larvae 2")
    g.slumber()
    g.slumber()
    g.expect("red: score 4")
    g = scene("red: larvae 3, goals unending-brood; yellow: larvae 3")
    g.slumber()
    g.expect("red: score 0")


@pytest.mark.rule("PLY-09")
def test_for_a_third_goal_one_goes_first(scene):
    """Red chooses which of the two is discarded, and pays afterwards."""
    g = scene(
        "red: larvae 1, hand outlander, goals conquerors epic-stores; tunnel: red 2", passing=NEIGHBOURS
    )
    only = ("card conquerors", "card epic-stores")
    g.play("outlander", "red", [Answer("card conquerors", only=only), "pay larva"])
    g.expect("red: goals epic-stores outlander, larvae 0; discards: conquerors")
    assert asked(g)[:2] == ["drop_goal", "pay"]


@pytest.mark.rule("PLY-09")
def test_two_goals_have_room(scene):
    """Nothing is discarded for the second."""
    g = scene("red: larvae 1, hand outlander, goals conquerors", passing=NEIGHBOURS)
    g.play("outlander", "red")
    g.expect("red: goals conquerors outlander; discards: ")


@pytest.mark.rule("PLY-09")
def test_a_free_goal_needs_room_as_well(scene):
    """A third goal stolen by Cultural Theft takes the place of another."""
    g = scene(
        "red: larvae 3, hand cultural-theft, goals conquerors epic-stores; yellow: hand outlander",
        passing=NEIGHBOURS,
    )
    g.play("cultural-theft", "red", ["red: card outlander", "card epic-stores"])
    g.expect("red: goals conquerors outlander; discards: cultural-theft, epic-stores")


@pytest.mark.rule("PLY-09")
def test_how_many_goals_lie_in_play_is_a_parameter(scene):
    """With goals_most 1 the second takes the place of the first, with 3 there is room."""
    position = "red: larvae 1, hand outlander, goals conquerors"
    for most, goals in ((1, "outlander"), (3, "conquerors outlander")):
        g = scene(position, passing=NEIGHBOURS, rules={"goals_most": most})
        g.play("outlander", "red")
        g.expect(f"red: goals {goals}")


# losses, and what is active --------------------------------------------------------------
@pytest.mark.rule("PLY-10")
def test_the_owner_chooses_which_ants_are_lost(scene):
    """Red's Cold Snap: yellow says which two of its ants on tiles go, red which of its own."""
    g = scene(
        "soil: yellow 2, yellow out; bark: red 2; tunnel: red 2, yellow; red: hand cold-snap",
        passing=["black"],
    )
    g.play(
        "cold-snap",
        "red",
        [
            "2 x pay tunnel",
            Answer("lose bark.food", "red", only=("lose bark.food", "lose bark.larva")),
            Answer("lose soil.out", "yellow", not_offered=("tunnel",)),
            "yellow: lose soil.food",
        ],
    )
    g.expect("tunnel: yellow; bark: red larva; soil: yellow control")


@pytest.mark.rule("PLY-12")
def test_an_evolution_is_active_at_once(scene):
    """Field Thorax played by the first action of a Frenzied Activity draws a third card in the second."""
    g = scene(
        "red: food 1, larvae 4, hand frenzied-activity field-thorax;deck: swarm, cold-snap, outlander",
        passing=NEIGHBOURS,
    )
    g.turn("red", ["red: play frenzied", "red: play field-thorax", "red: forage"])
    g.expect("red: hand_size 3")


@pytest.mark.rule("PLY-12", "PLY-05")
@pytest.mark.parametrize(
    ("abdomens", "cards"), [("velvety", 1), ("odorous velvety", 1), ("velvety odorous", 0)]
)
def test_effects_of_a_phase_need_the_top(scene, abdomens, cards):
    """Velvety Abdomen draws at the start of the Queen Phase, if nothing covers it then."""
    g = scene(f"red: abdomen {abdomens}; deck: swarm, cold-snap")
    g.abdomens()
    g.expect(f"red: hand_size {cards}")


@pytest.mark.rule("PLY-13")
def test_the_diagram_of_evolutions(scene):
    """Two heads give 2 strength but one effect, a thorax a March of 6, an abdomen the points of a body."""
    g = scene(
        "players: black, red, blue; soil: red 2, black 2 out; red: hand swarm;"
        "black: food 1, larvae 9, hand velvety-abdomen, head trapjaw tawny-crazy, thorax scouting",
        passing=["red", "blue"],
    )
    g.battle("soil", ["black: pass", "any", "any"])
    g.expect("events: black strength 4 0; black: score 1")
    assert [decision.by for decision in g.decisions if decision.question == "ferocity"] == ["black"]
    g = scene(
        "players: black, red, blue;"
        "black: food 1, larvae 9, hand velvety-abdomen, head trapjaw tawny-crazy, thorax scouting"
    )
    g.action("march", "black", ["larva > tunnel"] * 5)
    g.play("velvety-abdomen", "black", ["2 x pay larva"])
    g.expect("tunnel: black 6; black: score 3")


@pytest.mark.rule("PLY-11", "GEN-03")
def test_a_target_is_looked_for_with_every_hex_in_place(scene):
    """An event that only moves, and no ant to pay with: no place behind the 26 hexes is looked at."""
    novel = {"name": "Novel", "type": "event", "cost": 1, "ferocity": 1, "amounts": {"ant_steps": 1}}
    g = scene("red: hand novel", cards={"novel": {**novel, "payment": "ants"}})
    s = g.g.s
    for hexno in range(HEXES):
        if not s.placed[hexno]:
            s.laid[s.laid_n] = hexno
            s.laid_n += 1
    assert s.laid_n == HEXES
    assert not target_left(g.g, 0, g.card("novel"), 1, 0)
