"""Events in words: a sentence for a reader, and a short form that scenarios can look for.

An event is a kind, a seat and up to four integers (`words`); this module knows what each of them means.
It reads nothing else, so it tells recorded events as well as those of a game under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from marchsim.games.march import words as w
from marchsim.games.march.naming.names import OUTSKIRTS, Names, short, words
from marchsim.games.march.table.tables import EVENT_NAMES
from marchsim.games.march.telling.sentences import ACTIONS, SENTENCES, Wording
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.kernel.compat import i64, vec

Event = tuple[int, int, int, int, int, int]

WHY = {number: name[4:].lower() for name, number in vars(w).items() if name.startswith("WHY_")}
# What the values of each kind of event are, for its short form: p a place (two values), h hex, s player,
# c card, n number, y why, o action, f phase, x section, u source of points,
# v source of the Horde's points, a species, - nothing worth a word.
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
    w.E_SPECIES: "a",
    w.E_MEET: "c",
    w.E_JUMP: "hh",
    w.E_INTRUDE: "n",
    w.E_HORDE: "nv",
    w.E_HORDE_CARD: "c",
    w.E_HORDE_DISCARD: "c",
    w.E_HORDE_RESHUFFLE: "n",
    w.E_HORDE_END: "nn",
    w.E_BENEATH: "cx",
}
HORDES = (
    w.E_MEET, w.E_JUMP, w.E_INTRUDE, w.E_HORDE, w.E_HORDE_CARD, w.E_HORDE_DISCARD, w.E_HORDE_RESHUFFLE,
    w.E_HORDE_END,
)  # fmt: skip
NO_PLAYER = (w.E_REVEAL, w.E_RESHUFFLE, w.E_ROUND, w.E_CENTIPEDE, w.E_WORMHOLE, *HORDES)
TABLES: dict[str, dict[int, str]] = {
    "y": WHY,
    "o": ACTIONS,
    "f": dict(enumerate(w.PHASES)),
    "x": dict(enumerate(w.SECTIONS)),
    "u": dict(enumerate(w.POINT_SOURCES)),
    "v": dict(enumerate(w.HORDE_SOURCES)),
    "a": dict(enumerate(w.SPECIES_IDS)),
}

# How far a kind of event is indented (others stay where they are), and which have what follows below them.
LEVELS = {
    w.E_SETUP: 0,
    w.E_ROUND: 0,
    w.E_PHASE: 1,
    w.E_REACTION: 3,
    **dict.fromkeys((w.E_ACTION, w.E_BATTLE, w.E_HUNT, w.E_FEED, w.E_DECREE, w.E_MEET), 2),
    **dict.fromkeys((w.E_MARKER, w.E_WAKE, w.E_END, w.E_HORDE_END), 2),
}
# Points (kind, source) that belong to a phase, not to what was told before them.
OF_A_PHASE = (
    (w.E_POINTS, w.BY_INNER), (w.E_POINTS, w.BY_GOALS), (w.E_POINTS, w.BY_END), (w.E_HORDE, w.H_SLUMBER),
)  # fmt: skip
OPENING = (w.E_PHASE, w.E_ACTION, w.E_REACTION, w.E_BATTLE, w.E_HUNT, w.E_FEED, w.E_DECREE, w.E_MEET)


def events_of(rows: Sequence[int] | vec[i64], first: int = 0) -> Iterator[Event]:
    """Yield the events of a flat stream (six integers each) from number `first` on."""
    for at in range(first * EVENT_WIDTH, len(rows), EVENT_WIDTH):
        yield (rows[at], rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4], rows[at + 5])


class Narrator:
    """Tells events by the names of one variant and its players."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.wording = Wording(names)
        self.depth = 2

    # the short form
    def brief(self, event: Event) -> str:
        """Return the short form of an event: player, kind, values by name."""
        kind, seat, values = event[0], event[1], list(event[2:])
        parts = [] if kind in NO_PLAYER else [self.wording.who(seat)]
        parts.append(EVENT_NAMES[kind].replace("_", "-"))
        for code in FORMS[kind]:
            value = values.pop(0)
            if code == "p":
                parts.append(self.names.place(value, values.pop(0)))
            else:
                parts.append(self.value(code, value))
        return " ".join(part for part in parts if part)

    def vocabulary(self) -> set[str]:
        """Return every word, numbers apart, that a short form can have in a game of these names."""
        names = self.names
        sites = (site for tile in names.sites.values() for site in tile)
        values = (value for table in TABLES.values() for value in table.values())
        kinds = (kind.replace("_", "-") for kind in EVENT_NAMES.values())
        texts = (
            *names.players,
            *names.ids,
            *sites,
            OUTSKIRTS,
            *kinds,
            *map(short, (*names.hexes.values(), *values)),
        )
        return {word for text in texts for word in words(text)}

    def key(self, event: Event) -> tuple[int | str, ...]:
        """Return an event with its cards by id, so that it can be compared with one under other rules."""
        kind, seat, values = event[0], event[1], list(event[2:])
        forms = FORMS[kind].replace("p", "hn").ljust(len(values), "n")
        cards = (
            self.names.ids[value] if form == "c" and value >= 0 else value
            for form, value in zip(forms, values, strict=True)
        )
        return (kind, seat, *cards)

    def value(self, code: str, value: int) -> str:
        """Return the short form of one value of an event."""
        if code == "h":
            return self.names.hex(value)
        if code == "c":
            return self.names.ids[value] if value >= 0 else ""
        if code == "s":
            return self.wording.who(value)
        if code == "n":
            return str(value)
        return short(TABLES[code][value])

    def row(self, event: Event) -> dict[str, Any]:
        """Return an event as plain data: its kind, player, values, short form and sentence."""
        return {
            "event": EVENT_NAMES[event[0]],
            "player": self.wording.who(event[1]) if event[1] >= 0 else None,
            "values": list(event[2:]),
            "brief": self.brief(event),
            "text": self.sentence(event),
        }

    # sentences
    def sentence(self, event: Event) -> str:
        """Return an event as a sentence."""
        return SENTENCES[event[0]](self.wording, *event[1:])

    def line(self, event: Event) -> str:
        """Return an event as a line of a story: indented below what it belongs to."""
        kind = event[0]
        if kind in LEVELS:
            self.depth = LEVELS[kind]
        elif (kind, event[3]) in OF_A_PHASE:
            self.depth = 2
        line = "  " * self.depth + self.sentence(event)
        if kind in OPENING:
            self.depth += 1
        return line
