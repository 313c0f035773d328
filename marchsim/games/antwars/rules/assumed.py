"""The assumed numbers of the components, with their plausible ranges (kernel.assumed)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marchsim.games.antwars.components.data import ANIMAL_NUMBERS, NUMBERS, Species
from marchsim.games.antwars.rules.parameters import PARAMETERS
from marchsim.games.antwars.rules.variant import AntWarsVariant
from marchsim.games.antwars.words import PIECES
from marchsim.kernel.assumed import ASSUMED, CHOICE, DEALT, NUMBER, ComponentNumber

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
    """All numbers of species, animals and traits. Boards and layouts have none."""
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
