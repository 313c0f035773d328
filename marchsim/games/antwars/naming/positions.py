"""The contents of areas and the holdings of colonies in a position, for printed text, pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play

Pieces = tuple[int, ...]  # by type
NO_PIECES: Pieces = (0,) * int(w.TYPES)


@dataclass(frozen=True)
class Band:
    """The ants of a colony in an area, with the life of each Queen and the loads by type."""

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
        """Return whether the area has nothing but its tile."""
        return self == AreaLook(self.area, self.tile, self.gate)


@dataclass(frozen=True)
class ColonyLook:
    """What a colony owns: the life of each living Queen, ants, tiles, pieces stored and carried."""

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
    """The contents of an area."""
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
    """The life of each living Queen of a colony in an area, or anywhere if `area` is -1."""
    s = g.s
    living = [at for at in range(seat * w.QUEENS, (seat + 1) * w.QUEENS) if s.queen_at[at] >= 0]
    return tuple(int(s.queen_life[at]) for at in living if area in (-1, s.queen_at[at]))


def colony_look(g: Play, seat: int) -> ColonyLook:
    """What a colony owns."""
    s, first = g.s, g.board.place(seat, 0)
    stored = tuple(
        sum(int(s.stored[piece * w.AREAS + first + place]) for place in range(w.PLACES))
        for piece in range(w.TYPES)
    )
    return ColonyLook(
        int(s.species[seat]), queens(g, seat), int(s.minor_n[seat]), int(s.major_n[seat]),
        int(s.tile_n[seat]), stored, int(s.load_n[seat]), int(s.open[seat]), int(s.fell[seat]),
    )  # fmt: skip
