"""Read the components from the package's TOML files, check them once per process, and apply overlays.

Every field in a file must have one source in `[ID.source]`. A field with none or two is an error. An overlay
can set fields, disable items, and add cards without code. `tabletop.rules.overlays` determines the provenance
of the fields that it sets. Each error names the file, the table, the key, the fault and the remedy.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from marchsim.errors import nearest
from marchsim.games.march.amounts import BASE, amount_range
from marchsim.games.march.components import data
from marchsim.games.march.components.data import SECTIONS, CardData, Components, TileData, edges, stated_in
from marchsim.tabletop.checking import Place, check_id, plain_key, shown
from marchsim.tabletop.rules.overlays import entries, names_differ, provenance_of, sources

TUNNEL_FIELDS = ("front", "back")
CARD_FIELDS, TILE_FIELDS = tuple(stated_in(CardData)), tuple(stated_in(TileData))
SILENT = ("enabled", "stand_in")  # what an entry says of itself, without a source
SOURCED = tuple(name for name in CARD_FIELDS if name not in ("amounts", *SILENT))


def checked(place: Place, kind: type[CardData] | type[TileData], entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry, each checked as it is declared. Amounts and text are {} and '' if missing."""
    fields = {"amounts": {}, "text": "", **entry}
    return {
        name: one.check(place, name, fields[name]) for name, one in stated_in(kind).items() if name in fields
    }


def checked_card(
    place: Place, entry: Mapping[str, Any], provenance: Mapping[str, str], coded: bool
) -> CardData:
    """Make a card from its fields, after checks of each field and of their combination."""
    told = checked(place, CardData, entry)
    sections = SECTIONS if told["type"] == "evolution" else ("",)
    section = told["section"] = place.word("section", entry.get("section", ""), sections)
    told["amounts"] = card_amounts(place, entry["id"], section or told["type"], told["amounts"], coded)
    told["text"] = template(place, told["text"], told["amounts"], coded)
    return CardData(id=entry["id"], coded=coded, provenance=provenance, **told)


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


