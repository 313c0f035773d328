"""Names of hexes, cards, colours, options, questions and positions, and the way back to numbers.

All modules that print, ask or read a position share them. The place of an ant is written HEX.SITE:
`soil.food`, `soil.outskirts`, `great-tunnel`. The first text of an option is its canonical one, and any
others mean the same. `tabletop.naming.pick` finds the option that an answer means. Scenarios and tests
compare a position with their expectations by these names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from marchsim.errors import nearest
from marchsim.games.march import words as w
from marchsim.games.march.components.data import Components
from marchsim.games.march.engine.card import Kit
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.words import (
    CARDS,
    HEXES,
    NONE,
    OUT,
    OVER,
    PHASES,
    QUESTIONS,
    SITES,
    SPECIES_IDS,
    TILE_CONTEXT,
    TUNNEL,
)
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.naming import Unknown, find, letters, short

COLOURS = ("red", "yellow", "black", "blue", "purple")
SITE_WORDS = {"F": "food", "L": "larva", "D": "larvae", "C": "card", "P": "point"}
OUTSKIRTS = "outskirts"
CONTROL = "control"
GREAT_TUNNEL = "Great Tunnel"
SYNONYMS = {"out": OUTSKIRTS}  # what people write -> the word of a short form


class Names:
    """The names of the players, cards, hexes and sites of one variant, and the numbers they belong to."""

    def __init__(self, components: Components, players: Sequence[str] = COLOURS) -> None:
        self.players = tuple(players)
        self.cards = tuple(card.name for card in components.cards)
        self.ids = tuple(card.id for card in components.cards)
        self.hexes = {TUNNEL: GREAT_TUNNEL, **{tile.number: tile.name for tile in components.tiles}}
        self.sites = {TUNNEL: (), **{tile.number: site_names(tile.sites) for tile in components.tiles}}

    # numbers to words
    def hex(self, hexno: int) -> str:
        """The short form of a hex's name, such as great-tunnel."""
        return short(self.hexes[hexno])

    def site(self, hexno: int, slot: int) -> str:
        """The name of a site within its hex, or `outskirts`."""
        return OUTSKIRTS if slot == OUT else self.sites[hexno][slot]

    def place(self, hexno: int, slot: int) -> str:
        """The short form of an ant's place, such as soil.food."""
        return self.hex(hexno) if hexno == TUNNEL else f"{self.hex(hexno)}.{self.site(hexno, slot)}"

    def places(self, hexno: int, slot: int) -> tuple[str, ...]:
        """All ways to write an ant's place. A control site has two."""
        place = self.place(hexno, slot)
        return (place, f"{self.hex(hexno)}.{CONTROL}") if slot == 0 and hexno != TUNNEL else (place,)

    # words to numbers
    def find_seat(self, name: str) -> int:
        """The seat of the player with this name. Raises Unknown if there is none."""
        return find(name, {player: seat for seat, player in enumerate(self.players)}, "player")

    def find_card(self, name: str, section: str = "") -> int:
        """The number of the card with this id or name. Raises Unknown if there is none.

        If `section` is given, the name may omit its last word, the section.
        """
        known = {key: index for keys in (self.cards, self.ids) for index, key in enumerate(keys)}
        if section and letters(name + section) in map(letters, self.ids):
            name += section
        return find(name, known, "card")

    def find_hex(self, name: str) -> int:
        """The number of the hex with this name or printed number. Raises Unknown if there is none."""
        known = {full: number for number, full in self.hexes.items()}
        known |= {str(number): number for number in self.hexes if number != TUNNEL}
        return find(name, {**known, "tunnel": TUNNEL}, "hex")

    def find_slot(self, hexno: int, name: str) -> list[int]:
        """The slots that a site's name may mean, such as all food sites. Raises Unknown if there are none."""
        if letters(name) in (OUTSKIRTS, "out"):
            return [OUT]
        sites = self.sites[hexno]
        if letters(name) == CONTROL and sites:
            return [0]
        found = [
            slot for slot, site in enumerate(sites) if letters(name) in (letters(site), site.split("-")[0])
        ]
        if not found:
            known = ", ".join([*sites, CONTROL, OUTSKIRTS] if sites else [OUTSKIRTS])
            message = f"{self.hexes[hexno]} has no site {name!r}; there are {known}.{nearest(name, sites)}"
            raise Unknown(message)
        return found


