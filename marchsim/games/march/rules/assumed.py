"""The assumed numbers of the components, and their plausible values (kernel.assumed)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marchsim.games.march.components.amounts import amount_range
from marchsim.games.march.components.checks import COST_MOST, FEROCITY_MOST
from marchsim.games.march.components.data import PAYMENTS, CardData, Components, TileData
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.kernel.assumed import CHOICE, DEALT, EDGES, NUMBER, PRESENCE, SWITCH, ComponentNumber

PRIORS: Mapping[str, Mapping[str, Any]] = {
    "cost": {"spread": 1, "low": 0, "high": 4},
    "ferocity": {"spread": 1, "low": 0, "high": 5},
    "amounts": {"spread": 1, "relative": 0.4, "low": 1},  # never down to "no effect"
    "payment": {"any": 0.7, "larvae": 0.15, "ants": 0.15},
    "icons": {"redeal": "group"},
    "sites": {"redeal": "group"},
    "tunnels": {"add": 0.33, "drop": 0.33, "low": 2, "high": 6},
    "stand-ins": {"absent": 0.25},
}


def numbers(variant: MarchVariant) -> tuple[ComponentNumber, ...]:
    """Every fact about cards, tiles and the Great Tunnel of a variant."""
    parts = variant.components
    cards = (one for card in parts.cards for one in _card(card))
    tiles = (one for tile in parts.tiles for one in _tile(tile))
    return (*cards, *tiles, *_tunnel(parts))


def _card(card: CardData) -> Iterator[ComponentNumber]:
    item = f"cards.{card.id}"

    def fact(name: str, factor: str, form: str, value: object, **more: Any) -> ComponentNumber:
        kind = {"centipede": "icons"}.get(name, name)
        return ComponentNumber(
            ("cards", card.id, name), item, kind, factor, form, value, card.provenance[name], **more
        )

    yield fact("cost", f"cost.{card.kind}", NUMBER, card.cost, high=COST_MOST)
    yield fact("payment", "payment", CHOICE, card.payment, options=PAYMENTS)
    yield fact("ferocity", "ferocity", NUMBER, card.ferocity, high=FEROCITY_MOST)
    yield fact("centipede", "icons.card", DEALT, card.centipede, pool=card.type)
    for name, value in card.amounts.items():
        ends = amount_range(card.id, card.kind, name)
        source = card.provenance[f"amounts.{name}"]
        yield _amount(("cards", card.id, "amounts", name), item, card.kind, value, source, ends)
    if card.stand_in and card.enabled:
        yield ComponentNumber(
            ("cards", card.id, "enabled"), item, "stand-ins", "stand-ins", PRESENCE, True,
            card.provenance["name"], options=(True, False),
        )  # fmt: skip


def _amount(
    path: tuple[str, ...], item: str, section: str, value: int, source: str, ends: tuple[int, int]
) -> ComponentNumber:
    form = SWITCH if ends[1] == 1 else NUMBER
    return ComponentNumber(path, item, "amounts", f"amounts.{section}", form, value, source, *ends)


def _tile(tile: TileData) -> Iterator[ComponentNumber]:
    number = str(tile.number)
    item, known = f"tiles.{number}", tile.provenance

    def fact(name: str, kind: str, factor: str, form: str, value: object, **more: Any) -> ComponentNumber:
        return ComponentNumber(("tiles", number, name), item, kind, factor, form, value, known[name], **more)

    yield fact("sites", "sites", "sites", DEALT, list(tile.sites), pool=f"tile {tile.group}")
    yield fact("icon", "icons", "icons.tile", DEALT, tile.icon, pool=f"tile {tile.group}")
    yield fact("tunnels", "tunnels", "tunnels", EDGES, list(tile.tunnels), low=1, high=6)
    for name, value in tile.amounts.items():
        ends = amount_range(number, "tile", name)
        yield _amount(("tiles", number, "amounts", name), item, "tile", value, known[f"amounts.{name}"], ends)


def _tunnel(parts: Components) -> Iterator[ComponentNumber]:
    for side, edges in (("front", parts.tunnel_front), ("back", parts.tunnel_back)):
        source = parts.tunnel_provenance[side]
        yield ComponentNumber(
            ("great-tunnel", side), "great-tunnel", "tunnels", "tunnels", EDGES, list(edges), source, 1, 6
        )