def checked_tile(place: Place, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> TileData:
    """Make a tile from its fields, after checks of each field and of their combination."""
    number, told = str(entry["number"]), checked(place, TileData, entry)
    amounts = {
        name: place.number(f"amounts.{name}", value, *amount_range(number, "tile", name))
        for name, value in Place(place.source, f"{place.table}.amounts").table_of(told["amounts"]).items()
    }
    words = template(place, told["text"], amounts, coded=True)
    if words and not amounts:
        raise place.wrong("text", "this tile has no effect of its own, so it cannot have a text.")
    return TileData(
        number=entry["number"], provenance=provenance, **told | {"amounts": amounts, "text": words}
    )


def template(place: Place, value: object, amounts: Mapping[str, int], coded: bool) -> str:
    """Check the text of an effect against its amounts, and return the text.

    If the effect has code (`coded`), the text must mention every amount.
    """
    words = str(value)
    if trouble := data.flaw(words, amounts):
        raise place.wrong("text", f"{trouble}.")
    silent = [name for name in amounts if name not in data.named(words)]
    if coded and silent:
        raise place.wrong("text", f"it must speak of {{{silent[0]}}}, so that it says what the number does.")
    return words


# Files of the package
# File -> type and section of its cards.
FILES = {
    "events": ("event", ""),
    "heads": ("evolution", "head"),
    "thoraxes": ("evolution", "thorax"),
    "abdomens": ("evolution", "abdomen"),
    "goals": ("goal", ""),
}


@cache
def load() -> Components:
    """The components of the package, read and checked at the first call."""
    cards = [card for name in FILES for card in _cards(name)]
    tables = _read("tiles")
    tunnel = tables.pop("great-tunnel")
    place = Place("tiles.toml", "great-tunnel")
    return Components(
        cards=tuple(sorted(cards, key=lambda card: card.id)),
        tiles=tuple(
            sorted((_tile(key, entry) for key, entry in tables.items()), key=lambda tile: tile.number)
        ),
        tunnel_front=edges(place, "front", tunnel["front"]),
        tunnel_back=edges(place, "back", tunnel["back"]),
        tunnel_provenance=sources(place, tunnel["source"], TUNNEL_FIELDS),
    )


def _read(name: str) -> dict[str, Any]:
    with (Path(__file__).parent / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def _cards(name: str) -> list[CardData]:
    kind, section = FILES[name]
    made = []
    for key, entry in _read(name).items():
        place = Place(f"{name}.toml", key)
        for field in entry:
            place.known(field, (*CARD_FIELDS, "coded", "source"))
        fields = [name for name in SOURCED if section or name != "section"]
        provenance = sources(place, entry["source"], [*fields, *_amounts(entry)])
        whole = {**entry, "id": key, "type": kind, "section": section}
        made.append(checked_card(place, whole, provenance, entry.get("coded", False)))
    return made


def _tile(key: str, entry: Mapping[str, Any]) -> TileData:
    place = Place("tiles.toml", key)
    for field in entry:
        place.known(field, (*TILE_FIELDS, "source"))
    fields = ["name", "number", "group", "sites", "tunnels", "icon", *(["text"] if "text" in entry else [])]
    provenance = sources(place, entry["source"], [*fields, *_amounts(entry)])
    return checked_tile(place, {**entry, "number": int(key)}, provenance)


def _amounts(entry: Mapping[str, Any]) -> list[str]:
    """The keys of an entry's amounts as they appear in its provenance."""
    return [f"amounts.{name}" for name in entry.get("amounts", {})]


# Changes from an overlay: fields set, items disabled, new cards without code
CARDS_MOST = 120
NEEDED = ("name", "type", "cost", "ferocity")


def overlaid(components: Components, source: str, overlay: Mapping[str, Any]) -> Components:
    """Apply the tables `cards`, `tiles` and `great-tunnel` of an overlay to the components.

    Raises ComponentsError if the overlay is faulty. The message gives the source, the table and the key and,
    for an unknown name, the nearest known one.
    """
    whole = provenance_of(Place(source, ""), overlay)
    cards = {card.id: card for card in components.cards}
    for key, entry in entries(source, overlay, "cards"):
        cards[key] = _changed_card(Place(source, f"cards.{plain_key(key)}"), key, cards, entry, whole)
    if len(cards) > CARDS_MOST:
        raise Place(source, "cards").wrong(
            "", f"makes {len(cards)} cards; there may be at most {CARDS_MOST}."
        )
    tiles = {str(tile.number): tile for tile in components.tiles}
    for key, entry in entries(source, overlay, "tiles"):
        tiles[key] = _changed_tile(Place(source, f"tiles.{plain_key(key)}"), key, tiles, entry, whole)
    names_differ(Place(source, "cards"), {key: card.name for key, card in cards.items()})
    names_differ(Place(source, "tiles"), {key: tile.name for key, tile in tiles.items()})
    changed = replace(
        components,
        cards=tuple(sorted(cards.values(), key=lambda card: card.id)),
        tiles=tuple(sorted(tiles.values(), key=lambda tile: tile.number)),
    )
    return _tunnel(changed, Place(source, "great-tunnel"), overlay.get("great-tunnel", {}), whole)


def _changed_card(
    place: Place, key: str, cards: Mapping[str, CardData], entry: Mapping[str, Any], whole: str
) -> CardData:
    """Apply an overlay's entry to a card of the box, or make a new card from it."""
    for field in entry:
        place.known(field, (*CARD_FIELDS, "provenance"))
    word = provenance_of(place, entry, whole)
    if key not in cards:
        return _new_card(place, key, cards, entry, word)
    old = cards[key]
    if old.coded and (
        entry.get("type", old.type) != old.type or entry.get("section", old.section) != old.section
    ):
        raise place.wrong(
            "type", "this card's effect is in code, so its type and section stay what they are."
        )
    amounts = _changed_amounts(place, entry, old.amounts, old.coded)
    fields = {name: getattr(old, name) for name in ("id", *CARD_FIELDS)}
    fields |= {**entry, "amounts": amounts}
    sources = {**old.provenance, **_sources(entry, word)}
    if fields["type"] != "evolution" and "section" not in entry:
        fields["section"] = ""
    if fields["section"] == "":
        sources.pop("section", None)
    return checked_card(place, fields, sources, old.coded)


def _new_card(
    place: Place, key: str, cards: Mapping[str, CardData], entry: Mapping[str, Any], word: str
) -> CardData:
    """Make a card that is not in the box. Its base amounts are its whole effect."""
    needed = [*NEEDED, *(["section"] if entry.get("type") == "evolution" else [])]
    missing = [name for name in needed if name not in entry]
    if missing:
        raise place.wrong(
            "",
            f"there is no card {shown(key)}.{nearest(key, cards)} "
            f"A new card needs {', '.join(needed)}; {', '.join(missing)} missing.",
        )
    check_id(place, key)
    amounts = _changed_amounts(place, entry, {}, coded=False)
    fields = {**entry, "amounts": amounts, "id": key}
    sources = dict.fromkeys([*SOURCED, *(f"amounts.{name}" for name in amounts)], word)
    if fields.get("section", "") == "":
        del sources["section"]
    return checked_card(place, fields, sources, coded=False)


def _changed_tile(
    place: Place, key: str, tiles: Mapping[str, TileData], entry: Mapping[str, Any], whole: str
) -> TileData:
    """Apply an overlay's entry to a tile."""
    if key not in tiles:
        raise place.wrong("", f"there is no such tile; they are numbered 1 to {len(tiles)}, say [tiles.5].")
    for field in entry:
        place.known(field, (*TILE_FIELDS, "provenance"))
    old = tiles[key]
    word = provenance_of(place, entry, whole)
    amounts = _changed_amounts(place, entry, old.amounts, coded=True)
    fields = {name: getattr(old, name) for name in ("number", *TILE_FIELDS)}
    return checked_tile(
        place, {**fields, **entry, "amounts": amounts}, {**old.provenance, **_sources(entry, word)}
    )


def _changed_amounts(
    place: Place, entry: Mapping[str, Any], old: Mapping[str, int], coded: bool
) -> dict[str, Any]:
    """The old amounts, updated with those of an entry.

    If the item has code, an entry may only change the amounts that it already has.
    """
    table = Place(place.source, f"{place.table}.amounts").table_of(entry.get("amounts", {}))
    for name in table if coded else ():
        if not old:
            raise place.wrong(f"amounts.{name}", "it has no amounts.")
        place.known(f"amounts.{name}", [f"amounts.{known}" for known in old], "amount")
    return {**old, **table}


def _sources(entry: Mapping[str, Any], word: str) -> dict[str, str]:
    """The provenance `word` for each field that an entry sets."""
    fields = [name for name in entry if name not in ("provenance", "amounts", *SILENT)]
    return dict.fromkeys([*fields, *(f"amounts.{name}" for name in entry.get("amounts", {}))], word)


def _tunnel(components: Components, place: Place, entry: object, whole: str) -> Components:
    """Apply an overlay's entry for the Great Tunnel to the components."""
    table = place.table_of(entry)
    for field in table:
        place.known(field, (*TUNNEL_FIELDS, "provenance"))
    sources = _sources(table, provenance_of(place, table, whole))
    return replace(
        components,
        tunnel_front=edges(place, "front", table.get("front", components.tunnel_front)),
        tunnel_back=edges(place, "back", table.get("back", components.tunnel_back)),
        tunnel_provenance={**components.tunnel_provenance, **sources},
    )
