"""The tables that March of the Ants records: each column once, with its stored type, unit and meaning.

A table is a class. Its attributes are the columns' indexes in a row, and `record` writes by name: `values[at
+ rows.food]`. The columns of seats follow the runner's own.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words
from marchsim.kernel.compat import i64
from marchsim.kernel.game import Column
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
    """The seats table: the position of each seat at the end."""

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
    """The rounds table: each seat after each round's Slumber."""

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
    """The cards table: each card that a seat received. `ids` are the ids of the cards by number."""

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
        self.fate: i64 = to.add(Column("fate", "str", _FATE, spelled=fate))
        super().__init__(
            to.table("cards", "one row for each card that came to a seat", ("game", "card", "seat"))
        )


class HordeRows(RecordedRows):
    """The horde table: the Centipede Horde after each round's Slumber."""

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


def fate(code: int) -> str:
    """The words for a card's fate (`record.fate`), such as `played 2, discarded` or `battle x2, held`."""
    bits, most = words.FATE, (1 << words.FATE) - 1
    discarded, battle, played = code >> 1 & most, code >> 1 + bits & most, code >> 1 + 2 * bits
    told = [f"played {played}"] if played else []
    told += [
        word if times == 1 else f"{word} x{times}"
        for word, times in (("battle", battle), ("discarded", discarded))
        if times
    ]
    return ", ".join([*told, "held"] if code & 1 else told)
