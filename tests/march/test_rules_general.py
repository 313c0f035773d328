"""What holds everywhere: priority, how far an effect goes, whose larvae, no limits, nobody is out (GEN)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer


@pytest.mark.rule("GEN-01")
@pytest.mark.parametrize("marker", ["red", "yellow", "black"])
def test_the_queen_phase_goes_clockwise_from_the_marker(scene, marker):
    """The Royal Decree is answered in turn order, its holder first."""
    g = scene(f"players: red, yellow, black; marker: {marker}")
    g.decree(["food"] * 3)
    order = ["red", "yellow", "black"] * 2
    first = order.index(marker)
    assert [decision.by for decision in g.decisions] == order[first : first + 3]


@pytest.mark.rule("GEN-01", "WRK-03")
def test_the_worker_phase_goes_clockwise_from_the_active_player(scene):
    """An effect on all others begins to the left of who played it."""
    g = scene(
        "yellow: larvae 3, hand cultural-theft; red: hand swarm brood-surge; black: hand cold-snap outlander"
    )
    g.play(
        "cultural-theft",
        "yellow",
        ["black: card outlander", "red: card swarm", "yellow: pass", "pass", "pass"],
    )
    assert [decision.by for decision in g.decisions if decision.question == "discard"] == ["black", "red"]


@pytest.mark.rule("GEN-02")
def test_an_effect_is_done_as_far_as_possible(scene):
    """Egg Stealer takes the one larva that there is of three, and cannot be refused."""
    g = scene("red: larvae 2, hand egg-stealer; yellow: larvae 1; black: larvae 4")
    g.play("egg-stealer", "red", [Answer("yellow", only=("yellow", "black"))])
    g.expect("red: larvae 1; yellow: larvae 0; black: larvae 4")


@pytest.mark.rule("GEN-02")
def test_what_a_card_allows_may_be_refused(scene):
    """After A Queen's Journey nobody need move."""
    g = scene("tunnel: red 2; red: larvae 1, hand queens-journey; pile: bark")
    g.play("queens-journey", "red", ["pay larva", "at 1 0", "turn 0", "pass"])
    g.expect("bark: empty; tunnel: red 2")


@pytest.mark.rule("GEN-03")
@pytest.mark.parametrize(
    ("card", "position"),
    [
        ("sneak-attack", "soil: red, yellow"),
        ("hunting-centipedes", "soil: red"),
        ("sparrow-attack", "bark: yellow 2, red out"),
        ("early-harvest", "bark: yellow 2, red out"),
        ("queens-journey", "pile: "),
    ],
)
def test_a_card_without_target_cannot_be_played(scene, card, position):
    """It stays in the hand; only the other actions are on offer."""
    g = scene(
        f"{position}; red: larvae 5, food 1, hand {card}; deck: swarm, cold-snap", passing=["yellow", "black"]
    )
    g.action("forage", "red")
    assert not any(card in option for option in g.options("action"))


@pytest.mark.rule("GEN-03")
def test_goals_and_evolutions_can_always_be_played(scene):
    """A Colony Goal whose condition does not hold, an abdomen without use."""
    g = scene("red: larvae 5, hand conquerors carpenter-abdomen outlander", passing=["yellow", "black"])
    g.play("carpenter-abdomen", "red")
    g.play("outlander", "red")
    g.expect("red: larvae 2, abdomen carpenter, goals outlander, hand conquerors")


@pytest.mark.rule("GEN-03")
def test_a_chosen_card_without_target_is_discarded_without_effect(scene):
    """Stolen by Cultural Theft, a Sneak Attack with nothing contested just goes to the discards."""
    g = scene("red: larvae 3, hand cultural-theft; yellow: hand sneak-attack; soil: red, yellow")
    g.play("cultural-theft", "red", ["3 x pay larva", "red: card sneak-attack"])
    g.expect("soil: red, yellow; red: larvae 0; never: battle; discards: cultural-theft, sneak-attack")


@pytest.mark.rule("GEN-04", "MEA-13")
def test_losses_of_several_players_come_before_sites_fill(scene):
    """Red chooses first, then yellow, clockwise; yellow's ants fill the sites only after both have lost."""
    g = scene(
        "loamy tunnels: red 2, yellow larva-2, yellow 4 out; red: larvae 3, hand sparrow-attack; tunnel: red",
        passing=["yellow", "black"],
    )
    mine = Answer("lose larva-2", "yellow", only=("lose loamy-tunnels.larva-2", "lose loamy-tunnels.out"))
    g.play("sparrow-attack", "red", [mine, "yellow: larva-1", "yellow: food"])
    g.expect("loamy tunnels: yellow larva-1, yellow food")


