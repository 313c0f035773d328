"""The names of players, areas, tiles and options for output and input, and positions in words.

An area of a foraging board is `hex 12`, a place of an anthill `red 7`, the Entrance `red gate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import GATE
from marchsim.tabletop.naming import number

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
ANIMALS_SEAT = "animals"


class Names:
    """The names of players, species (ids in `species`, titles in `titles`) and areas, by number."""

    def __init__(self, species: Mapping[str, str], board: Board, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.species = tuple(species)
        self.titles = tuple(species.values())
        self.areas = tuple(self._area(board, area) for area in range(board.areas))

    def _area(self, board: Board, area: int) -> str:
        seat = board.home[area]
        if seat < 0:
            return f"hex {area}"
        place = area - board.place(seat, 0)
        return f"{COLOURS[seat]} gate" if place == GATE else f"{COLOURS[seat]} {place}"

    def who(self, seat: int) -> str:
        """The name of a player. Numbers beyond the seats are those of animals."""
        return self.players[seat] if 0 <= seat < len(self.players) else ANIMALS_SEAT if seat >= 0 else ""

    def area(self, area: int) -> str:
        """The name of an area."""
        return self.areas[area] if 0 <= area < len(self.areas) else "everywhere"


# Options in words, for people to read and type, and for answers in scenarios
COUNTED = {
    w.Q_MINORS: ("Minor", "Minors"), w.Q_MAJORS: ("Major", "Majors"), w.Q_QUEENS: ("Queen", "Queens"),
    w.Q_HATCH: ("ant", "ants"),
}  # fmt: skip
GROUP_OF = ("Minors", "Majors", "Queens", "major pupae", "minor pupae")
ANIMALS = ("Gloomy", "spider")


def offered(g: Play, names: Names, question: int) -> list[tuple[str, ...]]:
    """The options on the table for a question, each with all its wordings. The canonical one comes first."""
    return [called(names, question, int(g.table.options[index])) for index in range(g.table.n)]


def called(names: Names, question: int, option: int) -> tuple[str, ...]:
    """All wordings of an option, the canonical one first."""
    words = option_words(names, option)
    if question not in COUNTED:
        return (words,)
    return f"{words} {COUNTED[question][words != '1']}", words


def option_words(names: Names, option: int) -> str:
    """The canonical wording of an option."""
    code, first, second = w.code_of(option), w.part(option, 0), w.part(option, 1)
    area = names.area(first)
    if code == w.O_TRANSFORM:
        what = "turn over" if second == w.ENTRANCE else f"into {w.TILE_NAMES[second]}"
        return f"transform {area} {what}"
    if code == w.O_GROUP:
        return _group(names, first, second)
    simple = {
        w.O_STOP: "stop",
        w.O_ALL: "all",
        w.O_FORAGE: "forage" if first == w.ALL_AREAS else f"forage {area}",
        w.O_HATCH: f"hatch {area}",
        w.O_DIG: f"dig {area}",
        w.O_DEMOLISH: f"demolish {area}",
        w.O_EXPLORE: f"explore {area} to {names.area(second)}",
        w.O_MOBILIZE: f"mobilize {area}",
        w.O_AREA: area,
        w.O_COUNT: str(first),
        w.O_TYPE: w.PIECES[first] if first < len(w.PIECES) else "",
        w.O_SPECIES: names.titles[first] if first < len(names.titles) else "",
        w.O_QUEEN: f"Queen {first + 1}",
    }
    words = simple[code]
    return f"{words}, {second} rolled" if code == w.O_TYPE and second else words


def _group(names: Names, seat: int, group: int) -> str:
    """The name of a group at which dice can be aimed."""
    if seat * w.GROUPS + group >= w.GLOOMYS:
        return ANIMALS[seat * w.GROUPS + group - w.GLOOMYS]
    return f"{names.who(seat)}'s {GROUP_OF[group]}"


def about(g: Play, names: Names, question: int) -> str:
    """A short phrase about the context of a question, such as `3 left`, or '' if it has no context."""
    table = g.table
    if question == w.Q_ACTION:
        return f"{table.a} left"
    if question in (w.Q_MINORS, w.Q_MAJORS, w.Q_QUEENS, w.Q_QUEEN, w.Q_LOAD):
        return f"{names.area(table.a)} to {names.area(table.b)}"
    if question == w.Q_NEST:
        return str(w.TILE_NAMES[table.a])
    if question == w.Q_PAY:
        return f"{table.a} due"
    if question == w.Q_AIM:
        return f"a {table.b} in {names.area(table.a)}, {table.c} dice left"
    if question in (w.Q_SPECIES, w.Q_APHIDS):
        return ""
    return names.area(table.a)


def subject(question: int) -> str:
    """The subject of a question as a phrase, without its context."""
    return w.QUESTIONS[question][1].split(" (context")[0]


# The contents of areas and the holdings of colonies, for printed text, pictures and tests
Pieces = tuple[int, ...]  # by type
NO_PIECES: Pieces = (0,) * int(w.TYPES)


@dataclass(frozen=True)
class Band:
    """The ants of a colony in an area, with the life of each Queen and the carried pieces by type."""

    seat: int
    minors: int
    majors: int
    queens: tuple[int, ...]
    loads: Pieces


@dataclass(frozen=True)
class AreaLook:
    """The contents of an area. `gate` is 1 for an open Entrance, 0 for a closed one, -1 if there is none."""

    area: int
    tile: int
    gate: int = -1
    bands: tuple[Band, ...] = ()
    loose: Pieces = NO_PIECES
    stored: Pieces = NO_PIECES
    pupae: int = 0
    gloomys: int = 0
    spiders: int = 0
    scents: tuple[int, ...] = ()

    @property
    def bare(self) -> bool:
        """Return whether nothing is in the area except its tile."""
        return self == AreaLook(self.area, self.tile, self.gate)


@dataclass(frozen=True)
class ColonyLook:
    """The possessions of a colony: life of each living Queen, ants, tiles, and pieces stored and carried."""

    species: int
    queens: tuple[int, ...]
    minors: int
    majors: int
    tiles: int
    stored: Pieces
    loads: int
    gate: int
    fell: int


def area_look(g: Play, area: int) -> AreaLook:
    """The contents of an area in the present position."""
    s = g.s
    tile = int(s.tile[area])
    gate = int(s.open[g.board.home[area]]) if tile == w.ENTRANCE else -1
    seats = [
        seat
        for seat in range(s.players)
        if s.here[seat * w.AREAS + area] or s.loaded[seat * w.AREAS + area]  # pieces move before their ants
    ]
    empty = not seats and s.loose_n[area] == s.stored_n[area] == s.pupae[area] == s.scent[area] == 0
    if empty and s.gloomy[area] == s.spider[area] == 0:
        return AreaLook(area, tile, gate)
    return AreaLook(
        area, tile, gate,
        tuple(_band(g, seat, area) for seat in seats),
        tuple(int(s.loose[piece * w.AREAS + area]) for piece in range(w.TYPES)),
        tuple(int(s.stored[piece * w.AREAS + area]) for piece in range(w.TYPES)),
        int(s.pupae[area]), int(s.gloomy[area]), int(s.spider[area]),
        tuple(seat for seat in range(s.players) if s.scent[area] >> seat & 1),
    )  # fmt: skip


def _band(g: Play, seat: int, area: int) -> Band:
    s, at = g.s, seat * w.AREAS + area
    loads = tuple(int(s.load[(seat * w.TYPES + piece) * w.AREAS + area]) for piece in range(w.TYPES))
    return Band(seat, int(s.minors[at]), int(s.majors[at]), queens(g, seat, area), loads)


def queens(g: Play, seat: int, area: int = -1) -> tuple[int, ...]:
    """The life of each living Queen of a colony, in one area or (if `area` is -1) anywhere."""
    s = g.s
    living = [at for at in range(seat * w.QUEENS, (seat + 1) * w.QUEENS) if s.queen_at[at] >= 0]
    return tuple(int(s.queen_life[at]) for at in living if area in (-1, s.queen_at[at]))


def colony_look(g: Play, seat: int) -> ColonyLook:
    """The possessions of a colony in the present position."""
    s, first = g.s, g.board.place(seat, 0)
    stored = tuple(
        sum(int(s.stored[piece * w.AREAS + first + place]) for place in range(w.PLACES))
        for piece in range(w.TYPES)
    )
    return ColonyLook(
        int(s.species[seat]), queens(g, seat), int(s.minor_n[seat]), int(s.major_n[seat]),
        int(s.tile_n[seat]), stored, int(s.load_n[seat]), int(s.open[seat]), int(s.fell[seat]),
    )  # fmt: skip


# The position as text: the possessions of each colony, the places of ants, and the contents of boards
GATES = ("closed", "open")


def player_lines(g: Play, names: Names) -> list[str]:
    """A table of the players: ants, Queens with their life, tiles, Entrance and stores."""
    rows = [("", "Minors", "Majors", "Queens", "tiles", "Entrance", "stored")]
    for seat in range(g.s.players):
        look = colony_look(g, seat)
        if look.species >= 0:
            life = " + ".join(f"{one} life" for one in look.queens) or "none"
            who = f"{names.players[seat]} ({COLOURS[seat]}, {names.titles[look.species]})"
            counts = (str(look.minors), str(look.majors), life, str(look.tiles))
            rows.append((who, *counts, GATES[look.gate], piece_words(look.stored)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = []
    for row in rows:
        first, *middle, last = (word.ljust(width) for word, width in zip(row, widths, strict=True))
        shown.append("  " + "  ".join((first, *middle, last)).rstrip())
    return shown


def area_lines(g: Play, names: Names) -> list[str]:
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
            found.append((place, f"{piece_words(held)} {place}"))
    if look.scents:
        whose = listed([names.players[seat] for seat in look.scents])
        found.append(("pheromones", f"pheromones of {whose}"))
    return found


def band_words(band: Band, names: Names) -> str:
    """The ants of a colony in an area, in words."""
    ants = [number(n, kind) for n, kind in ((band.minors, "Minor"), (band.majors, "Major")) if n]
    told = ants + ([queen_words(band.queens)] if band.queens else [])
    carried = f" with {piece_words(band.loads)}" if any(band.loads) else ""
    return f"{names.players[band.seat]} {' '.join(told) or 'arrives'}{carried}"


def queen_words(lives: Sequence[int]) -> str:
    """The Queens of a colony with their remaining life, in words."""
    if not lives:
        return "no Queen"
    return f"{'Queen' if len(lives) == 1 else 'Queens'} of {' and '.join(map(str, lives))} life"


def piece_words(held: Sequence[int]) -> str:
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


def listed(lines: Sequence[str]) -> str:
    """Texts as a list with commas, or 'nothing' if there are none."""
    return ", ".join(lines) or "nothing"
