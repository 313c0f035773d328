"""The overlay key `beyond`: what it stands for, and what is wrong with a bad one (games: test_rules_long)."""

from __future__ import annotations

from typing import Any

import pytest

from marchsim.errors import ComponentsError
from marchsim.games.march.rules.variant import resolve

KNOWN = (
    "there are Abandoned Spider's Lair (21), Ant Lion Den (22), Nest of Centipedes (23), Hidden Spring (24)"
)


@pytest.mark.rule("SET-05")
def test_a_number_sets_how_many_are_drawn_with_every_number_of_players() -> None:
    made = resolve("a", "", [("mine.toml", {"beyond": 2})])
    assert (made.rules["beyond_hexes"], made.rules["beyond_hexes_five"]) == (2, 2)
    assert made.origins["beyond_hexes"] == made.origins["beyond_hexes_five"] == "mine.toml"
    assert (
        made.fingerprint
        == resolve("b", "", [("x", {"rules": {"beyond_hexes": 2, "beyond_hexes_five": 2}})]).fingerprint
    )


@pytest.mark.rule("SET-05", "LNG-03")
def test_names_and_numbers_enable_exactly_these() -> None:
    """A later overlay may name others; the order does not matter, and no provenance changes."""
    made = resolve(
        "a",
        "long",
        [("x", {"beyond": ["Hidden Spring", 22]}), ("y", {"beyond": [25, "ant-lion den", "22"][:2]})],
    )
    assert [tile.number for tile in made.components.pile("beyond")] == [22, 25]
    assert made.rules["beyond_hexes"] == made.rules["beyond_hexes_five"] == 2
    one, two = (resolve("a", "", [("x", {"beyond": names})]) for names in ([24, 22], ["ANT LION DEN", "24"]))
    assert one.fingerprint == two.fingerprint
    assert one.provenance()["design"] == 0


def test_names_are_those_of_the_overlay_itself() -> None:
    """A hex that the same file renames or puts into the group is found by what it is called there."""
    tiles = {"9": {"group": "beyond"}, "24": {"name": "Old Well"}}
    made = resolve("a", "", [("x", {"beyond": ["old well", "Dry Seep"], "tiles": tiles})])
    assert [tile.number for tile in made.components.pile("beyond")] == [9, 24]


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"beyond": 6}, "beyond: must be a whole number from 0 to 5, not 6."),
        ({"beyond": -1}, "beyond: must be a whole number from 0 to 5, not -1."),
        (
            {"beyond": True},
            'beyond: must be a number from 0 to 5, or a list such as ["Hidden Spring", 22], not True.',
        ),
        ({"beyond": "Hidden Spring"}, "or a list such as [\"Hidden Spring\", 22], not 'Hidden Spring'."),
        ({"beyond": {"a": 1}}, "or a list such as"),
        ({"beyond": ["Hiden Sprin"]}, f"beyond: 'Hiden Sprin' is no Beyond the Meadow hex; {KNOWN}"),
        ({"beyond": ["Hiden Sprin"]}, "Did you mean 'Hidden Spring'?"),
        ({"beyond": ["Soil"]}, "beyond: 'Soil' is no Beyond the Meadow hex;"),
        ({"beyond": [9]}, "beyond: 9 is no Beyond the Meadow hex;"),
        ({"beyond": [22.0]}, "beyond: 22.0 is no Beyond the Meadow hex;"),
        ({"beyond": [["x"]]}, "beyond: ['x'] is no Beyond the Meadow hex;"),
        ({"beyond": [22, "Ant Lion Den"]}, "beyond: names Ant Lion Den (22) twice."),
        ({"beyond": [21, 22, 23, 24, 25, 25]}, "or a list such as"),
        (
            {"beyond": 2, "rules": {"beyond_hexes": 2}},
            "beyond: says how many hexes there are, and so does [rules] beyond_hexes",
        ),
        (
            {"beyond": [22], "rules": {"beyond_hexes_five": 2}},
            "and so does [rules] beyond_hexes_five; take one.",
        ),
        (
            {"beyond": 5, "tiles": {"21": {"enabled": False}}},
            "beyond: asks for 5 hexes, and 4 are enabled; name those",
        ),
        ({"beyound": 5}, "unknown key 'beyound'"),
        ({"beyound": 5}, "Did you mean 'beyond'?"),
    ],
)
def test_a_bad_beyond_is_told_where_and_what(overlay: dict[str, Any], message: str) -> None:
    with pytest.raises(Exception) as caught:
        resolve("a", "", [("mine.toml", overlay)])
    assert isinstance(caught.value, ComponentsError) or "unknown key" in str(caught.value)
    words = str(caught.value)
    assert words.startswith("mine.toml: ") and message in words and words.isprintable()


def test_a_number_after_names_draws_from_those_named() -> None:
    """More than are left is an error, so that nobody plays with fewer unawares."""
    named = ("x", {"beyond": [22, 24]})
    made = resolve("a", "", [named, ("y", {"beyond": 1})])
    assert made.rules["beyond_hexes"] == 1 and len(made.components.pile("beyond")) == 2
    with pytest.raises(ComponentsError, match="y: beyond: asks for 3 hexes, and 2 are enabled"):
        resolve("a", "", [named, ("y", {"beyond": 3})])
