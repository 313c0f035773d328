"""The rows of a game in the tables: integers in the columns of `tables`."""

from __future__ import annotations

from marchsim.games.march.engine.horde import centipedes_in_hexes
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State, inhabits
from marchsim.games.march.table.tables import EVENT_NAMES, CardRows, HordeRows, RoundRows, SeatRows
from marchsim.games.march.words import C_KINDS, CARDS, E_ROUND, FATE, H_SOURCES, SITES, SOURCES, TALLIES
from marchsim.kernel.compat import i64
from marchsim.tabletop import recording


class Recorder(recording.Recorder):
    """Keeps the rows of games. `ids` are the ids of the cards, for the tables' descriptions."""

    def __init__(self, record: str, ids: tuple[str, ...] = ()) -> None:
        self.seats = SeatRows()
        self.rounds = RoundRows()
        self.cards = CardRows(ids)
        self.horde = HordeRows()
        super().__init__(record, self.seats, [self.rounds, self.cards, self.horde], EVENT_NAMES)

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
            values = rows.begin(self.game, s.round, seat, s.score[seat])
            at = rows.count
            values[at + rows.food] = s.food[seat]
            values[at + rows.larvae] = s.larvae[seat]
            values[at + rows.ants] = s.army[seat]
            values[at + rows.hand] = s.hand_n[seat]
            values[at + rows.evolutions] = s.evolutions(seat)
            tallies = at + rows.tallies
            for i in range(TALLIES):
                values[tallies + i] = tally[seat * TALLIES + i]
            self.hexes(s, seat)
            rows.keep()

    def hexes(self, s: State, seat: i64) -> None:
        """Write how many hexes a player inhabits and controls, and how many in the Inner Meadow."""
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
        rows = self.rounds
        values = rows.values
        at = rows.count
        values[at + rows.inhabited] = inhabited
        values[at + rows.controlled] = controlled
        values[at + rows.inner] = inner

    def horde_round(self, g: Play) -> None:
        """Write the Horde's position at the end of a round, and its cards' effects in the round."""
        s = g.s
        rows = self.horde
        values = rows.room()
        at = rows.count
        values[at + rows.game] = self.game
        values[at + rows.round] = s.round
        values[at + rows.score] = s.horde_score
        values[at + rows.centipedes] = centipedes_in_hexes(g)
        values[at + rows.intruders] = s.intruders
        points = at + rows.points
        for i in range(H_SOURCES):
            values[points + i] = s.horde_points[i]
        deeds = at + rows.deeds
        for i in range(C_KINDS):
            values[deeds + i] = s.horde_cards[i]
        rows.keep()

    def finished(self, g: Play) -> None:
        """Write the rows of a finished game: seats, cards and, on request, its events."""
        s = g.s
        rows = self.seats
        for seat in range(s.players):
            values = rows.room()
            at = rows.count
            points = at + rows.points
            for source in range(SOURCES):
                values[points + source] = s.points[seat * SOURCES + source]
            values[at + rows.ants] = s.army[seat]
            values[at + rows.food] = s.food[seat]
            values[at + rows.larvae] = s.larvae[seat]
            values[at + rows.hand] = s.hand_n[seat]
            values[at + rows.evolutions] = s.evolutions(seat)
            values[at + rows.species] = s.species[seat]
            rows.keep()
        if self.with_rounds:
            self.all_cards(g)
        self.write_events(g.events, E_ROUND)

    def all_cards(self, g: Play) -> None:
        """Write a row for each card and each seat that drew or played it."""
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
                    values[at + rows.game] = self.game
                    values[at + rows.card] = card
                    values[at + rows.seat] = seat
                    values[at + rows.round_drawn] = drawn[i] - 1
                    values[at + rows.fate] = fate(g, seat, card)
                    rows.keep()


def fate(g: Play, seat: i64, card: i64) -> i64:
    """The fate of a card that a seat received, as one number (`tables.fate` spells it out)."""
    s = g.s
    at = seat * CARDS + card
    code = (s.played[at] << FATE | s.laid_down[at]) << FATE | s.thrown[at]
    return code << 1 | (1 if in_hand(g, seat, card) else i64(0))


def in_hand(g: Play, seat: i64, card: i64) -> bool:
    """Whether a player has a card in hand."""
    hand = g.s.hand
    first = seat * CARDS
    for i in range(first, first + g.s.hand_n[seat]):
        if hand[i] == card:
            return True
    return False
