"""Coverage of games of Ant Wars from their events, and a check of the invariants at every turn.

Counts must agree and pieces be conserved at every turn. The events must reproduce each round's position.
"""

from __future__ import annotations

from collections.abc import Mapping

from marchsim.games.antwars import words as w
from marchsim.games.antwars.table import audit
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.table.tables import EVENT_NAMES
from marchsim.tabletop import inspecting

CHECKED = (w.E_ROUND, w.E_PHASE, w.E_TURN, w.E_END)
LED, DONE, TURNED, ROLLED = "species led", "actions taken", "tiles laid", "dice faces rolled"
ACTIONS = {
    w.O_FORAGE: "forage", w.O_HATCH: "hatch", w.O_DIG: "dig", w.O_DEMOLISH: "demolish",
    w.O_TRANSFORM: "transform", w.O_EXPLORE: "explore", w.O_MOBILIZE: "mobilize",
}  # fmt: skip


class Inspection(inspecting.Inspection):
    """Observes the games of a session (implements kernel.inspecting.Inspector)."""

    def __init__(self, session: AntWarsSession, laws: bool) -> None:
        super().__init__(EVENT_NAMES, w.E_SETUP, CHECKED, (LED, DONE, TURNED, ROLLED), laws)
        self.session = session
        self.retold = audit.Retold(())
        session.watcher = self

    def things(self) -> Mapping[str, tuple[str, ...]]:
        """The names of all things that coverage counts."""
        rules = self.session.outfit.rules
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
        told = self.retold.differences(self.session.game) if kind in (w.E_ROUND, w.E_END) else []
        return [*audit.audit(self.session.game), *told]

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Record an event and check the invariants."""
        if kind == w.E_SETUP:
            self.retold = audit.Retold(())
        if self.laws:
            self.retold.hear((kind, seat, a, b, c, d))
        super().saw(kind, seat, a, b, c, d)

    def note(self, kind: int, seat: int, a: int, b: int) -> None:
        """Record species, actions, tiles and faces of an event."""
        if kind == w.E_SPECIES:
            self.found[LED].add(self.session.species[a])
        elif kind == w.E_ACTION:
            self.found[DONE].add(ACTIONS[a])
        elif kind == w.E_TILE and b != w.SOLID:
            self.found[TURNED].add(w.TILE_NAMES[b])
        elif kind == w.E_FACE:
            self.found[ROLLED].add(w.FACE_NAMES[b])
