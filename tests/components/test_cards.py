"""The 66 cards of the package are those of the design, each number and each source."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import marchsim
from marchsim.errors import ComponentsError
from marchsim.games.march.cards.book import CODED
from marchsim.games.march.cards.ratings import EVENT_GAINS, EVOLUTION_GAINS, GOAL_GAINS
from marchsim.games.march.components import checks, loader
from marchsim.games.march.components.amounts import BASE, BASE_NAMES, LIMITS, amount_range
from marchsim.games.march.components.data import CardData, named
from marchsim.games.march.engine.card import Card

CARD = Path(marchsim.__file__).parent / "games/march/engine/card.py"
# id: cost (a ants only, l larvae only), ferocity, C centipede icon, † stand-in, amounts
TABLE = """
queens-journey 1 2 -
adaptive-radiation 2 3 C
cultural-theft 3 3 C
early-harvest 1 1 - times=2
egg-stealer 2 2 C larvae=3
frenzied-activity 2 4 - actions=2
fungal-outbreak 2 3 C divisor=2
into-the-unknown 2 2 - larvae=3
mating-flight 1 2 C exchanges=2
mysterious-hole 1 1 - larvae=1
rapid-mobilization 1 2 - steps=4
royal-jelly 2 3 - food=2 larvae=4 cards=2
sneak-attack 1 3 -
sparrow-attack 3l 4 C ants=3
swarm 2 4 - ants=5
strange-appetite 2 2 C food=1 larvae=2
cold-snap 2a 3 C others=2 own=1
hunting-centipedes 1 3 - points=1
spring-bounty 2 2 -† gain_food=1 points_per_inner=1 points_most=2
brood-surge 1a 2 -† gain_larvae=5
acrobat-head 2 3 - ant_steps=2
amazon-head 3 3 C win_larvae=2 rival_loses_larvae=2
armored-head 2 3 - spared=1
army-head 2 4 - larvae=3
blast-head 3 4 C own=1 others=3
golden-fire-head 2 4 - ferocity_cards=2
proboscis-head 2 2 - battle_food=1
tawny-crazy-head 4 5 C silences=1
traitorous-head 3 2 C points=1
trapjaw-head 3 3 - points=1
bulldog-head 1 2 C† strength_as_invader=1
turtle-head 1 2 -† strength_as_defender=1
flying-thorax 3 3 - flight=2
harvester-thorax 2 2 - explore_site_larvae=1
parasitic-thorax 2 3 C drop=1
scouting-thorax 1 1 - explore_look=2
tunneling-thorax 2 2 - digs=1
weaver-thorax 3 3 C traps=1
driver-thorax 2 2 -† march_steps=2
argentine-thorax 2 3 C† react_march_steps=2
pavement-thorax 1 1 -† explore_food=1
field-thorax 2 2 -† forage_cards=1
nurse-thorax 1 2 C† react_forage_larvae=2
carpenter-abdomen 2 2 - queen_ant_steps=3
honeypot-abdomen 2 3 - twice_sites=1
leaf-cutter-abdomen 3 2 - food_sites=2
pharoah-abdomen 2 2 - single_larva_extra=1
stinging-abdomen 3 3 C ants=2
thief-abdomen 2 3 C feed_others=1 feed_self=1
dairying-abdomen 1 1 -† decree_food=1
fertile-abdomen 1 2 -† decree_larvae=2
velvety-abdomen 2 2 -† queen_draw=1
replete-abdomen 2 1 -† tunnel_unfed=1
odorous-abdomen 2 3 -† queen_points=1 need_inhabited=5
bound-to-the-past 1 3 C points=2 more_ants_in_tunnel=1 bonus_tunnel_larvae=1
epic-stores 1 3 C points=2 more_food=1 bonus_food=1
grand-evolution 1 4 C points=2 more_evolutions=1 bonus_draw=1
unending-brood 1 3 C points=2 more_larvae=1 bonus_larvae=1
extensive-tunnel 1 3 - points=2 need_chain=3 bonus_ant_steps=1
eyeless-overlords 1 3 - points_per_wormhole=1 points_most=3 bonus_wormhole=1
outlander 1 3 - points=2 need_outer=3 bonus_ant_steps=1
nurturing-hive 1 3 - points=2 need_single_larvae=3 bonus_ant_steps=1
xenophobic-tribe 1 4 C points=2 need_alone=3 bonus_place_larvae=1
tireless-foragers 1 3 -† points=2 need_hand=4 bonus_draw=1
conquerors 2a 4 -† points=3 need_wins=2 bonus_larvae=1
inner-circle 2 4 -† points=2 need_inner=3 bonus_ant_steps=1
"""
ROWS = {line.split()[0]: line.split()[1:] for line in TABLE.strip().splitlines()}
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


def test_the_deck_has_66_cards_in_five_kinds() -> None:
    assert sorted(CARDS) == sorted(ROWS), (
        "a card of the box has its line in TABLE of this file, and no other has"
    )
    assert Counter(card.kind for card in CARDS.values()) == {
        "event": 20,
        "head": 12,
        "thorax": 11,
        "abdomen": 11,
        "goal": 12,
    }
    assert [card.id for card in loader.load().deck] == sorted(ROWS)


def test_one_card_alone_has_ferocity_five() -> None:
    """What the designers said in public: ferocity from 1 to 4 and exactly one 5; costs from 1 to 4."""
    assert [card.id for card in CARDS.values() if card.ferocity == 5] == ["tawny-crazy-head"]
    assert {card.ferocity for card in CARDS.values()} == {1, 2, 3, 4, 5}
    assert {card.cost for card in CARDS.values()} == {1, 2, 3, 4}


@pytest.mark.parametrize("name", ROWS)
def test_a_card_has_the_numbers_of_the_design(name: str) -> None:
    """Cost, payment, ferocity, centipede icon, stand-in and amounts are those of the table."""
    cost, ferocity, icon, *amounts = ROWS[name]
    card = CARDS[name]
    payment = {"a": "ants", "l": "larvae"}.get(cost[-1], "any")
    assert (card.cost, card.payment) == (int(cost.rstrip("al")), payment)
    assert (card.ferocity, card.centipede) == (int(ferocity), icon[0] == "C")
    assert card.stand_in == icon.endswith("†")
    assert [f"{key}={value}" for key, value in card.amounts.items()] == amounts


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
        loader.sources(checks.Place("events.toml", "swarm"), lists, ["name", "cost"])
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
    classes = [one for one in ast.parse(CARD.read_text()).body if isinstance(one, ast.ClassDef)]
    (card,) = (one for one in classes if one.name == "Card")
    slots = [
        one for one in card.body if isinstance(one, ast.AnnAssign) and ast.unparse(one.annotation) == "i64"
    ]
    names = [ast.unparse(one.target) for one in slots]
    assert len(names) == len(set(names)) and {*names} - {"index"} == BASE_NAMES


def test_players_rate_each_base_amount_of_events_and_evolutions() -> None:
    """Conditions and limits alone are worth nothing; no rating is of an amount that there is not."""
    kinds = {kind: {*amounts} for kind, amounts in BASE.items()}
    assert kinds["event"] - {*EVENT_GAINS} == {"points_most"}
    evolutions = kinds["head"] | kinds["thorax"] | kinds["abdomen"]
    assert evolutions - {*EVOLUTION_GAINS} == {"need_inhabited"}
    assert kinds["goal"] >= {*GOAL_GAINS} == {name for name in kinds["goal"] if name.startswith("bonus_")}
    assert kinds["event"] >= {*EVENT_GAINS} and evolutions >= {*EVOLUTION_GAINS}
