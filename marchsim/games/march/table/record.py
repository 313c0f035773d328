"""The tables that March records: each column with its type, unit and meaning, and the rows of a game.

A table is a class whose attributes are the indexes of its columns in a row. `Recorder` writes by name:
`values[at + rows.food]`. The columns for seats follow those of the runner.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words
from marchsim.games.march.engine.horde import centipedes_in_hexes
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State, inhabits
from marchsim.games.march.words import C_KINDS, CARDS, E_ROUND, FATE, H_SOURCES, SITES, SOURCES, TALLIES
from marchsim.kernel.compat import i64
from marchsim.kernel.game import Column
from marchsim.tabletop import recording
from marchsim.tabletop.recording import (
    Columns,
    RecordedRows,
    RoundsTable,
    SeatsTable,
    event_names,
    round_columns,
)

EVENT_NAMES: Final = event_names(vars(words))
OF_HORDE: Final = (
    words.E_MEET, words.E_JUMP, words.E_INTRUDE, words.E_HORDE, words.E_HORDE_CARD, words.E_HORDE_DISCARD,
    words.E_HORDE_RESHUFFLE, words.E_HORDE_END,
)  # fmt: skip
_POINTS: Final = {
    "battle": "battles against other players",
    "centipede": "centipedes beaten",
    "sites": "colony point sites harvested",
    "inner": "Inner Meadow hexes controlled in Slumber",
    "goals": "Colony Goals",
    "bodies": "complete ant bodies",
    "cards": "effects of events and evolutions",
    "end": "largest brood, greatest stores and untold potential",
}
_HORDE_POINTS: Final = {
    "slumber": "its centipedes in Slumber",
    "battle": "battles won by a centipede",
    "tunnel": "centipedes that entered the Great Tunnel",
}
_TALLIES: Final = {
    words.T_EXPLORES: ("explores", "Explore actions in the round", "actions"),
    words.T_MARCHES: ("marches", "March actions in the round", "actions"),
    words.T_FORAGES: ("forages", "Forage actions in the round", "actions"),
    words.T_PLAYS: ("plays", "Play a Card actions in the round", "actions"),
    words.T_RESTS: ("rests", "Rests in the round", "actions"),
    words.T_BATTLES: ("battles", "battles fought in the round, centipedes included", "battles"),
    words.T_WON: ("battles_won", "battles won in the round, centipedes included", "battles"),
    words.T_LOST: ("ants_lost", "ants lost in the round, payment not counted", "ants"),
    words.T_CENTIPEDES: ("centipedes", "centipedes beaten in the round", "battles"),
    words.T_SPECIES: ("species_actions", "actions of its Primitive Species in the round", "actions"),
}
_HORDE_CARDS: Final = {
    words.C_INVADE: ("invasions", "cards that brought a centipede, in the round", "cards"),
    words.C_ADVANCE: ("advances", "cards that moved a centipede, in the round", "cards"),
    words.C_RAMPAGE: ("rampages", "cards that let all centipedes battle, in the round", "cards"),
    words.C_SENTRY: ("sentries", "cards that turned up a hex or found none, in the round", "cards"),
}
_FATE: Final = (
    "what became of it there: `played` and the round, `battle` (laid for ferocity), `discarded` (otherwise, "
    "payment not counted), `held` at the end; several are joined by commas, x2 is twice, '' is none of them"
)


class SeatRows(SeatsTable):
    """The seats table: the position of each seat at the end of the game."""

    def __init__(self) -> None:
        to = Columns()
        self.points: i64 = to.points(words.POINT_SOURCES, _POINTS, "colony points from")
        self.ants: i64 = to.number("ants", "i16", "ants in the Meadow at the end", "ants")
        self.food: i64 = to.number("food", "i16", "food at the end", "food")
        self.larvae: i64 = to.number("larvae", "i16", "larvae in the chamber at the end", "larvae")
        self.hand: i64 = to.number("hand", "i16", "cards in hand at the end", "cards")
        self.evolutions: i64 = to.number("evolutions", "i16", "evolutions in play at the end", "cards")
        self.species: i64 = to.add(Column("species", "str", "its species of ants", labels=words.SPECIES_IDS))
        super().__init__(to)


class RoundRows(RoundsTable):
    """The rounds table: the position of each seat after the Slumber of each round."""

    def __init__(self) -> None:
        to = round_columns("colony points so far, end bonuses in the last round", "points")
        self.food: i64 = to.number("food", "i16", "food in store", "food")
        self.larvae: i64 = to.number("larvae", "i16", "larvae in the chamber", "larvae")
        self.ants: i64 = to.number("ants", "i16", "ants in the Meadow", "ants")
        self.inhabited: i64 = to.number("inhabited", "i8", "tiles inhabited", "hexes")
        self.controlled: i64 = to.number("controlled", "i8", "tiles controlled", "hexes")
        self.inner: i64 = to.number("inner", "i8", "Inner Meadow tiles controlled", "hexes")
        self.hand: i64 = to.number("hand", "i16", "cards in hand", "cards")
        self.evolutions: i64 = to.number("evolutions", "i16", "evolutions in play", "cards")
        self.tallies: i64 = to.counts(_TALLIES)
        super().__init__(to)


class CardRows(RecordedRows):
    """The cards table: each card that a seat received. `ids` are the card ids, by number."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        to = Columns()
        self.game: i64 = to.game()
        self.card: i64 = to.add(Column("card", "str", "the card's id (`id` in items)", labels=ids))
        self.seat: i64 = to.seat()
        self.round_drawn: i64 = to.add(
            Column(
                "round_drawn", "i16", "round in which the seat first drew it, 0 for the opening hand", null=-1
            )
        )
        self.fate: i64 = to.add(Column("fate", "str", _FATE, spelled=spelled_fate))
        super().__init__(
            to.table("cards", "one row for each card that came to a seat", ("game", "card", "seat"))
        )


