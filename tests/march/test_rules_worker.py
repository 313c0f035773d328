"""The Worker Phase: turns, actions, and who may react to what (WRK)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer, Unmet

DECK = "deck: swarm, cold-snap, royal-jelly, outlander, brood-surge, egg-stealer, turtle-head, amazon-head"


@pytest.mark.rule("WRK-01", "WRK-05", "RST-04")
@pytest.mark.parametrize("marker", ["red", "yellow", "black"])
def test_turns_go_clockwise_from_the_marker(scene, marker):
    """The holder begins, then the player to the left, and so on around."""
    g = scene(
        f"players: red, yellow, black; marker: {marker}; red: food 1; yellow: food 1; black: food 1; {DECK}",
        passing=["red", "yellow", "black"],
    )
    order = (["red", "yellow", "black"] * 2)[["red", "yellow", "black"].index(marker) :][:3]
    g.worker_phase()
    taken = [line.split()[0] for line in g.story().splitlines() if "forages" in line or "rests." in line]
    assert taken == [*order, *order[:2]]


@pytest.mark.rule("WRK-05")
def test_the_marker_passes_left(scene):
    """After red's turn yellow holds it, after black's red again."""
    g = scene(f"players: red, yellow, black; red: food 1; yellow: food 1; black: food 1; {DECK}")
    for player, then in (("red", "yellow"), ("yellow", "black"), ("black", "red")):
        g.turn(answers=["pass", "pass"])
        g.expect(f"marker: {then}; {player}: acted 1")


@pytest.mark.rule("WRK-02")
def test_one_action_of_five_a_turn(scene):
    """All five are on offer to who can pay them; a turn is one of them."""
    g = scene(
        "tunnel: red; red: food 2, larvae 2, hand turtle-head, acted 1; pile: bark; deck: swarm, cold-snap"
    )
    everything = ("explore", "march", "forage", "play turtle-head", "rest")
    g.turn("red", [Answer("forage", only=everything), "yellow: pass", "black: pass"])
    g.expect("marker: yellow; red: acted 2, food 1")


@pytest.mark.rule("WRK-03")
@pytest.mark.parametrize("active", ["red", "yellow", "black", "blue"])
def test_the_others_react_clockwise_from_the_left(scene, active):
    """Everybody but the active player is asked once, the left neighbour first."""
    players = ["red", "yellow", "black", "blue"]
    g = scene(f"players: red, yellow, black, blue; {active}: food 1; {DECK}")
    g.action("forage", active, ["pass"] * 3)
    first = players.index(active) + 1
    assert [decision.by for decision in g.decisions] == (players * 2)[first : first + 3]


@pytest.mark.rule("WRK-03")
def test_reactions_are_free_and_optional(scene):
    """Yellow reacts without food and keeps what it has; black declines."""
    g = scene(f"red: food 1; {DECK}")
    g.action("forage", "red", ["yellow: yes", "black: pass"])
    g.expect("yellow: larvae 1, food 0; black: larvae 0; events: 1 x reaction forage")


@pytest.mark.rule("WRK-03")
def test_nobody_reacts_to_a_rest(scene):
    """With cards in hand, larvae and ants to move, the others are not asked."""
    g = scene(
        "red: acted 1; tunnel: yellow; soil: yellow; yellow: larvae 2, hand swarm; black: hand cold-snap"
    )
    g.turn("red")
    assert g.decisions == []
    g.expect("red: rested; marker: yellow")


@pytest.mark.rule("WRK-04")
@pytest.mark.parametrize(
    ("action", "answers"),
    [
        ("forage", ["yellow: yes"]),
        ("march", ["larva > tunnel", "pass", "yellow: soil > tunnel"]),
        ("explore", ["from tunnel SW", "any", "any", "yellow: larva > soil"]),
        ("play turtle-head", ["pay larva", "yellow: card brood-surge"]),
    ],
)
def test_who_has_rested_may_still_react(scene, action, answers):
    """Yellow has rested and reacts to each kind of action."""
    g = scene(
        "tunnel: red; red: food 2, larvae 2, hand turtle-head; soil: yellow; yellow: rested, larvae 1,"
        "hand brood-surge;"
        "pile: bark; deck: swarm, cold-snap, royal-jelly",
        passing=["black"],
    )
    g.action(action, "red", answers)
    assert "yellow reacts" in g.story()


@pytest.mark.rule("WRK-06", "WRK-08")
def test_effects_of_cards_give_no_reactions(scene):
    """A Queen's Journey places a hex and Rapid Mobilization gives steps: the others answer the card."""
    g = scene(
        "tunnel: red; red: larvae 3, hand queens-journey rapid-mobilization; pile: bark;"
        "soil: yellow; yellow: larvae 3, hand swarm; deck: cold-snap, royal-jelly"
    )
    g.play("queens-journey", "red", ["pay larva", "at 1 0", "turn 0", "pass", "yellow: pass"])
    g.play("rapid-mobilization", "red", ["pay larva", "larva > tunnel", "pass", "yellow: pass"])
    asked = [decision.question for decision in g.decisions if decision.by == "yellow"]
    assert asked == ["exchange_card", "exchange_card"]


@pytest.mark.rule("WRK-06", "RST-08")
def test_actions_that_a_card_grants_are_reacted_to(scene):
    """Frenzied Activity: a reaction to playing it, then one to each of its two actions."""
    g = scene(
        f"red: food 2, larvae 2, hand frenzied-activity; yellow: hand conquerors; {DECK}",
        passing=["black"],
    )
    g.play("frenzied-activity", "red", ["yellow: pass", "forage", "yellow: yes", "forage", "yellow: yes"])
    g.expect("red: food 0, hand_size 4; yellow: larvae 2; discards: frenzied-activity")


@pytest.mark.rule("WRK-07")
@pytest.mark.parametrize("action", ["explore", "march", "forage", "play royal-jelly"])
def test_what_cannot_be_paid_cannot_be_chosen(scene, action):
    """Without food three actions are out; with one larva and one ant a card of cost 3 is."""
    position = f"tunnel: red; soil: red; pile: bark; {DECK.replace('royal-jelly, ', '')}"
    g = scene(f"{position}; red: food 0, hand royal-jelly", cards={"royal-jelly": {"cost": 3}})
    with pytest.raises(Unmet, match="to be possible"):
        g.action(action, "red")
    g.expect("red: rested")


@pytest.mark.rule("WRK-08")
def test_card_effects_call_up_no_thorax(scene):
    """Harvester and Pavement Thorax answer the action Explore, not a hex placed by a card."""
    g = scene("tunnel: red; red: larvae 1, hand queens-journey, thorax harvester pavement; pile: bark")
    g.play("queens-journey", "red", ["pay larva", "at 1 0", "turn 0", "move tunnel", "any"])
    g.expect("bark: red; red: food 0, larvae 0")


@pytest.mark.rule("WRK-08", "MAR-04")
def test_steps_of_a_card_have_no_thorax_bonus(scene):
    """Rapid Mobilization gives four steps, with three thoraxes too."""
    g = scene("red: larvae 9, hand rapid-mobilization, thorax driver scouting argentine")
    g.play("rapid-mobilization", "red", ["4 x larva > tunnel"])
    g.expect("tunnel: red 4; red: larvae 4")
