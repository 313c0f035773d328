"""The components and rules of a variant as plain rows, and the finding of one by its name.

This is what `marchsim cards`, `tiles` and `rules` show; a row holds only what JSON can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from marchsim.errors import ConfigError, nearest
from marchsim.games.march.components.checks import letters, shown
from marchsim.games.march.components.data import CardData, TileData
from marchsim.games.march.parameters import PARAMETERS
from marchsim.games.march.variant import MarchVariant


def cards(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """Return a row for each card, or for the one of that id or name; raises ConfigError with the nearest."""
    return [card_row(card) for card in find_cards(variant, name)]


def tiles(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """Return a row for each tile, or for the one of that number or name; raises ConfigError."""
    return [tile_row(tile) for tile in find_tiles(variant, name)]


def rules(variant: MarchVariant) -> list[dict[str, Any]]:
    """Return a row for each parameter of the rules: value, range, meaning, rule numbers, origin.

    `from` is rulebook, ruling, program, a preset or an overlay; `changed` compares with the standard game.
    """
    return [
        {
            "name": name,
            "value": parameter.human(variant.rules[name]),
            "default": parameter.human(parameter.default),
            "type": parameter.type,
            "low": parameter.low if parameter.type == "int" else None,
            "high": parameter.high if parameter.type == "int" else None,
            "choices": list(parameter.choices),
            "rules": list(parameter.rules),
            "meaning": parameter.meaning,
            "source": parameter.source,
            "note": parameter.note,
            "from": variant.origins[name],
            "changed": variant.rules[name] != parameter.default,
        }
        for name, parameter in PARAMETERS.items()
    ]


def find_cards(variant: MarchVariant, name: str) -> Sequence[CardData]:
    """Return the card of that id or name, or all of them for ''; raises ConfigError with the nearest."""
    everything = variant.components.cards
    if not name:
        return everything
    found = [card for card in everything if letters(name) in (letters(card.id), letters(card.name))]
    return found or _unknown("card", name, [card.name for card in everything])


def find_tiles(variant: MarchVariant, name: str) -> Sequence[TileData]:
    """Return the tile of that number or name, or all of them for ''; raises ConfigError with the nearest."""
    everything = variant.components.tiles
    if not name:
        return everything
    found = [tile for tile in everything if letters(name) in (str(tile.number), letters(tile.name))]
    return found or _unknown("tile", name, [tile.name for tile in everything])


def card_row(card: CardData) -> dict[str, Any]:
    """Return a card as plain data; `text` is what it says, `template` what it is made from."""
    return {
        "id": card.id,
        "name": card.name,
        "type": card.type,
        "section": card.section,
        "cost": card.cost,
        "payment": card.payment,
        "ferocity": card.ferocity,
        "centipede": card.centipede,
        "amounts": dict(card.amounts),
        "text": card.rendered,
        "template": card.text,
        "stand_in": card.stand_in,
        "coded": card.coded,
        "enabled": card.enabled,
        "provenance": dict(card.provenance),
    }


def tile_row(tile: TileData) -> dict[str, Any]:
    """Return a tile as plain data."""
    return {
        "number": tile.number,
        "name": tile.name,
        "group": tile.group,
        "sites": list(tile.sites),
        "tunnels": list(tile.tunnels),
        "icon": tile.icon,
        "amounts": dict(tile.amounts),
        "text": tile.rendered,
        "template": tile.text,
        "stand_in": tile.stand_in,
        "enabled": tile.enabled,
        "provenance": dict(tile.provenance),
    }


def _unknown(what: str, name: str, known: Iterable[str]) -> Sequence[Any]:
    """Raise the complaint about a name that nothing bears."""
    hint = nearest(name, known)
    raise ConfigError(f"there is no {what} {shown(name)}.{hint} `marchsim {what}s` lists them all.")
