"""Forage: cost, cards, an empty deck, and its reaction (FOR)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer, Unmet


@pytest.mark.rule("FOR-01", "WRK-07")
def test_forage_costs_one_food_and_draws_two_cards(scene):
    """The two on top, in their order; without food there is no Forage."""
    g = scene("red: food 2; deck: swarm, cold-snap, outlander", passing=["yellow", "black"])
    g.action("forage", "red")
    g.expect("red: food 1, hand swarm cold-snap; deck: outlander")
    with pytest.raises(Unmet, match="to be possible"):
        scene("red: food 0; deck: swarm, cold-snap").action("forage", "red")


@pytest.mark.rule("FOR-01")
def test_cost_and_cards_of_forage_are_parameters(scene):
    """forage_cost 2 and forage_cards 3."""
    g = scene(
        "red: food 3; deck: swarm, cold-snap, outlander, brood-surge",
        passing=["yellow", "black"],
        rules={"forage_cost": 2, "forage_cards": 3},
    )
    g.action("forage", "red")
    g.expect("red: food 1, hand_size 3")


@pytest.mark.rule("FOR-02")
def test_the_reaction_gains_a_larva_from_the_supply(scene):
    """One cube of the supply goes to the chamber; who declines gains none."""
    g = scene("red: food 1; deck: swarm, cold-snap")
    g.action("forage", "red", [Answer("yes", "yellow", only=("yes", "pass")), "black: pass"])
    g.expect("yellow: larvae 1, supply 35; black: larvae 0, supply 36; red: larvae 0")


@pytest.mark.rule("FOR-02")
def test_without_a_cube_in_the_supply_there_is_no_reaction(scene):
    """Yellow has all its cubes in play and is not asked."""
    g = scene("red: food 1; tunnel: yellow 30; yellow: larvae 6; deck: swarm, cold-snap")
    g.action("forage", "red", ["black: yes"])
    g.expect("yellow: larvae 6; black: larvae 1")


@pytest.mark.rule("FOR-02")
def test_larvae_of_the_reaction_are_a_parameter(scene):
    """With forage_reaction_larvae 3 yellow gains three, or as many as there are."""
    g = scene("red: food 1; tunnel: black 34; deck: swarm, cold-snap", rules={"forage_reaction_larvae": 3})
    g.action("forage", "red", ["yellow: yes", "black: yes"])
    g.expect("yellow: larvae 3; black: larvae 2")


@pytest.mark.rule("FOR-03")
def test_the_discards_become_a_new_deck(scene):
    """The second card comes from the shuffled discards; none is left there."""
    g = scene("red: food 1; deck: swarm; discards: cold-snap, outlander", passing=["yellow", "black"])
    g.action("forage", "red")
    g.expect("red: hand_size 2; discards: ; events: 1 x reshuffle")
    assert "swarm" in g.seat("red").hand and len(g.table.deck) == 1


@pytest.mark.rule("FOR-03")
def test_the_discards_wait_until_a_card_is_drawn(scene):
    """The last card of the deck is drawn without a shuffle."""
    g = scene("red: food 1; deck: swarm, outlander; discards: cold-snap", passing=["yellow", "black"])
    g.action("forage", "red")
    g.expect("never: reshuffle; discards: cold-snap; deck: ")


@pytest.mark.rule("FOR-03")
def test_the_new_deck_is_shuffled(scene):
    """Over some seeds different cards come first."""
    first = set()
    for seed in range(12):
        g = scene(
            f"red: food 1; discards: swarm, cold-snap, outlander, brood-surge; seed: {seed}",
            passing=["yellow", "black"],
        )
        g.action("forage", "red")
        first.add(g.seat("red").hand[0])
    assert len(first) > 1


@pytest.mark.rule("FOR-03")
def test_with_one_card_in_all_only_one_is_drawn(scene):
    """Deck and discards together hold a single card: it is drawn, then nothing."""
    g = scene("red: food 1; discards: swarm", passing=["yellow", "black"])
    g.action("forage", "red")
    g.expect("red: hand swarm; deck: ; discards: ")


@pytest.mark.rule("FOR-03", "WRK-07")
def test_forage_needs_a_card_somewhere(scene):
    """With deck and discards empty it is not on offer."""
    with pytest.raises(Unmet, match="only 'rest'"):
        scene("red: food 5").action("forage", "red")