def site_names(letters_of_sites: Sequence[str]) -> tuple[str, ...]:
    """The names of a tile's sites, taken from their yield. Equal names are numbered from 1."""
    kinds = [SITE_WORDS[letter] for letter in letters_of_sites]
    return tuple(
        f"{kind}-{kinds[: index + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        for index, kind in enumerate(kinds)
    )


# The spelling of a question's options, so that people can answer in words
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
    """The facts on which the words of some options depend: the grid, and the tile to be turned."""

    kit: Kit
    grid: vec[i64]
    tile: int


def question_name(question: int) -> str:
    """The name of a question, which is also the name of a strategy's hook."""
    return w.QUESTIONS[question][0]


def texts(ground: Ground, names: Names, question: int, choice: int) -> tuple[str, ...]:
    """All ways to write an option, the canonical one first."""
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
    """All ways to write each option on offer."""
    ground = Ground(g.kit, g.s.grid, g.table.a)
    return [texts(ground, names, question, g.table.options[index]) for index in range(g.table.n)]


# A position in the words of scenario files
SEAT_COUNTS = (
    "food", "larvae", "supply", "score", "bodies", "wins", "acted", "rest_larvae", "rest_food", "army",
)  # fmt: skip
PHASE_NAMES = ("setup", "worker", "soldier", "queen", "over")

assert PHASES[OVER] == "end"


@dataclass(frozen=True)
class SeatLook:
    """A player's holdings. Cards are listed by id, evolutions from the bottom up, and ants by hex."""

    name: str
    species: str
    food: int
    larvae: int
    supply: int
    score: int
    bodies: int
    wins: int
    rested: bool
    acted: int
    explored: bool
    rest_larvae: int
    rest_food: int
    army: int
    hand: list[str]
    head: list[str]
    thorax: list[str]
    abdomen: list[str]
    goals: list[str]
    ants: dict[str, int]


@dataclass(frozen=True)
class HexLook:
    """A hex. `sites` has the player on each site, or ''. `out` and `ants` have numbers of ants by player."""

    name: str
    at: tuple[int, int]
    turn: int
    sites: dict[str, str]
    out: dict[str, int]
    ants: dict[str, int]
    control: str
    centipede: bool
    wormhole: bool
    contested: bool
    inner: bool


@dataclass(frozen=True)
class TableLook:
    """The common parts of the table. Cards are listed by id, hexes by short name, piles from the top."""

    round: int
    phase: str
    marker: str
    phase_over: bool
    deck: list[str]
    discards: list[str]
    pile: list[str]
    tokens: int
    laid: list[str]
    horde_deck: list[str]
    horde_discards: list[str]
    horde_score: int
    intruders: int


def seat_look(g: Play, names: Names, seat: int) -> SeatLook:
    """Describe the holdings of a player."""
    s = g.s
    head, thorax, abdomen = (
        _cards(names, s.evolution, (seat * 3 + n) * CARDS, s.evolution_n[seat * 3 + n]) for n in range(3)
    )
    ants = {names.hex(n): s.ants[seat * HEXES + n] for n in range(HEXES) if s.ants[seat * HEXES + n]}
    return SeatLook(
        name=names.players[seat],
        species=SPECIES_IDS[s.species[seat]],
        **{name: getattr(s, name)[seat] for name in SEAT_COUNTS},
        rested=bool(s.rested[seat]),
        explored=bool(s.explored[seat]),
        hand=_cards(names, s.hand, seat * CARDS, s.hand_n[seat]),
        head=head,
        thorax=thorax,
        abdomen=abdomen,
        goals=_cards(names, s.goal, seat * CARDS, s.goal_n[seat]),
        ants=ants,
    )


