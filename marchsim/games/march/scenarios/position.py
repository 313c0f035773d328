"""Set up a sketch as a game that can be continued. Only this module and the moves write State.

Where possible, moves set up the position. Their events are dropped, since a position precedes the first event
of its game. The result is checked against the invariants of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.errors import ScenarioError
from marchsim.games.march import words as w
from marchsim.games.march.components.data import Components
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State
from marchsim.games.march.scenarios.reading import HexSketch, Reader, SeatSketch, Sketch
from marchsim.games.march.table import inspection
from marchsim.games.march.table.assembly import Assembly
from marchsim.games.march.words import CENTRE, TUNNEL
from marchsim.kernel.columns import Events
from marchsim.kernel.rng import Stream, stream_key
from marchsim.kernel.table import Seat, Table
from marchsim.tabletop.checking import Place
from marchsim.tabletop.hexes import joined, rings
from marchsim.tabletop.scenarios.answers import flag, whole

TOKEN = 2  # State.wormhole of a tile with a token, where a printed one is 1


def lay_out(assembly: Assembly, sketch: Sketch, seats: Sequence[Seat] = (), source: str = "position") -> Play:
    """Make the game that a sketch describes. Raises ScenarioError if the position is impossible."""
    rules, mats = assembly.seat(len(sketch.seats))
    table = Table(list(seats), rules.decisions_most)
    chance = Stream(stream_key("scenario", sketch.seed))
    g = Play(State(len(sketch.seats)), assembly.kit, rules, [*assembly.cards], mats, table, chance)
    _Layout(g, sketch, source).lay()
    g.events = Events()
    return g


def set_phase(g: Play, phase: int) -> None:
    """Set the phase of a position that names none, before a part of this phase is played."""
    g.s.phase = phase


def set_marker(g: Play, seat: int) -> None:
    """Give the marker to the player who will act. Use it only if the position names no holder."""
    g.s.marker = g.s.active = seat


class _Layout:
    """Writes a sketch into a fresh state."""

    def __init__(self, g: Play, sketch: Sketch, source: str) -> None:
        self.g = g
        self.sketch = sketch
        self.source = source
        self.used: dict[int, str] = {}

    def wrong(self, what: str) -> ScenarioError:
        """The error for a position that is impossible."""
        return ScenarioError(f"{self.source}: [position] {what}")

    def lay(self) -> None:
        """Write the whole sketch: round and phase, hexes, players, ants, tokens and piles."""
        s, sketch = self.g.s, self.sketch
        s.round = sketch.round
        s.phase = w.WORKER if sketch.phase is None else sketch.phase
        s.marker = s.active = sketch.marker or 0
        self.lay_hexes()
        for seat, has in enumerate(sketch.seats):
            self.lay_seat(seat, has)
        self.lay_ants()
        self.lay_tokens()
        self.lay_cards()
        self.lay_horde()
        self.lay_pile()
        wrong = flaws(self.g)
        assert not wrong, wrong

    # the Meadow
    def lay_hexes(self) -> None:
        """Lay the hexes, each in its given rotation or in one that joins it to the map by a tunnel."""
        for item in self.sketch.hexes:
            tile = item.number
            if tile != w.TUNNEL and not self.g.kit.tile_enabled[tile]:
                raise self.wrong(f"{self.sketch.names.hexes[tile]} is disabled by the overlay; lay another.")
            column, row = item.at[0] + w.CENTRE, item.at[1] + w.CENTRE
            turn = self.joining_turn(tile, column, row) if item.turn is None else item.turn
            self.g.place_tile(0, tile, column, row, turn)

    def joining_turn(self, tile: int, column: int, row: int) -> int:
        """The smallest rotation in which a tunnel joins a tile to a neighbour, or 0 if there is none."""
        s, kit = self.g.s, self.g.kit
        for rotation in range(w.SIDES):
            for edge in range(w.SIDES):
                other = s.grid[(row + kit.edge_r[edge]) * w.GRID + column + kit.edge_q[edge]]
                opens = other >= 0 and s.open[other * 6 + (edge + 3) % 6]
                if tile != w.TUNNEL and opens and (kit.turned(tile, rotation) >> edge) & 1:
                    return rotation
        return 0

    def lay_tokens(self) -> None:
        """Put centipedes and wormhole tokens in their hexes, and the other tokens in the supply (SET-09)."""
        g, hexes = self.g, self.sketch.hexes
        asked = [
            (item.number, kind) for item in hexes for kind in ("centipede", "wormhole") if getattr(item, kind)
        ]
        g.fill_token_supply(g.rules.tokens)
        if len(asked) > g.rules.tokens:
            raise self.wrong(
                f"{len(asked)} centipedes and wormholes need more than the {g.rules.tokens} tokens."
            )
        for number, kind in asked:
            if kind == "centipede":
                g.put_centipede(number)
            elif g.s.wormhole[number]:
                raise self.wrong(
                    f"{self.sketch.names.hexes[number]} has a printed wormhole; it takes no token."
                )
            else:
                g.put_wormhole(number)
        if self.sketch.tokens is not None:
            if self.sketch.tokens > g.s.tokens:
                raise self.wrong(f"tokens may be at most the {g.s.tokens} that are left.")
            g.fill_token_supply(self.sketch.tokens)

    def lay_ants(self) -> None:
        """Put each ant on its place. It emerges from a larva that `lay_seat` has put in the chamber."""
        for item in self.sketch.hexes:
            for seat, slot in item.ants:
                self.g.emerge(seat, item.number, w.OUT if item.number == w.TUNNEL else slot)
            if not self.sketch.unsettled and item.number != w.TUNNEL:
                self.settled(item.number)

    def settled(self, number: int) -> None:
        """Raise ScenarioError if a hex has a vacant site and ants in its outskirts (MEA-13)."""
        s = self.g.s
        if s.crowd[number] > s.filled[number] and s.filled[number] < self.g.kit.sites[number]:
            name = self.sketch.names.hexes[number]
            raise self.wrong(
                f"{name} has a vacant site and ants in its outskirts, which would fill it (MEA-13); "
                "name the site, or set unsettled = true."
            )

    # players
    def lay_seat(self, seat: int, has: SeatSketch) -> None:
        """Give a player its species, stores, cubes, points and cards."""
        g, s, count = self.g, self.g.s, has.counts
        if has.species != w.COMMON:
            g.take_mat(seat, has.species)
        ants = sum(owner == seat for item in self.sketch.hexes for owner, _ in item.ants)
        needed = count["larvae"] + count["rest_larvae"] + ants
        if needed > g.rules.cubes:
            name = self.sketch.names.players[seat]
            raise self.wrong(f"{name} needs {needed} larvae and ants, but has {g.rules.cubes} cubes.")
        g.fill_supply(seat, g.rules.cubes - count["rest_larvae"], count["larvae"] + ants, count["food"])
        s.rest_larvae[seat] = count["rest_larvae"]
        s.rest_food[seat] = count["rest_food"]
        s.score[seat] = s.points[seat * w.SOURCES + w.BY_CARDS] = count["score"]
        s.bodies[seat] = count["bodies"]
        s.wins[seat] = count["wins"]
        s.rested[seat] = count["rested"]
        s.acted[seat] = count["acted"] or count["rested"]
        s.explored[seat] = count["explored"]
        self.lay_seat_cards(seat, has)

    def lay_seat_cards(self, seat: int, has: SeatSketch) -> None:
        """Give a player its hand and its cards in play."""
        g, s, owner = self.g, self.g.s, self.sketch.names.players[seat]
        for card in has.cards["hand"]:
            self.take(card, f"the hand of {owner}")
            s.hand[seat * w.CARDS + s.hand_n[seat]] = card
            s.hand_n[seat] += 1
            s.drawn[seat * w.CARDS + card] = s.round + 1
        for number, section in enumerate(w.SECTIONS):
            for card in has.cards[section]:
                self.take(card, f"the {section}s of {owner}")
                if g.kit.section[card] != number:
                    raise self.wrong(f"{owner}: {self.sketch.names.ids[card]} is no {section}.")
                g.put_on_top(seat, card)
                s.played[seat * w.CARDS + card] = s.round
        for card in has.cards["goals"]:
            self.take(card, f"the goals of {owner}")
            if g.kit.kind[card] != w.GOAL:
                raise self.wrong(f"{owner}: {self.sketch.names.ids[card]} is no Colony Goal.")
            g.put_goal(seat, card)
            s.played[seat * w.CARDS + card] = s.round
        complete = min(s.evolution_n[seat * 3 + number] for number in range(3))
        s.bodies[seat] = max(s.bodies[seat], complete)

    # piles
    def take(self, card: int, where: str, by_the_horde: bool = False) -> None:
        """Record the place of a card.

        Raises ScenarioError if the card is disabled, belongs to the other deck, or already has a place.
        """
        name = self.sketch.names.ids[card]
        if inspection.horde_card(self.g, card) and not by_the_horde:
            raise self.wrong(f"{name} has the centipede icon: it is the Horde's, and {where} cannot have it.")
        if by_the_horde and not inspection.horde_card(self.g, card):
            raise self.wrong(f"{name} lacks the centipede icon, so {where} cannot have it.")
        if not self.g.kit.enabled[card]:
            raise self.wrong(f"{name} is disabled by the overlay; take another card.")
        if card in self.used:
            raise self.wrong(f"{name} is in {self.used[card]} and in {where}; there is one of each card.")
        self.used[card] = where

    def lay_cards(self) -> None:
        """Lay the discards and the deck. If the sketch says so, shuffle all other cards beneath the deck."""
        g, sketch = self.g, self.sketch
        for card in sketch.deck:
            self.take(card, "the deck")
        for card in sketch.discards:
            self.take(card, "the discards")
        self.put("discards", sketch.discards[::-1])
        if sketch.deck_rest:
            self.put("deck", self.not_named(of_the_horde=False))
            g.shuffle_deck(1)
        self.put("deck", sketch.deck[::-1])

    def lay_horde(self) -> None:
        """Give the Horde its points, its cards and its centipedes in the Great Tunnel."""
        g, s, has = self.g, self.g.s, self.sketch.horde
        if g.rules.horde == 0:
            if has.plays:
                raise self.wrong("horde = true conflicts with horde = false in the overlay.")
            if has.has_anything():
                raise self.wrong("only a game with a Horde has cards or points of one; set horde = true.")
            return
        s.horde_score = s.horde_points[w.H_SLUMBER] = has.score
        s.intruders = has.intruders
        for card in has.deck:
            self.take(card, "the Centipede Deck", True)
        for card in has.discards:
            self.take(card, "the Horde's discards", True)
        self.put("horde_discards", has.discards[::-1])
        if has.deck_rest:
            self.put("horde_deck", self.not_named(of_the_horde=True))
            g.shuffle_cards(s.horde_deck, s.horde_deck_n, 1)
        self.put("horde_deck", has.deck[::-1])

    def not_named(self, of_the_horde: bool) -> list[int]:
        """The Horde's cards (`of_the_horde`) or the players' cards that the position does not name."""
        kit, every = self.g.kit, range(self.g.kit.cards)
        left = [card for card in every if card not in self.used and kit.enabled[card]]
        return [card for card in left if inspection.horde_card(self.g, card) == of_the_horde]

    def put(self, name: str, items: Sequence[int]) -> None:
        """Put cards or tiles on top of the pile that State has under this name, one after another."""
        pile, n = getattr(self.g.s, name), getattr(self.g.s, f"{name}_n")
        for at, item in enumerate(items, n):
            pile[at] = item
        setattr(self.g.s, f"{name}_n", n + len(items))

    def lay_pile(self) -> None:
        """Lay the pile of hexes. If the sketch says so, shuffle all other hexes beneath it."""
        g, s, sketch = self.g, self.g.s, self.sketch
        for tile in sketch.pile:
            if (
                tile == w.TUNNEL
                or s.placed[tile]
                or sketch.pile.count(tile) > 1
                or not g.kit.tile_enabled[tile]
            ):
                raise self.wrong(
                    f"pile: {sketch.names.hexes[tile]} cannot be there; each hex lies in one place."
                )
        if sketch.pile_rest:
            every = [n for n in range(1, w.HEXES) if not s.placed[n] and g.kit.tile_enabled[n]]
            free = [n for n in every if n not in sketch.pile]
            self.put("pile", sorted(free, key=lambda n: g.tile_key(2, n)))
        self.put("pile", sketch.pile[::-1])


# what every position keeps ----------------------------------------------------
def flaws(g: Play) -> list[str]:
    """The faults of a position, in words: cubes, map, ants, points, stores and the Horde."""
    return [
        *inspection.cubes(g),
        *inspection.meadow(g),
        *inspection.ants(g),
        *inspection.scores(g),
        *inspection.stores(g),
        *inspection.horde(g),
    ]


def constants(g: Play) -> tuple[list[int], list[int], int]:
    """The parts that a game never changes: the cards in it, the tiles in it, and the number of tokens.

    A position may leave out cards, tiles and tokens, so these may differ from those in the box.
    """
    s = g.s
    tiles = [s.laid[index] for index in range(s.laid_n)] + [s.pile[index] for index in range(s.pile_n)]
    used = sum(s.centipede[hexno] + (s.wormhole[hexno] == TOKEN) for hexno in range(w.HEXES))
    return sorted(all_cards(g)), sorted(tiles), s.tokens + used


def all_cards(g: Play) -> list[int]:
    """All cards in the game, wherever they are."""
    s = g.s
    piles = [(s.deck, 0, s.deck_n), (s.discards, 0, s.discards_n), (s.limbo, 0, s.limbo_n)]
    piles += [(s.horde_deck, 0, s.horde_deck_n), (s.horde_discards, 0, s.horde_discards_n)]
    for seat in range(s.players):
        piles.append((s.hand, seat * w.CARDS, s.hand_n[seat]))
        piles.append((s.goal, seat * w.CARDS, s.goal_n[seat]))
        piles.extend((s.evolution, at * w.CARDS, s.evolution_n[at]) for at in range(seat * 3, seat * 3 + 3))
    return [pile[first + index] for pile, first, n in piles for index in range(n)]


RINGS = 5  # around the Great Tunnel, in which hexes without a place find one
assert RINGS < CENTRE


def read(table: Mapping[str, Any], components: Components, source: str) -> Sketch:
    """Read a sketch from a mapping. Raises ScenarioError with the place, the fault and the nearest name."""
    reader = Reader(table, components, Place(source, "position", ScenarioError))
    seats, hexes = reader.by_place()
    return reader.sketch(seats, Atlas(reader, hexes).lay())


class Atlas:
    """Finds a place for each hex: given places first, then free ones nearest to the Great Tunnel."""

    def __init__(self, reader: Reader, hexes: Mapping[int, tuple[str, Any]]) -> None:
        self.reader = reader
        source = reader.place.source
        self.places = {number: Place(source, key, ScenarioError) for number, (key, _) in hexes.items()}
        self.tables = {
            number: reader.hex_table(self.places[number], value) for number, (_, value) in hexes.items()
        }
        self.at: dict[int, tuple[int, int]] = {TUNNEL: (0, 0)}

    def lay(self) -> list[HexSketch]:
        """The hexes in the order of the sketch, the Great Tunnel first, each with its place."""
        beside = {number for number, table in self.tables.items() if " of " in str(table.get("at", ""))}
        for number, table in self.tables.items():
            if "at" in table and number not in beside:
                self.put(number, self.given(number, table["at"]))
        for number, table in self.tables.items():
            if number in beside:
                self.put(number, self.given(number, table["at"]))
            elif number not in self.at:
                self.put(number, next(spot for spot in rings(RINGS) if spot not in self.at.values()))
        self.all_joined()
        return [self.hex(number, table) for number, table in self.tables.items()]

    def hex(self, number: int, table: Mapping[str, Any]) -> HexSketch:
        """Make a hex from its table, with ants and tokens."""
        place, reader = self.places[number], self.reader
        if number == TUNNEL and (found := [key for key in table if key != "ants"]):
            raise place.wrong(found[0], "the Great Tunnel lies in the middle and holds ants only.")
        return HexSketch(
            number,
            self.at[number],
            whole(place, "turn", table["turn"], 0, 5) if "turn" in table else None,
            reader.ants(place, number, table.get("ants", [])),
            flag(place, "centipede", table.get("centipede", False)),
            flag(place, "wormhole", table.get("wormhole", False)),
        )

    def given(self, number: int, value: object) -> tuple[int, int]:
        """The place that the position gives to a hex."""
        return self.reader.spot(self.places[number], value, self.at)

    def put(self, number: int, at: tuple[int, int]) -> None:
        """Record the place of a hex. Raises ScenarioError if another hex has it."""
        for other, taken in self.at.items():
            if taken == at and other != number:
                raise self.places[number].wrong("at", f"{self.reader.names.hexes[other]} lies there.")
        self.at[number] = at

    def all_joined(self) -> None:
        """Raise ScenarioError unless all hexes form one Meadow (MEA-01)."""
        reached = joined((0, 0), set(self.at.values()))
        for number, at in self.at.items():
            if at not in reached:
                raise self.places[number].wrong("at", f"{list(at)} is not beside the rest of the Meadow.")
