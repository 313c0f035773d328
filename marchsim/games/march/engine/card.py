"""Cards and tiles in the engine's form: an object for each card, and vectors with the numbers of all.

The amounts are the closed base set of `amounts`. Each chapter of the rules reads those that
concern it, so a card without code works by its amounts alone. Of each section only the topmost evolution
counts (PLY-05). A card holds no state of a game. `moments` has the triggers of cards with code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from marchsim.games.march.amounts import Amounts
from marchsim.games.march.components.data import Components
from marchsim.games.march.words import CARDS, EDGE_Q, EDGE_R, HEXES, NONE, SITES
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.tabletop.hexes import turned

# Ways in which the value of a card to players depends on the position
X_PLAIN: Final = 0
X_SWARM: Final = 1
X_OUTBREAK: Final = 2
X_SNEAK: Final = 3
X_SPARROW: Final = 4
X_HUNT: Final = 5
X_JOURNEY: Final = 6
X_FRENZY: Final = 7
X_RADIATION: Final = 8
X_STEAL: Final = 9
X_FLIGHT: Final = 10
X_HARVEST: Final = 11
X_HOLE: Final = 12
X_TRAITOR: Final = 13
X_GIFTS: Final = 14
X_APPETITE: Final = 15


@mypyc_attr(allow_interpreted_subclasses=True)
class Card(Amounts):
    """One card of the variant. `index` is its position in the sorted list of card ids."""

    # How players rate it besides its base amounts: (amount or "", kind of gain, hundredths of one of it), a
    # special way, and the amount that measures that.
    rated: ClassVar[tuple[tuple[str, int, int], ...]] = ()
    special: ClassVar[int] = X_PLAIN
    main: ClassVar[str] = ""

    index: i64

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(amounts)
        self.index = index

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
        self.ids: Final[list[str]] = []  # of the cards
        self.amounts: Final[list[Mapping[str, int]]] = []  # of the cards, by name
        self.book: Final[list[Card]] = []  # the cards themselves
        self.enabled: Final = vec[i64]([0] * CARDS)
        self.centipede: Final = vec[i64]([0] * CARDS)  # 1: with the centipede icon
        self.cost: Final = vec[i64]([0] * CARDS)
        self.payment: Final = vec[i64]([0] * CARDS)
        self.ferocity: Final = vec[i64]([0] * CARDS)
        self.kind: Final = vec[i64]([0] * CARDS)
        self.section: Final = vec[i64]([NONE] * CARDS)
        self.key_low: Final = vec[i64]([0] * CARDS)
        self.key_high: Final = vec[i64]([0] * CARDS)
        self.tile_enabled: Final = vec[i64]([0] * HEXES)
        self.group: Final = vec[i64]([NONE] * HEXES)
        self.sites: Final = vec[i64]([0] * HEXES)
        self.resource: Final = vec[i64]([0] * (HEXES * SITES))
        self.tunnels: Final = vec[i64]([0] * HEXES)  # bit e: a tunnel on edge e, unturned
        self.icon: Final = vec[i64]([0] * HEXES)
        self.tile_low: Final = vec[i64]([0] * HEXES)
        self.tile_high: Final = vec[i64]([0] * HEXES)
        self.tile_reveal: Final = vec[i64]([0] * HEXES)
        self.tile_play: Final = vec[i64]([0] * HEXES)
        self.tile_joined: Final = vec[i64]([0] * HEXES)
        self.tile_food: Final = vec[i64]([0] * HEXES)
        self.tile_draw: Final = vec[i64]([0] * HEXES)
        self.tile_discard: Final = vec[i64]([0] * HEXES)
        self.tunnel_front: i64 = 63  # the same of the Great Tunnel
        self.tunnel_back: i64 = 63
        self.edge_q: Final = vec[i64](list(EDGE_Q))
        self.edge_r: Final = vec[i64](list(EDGE_R))

    def turned(self, tile: i64, rotation: i64) -> i64:
        """The tunnels of a tile after it is turned clockwise by `rotation` edges, one bit per edge."""
        return turned(self.tunnels[tile], rotation)
