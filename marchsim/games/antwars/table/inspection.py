"""Coverage of games of Ant Wars, counted from their events, and a check of invariants at every turn.

`audit` counts every derived value again: totals must agree, and no piece may appear or vanish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.table.record import EVENT_NAMES
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.tabletop import inspecting
from marchsim.tabletop.vectors import vector


def audit(g: Play) -> list[str]:
    """The invariants that a position violates, in words. Empty if all hold."""
    return [*_ants(g), *_pieces(g), *_tiles(g), *_animals(g)]


def _ants(g: Play) -> list[str]:
    """Check ants, Queens and loads: totals by seat and area, limits, and life."""
    s, wrong = g.s, []
    for seat in range(s.players):
        if s.species[seat] < 0:
            continue
        panel = g.panel(seat)
        totals = Counter({"minors": 0, "majors": 0, "queens": 0, "loads": 0})
        for area in range(g.board.areas):
            at = seat * w.AREAS + area
            living = [i for i in range(w.QUEENS) if s.queen_at[seat * w.QUEENS + i] == area]
            if len(living) != s.queens[at] or s.here[at] != s.minors[at] + s.majors[at] + s.queens[at]:
                wrong.append(f"ants of {seat} in {area} are miscounted")
            if s.here[at] and s.tile[area] == w.SOLID:
                wrong.append(f"ants of {seat} stand in the solid place {area}")
            loads = [s.load[(seat * w.TYPES + piece) * w.AREAS + area] for piece in range(w.TYPES)]
            if sum(loads) != s.loaded[at] or min(loads) < 0:
                wrong.append(f"loads of {seat} in {area} are miscounted")
            if sum(loads) and not g.figures.carries(seat, area, vector(loads)):
                wrong.append(f"ants of {seat} in {area} carry more than they can")
            totals.update(minors=s.minors[at], majors=s.majors[at], queens=s.queens[at], loads=sum(loads))
        known = (s.minor_n[seat], s.major_n[seat], s.queen_n[seat], s.load_n[seat])
        if tuple(totals.values()) != known:
            wrong.append(f"totals of {seat} are {known}, not {tuple(totals.values())}")
        if s.minor_n[seat] > g.rules.minors or s.major_n[seat] > g.rules.majors:
            wrong.append(f"{seat} has more ants than it may")
        life = [s.queen_life[seat * w.QUEENS + i] for i in range(w.QUEENS)]
        alive = [s.queen_at[seat * w.QUEENS + i] >= 0 for i in range(w.QUEENS)]
        if any((one > 0) != two or one > panel.life[w.QUEEN] for one, two in zip(life, alive, strict=True)):
            wrong.append(f"Queens of {seat} have the life {life}")
    return wrong + [
        f"the crowd in {area} is miscounted"
        for area in range(g.board.areas)
        if s.crowd[area] != sum(s.here[seat * w.AREAS + area] for seat in range(s.players))
    ]


def _pieces(g: Play) -> list[str]:
    """Check pieces: the number of each type is right, no count is below 0, and no Pantry is overfull."""
    s, wrong = g.s, []
    for piece in range(w.TYPES):
        loose = [s.loose[piece * w.AREAS + area] for area in range(g.board.areas)]
        stored = [s.stored[piece * w.AREAS + area] for area in range(g.board.areas)]
        loads = [
            s.load[(seat * w.TYPES + piece) * w.AREAS + area]
            for seat in range(s.players)
            for area in range(g.board.areas)
        ]
        if min(*loose, *stored, *loads, s.pieces[piece]) < 0:
            wrong.append(f"there is less than nothing of {w.PIECES[piece]}")
        if s.pieces[piece] + sum(loose) + sum(stored) + sum(loads) != g.rules.pieces:
            wrong.append(f"{w.PIECES[piece]} is lost or doubled")
    most = g.rules.start_pieces + max(0, *g.rules.pieces_seat)
    for area in range(g.board.areas):
        held = [s.stored[piece * w.AREAS + area] for piece in range(w.TYPES)]
        lies = [s.loose[piece * w.AREAS + area] for piece in range(w.TYPES)]
        if sum(held) != s.stored_n[area] or sum(lies) != s.loose_n[area]:
            wrong.append(f"pieces in {area} are miscounted")
        if s.tile[area] == w.PANTRY and sum(held) > max(g.rules.pantry_room, most):
            wrong.append(f"the Pantry in {area} holds too much")
        if sum(held) and s.tile[area] not in (w.PANTRY, w.MUSHROOMS):
            wrong.append(f"something is stored in {area}, which stores nothing")
    return wrong


def _tiles(g: Play) -> list[str]:
    """Check tiles: the number of each kind is right, and no tile has more pupae than it can hold."""
    s, rules, wrong = g.s, g.rules, []
    lie = Counter(s.tile[area] for area in range(g.board.areas))
    box = {
        w.ENTRANCE: s.players, w.GALLERY: rules.supply_gallery, w.PANTRY: rules.supply_pantry,
        w.PUPAE_MINOR: rules.supply_pupae_minor, w.PUPAE_MAJOR: rules.supply_pupa_major,
        w.MUSHROOMS: rules.supply_mushroom,
    }  # fmt: skip
    for tile, count in box.items():
        if lie[tile] + s.tiles[tile] != count or s.tiles[tile] < 0:
            wrong.append(f"tiles of {w.TILE_NAMES[tile]} are lost or doubled")
    for seat in range(s.players):
        mine = range(g.board.place(seat, 0), g.board.place(seat, int(w.PLACES)))
        laid = sum(s.tile[area] not in (w.SOLID, w.ENTRANCE) for area in mine)
        if laid != s.tile_n[seat] or sum(s.pupae[area] for area in mine) != s.pupae_n[seat]:
            wrong.append(f"tiles or pupae of {seat} are miscounted")
    most = {w.PUPAE_MINOR: rules.pupae_minor_per_area, w.PUPAE_MAJOR: rules.pupae_major_per_area}
    times = w.QUEENS if rules.pupae_per_queen else 1
    return wrong + [
        f"{s.pupae[area]} pupae lie in {area}"
        for area in range(g.board.areas)
        if not 0 <= s.pupae[area] <= most.get(s.tile[area], 0) * times
    ]


def _animals(g: Play) -> list[str]:
    """Check animals: the number of each kind is right."""
    s, rules = g.s, g.rules
    gloomys = s.gloomys + sum(s.gloomy[area] for area in range(g.board.areas))
    spiders = s.spiders + sum(s.spider[area] for area in range(g.board.areas))
    found = (gloomys, spiders, min(s.gloomys, s.spiders) < 0)
    return (
        [] if found == (rules.supply_gloomy, rules.supply_spider, False) else ["animals are lost or doubled"]
    )


# Coverage, and the check at every turn
CHECKED = (w.E_ROUND, w.E_PHASE, w.E_TURN, w.E_END)
LED, DONE, TURNED, ROLLED = "species led", "actions taken", "tiles laid", "dice faces rolled"
ACTIONS = {
    w.O_FORAGE: "forage", w.O_HATCH: "hatch", w.O_DIG: "dig", w.O_DEMOLISH: "demolish",
    w.O_TRANSFORM: "transform", w.O_EXPLORE: "explore", w.O_MOBILIZE: "mobilize",
}  # fmt: skip


class Inspection(inspecting.Inspection):
    """Observes the games of a session (implements kernel.telling.Inspector)."""

    def __init__(self, session: AntWarsSession, laws: bool) -> None:
        super().__init__(EVENT_NAMES, w.E_SETUP, CHECKED, (LED, DONE, TURNED, ROLLED), laws)
        self.session = session
        session.watcher = self

    def things(self) -> Mapping[str, tuple[str, ...]]:
        """The names of everything that coverage counts, by kind."""
        rules = self.session.assembly.rules
        impossible = () if rules.queenless == 1 else (w.E_GONE,)
        return {
            LED: self.session.species,
            DONE: tuple(ACTIONS.values()),
            TURNED: w.TILE_NAMES[w.ENTRANCE :],
            ROLLED: tuple(dict.fromkeys(w.FACE_NAMES[face] for face in rules.dice_faces)),
            inspecting.HAPPENED: self.happenings(impossible),
        }

    def round_now(self) -> int:
        """The round of the game in progress."""
        return int(self.session.game.s.round)

    def broken(self, kind: int) -> list[str]:
        """The invariants that the game in progress violates."""
        return audit(self.session.game)

    def note(self, kind: int, seat: int, a: int, b: int) -> None:
        """Record the species, actions, tiles and faces that occur in an event."""
        if kind == w.E_SPECIES:
            self.found[LED].add(self.session.species[a])
        elif kind == w.E_ACTION:
            self.found[DONE].add(ACTIONS[a])
        elif kind == w.E_TILE and b != w.SOLID:
            self.found[TURNED].add(w.TILE_NAMES[b])
        elif kind == w.E_FACE:
            self.found[ROLLED].add(w.FACE_NAMES[b])
