"""Reads the package's components from TOML files, checks them once per process, and applies overlays.

`tabletop.rules.overlays` determines the provenance of each changed field.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
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
from marchsim.tabletop.checking import Place, check_id, plain_key
from marchsim.tabletop.rules.overlays import entries, names_differ, provenance_of, sources


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
    """For one shipped component: its place in the file, its fields, and the source of each field."""
    place = Place(file, table)
    for key in entry:
        place.known(key, (*fields, "source"))
    known = sources(place, entry["source"], fields)
    return place, {key: value for key, value in entry.items() if key != "source"}, known


# Changes by an overlay: fields of species and animals, and new boards and layouts
def overlaid(parts: Components, source: str, overlay: Mapping[str, Any]) -> Components:
    """The components changed by an overlay's `species`, `animals`, `boards` and `layouts`.

    Raises ComponentsError for an invalid overlay. The message names the source, the table, the key and
    the nearest valid key.
    """
    whole = provenance_of(Place(source, ""), overlay)
    species, animals, boards = dict(parts.species), dict(parts.animals), dict(parts.boards)
    for key, entry in entries(source, overlay, "species"):
        place = Place(source, f"species.{plain_key(key)}")
        place.known(key, species, "species")
        fields, known = _set(
            place, entry, SPECIES_FIELDS, species[key].plain(), species[key].provenance, whole
        )
        species[key] = checks.species(place, key, fields, known)
    for key, entry in entries(source, overlay, "animals"):
        place = Place(source, f"animals.{plain_key(key)}")
        place.known(key, animals, "animal")
        old = {"name": animals[key].name, **animals[key].numbers}
        fields, known = _set(place, entry, ANIMAL_FIELDS, old, animals[key].provenance, whole)
        animals[key] = checks.animal(place, key, fields, known)
    for key, entry in entries(source, overlay, "boards"):
        place = Place(source, f"boards.{plain_key(key)}")
        check_id(place, key)
        drawn = boards.get(key)
        before = {"hexes": [list(one) for one in drawn.hexes] if drawn else []}
        fields, known = _set(place, entry, ("hexes",), before, drawn.provenance if drawn else {}, whole)
        boards[key] = checks.board(place, key, fields, known)
    names_differ(Place(source, "species"), {key: one.name for key, one in species.items()})
    changed = Components(species, animals, boards, parts.layouts)
    return _layouts(changed, source, overlay, whole)


def _layouts(parts: Components, source: str, overlay: Mapping[str, Any], whole: str) -> Components:
    """The components with an overlay's layouts. All layouts are checked against the boards in `parts`."""
    drawn = {name: dict(table) for name, table in parts.layouts.items()}
    for name, table in entries(source, overlay, "layouts"):
        top = Place(source, f"layouts.{plain_key(name)}")
        top.known(name, drawn, "layout")
        for number, given in table.items():
            place = Place(source, f"layouts.{name}.{plain_key(str(number))}")
            top.known(str(number), ("2", "3", "4", "5", "6"), "number of players")
            old = drawn[name].get(int(number))
            before = old.plain() if old else {"boards": [], "exits": []}
            entry = place.table_of(given)
            fields, known = _set(place, entry, LAYOUT_FIELDS, before, old.provenance if old else {}, whole)
            drawn[name][int(number)] = checks.layout(place, int(number), fields, parts.boards, known)
    for name, known_layouts in drawn.items():
        for players, layout in known_layouts.items():
            place = Place(source, f"layouts.{name}.{players}")
            checks.layout(place, players, layout.plain(), parts.boards, layout.provenance)
    return Components(parts.species, parts.animals, parts.boards, drawn)


def _set(
    place: Place,
    entry: Mapping[str, Any],
    fields: Sequence[str],
    old: Mapping[str, Any],
    provenance: Mapping[str, str],
    whole: str,
) -> tuple[dict[str, Any], dict[str, str]]:
    """All fields of a component after an overlay's entry has changed some, and the provenance of each."""
    for key in entry:
        place.known(key, (*fields, "provenance"))
    word = provenance_of(place, entry, whole)
    given = {key: value for key, value in entry.items() if key != "provenance"}
    known = {**dict.fromkeys(fields, word), **provenance, **dict.fromkeys(given, word)}
    return {**old, **given}, {key: known[key] for key in fields}
