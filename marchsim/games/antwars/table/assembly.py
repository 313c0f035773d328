"""The conversion of a checked variant to the data of the engine: rules, boards, panels and animals."""

from __future__ import annotations

from dataclasses import dataclass, field

from marchsim.games.antwars.components.data import Species, diet_mask
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.state import Animals, Panel
from marchsim.games.antwars.rules.ruleset import Ruleset
from marchsim.games.antwars.rules.variant import AntWarsVariant
from marchsim.games.antwars.words import MAJOR, MINOR, PIECES, QUEEN, TYPES
from marchsim.kernel.compat import i64


@dataclass
class Assembly:
    """The data that all games of a variant share, converted for the engine."""

    variant: AntWarsVariant
    rules: Ruleset
    panels: list[Panel]
    animals: Animals
    boards: dict[int, Board] = field(default_factory=dict)

    def board(self, players: int) -> Board:
        """The boards for a number of players."""
        if players not in self.boards:
            parts, layout = self.variant.components, self.variant.layouts[players]
            self.boards[players] = Board(players, parts.areas(layout), parts.exits(layout))
        return self.boards[players]


def assemble(variant: AntWarsVariant) -> Assembly:
    """The data that all games of a variant share."""
    rules = Ruleset(variant.rules.values)
    panels = [panel(at, one, rules) for at, one in enumerate(variant.components.species.values())]
    return Assembly(variant, rules, panels, animals(variant))


def panel(number: int, species: Species, rules: Ruleset) -> Panel:
    """The panel of a species, with its traits as numbers."""
    made, numbers = Panel(number, species.name), species.numbers
    made.queens, made.minors, made.majors = numbers["queens"], numbers["minors"], numbers["majors"]
    for kind, name in ((MINOR, "minor_life"), (MAJOR, "major_life"), (QUEEN, "queen_life")):
        made.life[kind] = numbers[name]
    made.pupae_tiles, made.leaves = numbers["pupae_tiles"], numbers["mushroom_leaves"]
    made.stored = PIECES.index(species.stored)
    made.minor_cost, made.minors_for_it = numbers["minor_cost"], numbers["minors_for_it"]
    made.major_cost = numbers["major_cost"]
    made.pupae_minor_cost, made.pupa_major_cost = numbers["pupae_minor_cost"], numbers["pupa_major_cost"]
    traits, eaten = species.traits, diet_mask(species)
    made.harvests = int("mushroom-harvesters" in traits)
    made.raid_steps = rules.raid_steps if "raid" in traits else i64(0)
    made.aphid_sugar = rules.aphid_sugar if "aphids" in traits else i64(0)
    seed_worth = rules.seed_worth if "granaries" in traits else i64(1)
    for piece in range(TYPES):
        made.eats[piece] = eaten >> piece & 1
        made.worth[piece] = made.value(piece, seed_worth, rules.payment == 1)
    return made


def animals(variant: AntWarsVariant) -> Animals:
    """The animals of a variant."""
    found, known = Animals(), variant.components.animals
    spider, gloomy = known["spider"].numbers, known["gloomy"].numbers
    minor, major = known["pupa-minor"].numbers, known["pupa-major"].numbers
    found.spider_dice, found.spider_life = spider["dice"], spider["life"]
    found.spider_protein = spider["protein"]
    found.gloomy_life, found.gloomy_protein = gloomy["life"], gloomy["protein"]
    found.minor_life, found.minor_protein = minor["life"], minor["protein"]
    found.major_life, found.major_protein = major["life"], major["protein"]
    return found
