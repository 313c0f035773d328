"""The ruleset of the engine: one typed attribute for each parameter of the rules.

`parameters.BOOK` has the names, ranges and meanings. Compiled code needs attributes that are known at compile
time, so this module repeats each name. Importing it raises an error if a parameter has no attribute.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.games.antwars.rules.parameters import MINORS_SEAT, PARAMETERS, PIECES_SEAT, SEATS
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.rules.parameters import refuse_gaps

SIDES = 6  # of an Ant Wars die


class Ruleset:
    """Every parameter of the rules as a number. A flag is 0 or 1, and a choice is its index."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.upkeep: i64 = values["upkeep"]
        self.decisions_most: i64 = values["decisions_most"]
        self.layout: i64 = values["layout"]
        self.breach: i64 = values["breach"]
        self.siege_holds: i64 = values["siege_holds"]
        self.dice_minor: i64 = values["dice_minor"]
        self.dice_major: i64 = values["dice_major"]
        self.dice_queen: i64 = values["dice_queen"]
        self.payment: i64 = values["payment"]
        self.minors: i64 = values["minors"]
        self.majors: i64 = values["majors"]
        self.seed_worth: i64 = values["seed_worth"]
        self.raid_steps: i64 = values["raid_steps"]
        self.aphid_sugar: i64 = values["aphid_sugar"]
        self.species_choice: i64 = values["species_choice"]
        self.nest_place: i64 = values["nest_place"]
        self.start_pieces: i64 = values["start_pieces"]
        self.first_player: i64 = values["first_player"]
        self.actions: i64 = values["actions"]
        self.territory: i64 = values["territory"]
        self.locked: i64 = values["locked"]
        self.queenless: i64 = values["queenless"]
        self.search_tiles: i64 = values["search_tiles"]
        self.pheromones_by: i64 = values["pheromones_by"]
        self.pheromone_ends: i64 = values["pheromone_ends"]
        self.pupae_stop: i64 = values["pupae_stop"]
        self.stores_stop: i64 = values["stores_stop"]
        self.loads_along: i64 = values["loads_along"]
        self.search_dice: i64 = values["search_dice"]
        self.foraging_factor: i64 = values["foraging_factor"]
        self.gloomy_faces: i64 = values["gloomy_faces"]
        self.spider_faces: i64 = values["spider_faces"]
        self.pieces: i64 = values["pieces"]
        self.forage_scope: i64 = values["forage_scope"]
        self.carry_minor: i64 = values["carry_minor"]
        self.carry_major: i64 = values["carry_major"]
        self.carry_queen: i64 = values["carry_queen"]
        self.loot: i64 = values["loot"]
        self.unload: i64 = values["unload"]
        self.pantry_room: i64 = values["pantry_room"]
        self.mushrooms_pay: i64 = values["mushrooms_pay"]
        self.mushrooms_per_leaf: i64 = values["mushrooms_per_leaf"]
        self.mushroom_tile_stays: i64 = values["mushroom_tile_stays"]
        self.supply_gloomy: i64 = values["supply_gloomy"]
        self.supply_spider: i64 = values["supply_spider"]
        self.gallery_means: i64 = values["gallery_means"]
        self.dig_where: i64 = values["dig_where"]
        self.gallery_cost: i64 = values["gallery_cost"]
        self.pantry_cost: i64 = values["pantry_cost"]
        self.tile_with_pupae: i64 = values["tile_with_pupae"]
        self.supply_gallery: i64 = values["supply_gallery"]
        self.supply_pantry: i64 = values["supply_pantry"]
        self.supply_pupae_minor: i64 = values["supply_pupae_minor"]
        self.supply_pupa_major: i64 = values["supply_pupa_major"]
        self.supply_mushroom: i64 = values["supply_mushroom"]
        self.pupae_minor_per_area: i64 = values["pupae_minor_per_area"]
        self.pupae_major_per_area: i64 = values["pupae_major_per_area"]
        self.lay: i64 = values["lay"]
        self.lay_reach: i64 = values["lay_reach"]
        self.pupae_per_queen: i64 = values["pupae_per_queen"]
        self.queenless_hatch: i64 = values["queenless_hatch"]
        self.pupae_fight: i64 = values["pupae_fight"]
        self.dice_most: i64 = values["dice_most"]
        self.spider_aim: i64 = values["spider_aim"]
        self.gloomy_flight: i64 = values["gloomy_flight"]
        self.ant_protein: i64 = values["ant_protein"]
        self.recover: i64 = values["recover"]
        self.queen_heals: i64 = values["queen_heals"]
        self.rounds: i64 = values["rounds"]
        self.cap_win: i64 = values["cap_win"]
        self.strength: i64 = values["strength"]
        self.famine: i64 = values["famine"]
        self.famine_life: i64 = values["famine_life"]
        self.dice_faces: Final = faces(values)
        self.pieces_seat: Final = by_seat(values, PIECES_SEAT)
        self.minors_seat: Final = by_seat(values, MINORS_SEAT)


def faces(values: Mapping[str, int]) -> vec[i64]:
    """The faces of an Ant Wars die, in order."""
    each = [values[f"dice_face_{side + 1}"] for side in range(SIDES)]
    return vec[i64](each)


def by_seat(values: Mapping[str, int], prefix: str) -> vec[i64]:
    """The value of a parameter for each seat, given the common prefix of the names."""
    each = [values[f"{prefix}{seat}"] for seat in range(SEATS)]
    return vec[i64](each)


LISTED = ("dice_face_", PIECES_SEAT, MINORS_SEAT)
PLAIN = [name for name in PARAMETERS if not name.startswith(LISTED)]
refuse_gaps("Ruleset (rules/ruleset.py)", Ruleset, PARAMETERS, PLAIN)
