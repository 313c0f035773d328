"""The language for events of March of the Ants (tabletop.telling.narrator)."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.games.march import words as w
from marchsim.games.march.naming.names import OUTSKIRTS, Names
from marchsim.games.march.table.tables import EVENT_NAMES, OF_HORDE
from marchsim.games.march.telling.sentences import ACTIONS, SENTENCES, Told, who
from marchsim.tabletop.naming import short
from marchsim.tabletop.telling.narrator import Language, Narrator

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
EXPLAINED = (
    w.E_FOOD, w.E_LARVAE, w.E_DRAW, w.E_DISCARD, w.E_EMERGE, w.E_LOSE, w.E_POINTS, w.E_MARKER, w.E_MEET,
)  # fmt: skip
NO_PLAYER = (w.E_REVEAL, w.E_RESHUFFLE, w.E_ROUND, w.E_CENTIPEDE, w.E_WORMHOLE, *OF_HORDE)
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


def say(names: Names, letter: str, values: Sequence[int]) -> str:
    """The short form of an event's value (for a place, of two values)."""
    value = values[0]
    if letter == "p":
        return names.place(value, values[1])
    if letter == "h":
        return names.hex(value)
    if letter == "c":
        return names.ids[value] if value >= 0 else ""
    if letter == "s":
        return who(names, value)
    if letter == "n":
        return str(value)
    return short(TABLES[letter][value])


def vocabulary(names: Names) -> tuple[str, ...]:
    """All possible short forms of values and players with these names."""
    sites = (site for tile in names.sites.values() for site in tile)
    values = (value for table in TABLES.values() for value in table.values())
    return (*names.players, *names.ids, *sites, OUTSKIRTS, *map(short, (*names.hexes.values(), *values)))


def narrator_of(names: Names) -> Narrator:
    """The narrator of events, with the names of one variant and its players."""
    return Narrator(
        Language(
            kinds=EVENT_NAMES,
            forms=FORMS,
            who=lambda seat: who(names, seat),
            say=lambda letter, values: say(names, letter, values),
            sentence=lambda event: SENTENCES[event[0]](Told(names, event)),
            vocabulary=lambda: vocabulary(names),
            nobodys=NO_PLAYER,
            pairs="p",
            constant={"c": lambda card: names.ids[card] if card >= 0 else card},
            explained=EXPLAINED,
            levels=LEVELS,
            opening=OPENING,
            of_a_phase=OF_A_PHASE,
        )
    )
