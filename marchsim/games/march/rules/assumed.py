"""The assumed numbers of the components, each with plausible values, and overlays to fill in.

`kernel.numbers` has the class of such a number. A new overlay file changes nothing: each value is a comment
until you remove its `#`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from marchsim.games.march.amounts import amount_range
from marchsim.games.march.components.data import CardData, Components, TileData, facts_of, stated_in
from marchsim.games.march.rules.parameters import BOOK
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.kernel.numbers import EDGES, NUMBER, PRESENCE, SWITCH, ComponentNumber
from marchsim.tabletop.rules import overlays
from marchsim.tabletop.rules.overlays import assumed_block, comment

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
    """All facts about the cards, the tiles and the Great Tunnel of a variant, each with its source."""
    parts = variant.components
    cards = (one for card in parts.cards for one in _card(card))
    tiles = (one for tile in parts.tiles for one in _tile(tile))
    return (*cards, *tiles, *_tunnel(parts))


def _card(card: CardData) -> Iterator[ComponentNumber]:
    yield from _facts(card, ("cards", card.id), card.kind)
    if card.stand_in and card.enabled:
        yield ComponentNumber(
            ("cards", card.id, "enabled"), f"cards.{card.id}", "stand-ins", "stand-ins", PRESENCE, True,
            card.provenance["name"], options=(True, False),
        )  # fmt: skip


def _tile(tile: TileData) -> Iterator[ComponentNumber]:
    yield from _facts(tile, ("tiles", str(tile.number)), "tile")


def _facts(part: CardData | TileData, at: tuple[str, str], section: str) -> Iterator[ComponentNumber]:
    """Yield the facts that a card or tile states, tunnels last, then its amounts."""
    item, known = ".".join(at), part.provenance
    declared = sorted(stated_in(type(part)).items(), key=lambda one: one[1].form == EDGES)
    for name, one in declared:
        if one.form:
            value, factor = getattr(part, name), one.factor.format(part)
            yield ComponentNumber(
                (*at, name), item, factor.partition(".")[0], factor, one.form,
                list(value) if isinstance(value, tuple) else value, known[name],
                one.low, one.high, one.options, one.pool.format(part),
            )  # fmt: skip
    for name, number in part.amounts.items():
        ends = amount_range(at[1], section, name)
        form, source = SWITCH if ends[1] == 1 else NUMBER, known[f"amounts.{name}"]
        yield ComponentNumber(
            (*at, "amounts", name), item, "amounts", f"amounts.{section}", form, number, source, *ends
        )


def _tunnel(parts: Components) -> Iterator[ComponentNumber]:
    for side, edges in (("front", parts.tunnel_front), ("back", parts.tunnel_back)):
        source = parts.tunnel_provenance[side]
        yield ComponentNumber(
            ("great-tunnel", side), "great-tunnel", "tunnels", "tunnels", EDGES, list(edges), source, 1, 6
        )


# Overlay files to fill in: every assumed number of the components, or every parameter of the rules
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


def assumed_overlay(variant: MarchVariant, keys: Collection[str] | None = None) -> str:
    """The text of an overlay file with every assumed number of a variant's components as a comment.

    If `keys` (such as `cards.royal-jelly.cost`) are given, the file has only these. Its components come in
    the order of their first keys.
    """
    blocks = _blocks(variant.components, keys)
    if keys is not None:
        items = (next((one for one in blocks if key.startswith(f"{one}.")), "") for key in keys)
        blocks = {item: blocks.get(item, "") for item in items}
    return "\n".join([_ASSUMED + 'provenance = "printed"\n', *filter(None, blocks.values())])


def _blocks(parts: Components, keys: Collection[str] | None = None) -> dict[str, str]:
    """The overlay text of each card, each tile and the Great Tunnel, keyed by the name of its TOML table."""
    cards = {f"cards.{card.id}": _card_block(card, keys) for card in parts.cards}
    tiles = {f"tiles.{tile.number}": _tile_block(tile, keys) for tile in parts.tiles}
    sides = {"front": list(parts.tunnel_front), "back": list(parts.tunnel_back)}
    tunnel = assumed_block("great-tunnel", sides, parts.tunnel_provenance, keys, "Great Tunnel")
    return {**cards, **tiles, "great-tunnel": tunnel}


def rules_overlay(variant: MarchVariant) -> str:
    """The text of an overlay file with every parameter of the rules as a comment."""
    return overlays.rules_overlay(BOOK, _RULES, variant.preset, variant.rules)


def _card_block(card: CardData, keys: Collection[str] | None) -> str:
    """The block of a card, or '' if none of its numbers (among `keys`, if given) is assumed."""
    notes = comment(card.rendered)
    presence = f"cards.{card.id}.enabled"
    if card.stand_in and (keys is None or presence in keys):
        notes += ["# A stand-in: its name and effect are ours. To play without it:", "# enabled = false"]
        notes += ["# If your box has it:", f"# name = {json.dumps(card.name)}"]
    return assumed_block(f"cards.{card.id}", facts_of(card), card.provenance, keys, card.name, notes)


def _tile_block(tile: TileData, keys: Collection[str] | None) -> str:
    """The block of a tile, or '' if none of its numbers (among `keys`, if given) is assumed."""
    values, notes = facts_of(tile) | {"sites": " ".join(tile.sites)}, comment(tile.rendered)
    return assumed_block(f"tiles.{tile.number}", values, tile.provenance, keys, tile.name, notes)
