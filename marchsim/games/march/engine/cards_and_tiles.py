"""The components in the engine's form: the numbers of all cards and tiles as flat vectors.

They are built once per variant from checked data, and never change during a game. A card's number is its
index in the sorted list of ids. A tile has its printed number.
"""

from __future__ import annotations

from collections.abc import Mapping

from marchsim.games.march.components.data import Components
from marchsim.games.march.engine.card import Card
from marchsim.games.march.words import CARDS, EDGE_Q, EDGE_R, HEXES, NONE, SITES
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.hexes import turned


class Kit:
    """Numbers of a variant's cards and tiles: `name[card]`, `name[tile]`, `name[tile * SITES + site]`."""

    def __init__(self) -> None:
        self.components: Components | None = None  # as the variant has them, with names
        self.cards: i64 = 0
        self.ids: list[str] = []  # of the cards
        self.amounts: list[Mapping[str, int]] = []  # of the cards, by name
        self.book: list[Card] = []  # the cards themselves
        self.enabled: vec[i64] = vec[i64]([0] * CARDS)
        self.centipede: vec[i64] = vec[i64]([0] * CARDS)  # 1: with the centipede icon
        self.cost: vec[i64] = vec[i64]([0] * CARDS)
        self.payment: vec[i64] = vec[i64]([0] * CARDS)
        self.ferocity: vec[i64] = vec[i64]([0] * CARDS)
        self.kind: vec[i64] = vec[i64]([0] * CARDS)
        self.section: vec[i64] = vec[i64]([NONE] * CARDS)
        self.key_low: vec[i64] = vec[i64]([0] * CARDS)
        self.key_high: vec[i64] = vec[i64]([0] * CARDS)
        self.tile_enabled: vec[i64] = vec[i64]([0] * HEXES)
        self.group: vec[i64] = vec[i64]([NONE] * HEXES)
        self.sites: vec[i64] = vec[i64]([0] * HEXES)
        self.resource: vec[i64] = vec[i64]([0] * (HEXES * SITES))
        self.tunnels: vec[i64] = vec[i64]([0] * HEXES)  # bit e: a tunnel on edge e, unturned
        self.icon: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_low: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_high: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_reveal: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_play: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_joined: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_food: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_draw: vec[i64] = vec[i64]([0] * HEXES)
        self.tile_discard: vec[i64] = vec[i64]([0] * HEXES)
        self.tunnel_front: i64 = 63  # the same of the Great Tunnel
        self.tunnel_back: i64 = 63
        self.edge_q: vec[i64] = vec[i64](list(EDGE_Q))
        self.edge_r: vec[i64] = vec[i64](list(EDGE_R))

    def turned(self, tile: i64, rotation: i64) -> i64:
        """The tunnels of a tile turned clockwise by `rotation` edges, as a bit mask of edges."""
        return turned(self.tunnels[tile], rotation)
