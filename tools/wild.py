"""Random rule sets and overlays within their ranges, as a designer might write them on a wild day.

Each has a number and is the same on every machine. Games are short, with few rounds and few decisions. All
else can be as odd as the ranges allow.
"""

from __future__ import annotations

from random import Random
from typing import Any

from marchsim.games.march.amounts import BASE, amount_range
from marchsim.games.march.components import loader
from marchsim.games.march.components.data import (
    COST_MOST,
    FEROCITY_MOST,
    GROUPS,
    ICONS,
    PAYMENTS,
    SECTIONS,
    SITES_MOST,
    CardData,
    TileData,
)
from marchsim.games.march.rules.parameters import BY_PLAYERS, PARAMETERS, in_force
from marchsim.tabletop.rules.parameters import Parameter
from tools.overlays import random_edges

LETTERS = "FLDCP"
DECISIONS = 1500


def overlay(number: int) -> dict[str, Any]:
    """The overlay with this number: some rules, cards and tiles are changed, disabled or added."""
    dice = Random(number)
    parts = loader.load()
    made: dict[str, Any] = {"rules": rules(dice)}
    if dice.random() < 0.7:
        made["cards"] = {card.id: changed_card(dice, card) for card in parts.cards if dice.random() < 0.25}
        made["cards"] |= {f"wild-{index}": new_card(dice, index) for index in range(dice.randrange(5))}
    if dice.random() < 0.7:
        made["tiles"] = {
            str(tile.number): changed_tile(dice, tile) for tile in parts.tiles if dice.random() < 0.3
        }
    if dice.random() < 0.3:
        made["great-tunnel"] = {"front": random_edges(dice)}
    return made


def rules(dice: Random) -> dict[str, Any]:
    """Some parameters (few or all) with values anywhere in their ranges."""
    share = dice.choice((0.05, 0.2, 0.5, 1.0))
    drawn = {
        name: parameter.human(value(dice, parameter))
        for name, parameter in PARAMETERS.items()
        if dice.random() < share
    }
    if int(drawn.get("easy_larvae", 0)) > 20:
        drawn["easy_larvae"] = 20  # with the most larvae and ants just what the most cubes allow
    if cubes_needed(drawn) > int(drawn.get("cubes", 36)):
        drawn["cubes"] = cubes_needed(drawn)
    return {**drawn, "rounds": dice.randrange(1, 4), "decisions_most": DECISIONS}


def cubes_needed(drawn: dict[str, Any]) -> int:
    """The number of cubes needed for the larvae and ants at the start, with any number of players."""

    def number(name: str) -> int:
        return int(drawn.get(name, PARAMETERS[name].default))

    starts = [
        number(in_force("starting_larvae", players)) + number(in_force("starting_ants", players))
        for players in (0, *BY_PLAYERS)
    ]
    return max(starts) + (number("easy_larvae") if drawn.get("difficulty") == "easy" else 0)


def value(dice: Random, parameter: Parameter) -> int:
    """A value for a parameter, often at an end of its range, often near its default, or anywhere."""
    low, high = parameter.low, parameter.high
    near = min(high, max(low, parameter.default + dice.choice((-1, 1))))
    return dice.choice((low, high, near, near, dice.randint(low, high)))


def amount(dice: Random, low: int, high: int) -> int:
    """A random amount, mostly small and sometimes as large as it may be."""
    return dice.choice((low, low + 1, min(high, low + 3), dice.randint(low, min(high, low + 9)), high))


def changed_card(dice: Random, card: CardData) -> dict[str, Any]:
    """Random changes to a shipped card."""
    entry: dict[str, Any] = {}
    if dice.random() < 0.2:
        entry["enabled"] = False
    if dice.random() < 0.5:
        entry["cost"] = dice.choice((0, 1, 2, 3, 4, dice.randint(0, COST_MOST)))
        entry["payment"] = dice.choice(PAYMENTS)
    if dice.random() < 0.5:
        entry["ferocity"] = dice.choice((0, 1, 6, FEROCITY_MOST))
    if card.amounts and dice.random() < 0.7:
        entry["amounts"] = {
            name: amount(dice, *amount_range(card.id, card.kind, name)) for name in card.amounts
        }
    return entry


def new_card(dice: Random, index: int) -> dict[str, Any]:
    """A card of any kind that needs no code, with some amounts of the base set."""
    kind = dice.choice(("event", "goal", *SECTIONS))
    entry: dict[str, Any] = {
        "name": f"Wild {index}",
        "type": "evolution" if kind in SECTIONS else kind,
        "cost": dice.choice((0, 1, 2, 3)),
        "payment": dice.choice(PAYMENTS),
        "ferocity": dice.randrange(6),
        "amounts": {
            name: amount(dice, *amount_range("", kind, name)) for name in BASE[kind] if dice.random() < 0.3
        },
    }
    if kind in SECTIONS:
        entry["section"] = kind
    return entry


def changed_tile(dice: Random, tile: TileData) -> dict[str, Any]:
    """Random changes to a tile."""
    entry: dict[str, Any] = {}
    if dice.random() < 0.2:
        entry["enabled"] = False
    if dice.random() < 0.5:
        entry["sites"] = "".join(dice.choices(LETTERS, k=dice.randint(1, SITES_MOST)))
        entry["sites"] = " ".join(entry["sites"])
    if dice.random() < 0.5:
        entry["tunnels"] = random_edges(dice)
    if dice.random() < 0.3:
        entry["icon"] = dice.choice(ICONS)
    if dice.random() < 0.3:
        entry["group"] = dice.choice(GROUPS)
    if tile.amounts and dice.random() < 0.7:
        number = str(tile.number)
        entry["amounts"] = {name: amount(dice, *amount_range(number, "tile", name)) for name in tile.amounts}
    return entry
