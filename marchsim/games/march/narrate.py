"""Events in words: a sentence for a reader, and a short form that scenarios can look for.

An event is a kind, a seat and up to four integers (`words`); this module knows what each of them means.
It reads nothing else, so it tells recorded events as well as those of a game under way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from marchsim.games.march import words as w
from marchsim.games.march.naming import Names, short
from marchsim.games.march.tables import EVENT_NAMES
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.kernel.compat import i64, vec

Event = tuple[int, int, int, int, int, int]

WHY = {number: name[4:].lower() for name, number in vars(w).items() if name.startswith("WHY_")}
ACTIONS = {
    w.O_EXPLORE: "Explore",
    w.O_MARCH: "March",
    w.O_FORAGE: "Forage",
    w.O_PLAY: "Play a Card",
    w.O_REST: "Rest",
}
DOINGS = {
    w.O_EXPLORE: "explores",
    w.O_MARCH: "marches",
    w.O_FORAGE: "forages",
    w.O_PLAY: "plays a card",
    w.O_REST: "rests",
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
SECTION_NAMES = ("head", "thorax", "abdomen")
NUMBERS = ("no", "one", "two", "three", "four", "five")

# What the values of each kind of event are, for its short form: p a place (two values), h hex, s player,
# c card, n number, y why, o action, f phase, x section, u source of points, - nothing worth a word.
FORMS = {
    w.E_SETUP: "n",
    w.E_ROUND: "n",
    w.E_PHASE: "f",
    w.E_ACTION: "oc",
    w.E_REACTION: "o",
    w.E_FOOD: "ny",
    w.E_LARVAE: "ny",
    w.E_DRAW: "c",
    w.E_REVEAL: "c",
    w.E_DISCARD: "cy",
    w.E_RESHUFFLE: "n",
    w.E_DRAW_TILE: "h",
    w.E_RETURN_TILE: "h",
    w.E_TILE: "hnnn",
    w.E_EMERGE: "p",
    w.E_STEP: "pp",
    w.E_SETTLE: "p",
    w.E_LOSE: "py",
    w.E_RETURN: "p",
    w.E_EXCHANGE: "pp",
    w.E_SWAPPED: "s",
    w.E_CENTIPEDE: "hn",
    w.E_WORMHOLE: "h",
    w.E_EVOLVE: "cx",
    w.E_DEVOLVE: "cx",
    w.E_GOAL: "c",
    w.E_DROP_GOAL: "c",
    w.E_POINTS: "nu",
    w.E_BATTLE: "hs",
    w.E_HUNT: "h",
    w.E_STRENGTH: "nn",
    w.E_FEROCITY: "c",
    w.E_OUTCOME: "snn",
    w.E_REST: "nnn",
    w.E_WAKE: "nn",
    w.E_MARKER: "",
    w.E_FEED: "nnnn",
    w.E_STARVE: "n",
    w.E_DECREE: "nn",
    w.E_END: "nn",
    w.E_PLAY: "cn",
    w.E_TAKE: "c",
}
NO_PLAYER = (w.E_REVEAL, w.E_RESHUFFLE, w.E_ROUND, w.E_CENTIPEDE, w.E_WORMHOLE)
TABLES: dict[str, dict[int, str]] = {
    "y": WHY,
    "o": ACTIONS,
    "f": dict(enumerate(w.PHASES)),
    "x": dict(enumerate(w.SECTIONS)),
    "u": dict(enumerate(w.POINT_SOURCES)),
}

# How far a kind of event is indented (others stay where they are), and which have what follows below them.
LEVELS = {
    w.E_SETUP: 0,
    w.E_ROUND: 0,
    w.E_PHASE: 1,
    w.E_REACTION: 3,
    **dict.fromkeys((w.E_ACTION, w.E_BATTLE, w.E_HUNT, w.E_FEED, w.E_DECREE), 2),
    **dict.fromkeys((w.E_MARKER, w.E_WAKE, w.E_END), 2),
}
OPENING = (w.E_PHASE, w.E_ACTION, w.E_REACTION, w.E_BATTLE, w.E_HUNT, w.E_FEED, w.E_DECREE)


def events_of(rows: Sequence[int] | vec[i64], first: int = 0) -> Iterator[Event]:
    """Yield the events of a flat stream (six integers each) from number `first` on."""
    for at in range(first * EVENT_WIDTH, len(rows), EVENT_WIDTH):
        yield (rows[at], rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4], rows[at + 5])


class Narrator:
    """Tells events by the names of one variant and its players."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.depth = 2

    # the short form
    def brief(self, event: Event) -> str:
        """Return the short form of an event: player, kind, values by name."""
        kind, seat, values = event[0], event[1], list(event[2:])
        parts = [] if kind in NO_PLAYER else [self.who(seat)]
        parts.append(EVENT_NAMES[kind].replace("_", "-"))
        for code in FORMS[kind]:
            value = values.pop(0)
            if code == "p":
                parts.append(self.names.place(value, values.pop(0)))
            else:
                parts.append(self.value(code, value))
        return " ".join(part for part in parts if part)

    def value(self, code: str, value: int) -> str:
        """Return the short form of one value of an event."""
        if code == "h":
            return self.names.hex(value)
        if code == "c":
            return self.names.ids[value] if value >= 0 else ""
        if code == "s":
            return self.who(value)
        if code == "n":
            return str(value)
        return short(TABLES[code][value])

    def who(self, seat: int) -> str:
        """Return the name of a seat; -1 is nobody, or the centipede in a battle."""
        return self.names.players[seat] if seat >= 0 else "centipede"

    def row(self, event: Event) -> dict[str, Any]:
        """Return an event as plain data: its kind, player, values, short form and sentence."""
        return {
            "event": EVENT_NAMES[event[0]],
            "player": self.who(event[1]) if event[1] >= 0 else None,
            "values": list(event[2:]),
            "brief": self.brief(event),
            "text": self.sentence(event),
        }

    # sentences
    def sentence(self, event: Event) -> str:
        """Return an event as a sentence."""
        return SENTENCES[event[0]](self, *event[1:])

    def line(self, event: Event) -> str:
        """Return an event as a line of a story: indented below what it belongs to."""
        kind = event[0]
        if kind in LEVELS:
            self.depth = LEVELS[kind]
        elif kind == w.E_POINTS and event[3] in (w.BY_INNER, w.BY_GOALS, w.BY_END):
            self.depth = 2
        line = "  " * self.depth + self.sentence(event)
        if kind in OPENING:
            self.depth += 1
        return line

    def spot(self, hexno: int, slot: int) -> str:
        """Return an ant's place in a sentence."""
        name = self.names.hexes[hexno]
        if hexno == w.TUNNEL:
            return "the Great Tunnel"
        if slot == w.OUT:
            return f"the outskirts of {name}"
        site = self.names.site(hexno, slot).replace("larvae", "double larvae").replace("-", " ")
        return f"the {'control ' if slot == 0 else ''}site ({site}) of {name}"

    def land(self, hexno: int) -> str:
        """Return a hex in a sentence."""
        return "the Great Tunnel" if hexno == w.TUNNEL else self.names.hexes[hexno]

    def card(self, card: int) -> str:
        """Return a card in a sentence."""
        return self.names.cards[card]

    def fighter(self, seat: int) -> str:
        """Return who fights: a player or the centipede."""
        return self.names.players[seat] if seat >= 0 else "the centipede"


