"""Moves of the Meadow and the Centipede Horde, and the game in progress.

The place of an ant is (hex, slot). A slot is a collection site, 0 to 5, or OUT: the outskirts, or anywhere in
the Great Tunnel. Cards of the Horde never mix with those of the players (HOR). A card that is being resolved
or is in a battle is held aside.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.stores import Stores
from marchsim.games.march.engine.state import PATH, scores
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.rng import sort_by_key

SALT_HORDE: Final = 1 << 20  # and the number of reshuffles


class Play(Stores):
    """A game in progress: state, fixed parts, players and events, with all moves."""

    # the Centipede Deck ----------------------------------------------------
    def fill_horde_deck(self) -> None:
        """Make the Centipede Deck from all cards in the game with the centipede icon (HOR-01)."""
        s = self.s
        for card in range(self.kit.cards):
            if self.kit.enabled[card] > 0 and self.kit.centipede[card] > 0:
                s.horde_deck[s.horde_deck_n] = card
                s.horde_deck_n += 1
        self.shuffle_cards(s.horde_deck, s.horde_deck_n, SALT_HORDE)

    def refill_horde_deck(self) -> None:
        """Shuffle the Horde's discards into a new Centipede Deck if the deck is empty (HOR-01)."""
        s = self.s
        if s.horde_deck_n > 0 or s.horde_discards_n == 0:
            return
        for i in range(s.horde_discards_n):
            s.horde_deck[i] = s.horde_discards[i]
        s.horde_deck_n = s.horde_discards_n
        s.horde_discards_n = 0
        s.horde_reshuffles += 1
        self.shuffle_cards(s.horde_deck, s.horde_deck_n, SALT_HORDE + s.horde_reshuffles)
        self.events.add(w.E_HORDE_RESHUFFLE, w.NOBODY, s.horde_deck_n, 0, 0, 0)

    def take_horde_card(self) -> i64:
        """Hold the top card of the Centipede Deck aside, without an event.

        Return the card, or NONE if no card is left.
        """
        s = self.s
        self.refill_horde_deck()
        if s.horde_deck_n == 0:
            return w.NONE
        s.horde_deck_n -= 1
        card = s.horde_deck[s.horde_deck_n]
        self.hold(card)
        return card

    def draw_horde_strength(self) -> i64:
        """Turn up a card of the Centipede Deck for a battle (HOR-08). Return it, or NONE if none is left."""
        card = self.take_horde_card()
        if card >= 0:
            self.events.add(w.E_HORDE_CARD, w.NOBODY, card, 0, 0, 0)
        return card

    def discard_horde_card(self, card: i64) -> None:
        """Put a card that was held aside on the Horde's discard pile."""
        s = self.s
        self.unhold(card)
        s.horde_discards[s.horde_discards_n] = card
        s.horde_discards_n += 1
        self.events.add(w.E_HORDE_DISCARD, w.NOBODY, card, 0, 0, 0)

    def meet_card(self, card: i64, kind: i64) -> None:
        """Record that a card of the Horde is turned up. `kind`, a C_* number, is its effect (HOR-02)."""
        self.s.horde_cards[kind] += 1
        self.events.add_told(w.E_MEET, self.s.active, card, 0, 0, 1 + kind)

    # centipedes ---------------------------------------------------------------
    def jump_centipede(self, hexno: i64, to: i64) -> None:
        """Move a centipede to a hex without one or, if `to` is 0, to the Great Tunnel's entrance (HOR-04).

        At the entrance, the token returns to the supply, since only tiles have tokens (HOR-09).
        """
        s = self.s
        s.centipede[hexno] = 0
        if to == w.TUNNEL:
            s.tokens += 1
        else:
            s.centipede[to] = 1
        self.events.add(w.E_JUMP, w.NOBODY, hexno, to, 0, 0)

    def intrude(self) -> None:
        """Move a centipede into the Great Tunnel, where it stays (HOR-09)."""
        self.s.intruders += 1
        self.events.add(w.E_INTRUDE, w.NOBODY, self.s.intruders, 0, 0, 0)

    # points -----------------------------------------------------------------
    def score_horde(self, n: i64, source: i64) -> None:
        """Give the Horde colony points (HOR-10)."""
        s = self.s
        if n > 0:
            s.horde_score += n
            s.horde_points[source] += n
            self.events.add(w.E_HORDE, w.NOBODY, n, source, 0, 0)

    def end_horde(self, wins: bool) -> None:
        """Record who won a game against the Horde (HOR-11)."""
        self.events.add(w.E_HORDE_END, w.NOBODY, self.s.horde_score, 1 if wins else 0, 0, 0)

    # the Meadow -----------------------------------------------------------
    def fill_token_supply(self, tokens: i64) -> None:
        """Lay the centipede/wormhole counters beside the play area (SET-09)."""
        self.s.tokens = tokens

    def tile_key(self, salt: i64, tile: i64) -> i64:
        """The sorting key of a tile in a shuffle. `salt` distinguishes the shuffles of a deal."""
        return self.chance.keyed(salt, self.kit.tile_low[tile], self.kit.tile_high[tile])

    def fill_pile(self, tiles: vec[i64], salt: i64) -> None:
        """Shuffle tiles and put them on top of the pile."""
        s = self.s
        keys: vec[i64] = vec[i64]([0] * len(tiles))
        for i in range(len(tiles)):
            keys[i] = self.tile_key(salt, tiles[i])
        sort_by_key(tiles, keys, len(tiles))
        for i in range(len(tiles)):
            s.pile[s.pile_n] = tiles[i]
            s.pile_n += 1

    def draw_tile(self, seat: i64) -> i64:
        """Draw the top tile of the pile, which must not be empty."""
        s = self.s
        s.pile_n -= 1
        tile = s.pile[s.pile_n]
        self.events.add(w.E_DRAW_TILE, seat, tile, 0, 0, 0)
        return tile

    def return_tile(self, seat: i64, tile: i64) -> None:
        """Put a tile back on top of the pile."""
        self.s.pile[self.s.pile_n] = tile
        self.s.pile_n += 1
        self.events.add(w.E_RETURN_TILE, seat, tile, 0, 0, 0)

    def draw_starting(self, seat: i64, tile: i64) -> None:
        """Record that a player draws one of the unused starting tiles (TWO-02)."""
        self.events.add(w.E_DRAW_TILE, seat, tile, 1, 0, 0)

    def return_starting(self, seat: i64, tile: i64) -> None:
        """Record that a player puts a drawn starting tile back among the unused ones."""
        self.events.add(w.E_RETURN_TILE, seat, tile, 1, 0, 0)

    def place_tile(self, seat: i64, tile: i64, column: i64, row: i64, rotation: i64) -> None:
        """Lay a tile (or the Great Tunnel) on an empty place, turned clockwise by `rotation` edges."""
        s = self.s
        mask = self.kit.turned(tile, rotation)
        if tile == w.TUNNEL:
            mask = self.kit.tunnel_back if self.rules.tunnel_side > 0 else self.kit.tunnel_front
        s.placed[tile] = 1
        s.column[tile] = column
        s.row[tile] = row
        s.rotation[tile] = rotation
        s.grid[row * w.GRID + column] = tile
        s.laid[s.laid_n] = tile
        s.laid_n += 1
        for edge in range(w.SIDES):
            s.open[tile * 6 + edge] = (mask >> edge) & 1
            other = s.grid[(row + self.kit.edge_r[edge]) * w.GRID + column + self.kit.edge_q[edge]]
            s.beside[tile * 6 + edge] = other
            if other >= 0:
                facing = other * 6 + (edge + 3) % 6
                s.beside[facing] = tile
                if s.open[tile * 6 + edge] > 0 and s.open[facing] > 0:
                    s.joined[tile * 6 + edge] = other
                    s.joined[facing] = tile
                if other == w.TUNNEL:
                    s.inner[tile] = 1
        self.note_scoring(tile)
        if self.kit.icon[tile] == 1:
            s.wormhole[tile] = 1
        self.events.add(w.E_TILE, seat, tile, column - w.CENTRE, row - w.CENTRE, rotation)

    def note_scoring(self, tile: i64) -> None:
        """Record whether control of a new tile scores, and update the hexes that it connects (TWO-05)."""
        s = self.s
        asked = self.rules.inner_connected
        if s.inner[tile] > 0:
            s.scoring[tile] = scores(s, tile, asked)
        if asked == PATH:
            for i in range(s.laid_n):
                s.scoring[s.laid[i]] = scores(s, s.laid[i], asked)

    def put_centipede(self, hexno: i64) -> None:
        """Place a centipede token from the supply, if one is left (MEA-07, SET-09)."""
        s = self.s
        if s.tokens > 0 and s.centipede[hexno] == 0:
            s.tokens -= 1
            s.centipede[hexno] = 1
            self.events.add(w.E_CENTIPEDE, w.NOBODY, hexno, 1, 0, 0)

    def remove_centipede(self, hexno: i64) -> None:
        """Return the centipede token of a hex to the supply."""
        self.s.tokens += 1
        self.s.centipede[hexno] = 0
        self.events.add(w.E_CENTIPEDE, w.NOBODY, hexno, -1, 0, 0)

    def put_wormhole(self, hexno: i64) -> None:
        """Place a wormhole token from the supply on a tile without a wormhole (MEA-06)."""
        s = self.s
        if s.tokens > 0 and s.wormhole[hexno] == 0:
            s.tokens -= 1
            s.wormhole[hexno] = 2
            self.events.add(w.E_WORMHOLE, w.NOBODY, hexno, 0, 0, 0)

    # ants -----------------------------------------------------------------
    def enter(self, seat: i64, hexno: i64, slot: i64) -> None:
        """Put an ant on a place, without an event. The moves that call this record events."""
        s = self.s
        at = seat * w.HEXES + hexno
        s.ants[at] += 1
        s.army[seat] += 1
        s.crowd[hexno] += 1
        s.stirred[hexno] += 1
        s.roamed[seat] += 1
        if slot == w.OUT:
            s.out[at] += 1
        else:
            s.site[hexno * w.SITES + slot] = seat
            s.filled[hexno] += 1

    def leave(self, seat: i64, hexno: i64, slot: i64) -> None:
        """Take an ant off a place, without an event. The moves that call this record events."""
        s = self.s
        at = seat * w.HEXES + hexno
        s.ants[at] -= 1
        s.army[seat] -= 1
        s.crowd[hexno] -= 1
        s.stirred[hexno] += 1
        s.roamed[seat] += 1
        if slot == w.OUT:
            s.out[at] -= 1
        else:
            s.site[hexno * w.SITES + slot] = w.NOBODY
            s.filled[hexno] -= 1

    def emerge(self, seat: i64, hexno: i64, slot: i64) -> None:
        """Turn a larva of the chamber into an ant on a place (MEA-08).

        The event says whether this happens in the set-up.
        """
        self.s.larvae[seat] -= 1
        self.enter(seat, hexno, slot)
        self.events.add_told(w.E_EMERGE, seat, hexno, slot, 0, 1 if self.s.round == 0 else 0)

    def step(self, seat: i64, hexno: i64, slot: i64, to: i64, to_slot: i64) -> None:
        """Move an ant from one place to another."""
        self.leave(seat, hexno, slot)
        self.enter(seat, to, to_slot)
        self.events.add(w.E_STEP, seat, hexno, slot, to, to_slot)

    def settle_ant(self, seat: i64, hexno: i64, slot: i64) -> None:
        """Move an ant from the outskirts onto a vacant site of its hex (MEA-13)."""
        s = self.s
        s.out[seat * w.HEXES + hexno] -= 1
        s.stirred[hexno] += 1
        s.roamed[seat] += 1
        s.site[hexno * w.SITES + slot] = seat
        s.filled[hexno] += 1
        self.events.add(w.E_SETTLE, seat, hexno, slot, 0, 0)

    def lose_ant(self, seat: i64, hexno: i64, slot: i64, why: i64, told: i64 = 0) -> None:
        """Return an ant to the supply because it pays for a card, is lost, or starves (PLY-10)."""
        s = self.s
        self.leave(seat, hexno, slot)
        s.supply[seat] += 1
        if why != w.WHY_PAY:
            s.tally[seat * w.TALLIES + w.T_LOST] += 1
        self.events.add_told(w.E_LOSE, seat, hexno, slot, why, told)

    def recall_ant(self, seat: i64, hexno: i64, slot: i64) -> None:
        """Return an ant to its player's Larvae Chamber (Army Head)."""
        self.leave(seat, hexno, slot)
        self.s.larvae[seat] += 1
        self.events.add(w.E_RETURN, seat, hexno, slot, 0, 0)

    def exchange(self, one: i64, hexno: i64, slot: i64, two: i64, other: i64, place: i64) -> None:
        """Exchange the places of two ants of different players (Mating Flight)."""
        self.leave(one, hexno, slot)
        self.leave(two, other, place)
        self.enter(one, other, place)
        self.enter(two, hexno, slot)
        self.events.add(w.E_EXCHANGE, one, hexno, slot, other, place)
        self.events.add(w.E_SWAPPED, one, two, 0, 0, 0)
