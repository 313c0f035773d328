"""What a card, a tile and the Great Tunnel may hold: every check, the same for the package and for overlays.

Values come from files, so nothing is trusted: sizes and numbers have limits, and each complaint names the
file, the table, the key, what is wrong and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from marchsim.errors import ComponentsError, MarchsimError, nearest
from marchsim.games.march.components import text
from marchsim.games.march.components.amounts import BASE, amount_range
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

COST_MOST = 20
FEROCITY_MOST = 20
SITES_MOST = 6
NAME_MOST = 60
TEXT_MOST = 600

CARD_FIELDS = (
    "name",
    "type",
    "section",
    "cost",
    "payment",
    "ferocity",
    "centipede",
    "amounts",
    "text",
    "stand_in",
    "enabled",
)
TILE_FIELDS = ("name", "group", "sites", "tunnels", "icon", "amounts", "text", "stand_in", "enabled")
TUNNEL_FIELDS = ("front", "back")

_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")


def shown(value: object, most: int = 60) -> str:
    """Return a value from a file as it may stand in a message: escaped and not too long."""
    words = repr(value)
    return words if len(words) <= most else words[: most - 3] + "..."


def letters(name: str) -> str:
    """Return a name as people compare names: letters and digits only, in one case."""
    return "".join(char for char in name.casefold() if char.isalnum())


@dataclass(frozen=True)
class Place:
    """A table of a file ('' is the file's top), for messages; `error` is the kind that its complaints are."""

    source: str
    table: str
    error: type[MarchsimError] = ComponentsError

    def wrong(self, key: str, what: str) -> MarchsimError:
        """Return the complaint about a key (or, with '', about the whole table)."""
        key = key if key.isprintable() else shown(key)
        table = f"[{self.table}]" if self.table else ""
        return self.error(f"{self.source}: {' '.join(part for part in (table, key) if part)}: {what}")

    def known(self, key: str, keys: Iterable[str], what: str = "field") -> None:
        """Raise unless the key is one of the known ones."""
        names = list(keys)
        if key not in names:
            raise self.wrong(key, f"unknown {what}; known are {', '.join(names)}.{nearest(key, names)}")

    def table_of(self, value: object) -> Mapping[str, Any]:
        """Return the value, which must be a table."""
        if not isinstance(value, Mapping):
            raise self.wrong("", f"must be a table, not {shown(value)}.")
        return value

    def number(self, key: str, value: object, low: int, high: int) -> int:
        """Return a whole number in a range."""
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key, f"must be a whole number from {low} to {high}, not {shown(value)}.")
        return value

    def flag(self, key: str, value: object) -> bool:
        """Return true or false."""
        if not isinstance(value, bool):
            raise self.wrong(key, f"must be true or false, not {shown(value)}.")
        return value

    def word(self, key: str, value: object, words: tuple[str, ...]) -> str:
        """Return one of some words."""
        if not isinstance(value, str) or value not in words:
            near = nearest(value, words) if isinstance(value, str) else ""
            choices = ", ".join(f'"{word}"' for word in words)
            raise self.wrong(key, f"must be one of {choices}, not {shown(value)}.{near}")
        return value

    def line(self, key: str, value: object, most: int, least: int = 0) -> str:
        """Return a printable text of limited length, its white space made single blanks."""
        if not isinstance(value, str):
            raise self.wrong(key, f"must be a text, not {shown(value)}.")
        words = " ".join(value.split())
        if not least <= len(words) <= most:
            raise self.wrong(key, f"must have {least} to {most} characters; it has {len(words)}.")
        if not words.isprintable():
            raise self.wrong(key, "must hold printable characters only.")
        return words

    def edges(self, key: str, value: object) -> tuple[int, ...]:
        """Return tunnels: one to six different edges from 0 (north-east) clockwise to 5, sorted."""
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= 6:
            raise self.wrong(key, f"must be a list of 1 to 6 edges, 0 (NE) to 5 (NW), not {shown(value)}.")
        edges = [self.number(key, edge, 0, 5) for edge in value]
        if len(set(edges)) < len(edges):
            raise self.wrong(key, f"names an edge twice: {shown(value)}.")
        return tuple(sorted(edges))

    def sites(self, key: str, value: object) -> tuple[str, ...]:
        """Return collection sites, the control site first, from "D F" or ["D", "F"]."""
        letters = value.split() if isinstance(value, str) else value
        if not isinstance(letters, list | tuple) or not 1 <= len(letters) <= SITES_MOST:
            raise self.wrong(key, f'must be 1 to {SITES_MOST} sites such as "D F", not {shown(value)}.')
        for letter in letters:
            if not isinstance(letter, str) or letter not in SITES:
                meaning = ", ".join(f"{key} {name}" for key, name in SITES.items())
                raise self.wrong(key, f"{shown(letter)} is no site; the letters are {meaning}.")
        return tuple(letters)


def check_id(place: Place, name: str) -> None:
    """Raise unless a new card's id is short and plain."""
    if not _ID.fullmatch(name):
        form = "at most 40 small letters, digits and hyphens, a letter first"
        raise place.wrong("", f"{shown(name)} cannot be an id: use {form}.")


def card(place: Place, entry: Mapping[str, Any], provenance: Mapping[str, str], coded: bool) -> CardData:
    """Return a card from its complete fields, checked one by one and against each other."""
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
    """Return the amounts of a card: within range and, where it has no code, from the base set of its kind."""
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
    """Return a tile from its complete fields, checked one by one and against each other."""
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
        sites=place.sites("sites", entry["sites"]),
        tunnels=place.edges("tunnels", entry["tunnels"]),
        icon=place.word("icon", entry["icon"], ICONS),
        amounts=amounts,
        text=words,
        stand_in=place.flag("stand_in", entry["stand_in"]),
        provenance=provenance,
        enabled=place.flag("enabled", entry["enabled"]),
    )


def template(place: Place, value: object, amounts: Mapping[str, int], coded: bool) -> str:
    """Return an effect text that fits its amounts; one for code must speak of each of them."""
    words = place.line("text", value, TEXT_MOST)
    if trouble := text.flaw(words, amounts):
        raise place.wrong("text", f"{trouble}.")
    silent = [name for name in amounts if name not in text.named(words)]
    if coded and silent:
        raise place.wrong("text", f"it must speak of {{{silent[0]}}}, so that it says what the number does.")
    return words
