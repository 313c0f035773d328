"""Coverage of a game from its events, and a check of its invariants at every turn.

A card is covered if it is in force at its trigger: an event when it is played, a head when its player fights,
a thorax when its player acts or reacts, an abdomen when the Queen Phase begins, a goal when its conditions
hold in Slumber. For cards with code, each of their triggers counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from marchsim.games.march import words as w
from marchsim.games.march.engine import goals
from marchsim.games.march.engine.card import Card
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.table import audit
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.table.tables import EVENT_NAMES, OF_HORDE
from marchsim.tabletop import inspecting

CHECKED = (w.E_ROUND, w.E_PHASE, w.E_MARKER, w.E_END)  # as often as a turn begins
OF_SPECIES = (w.E_SPECIES, w.E_BENEATH)
PLAYED, LAID, MET, EFFECTS = "cards played", "hexes laid", "windows met", "hex effects"
# The methods of a class of cards (moments.ActiveCard) by the moment that calls them.
EVENT_WINDOWS = ("resolve",)
BATTLE_WINDOWS = ("battle_over", "befriends_centipedes")
SOLDIER_WINDOWS = ("soldier_phase_begins", "soldier_phase_ends")
FORAGE_WINDOWS = ("forage_drops", "drop_card")
QUEEN_WINDOWS = ("queen_phase_begins",)
ALL_WINDOWS = (*EVENT_WINDOWS, *BATTLE_WINDOWS, *SOLDIER_WINDOWS, *FORAGE_WINDOWS, *QUEEN_WINDOWS)
SECTION_MOMENTS = ("in battle", "in an action", "in the Queen Phase")


def overridden(card: Card) -> tuple[str, ...]:
    """The triggers that a card overrides."""
    if not isinstance(card, ActiveCard):
        return ()
    return tuple(name for name in ALL_WINDOWS if getattr(type(card), name) is not getattr(ActiveCard, name))


class Inspection(inspecting.Inspection):
    """Observes the games of a session (implements kernel.inspecting.Inspector)."""

    def __init__(self, session: MarchSession, laws: bool) -> None:
        super().__init__(EVENT_NAMES, w.E_SETUP, CHECKED, (PLAYED, MET, LAID, EFFECTS), laws)
        self.session = session
        self.kit = session.outfit.kit
        self.components = session.outfit.variant.components
        self.rules = session.outfit.variant.rules
        self.names = [card.id for card in self.components.cards]
        self.windows = [overridden(card) for card in session.outfit.cards]
        session.watcher = self

    def things(self) -> Mapping[str, tuple[str, ...]]:
        """The names of all things to cover, such as cards and hexes, by kind."""
        cards = [at for at, card in enumerate(self.components.cards) if card.enabled]
        tiles = [tile for tile in self.components.tiles if tile.enabled and tile.number > 0]
        return {
            PLAYED: tuple(self.names[at] for at in cards),
            MET: tuple(f"{self.names[at]}: {moment}" for at in cards for moment in self.moments(at)),
            LAID: tuple(str(tile.number) for tile in tiles),
            EFFECTS: tuple(str(tile.number) for tile in tiles if tile.amounts),
            inspecting.HAPPENED: self.happenings(self.impossible()),
        }

    def impossible(self) -> tuple[int, ...]:
        """The events that cannot happen under these rules."""
        without_horde = () if self.rules["horde"] > 0 else OF_HORDE
        return (*without_horde, *(() if self.rules.get("species", 0) > 0 else OF_SPECIES))

    def moments(self, card: int) -> tuple[str, ...]:
        """The triggers of a card, in words."""
        section = self.kit.section[card]
        usual = SECTION_MOMENTS[section] if section >= 0 else "resolved"
        if self.components.cards[card].type == "goal":
            usual = "fulfilled"
        own = tuple(name.replace("_", " ") for name in self.windows[card] if name != "resolve")
        return (usual, *own)

    def round_now(self) -> int:
        """The round of the game in progress."""
        return int(self.session.game.s.round)

    def broken(self, kind: int) -> list[str]:
        """The invariants that the game in progress breaks."""
        return audit.audit(self.session.game)

    def note(self, kind: int, seat: int, a: int, b: int) -> None:
        """Note the cards and hexes of an event."""
        if kind == w.E_PLAY:
            self.found[PLAYED].add(self.names[a])
            if self.kit.kind[a] == w.EVENT:
                self.found[MET].add(f"{self.names[a]}: resolved")
        elif kind == w.E_TILE:
            self.found[LAID].add(str(a))
            if self.phase_now() == w.WORKER and not self.kit.tile_discard[a]:
                self.found[EFFECTS].add(str(a))
        elif kind == w.E_DISCARD and b == w.WHY_TILE and self.phase_now() == w.QUEEN:
            self.found[EFFECTS].update(self.thieves(seat))
        elif kind in (w.E_BATTLE, w.E_HUNT, w.E_OUTCOME):
            for fighter in (seat, a if kind == w.E_OUTCOME else w.NONE):
                self.in_force(fighter, w.HEAD, BATTLE_WINDOWS)
        elif kind in (w.E_ACTION, w.E_REACTION):
            self.in_force(seat, w.THORAX, FORAGE_WINDOWS if a == w.O_FORAGE else ())
        elif kind == w.E_PHASE:
            self.phase(a)
        elif kind == w.E_POINTS and b == w.BY_GOALS:
            self.fulfilled(seat)

    def phase_now(self) -> int:
        """The phase of the game in progress."""
        return int(self.session.game.s.phase)

    def thieves(self, seat: int) -> list[str]:
        """The hexes that take cards in the Queen Phase and contain a player's ants."""
        ants = self.session.game.s.ants
        return [str(at) for at in range(w.HEXES) if self.kit.tile_discard[at] and ants[seat * w.HEXES + at]]

    def phase(self, phase: int) -> None:
        """Note the evolutions that a phase triggers."""
        s = self.session.game.s
        for seat in range(s.players):
            for section in range(3):
                if phase == w.SOLDIER:
                    self.in_force(seat, section, SOLDIER_WINDOWS, usual=False)
                if phase == w.QUEEN:
                    self.in_force(seat, section, QUEEN_WINDOWS, usual=section == w.ABDOMEN)

    def fulfilled(self, seat: int) -> None:
        """Note a player's goals whose conditions hold when it scores for goals."""
        g = self.session.game
        for at in range(g.s.goal_n[seat]):
            goal = g.s.goal[seat * w.CARDS + at]
            if goals.met(g, seat, goal):
                self.found[MET].add(f"{self.names[goal]}: fulfilled")

    def in_force(self, seat: int, section: int, windows: tuple[str, ...], usual: bool = True) -> None:
        """Note that a player's topmost evolution of a section has been triggered."""
        if seat < 0:
            return
        card = self.session.game.s.topmost[seat * 3 + section]
        if card < 0:
            return
        name = self.names[card]
        if usual:
            self.found[MET].add(f"{name}: {SECTION_MOMENTS[section]}")
        answered = [window for window in self.windows[card] if window in windows]
        self.found[MET].update(f"{name}: {window.replace('_', ' ')}" for window in answered)