def hex_look(g: Play, names: Names, hexno: int) -> HexLook:
    """Describe a hex, which must be in the Meadow."""
    s = g.s
    owners = {site: s.site[hexno * SITES + slot] for slot, site in enumerate(names.sites[hexno])}
    ants = {player: s.ants[seat * HEXES + hexno] for seat, player in enumerate(names.players)}
    out = {player: s.out[seat * HEXES + hexno] for seat, player in enumerate(names.players)}
    control = s.site[hexno * SITES] if hexno != TUNNEL else NONE
    return HexLook(
        name=names.hex(hexno),
        at=(s.column[hexno] - s.column[TUNNEL], s.row[hexno] - s.row[TUNNEL]),
        turn=s.rotation[hexno],
        sites={site: names.players[owner] if owner >= 0 else "" for site, owner in owners.items()},
        out={player: n for player, n in out.items() if n},
        ants={player: n for player, n in ants.items() if n},
        control=names.players[control] if control >= 0 else "",
        centipede=bool(s.centipede[hexno]),
        wormhole=bool(s.wormhole[hexno]),
        contested=g.figures.contested(hexno) or bool(s.centipede[hexno] and s.crowd[hexno]),
        inner=bool(s.inner[hexno]),
    )


def table_look(g: Play, names: Names) -> TableLook:
    """Describe the common parts of the table."""
    s = g.s
    return TableLook(
        round=s.round,
        phase=PHASE_NAMES[s.phase],
        marker=names.players[s.marker],
        phase_over=bool(g.phase_over),
        deck=_cards(names, s.deck, 0, s.deck_n)[::-1],
        discards=_cards(names, s.discards, 0, s.discards_n)[::-1],
        pile=[names.hex(s.pile[index]) for index in range(s.pile_n)][::-1],
        tokens=s.tokens,
        laid=[names.hex(s.laid[index]) for index in range(s.laid_n)],
        horde_deck=_cards(names, s.horde_deck, 0, s.horde_deck_n)[::-1],
        horde_discards=_cards(names, s.horde_discards, 0, s.horde_discards_n)[::-1],
        horde_score=s.horde_score,
        intruders=s.intruders,
    )


def _cards(names: Names, pile: Any, first: int, n: int) -> list[str]:
    return [names.ids[pile[first + index]] for index in range(n)]


# Questions in words: the question, and its subject from the context on the table
QUIET = ("column", "row", "slot", "why")  # numbers of the board that say nothing to a reader


def subject(question: int) -> str:
    """The wording of a question, without its context."""
    return str(QUESTIONS[question][1]).partition(" (context")[0]


def contexts(question: int) -> list[str]:
    """The meanings of the values in a question's context, in order."""
    _, found, text = str(QUESTIONS[question][1]).partition("(context: ")
    return text.removesuffix(")").split(", ") if found else []


def about(g: Play, names: Names, question: int) -> str:
    """The context of the question on the table, in words: its card, hex and numbers."""
    values = (g.table.a, g.table.b, g.table.c, g.table.d)
    told = [
        _said(names, meaning, value)
        for meaning, value in zip(contexts(question), values, strict=False)
        if not meaning.startswith(QUIET)
    ]
    return ", ".join(words for words in told if words)


def _said(names: Names, meaning: str, value: int) -> str:
    """One value of a question's context, in words, or '' if it means nothing to a reader."""
    label = meaning.partition(" or ")[0]
    if meaning.startswith("1 if "):
        return meaning.removeprefix("1 if ") if value else ""
    if value < 0:
        return "a centipede" if meaning.startswith("opponent") else ""
    if meaning.startswith(("opponent", "first ant's owner")):
        return names.players[value]
    if meaning.startswith(("card", "new card")):
        return names.hexes[value - TILE_CONTEXT] if value >= TILE_CONTEXT else names.cards[value]
    if meaning.startswith(("hex", "destination", "tile")):
        return names.hexes[value]
    return f"{label}: {value}"