class HordeRows(RecordedRows):
    """The horde table: the position of the Centipede Horde after the Slumber of each round."""

    def __init__(self) -> None:
        to = Columns()
        self.game: i64 = to.game()
        self.round: i64 = to.round()
        self.score: i64 = to.number("score", "i32", "the Horde's colony points so far", "points")
        self.centipedes: i64 = to.number("centipedes", "i16", "centipedes in hexes", "centipedes")
        self.intruders: i64 = to.number("intruders", "i16", "centipedes in the Great Tunnel", "centipedes")
        self.points: i64 = to.points(words.HORDE_SOURCES, _HORDE_POINTS, "its points so far from")
        self.deeds: i64 = to.counts(_HORDE_CARDS)
        super().__init__(
            to.table("horde", "one row for the Centipede Horde after each round", ("game", "round"))
        )


def spelled_fate(code: int) -> str:
    """A card's fate (`fate`) in words, such as `played 2, discarded` or `battle x2, held`."""
    bits, most = words.FATE, (1 << words.FATE) - 1
    discarded, battle, played = code >> 1 & most, code >> 1 + bits & most, code >> 1 + 2 * bits
    told = [f"played {played}"] if played else []
    told += [
        word if times == 1 else f"{word} x{times}"
        for word, times in (("battle", battle), ("discarded", discarded))
        if times
    ]
    return ", ".join([*told, "held"] if code & 1 else told)


# The rows of a game
class Recorder(recording.Recorder):
    """Keeps the rows of games. `ids` are the card ids, for the descriptions of the tables."""

    def __init__(self, record: str, ids: tuple[str, ...] = ()) -> None:
        self.seats = SeatRows()
        self.rounds: Final = RoundRows()
        self.cards = CardRows(ids)
        self.horde: Final = HordeRows()
        super().__init__(record, self.seats, [self.rounds, self.cards, self.horde], EVENT_NAMES)

    def ended(self, g: Play) -> None:
        """Write a row for each seat at the end of a round and, in a Horde game, one for the Horde."""
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
        """Write the numbers of hexes that a player inhabits, controls, and controls in the Inner Meadow."""
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
        """Write the Horde's position at the end of a round, and the effects of its cards in the round."""
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
        """Write the rows of a finished game: seats, and cards and events if they are recorded."""
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
        """Write a row for each card and each seat that has drawn or played it."""
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
    """The fate of a card that a seat received, as one number. `spelled_fate` puts it into words."""
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
