"""What a game leaves in the tables: rows of integers in the order of `tables`, and nothing decided."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.horde import centipedes_in_hexes
from marchsim.games.march.engine.legal import inhabits
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import RoundEnd
from marchsim.games.march.engine.state import State
from marchsim.games.march.words import C_KINDS, CARDS, E_ROUND, FATE, H_SOURCES, SITES, SOURCES, TALLIES
from marchsim.kernel.columns import EVENT_WIDTH, Rows
from marchsim.kernel.compat import i64, vec

SEAT_COLUMNS: Final = SOURCES + 6
ROUND_COLUMNS: Final = 22
CARD_COLUMNS: Final = 5
EVENT_COLUMNS: Final = EVENT_WIDTH + 3
HORDE_COLUMNS: Final = H_SOURCES + C_KINDS + 5


class Recorder(RoundEnd):
    """Keeps the rows of the games of a session; those of a void game are cut away again."""

    def __init__(self, with_rounds: bool, with_events: bool) -> None:
        self.seats = Rows(SEAT_COLUMNS)
        self.rounds = Rows(ROUND_COLUMNS)
        self.cards = Rows(CARD_COLUMNS)
        self.horde = Rows(HORDE_COLUMNS)
        self.events = Rows(EVENT_COLUMNS)
        self.tables = [self.seats, self.rounds, self.cards, self.horde, self.events]
        self.with_rounds = with_rounds
        self.with_events = with_events
        self.game: i64 = 0

    def ended(self, g: Play) -> None:
        """Write a row for each seat at the end of a round, and one for the Horde if there is one."""
        if not self.with_rounds:
            return
        if g.rules.horde > 0:
            self.horde_round(g)
        s = g.s
        rows = self.rounds
        tally = s.tally
        for seat in range(s.players):
            values = rows.room()
            at = rows.count
            values[at] = self.game
            values[at + 1] = s.round
            values[at + 2] = seat
            values[at + 3] = s.score[seat]
            values[at + 4] = s.food[seat]
            values[at + 5] = s.larvae[seat]
            values[at + 6] = s.army[seat]
            self.hexes(s, seat, values, at + 7)
            values[at + 10] = s.hand_n[seat]
            values[at + 11] = s.evolutions(seat)
            for i in range(TALLIES):
                values[at + 12 + i] = tally[seat * TALLIES + i]
            rows.keep()

    def hexes(self, s: State, seat: i64, values: vec[i64], at: i64) -> None:
        """Write from `at` on how many hexes a player inhabits, controls, and controls of the Inner Meadow."""
        filled = s.filled
        site = s.site
        laid = s.laid
        inhabited: i64 = 0
        controlled: i64 = 0
        inner: i64 = 0
        for i in range(s.laid_n):
            hexno = laid[i]
            if filled[hexno] > 0:
                if inhabits(s, seat, hexno):
                    inhabited += 1
                if site[hexno * SITES] == seat:
                    controlled += 1
                    inner += s.inner[hexno]
        values[at] = inhabited
        values[at + 1] = controlled
        values[at + 2] = inner

    def horde_round(self, g: Play) -> None:
        """Write how the Horde stands at the end of a round, and what its cards have done in it."""
        s = g.s
        rows = self.horde
        values = rows.room()
        at = rows.count
        values[at] = self.game
        values[at + 1] = s.round
        values[at + 2] = s.horde_score
        values[at + 3] = centipedes_in_hexes(g)
        values[at + 4] = s.intruders
        at += 5
        for i in range(H_SOURCES):
            values[at + i] = s.horde_points[i]
        at += H_SOURCES
        for i in range(C_KINDS):
            values[at + i] = s.horde_cards[i]
        rows.keep()

    def finished(self, g: Play) -> None:
        """Write what a finished game leaves: seats, cards and, if asked, its events."""
        s = g.s
        rows = self.seats
        for seat in range(s.players):
            values = rows.room()
            at = rows.count
            for source in range(SOURCES):
                values[at + source] = s.points[seat * SOURCES + source]
            at += SOURCES
            values[at] = s.army[seat]
            values[at + 1] = s.food[seat]
            values[at + 2] = s.larvae[seat]
            values[at + 3] = s.hand_n[seat]
            values[at + 4] = s.evolutions(seat)
            values[at + 5] = s.species[seat]
            rows.keep()
        if self.with_rounds:
            self.all_cards(g)
        if self.with_events:
            self.all_events(g)

    def all_cards(self, g: Play) -> None:
        """Write a row for each card and seat that it came to: dealt, drawn, taken or played."""
        s = g.s
        rows = self.cards
        drawn = s.drawn
        played = s.played
        for card in range(g.kit.cards):
            for seat in range(s.players):
                i = seat * CARDS + card
                if drawn[i] > 0 or played[i] > 0:
                    values = rows.room()
                    at = rows.count
                    values[at] = self.game
                    values[at + 1] = card
                    values[at + 2] = seat
                    values[at + 3] = drawn[i] - 1
                    values[at + 4] = fate(g, seat, card)
                    rows.keep()

    def all_events(self, g: Play) -> None:
        """Write every event of the game with its number and round (0: set-up)."""
        events = g.events.rows
        rows = self.events
        count: i64 = len(events)
        number: i64 = 0
        i: i64 = 0
        while i < count:
            if events[i] == E_ROUND:
                number = events[i + 2]
            values = rows.room()
            at = rows.count
            values[at] = self.game
            values[at + 1] = i // EVENT_WIDTH
            values[at + 2] = number
            at += 3
            for j in range(EVENT_WIDTH):
                values[at + j] = events[i + j]
            rows.keep()
            i += EVENT_WIDTH


def fate(g: Play, seat: i64, card: i64) -> i64:
    """Return what became of a card that came to a seat, in one number (`tables.fate` spells it)."""
    s = g.s
    at = seat * CARDS + card
    code = (s.played[at] << FATE | s.laid_down[at]) << FATE | s.thrown[at]
    return code << 1 | (1 if in_hand(g, seat, card) else i64(0))


def in_hand(g: Play, seat: i64, card: i64) -> bool:
    """Return whether a player holds a card."""
    hand = g.s.hand
    i = seat * CARDS
    end = i + g.s.hand_n[seat]
    while i < end:
        if hand[i] == card:
            return True
        i += 1
    return False
