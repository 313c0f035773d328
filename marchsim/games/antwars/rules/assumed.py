"""The assumed numbers of the components, their plausible ranges (kernel.numbers), and overlays to fill in.

A new overlay file changes nothing, because each line with a value is a comment until you remove its `#`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from marchsim.games.antwars.components.data import ANIMAL_NUMBERS, NUMBERS, Species
from marchsim.games.antwars.rules.parameters import BOOK, PARAMETERS
from marchsim.games.antwars.rules.variant import AntWarsVariant
from marchsim.games.antwars.words import PIECES
from marchsim.kernel.numbers import ASSUMED, CHOICE, DEALT, NUMBER, ComponentNumber
from marchsim.tabletop.rules import overlays

PRIORS: Mapping[str, Mapping[str, Any]] = {
    "cost": {"spread": 1, "low": 1, "high": 4},  # never free
    "life": {"spread": 1, "relative": 0.1},
    "start": {"spread": 1},
    "trait": {"spread": 1, "low": 1},
    "tiles": {"spread": 0},  # several are Polygyny's, as several Queens are
    "queens": {"spread": 0},
    "stored": {},
    "diet": {"redeal": "no"},
    "traits": {"redeal": "no"},
    "animals": {"spread": 1},
}
KINDS = {
    "minors": "start", "majors": "start", "mushroom_leaves": "start",
    "pupae_tiles": "tiles", "queens": "queens",
    "minor_life": "life", "major_life": "life", "queen_life": "life",
}  # fmt: skip
TRAITS = ("seed_worth", "raid_steps", "aphid_sugar")  # rules by which a trait is as strong as it is


def numbers(variant: AntWarsVariant) -> tuple[ComponentNumber, ...]:
    """All numbers of species, animals and traits. Boards and layouts have no such numbers."""
    parts = variant.components
    species = (one for own in parts.species.values() for one in _species(own))
    animals = (
        ComponentNumber(
            ("animals", own.id, name), f"animals.{own.id}", "animals", "animals", NUMBER, value,
            own.provenance[name], *ANIMAL_NUMBERS[name],
        )
        for own in parts.animals.values()
        for name, value in own.numbers.items()
    )  # fmt: skip
    return (*species, *animals, *_traits(variant))


def _species(own: Species) -> Iterator[ComponentNumber]:
    item = f"species.{own.id}"

    def fact(name: str, kind: str, form: str, value: object, **more: Any) -> ComponentNumber:
        path = ("species", own.id, name)
        return ComponentNumber(
            path, item, kind, f"{kind}.{own.id}", form, value, own.provenance[name], **more
        )

    for name, value in own.numbers.items():
        low, high = NUMBERS[name]
        if name == "mushroom_leaves" and "mushroom-harvesters" not in own.traits:
            high = 0  # only they start with leaves
        yield fact(name, KINDS.get(name, "cost"), NUMBER, value, low=low, high=high)
    yield fact("stored", "stored", CHOICE, own.stored, options=PIECES)
    yield fact("diet", "diet", DEALT, list(own.diet), pool="diet")
    yield fact("traits", "traits", DEALT, list(own.traits), pool="traits")


def _traits(variant: AntWarsVariant) -> Iterator[ComponentNumber]:
    for name in TRAITS:
        value, known = variant.rules.values[name], PARAMETERS[name]
        source = ASSUMED if value == known.default else "design"
        yield ComponentNumber(
            ("rules", name), "rules", "trait", "trait", NUMBER, value, source, known.low, known.high
        )


# Overlay files to fill in: every assumed number of the components, or every parameter of the rules
_ASSUMED = """\
# Numbers and names of Ant Wars that are assumed: the pictures of its rulebook are lost. If you own the
# box, take away the '#' of a line and put what is printed there (where we guessed right, leave it: it then
# counts as printed).
# Use it with --rules, for example: marchsim components --game antwars --rules THIS-FILE
provenance = "printed"
"""
_RULES = """\
# An overlay of the rules of Ant Wars: take away the '#' of a line and change its value. Use it with --rules.
# It may also change species and animals, and draw boards and layouts anew:
#   [species.lasius]
#   minors = 5
#   [animals.spider]
#   life = 15
#   [boards.small]
#   hexes = [[0, 0], [1, 0], [0, 1]]
#   [layouts.standard.2]
#   boards = [{ board = "small", at = [0, 0], turn = 0 }]
#   exits = [[1, 0, 0], [1, 0, 1]]
"""


def assumed_overlay(variant: AntWarsVariant, keys: Collection[str] | None = None) -> str:
    """An overlay file that lists the assumed numbers of the variant's components as comments.

    If `keys` is given (such as `species.lasius.minors`, `rules.seed_worth`), it lists only those numbers.
    """
    found = variant.resolved()
    blocks = [_ASSUMED]
    if keys is not None:
        rules = {name: found["rules"][name] for name in TRAITS}
        blocks.append(overlays.assumed_block("rules", rules, dict.fromkeys(TRAITS, ASSUMED), keys))
    blocks += [_block(f"species.{key}", one, keys) for key, one in found["species"].items()]
    blocks += [_block(f"animals.{key}", one, keys) for key, one in found["animals"].items()]
    if keys is not None:
        return "\n".join(block for block in blocks if block)
    blocks += [_block(f"boards.{key}", one) for key, one in found["boards"].items()]
    blocks += [
        _block(f"layouts.{name}.{players}", one)
        for name, table in found["layouts"].items()
        for players, one in table.items()
    ]
    return "\n".join(block for block in blocks if block)


def rules_overlay(variant: AntWarsVariant) -> str:
    """An overlay file that lists all parameters of the rules as comments."""
    return overlays.rules_overlay(BOOK, _RULES, variant.preset, variant.rules.values)


def _block(table: str, entry: Mapping[str, Any], keys: Collection[str] | None = None) -> str:
    """The block of a component, or '' if none of its values (among `keys`, if given) is assumed."""
    values = {key: value for key, value in entry.items() if key != "provenance"}
    return overlays.assumed_block(table, values, entry["provenance"], keys)
