"""The components of the package, read from its TOML files and checked, once per process.

Every field must name its source in `[ID.source]`. It is an error if a field has none or two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from marchsim.games.march.components import checks
from marchsim.games.march.components.data import CardData, Components, TileData
from marchsim.tabletop.checking import Place
from marchsim.tabletop.rules.overlays import sources

# File -> type and section of its cards.
FILES = {
    "events": ("event", ""),
    "heads": ("evolution", "head"),
    "thoraxes": ("evolution", "thorax"),
    "abdomens": ("evolution", "abdomen"),
    "goals": ("goal", ""),
}
CARD_DEFAULTS: Mapping[str, Any] = {
    "section": "",
    "payment": "any",
    "centipede": False,
    "amounts": {},
    "text": "",
    "stand_in": False,
    "enabled": True,
}
TILE_DEFAULTS: Mapping[str, Any] = {"icon": "", "amounts": {}, "text": "", "stand_in": False, "enabled": True}


@cache
def load() -> Components:
    """The components of the package."""
    cards = [card for name in FILES for card in _cards(name)]
    tables = _read("tiles")
    tunnel = tables.pop("great-tunnel")
    place = Place("tiles.toml", "great-tunnel")
    return Components(
        cards=tuple(sorted(cards, key=lambda card: card.id)),
        tiles=tuple(
            sorted((_tile(key, entry) for key, entry in tables.items()), key=lambda tile: tile.number)
        ),
        tunnel_front=checks.edges(place, "front", tunnel["front"]),
        tunnel_back=checks.edges(place, "back", tunnel["back"]),
        tunnel_provenance=sources(place, tunnel["source"], checks.TUNNEL_FIELDS),
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
            place.known(field, (*checks.CARD_FIELDS, "coded", "source"))
        facts = ("name", "type", "section", "cost", "payment", "ferocity", "centipede")
        fields = [name for name in facts if section or name != "section"]
        provenance = sources(place, entry["source"], [*fields, "text", *_amounts(entry)])
        whole = {**CARD_DEFAULTS, **entry, "id": key, "type": kind, "section": section}
        made.append(checks.card(place, whole, provenance, entry.get("coded", False)))
    return made


def _tile(key: str, entry: Mapping[str, Any]) -> TileData:
    place = Place("tiles.toml", key)
    for field in entry:
        place.known(field, (*checks.TILE_FIELDS, "source"))
    fields = ["name", "number", "group", "sites", "tunnels", "icon", *(["text"] if "text" in entry else [])]
    provenance = sources(place, entry["source"], [*fields, *_amounts(entry)])
    return checks.tile(place, {**TILE_DEFAULTS, **entry, "number": int(key)}, provenance)


def _amounts(entry: Mapping[str, Any]) -> list[str]:
    """The names of an entry's amounts, as in its provenance."""
    return [f"amounts.{name}" for name in entry.get("amounts", {})]
