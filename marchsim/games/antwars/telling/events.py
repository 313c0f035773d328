"""The events of a game: the values and the sentence of each kind of event, and the words for values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from marchsim.games.antwars import words as w
from marchsim.games.antwars.naming import ANIMALS_SEAT, COLOURS, GROUP_OF, Names, option_words
from marchsim.games.antwars.table.inspection import ACTIONS
from marchsim.games.antwars.table.record import EVENT_NAMES
from marchsim.kernel.telling import EventValue
from marchsim.tabletop.naming import number, short
from marchsim.tabletop.telling.narrator import Event, Language, Narrator


class EventKind(NamedTuple):
    """A kind of event. `form` has a letter for each value (MEANINGS), and `sentence` gives the sentence.

    A story indents the event to `level`. If `level` is None, it keeps the indent of the event before. If
    the event `opens`, later events are indented below it.
    """

    form: str
    sentence: Callable[[Names, Event], str]
    level: int | None = None
    opens: bool = False


MEANINGS = {
    "a": "area", "t": "tile", "p": "type of piece", "k": "kind of ant", "n": "number", "y": "reason",
    "o": "action", "f": "phase", "s": "species", "x": "face or animal", "g": "group", "w": "player, by seat",
}  # fmt: skip
TABLES: dict[str, dict[int, str]] = {
    "t": dict(enumerate(w.TILE_NAMES)),
    "p": dict(enumerate(w.PIECES)),
    "k": dict(enumerate(w.KINDS)),
    "y": dict(enumerate(w.REASONS)),
    "o": ACTIONS,
    "f": dict(enumerate(w.PHASES)),
    "x": dict(enumerate(w.FACE_NAMES)),
    "g": dict(enumerate(GROUP_OF)),
}


def event_values(items: Sequence[Mapping[str, Any]]) -> dict[str, tuple[EventValue, ...]]:
    """The values in each kind of event, keyed by the name of the kind. Species are named as in `items`."""
    species = [row["name"] for row in items if row["kind"] == "species"]
    called = {**TABLES, "s": dict(enumerate(species))}
    return {
        EVENT_NAMES[number]: tuple(EventValue(MEANINGS[letter], called.get(letter)) for letter in kind.form)
        for number, kind in KINDS.items()
    }


def say(names: Names, letter: str, value: int) -> str:
    """The word or number for a value in the short form of an event. `letter` is the kind of value."""
    if letter == "a":
        return short(names.area(value))
    if letter == "w":
        return names.who(value)
    if letter == "s":
        return names.species[value]
    if letter == "n":
        return str(value)
    return short(TABLES[letter].get(value, str(value)))


def vocabulary(names: Names) -> tuple[str, ...]:
    """All names of values, areas and players."""
    values = (value for table in TABLES.values() for value in table.values())
    return (
        *names.players,
        *names.species,
        *names.areas,
        *map(short, names.areas),
        "everywhere",
        ANIMALS_SEAT,
        *COLOURS,
        *map(short, values),
    )


def narrator_of(names: Names) -> Narrator:
    """The narrator of events, with the names of one variant and its players."""
    kinds = KINDS.items()
    return Narrator(
        Language(
            kinds=EVENT_NAMES,
            forms={number: kind.form for number, kind in kinds},
            who=names.who,
            say=lambda letter, values: say(names, letter, values[0]),
            sentence=lambda event: KINDS[event[0]].sentence(names, event),
            vocabulary=lambda: vocabulary(names),
            constant={"s": lambda species: names.species[species]},
            levels={number: kind.level for number, kind in kinds if kind.level is not None},
            opening=[number for number, kind in kinds if kind.opens],
        )
    )


TILES = tuple(f"{name} tile" if at >= w.PUPAE_MINOR else name for at, name in enumerate(w.TILE_NAMES))


def article(name: str) -> str:
    """A name with its article."""
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"


# the sentences ------------------------------------------------------------------
def _pieces(piece: int, n: int) -> str:
    return f"{n} {w.PIECES[piece]}"


def _ants(minors: int, majors: int) -> str:
    return " and ".join(number(n, name) for n, name in ((minors, "Minor"), (majors, "Major")) if n)


def _action(names: Names, e: Event) -> str:
    who, code, area = names.who(e[1]), e[2], names.area(e[3])
    if code == w.O_FORAGE:
        return f"{who} forages." if e[3] == w.ALL_AREAS else f"{who} forages in {area}."
    if code == w.O_TRANSFORM:
        turned = e[4] == w.ENTRANCE
        what = f"turns the Entrance at {area}" if turned else f"transforms {area} into {_a_tile(e[4])}"
        return f"{who} {what}."
    if code == w.O_EXPLORE:
        return f"{who} explores from {area} to {names.area(e[4])}."
    verbs = {
        w.O_HATCH: "hatches pupae in", w.O_DIG: "digs at", w.O_DEMOLISH: "demolishes",
        w.O_MOBILIZE: "mobilizes from",
    }  # fmt: skip
    return f"{who} {verbs[code]} {area}."


def _a_tile(tile: int) -> str:
    return article(TILES[tile])


def _tile(names: Names, e: Event) -> str:
    if e[3] == w.SOLID:
        return f"The {TILES[e[4]]} at {names.area(e[2])} is demolished."
    if e[3] == e[4]:
        return f"The {TILES[e[3]]} at {names.area(e[2])} waits for a Gallery."
    before = "" if e[4] == w.SOLID else f" in place of the {TILES[e[4]]}"
    return f"{_capital(_a_tile(e[3]))} lies at {names.area(e[2])}{before}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _gate(names: Names, e: Event) -> str:
    turned = "is opened" if e[3] else "is closed"
    return f"The Entrance at {names.area(e[2])} {turned}{' by a siege' if e[4] == w.WHY_SIEGE else ''}."


def _change(names: Names, e: Event) -> str:
    verb = "gains" if e[4] > 0 else "loses"
    return f"{names.who(e[1])} {verb} {number(abs(e[4]), w.KINDS[e[3]])} in {names.area(e[2])}{_why(e[5])}."


def _why(why: int) -> str:
    shown = (w.WHY_HUNGER, w.WHY_FAMINE, w.WHY_REMOVED)
    return f" ({w.REASONS[why]})" if why in shown else ""


def _queen(names: Names, e: Event) -> str:
    who, life = names.who(e[1]), e[4]
    if life == 0:
        return f"A Queen of {who} dies in {names.area(e[2])}{_why(e[5])}."
    if e[5] == w.WHY_PLACE:
        return f"A Queen of {who} with {life} life begins in {names.area(e[2])}."
    return f"A Queen of {who} has {life} life left."


def _animal(names: Names, e: Event) -> str:
    what, where = "Gloomy" if e[3] == w.GLOOMY else "spider", names.area(e[2])
    if e[4] > 0:
        return f"A {what} {'flies to' if e[5] == w.WHY_FLIGHT else 'comes to'} {where}."
    how = {w.WHY_BATTLE: "is eliminated", w.WHY_FLIGHT: "flies off", w.WHY_LEFT: "returns to the supply"}
    return f"A {what} in {where} {how.get(e[5], 'is gone')}."


def _lies(verb: str) -> Callable[[Names, Event], str]:
    def told_so(names: Names, e: Event) -> str:
        return f"{names.who(e[1])} {verb} {_pieces(e[3], e[4])} in {names.area(e[2])}."

    return told_so


def _move(names: Names, e: Event) -> str:
    go = "goes" if e[4] + e[5] == 1 else "go"
    return f"{_ants(e[4], e[5])} of {names.who(e[1])} {go} from {names.area(e[2])} to {names.area(e[3])}."


KINDS: dict[int, EventKind] = {
    w.E_SETUP: EventKind("nn", lambda names, e: f"Set-up for {e[2]} players", 0),
    w.E_ROUND: EventKind("nw", lambda names, e: f"Round {e[2]}, {names.who(e[3])} is first", 0),
    w.E_PHASE: EventKind("f", lambda names, e: _capital(w.PHASES[e[2]]), 1),
    w.E_SPECIES: EventKind(
        "s",
        lambda names, e: f"{names.who(e[1])} is {COLOURS[e[1]]} and leads {names.titles[e[2]]}.",
        2, opens=True,
    ),
    w.E_TILE: EventKind("atty", _tile),
    w.E_GATE: EventKind("any", _gate),
    w.E_ANTS: EventKind("akny", _change),
    w.E_QUEEN: EventKind("anny", _queen),
    w.E_PUPAE: EventKind(
        "anny",
        lambda names, e: (
            f"{number(e[3], 'pupa', 'pupae')} {_lie(e[3])} in {names.area(e[2])} (before: {e[4]})."
        ),
    ),
    w.E_ACTION: EventKind("oan", _action, 3, opens=True),
    w.E_MOVE: EventKind("aann", _move),
    w.E_MOVE_QUEEN: EventKind(
        "aan",
        lambda names, e: f"A Queen of {names.who(e[1])} goes from {names.area(e[2])} to {names.area(e[3])}.",
    ),
    w.E_BRING: EventKind("aapn", lambda names, e: f"{names.who(e[1])}'s ants carry {_pieces(e[4], e[5])}."),
    w.E_SCENT: EventKind(
        "an",
        lambda names, e: f"{names.who(e[1])}'s pheromones {'mark' if e[3] else 'leave'} {names.area(e[2])}.",
    ),
    w.E_FACE: EventKind("ax", lambda names, e: f"The search rolls {w.FACE_NAMES[e[3]]}."),
    w.E_FOUND: EventKind(
        "apny", lambda names, e: f"{_capital(_pieces(e[3], e[4]))} {_lie(e[4])} in {names.area(e[2])}.",
    ),
    w.E_ANIMAL: EventKind("axny", _animal),
    w.E_TAKE: EventKind("apn", _lies("picks up")),
    w.E_LOOT: EventKind("apn", _lies("takes from the tile")),
    w.E_STORE: EventKind("apn", _lies("stores")),
    w.E_DROP: EventKind("apny", _lies("lays down")),
    w.E_SPILL: EventKind(
        "apny", lambda names, e: f"{_pieces(e[3], e[4])} {_lie(e[4])} loose in {names.area(e[2])}.",
    ),
    w.E_STOCK: EventKind(
        "apny", lambda names, e: f"{_pieces(e[3], e[4])} {_lie(e[4])} on the tile at {names.area(e[2])}.",
    ),
    w.E_PAY: EventKind("apny", _lies("pays")),
    w.E_BATTLE: EventKind("a", lambda names, e: f"Battle in {names.area(e[2])}", 2, opens=True),
    w.E_CYCLE: EventKind("n", lambda names, e: f"Cycle {e[2]}", 3, opens=True),
    w.E_AIM: EventKind(
        "wgn", lambda names, e: f"{names.who(e[1])} aims a {e[4]} at {_target(names, e[2], e[3])}.",
    ),
    w.E_VAIN: EventKind(
        "n", lambda names, e: f"{number(e[2], 'die', 'dice')} of {names.who(e[1])} {_find(e[2])} no target.",
    ),
    w.E_SIGHT: EventKind(
        "wkn", lambda names, e: f"The spider's {e[4]} hits a {w.KINDS[e[3]]} of {names.who(e[2])}.",
    ),
    w.E_FALL: EventKind("ny", lambda names, e: f"{names.who(e[1])} has lost the last Queen{_why(e[3])}.", 2),
    w.E_GONE: EventKind("n", lambda names, e: f"The colony of {names.who(e[1])} leaves the game.", 2),
    w.E_END: EventKind("nn", lambda names, e: f"{names.who(e[1])} ends with score {e[2]}, rank {e[3]}.", 2),
    w.E_SKIP: EventKind(
        "", lambda names, e: f"{names.who(e[1])} has no ants and no pupae, and takes no turn.", 2,
    ),
    w.E_TURN: EventKind("n", lambda names, e: f"{names.who(e[1])}'s turn", 2, opens=True),
}  # fmt: skip


def alike(one: Event, other: Event) -> bool:
    """Whether two consecutive events share a sentence, such as two payments or two dice of a search."""
    same = one[:3] == other[:3]
    return same and (one[0] == w.E_FACE or (one[0] == w.E_PAY and (one[3], one[5]) == (other[3], other[5])))


def together(names: Names, events: Sequence[Event]) -> str:
    """One sentence for several consecutive events that are alike."""
    first = events[0]
    if first[0] == w.E_FACE:
        return f"The search rolls {', '.join(w.FACE_NAMES[one[3]] for one in events)}."
    return KINDS[w.E_PAY].sentence(names, (*first[:4], sum(one[4] for one in events), first[5]))


def _lie(n: int) -> str:
    return "lies" if n == 1 else "lie"


def _find(n: int) -> str:
    return "finds" if n == 1 else "find"


def _target(names: Names, seat: int, group: int) -> str:
    words = option_words(names, w.option(w.O_GROUP, seat, group, 0, 0))
    return words if "'s " in words else f"the {words}"
