"""What a game leaves in the tables: rows of integers in the order of `tables`, and nothing decided."""

from __future__ import annotations

from marchsim.games.march.horde import centipedes_in_hexes
from marchsim.games.march.legal import controller, inhabits
from marchsim.games.march.moves.meadow import Play
from marchsim.games.march.rounds import RoundEnd
from marchsim.games.march.words import C_KINDS, CARDS, E_ROUND, H_SOURCES, HEXES, SOURCES, TALLIES
from marchsim.kernel.columns import EVENT_WIDTH, Rows
from marchsim.kernel.compat import i64

SEAT_COLUMNS: i64 = SOURCES + 6
ROUND_COLUMNS: i64 = 22
CARD_COLUMNS: i64 = 11
EVENT_COLUMNS: i64 = EVENT_WIDTH + 3
HORDE_COLUMNS: i64 = H_SOURCES + C_KINDS + 5


class Recorder(RoundEnd):
    """Keeps the rows of the games of a session; those of a void game are cut away again."""

    def __init__(self, with_rounds: bool, with_events: bool) -> None:
        self.seats = Rows(SEAT_COLUMNS)
        self.rounds = Rows(ROUND_COLUMNS)
        self.cards = Rows(CARD_COLUMNS)
        self.horde = Rows(HORDE_COLUMNS)
        self.events = Rows(EVENT_COLUMNS)
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
        filled = s.filled
        seat: i64 = 0
        while seat < s.players:
            rows = self.rounds
            inhabited: i64 = 0
            controlled: i64 = 0
            inner: i64 = 0
            hexno: i64 = 1
            while hexno < HEXES:
                if filled[hexno] > 0:
                    if inhabits(s, seat, hexno):
                        inhabited += 1
                    if controller(s, hexno) == seat:
                        controlled += 1
                        inner += s.inner[hexno]
                hexno += 1
            rows.add(self.game)
            rows.add(s.round)
            rows.add(seat)
            rows.add(s.score[seat])
            rows.add(s.food[seat])
            rows.add(s.larvae[seat])
            rows.add(s.army[seat])
            rows.add(inhabited)
            rows.add(controlled)
            rows.add(inner)
            rows.add(s.hand_n[seat])
            rows.add(s.evolutions(seat))
            tally: i64 = 0
            while tally < TALLIES:
                rows.add(s.tally[seat * TALLIES + tally])
                tally += 1
            seat += 1

    def horde_round(self, g: Play) -> None:
        """Write how the Horde stands at the end of a round, and what its cards have done in it."""
        s = g.s
        rows = self.horde
        rows.add(self.game)
        rows.add(s.round)
        rows.add(s.horde_score)
        rows.add(centipedes_in_hexes(g))
        rows.add(s.intruders)
        i: i64 = 0
        while i < H_SOURCES:
            rows.add(s.horde_points[i])
            i += 1
        i = 0
        while i < C_KINDS:
            rows.add(s.horde_cards[i])
            i += 1

    def finished(self, g: Play) -> None:
        """Write what a finished game leaves: seats, cards and, if asked, its events."""
        s = g.s
        seat: i64 = 0
        while seat < s.players:
            source: i64 = 0
            while source < SOURCES:
                self.seats.add(s.points[seat * SOURCES + source])
                source += 1
            self.seats.add(s.army[seat])
            self.seats.add(s.food[seat])
            self.seats.add(s.larvae[seat])
            self.seats.add(s.hand_n[seat])
            self.seats.add(s.evolutions(seat))
            self.seats.add(s.species[seat])
            if self.with_rounds:
                self.seat_cards(g, seat)
            seat += 1
        if self.with_events:
            self.all_events(g)

    def seat_cards(self, g: Play, seat: i64) -> None:
        """Write a row for each card that came to a seat: dealt, drawn, taken or played."""
        s = g.s
        rows = self.cards
        drawn = s.drawn
        played = s.played
        count = g.kit.cards
        card: i64 = 0
        while card < count:
            at = seat * CARDS + card
            if drawn[at] > 0 or played[at] > 0:
                rows.add(self.game)
                rows.add(seat)
                rows.add(card)
                rows.add(s.opening[at])
                rows.add(1 if drawn[at] > 0 else 0)
                rows.add(drawn[at] - 1)
                rows.add(1 if played[at] > 0 else 0)
                rows.add(played[at] if played[at] > 0 else -1)
                rows.add(s.laid_down[at])
                rows.add(s.thrown[at])
                rows.add(1 if in_hand(g, seat, card) else 0)
            card += 1

    def all_events(self, g: Play) -> None:
        """Write every event of the game with its number and round (0: set-up)."""
        events = g.events.rows
        count: i64 = len(events)
        number: i64 = 0
        i: i64 = 0
        while i < count:
            if events[i] == E_ROUND:
                number = events[i + 2]
            self.events.add(self.game)
            self.events.add(i // EVENT_WIDTH)
            self.events.add(number)
            j: i64 = 0
            while j < EVENT_WIDTH:
                self.events.add(events[i + j])
                j += 1
            i += EVENT_WIDTH


def in_hand(g: Play, seat: i64, card: i64) -> bool:
    """Return whether a player holds a card."""
    i: i64 = 0
    while i < g.s.hand_n[seat]:
        if g.s.hand[seat * CARDS + i] == card:
            return True
        i += 1
    return False
