"""The rules in the engine's form: a typed attribute for each parameter.

Names, ranges and meanings are in `parameters.PARAMETERS`. A `Ruleset` is made from a variant for one number
of players, so a game need not consider that number again. Compiled code must know attributes when it is
compiled, so this module repeats each name (D-85). Loading the module fails if a parameter lacks an attribute,
or an attribute a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.games.march.rules.parameters import (
    BY_SEAT,
    CARDS_SEAT,
    FOOD_SEAT,
    LARVAE_SEAT,
    PARAMETERS,
    SPECIES_SEAT,
    in_force,
    own_of,
)
from marchsim.games.march.words import SEATS
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.rules.parameters import refuse_gaps


class Ruleset:
    """All parameters of the rules as numbers. A flag is 0 or 1, and a choice is the index of its value."""

    def __init__(self, table: Mapping[str, int], players: int) -> None:
        values = {name: table[in_force(name, players)] for name in table}
        self.players: i64 = players
        self.rounds: i64 = values["rounds"]
        self.cubes: i64 = values["cubes"]
        self.starting_larvae: i64 = values["starting_larvae"]
        self.starting_ants: i64 = values["starting_ants"]
        self.starting_food: i64 = values["starting_food"]
        self.starting_cards: i64 = values["starting_cards"]
        self.tunnel_side: i64 = values["tunnel_side"]
        self.opening_hexes: i64 = values["opening_hexes"]
        self.starting_hexes: i64 = values["starting_hexes"]
        self.beyond_hexes: i64 = values["beyond_hexes"]
        self.food_tokens: i64 = values["food_tokens"]
        self.tokens: i64 = values["tokens"]
        self.explore_cost: i64 = values["explore_cost"]
        self.explore_moves_from: i64 = values["explore_moves_from"]
        self.beyond_timing: i64 = values["beyond_timing"]
        self.explore_reaction_larvae: i64 = values["explore_reaction_larvae"]
        self.march_cost: i64 = values["march_cost"]
        self.march_steps: i64 = values["march_steps"]
        self.march_reaction_steps: i64 = values["march_reaction_steps"]
        self.forage_cost: i64 = values["forage_cost"]
        self.forage_cards: i64 = values["forage_cards"]
        self.forage_reaction_larvae: i64 = values["forage_reaction_larvae"]
        self.play_reaction_cards: i64 = values["play_reaction_cards"]
        self.body_points: i64 = values["body_points"]
        self.goals_most: i64 = values["goals_most"]
        self.head_strength: i64 = values["head_strength"]
        self.thorax_steps: i64 = values["thorax_steps"]
        self.abdomen_feeds: i64 = values["abdomen_feeds"]
        self.rest_larvae: i64 = values["rest_larvae"]
        self.rest_food: i64 = values["rest_food"]
        self.resting_players: i64 = values["resting_players"]
        self.final_turn: i64 = values["final_turn"]
        self.last_rest_bonus_larvae: i64 = values["last_rest_bonus_larvae"]
        self.neighbours_react_from: i64 = values["neighbours_react_from"]
        self.lone_survivor: i64 = values["lone_survivor"]
        self.defender_wins_ties: i64 = values["defender_wins_ties"]
        self.winner_loss_divisor: i64 = values["winner_loss_divisor"]
        self.battle_cards: i64 = values["battle_cards"]
        self.battle_points: i64 = values["battle_points"]
        self.heads_outside_soldier: i64 = values["heads_outside_soldier"]
        self.centipede_food: i64 = values["centipede_food"]
        self.centipede_points: i64 = values["centipede_points"]
        self.centipede_loss_divisor: i64 = values["centipede_loss_divisor"]
        self.centipede_cards: i64 = values["centipede_cards"]
        self.site_food: i64 = values["site_food"]
        self.site_larva: i64 = values["site_larva"]
        self.site_double_larvae: i64 = values["site_double_larvae"]
        self.site_card: i64 = values["site_card"]
        self.site_point: i64 = values["site_point"]
        self.feed_rate: i64 = values["feed_rate"]
        self.unfed_larvae: i64 = values["unfed_larvae"]
        self.decree_food: i64 = values["decree_food"]
        self.decree_larvae: i64 = values["decree_larvae"]
        self.rounds_without_decree: i64 = values["rounds_without_decree"]
        self.inner_points: i64 = values["inner_points"]
        self.inner_connected: i64 = values["inner_connected"]
        self.end_most: i64 = values["end_most"]
        self.end_tied: i64 = values["end_tied"]
        self.tie_at_zero: i64 = values["tie_at_zero"]
        self.final_tie: i64 = values["final_tie"]
        self.decisions_most: i64 = values["decisions_most"]
        self.species: i64 = values["species"]
        self.species_decree_food: i64 = values["species_decree_food"]
        self.species_decree_larvae: i64 = values["species_decree_larvae"]
        self.species_bonus_lost: i64 = values["species_bonus_lost"]
        self.dance_cost: i64 = values["dance_cost"]
        self.dance_reaction_larvae: i64 = values["dance_reaction_larvae"]
        self.journey_cost: i64 = values["journey_cost"]
        self.journey_hexes: i64 = values["journey_hexes"]
        self.journey_reaction_larvae: i64 = values["journey_reaction_larvae"]
        self.journey_reaction_steps: i64 = values["journey_reaction_steps"]
        self.infertile_double_larvae: i64 = values["infertile_double_larvae"]
        self.genes_cost: i64 = values["genes_cost"]
        self.genes_free_plays: i64 = values["genes_free_plays"]
        self.enlightened_points: i64 = values["enlightened_points"]
        self.raid_cost: i64 = values["raid_cost"]
        self.raid_steps: i64 = values["raid_steps"]
        self.raid_reaction_cards: i64 = values["raid_reaction_cards"]
        self.raider_starting_cards: i64 = values["raider_starting_cards"]
        self.horde: i64 = values["horde"]
        self.difficulty: i64 = values["difficulty"]
        self.easy_larvae: i64 = values["easy_larvae"]
        self.hard_fewer_cards: i64 = values["hard_fewer_cards"]
        self.horde_last_card: i64 = values["horde_last_card"]
        self.horde_places: i64 = values["horde_places"]
        self.rampage_strength: i64 = values["rampage_strength"]
        self.march_to_battle: i64 = values["march_to_battle"]
        self.horde_slumber_points: i64 = values["horde_slumber_points"]
        self.horde_battle_points: i64 = values["horde_battle_points"]
        self.horde_tunnel_points: i64 = values["horde_tunnel_points"]
        self.horde_beats: i64 = values["horde_beats"]
        self.species_seat: Final = by_seat(values, SPECIES_SEAT)
        self.food_seat: Final = by_seat(values, FOOD_SEAT)
        self.larvae_seat: Final = by_seat(values, LARVAE_SEAT)
        self.cards_seat: Final = by_seat(values, CARDS_SEAT)


def by_seat(values: Mapping[str, int], prefix: str) -> vec[i64]:
    """The values of a parameter that has a value for each seat."""
    each = [values[f"{prefix}{seat}"] for seat in range(SEATS)]
    return vec[i64](each)


def with_three(values: Mapping[str, int]) -> Ruleset:
    """The ruleset for three players, whose attributes are compared with the parameters."""
    return Ruleset(values, 3)


PLAIN: Final = [name for name in PARAMETERS if own_of(name)[0] is None and not name.startswith(BY_SEAT)]
refuse_gaps("Ruleset (rules/ruleset.py)", with_three, PARAMETERS, PLAIN)