def number(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def larvae(n: int) -> str:
    """Return a number of larvae."""
    return number(n, "larva", "larvae")


def lose_or_gain(change: int, why: int, what: str) -> str:
    """Return "gains 2 food (harvest)" or the like."""
    if change < 0 and why in (w.WHY_PAY, w.WHY_ACTION):
        return f"pays {what}."
    if change < 0 and why == w.WHY_FEED:
        return f"feeds its ants {what}."
    return f"{'gains' if change > 0 else 'loses'} {what} ({REASONS[why]})."


# A sentence for each kind of event: (narrator, seat, a, b, c, d)
def _setup(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{NUMBERS[a].capitalize()} players sit down; {t.who(seat)} starts."


def _round(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"Round {a}"


def _phase(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{w.PHASES[a]}; {t.who(seat)} holds the marker."


def _action(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} {DOINGS[a]}."


def _reaction(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} reacts to {ACTIONS[a]}."


def _food(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} {lose_or_gain(a, b, f'{abs(a)} food')}"


def _larvae(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} {lose_or_gain(a, b, larvae(abs(a)))}"


def _draw(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} draws {t.card(a)}."


def _reveal(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.card(a)} is turned up from the deck."


def _discard(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    whose = "" if seat < 0 else f" from {t.who(seat)}"
    return f"{t.card(a)} goes to the discards{whose} ({REASONS[b]})."


def _reshuffle(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The discards are shuffled into a new deck of {number(a, 'card')}."


def _draw_tile(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} draws the hex {t.land(a)}."


def _return_tile(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} puts {t.land(a)} back on top of the pile."


def _tile(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    if a == w.TUNNEL:
        return "The Great Tunnel lies in the middle of the Meadow."
    turned = f", turned by {number(d, 'edge')}" if d else ""
    return f"{t.who(seat)} lays {t.land(a)} at ({b}, {c}){turned}."


def _emerge(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} places a larva in {t.spot(a, b)}."


def _step(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} moves an ant from {t.spot(a, b)} to {t.spot(c, d)}."


def _settle(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"An ant of {t.who(seat)} fills {t.spot(a, b)}."


def _lose(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    verb = "pays" if c == w.WHY_PAY else "loses"
    why = "" if c == w.WHY_PAY else f" ({REASONS[c]})"
    return f"{t.who(seat)} {verb} an ant in {t.spot(a, b)}{why}."


def _return(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"An ant of {t.who(seat)} returns from {t.spot(a, b)} to the Larvae Chamber."


def _exchange(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The ant of {t.who(seat)} in {t.spot(a, b)} takes the place of the one in {t.spot(c, d)};"


def _swapped(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"that one, an ant of {t.who(a)}, takes its place."


def _centipede(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"A centipede comes to {t.land(a)}." if b > 0 else f"The centipede leaves {t.land(a)}."


def _wormhole(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"A wormhole opens in {t.land(a)}."


def _evolve(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} lays {t.card(a)} on top of its {SECTION_NAMES[b]}."


def _devolve(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} gives up {t.card(a)}, the top of its {SECTION_NAMES[b]}."


def _goal(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} has the Colony Goal {t.card(a)} in play."


def _drop_goal(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} gives up the Colony Goal {t.card(a)}."


def _points(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    verb = "scores" if a > 0 else "loses"
    return f"{t.who(seat)} {verb} {number(abs(a), 'point')} ({SOURCES[b]})."


def _battle(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"Battle in {t.land(a)}: {t.who(seat)} invades, {t.who(b)} defends."


def _hunt(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"Battle in {t.land(a)}: the centipede attacks {t.who(seat)}."


def _strength(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    ferocity = f" and {b} ferocity, {a + b} together" if b else ""
    return f"{t.fighter(seat).capitalize() if seat < 0 else t.who(seat)} has Army Strength {a}{ferocity}."


def _ferocity(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} lays {t.card(a)} for ferocity."


def _outcome(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    winner = t.fighter(seat) if seat >= 0 else "The centipede"
    losses = [
        f"{t.who(who)} must lose {number(due, 'ant')}" for who, due in ((seat, b), (a, c)) if who >= 0 and due
    ]
    after = f"; {' and '.join(losses)}" if losses else ""
    return f"{winner} beats {t.fighter(a)}{after}."


def _rest(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    what = "for the first time" if a else "again"
    return f"{t.who(seat)} rests {what}: {larvae(b)} and {c} food on its resting area."


def _wake(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} takes {larvae(a)} and {b} food from its resting area."


def _marker(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The marker goes to {t.who(seat)}."


def _feed(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    paid = f"{c} food" + (f" and {larvae(d)}" if d else "")
    return f"{t.who(seat)} has {number(a, 'ant')} to feed, {b} for each food: it uses {paid}."


def _starve(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{number(a, 'ant')} of {t.who(seat)} must starve."


def _decree(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The queen of {t.who(seat)} produces {f'{a} food' if a else larvae(b)}."


def _end(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} ends with {number(a, 'point')} and {number(b, 'ant')} in the Meadow."


def _play(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} plays {t.card(a)}{', free' if b else ''}."


def _take(t: Narrator, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} takes {t.card(a)} from the discards."


SENTENCES: dict[int, Callable[[Narrator, int, int, int, int, int], str]] = {
    kind: globals()[f"_{name}"] for kind, name in EVENT_NAMES.items()
}
