"""The spelling of a question's options, so that people can answer in words.

Every option has one canonical text (the first) and perhaps others that mean the same. `naming.pick` finds the
option that an answer means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from marchsim.games.march import words as w
from marchsim.games.march.engine.cards_and_tiles import Kit
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.kernel.compat import i64, vec

PLAIN = {
    w.O_PASS: "pass",
    w.O_EXPLORE: "explore",
    w.O_MARCH: "march",
    w.O_FORAGE: "forage",
    w.O_REST: "rest",
    w.O_DANCE: "dance of chaos",
    w.O_JOURNEY: "journey of 6000 steps",
    w.O_GENES: "double spliced genes",
    w.O_RAID: "raiding party",
    w.O_YES: "yes",
    w.O_FOOD: "food",
    w.O_LARVAE: "larvae",
    w.O_DRAW: "cards",
    w.O_CHAMBER: "pay larva",
}
OF_HEX = {
    w.O_LARVA: "larva >",
    w.O_HEX: "hex",
    w.O_TILE: "tile",
    w.O_WORMHOLE: "wormhole",
    w.O_CENTIPEDE: "centipede",
    w.O_DEPLOY: "deploy",
    w.O_RECALL: "recall",
    w.O_HUNT: "hunt",
}
ANT_VERBS = {w.Q_LOSE: "lose", w.Q_PAY: "pay", w.Q_MOVE_IN: "move", w.Q_GATHER: "move"}


class Ground(NamedTuple):
    """The context of an option's words: the grid, and the tile to be turned."""

    kit: Kit
    grid: vec[i64]
    tile: int


def question_name(question: int) -> str:
    """The name of a question, which is that of a strategy's hook."""
    return w.QUESTIONS[question][0]


def texts(ground: Ground, names: Names, question: int, choice: int) -> tuple[str, ...]:
    """Return every way to write an option, the canonical one first."""
    code = w.code_of(choice)
    if code in PLAIN:
        return (PLAIN[code],)
    values = (w.part(choice, 0), w.part(choice, 1), w.part(choice, 2), w.part(choice, 3))
    if code in OF_HEX:
        return (f"{OF_HEX[code]} {names.hex(values[0])}",)
    if code in SIMPLE:
        return (SIMPLE[code](names, values[0], values[1]),)
    return WRITERS[code](ground, names, question, values)


Values = tuple[int, int, int, int]


def _step(ground: Ground, names: Names, question: int, values: Values) -> tuple[str, ...]:
    hexno, slot, to, to_slot = values
    ends = names.places(to, to_slot) if to == hexno else (names.hex(to),)
    return tuple(f"{start} > {end}" for start in names.places(hexno, slot) for end in ends)


def _ant(ground: Ground, names: Names, question: int, values: Values) -> tuple[str, ...]:
    hexno, slot, owner, _ = values
    verb = f"swap {names.players[owner]}" if question == w.Q_SWAP else ANT_VERBS.get(question, "destroy")
    return tuple(f"{verb} {place}" for place in names.places(hexno, slot))


def _site(ground: Ground, names: Names, question: int, values: Values) -> tuple[str, ...]:
    return tuple(f"site {place}" for place in names.places(values[0], values[1]))


def _spot(ground: Ground, names: Names, question: int, values: Values) -> tuple[str, ...]:
    column, row = values[0], values[1]
    beside = []
    for edge in range(w.SIDES):
        other = ground.grid[(row - w.EDGE_R[edge]) * w.GRID + column - w.EDGE_Q[edge]]
        if other >= 0:
            beside.append(f"at {w.EDGES[edge]} of {names.hex(other)}")
    return (f"at {column - w.CENTRE} {row - w.CENTRE}", *beside)


def _turn(ground: Ground, names: Names, question: int, values: Values) -> tuple[str, ...]:
    mask = ground.kit.turned(ground.tile, values[0])
    tunnels = " ".join(w.EDGES[edge] for edge in range(w.SIDES) if (mask >> edge) & 1)
    return (f"turn {values[0]} tunnels {tunnels}",)


def _two(ground: Ground, names: Names, question: int, values: Values) -> tuple[str, ...]:
    one, two = PLAIN[values[0]], PLAIN[values[1]]
    return (f"{one} and {two}", f"{two} and {one}")


# Options with one text, by their first two values; and those that can be written in several ways.
SIMPLE: dict[int, Callable[[Names, int, int], str]] = {
    w.O_CARD: lambda names, card, _: f"card {names.ids[card]}",
    w.O_PLAY: lambda names, card, _: f"play {names.ids[card]}",
    w.O_SEAT: lambda names, seat, _: names.players[seat],
    w.O_SECTION: lambda names, section, _: w.SECTIONS[section],
    w.O_PLACE: lambda names, hexno, edge: f"from {names.hex(hexno)} {w.EDGES[edge]}",
    w.O_SHIFT: lambda names, hexno, to: f"centipede {names.hex(hexno)} > {names.hex(to)}",
    w.O_VICTIM: lambda names, hexno, seat: f"{names.players[seat]} in {names.hex(hexno)}",
    w.O_SPECIES: lambda names, species, _: w.SPECIES_IDS[species],
    w.O_EVOLVE: lambda names, card, beneath: f"card {names.ids[card]} {'beneath' if beneath else 'on top'}",
}
WRITERS: dict[int, Callable[[Ground, Names, int, Values], tuple[str, ...]]] = {
    w.O_STEP: _step,
    w.O_ANT: _ant,
    w.O_SITE: _site,
    w.O_SPOT: _spot,
    w.O_TURN: _turn,
    w.O_TWO: _two,
}


def offered(g: Play, names: Names, question: int) -> list[tuple[str, ...]]:
    """The texts of every option on offer."""
    ground = Ground(g.kit, g.s.grid, g.table.a)
    return [texts(ground, names, question, g.table.options[index]) for index in range(g.table.n)]