@pytest.mark.rule("GEN-04", "PLY-10")
@pytest.mark.parametrize("active", ["red", "black"])
def test_owners_choose_their_losses_clockwise(scene, active):
    """Cold Snap asks everybody for its own ants, from the active player on."""
    g = scene(
        f"soil: red, red food, red out; bark: yellow 2, yellow out; fern: black 2, black out;"
        f"tunnel: {active} 2; {active}: hand cold-snap",
    )
    g.play("cold-snap", active, ["2 x pay tunnel", "lose out", *["lose out", "any"] * 2])
    asked = [decision.by for decision in g.decisions if decision.question == "lose"]
    order = {"red": ["red", "yellow", "black"], "black": ["black", "red", "yellow"]}[active]
    assert list(dict.fromkeys(asked)) == order


@pytest.mark.rule("GEN-04")
def test_an_effect_inside_an_effect_is_resolved_first(scene):
    """The battle of a Sneak Attack fought by Cultural Theft is over before the theft's reactions."""
    g = scene(
        "red: larvae 3, hand cultural-theft; yellow: hand sneak-attack swarm;"
        "soil: red control, red food, yellow out"
    )
    g.play(
        "cultural-theft",
        "red",
        [
            "3 x pay larva",
            "yellow: card sneak-attack",
            "red: card sneak-attack",
            "yellow: pass",
            "yellow: pass",
        ],
    )
    assert [decision.question for decision in g.decisions][-2:] == ["ferocity", "exchange_card"]
    g.expect("events: battle soil; soil: red 2")


@pytest.mark.rule("GEN-05")
def test_larvae_go_to_and_come_from_the_own_supply(scene):
    """Of three stolen larvae yellow's cubes return to yellow's supply, and red's come from its own."""
    g = scene("red: larvae 2, hand egg-stealer; yellow: larvae 5")
    g.play("egg-stealer", "red", ["yellow"])
    g.expect("red: larvae 3, supply 33; yellow: larvae 2, supply 34")


@pytest.mark.rule("GEN-05")
def test_who_has_no_cubes_left_gains_no_stolen_larvae(scene):
    """Yellow loses its three, red gains as many as its supply holds."""
    g = scene("red: larvae 2, hand egg-stealer; yellow: larvae 5; tunnel: red 34")
    g.play("egg-stealer", "red", ["2 x pay tunnel", "yellow"])
    g.expect("red: larvae 4, supply 0; yellow: larvae 2")


@pytest.mark.rule("GEN-06")
def test_nothing_limits_hands_food_and_points(scene):
    """Who holds twelve cards draws two more; food and points grow as well."""
    hand = (
        "swarm cold-snap brood-surge egg-stealer outlander conquerors early-harvest sneak-attack amazon-head"
    )
    g = scene(
        f"red: food 99, score 99, hand {hand} royal-jelly turtle-head acrobat-head; soil: red;"
        "deck: army-head, blast-head",
        passing=["yellow", "black"],
    )
    g.action("forage", "red")
    g.slumber()
    g.decree(["red: food", "food", "food"])
    g.expect("red: hand_size 14, food 100, score 100")


@pytest.mark.rule("GEN-07", "MEA-03")
def test_without_ants_larvae_still_march(scene):
    """One larva is enough to come back, by the Great Tunnel."""
    g = scene("red: food 1, larvae 1")
    g.action("march", "red")
    g.expect("tunnel: red; red: larvae 0")


@pytest.mark.rule("GEN-07", "RST-01")
def test_without_ants_and_larvae_a_player_is_still_in_the_game(scene):
    """It forages, reacts to Forage, rests, and has its Royal Decree."""
    g = scene(
        "red: food 1; yellow: food 1; deck: swarm, cold-snap, royal-jelly, outlander", passing=["black"]
    )
    g.turn("red", ["yellow: yes"])
    g.turn("yellow", ["forage", "red: yes"])
    g.turn("black")
    g.decree(["food", "food", "larvae"])
    g.expect("red: food 2, hand_size 2, larvae 1; black: rested")
