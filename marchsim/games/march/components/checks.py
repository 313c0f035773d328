"""Checks of cards, tiles and the Great Tunnel, both in the package's files and in overlays.

The values come from files, so every one is checked. Sizes and numbers have limits. Each error names the file,
the table, the key, the fault and the remedy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from marchsim.errors import nearest
from marchsim.games.march.amounts import BASE, amount_range
from marchsim.games.march.components import data
from marchsim.games.march.components.data import (
    GROUPS,
    ICONS,
    PAYMENTS,
    SECTIONS,
    SITES,
    TYPES,
    CardData,
    TileData,
)
from marchsim.tabletop.checking import Place, shown

COST_MOST = 20
FEROCITY_MOST = 20
SITES_MOST = 6
NAME_MOST = 60
TEXT_MOST = 600

# what an entry may say of a card and of a tile
CARD_FIELDS = tuple(one.name for one in fields(CardData) if one.name not in ("id", "coded", "provenance"))
TILE_FIELDS = tuple(one.name for one in fields(TileData) if one.name not in ("number", "provenance"))
TUNNEL_FIELDS = ("front", "back")


def edges(place: Place, key: str, value: object) -> tuple[int, ...]:
    """Check a list of edges with tunnels, numbered clockwise from 0 (NE) to 5 (NW). Return it sorted.

    It must have one to six edges, all different.
    """
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 6:
        raise place.wrong(key, f"must be a list of 1 to 6 edges, 0 (NE) to 5 (NW), not {shown(value)}.")
    edges = [place.number(key, edge, 0, 5) for edge in value]
    if len(set(edges)) < len(edges):
        raise place.wrong(key, f"names an edge twice: {shown(value)}.")
    return tuple(sorted(edges))


def sites_of(place: Place, key: str, value: object) -> tuple[str, ...]:
    """Check collection sites, given as "D F" or ["D", "F"] with the control site first."""
    letters = value.split() if isinstance(value, str) else value
    if not isinstance(letters, list | tuple) or not 1 <= len(letters) <= SITES_MOST:
        raise place.wrong(key, f'must be 1 to {SITES_MOST} sites such as "D F", not {shown(value)}.')
    for letter in letters:
        if not isinstance(letter, str) or letter not in SITES:
            meaning = ", ".join(f"{key} {name}" for key, name in SITES.items())
            raise place.wrong(key, f"{shown(letter)} is no site; the letters are {meaning}.")
    return tuple(letters)


def card(place: Place, entry: Mapping[str, Any], provenance: Mapping[str, str], coded: bool) -> CardData:
    """Make a card from a complete set of fields, after checks of each field and of their combination."""
    kind = place.word("type", entry["type"], TYPES)
    if kind == "evolution":
        section = place.word("section", entry["section"], SECTIONS)
    else:
        section = place.word("section", entry["section"], ("",))
    amounts = card_amounts(place, entry["id"], section or kind, entry["amounts"], coded)
    return CardData(
        id=entry["id"],
        name=place.line("name", entry["name"], NAME_MOST, 1),
        type=kind,
        section=section,
        cost=place.number("cost", entry["cost"], 0, COST_MOST),
        payment=place.word("payment", entry["payment"], PAYMENTS),
        ferocity=place.number("ferocity", entry["ferocity"], 0, FEROCITY_MOST),
        centipede=place.flag("centipede", entry["centipede"]),
        amounts=amounts,
        text=template(place, entry["text"], amounts, coded),
        stand_in=place.flag("stand_in", entry["stand_in"]),
        coded=coded,
        provenance=provenance,
        enabled=place.flag("enabled", entry["enabled"]),
    )


def card_amounts(place: Place, owner: str, kind: str, amounts: object, coded: bool) -> dict[str, int]:
    """Check a card's amounts. A card without code may have only base amounts of its kind."""
    table = Place(place.source, f"{place.table}.amounts").table_of(amounts)
    for name in table:
        if not coded and name not in BASE[kind]:
            near = nearest(name, BASE[kind])
            raise place.wrong(
                f"amounts.{name}",
                f"a card without code of kind {kind} may have {', '.join(BASE[kind])}.{near}",
            )
    return {
        name: place.number(f"amounts.{name}", table[name], *amount_range(owner, kind, name)) for name in table
    }


def tile(place: Place, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> TileData:
    """Make a tile from a complete set of fields, after checks of each field and of their combination."""
    number = str(entry["number"])
    table = Place(place.source, f"{place.table}.amounts").table_of(entry["amounts"])
    amounts = {
        name: place.number(f"amounts.{name}", table[name], *amount_range(number, "tile", name))
        for name in table
    }
    words = template(place, entry["text"], amounts, coded=True)
    if words and not amounts:
        raise place.wrong("text", "this tile has no effect of its own, so it cannot have a text.")
    return TileData(
        number=entry["number"],
        name=place.line("name", entry["name"], NAME_MOST, 1),
        group=place.word("group", entry["group"], GROUPS),
        sites=sites_of(place, "sites", entry["sites"]),
        tunnels=edges(place, "tunnels", entry["tunnels"]),
        icon=place.word("icon", entry["icon"], ICONS),
        amounts=amounts,
        text=words,
        stand_in=place.flag("stand_in", entry["stand_in"]),
        provenance=provenance,
        enabled=place.flag("enabled", entry["enabled"]),
    )


def template(place: Place, value: object, amounts: Mapping[str, int], coded: bool) -> str:
    """Check the text of an effect against its amounts, and return the text.

    If the effect has code (`coded`), the text must mention every amount.
    """
    words = place.line("text", value, TEXT_MOST)
    if trouble := data.flaw(words, amounts):
        raise place.wrong("text", f"{trouble}.")
    silent = [name for name in amounts if name not in data.named(words)]
    if coded and silent:
        raise place.wrong("text", f"it must speak of {{{silent[0]}}}, so that it says what the number does.")
    return words
