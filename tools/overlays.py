"""Random overlays within all ranges, to test what must hold under any rules and components."""

from __future__ import annotations

from random import Random
from typing import Any

from marchsim.games.march.amounts import BASE, amount_range
from marchsim.games.march.components import data
from marchsim.games.march.components.data import GROUPS, ICONS, PAYMENTS, SITES, CardData, TileData
from marchsim.games.march.components.loader import load
from marchsim.games.march.rules.parameters import PARAMETERS
from marchsim.tabletop.rules.parameters import Parameter


def random_overlay(seed: int) -> dict[str, Any]:
    """An overlay that changes some rules, cards and tiles, disables some, and adds a few cards."""
    dice = Random(seed)
    chosen = [parameter for parameter in PARAMETERS.values() if dice.random() < 0.2]
    rules = {parameter.name: random_value(dice, parameter) for parameter in chosen}
    larvae = [name for name in PARAMETERS if name.startswith(("starting_larvae", "easy_larvae"))]
    ants = [name for name in PARAMETERS if name.startswith("starting_ants")]
    if {"cubes", *larvae, *ants} & set(rules):
        rules |= {"cubes": dice.randint(20, 60), **{name: dice.randint(0, 8) for name in larvae}}
        rules |= {name: dice.randint(0, 3) for name in ants}
    cards = {card.id: random_card(dice, card) for card in load().cards if dice.random() < 0.2}
    cards |= {f"new-{number}": new_card(dice, number) for number in range(dice.randint(0, 5))}
    tiles = {str(tile.number): random_tile(dice, tile) for tile in load().tiles if dice.random() < 0.2}
    tunnel = {"front": random_edges(dice)} if dice.random() < 0.2 else {}
    return {"rules": rules, "cards": cards, "tiles": tiles, "great-tunnel": tunnel}


def random_value(dice: Random, parameter: Parameter) -> int | bool | str:
    """A value for a parameter, mostly near its default and sometimes anywhere in its range."""
    low, high = parameter.low, parameter.high
    if parameter.type == "int" and dice.random() < 0.8:
        low, high = max(low, parameter.default - 2), min(high, parameter.default + 2)
    return parameter.human(dice.randint(low, high))


def random_card(dice: Random, card: CardData) -> dict[str, Any]:
    """Random changes to a card."""
    if dice.random() < 0.2:
        return {"enabled": False}
    return {
        "cost": dice.randint(0, 4 if dice.random() < 0.9 else data.COST_MOST),
        "payment": dice.choice(PAYMENTS),
        "ferocity": dice.randint(0, 6 if dice.random() < 0.9 else data.FEROCITY_MOST),
        "centipede": dice.random() < 0.5,
        "amounts": {name: random_amount(dice, card.id, card.kind, name) for name in card.amounts},
    }


def random_amount(dice: Random, owner: str, kind: str, name: str) -> int:
    """A random amount, mostly small and sometimes anywhere in its range."""
    low, high = amount_range(owner, kind, name)
    return dice.randint(low, min(high, 5) if dice.random() < 0.9 else high)


def new_card(dice: Random, number: int) -> dict[str, Any]:
    """A new card of a random kind, with amounts from the base set."""
    kind = dice.choice(list(BASE))
    names = dice.sample(list(BASE[kind]), dice.randint(1, 4))
    where = {"type": kind} if kind in ("event", "goal") else {"type": "evolution", "section": kind}
    return {
        "name": f"New {number}",
        **where,
        "cost": dice.randint(0, 4),
        "ferocity": dice.randint(0, 5),
        "amounts": {name: random_amount(dice, "", kind, name) for name in names},
    }


def random_tile(dice: Random, tile: TileData) -> dict[str, Any]:
    """Random changes to a tile."""
    if dice.random() < 0.1:
        return {"enabled": False}
    return {
        "group": dice.choice(GROUPS),
        "sites": [dice.choice(list(SITES)) for _ in range(dice.randint(1, data.SITES_MOST))],
        "tunnels": random_edges(dice),
        "icon": dice.choice(ICONS),
        "amounts": {name: random_amount(dice, str(tile.number), "tile", name) for name in tile.amounts},
    }


def random_edges(dice: Random) -> list[int]:
    """One to six edges."""
    return dice.sample(range(6), dice.randint(1, 6))
