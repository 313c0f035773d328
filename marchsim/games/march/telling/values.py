"""The values of events: their measures with ranges, the words of codes, and values in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from marchsim.games.march import words as w
from marchsim.games.march.naming import Names
from marchsim.tabletop.naming import number
from marchsim.tabletop.telling.narrator import Event

ACTIONS = {
    w.O_EXPLORE: "Explore",
    w.O_MARCH: "March",
    w.O_FORAGE: "Forage",
    w.O_PLAY: "Play a Card",
    w.O_REST: "Rest",
    w.O_DANCE: "Dance of Chaos",
    w.O_JOURNEY: "Journey of 6000 Steps",
    w.O_GENES: "Double Spliced Genes",
    w.O_RAID: "Raiding Party",
}
DOINGS = {
    w.O_EXPLORE: "explores",
    w.O_MARCH: "marches",
    w.O_FORAGE: "forages",
    w.O_PLAY: "plays a card",
    w.O_REST: "rests",
    w.O_DANCE: "begins a Dance of Chaos",
    w.O_JOURNEY: "sets out on a Journey of 6000 Steps",
    w.O_GENES: "splices its genes",
    w.O_RAID: "sends out a Raiding Party",
}
SOURCES = (
    "battle won",
    "centipede beaten",
    "collection site",
    "Inner Meadow",
    "Colony Goal",
    "complete ant body",
    "card",
    "end of the game",
)
REASONS = {
    w.WHY_PAY: "payment",
    w.WHY_BATTLE: "battle",
    w.WHY_CARD: "card",
    w.WHY_STARVED: "starvation",
    w.WHY_HARVEST: "harvest",
    w.WHY_REACTION: "reaction",
    w.WHY_REST: "rest",
    w.WHY_DECREE: "Royal Decree",
    w.WHY_TILE: "hex",
    w.WHY_ACTION: "action",
    w.WHY_FEED: "feeding",
    w.WHY_GOAL: "Colony Goal",
    w.WHY_TRADE: "exchange",
}
GOAL = "Colony Goal"
END_BONUSES = {
    w.MOST_LARVAE: "largest brood: most larvae",
    w.MOST_FOOD: "greatest stores: most food",
    w.MOST_CARDS: "untold potential: most cards",
}
HORDE_DEEDS = ("Invade", "Advance", "Rampage", "Sentry")  # by C_*: what a card of the Horde does
HORDE_REASONS = ("Slumber", "battle won", "the Great Tunnel entered")

COUNT_MOST = 2**15 - 1  # what a column of 16 bits holds
WAY_MOST = w.CENTRE  # hexes from the Great Tunnel, along either axis


@dataclass(frozen=True)
class Measure:
    """The meaning and range of a value, `low` to `high`. If it is a code, `names` has the codes' names."""

    meaning: str
    low: int
    high: int
    names: Mapping[int, str] | None = None

    def holds(self, value: int) -> bool:
        """Whether a value is in the range or, for a code, has a name."""
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


def larvae(n: int) -> str:
    """A number of larvae, in words, such as "1 larva"."""
    return number(n, "larva", "larvae")


def lose_or_gain(change: int, why: int, what: str, because: str) -> str:
    """A phrase such as "gains 2 food (reaction)." The cause in words is `because`."""
    if change < 0 and why in (w.WHY_PAY, w.WHY_ACTION):
        return f"pays {what}."
    if change < 0 and why == w.WHY_FEED:
        return f"feeds its ants {what}."
    return f"{'gains' if change > 0 else 'loses'} {what}{because}."


def who(names: Names, seat: int) -> str:
    """The name of a player, or "centipede" if the seat is -1."""
    return names.players[seat] if seat >= 0 else "centipede"


class NamedEvent:
    """An event with its values `a` to `d`. The properties name these values for use in sentences."""

    def __init__(self, names: Names, event: Event) -> None:
        self.names = names
        _, self.seat, self.a, self.b, self.c, self.d = event

    def who(self, seat: int) -> str:
        """The name of a player, or "centipede" if the seat is -1."""
        return who(self.names, seat)

    def place(self, hexno: int, slot: int) -> str:
        """The place of an ant, in words."""
        name = self.names.hexes[hexno]
        if hexno == w.TUNNEL:
            return "the Great Tunnel"
        if slot == w.OUT:
            return f"the outskirts of {name}"
        site = self.names.site(hexno, slot).replace("larvae", "double larvae").replace("-", " ")
        return f"the {'control ' if slot == 0 else ''}site ({site}) of {name}"

    def hex(self, hexno: int) -> str:
        """The name of a hex, in words."""
        return "the Great Tunnel" if hexno == w.TUNNEL else self.names.hexes[hexno]

    @property
    def player(self) -> str:
        """The name of the player who acts."""
        return self.who(self.seat)

    @property
    def card(self) -> str:
        """The name of the card whose number is the first value."""
        return self.names.cards[self.a]

    @property
    def land(self) -> str:
        """The name of the hex whose number is the first value."""
        return self.hex(self.a)

    @property
    def spot(self) -> str:
        """The place that the first two values give."""
        return self.place(self.a, self.b)

    def because(self, reason: str) -> str:
        """The cause of an event in words: a site (" from the site (food) of Soil"), a card, or the reason.

        The last value of the event is `words.of_site`, `words.of_card` or 0.
        """
        told = self.d
        if told > 0 and reason == REASONS[w.WHY_TILE]:
            return f" ({self.hex(told // w.SITES)})"
        if told > 0:
            return f" from {self.place(*divmod(told, w.SITES))}"
        card = self.names.cards[-1 - told] if told < 0 else ""
        words = f"{reason} {card}" if card and reason == GOAL else card or reason
        return f" ({words})" if words else ""
