"""The components of the package, read from TOML files and checked, once for each process."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from marchsim.games.antwars.components import checks
from marchsim.games.antwars.components.data import (
    ANIMAL_FIELDS,
    LAYOUT_FIELDS,
    SPECIES_FIELDS,
    Components,
    Layout,
)
from marchsim.tabletop.checking import Place
from marchsim.tabletop.rules.overlays import sources


@cache
def load() -> Components:
    """The components of the package."""
    species = {}
    for key, entry in _read("species").items():
        place, entry, known = _sourced("species.toml", key, entry, SPECIES_FIELDS)
        species[key] = checks.species(place, key, entry, known)
    animals = {}
    for key, entry in _read("animals").items():
        place, entry, known = _sourced("animals.toml", key, entry, ANIMAL_FIELDS)
        animals[key] = checks.animal(place, key, entry, known)
    tables, boards = _read("boards"), {}
    layouts: dict[str, dict[int, Layout]] = {}
    for key, entry in tables["boards"].items():
        place, entry, known = _sourced("boards.toml", f"boards.{key}", entry, ("hexes",))
        boards[key] = checks.board(place, key, entry, known)
    for name, table in tables["layouts"].items():
        layouts[name] = {}
        for players, entry in table.items():
            place, entry, known = _sourced("boards.toml", f"layouts.{name}.{players}", entry, LAYOUT_FIELDS)
            layouts[name][int(players)] = checks.layout(place, int(players), entry, boards, known)
    return Components(species, animals, boards, layouts)


def _read(name: str) -> dict[str, Any]:
    with (Path(__file__).parent / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def _sourced(
    file: str, table: str, entry: dict[str, Any], fields: tuple[str, ...]
) -> tuple[Place, dict[str, Any], dict[str, str]]:
    """Place, fields and sources of a component of the package."""
    place = Place(file, table)
    for key in entry:
        place.known(key, (*fields, "source"))
    known = sources(place, entry["source"], fields)
    return place, {key: value for key, value in entry.items() if key != "source"}, known
