"""Cards, tiles and the Great Tunnel as plain data: their numbers, texts and sources.

`loader` makes these from the package, and `overlay` changes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from marchsim.games.march.components.text import render

TYPES = ("event", "evolution", "goal")
SECTIONS = ("head", "thorax", "abdomen")
PAYMENTS = ("any", "larvae", "ants")
GROUPS = ("starting", "standard", "beyond")
ICONS = ("", "wormhole", "centipede")
SITES = {"F": "food", "L": "larva", "D": "double larvae", "C": "card", "P": "colony point"}


@dataclass(frozen=True)
class CardData:
    """One card. `provenance` maps each field, and each amount as `amounts.NAME`, to its source.

    A `coded` card has its effect in code, so its amounts are a closed set. Any other card may have each
    amount of the base set for its kind (see `amounts`). A disabled card is not in the deck.
    """

    id: str
    name: str
    type: str
    section: str
    cost: int
    payment: str
    ferocity: int
    centipede: bool
    amounts: Mapping[str, int]
    text: str
    stand_in: bool = False
    coded: bool = False
    provenance: Mapping[str, str] = field(default_factory=dict)
    enabled: bool = True

    @property
    def kind(self) -> str:
        """The body section of an evolution, else the type: head, thorax, abdomen, event or goal."""
        return self.section or self.type

    @property
    def rendered(self) -> str:
        """The text with its amounts filled in, and a sentence for each amount that it does not mention."""
        return render(self.text, self.amounts, self.kind)

    def facts(self) -> list[str]:
        """The provenance of each number: cost, payment, ferocity, centipede icon and amounts."""
        numbers = ("cost", "payment", "ferocity", "centipede")
        return [self.provenance[key] for key in (*numbers, *(f"amounts.{name}" for name in self.amounts))]


@dataclass(frozen=True)
class TileData:
    """One tile: `sites` are letters of SITES, control site first. `tunnels` are edges, 0 (NE) to 5 (NW)."""

    number: int
    name: str
    group: str
    sites: tuple[str, ...]
    tunnels: tuple[int, ...]
    icon: str
    amounts: Mapping[str, int]
    text: str
    stand_in: bool = False
    provenance: Mapping[str, str] = field(default_factory=dict)
    enabled: bool = True

    @property
    def rendered(self) -> str:
        """The text with its amounts filled in. '' for a tile without an effect."""
        return render(self.text, self.amounts, "tile")

    def facts(self) -> list[str]:
        """The provenance of each number: sites, tunnels, icon and amounts."""
        numbers = ("sites", "tunnels", "icon")
        return [self.provenance[key] for key in (*numbers, *(f"amounts.{name}" for name in self.amounts))]


@dataclass(frozen=True)
class Components:
    """All components of a variant: cards by id, tiles by number, both sides of the Great Tunnel."""

    cards: tuple[CardData, ...]
    tiles: tuple[TileData, ...]
    tunnel_front: tuple[int, ...]
    tunnel_back: tuple[int, ...]
    tunnel_provenance: Mapping[str, str]

    @property
    def deck(self) -> tuple[CardData, ...]:
        """The enabled cards, by id."""
        return tuple(card for card in self.cards if card.enabled)

    def pile(self, group: str) -> tuple[TileData, ...]:
        """The enabled tiles of a group (starting, standard or beyond), by number."""
        return tuple(tile for tile in self.tiles if tile.enabled and tile.group == group)
