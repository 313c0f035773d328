"""The cards of the package: their kinds, ranges, texts, and the source of each fact."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import marchsim
from marchsim.errors import ComponentsError
from marchsim.games.march.amounts import BASE, BASE_NAMES, LIMITS, VALUED, amount_range
from marchsim.games.march.cards.book import CODED
from marchsim.games.march.components import loader
from marchsim.games.march.components.data import CardData, named
from marchsim.games.march.engine.card import Card

AMOUNTS = Path(marchsim.__file__).parent / "games/march/amounts.py"
CARDS = {card.id: card for card in loader.load().cards}

# What the rulebook's clarifications state or imply, beside names, types and texts.
ATTESTED = {
    "amazon-head": {"amounts.win_larvae": "rulebook", "amounts.rival_loses_larvae": "rulebook"},
    "armored-head": {"amounts.spared": "rulebook"},
    "bound-to-the-past": {"amounts.more_ants_in_tunnel": "rulebook"},
    "epic-stores": {"amounts.points": "rulebook", "amounts.more_food": "rulebook"},
    "extensive-tunnel": {"amounts.points": "rulebook", "amounts.need_chain": "implied"},
    "eyeless-overlords": {"amounts.bonus_wormhole": "implied"},
    "golden-fire-head": {"amounts.ferocity_cards": "rulebook"},
    "grand-evolution": {"amounts.more_evolutions": "implied"},
    "harvester-thorax": {"amounts.explore_site_larvae": "rulebook"},
    "honeypot-abdomen": {"amounts.twice_sites": "rulebook"},
    "mysterious-hole": {"amounts.larvae": "rulebook"},
    "nurturing-hive": {"amounts.bonus_ant_steps": "implied"},
    "outlander": {"amounts.bonus_ant_steps": "implied"},
    "parasitic-thorax": {"amounts.drop": "rulebook"},
    "scouting-thorax": {"amounts.explore_look": "implied"},
    "sparrow-attack": {"payment": "rulebook"},
    "thief-abdomen": {"amounts.feed_others": "rulebook", "amounts.feed_self": "rulebook"},
    "traitorous-head": {"amounts.points": "rulebook"},
    "trapjaw-head": {"amounts.points": "rulebook"},
    "tunneling-thorax": {"amounts.digs": "rulebook"},
    "unending-brood": {"amounts.more_larvae": "implied"},
    "weaver-thorax": {"amounts.traps": "rulebook"},
}


def test_the_deck_has_every_card_once_in_order_and_each_kind_has_some() -> None:
    assert [card.id for card in loader.load().deck] == sorted(CARDS)
    assert {card.kind for card in CARDS.values()} == {*BASE}


def test_one_card_alone_has_ferocity_five() -> None:
    """What the designers said in public: ferocity from 1 to 4 and exactly one 5; costs from 1 to 4."""
    assert [card.id for card in CARDS.values() if card.ferocity == 5] == ["tawny-crazy-head"]
    assert {card.ferocity for card in CARDS.values()} == {1, 2, 3, 4, 5}
    assert {card.cost for card in CARDS.values()} == {1, 2, 3, 4}


@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_a_card_says_what_its_numbers_do_and_where_they_come_from(card: CardData) -> None:
    """The text speaks of every amount and of no other; each fact has a source; assumed is never hidden."""
    assert sorted(named(card.text)) == sorted(card.amounts)
    assert card.rendered.endswith((".", ")"))
    sources = card.provenance
    assumed = ["cost", "payment", "ferocity", "centipede", *(f"amounts.{name}" for name in card.amounts)]
    attested = ATTESTED.get(card.id, {})
    for field in assumed:
        assert sources[field] == attested.get(field, "assumed"), field
    if card.stand_in:
        assert set(sources.values()) == {"assumed"}
    else:
        assert sources["name"] in ("rulebook", "implied")
    assert ("section" in sources) == (card.type == "evolution")


def test_cards_without_code_stay_within_the_base_set() -> None:
    """A card that has an amount outside the base set has code; only cards with code have no amounts."""
    for card in CARDS.values():
        outside = set(card.amounts) - set(BASE[card.kind])
        assert card.coded or (card.amounts and not outside), card.id


def test_special_ranges_belong_to_amounts_that_there_are() -> None:
    tiles = {str(tile.number): tile.amounts for tile in loader.load().tiles}
    for owner, name in LIMITS:
        assert name in (CARDS[owner].amounts if owner in CARDS else tiles[owner])
    assert amount_range("fungal-outbreak", "event", "divisor")[0] == 1
    assert amount_range("tawny-crazy-head", "head", "silences") == (0, 1)


def test_loading_happens_once() -> None:
    assert loader.load() is loader.load()


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ({"rulebook": ["name"]}, "does not say where cost come from"),
        (
            {"rulebook": ["name", "cost"], "assumed": ["cost"]},
            "'cost' is not one of its fields, or has two sources",
        ),
        ({"rulebok": ["name", "cost"]}, "Did you mean 'rulebook'?"),
    ],
)
def test_a_field_without_exactly_one_source_is_an_error(lists: dict[str, list[str]], message: str) -> None:
    with pytest.raises(ComponentsError) as caught:
        loader.sources(loader.Place("events.toml", "swarm"), lists, ["name", "cost"])
    assert message in str(caught.value)
    assert str(caught.value).startswith("events.toml: [swarm] ")


def test_the_cards_said_to_have_code_are_those_that_have_it() -> None:
    assert sorted(card.id for card in CARDS.values() if card.coded) == sorted(CODED)


def test_the_engine_reads_every_amount_of_the_base_set() -> None:
    """An amount that no card object keeps would be a promise without effect."""
    for kind, amounts in BASE.items():
        made = Card(0, dict.fromkeys(amounts, 7))
        for name in amounts:
            assert getattr(made, name) == 7, (kind, name)


def test_a_card_object_keeps_base_amounts_and_no_others() -> None:
    """Slots of the engine's cards are those that the base set declares."""
    classes = [one for one in ast.parse(AMOUNTS.read_text()).body if isinstance(one, ast.ClassDef)]
    (card,) = (one for one in classes if one.name == "Amounts")
    slots = [
        one for one in card.body if isinstance(one, ast.AnnAssign) and ast.unparse(one.annotation) == "i64"
    ]
    names = [ast.unparse(one.target) for one in slots]
    assert len(names) == len(set(names)) and {*names} == BASE_NAMES


def test_players_rate_each_base_amount_of_events_and_evolutions() -> None:
    """Conditions and limits alone are worth nothing. Goals are rated by their points, and by each bonus."""
    unvalued = {kind: {*amounts} - {*VALUED[kind]} for kind, amounts in BASE.items()}
    assert unvalued.pop("goal") == {name for name in BASE["goal"] if not name.startswith("bonus_")}
    assert unvalued == {
        "event": {"points_most"}, "head": set(), "thorax": set(), "abdomen": {"need_inhabited"},
    }  # fmt: skip
