"""The names of players, areas, tiles and options for output and input, and the contents of areas.

An area of a foraging board is `hex 12`, a place of an anthill `red 7`, the Entrance `red gate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import GATE

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


def offered(g: Play, names: Names) -> list[tuple[str, ...]]:
    """The options on the table, each with all its wordings. The canonical one comes first."""
    question = int(g.table.question)
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
