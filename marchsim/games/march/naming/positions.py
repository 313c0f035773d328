"""A position by names: the state in the words of scenario files.

Scenarios and tests compare it with the position that they expect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.games.march.words import CARDS, HEXES, NONE, OVER, PHASES, SITES, SPECIES_IDS, TUNNEL

SEAT_COUNTS = (
    "food", "larvae", "supply", "score", "bodies", "wins", "acted", "rest_larvae", "rest_food", "army",
)  # fmt: skip
PHASE_NAMES = ("setup", "worker", "soldier", "queen", "over")

assert PHASES[OVER] == "end"


@dataclass(frozen=True)
class SeatLook:
    """A player: numbers, cards by id (evolutions from bottom to top), ants by hex (short forms)."""

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
    """A hex. `sites` maps each site to a player or '', `out` and `ants` count ants by player."""

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
    """The common parts of the table: piles from the top down, cards by id, hexes by short form."""

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
    """The holdings of a player."""
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
    """The contents of a hex, which must be in the Meadow."""
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
    """The common parts of the table."""
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
