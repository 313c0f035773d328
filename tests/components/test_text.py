"""A text says what the numbers do, whatever the numbers are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.games.march.amounts import BASE, amount_range
from marchsim.games.march.components import data, loader
from marchsim.games.march.components.loader import shown as shown_in_messages


@pytest.mark.parametrize(
    ("template", "amounts", "shown"),
    [
        ("Gain {food} food.", {"food": 3}, "Gain 3 food."),
        ("{larvae} {larvae:larva|larvae}", {"larvae": 1}, "1 larva"),
        ("{larvae} {larvae:larva|larvae}", {"larvae": 0}, "0 larvae"),
        ("{digs?Ants dig.} More.", {"digs": 1}, "Ants dig. More."),
        ("{digs?Ants dig.} More.", {"digs": 0}, "More."),
        ("A {x} B {x} C", {"x": 12}, "A 12 B 12 C"),
    ],
)
def test_a_template_is_filled_with_amounts(template: str, amounts: dict[str, int], shown: str) -> None:
    assert data.fill(template, amounts) == shown


def test_an_amount_that_the_text_is_silent_about_is_added_in_words() -> None:
    """An overlay that adds an amount cannot leave the text a half-truth."""
    assert (
        data.render("Gain {draw} food.", {"draw": 1, "gain_larvae": 2}, "event")
        == "Gain 1 food. Gain 2 larvae."
    )
    assert data.render("", {"march_steps": 1, "digs": 0}, "thorax") == "Your March action has 1 more step."


def test_numbers_can_be_marked() -> None:
    marked = data.render(
        "Gain {gain_food} food.", {"gain_food": 2}, "event", lambda name, digits: f"<{name} {digits}>"
    )
    assert marked == "Gain <gain_food 2> food."


@pytest.mark.parametrize(
    ("template", "flaw"),
    [
        ("Gain {fod}.", "it speaks of {fod}, which is not among its amounts (food)"),
        ("Gain 3 food, {food}.", "it holds a digit"),
        ("Gain {food:1|several}.", "it holds a digit"),
        ("Gain {food.", "a brace opens or closes no amount"),
        ("Gain {food!r}.", "a brace opens or closes no amount"),
        ("Gain {food.__class__}.", "a brace opens or closes no amount"),
        ("Gain {} {food}.", "a brace opens or closes no amount"),
        ("Gain {food}.", ""),
    ],
)
def test_a_flawed_template_is_told_why(template: str, flaw: str) -> None:
    found = data.flaw(template, {"food": 1})
    assert found.startswith(flaw) and bool(found) == bool(flaw)


@pytest.mark.parametrize("kind", BASE)
def test_each_clause_of_the_base_set_speaks_of_its_own_amount_only(kind: str) -> None:
    for name, amount in BASE[kind].items():
        assert data.named(amount.clause) == [name]
        assert data.flaw(amount.clause, {name: 1}) == ""
        assert amount.meaning and not amount.meaning.endswith(".")


@given(st.data())
def test_every_card_shows_every_number_whatever_it_is(drawn: st.DataObject) -> None:
    """For any amounts within range the rendered text holds each of them, and no other number."""
    card = drawn.draw(st.sampled_from(loader.load().cards))
    amounts = {}
    for name in card.amounts:
        low, high = amount_range(card.id, card.kind, name)
        amounts[name] = drawn.draw(st.integers(low, high))
    shown = data.render(card.text, amounts, card.kind, lambda name, digits: f"[{name}={digits}]")
    flags = [name for name in amounts if amount_range(card.id, card.kind, name) == (0, 1)]
    for name, value in amounts.items():
        assert f"[{name}={value}]" in shown or name in flags


@pytest.mark.parametrize(("letters", "told"), [(8, "'aaaaaaaa'"), (9, "'aaaaaa...")])
def test_a_value_in_a_message_is_cut_only_where_it_is_too_long(letters: int, told: str) -> None:
    """Up to ten letters with its quotes it stands whole; a longer one has ten, three of them dots."""
    assert shown_in_messages("a" * letters, 10) == told
    assert len(told) == 10
