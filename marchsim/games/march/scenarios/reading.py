"""Read a position that people write by names into plain numbers. `position` makes a game of it.

A sketch is a mapping: a TOML table, or a text such as "soil: red control, blue; red: food 2". Its keys are
players, hexes, and the few in TABLE_KEYS. docs/howto/scenarios.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marchsim.errors import ScenarioError, nearest
from marchsim.games.march import words as w
from marchsim.games.march.components.data import Components
from marchsim.games.march.naming import COLOURS, Names
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import Unknown, letters
from marchsim.tabletop.scenarios.answers import flag, misplaced, named, split_items, texts, whole

TABLE_KEYS = (
    "players", "round", "phase", "marker", "deck", "discards", "pile", "tokens", "seed", "unsettled",
    "horde", "horde_deck", "horde_discards", "horde_score", "intruders",
)  # fmt: skip
COUNTS = (
    "food", "larvae", "score", "bodies", "wins", "acted", "rest_larvae", "rest_food",
)  # fmt: skip
FLAGS = ("rested", "explored")
CARD_LISTS = ("hand", *w.SECTIONS, "goals")
SEAT_KEYS = (*COUNTS, *FLAGS, *CARD_LISTS, "species")
HEX_KEYS = ("at", "turn", "ants", "centipede", "wormhole")
PHASE_WORDS = {"worker": 1, "soldier": 2, "queen": 3}
REST = "rest"
EMPTY = "empty"  # a hex without ants
FARTHEST = 20

assert w.PHASES[PHASE_WORDS["queen"]] == "Queen Phase"


@dataclass
class SeatSketch:
    """The part of a sketch about a player: species, the numbers in COUNTS and FLAGS, and lists of cards."""

    species: int = w.COMMON
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*COUNTS, *FLAGS), 0))
    cards: dict[str, list[int]] = field(default_factory=lambda: {key: [] for key in CARD_LISTS})


@dataclass
class HordeSketch:
    """The part of a sketch about the Horde: whether it plays, and its cards, points and intruders."""

    plays: bool
    deck: list[int]
    deck_rest: bool
    discards: list[int]
    score: int
    intruders: int

    def has_anything(self) -> bool:
        """Whether the sketch gives the Horde any cards, points or centipedes in the Great Tunnel."""
        return self.deck_rest or bool(self.deck or self.discards or self.score or self.intruders)


@dataclass
class HexSketch:
    """A hex of a sketch: its place (q, r) from the Great Tunnel, ants as (seat, slot), and tokens.

    `turn` is the number of edges by which it is turned clockwise. None means any rotation that joins it to
    the map by a tunnel.
    """

    number: int
    at: tuple[int, int]
    turn: int | None
    ants: list[tuple[int, int]]
    centipede: bool
    wormhole: bool


@dataclass
class Sketch:
    """A position in numbers. Piles are listed from the top. If `deck_rest` is set, all other cards follow."""

    names: Names
    seats: list[SeatSketch]
    hexes: list[HexSketch]
    deck: list[int]
    deck_rest: bool
    discards: list[int]
    pile: list[int]
    pile_rest: bool
    round: int
    phase: int | None
    marker: int | None
    tokens: int | None
    seed: int
    unsettled: bool
    horde: HordeSketch


def name_players(table: Mapping[str, Any], place: Place) -> tuple[str, ...]:
    """The players' names in turn order, from the key `players` or the colours that the table mentions."""
    asked = table.get("players")
    if isinstance(asked, str):
        asked = int(asked) if asked.strip().isdigit() else asked.replace(",", " ").split()
    if asked is None:
        speaks = [seat for seat, colour in enumerate(COLOURS) if _speaks_of(table, colour)]
        return COLOURS[: max([3, *(seat + 1 for seat in speaks)])]
    if isinstance(asked, list):
        names = tuple(place.line("players", name, 20, 1) for name in asked)
        if len({letters(name) for name in names}) < len(names) or not all(map(letters, names)):
            raise place.wrong("players", f"must be different names, not {shown(asked)}.")
        place.number("players", len(names), 1, 5)
        return names
    return COLOURS[: place.number("players", asked, 1, 5)]


def _speaks_of(table: Mapping[str, Any], colour: str) -> bool:
    """Whether a table mentions a colour, in a key or anywhere in a value."""
    return any(re.search(rf"\b{colour}\b", f"{key} {value}".casefold()) for key, value in table.items())


