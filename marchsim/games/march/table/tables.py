"""The tables that March of the Ants records: each column's stored type, unit and meaning.

The order of the columns is that in which `record` writes them; seats rows follow the runner's own columns.
"""

from __future__ import annotations

from marchsim.games.march import words
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.kernel.game import Column, Table

GAME = Column("game", "i64", "the game's id")
SEAT = Column("seat", "i8", "place in the first round's turn order, from 0")
_POINTS = {
    "battle": "battles against other players",
    "centipede": "centipedes beaten",
    "sites": "colony point sites harvested",
    "inner": "Inner Meadow hexes controlled in Slumber",
    "goals": "Colony Goals",
    "bodies": "complete ant bodies",
    "cards": "effects of events and evolutions",
    "end": "largest brood, greatest stores and untold potential",
}
_HORDE_POINTS = {
    "slumber": "its centipedes in Slumber",
    "battle": "battles won by a centipede",
    "tunnel": "centipedes that entered the Great Tunnel",
}
EVENT_NAMES = {number: name[2:].lower() for name, number in vars(words).items() if name.startswith("E_")}


def seats() -> Table:
    """Return the game's columns of the seats table."""
    points = [
        Column(f"points_{name}", "i16", f"colony points from {_POINTS[name]}", "points")
        for name in words.POINT_SOURCES
    ]
    finals = [
        Column("ants", "i16", "ants in the Meadow at the end", "ants"),
        Column("food", "i16", "food at the end", "food"),
        Column("larvae", "i16", "larvae in the chamber at the end", "larvae"),
        Column("hand", "i16", "cards in hand at the end", "cards"),
        Column("evolutions", "i16", "evolutions in play at the end", "cards"),
        Column("species", "str", "its species of ants", labels=words.SPECIES_IDS),
    ]
    return Table("seats", "one row for each seat of a game", (*points, *finals), ("game", "seat"))


def rounds() -> Table:
    """Return the rounds table: each seat after each round's Slumber."""
    columns = (
        GAME,
        Column("round", "i16", "round, from 1"),
        SEAT,
        Column("score", "i32", "colony points so far, end bonuses in the last round", "points"),
        Column("food", "i16", "food in store", "food"),
        Column("larvae", "i16", "larvae in the chamber", "larvae"),
        Column("ants", "i16", "ants in the Meadow", "ants"),
        Column("inhabited", "i8", "tiles inhabited", "hexes"),
        Column("controlled", "i8", "tiles controlled", "hexes"),
        Column("inner", "i8", "Inner Meadow tiles controlled", "hexes"),
        Column("hand", "i16", "cards in hand", "cards"),
        Column("evolutions", "i16", "evolutions in play", "cards"),
        Column("explores", "i16", "Explore actions in the round", "actions", adds=True),
        Column("marches", "i16", "March actions in the round", "actions", adds=True),
        Column("forages", "i16", "Forage actions in the round", "actions", adds=True),
        Column("plays", "i16", "Play a Card actions in the round", "actions", adds=True),
        Column("rests", "i16", "Rests in the round", "actions", adds=True),
        Column("battles", "i16", "battles fought in the round, centipedes included", "battles", adds=True),
        Column("battles_won", "i16", "battles won in the round, centipedes included", "battles", adds=True),
        Column("ants_lost", "i16", "ants lost in the round, payment not counted", "ants", adds=True),
        Column("centipedes", "i16", "centipedes beaten in the round", "battles", adds=True),
        Column(
            "species_actions", "i16", "actions of its Primitive Species in the round", "actions", adds=True
        ),
    )
    return Table("rounds", "one row for each seat after each round", columns, ("game", "round", "seat"))


FATE = (
    "what became of it there: `played` and the round, `battle` (laid for ferocity), `discarded` (otherwise, "
    "payment not counted), `held` at the end; several are joined by commas, x2 is twice, '' is none of them"
)


def cards(ids: tuple[str, ...]) -> Table:
    """Return the cards table: each card that came to a seat."""
    columns = (
        GAME,
        Column("card", "str", "the card's id (`id` in items)", labels=ids),
        SEAT,
        Column(
            "round_drawn", "i16", "round in which the seat first drew it, 0 for the opening hand", null=-1
        ),
        Column("fate", "str", FATE, spelled=fate),
    )
    return Table("cards", "one row for each card that came to a seat", columns, ("game", "card", "seat"))


def fate(code: int) -> str:
    """Return the words for what became of a card (record.fate): `played 2, discarded`, `battle x2, held`."""
    bits, most = words.FATE, (1 << words.FATE) - 1
    discarded, battle, played = code >> 1 & most, code >> 1 + bits & most, code >> 1 + 2 * bits
    told = [f"played {played}"] if played else []
    told += [
        word if times == 1 else f"{word} x{times}"
        for word, times in (("battle", battle), ("discarded", discarded))
        if times
    ]
    return ", ".join([*told, "held"] if code & 1 else told)


def horde() -> Table:
    """Return the horde table: the Centipede Horde after each round's Slumber."""
    columns = (
        GAME,
        Column("round", "i16", "round, from 1"),
        Column("score", "i32", "the Horde's colony points so far", "points"),
        Column("centipedes", "i16", "centipedes in hexes", "centipedes"),
        Column("intruders", "i16", "centipedes in the Great Tunnel", "centipedes"),
        *(
            Column(f"points_{name}", "i16", f"its points so far from {_HORDE_POINTS[name]}", "points")
            for name in words.HORDE_SOURCES
        ),
        Column("invasions", "i16", "cards that brought a centipede, in the round", "cards", adds=True),
        Column("advances", "i16", "cards that moved a centipede, in the round", "cards", adds=True),
        Column("rampages", "i16", "cards that let all centipedes battle, in the round", "cards", adds=True),
        Column(
            "sentries", "i16", "cards that turned up a hex or found none, in the round", "cards", adds=True
        ),
    )
    return Table("horde", "one row for the Centipede Horde after each round", columns, ("game", "round"))


def events() -> Table:
    """Return the events table: everything that happened, in order."""
    most = max(EVENT_NAMES)
    labels = tuple(EVENT_NAMES.get(number, f"unused_{number}") for number in range(most + 1))
    columns = (
        GAME,
        Column("number", "i32", "number of the event in its game, from 0"),
        Column("round", "i16", "round, 0 for the set-up"),
        Column("event", "str", "what happened (docs/data.md)", labels=labels),
        Column("seat", "i8", "whose doing it was", null=-1),
        Column("a", "i16", "first value (docs/data.md)"),
        Column("b", "i16", "second value (docs/data.md)"),
        Column("c", "i16", "third value (docs/data.md)"),
        Column("d", "i16", "fourth value (docs/data.md)"),
    )
    return Table("events", "one row for each event", columns, ("game", "number"))


def tables(variant: MarchVariant, record: str) -> tuple[Table, ...]:
    """Return the tables of a session: `rounds` has all but the last, `events` has the events besides."""
    ids = tuple(card.id for card in variant.components.cards)
    kept = (seats(), rounds(), cards(ids), horde())
    return (*kept, events()) if record == "events" else kept
