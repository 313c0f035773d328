"""Species, animals, boards and layouts as plain data: numbers and their sources.

`loader` makes these objects from the package's files and applies overlays to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from marchsim.games.antwars.words import PIECES

TRAITS = {
    "polygyny": "it has two Queens",
    "tiny": "its ants have half life",
    "mushroom-harvesters": "it may place Mushroom tiles, on which leaves become mushrooms",
    "granaries": "a seed pays for more than one piece",
    "raid": "after an Exploration into an area without threats its ants may explore on",
    "big-heads": "its Majors are cheap",
    "aphids": "sugar is left in a foraging area with its ants at the start of its turns",
}

# Field of a species -> its range
NUMBERS: Mapping[str, tuple[int, int]] = {
    "queens": (1, 4),
    "minor_life": (1, 99),
    "major_life": (1, 99),
    "queen_life": (1, 99),
    "minors": (0, 30),
    "majors": (0, 30),
    "pupae_tiles": (1, 3),
    "mushroom_leaves": (0, 10),
    "minor_cost": (0, 9),
    "minors_for_it": (1, 9),
    "major_cost": (0, 9),
    "pupae_minor_cost": (0, 9),
    "pupa_major_cost": (0, 9),
}
SPECIES_FIELDS = ("name", *NUMBERS, "stored", "diet", "traits")
ANIMAL_NUMBERS: Mapping[str, tuple[int, int]] = {"dice": (0, 9), "life": (1, 99), "protein": (0, 24)}
ANIMAL_FIELDS = ("name", *ANIMAL_NUMBERS)
LAYOUT_FIELDS = ("boards", "exits")


@dataclass(frozen=True)
class Species:
    """A species. `numbers` has its values (NUMBERS). In the set-up, it stores pieces of type `stored`."""

    id: str
    name: str
    numbers: Mapping[str, int]
    stored: str
    diet: tuple[str, ...]
    traits: tuple[str, ...]
    provenance: Mapping[str, str] = field(default_factory=dict)

    def facts(self) -> list[str]:
        """The provenance of each fact: the numbers, the pieces of the set-up, the diet, and the traits."""
        return [self.provenance[name] for name in SPECIES_FIELDS if name != "name"]

    def plain(self) -> dict[str, object]:
        """The species as plain data."""
        listed = {"stored": self.stored, "diet": list(self.diet), "traits": list(self.traits)}
        return {"name": self.name, **self.numbers, **listed}


@dataclass(frozen=True)
class Animal:
    """A spider, a Gloomy or a pupa: its dice, its life, and the protein that it leaves when it dies."""

    id: str
    name: str
    numbers: Mapping[str, int]
    provenance: Mapping[str, str] = field(default_factory=dict)

    def facts(self) -> list[str]:
        """The provenance of each number."""
        return [self.provenance[name] for name in ANIMAL_NUMBERS]


@dataclass(frozen=True)
class Board:
    """A foraging board. Its hexes are in axial coordinates, in the order of their numbers."""

    id: str
    hexes: tuple[tuple[int, int], ...]
    provenance: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Laid:
    """A board on the table, turned clockwise by `turn` sixths of a circle and then moved by `at`."""

    board: str
    at: tuple[int, int]
    turn: int


@dataclass(frozen=True)
class Layout:
    """The boards for one number of players, and the exit of each seat: (board number from 1, q, r)."""

    boards: tuple[Laid, ...]
    exits: tuple[tuple[int, int, int], ...]
    provenance: Mapping[str, str] = field(default_factory=dict)

    def plain(self) -> dict[str, object]:
        """The layout as plain data."""
        laid = [{"board": one.board, "at": list(one.at), "turn": one.turn} for one in self.boards]
        return {"boards": laid, "exits": [list(one) for one in self.exits]}


@dataclass(frozen=True)
class Components:
    """All components that the rules use. Layouts are keyed by name, then by number of players."""

    species: Mapping[str, Species]
    animals: Mapping[str, Animal]
    boards: Mapping[str, Board]
    layouts: Mapping[str, Mapping[int, Layout]]

    def changed(self, **parts: Mapping[str, object]) -> Components:
        """A copy of the components with some parts replaced."""
        return replace(self, **parts)  # type: ignore[arg-type]

    @property
    def titles(self) -> dict[str, str]:
        """The names of the species by id."""
        return {name: one.name for name, one in self.species.items()}

    def areas(self, layout: Layout) -> list[tuple[int, int]]:
        """The axial coordinates of each foraging area of a layout, in the order of area numbers."""
        return [placed(hexed, laid) for laid in layout.boards for hexed in self.boards[laid.board].hexes]

    def exits(self, layout: Layout) -> list[int]:
        """The number of the exit area of each seat."""
        found = []
        for board, q, r in layout.exits:
            before = sum(len(self.boards[one.board].hexes) for one in layout.boards[: board - 1])
            found.append(before + self.boards[layout.boards[board - 1].board].hexes.index((q, r)))
        return found


def placed(at: tuple[int, int], laid: Laid) -> tuple[int, int]:
    """The axial coordinates, on the table, of the hex `at` of a board that has been laid."""
    q, r = at
    for _ in range(laid.turn):
        q, r = -r, q + r
    return q + laid.at[0], r + laid.at[1]


def diet_mask(species: Species) -> int:
    """The diet of a species as a bit mask: one bit for each type of piece."""
    return sum(1 << PIECES.index(word) for word in species.diet)
