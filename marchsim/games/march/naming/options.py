"""How the options of a question are written, so that people can answer by words.

Every option has one canonical text (the first) and perhaps others that mean the same; `naming.pick` finds
the one that an answer means.
"""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.games.march.words import (
    CENTRE,
    EDGE_Q,
    EDGE_R,
    EDGES,
    GRID,
    O_ANT,
    O_CARD,
    O_CENTIPEDE,
    O_CHAMBER,
    O_DANCE,
    O_DEPLOY,
    O_DRAW,
    O_EVOLVE,
    O_EXPLORE,
    O_FOOD,
    O_FORAGE,
    O_GENES,
    O_HEX,
    O_HUNT,
    O_JOURNEY,
    O_LARVA,
    O_LARVAE,
    O_MARCH,
    O_PASS,
    O_PLACE,
    O_PLAY,
    O_RAID,
    O_RECALL,
    O_REST,
    O_SEAT,
    O_SECTION,
    O_SHIFT,
    O_SITE,
    O_SPECIES,
    O_SPOT,
    O_STEP,
    O_TILE,
    O_TURN,
    O_TWO,
    O_VICTIM,
    O_WORMHOLE,
    O_YES,
    Q_GATHER,
    Q_LOSE,
    Q_MOVE_IN,
    Q_PAY,
    Q_SWAP,
    QUESTIONS,
    SECTIONS,
    SIDES,
    SPECIES_IDS,
    code_of,
    part,
)

PLAIN = {
    O_PASS: "pass",
    O_EXPLORE: "explore",
    O_MARCH: "march",
    O_FORAGE: "forage",
    O_REST: "rest",
    O_DANCE: "dance of chaos",
    O_JOURNEY: "journey of 6000 steps",
    O_GENES: "double spliced genes",
    O_RAID: "raiding party",
    O_YES: "yes",
    O_FOOD: "food",
    O_LARVAE: "larvae",
    O_DRAW: "cards",
    O_CHAMBER: "pay larva",
}
OF_HEX = {
    O_LARVA: "larva >",
    O_HEX: "hex",
    O_TILE: "tile",
    O_WORMHOLE: "wormhole",
    O_CENTIPEDE: "centipede",
    O_DEPLOY: "deploy",
    O_RECALL: "recall",
    O_HUNT: "hunt",
}
ANT_VERBS = {Q_LOSE: "lose", Q_PAY: "pay", Q_MOVE_IN: "move", Q_GATHER: "move"}


def question_name(question: int) -> str:
    """Return the name of a question, which is that of the hook of a strategy."""
    return QUESTIONS[question][0]


def texts(g: Play, names: Names, question: int, choice: int) -> tuple[str, ...]:
    """Return every way to write an option, the canonical one first."""
    code = code_of(choice)
    if code in PLAIN:
        return (PLAIN[code],)
    values = (part(choice, 0), part(choice, 1), part(choice, 2), part(choice, 3))
    if code in OF_HEX:
        return (f"{OF_HEX[code]} {names.hex(values[0])}",)
    return WRITERS[code](g, names, question, values)


Values = tuple[int, int, int, int]


def _card(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (f"card {names.ids[values[0]]}",)


def _play(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (f"play {names.ids[values[0]]}",)


def _step(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    hexno, slot, to, to_slot = values
    ends = names.places(to, to_slot) if to == hexno else (names.hex(to),)
    return tuple(f"{start} > {end}" for start in names.places(hexno, slot) for end in ends)


def _ant(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    hexno, slot, owner, _ = values
    verb = f"swap {names.players[owner]}" if question == Q_SWAP else ANT_VERBS.get(question, "destroy")
    return tuple(f"{verb} {place}" for place in names.places(hexno, slot))


def _site(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return tuple(f"site {place}" for place in names.places(values[0], values[1]))


def _seat(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (names.players[values[0]],)


def _section(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (SECTIONS[values[0]],)


def _place(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (f"from {names.hex(values[0])} {EDGES[values[1]]}",)


def _spot(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    column, row = values[0], values[1]
    beside = []
    for edge in range(SIDES):
        other = g.s.grid[(row - EDGE_R[edge]) * GRID + column - EDGE_Q[edge]]
        if other >= 0:
            beside.append(f"at {EDGES[edge]} of {names.hex(other)}")
    return (f"at {column - CENTRE} {row - CENTRE}", *beside)


def _turn(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    mask = g.kit.turned(g.table.a, values[0])
    tunnels = " ".join(EDGES[edge] for edge in range(SIDES) if (mask >> edge) & 1)
    return (f"turn {values[0]} tunnels {tunnels}",)


def _two(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    one, two = PLAIN[values[0]], PLAIN[values[1]]
    return (f"{one} and {two}", f"{two} and {one}")


def _shift(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (f"centipede {names.hex(values[0])} > {names.hex(values[1])}",)


def _victim(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (f"{names.players[values[1]]} in {names.hex(values[0])}",)


def _species(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (SPECIES_IDS[values[0]],)


def _evolve(g: Play, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return (f"card {names.ids[values[0]]} {'beneath' if values[1] else 'on top'}",)


WRITERS: dict[int, Callable[[Play, Names, int, Values], tuple[str, ...]]] = {
    O_CARD: _card,
    O_PLAY: _play,
    O_STEP: _step,
    O_ANT: _ant,
    O_SITE: _site,
    O_SEAT: _seat,
    O_SECTION: _section,
    O_PLACE: _place,
    O_SPOT: _spot,
    O_TURN: _turn,
    O_TWO: _two,
    O_SHIFT: _shift,
    O_VICTIM: _victim,
    O_SPECIES: _species,
    O_EVOLVE: _evolve,
}


def offered(g: Play, names: Names, question: int) -> list[tuple[str, ...]]:
    """Return the texts of every option that lies on the table."""
    return [texts(g, names, question, g.table.options[index]) for index in range(g.table.n)]
