"""A complete variant of the game: its rules and components, their fingerprint, and data for reports.

An overlay is a mapping with the keys of OVERLAY_KEYS. Only `resolve` makes a variant, so every variant has
been checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.games.march.components.data import CardData, Components, TileData
from marchsim.games.march.components.loader import load
from marchsim.games.march.components.overlay import overlaid
from marchsim.games.march.rules import beyond_key, presets
from marchsim.games.march.rules.parameters import BOOK
from marchsim.games.march.rules.presets import PRESETS
from marchsim.tabletop.rules.overlays import Overlay, count_provenance, enabled_provenance, fingerprint
from marchsim.tabletop.rules.parameters import Rules
from marchsim.tabletop.rules.presets import preset_rules

OVERLAY_KEYS = ("preset", "provenance", "rules", "cards", "tiles", "great-tunnel", "beyond")
# the columns of an item, in order, where it has nothing of its own to say
NO_ITEM: Mapping[str, Any] = {
    "kind": "", "id": "", "name": "", "type": "", "section": "", "cost": None, "payment": "",
    "ferocity": None, "centipede": None, "sites": "", "tunnels": "", "icon": "", "stand_in": False,
    "enabled": True,
}  # fmt: skip
OPPONENT = "the Centipede Horde"  # whom the players play against together (HOR-11)


@dataclass
class MarchVariant:
    """A resolved variant (implements kernel.game.Variant). `rules` maps each parameter to its integer.

    `origins` has the source of each parameter's value: rulebook, ruling, program, a preset or an overlay.
    `notes` are warnings for its users, for every number of players.
    """

    name: str
    preset: str
    rules: Mapping[str, int]
    origins: Mapping[str, str]
    components: Components
    fingerprint: str = ""
    opponent: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Compute `opponent` and `fingerprint`."""
        self.opponent = OPPONENT if self.rules["horde"] else ""
        self.fingerprint = fingerprint(self.resolved())

    def resolved(self) -> dict[str, Any]:
        """The rules and components as plain JSON data. Name and preset are not part of it."""
        parts = self.components
        return {
            "rules": BOOK.human(self.rules),
            "cards": {card.id: _plain(card) for card in parts.cards},
            "tiles": {
                str(tile.number): {**_plain(tile), "sites": list(tile.sites), "tunnels": list(tile.tunnels)}
                for tile in parts.tiles
            },
            "great_tunnel": {
                "front": list(parts.tunnel_front),
                "back": list(parts.tunnel_back),
                "provenance": dict(parts.tunnel_provenance),
            },
        }

    @property
    def all_rules(self) -> Rules:
        """The rules with the source of each value."""
        return Rules(BOOK, self.rules, self.origins)

    def players(self) -> tuple[int, int]:
        """The smallest and largest number of players."""
        return presets.players_for(self.preset, self.rules)

    def refusal(self, players: int) -> str:
        """The reason why this many players cannot play, with the remedy. '' if they can."""
        return presets.refusal(self.preset, self.rules, players)

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """The rulebook's advice against these numbers of players, and the variant's notes."""
        return (*presets.warnings(self.rules, players), *self.notes)

    def items(self) -> list[dict[str, Any]]:
        """A row for each card, each tile, and the Great Tunnel (kind card, tile, great-tunnel).

        `fields` is the number of an item's numeric facts. A column per provenance counts the facts with it.
        """
        parts = self.components
        rows = [_card_row(card) for card in parts.cards] + [_tile_row(tile) for tile in parts.tiles]
        return [*rows, _tunnel_row(parts)]

    def provenance(self) -> dict[str, int]:
        """The number of component numbers of each provenance, summed over the enabled `items`."""
        return enabled_provenance(self.items())


def resolve(name: str, preset: str = "", overlays: Sequence[Overlay] = ()) -> MarchVariant:
    """The variant of a preset ('': standard, or "long+primitive") with the overlays applied in order.

    An overlay's preset replaces `preset`. Raises ConfigError, RulesError or ComponentsError.
    """
    combination, rules = preset_rules(BOOK, PRESETS, OVERLAY_KEYS, preset, overlays)
    components = load()
    for source, overlay in overlays:
        rules = rules.overlaid(source, overlay.get("rules", {}))
        components = overlaid(components, source, overlay)
        beyond = beyond_key.spelled_out(source, overlay, components)
        rules = rules.overlaid(source, beyond.get("rules", {}))
        components = overlaid(components, source, {"tiles": beyond.get("tiles", {})})
    presets.check_players(combination, rules.values)
    return MarchVariant(name, combination, rules.values, rules.origins, components)


def _plain(part: CardData | TileData) -> dict[str, Any]:
    """A card or tile as plain data. Studies make many variants, and `asdict` is slow."""
    return {**vars(part), "amounts": dict(part.amounts), "provenance": dict(part.provenance)}


def _card_row(card: CardData) -> dict[str, Any]:
    return _row(card.facts(), {"kind": "card", **_columns(card)})


def _tile_row(tile: TileData) -> dict[str, Any]:
    """A tile's row of the items table. Its type is its group."""
    written = {"sites": " ".join(tile.sites), "tunnels": _edges(tile.tunnels)}
    named = {"kind": "tile", "id": str(tile.number), "type": tile.group}
    return _row(tile.facts(), {**_columns(tile), **named, **written})


def _tunnel_row(parts: Components) -> dict[str, Any]:
    """The Great Tunnel's row of the items table: its front tunnels / its back tunnels."""
    tunnels = f"{_edges(parts.tunnel_front)} / {_edges(parts.tunnel_back)}"
    named = {"kind": "great-tunnel", "id": "great-tunnel", "name": "Great Tunnel", "tunnels": tunnels}
    return _row(list(parts.tunnel_provenance.values()), named)


def _columns(part: CardData | TileData) -> dict[str, Any]:
    """The fields of a card or tile that are columns of the items table."""
    return {name: value for name, value in vars(part).items() if name in NO_ITEM}


def _row(facts: Sequence[str], own: Mapping[str, Any]) -> dict[str, Any]:
    return {**NO_ITEM, **own, "fields": len(facts), **count_provenance(facts)}


def _edges(edges: Sequence[int]) -> str:
    return " ".join(map(str, edges))
