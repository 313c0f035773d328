"""Make the parts of a game from a checked variant: rules, cards and mats."""

from __future__ import annotations

from dataclasses import dataclass, field

from marchsim.games.march.cards.book import make_card
from marchsim.games.march.components.data import GROUPS, ICONS, PAYMENTS, SECTIONS, TYPES
from marchsim.games.march.engine.card import Card, Kit
from marchsim.games.march.engine.state import Mat
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.games.march.species import make_mats
from marchsim.games.march.words import NONE, SITES
from marchsim.kernel.rng import stream_key

LETTERS = " FLDCP"  # words.FOOD ... words.POINT
LANE = 0xFFFFFFFF


@dataclass
class Assembly:
    """The parts that all games of a variant share."""

    variant: MarchVariant
    kit: Kit
    cards: list[Card]
    seated: dict[int, tuple[Ruleset, list[Mat]]] = field(default_factory=dict)

    def seat(self, players: int) -> tuple[Ruleset, list[Mat]]:
        """The rules and the mats (by species) for games with this many players."""
        if players not in self.seated:
            rules = Ruleset(self.variant.rules, players)
            self.seated[players] = rules, make_mats(rules)
        return self.seated[players]


def assemble(variant: MarchVariant) -> Assembly:
    """Make the parts that all games of a variant share."""
    kit = Kit()
    kit.components = variant.components
    for index, data in enumerate(variant.components.cards):
        kit.cards = index + 1
        kit.ids.append(data.id)
        kit.amounts.append(data.amounts)
        kit.enabled[index] = int(data.enabled)
        kit.centipede[index] = int(data.centipede)
        kit.cost[index] = data.cost
        kit.payment[index] = PAYMENTS.index(data.payment)
        kit.ferocity[index] = data.ferocity
        kit.kind[index] = TYPES.index(data.type)
        kit.section[index] = SECTIONS.index(data.section) if data.section else NONE
        key = stream_key("card", data.id)
        kit.key_low[index] = key & LANE
        kit.key_high[index] = key >> 32
        kit.book.append(make_card(data.id, data.type, index, data.amounts))
    _lay_out_tiles(kit, variant)
    return Assembly(variant, kit, kit.book)


def _lay_out_tiles(kit: Kit, variant: MarchVariant) -> None:
    for tile in variant.components.tiles:
        number = tile.number
        kit.tile_enabled[number] = int(tile.enabled)
        kit.group[number] = GROUPS.index(tile.group)
        kit.sites[number] = len(tile.sites)
        for site, letter in enumerate(tile.sites):
            kit.resource[number * SITES + site] = LETTERS.index(letter)
        kit.tunnels[number] = sum(1 << edge for edge in tile.tunnels)
        kit.icon[number] = ICONS.index(tile.icon)
        key = stream_key("tile", number)
        kit.tile_low[number] = key & LANE
        kit.tile_high[number] = key >> 32
        for name in ("reveal", "play", "joined", "food", "draw", "discard"):
            getattr(kit, f"tile_{name}")[number] = tile.amounts.get(name, 0)
    kit.tunnel_front = sum(1 << edge for edge in variant.components.tunnel_front)
    kit.tunnel_back = sum(1 << edge for edge in variant.components.tunnel_back)
