"""The position in lines: what each colony has, where its ants stand, what lies on the boards."""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming.names import Names
from marchsim.games.antwars.telling.sentences import listed


def players(g: Play, names: Names) -> list[str]:
    """Return a line for each player: species, ants, Queens, tiles, stores, gate."""
    s, lines = g.s, []
    for seat in range(s.players):
        if s.species[seat] < 0:
            continue
        queens = [s.queen_life[seat * w.QUEENS + i] for i in range(w.QUEENS) if _stands(g, seat, i)]
        life = " and ".join(str(one) for one in queens)
        stored = listed([f"{n} {w.PIECES[i]}" for i in range(w.TYPES) if (n := _stored(g, seat, i))])
        lines.append(
            f"  {names.players[seat]} ({names.titles[s.species[seat]]}): {s.minor_n[seat]} Minors, "
            f"{s.major_n[seat]} Majors, {'no Queen' if not queens else f'Queen with {life} life'}, "
            f"{s.tile_n[seat]} tiles, stored {stored}, Entrance {'open' if s.open[seat] else 'closed'}"
        )
    return lines


def _stands(g: Play, seat: int, number: int) -> bool:
    return g.s.queen_at[seat * w.QUEENS + number] >= 0


def _stored(g: Play, seat: int, piece: int) -> int:
    first = g.board.place(seat, 0)
    return sum(g.s.stored[piece * w.AREAS + first + at] for at in range(w.PLACES))


def areas(g: Play, names: Names) -> list[str]:
    """Return a line for each area with anything in it."""
    found = []
    for area in range(g.board.areas):
        parts = [*_ants(g, names, area), *_things(g, names, area)]
        if parts:
            tile = "" if g.s.tile[area] == w.FIELD else f" ({w.TILE_NAMES[g.s.tile[area]]})"
            found.append(f"  {names.area(area)}{tile}: {listed(parts)}")
    return found


def _ants(g: Play, names: Names, area: int) -> list[str]:
    s, found = g.s, []
    for seat in range(s.players):
        at = seat * w.AREAS + area
        if s.here[at] == 0:
            continue
        kinds = ((s.minors[at], "Minor"), (s.majors[at], "Major"), (s.queens[at], "Queen"))
        ants = " ".join(f"{n} {kind}" for n, kind in kinds if n)
        loads = [f"{n} {w.PIECES[i]}" for i in range(w.TYPES) if (n := _load(g, seat, area, i))]
        found.append(f"{names.players[seat]} {ants}{' with ' + listed(loads) if loads else ''}")
    return found


def _load(g: Play, seat: int, area: int, piece: int) -> int:
    return int(g.s.load[(seat * w.TYPES + piece) * w.AREAS + area])


def _things(g: Play, names: Names, area: int) -> list[str]:
    s = g.s
    found = [f"{n} {w.PIECES[i]} loose" for i in range(w.TYPES) if (n := s.loose[i * w.AREAS + area])]
    found += [f"{n} {w.PIECES[i]} stored" for i in range(w.TYPES) if (n := s.stored[i * w.AREAS + area])]
    if s.pupae[area]:
        found.append(f"{s.pupae[area]} pupae")
    found += ["Gloomy"] * s.gloomy[area] + ["spider"] * s.spider[area]
    found += [
        f"pheromones of {names.players[seat]}" for seat in range(s.players) if s.scent[area] >> seat & 1
    ]
    return found
