"""Decks for card studies: blanks that are all the same card, and one that is worth points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from marchsim.games.march.components.loader import CARDS_MOST
from marchsim.runner.configuration import config
from marchsim.runner.configuration.schema import Configuration
from tools.games import card_ids

BLANKS = CARDS_MOST - len(card_ids())  # with the box, whose cards are taken out, as many as may be
STRONG = "blank-07"
BLANK = {"type": "event", "cost": 1, "ferocity": 2, "amounts": {"gain_larvae": 2}}


def overlay(planted: int = 0) -> dict[str, Any]:
    """Return the deck of blanks; `planted` are points that STRONG gives besides."""
    cards: dict[str, Any] = {card: {"enabled": False} for card in card_ids()}
    for number in range(BLANKS):
        ident = f"blank-{number:02}"
        amounts = {"gain_larvae": 2} | ({"points": planted} if planted and ident == STRONG else {})
        cards[ident] = {**BLANK, "name": f"Blank {number}", "amounts": amounts}
    return {"cards": cards, "provenance": "design"}


def configuration(
    blocks: int, seed: int = 1, planted: int = 0, strategies: tuple[str, ...] = ("trapper", "random")
) -> Configuration:
    """Return a field of four seats with that deck, whose cards are judged whoever plays them."""
    design = {"kind": "random", "players": 4, "blocks": blocks}
    data = {
        "name": "blanks",
        "seed": seed,
        "design": design,
        "strategies": [{"use": use, "baseline": False} for use in strategies],  # what is judged are the cards
    }
    return config.parse({**data, **overlay(planted)}, str(Path("blanks.toml")))
