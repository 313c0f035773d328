"""Read the package's components from TOML files, check them once per process, and apply overlays.

`tabletop.rules.overlays` determines the provenance of each changed field.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from marchsim.games.antwars.components import data
from marchsim.games.antwars.components.data import (
    ANIMAL_FIELDS,
    LAYOUT_FIELDS,
    SPECIES_FIELDS,
    Animal,
    Board,
    Components,
    Laid,
    Layout,
    Species,
)
from marchsim.games.antwars.words import AREAS, PIECES, PLACES
from marchsim.tabletop.checking import Place, check_id, plain_key, shown
from marchsim.tabletop.rules.overlays import entries, names_differ, provenance_of, sources

NAME_MOST = 60
FAR = 40  # how far from the middle a hex may lie


def checked_species(
    place: Place, key: str, entry: Mapping[str, Any], provenance: Mapping[str, str]
) -> Species:
    """A species made from its complete fields."""
    numbers = {name: place.number(name, entry[name], low, high) for name, (low, high) in data.NUMBERS.items()}
    diet = words(place, "diet", entry["diet"], PIECES)
    if not diet:
        raise place.wrong("diet", f"must name at least one of {', '.join(PIECES)}.")
    traits = words(place, "traits", entry["traits"], tuple(data.TRAITS))
    if numbers["mushroom_leaves"] and "mushroom-harvesters" not in traits:
        raise place.wrong("mushroom_leaves", "only a species of mushroom-harvesters starts with leaves.")
    name, stored = (
        place.line("name", entry["name"], NAME_MOST, 1),
        place.word("stored", entry["stored"], PIECES),
    )
    return Species(key, name, numbers, stored, diet, traits, provenance)


def words(place: Place, key: str, value: object, known: tuple[str, ...]) -> tuple[str, ...]:
    """A list of words as a tuple. Raises an error if a word occurs twice or is not in `known`."""
    if not isinstance(value, list | tuple):
        raise place.wrong(key, f"must be a list of {', '.join(known)}, not {shown(value)}.")
    found = tuple(place.word(key, word, known) for word in value)
    if len(set(found)) < len(found):
        raise place.wrong(key, f"names a word twice: {shown(value)}.")
    return found


def checked_animal(place: Place, key: str, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> Animal:
    """An animal or pupa made from its complete fields. Only the spider may have dice."""
    numbers = {
        name: place.number(name, entry[name], low, high) for name, (low, high) in data.ANIMAL_NUMBERS.items()
    }
    if key != "spider" and numbers["dice"]:
        raise place.wrong("dice", "must be 0: of the animals only the spider attacks.")
    return Animal(key, place.line("name", entry["name"], NAME_MOST, 1), numbers, provenance)


def checked_board(place: Place, key: str, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> Board:
    """A foraging board made from its complete fields."""
    return Board(key, hexes(place, entry["hexes"]), provenance)


def hexes(place: Place, value: object) -> tuple[tuple[int, int], ...]:
    """A list of hexes [q, r] as pairs. Raises an error if it is invalid or names a hex twice."""
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= AREAS - 2 * PLACES:
        raise place.wrong("hexes", f"must be a list of 2 to {AREAS - 2 * PLACES} hexes [q, r].")
    found = tuple(pair(place, "hexes", one) for one in value)
    if len(set(found)) < len(found):
        raise place.wrong("hexes", "names a hex twice.")
    return found


def pair(place: Place, key: str, value: object) -> tuple[int, int]:
    """A list of two whole numbers as a pair. Raises an error for any other value."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise place.wrong(key, f"must be two numbers [q, r], not {shown(value)}.")
    return place.number(key, value[0], -FAR, FAR), place.number(key, value[1], -FAR, FAR)


