"""Every number of the rules is a parameter that files can set; a bad value is told what would be right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from marchsim.errors import RulesError
from marchsim.games.march.rules.parameters import BOOK, CHAPTERS, PARAMETERS
from marchsim.games.march.rules.variant import PRESETS
from marchsim.tabletop.rules.overlays import rules_of
from marchsim.tabletop.rules.parameters import Parameter

# The standard game, as the rulebook and our rulings have it.
STANDARD = """
rounds=4 cubes=36 starting_larvae=5 starting_larvae_two=3 starting_larvae_solo=3 starting_ants=1
starting_ants_two=3 starting_ants_solo=3 starting_food=2 starting_cards=2 starting_cards_solo=4
food_seat_0=0 food_seat_1=0 food_seat_2=0 food_seat_3=0 food_seat_4=0
larvae_seat_0=0 larvae_seat_1=0 larvae_seat_2=0 larvae_seat_3=0 larvae_seat_4=0
cards_seat_0=0 cards_seat_1=0 cards_seat_2=0 cards_seat_3=0 cards_seat_4=0
tunnel_side=front tunnel_side_two=reverse tunnel_side_solo=reverse opening_hexes=0 opening_hexes_two=2
opening_hexes_solo=1 starting_hexes=2 beyond_hexes=3 beyond_hexes_five=5 food_tokens=0 tokens=15
explore_cost=1 explore_moves_from=origin beyond_timing=after explore_reaction_larvae=1 march_cost=1
march_steps=5 march_reaction_steps=1 forage_cost=1 forage_cards=2 forage_reaction_larvae=1
play_reaction_cards=1 body_points=3 goals_most=2 head_strength=1 thorax_steps=1 abdomen_feeds=1
rest_larvae=1 rest_food=1 resting_players=2 resting_players_two=1 resting_players_five=3 final_turn=False
final_turn_two=True last_rest_bonus_larvae=0 neighbours_react_from=5
lone_survivor=True defender_wins_ties=True winner_loss_divisor=2 battle_cards=1 battle_points=1
heads_outside_soldier=True centipede_food=1 centipede_points=1 centipede_loss_divisor=2 centipede_cards=2
site_food=1 site_larva=1 site_double_larvae=2 site_card=1 site_point=1 feed_rate=4 unfed_larvae=1
decree_food=2 decree_larvae=5 rounds_without_decree=1 inner_points=1 inner_connected=none
inner_connected_two=edge
end_most=3 end_tied=1 tie_at_zero=True final_tie=ants_then_share decisions_most=20000
species=common species_seat_0=open species_seat_1=open species_seat_2=open species_seat_3=open
species_seat_4=open species_decree_food=2 species_decree_larvae=4 species_bonus_lost=caste dance_cost=1
dance_reaction_larvae=1 journey_cost=1 journey_hexes=2 journey_reaction_larvae=1 journey_reaction_steps=1
infertile_double_larvae=1 genes_cost=1 genes_free_plays=1 enlightened_points=1 raid_cost=1 raid_steps=3
raid_reaction_cards=1 raider_starting_cards=1
horde=False difficulty=normal easy_larvae=3 hard_fewer_cards=2 horde_last_card=False
horde_last_card_solo=True horde_places=random rampage_strength=1 march_to_battle=False
horde_slumber_points=1 horde_battle_points=1 horde_tunnel_points=1 horde_beats=any
"""


def laid(table: Any) -> dict[str, Any]:
    """Return the standard values with a table over them."""
    return BOOK.standard().overlaid("mine.toml", table).human()


def test_the_standard_game_has_the_numbers_of_the_rulebook() -> None:
    assert [f"{name}={value}" for name, value in BOOK.standard().human().items()] == STANDARD.split()


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
def test_a_parameter_says_what_it_means_and_for_which_rules(parameter: Parameter) -> None:
    """Rule numbers are well formed; rulings say so; the default is within range."""
    assert parameter.low <= parameter.default <= parameter.high
    assert parameter.meaning and not parameter.meaning.endswith(".")
    assert all(re.fullmatch(r"[A-Z]{3}-\d\d", rule) for rule in parameter.rules)
    assert bool(parameter.rules) == (parameter.source != "program")
    assert len(parameter.choices) == (parameter.high + 1 if parameter.type == "choice" else 0)


def test_every_parameter_stands_in_one_chapter() -> None:
    assert [parameter.name for chapter in CHAPTERS.values() for parameter in chapter] == list(PARAMETERS)


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
def test_every_value_within_range_can_be_set_and_none_outside(parameter: Parameter) -> None:
    """Both ends are allowed with all other defaults; one step beyond is not."""
    extra = {"cubes": 60} if parameter.name == "starting_larvae" else {}
    for value in (parameter.low, parameter.default, parameter.high):
        human = parameter.human(value)
        assert laid({**extra, parameter.name: human})[parameter.name] == human
    for beyond in (parameter.low - 1, parameter.high + 1) if parameter.type == "int" else (5, "flase"):
        with pytest.raises(RulesError, match=parameter.name):
            laid({parameter.name: beyond})


def test_a_choice_is_its_index_and_a_flag_is_0_or_1() -> None:
    rules = BOOK.standard().overlaid("mine.toml", {"inner_connected": "path", "lone_survivor": False})
    assert (rules.values["inner_connected"], rules.values["lone_survivor"]) == (2, 0)
    assert all(type(value) is int for value in rules.values.values())


def test_each_value_knows_where_it_comes_from() -> None:
    rules = rules_of(BOOK, PRESETS, "first-game").overlaid("mine.toml", {"march_steps": 6, "rounds": 4})
    assert rules.origins["march_steps"] == rules.origins["rounds"] == "mine.toml"
    assert rules.origins["beyond_hexes"] == "preset first-game"
    assert (rules.origins["body_points"], rules.origins["tie_at_zero"]) == ("rulebook", "ruling")
    assert rules.changed() == ["beyond_hexes", "beyond_hexes_five", "march_steps"]


@pytest.mark.rule("SET-05")
def test_a_first_game_has_no_beyond_the_meadow_hexes() -> None:
    values = rules_of(BOOK, PRESETS, "first-game").values
    assert values["beyond_hexes"] == values["beyond_hexes_five"] == 0
    assert rules_of(BOOK, PRESETS, "standard") == BOOK.standard()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_bears_its_name_and_resolves(name: str) -> None:
    assert PRESETS[name].name == name
    assert set(rules_of(BOOK, PRESETS, name).changed()) == set(PRESETS[name].rules)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"march_stepz": 5}, "[rules] there is no rule march_stepz"),
        ({"march_stepz": 5}, "Did you mean 'march_steps'"),
        ({"march_steps": 0}, "[rules] march_steps must be a whole number from 1 to 20, not 0."),
        ({"march_steps": 21}, "[rules] march_steps must be a whole number from 1 to 20, not 21."),
        ({"march_steps": 5.0}, "must be a whole number from 1 to 20, not 5.0."),
        ({"march_steps": True}, "must be a whole number from 1 to 20, not True."),
        ({"march_steps": "5"}, "must be a whole number from 1 to 20, not '5'."),
        ({"march_steps": [5]}, "not [5]."),
        ({"lone_survivor": 1}, "[rules] lone_survivor must be true or false, not 1."),
        ({"final_tie": "shared"}, 'must be one of "ants_then_share", "share", not \'shared\'.'),
        ({"final_tie": "shared"}, "Did you mean 'share'"),
        ({"inner_connected": 1}, 'must be one of "none", "edge", "path", not 1.'),
        ({"a\nb": 1}, r"[rules] there is no rule 'a\nb'"),
        ({"cubes": 10, "starting_larvae": 10}, "need more than the 10 cubes of a player"),
        ({"cubes": 10, "starting_larvae_two": 8}, "starting_larvae_two = 8 and starting_ants_two = 3 need"),
        ({"cubes": 10, "starting_ants_solo": 8}, "starting_ants_solo = 8 need more than the 10 cubes"),
        ({"cubes": 12, "difficulty": "easy", "easy_larvae": 7}, "starting_ants = 1 and easy_larvae = 7 need"),
        (3, "[rules] must be a table, not 3."),
        ({"rounds": "x" * 500}, "xxx..."),
    ],
)
def test_a_bad_value_is_told_where_and_what(table: Any, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        laid(table)
    words = str(caught.value)
    assert words.startswith("mine.toml: [rules]") and message in words
    assert words.isprintable() and len(words) < 300


def test_an_unknown_preset_is_told_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"preset 'firstgame' is unknown; .* Did you mean 'first-game'"):
        rules_of(BOOK, PRESETS, "firstgame")
