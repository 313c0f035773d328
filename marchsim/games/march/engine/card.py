"""Cards and tiles in the engine's form: an object for each card, and vectors with the numbers of all.

A `Card` has exactly the base amounts of `components.amounts`. Each chapter of the rules reads the amounts
that concern it, so a card without code works by its amounts alone. In each section, only the topmost
evolution counts (PLY-05). A card holds no state of a game. `moments` has the triggers of cards with code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marchsim.games.march.components.amounts import BASE_NAMES
from marchsim.games.march.components.data import Components
from marchsim.games.march.words import CARDS, EDGE_Q, EDGE_R, HEXES, NONE, SITES
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.tabletop.hexes import turned


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """One card of the variant. `index` is its position in the sorted list of card ids."""

    # How players rate it besides its base amounts (cards.ratings): (amount or "", kind of gain, hundredths of
    # one of it), a special worth, and the amount that measures that.
    rated: ClassVar[tuple[tuple[str, int, int], ...]] = ()
    special: ClassVar[int] = 0
    main: ClassVar[str] = ""

    index: i64
    # The base amounts by kind of card; what they mean and their ranges stand in components.amounts alone.
    # events
    gain_food: i64 = 0
    gain_larvae: i64 = 0
    draw: i64 = 0
    points: i64 = 0
    steps: i64 = 0
    ant_steps: i64 = 0
    place_larvae: i64 = 0
    points_per_inner: i64 = 0
    points_most: i64 = 0
    others_lose_food: i64 = 0
    others_lose_larvae: i64 = 0
    # heads (and ant_steps)
    strength_as_invader: i64 = 0
    strength_as_defender: i64 = 0
    ferocity_cards: i64 = 0
    silences: i64 = 0
    battle_food: i64 = 0
    win_larvae: i64 = 0
    rival_loses_larvae: i64 = 0
    spared: i64 = 0
    # thoraxes
    flight: i64 = 0
    digs: i64 = 0
    traps: i64 = 0
    explore_look: i64 = 1
    march_steps: i64 = 0
    react_march_steps: i64 = 0
    forage_cards: i64 = 0
    react_forage_larvae: i64 = 0
    explore_food: i64 = 0
    explore_site_larvae: i64 = 0
    # abdomens
    decree_food: i64 = 0
    decree_larvae: i64 = 0
    queen_draw: i64 = 0
    queen_ant_steps: i64 = 0
    twice_sites: i64 = 0
    food_sites: i64 = 0
    single_larva_extra: i64 = 0
    feed_others: i64 = 0
    feed_self: i64 = 0
    tunnel_unfed: i64 = 0
    queen_points: i64 = 0
    need_inhabited: i64 = 0
    # goals
    need_hand: i64 = 0
    need_inner: i64 = 0
    need_outer: i64 = 0
    need_alone: i64 = 0
    need_single_larvae: i64 = 0
    need_wins: i64 = 0
    need_chain: i64 = 0
    more_ants_in_tunnel: i64 = 0
    more_food: i64 = 0
    more_evolutions: i64 = 0
    more_larvae: i64 = 0
    points_per_wormhole: i64 = 0
    bonus_food: i64 = 0
    bonus_larvae: i64 = 0
    bonus_draw: i64 = 0
    bonus_ant_steps: i64 = 0
    bonus_place_larvae: i64 = 0
    bonus_tunnel_larvae: i64 = 0
    bonus_wormhole: i64 = 0

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        self.index = index
        for name, amount in amounts.items():
            if name in BASE_NAMES:
                setattr(self, name, amount)

    def aimed(self) -> bool:
        """Whether paying for the card with the wrong ants can leave its effect without a target (GEN-03)."""
        return False

    def freed_by_paying(self) -> bool:
        """Whether paying with an ant can vacate a site, and so give the effect a target."""
        return False

    def reactions_first(self) -> bool:
        """Whether the card is discarded and the others react before its effect (RST-08)."""
        return False

    def befriends_centipedes(self) -> bool:
        """Whether centipedes never battle the card's player on tiles that it controls."""
        return False

    def forage_drops(self) -> i64:
        """The number of cards that are drawn and discarded at the start of a Forage."""
        return 0


# The numbers of all cards and tiles as flat vectors, built once per variant. A card's number is its index in
# the sorted list of ids. A tile has its printed number.
class Kit:
    """The numbers of all cards and tiles, as `name[card]`, `name[tile]` or `name[tile * SITES + site]`."""

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
        """The tunnels of a tile after it is turned clockwise by `rotation` edges, one bit per edge."""
        return turned(self.tunnels[tile], rotation)
