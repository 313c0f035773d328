"""The components and rules of a variant as plain rows, and the search for one of them by name.

`marchsim cards`, `tiles` and `rules` show these. A row has only JSON values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from marchsim.errors import ConfigError, nearest
from marchsim.games.march.components.data import CardData, Components, TileData
from marchsim.games.march.naming.names import GREAT_TUNNEL
from marchsim.games.march.rules.parameters import BOOK, BY_PLAYERS, PARAMETERS, in_force, own_of
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.tabletop.checking import shown
from marchsim.tabletop.naming import letters
from marchsim.tabletop.telling import rules as rules_as_data


def cards(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """A row for each card, or for the card with this id or name. Raises ConfigError with the nearest name."""
    return [card_row(card) for card in find_cards(variant, name)]


def tiles(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """A row for each tile, or for the tile with this number or name. Raises ConfigError.

    The Great Tunnel is not one of the 25 tiles. Its name selects two rows, one for each side.
    """
    if is_great_tunnel(name):
        return tunnel_rows(variant.components)
    return [tile_row(tile) for tile in find_tiles(variant, name)]


def rules(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """A row for each parameter of the rules: value, range, meaning, rule numbers, origin.

    A name selects that parameter and its forms for some numbers of players, or else all parameters whose
    names contain it. Raises RulesError with the nearest name. For such a form, `players` is the number of
    players and `instead_of` the plain parameter. Plain ones have null and ''. `from` is rulebook, ruling,
    program, a preset or an overlay. `changed` compares with the standard game.
    """
    return [rule_row(variant, found) for found in find_rules(name)]


def rules_with(variant: MarchVariant, players: int) -> list[dict[str, Any]]:
    """The rows for this many players that differ from the standard game with 3 or 4.

    Each has the meaning of the plain parameter, whose value in the standard game is `default`.
    """
    rows = []
    for name, plain in PARAMETERS.items():
        row = rule_row(variant, in_force(name, players))
        if own_of(name)[0] is None and variant.rules[row["name"]] != plain.default:
            rows.append(
                {**row, "default": plain.human(plain.default), "meaning": plain.meaning, "changed": True}
            )
    return rows


def find_rules(name: str) -> list[str]:
    """The parameters that a name selects ('': all). Raises RulesError with the nearest name."""
    if name in PARAMETERS:
        return list(dict.fromkeys([name, *(in_force(name, players) for players in BY_PLAYERS)]))
    return BOOK.named(name)


def rule_row(variant: MarchVariant, name: str) -> dict[str, Any]:
    """A parameter as plain data."""
    players, plain = own_of(name)
    return {**rules_as_data.row(variant.all_rules, name), "players": players, "instead_of": plain}


def find_cards(variant: MarchVariant, name: str) -> Sequence[CardData]:
    """The card with this id or name, or all cards for ''. Raises ConfigError with the nearest name."""
    everything = variant.components.cards
    if not name:
        return everything
    found = [card for card in everything if letters(name) in (letters(card.id), letters(card.name))]
    return found or _unknown("card", name, [card.name for card in everything])


def find_tiles(variant: MarchVariant, name: str) -> Sequence[TileData]:
    """The tile with this number or name, or all tiles for ''. Raises ConfigError with the nearest name."""
    everything = variant.components.tiles
    if not name:
        return everything
    found = [tile for tile in everything if letters(name) in (str(tile.number), letters(tile.name))]
    return found or _unknown("tile", name, [*(tile.name for tile in everything), GREAT_TUNNEL])


def is_great_tunnel(name: str) -> bool:
    """Whether this is the name of the Great Tunnel."""
    return letters(name) == letters(GREAT_TUNNEL)


def card_row(card: CardData) -> dict[str, Any]:
    """A card as plain data. `text` is its text with amounts filled in, `template` the text without."""
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
    """A tile as plain data."""
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


def tunnel_rows(parts: Components) -> list[dict[str, Any]]:
    """Both sides of the Great Tunnel as plain data, with the keys of tiles. `number` is None."""
    sides = {"front": parts.tunnel_front, "back": parts.tunnel_back}
    return [
        {
            "number": None,
            "name": f"{GREAT_TUNNEL}, {side}",
            "group": "great-tunnel",
            "sites": [],
            "tunnels": list(edges),
            "icon": "",
            "amounts": {},
            "text": "",
            "template": "",
            "stand_in": False,
            "enabled": True,
            "provenance": {"tunnels": parts.tunnel_provenance[side]},
        }
        for side, edges in sides.items()
    ]


def _unknown(what: str, name: str, known: Iterable[str]) -> Sequence[Any]:
    """Raise the error for an unknown name."""
    hint = nearest(name, known)
    raise ConfigError(f"there is no {what} {shown(name)}.{hint} `marchsim {what}s` lists them all.")
