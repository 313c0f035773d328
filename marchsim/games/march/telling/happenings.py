"""The events of a game: the meaning of each kind, its owner, and its four values.

`docs/reference/data.md` is made from `KINDS`, and a test compares games of all presets with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from marchsim.games.march import words as w
from marchsim.games.march.table.tables import EVENT_NAMES
from marchsim.games.march.telling.sentences import ACTIONS, END_BONUSES, HORDE_DEEDS, HORDE_REASONS, REASONS
from marchsim.kernel.telling import EventValue

COUNT_MOST = 2**15 - 1  # what a column of 16 bits holds
WAY_MOST = w.CENTRE  # hexes from the Great Tunnel, along either axis


@dataclass(frozen=True)
class Measure:
    """The kind of a value, from `low` to `high`. `names` are the names of its codes, if it has any."""

    meaning: str
    low: int
    high: int
    names: Mapping[int, str] | None = None

    def holds(self, value: int) -> bool:
        """Whether a value is of this kind."""
        return value in self.names if self.names is not None else self.low <= value <= self.high


def _coded(meaning: str, names: Mapping[int, str]) -> Measure:
    return Measure(meaning, min(names), max(names), names)


COUNT = Measure("a number of things", 0, COUNT_MOST)
CHANGE = Measure("a number of things, negative where they go", -COUNT_MOST, COUNT_MOST)
YES = Measure("1 if so, else 0", 0, 1)
NOTHING = Measure("always 0", 0, 0)
ORIGIN = Measure(
    f"told, not hashed: {w.SITES} * hex + place of a site (place 0 where the reason is a hex), "
    "-1 - card, or 0 where the reason says it all",
    -w.CARDS,
    w.HEXES * w.SITES - 1,
)
SIGN = _coded("which way", {1: "comes", -1: "goes"})
CARD = Measure("card: the row `item` of its variant in `items`", 0, w.CARDS - 1)
CARD_OR_NONE = Measure("card as above, or -1 for none", -1, w.CARDS - 1)
HEX = Measure("hex: the printed number of its tile (`id` in `items`), 0 for the Great Tunnel", 0, w.HEXES - 1)
SLOT = Measure(
    f"place in a hex: 0 to {w.SITES - 1} its collection sites in the order of `sites` in `items`, {w.OUT} "
    "the outskirts",
    0,
    w.OUT,
)
WAY = Measure("axial coordinate on the grid, the Great Tunnel at (0, 0)", -WAY_MOST, WAY_MOST)
TURN = Measure("edges by which a tile is turned clockwise", 0, 5)
SEAT = Measure("seat", 0, w.SEATS - 1)
SEAT_OR_NONE = Measure("seat, or -1 for a centipede", -1, w.SEATS - 1)
WHY = _coded("reason", REASONS)
ACTION = _coded("action", ACTIONS)
PHASE = _coded("phase", dict(enumerate(w.PHASES)))
SECTION = _coded("body section", dict(enumerate(w.SECTIONS)))
SOURCE = _coded("source of colony points", dict(enumerate(w.POINT_SOURCES)))
BONUS = Measure(
    "origin; at the end of the game " + ", ".join(f"{at}: {name}" for at, name in END_BONUSES.items()),
    ORIGIN.low,
    ORIGIN.high,
)
DEED = _coded("told, not hashed", dict(enumerate(("not said", *HORDE_DEEDS))))
HORDE_SOURCE = _coded("source of the Horde's points", dict(enumerate(HORDE_REASONS)))
SPECIES = _coded("species", dict(enumerate(w.SPECIES_IDS)))
MEASURES = {
    "card": CARD, "card or -1": CARD_OR_NONE, "hex": HEX, "slot": SLOT, "axis": WAY, "turn": TURN,
    "seat": SEAT, "seat or -1": SEAT_OR_NONE, "count": COUNT, "change": CHANGE, "yes": YES, "sign": SIGN,
    "reason": WHY, "action": ACTION, "phase": PHASE, "section": SECTION, "source": SOURCE,
    "Horde source": HORDE_SOURCE, "species": SPECIES, "nothing": NOTHING, "origin": ORIGIN, "bonus": BONUS,
    "deed": DEED,
}  # fmt: skip


class Value(NamedTuple):
    """One of the four values of an event: its meaning, and the name of its kind in MEASURES."""

    meaning: str
    measure: str


class EventKind(NamedTuple):
    """A kind of event: its meaning, its owner ('': nobody), and its values. Further values are 0."""

    meaning: str
    seat: str
    values: tuple[Value, ...] = ()


_CARD = Value("card", "card")
_HEX = Value("hex", "hex")
_SLOT = Value("place", "slot")
_WHY = Value("reason", "reason")
_NOTHING = Value("nothing", "nothing")
_ORIGIN = Value("what it comes of", "origin")
KINDS: dict[int, EventKind] = {
    w.E_SETUP: EventKind("the game is set up", "starting player", (Value("players", "count"),)),
    w.E_ROUND: EventKind("a round begins", "", (Value("round", "count"),)),
    w.E_PHASE: EventKind("a phase begins", "holder of the marker", (Value("phase", "phase"),)),
    w.E_ACTION: EventKind(
        "an action is taken",
        "player",
        (Value("action", "action"), Value("card that grants it", "card or -1")),
    ),
    w.E_REACTION: EventKind("a reaction to an action of another", "who reacts", (Value("action", "action"),)),
    w.E_FOOD: EventKind(
        "food comes or goes", "player", (Value("change of its food", "change"), _WHY, _NOTHING, _ORIGIN)
    ),
    w.E_LARVAE: EventKind(
        "larvae come to the chamber from the supply, or go back",
        "player",
        (Value("change of its larvae", "change"), _WHY, _NOTHING, _ORIGIN),
    ),
    w.E_DRAW: EventKind("a card is drawn", "player", (_CARD, _NOTHING, _NOTHING, _ORIGIN)),
    w.E_REVEAL: EventKind("a card is turned up from the deck", "", (_CARD,)),
    w.E_DISCARD: EventKind(
        "a card goes to the discards",
        "whose it was, null from the deck",
        (_CARD, _WHY, _NOTHING, _ORIGIN),
    ),
    w.E_RESHUFFLE: EventKind("the discards become a new deck", "", (Value("cards in it", "count"),)),
    w.E_DRAW_TILE: EventKind(
        "a hex is drawn",
        "player, null for the Horde",
        (_HEX, Value("of the unused starting hexes (else of the pile)", "yes")),
    ),
    w.E_RETURN_TILE: EventKind(
        "a drawn hex is put back",
        "player",
        (_HEX, Value("among the unused starting hexes (else on top of the pile)", "yes")),
    ),
    w.E_TILE: EventKind(
        "a hex is laid",
        "player, null in the set-up and for the Horde",
        (_HEX, Value("column", "axis"), Value("row", "axis"), Value("rotation", "turn")),
    ),
    w.E_EMERGE: EventKind(
        "a larva becomes an ant", "player", (_HEX, _SLOT, _NOTHING, Value("in the set-up", "yes"))
    ),
    w.E_STEP: EventKind(
        "an ant moves",
        "whose ant",
        (Value("from hex", "hex"), Value("from place", "slot"), Value("to hex", "hex"),
         Value("to place", "slot")),
    ),
    w.E_SETTLE: EventKind(
        "an ant of the outskirts fills a vacant site", "whose ant", (_HEX, Value("site", "slot"))
    ),
    w.E_LOSE: EventKind("an ant is lost, or paid", "whose ant", (_HEX, _SLOT, _WHY, _ORIGIN)),
    w.E_RETURN: EventKind("an ant goes back to the chamber", "whose ant", (_HEX, _SLOT)),
    w.E_EXCHANGE: EventKind(
        "two ants change places (the other's owner is in the `swapped` that follows)",
        "whose ant the first is",
        (_HEX, _SLOT, Value("hex of the other", "hex"), Value("place of the other", "slot")),
    ),
    w.E_SWAPPED: EventKind(
        "whose ants have changed places", "whose ant the first is", (Value("whose the other is", "seat"),)
    ),
    w.E_CENTIPEDE: EventKind(
        "a centipede comes to a hex, or leaves it", "", (_HEX, Value("comes or goes", "sign"))
    ),
    w.E_WORMHOLE: EventKind("a wormhole opens", "", (_HEX,)),
    w.E_EVOLVE: EventKind(
        "an evolution is laid on top of a body section", "player", (_CARD, Value("section", "section"))
    ),
    w.E_DEVOLVE: EventKind("an evolution is given up", "player", (_CARD, Value("section", "section"))),
    w.E_GOAL: EventKind("a Colony Goal comes into play", "player", (_CARD,)),
    w.E_DROP_GOAL: EventKind("a Colony Goal is given up", "player", (_CARD,)),
    w.E_POINTS: EventKind(
        "colony points are scored or lost",
        "player",
        (Value("change", "change"), Value("source", "source"), _NOTHING, Value("what they come of", "bonus")),
    ),
    w.E_BATTLE: EventKind("a battle begins", "invader", (_HEX, Value("defender", "seat"))),
    w.E_HUNT: EventKind("a battle with a centipede begins", "whose ants", (_HEX,)),
    w.E_STRENGTH: EventKind(
        "how strong a side of a battle is",
        "player, null for a centipede",
        (Value("Army Strength", "count"), Value("ferocity", "count")),
    ),
    w.E_FEROCITY: EventKind("a card is laid for ferocity", "player", (_CARD,)),
    w.E_OUTCOME: EventKind(
        "a battle ends",
        "winner, null for a centipede",
        (Value("loser", "seat or -1"), Value("ants the winner must lose", "count"),
         Value("ants the loser must lose", "count")),
    ),
    w.E_REST: EventKind(
        "a player rests",
        "player",
        (Value("its first rest of the round", "yes"), Value("larvae on its resting area", "count"),
         Value("food on its resting area", "count")),
    ),
    w.E_WAKE: EventKind(
        "what lies on a resting area is taken", "player", (Value("larvae", "count"), Value("food", "count"))
    ),
    w.E_MARKER: EventKind(
        "the marker goes on",
        "who has it now",
        (_NOTHING, _NOTHING, _NOTHING, Value("final turns left, 0 before them", "count")),
    ),
    w.E_FEED: EventKind(
        "a player feeds its ants",
        "player",
        (Value("to feed: ants, and what cards change", "count"), Value("ants for each food", "count"),
         Value("food used", "count"), Value("larvae used", "count")),
    ),
    w.E_STARVE: EventKind("ants starve", "player", (Value("ants to be destroyed", "count"),)),
    w.E_DECREE: EventKind(
        "what a queen produces, before supplies run out",
        "player",
        (Value("food", "count"), Value("larvae", "count")),
    ),
    w.E_END: EventKind(
        "the game ends", "player", (Value("score", "change"), Value("ants in the Meadow", "count"))
    ),
    w.E_PLAY: EventKind("a card is played", "player", (_CARD, Value("free", "yes"))),
    w.E_TAKE: EventKind("a card is taken from the discards", "player", (_CARD,)),
    w.E_SPECIES: EventKind("a player takes its species", "player", (Value("species", "species"),)),
    w.E_MEET: EventKind(
        "a card of the Centipede Deck is turned up and carried out",
        "first of the card's players",
        (_CARD, _NOTHING, _NOTHING, Value("what it does", "deed")),
    ),
    w.E_JUMP: EventKind("a centipede moves", "", (Value("from hex", "hex"), Value("to hex", "hex"))),
    w.E_INTRUDE: EventKind(
        "a centipede enters the Great Tunnel", "", (Value("centipedes there now", "count"),)
    ),
    w.E_HORDE: EventKind(
        "the Horde scores", "", (Value("change", "change"), Value("source", "Horde source"))
    ),
    w.E_HORDE_CARD: EventKind("a centipede draws a card of the Centipede Deck for strength", "", (_CARD,)),
    w.E_HORDE_DISCARD: EventKind("a card goes to the discards of the Centipede Deck", "", (_CARD,)),
    w.E_HORDE_RESHUFFLE: EventKind(
        "the Horde's discards become a new Centipede Deck", "", (Value("cards in it", "count"),)
    ),
    w.E_HORDE_END: EventKind("the Horde's end", "", (Value("its score", "change"), Value("it wins", "yes"))),
    w.E_BENEATH: EventKind(
        "an evolution is laid beneath those in play", "player", (_CARD, Value("section", "section"))
    ),
}  # fmt: skip


def event_values(items: Sequence[Mapping[str, Any]]) -> dict[str, tuple[EventValue, ...]]:
    """The values of each kind of event, by its name. `items` give the names of cards and tiles."""
    cards = {row["item"]: row["name"] for row in items if row["kind"] == "card"}
    hexes = {0: "Great Tunnel"} | {int(row["id"]): row["name"] for row in items if row["kind"] == "tile"}
    called = {"card": cards, "card or -1": cards, "hex": hexes}

    def value(one: Value) -> EventValue:
        empty = one.measure == "nothing"
        return EventValue("" if empty else one.meaning, called.get(one.measure, MEASURES[one.measure].names))

    return {EVENT_NAMES[kind]: tuple(map(value, one.values)) for kind, one in KINDS.items()}
