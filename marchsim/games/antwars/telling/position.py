"""The position as text: the possessions of each colony, the places of ants, and the contents of boards."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming import COLOURS, AreaLook, Band, Names, area_look, colony_look
from marchsim.games.antwars.telling.events import listed
from marchsim.tabletop.naming import number

GATES = ("closed", "open")


def players(g: Play, names: Names) -> list[str]:
    """A table of the players: ants, Queens with their life, tiles, Entrance and stores."""
    rows = [("", "Minors", "Majors", "Queens", "tiles", "Entrance", "stored")]
    for seat in range(g.s.players):
        look = colony_look(g, seat)
        if look.species >= 0:
            life = " + ".join(f"{one} life" for one in look.queens) or "none"
            who = f"{names.players[seat]} ({COLOURS[seat]}, {names.titles[look.species]})"
            counts = (str(look.minors), str(look.majors), life, str(look.tiles))
            rows.append((who, *counts, GATES[look.gate], pieces(look.stored)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = []
    for row in rows:
        first, *middle, last = (word.ljust(width) for word, width in zip(row, widths, strict=True))
        shown.append("  " + "  ".join((first, *middle, last)).rstrip())
    return shown


def areas(g: Play, names: Names) -> list[str]:
    """A line for each area that is not empty."""
    found = []
    for area in range(g.board.areas):
        look = area_look(g, area)
        if not look.bare:
            tile = "" if look.tile == w.FIELD else f" ({w.TILE_NAMES[look.tile]})"
            parts = [words for _, words in contents(look, names)]
            found.append(f"  {names.area(area)}{tile}: {listed(parts)}")
    return found


def contents(look: AreaLook, names: Names) -> list[tuple[str, str]]:
    """The contents of an area as (place in its picture, words), such as ('loose', '2 sugar loose')."""
    found = [(f"ants of {names.players[band.seat]}", band_words(band, names)) for band in look.bands]
    if look.pupae:
        found.append(("pupae", number(look.pupae, "pupa", "pupae")))
    if look.gloomys or look.spiders:
        counts = ((look.gloomys, "Gloomy", "Gloomys"), (look.spiders, "spider", "spiders"))
        found.append(("animals", ", ".join(number(n, one, many) for n, one, many in counts if n)))
    for place, held in (("loose", look.loose), ("stored", look.stored)):
        if any(held):
            found.append((place, f"{pieces(held)} {place}"))
    if look.scents:
        whose = listed([names.players[seat] for seat in look.scents])
        found.append(("pheromones", f"pheromones of {whose}"))
    return found


def band_words(band: Band, names: Names) -> str:
    """The ants of a colony in an area, in words."""
    ants = [number(n, kind) for n, kind in ((band.minors, "Minor"), (band.majors, "Major")) if n]
    told = ants + ([queens(band.queens)] if band.queens else [])
    carried = f" with {pieces(band.loads)}" if any(band.loads) else ""
    return f"{names.players[band.seat]} {' '.join(told) or 'arrives'}{carried}"


def queens(lives: Sequence[int]) -> str:
    """The Queens of a colony with their remaining life, in words."""
    if not lives:
        return "no Queen"
    return f"{'Queen' if len(lives) == 1 else 'Queens'} of {' and '.join(map(str, lives))} life"


def pieces(held: Sequence[int]) -> str:
    """Numbers of pieces by kind, in words."""
    return listed([f"{n} {w.PIECES[piece]}" for piece, n in enumerate(held) if n])


def map_of(board: Board, names: Names) -> list[str]:
    """A map: the hexes with the exits of the seats, and the places of an anthill, row by row."""
    exits = {board.exit[seat]: COLOURS[seat][0].upper() for seat in range(board.players)}
    lines = ["  Hexes; a letter is the exit of an anthill:"]
    hexes = range(board.foraging)
    left = min(2 * board.q[area] + board.r[area] for area in hexes)
    for row in sorted({board.r[area] for area in hexes}):
        line = ""
        for area in sorted((area for area in hexes if board.r[area] == row), key=lambda area: board.q[area]):
            line = line.ljust(2 + 3 * (2 * board.q[area] + row - left)) + f"{area}{exits.get(area, '')}"
        lines.append(line)
    lines.append("  Places of each anthill (red 7 is red's 7); 2 is the gate:")
    for row in range(w.ROW):
        places = "".join(f"{w.ROW * row + column:<6}" for column in range(w.ROW))
        lines.append("  " + "   " * (row % 2) + places.rstrip())
    return lines
