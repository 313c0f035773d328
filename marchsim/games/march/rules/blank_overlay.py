"""Overlay files to fill in: every assumed number of the components, or every parameter of the rules.

As written they change nothing: each value is a comment until you remove its `#`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

from marchsim.games.march.components.data import CardData, Components, TileData
from marchsim.games.march.rules.parameters import BOOK
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.tabletop.rules import blank
from marchsim.tabletop.rules.blank import comment

CARD_NUMBERS = ("cost", "payment", "ferocity", "centipede")

_ASSUMED = """\
# Numbers of March of the Ants that no public source prints. Each line below is our assumption: take away
# its '#' and put what is printed on your card or tile (where we guessed right, leave the number: it then
# counts as printed).
# Use it with --rules, for example: marchsim cards --rules THIS-FILE
"""
_RULES = """\
# An overlay of the rules: take away the '#' of a line and change its value. Use it with --rules.
# It may also change cards and tiles, take cards out, and add cards that need no code:
#   [cards.royal-jelly]
#   cost = 3
#   amounts.larvae = 5
#   [cards.brood-surge]
#   enabled = false
#   [cards.spring-flood]
#   name = "Spring Flood"
#   type = "event"
#   cost = 2
#   ferocity = 2
#   amounts = { draw = 1, gain_larvae = 2 }
# And it may name the Beyond the Meadow hexes that are in the game, before its first table:
#   beyond = ["Hidden Spring", 22]
# The rules to start from; several are joined by +, as in "long+primitive":
"""


def assumed_overlay(variant: MarchVariant) -> str:
    """An overlay file that lists every assumed number of the variant's components as a comment."""
    return _written(_blocks(variant.components).values())


def chosen_overlay(variant: MarchVariant, keys: Collection[str]) -> str:
    """An overlay file with the assumed numbers of these keys, such as `cards.royal-jelly.cost`.

    Components come in the order of their first key.
    """
    blocks = _blocks(variant.components, keys)
    items = dict.fromkeys(next((one for one in blocks if key.startswith(f"{one}.")), "") for key in keys)
    return _written(blocks.get(item, "") for item in items)


def _blocks(parts: Components, keys: Collection[str] | None = None) -> dict[str, str]:
    """The blocks of all cards, all tiles and the Great Tunnel, by the name of their table."""
    cards = {f"cards.{card.id}": _card(card, keys) for card in parts.cards}
    tiles = {f"tiles.{tile.number}": _tile(tile, keys) for tile in parts.tiles}
    sides = {"front": list(parts.tunnel_front), "back": list(parts.tunnel_back)}
    tunnel = _block("great-tunnel", "Great Tunnel", [], sides, parts.tunnel_provenance, keys)
    return {**cards, **tiles, "great-tunnel": tunnel}


def _written(blocks: Iterable[str]) -> str:
    return "\n".join([_ASSUMED + 'provenance = "printed"\n', *filter(None, blocks)])


def rules_overlay(variant: MarchVariant) -> str:
    """An overlay file that lists every parameter of the rules as a comment."""
    return blank.rules_overlay(BOOK, _RULES, variant.preset, variant.rules)


def _card(card: CardData, keys: Collection[str] | None) -> str:
    """A card's block. '' if none of its numbers (with these keys) is assumed."""
    notes = comment(card.rendered)
    presence = f"cards.{card.id}.enabled"
    if card.stand_in and (keys is None or presence in keys):
        notes += ["# A stand-in: its name and effect are ours. To play without it:", "# enabled = false"]
        notes += ["# If your box has it:", f"# name = {json.dumps(card.name)}"]
    values = {name: getattr(card, name) for name in CARD_NUMBERS} | _amounts(card.amounts)
    return _block(f"cards.{card.id}", card.name, notes, values, card.provenance, keys)


def _tile(tile: TileData, keys: Collection[str] | None) -> str:
    """A tile's block. '' if none of its numbers (with these keys) is assumed."""
    values: dict[str, object] = {
        "sites": " ".join(tile.sites),
        "tunnels": list(tile.tunnels),
        "icon": tile.icon,
        **_amounts(tile.amounts),
    }
    return _block(f"tiles.{tile.number}", tile.name, comment(tile.rendered), values, tile.provenance, keys)


def _block(
    table: str, name: str, notes: list[str], values: Mapping[str, object], provenance: Mapping[str, str],
    keys: Collection[str] | None,
) -> str:  # fmt: skip
    """A table with its assumed values as comments. If there are `keys`, only those."""
    lines = [
        f"# {key} = {json.dumps(value)}"
        for key, value in values.items()
        if provenance[key] == "assumed" and (keys is None or f"{table}.{key}" in keys)
    ]
    alone = keys is not None and f"{table}.enabled" in keys
    return "\n".join([f"[{table}]  # {name}", *notes, *lines]) + "\n" if lines or alone else ""


def _amounts(amounts: Mapping[str, int]) -> dict[str, object]:
    """Amounts by dotted keys, as in a file."""
    return {f"amounts.{name}": value for name, value in amounts.items()}