class Reader:
    """Reads one sketch. `place` is its name in error messages."""

    def __init__(self, table: Mapping[str, Any], components: Components, place: Place) -> None:
        self.table = place.table_of(table)
        self.place = place
        self.names = Names(components, name_players(table, place))

    def by_place(self) -> tuple[list[SeatSketch], dict[int, tuple[str, Any]]]:
        """The sketch of each seat, and for each hex number the key and the value that describe the hex."""
        seats = [SeatSketch() for _ in self.names.players]
        hexes: dict[int, tuple[str, Any]] = {w.TUNNEL: ("Great Tunnel", {})}
        for key, value in self.table.items():
            if key in TABLE_KEYS:
                continue
            kind, number = self.whose(str(key))
            if kind == "player":
                seats[number] = self.seat(Place(self.place.source, str(key), ScenarioError), value)
            else:
                hexes[number] = (str(key), value)
        return seats, hexes

    def sketch(self, seats: list[SeatSketch], hexes: list[HexSketch]) -> Sketch:
        """Read the common parts of the table, and put the whole sketch together."""
        deck, deck_rest = self.pile_of("deck", self.names.find_card)
        pile, pile_rest = self.pile_of("pile", self.names.find_hex)
        return Sketch(
            names=self.names,
            seats=seats,
            hexes=hexes,
            deck=deck,
            deck_rest=deck_rest,
            discards=self.pile_of("discards", self.names.find_card)[0],
            pile=pile,
            pile_rest=pile_rest,
            round=whole(self.place, "round", self.table.get("round", 1), 1),
            phase=self.phase(),
            marker=self.marker(),
            tokens=whole(self.place, "tokens", self.table["tokens"]) if "tokens" in self.table else None,
            seed=whole(self.place, "seed", self.table.get("seed", 0), 0, 2**31),
            unsettled=flag(self.place, "unsettled", self.table.get("unsettled", False)),
            horde=self.horde(),
        )

    def horde(self) -> HordeSketch:
        """Read the part about the Centipede Horde."""
        deck, rest = self.pile_of("horde_deck", self.names.find_card)
        return HordeSketch(
            plays=flag(self.place, "horde", self.table.get("horde", False)),
            deck=deck,
            deck_rest=rest,
            discards=self.pile_of("horde_discards", self.names.find_card)[0],
            score=whole(self.place, "horde_score", self.table.get("horde_score", 0)),
            intruders=whole(self.place, "intruders", self.table.get("intruders", 0)),
        )

    def whose(self, key: str) -> tuple[str, int]:
        """Whether a key of the table names a player or a hex, and the number of that player or hex."""
        for kind, find in (("player", self.names.find_seat), ("hex", self.names.find_hex)):
            try:
                return kind, find(key)
            except Unknown:
                continue
        known = [*self.names.players, *self.names.hexes.values(), *TABLE_KEYS]
        close = nearest(key.casefold(), {name.casefold(): name for name in known})
        raise self.place.wrong(key, f"is not a player, hex or key of a position.{misplaced(key) or close}")

    def marker(self) -> int | None:
        """The seat that holds the marker, or None if the position does not say."""
        return self.known(self.place, "marker", self.names.find_seat) if "marker" in self.table else None

    def phase(self) -> int | None:
        """The number of the phase, or None if the position does not say."""
        if "phase" not in self.table:
            return None
        return PHASE_WORDS[self.place.word("phase", self.table["phase"], tuple(PHASE_WORDS))]

    def known(self, place: Place, key: str, find: Any) -> Any:
        """The number that `find` gives for the name under a key."""
        return named(place, key, place.line(key, self.table[key], 60, 1), find)

    def pile_of(self, key: str, find: Any) -> tuple[list[int], bool]:
        """The numbers of a pile's cards or hexes, from the top, and whether its text ends with `rest`."""
        wanted = texts(self.place, key, self.table.get(key, []), ",")
        rest = not key.endswith("discards") and bool(wanted) and wanted[-1].casefold() == REST
        wanted = wanted[:-1] if rest else wanted
        return [named(self.place, key, name, find) for name in wanted], rest

    # players
    def seat(self, place: Place, value: object) -> SeatSketch:
        """Read the part about a player."""
        seat = SeatSketch()
        for key, item in self.seat_table(place, value).items():
            place.known(key, SEAT_KEYS, "thing of a player")
            if key in COUNTS:
                seat.counts[key] = whole(place, key, item)
            elif key in FLAGS:
                seat.counts[key] = int(flag(place, key, item))
            elif key == "species":
                seat.species = self.species(place, key, item)
            else:
                seat.cards[key] = self.cards(place, key, item)
        return seat

    def species(self, place: Place, key: str, value: object) -> int:
        """The number of the species with this id."""
        return w.SPECIES_IDS.index(place.word(key, value, w.SPECIES_IDS))

    def cards(self, place: Place, key: str, value: object) -> list[int]:
        """The numbers of the listed cards. In a section, names may omit its word: `amazon` under `head`."""
        section = key if key in w.SECTIONS else ""

        def find(name: str) -> int:
            return self.names.find_card(name, section)

        return [named(place, key, name, find) for name in texts(place, key, value, " ")]

    def seat_table(self, place: Place, value: object) -> Mapping[str, Any]:
        """Turn a text such as "food 2, hand swarm" into a table. A table stays as it is."""
        if not isinstance(value, str):
            return place.table_of(value)
        pairs: dict[str, str] = {}
        for item in split_items(value):
            key, _, rest = item.partition(" ")
            if key in pairs:
                raise place.wrong(key, "appears twice.")
            pairs[key] = rest.strip()
        return pairs

    # hexes
    def hex_table(self, place: Place, value: object) -> dict[str, Any]:
        """Turn a text such as "at 1 0, turn 2, red food" into a table. A table stays as it is."""
        if not isinstance(value, str):
            for key in place.table_of(value):
                place.known(key, HEX_KEYS, "thing of a hex")
            return dict(place.table_of(value))
        table: dict[str, Any] = {"ants": []}
        for item in split_items(value):
            word, _, rest = item.partition(" ")
            if word in ("at", "turn"):
                table[word] = rest.strip()
            elif word.upper() in w.EDGES and rest.startswith("of "):
                table["at"] = item
            elif item in ("centipede", "wormhole"):
                table[item] = True
            elif item != EMPTY:
                table["ants"].append(item)
        if table["ants"] and EMPTY in split_items(value):
            raise place.wrong("ants", f"{shown(value)} names ants and says that there are none.")
        return table

    def ants(self, place: Place, hexno: int, value: object) -> list[tuple[int, int]]:
        """Read ants as (seat, slot): those with a named site first, then the others on empty sites."""
        taken: dict[int, int] = {}
        placed: list[tuple[int, int]] = []
        wanted = [self.ant(place, hexno, item) for item in texts(place, "ants", value, ",")]
        for seat, count, slots in sorted(wanted, key=lambda item: not item[2]):
            free = slots or [*range(len(self.names.sites[hexno])), w.OUT]
            for _ in range(count):
                slot = next((slot for slot in free if slot == w.OUT or slot not in taken), w.NONE)
                if slot == w.NONE:
                    site = self.names.place(hexno, slots[0])
                    raise place.wrong("ants", f"{site} is taken already; a site holds one ant.")
                taken[slot] = seat
                placed.append((seat, slot))
        return placed

    def ant(self, place: Place, hexno: int, item: str) -> tuple[int, int, list[int]]:
        """Read "PLAYER [COUNT] [SITE]" as a seat, a count, and the slots that it may mean ([]: any slot)."""
        player, *rest = item.split()
        seat = named(place, "ants", player, self.names.find_seat)
        ants = 1
        if rest and rest[0].isdigit():
            ants = whole(place, "ants", rest.pop(0), 1)
        slots = (
            named(place, "ants", " ".join(rest), lambda name: self.names.find_slot(hexno, name))
            if rest
            else []
        )
        return seat, ants, slots

    def spot(self, place: Place, value: object, at: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
        """Read a place (q, r) from "1 -1", [1, -1] or "NE of Soil". `at` has the places of known hexes."""
        if isinstance(value, str) and " of " in value:
            edge, _, other = value.partition(" of ")
            number = w.EDGES.index(place.word("at", edge.strip().upper(), w.EDGES))
            beside = named(place, "at", other, self.names.find_hex)
            if beside not in at:
                raise place.wrong(
                    "at", f"{other} has no place yet; give it one, and name it before this hex."
                )
            q, r = at[beside]
            return q + w.EDGE_Q[number], r + w.EDGE_R[number]
        pair = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(pair, list) or len(pair) != 2:
            raise place.wrong("at", f'must be a place such as [1, -1] or "NE of Soil", not {shown(value)}.')
        q, r = (whole(place, "at", item, -FARTHEST, FARTHEST) for item in pair)
        return q, r
