"""`marchsim cards`: the cards in force, what they do, and where each of their numbers comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import MARKS, JsonOption, PresetOption, RulesOption
from marchsim.games.march.components.data import CardData
from marchsim.games.march.components.text import render
from marchsim.games.march.telling import describe

TITLES = {
    "event": "Events",
    "head": "Heads",
    "thorax": "Thoraxes",
    "abdomen": "Abdomens",
    "goal": "Colony Goals",
}


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A card's name or id.")] = "",
    rules: RulesOption = None,
    preset: PresetOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the cards in force and where their numbers come from.

    marchsim cards
    marchsim cards "Royal Jelly" --rules mine.toml
    marchsim cards --json
    """
    variant = show.variant_of(preset, rules)
    if as_json:
        show.write_json(describe.cards(variant, name))
        return
    found = describe.find_cards(variant, name)
    if name:
        _one(found[0])
    else:
        _all(found)


def _all(cards: Sequence[CardData]) -> None:
    """Write a table for each kind of card."""
    page = show.console()
    for kind, title in TITLES.items():
        chosen = [card for card in cards if card.kind == kind]
        rows = show.table(
            f"{title} ({sum(card.enabled for card in chosen)})",
            {"Card": "left", "Cost": "right", "Fer": "right", "C": "left", "Effect": "wide"},
        )
        for card in chosen:
            show.add(rows, _name(card), _cost(card), *_numbers(card), _effect(card))
        page.print(rows)
    enabled = [card for card in cards if card.enabled]
    page.print(f"C centipede icon   † stand-in (its name is ours)   (off) not in the deck\n{show.LEGEND}")
    page.print(show.share([fact for card in enabled for fact in card.facts()], f"{len(enabled)} cards"))


def _one(card: CardData) -> None:
    """Write everything about one card."""
    page = show.console()
    rows = show.table(_name(card), {"Field": "left", "Value": "wide", "From": "left"})
    values = {
        "name": card.name,
        "type": card.type,
        "section": card.section,
        "cost": str(card.cost),
        "payment": card.payment,
        "ferocity": str(card.ferocity),
        "centipede": "yes" if card.centipede else "no",
        **{f"amounts.{amount}": str(value) for amount, value in card.amounts.items()},
        "text": card.rendered or "no effect",
    }
    for field, value in values.items():
        if field in card.provenance:
            show.add(rows, field, value, card.provenance[field])
    page.print(rows)
    page.print(f"id {card.id}; {show.share(card.facts(), 'this card')}")


def _name(card: CardData) -> str:
    """Return a card's name with what is special about it."""
    return f"{card.name}{' †' if card.stand_in else ''}{'' if card.enabled else ' (off)'}"


def _cost(card: CardData) -> str:
    """Return a card's cost and, where it is bound to larvae or ants, its payment."""
    cost = f"{card.cost}{MARKS[card.provenance['cost']]}"
    return cost if card.payment == "any" else f"{cost} {card.payment}{MARKS[card.provenance['payment']]}"


def _numbers(card: CardData) -> tuple[str, str]:
    """Return a card's ferocity and centipede icon with their marks."""
    icon = "C" if card.centipede else "-"
    return (
        f"{card.ferocity}{MARKS[card.provenance['ferocity']]}",
        f"{icon}{MARKS[card.provenance['centipede']]}",
    )


def _effect(card: CardData) -> str:
    """Return a card's text with a mark at each number."""
    return render(
        card.text,
        card.amounts,
        card.kind,
        lambda amount, digits: f"{digits}{MARKS[card.provenance[f'amounts.{amount}']]}",
    )
