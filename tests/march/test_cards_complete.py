"""Every card of the box has tests of its own: at least two, one of them where it is limited or impossible."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from marchsim.games.march.cards.book import CODED, make_card
from marchsim.games.march.cards.plain import PlainEvent, PlainGoal
from marchsim.games.march.components.loader import load
from tests.march.offers import may_play

FOLDER = Path(__file__).resolve().parent
CARDS = {card.id: card for card in load().cards}
LASTING = [name for name, card in CARDS.items() if card.type != "event"]
EVENTS = [name for name, card in CARDS.items() if card.type == "event"]
TEST = re.compile(r"^def (test_\w+)\(", re.MULTILINE)


def named_tests() -> list[str]:
    """Return the names of all tests of this folder's files about cards."""
    files = sorted(FOLDER.glob("test_cards_*.py"))
    return [name for path in files for name in TEST.findall(path.read_text(encoding="utf-8"))]


def named_after(card: str, names: list[str]) -> list[str]:
    """Return the tests that are named after a card."""
    own = f"test_{card.replace('-', '_')}_"
    return [name for name in names if name.startswith(own)]


@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_two_tests(card):
    """A card's tests begin with its name."""
    assert len(named_after(card, named_tests())) >= 2


def test_a_card_without_tests_is_found():
    """The check itself: one test is too few, and another card's tests do not count."""
    names = ["test_swarm_moves", "test_swarming_is_fun", "test_army_head_places", "test_army_head_declined"]
    assert named_after("swarm", names) == ["test_swarm_moves"]
    assert len(named_after("army-head", names)) == 2


@pytest.mark.rule("PLY-01", "PLY-02", "GEN-03", "WRK-07")
@pytest.mark.parametrize("name", LASTING)
def test_a_card_that_stays_can_be_played_by_whoever_can_pay_for_it(scene, name):
    """Evolutions and goals need their cost and no target; one larva or ant short they are not on offer."""
    card = CARDS[name]
    for short in (0, 1):
        left = card.cost - short
        purse = f"tunnel: red {left}; red: " if card.payment == "ants" and left else f"red: larvae {left}, "
        assert may_play(scene(f"{purse}hand {name}"), name) == (short == 0)


@pytest.mark.rule("PLY-01", "PLY-02", "PLY-11")
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_can_be_paid_with_ants_unless_it_says_larvae(scene, name):
    """Where every event has a target, ants from the Great Tunnel pay for each of them but Sparrow Attack.

    An event that needs another target fails here until the scene gives it one.
    """
    rich = (
        "soil: yellow, black 2; bark: at 1 0, centipede; fern: red 2; tunnel: red 4; pile: pebble;"
        "black: hand pavement-thorax, head turtle"
    )
    assert may_play(scene(f"{rich}; red: hand {name}"), name) == (name != "sparrow-attack")


@pytest.mark.rule("PLY-05", "PLY-08")
@pytest.mark.parametrize("name", LASTING)
def test_a_card_that_stays_lies_in_play_and_is_paid(scene, name):
    """An evolution lies on its section, a goal beside it, and all that was paid is in the supply."""
    card = CARDS[name]
    purse = f"tunnel: red {card.cost}; red: " if card.payment == "ants" else f"red: larvae {card.cost}, "
    g = scene(f"{purse}hand {name}", passing=["red"])
    g.play(name, "red")
    where = card.section if card.type == "evolution" else "goals"
    g.expect({"red": f"{where} {name}, larvae 0, supply 36, hand_size 0", "discards": ""})


@pytest.mark.parametrize("name", CARDS)
def test_a_card_is_of_its_kind(name):
    """Without code of its own an event or goal is a plain one, and an evolution has its amounts alone."""
    card = CARDS[name]
    for made in (make_card(name, card.type, 3, card.amounts), make_card("novel", card.type, 3, {})):
        assert made.index == 3
        assert isinstance(made, PlainGoal) == (card.type == "goal")
        if type(made).__name__ not in {cls.__name__ for cls in CODED.values()}:
            assert isinstance(made, PlainEvent) == (card.type == "event")
