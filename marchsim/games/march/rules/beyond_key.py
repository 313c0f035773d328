"""The overlay key `beyond`: the Beyond the Meadow hexes in the game. Implements SET-05 and LNG-03.

`beyond = 2` draws two at random. `beyond = ["Hidden Spring", 22]` takes exactly these. Both set the parameter
beyond_hexes for every number of players. The second also disables all other hexes of that group.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.errors import MarchsimError, nearest
from marchsim.games.march.components.data import Components, TileData
from marchsim.games.march.rules.parameters import BY_PLAYERS, PARAMETERS, in_force
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import letters

KEY = "beyond"
GROUP = "beyond"
COUNT = PARAMETERS["beyond_hexes"]
COUNTS = tuple(dict.fromkeys(in_force(COUNT.name, players) for players in (0, *BY_PLAYERS)))


def spelled_out(source: str, overlay: Mapping[str, Any], components: Components) -> dict[str, Any]:
    """The `rules` and `tiles` that an overlay's `beyond` stands for. {} if it has no `beyond`.

    Names are those of the components after the overlay. Raises ComponentsError.
    """
    if KEY not in overlay:
        return {}
    place = Place(source, "")
    rules = overlay.get("rules", {})
    for name in COUNTS:
        if name in rules:
            raise place.wrong(KEY, f"says how many hexes there are, and so does [rules] {name}; take one.")
    wanted = overlay[KEY]
    if type(wanted) is int:
        enabled = len(components.pile(GROUP))
        if place.number(KEY, wanted, COUNT.low, COUNT.high) > enabled:
            raise place.wrong(
                KEY, f"asks for {wanted} hexes, and {enabled} are enabled; name those you want."
            )
        return {"rules": dict.fromkeys(COUNTS, wanted)}
    group = [tile for tile in components.tiles if tile.group == GROUP]
    chosen = named(place, wanted, group)
    tiles = {str(tile.number): {"enabled": tile in chosen} for tile in group}
    return {"rules": dict.fromkeys(COUNTS, len(chosen)), "tiles": tiles}


def named(place: Place, wanted: object, tiles: list[TileData]) -> list[TileData]:
    """The hexes that a list of names and numbers means. Raises ComponentsError."""
    if not isinstance(wanted, list | tuple) or len(wanted) > COUNT.high:
        what = f'must be a number from {COUNT.low} to {COUNT.high}, or a list such as ["Hidden Spring", 22]'
        raise place.wrong(KEY, f"{what}, not {shown(wanted)}.")
    chosen: list[TileData] = []
    for word in wanted:
        found = next((tile for tile in tiles if means(word, tile)), None)
        if found is None:
            raise unknown(place, word, tiles)
        if found in chosen:
            raise place.wrong(KEY, f"names {found.name} ({found.number}) twice.")
        chosen.append(found)
    return chosen


def means(word: object, tile: TileData) -> bool:
    """Whether a word is the number or the name of a hex, ignoring case and punctuation."""
    if isinstance(word, str):
        return letters(word) in (letters(tile.name), str(tile.number))
    return type(word) is int and word == tile.number


def unknown(place: Place, word: object, tiles: list[TileData]) -> MarchsimError:
    """The error for a word that names no Beyond the Meadow hex. It suggests the nearest name."""
    near = nearest(word, [tile.name for tile in tiles]) if isinstance(word, str) else ""
    known = ", ".join(f"{tile.name} ({tile.number})" for tile in tiles)
    return place.wrong(KEY, f"{shown(word)} is no Beyond the Meadow hex; there are {known}.{near}")
