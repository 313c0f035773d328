"""Checks of the fields of species, animals, boards and layouts, in the package's files and in overlays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.games.antwars.components import data
from marchsim.games.antwars.components.data import Animal, Board, Components, Laid, Layout, Species
from marchsim.games.antwars.words import AREAS, PIECES, PLACES
from marchsim.tabletop.checking import Place, shown

NAME_MOST = 60
FAR = 40  # how far from the middle a hex may lie


def species(place: Place, key: str, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> Species:
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


def animal(place: Place, key: str, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> Animal:
    """An animal or pupa made from its complete fields. Only the spider may have dice."""
    numbers = {
        name: place.number(name, entry[name], low, high) for name, (low, high) in data.ANIMAL_NUMBERS.items()
    }
    if key != "spider" and numbers["dice"]:
        raise place.wrong("dice", "must be 0: of the animals only the spider attacks.")
    return Animal(key, place.line("name", entry["name"], NAME_MOST, 1), numbers, provenance)


def board(place: Place, key: str, entry: Mapping[str, Any], provenance: Mapping[str, str]) -> Board:
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


def layout(
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