def checked_layout(
    place: Place,
    players: int,
    entry: Mapping[str, Any],
    boards: Mapping[str, Board],
    provenance: Mapping[str, str],
) -> Layout:
    """A layout made from its complete fields.

    Raises an error if two boards overlap, if there are too many hexes, or if two seats share an exit.
    """
    value = entry["boards"]
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 6:
        raise place.wrong("boards", f"must be a list of 1 to 6 boards, not {shown(value)}.")
    laid = tuple(_laid(place, one, boards) for one in value)
    exits = entry["exits"]
    if not isinstance(exits, list | tuple) or len(exits) != players:
        raise place.wrong("exits", f"must be a list of {players} exits [board, q, r], one a seat.")
    found = Layout(laid, tuple(_exit(place, one, laid, boards) for one in exits), provenance)
    parts = Components({}, {}, boards, {})
    areas = parts.areas(found)
    if len(set(areas)) < len(areas):
        raise place.wrong("boards", "two boards lie on the same hex; move one of them (`at`).")
    if len(areas) + players * PLACES > AREAS:
        raise place.wrong("boards", f"there are {len(areas)} hexes; {AREAS - players * PLACES} is the most.")
    if len(set(parts.exits(found))) < players:
        raise place.wrong("exits", "two seats have the same exit.")
    return found


def _laid(place: Place, value: object, boards: Mapping[str, Board]) -> Laid:
    entry = Place(place.source, f"{place.table}.boards", place.error).table_of(value)
    for key in entry:
        place.known(key, ("board", "at", "turn"))
    name = place.word("boards", entry.get("board"), tuple(boards))
    at, turn = pair(place, "boards", entry.get("at", [0, 0])), entry.get("turn", 0)
    return Laid(name, at, place.number("boards", turn, 0, 5))


def _exit(
    place: Place, value: object, laid: tuple[Laid, ...], boards: Mapping[str, Board]
) -> tuple[int, int, int]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise place.wrong("exits", f"must be [board, q, r], not {shown(value)}.")
    number = place.number("exits", value[0], 1, len(laid))
    at = pair(place, "exits", value[1:])
    if at not in boards[laid[number - 1].board].hexes:
        raise place.wrong("exits", f"board {number} has no hex {list(at)}.")
    return number, at[0], at[1]


# Files of the package
@cache
def load() -> Components:
    """The components of the package."""
    species = {}
    for key, entry in _read("species").items():
        place, entry, known = _sourced("species.toml", key, entry, SPECIES_FIELDS)
        species[key] = checked_species(place, key, entry, known)
    animals = {}
    for key, entry in _read("animals").items():
        place, entry, known = _sourced("animals.toml", key, entry, ANIMAL_FIELDS)
        animals[key] = checked_animal(place, key, entry, known)
    tables, boards = _read("boards"), {}
    layouts: dict[str, dict[int, Layout]] = {}
    for key, entry in tables["boards"].items():
        place, entry, known = _sourced("boards.toml", f"boards.{key}", entry, ("hexes",))
        boards[key] = checked_board(place, key, entry, known)
    for name, table in tables["layouts"].items():
        layouts[name] = {}
        for players, entry in table.items():
            place, entry, known = _sourced("boards.toml", f"layouts.{name}.{players}", entry, LAYOUT_FIELDS)
            layouts[name][int(players)] = checked_layout(place, int(players), entry, boards, known)
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
        species[key] = checked_species(place, key, fields, known)
    for key, entry in entries(source, overlay, "animals"):
        place = Place(source, f"animals.{plain_key(key)}")
        place.known(key, animals, "animal")
        old = {"name": animals[key].name, **animals[key].numbers}
        fields, known = _set(place, entry, ANIMAL_FIELDS, old, animals[key].provenance, whole)
        animals[key] = checked_animal(place, key, fields, known)
    for key, entry in entries(source, overlay, "boards"):
        place = Place(source, f"boards.{plain_key(key)}")
        check_id(place, key)
        drawn = boards.get(key)
        before = {"hexes": [list(one) for one in drawn.hexes] if drawn else []}
        fields, known = _set(place, entry, ("hexes",), before, drawn.provenance if drawn else {}, whole)
        boards[key] = checked_board(place, key, fields, known)
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
            drawn[name][int(number)] = checked_layout(place, int(number), fields, parts.boards, known)
    for name, known_layouts in drawn.items():
        for players, layout in known_layouts.items():
            place = Place(source, f"layouts.{name}.{players}")
            checked_layout(place, players, layout.plain(), parts.boards, layout.provenance)
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
