"""Every card is rated, from its own amounts; a card that cannot be rated is named."""

from __future__ import annotations

import pytest

from marchsim.games.march.amounts import GAINS
from marchsim.games.march.cards.book import is_rated
from marchsim.games.march.components.data import CardData
from marchsim.games.march.game import MARCH
from marchsim.games.march.players.heuristic.card_facts import CardFacts
from marchsim.games.march.rules.variant import resolve
from marchsim.games.march.table.assembly import assemble

CARDS = resolve("standard").components.cards
GRAIN_THIEF = {
    "cards": {
        "grain-thief": {
            "name": "Grain Thief", "type": "event", "cost": 1, "payment": "any", "ferocity": 1,
            "centipede": False, "amounts": {"gain_food": 2}, "text": "Gain {gain_food} food.",
            "provenance": "design",
        }
    }
}  # fmt: skip


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_is_rated(card: CardData) -> None:
    assert is_rated(card.id, card.kind, card.amounts)


def test_a_rating_follows_the_amounts_of_an_overlay() -> None:
    """Sparrow Attack with one ant in place of three is measured by one, the feast of a card by its food."""
    changed = {"cards": {"sparrow-attack": {"amounts": {"ants": 1}, "provenance": "design"}}}
    for overlay, ants in (({}, 3), (changed, 1)):
        kit = assemble(resolve("x", "", [("overlay", overlay)])).kit
        facts = CardFacts(kit)
        assert facts.main[kit.ids.index("sparrow-attack")] == ants


def test_a_new_card_of_known_amounts_is_rated_and_one_of_none_is_named() -> None:
    """The warning names the card; it is no part of what makes the variant."""
    plain = MARCH.variant("x", "", [("overlay", GRAIN_THIEF)])
    assert not any("cannot rate" in line for line in plain.warnings([4]))
    amounts = {**GRAIN_THIEF["cards"]["grain-thief"], "amounts": {}, "text": "Nothing happens."}
    empty = MARCH.variant("x", "", [("overlay", {"cards": {"grain-thief": amounts}})])
    assert [line for line in empty.warnings([4]) if "cannot rate and so hardly play: grain-thief (" in line]
    assert (
        empty.fingerprint == resolve("x", "", [("overlay", {"cards": {"grain-thief": amounts}})]).fingerprint
    )


def test_the_new_card_has_a_gain() -> None:
    """Two food."""
    kit = assemble(resolve("x", "", [("overlay", GRAIN_THIEF)])).kit
    assert CardFacts(kit).gain[kit.ids.index("grain-thief") * GAINS] == 200
