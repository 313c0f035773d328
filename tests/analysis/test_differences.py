"""What differs between two pieces of plain data: every place, both values, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.analysis.variants.differences import ABSENT, DEEPEST, changes, lines, shown
from marchsim.games.march.rules.variant import resolve

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b"])
DATA = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=12,
)


def paths(old: Any, new: Any) -> list[tuple[str, Any, Any]]:
    """Return changes with their path in one word."""
    return [(".".join(found.path), found.old, found.new) for found in changes(old, new)]


def test_a_value_that_differs_is_named_with_both_values() -> None:
    old = {"rules": {"steps": 5, "tie": "share"}, "cards": {"swarm": {"cost": 2, "amounts": {"ants": 5}}}}
    new = {"rules": {"steps": 4, "tie": "share"}, "cards": {"swarm": {"cost": 2, "amounts": {"ants": 6}}}}
    assert paths(old, new) == [("rules.steps", 5, 4), ("cards.swarm.amounts.ants", 5, 6)]


def test_what_is_new_or_gone_is_one_change() -> None:
    """A card that is there once only is not told field by field."""
    card = {"cost": 2, "amounts": {"ants": 5}}
    assert paths({"cards": {}}, {"cards": {"swarm": card}}) == [("cards.swarm", ABSENT, card)]
    assert paths({"cards": {"swarm": card}}, {"cards": {}}) == [("cards.swarm", card, ABSENT)]
    assert changes({}, {"cost": 2})[0].data() == {"path": ["cost"], "new": 2}


def test_lists_are_values_but_lists_of_tables_are_gone_through() -> None:
    assert paths({"sites": ["F", "L"]}, {"sites": ["F", "C"]}) == [("sites", ["F", "L"], ["F", "C"])]
    assert paths([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}, {"a": 4}]) == [
        ("2.a", 2, 3),
        ("3", ABSENT, {"a": 4}),
    ]
    assert paths([1, 2], (1, 2)) == []


def test_a_truth_value_is_no_number() -> None:
    assert paths({"final": True}, {"final": 1}) == [("final", True, 1)]
    assert paths({"share": 1}, {"share": 1.0}) == []


def test_where_numbers_come_from_is_no_change() -> None:
    old, new = {"cost": 2, "provenance": {"cost": "assumed"}}, {"cost": 2, "provenance": {"cost": "printed"}}
    assert paths(old, new) == []


@given(DATA, DATA)
def test_there_are_changes_exactly_where_data_differs(old: Any, new: Any) -> None:
    """Equal data has none; other data has some; exchanging the two exchanges the values."""
    assert changes(old, old) == []
    found = changes(old, new)
    assert bool(found) == (json.dumps(old, sort_keys=True) != json.dumps(new, sort_keys=True))
    back = changes(new, old)
    assert sorted(change.path for change in found) == sorted(change.path for change in back)


def test_there_are_limits() -> None:
    """So many changes, so deep, such long values and so many lines: files may hold anything."""
    many = {str(n): n for n in range(5000)}
    assert len(changes({}, many)) == 1000
    deep: Any = 1
    for _ in range(2 * DEEPEST):
        deep = {"x": deep}
    (found,) = changes(deep, {"x": {"x": 2}})
    assert found.path == ("x", "x")
    other = json.loads(json.dumps(deep).replace("1", "2"))
    assert len(changes(deep, other)[0].path) == DEEPEST
    assert len(shown("x" * 500)) == 60
    assert lines(changes({}, many), most=3)[-1] == "... and 997 more"


def test_in_words_there_is_a_line_for_each_thing() -> None:
    """A parameter, a card, a tile: with its name beside a key that does not say it."""
    old, new = (
        resolve("x", "", [("x", overlay)] if overlay else []).resolved()
        for overlay in (
            {},
            {
                "rules": {"march_steps": 4, "lone_survivor": False},
                "cards": {"royal-jelly": {"cost": 3, "amounts": {"food": 1}}, "swarm": {"enabled": False}},
                "tiles": {"7": {"sites": ["L", "F", "C"]}},
            },
        )
    )
    assert lines(changes(old, new), within=old) == [
        "rules march_steps: 5 -> 4",
        "rules lone_survivor: true -> false",
        "cards royal-jelly: cost 2 -> 3, amounts.food 2 -> 1",
        "cards swarm: enabled true -> false",
        'tiles 7 (Water\'s Edge): sites ["L", "F", "L"] -> ["L", "F", "C"]',
    ]


@pytest.mark.parametrize("nasty", ["\x1b[2J", "a\nb", "\u202e"])
def test_what_cannot_be_printed_is_spelled_out(nasty: str) -> None:
    (line,) = lines(changes({"cards": {nasty: {"text": "a"}}}, {"cards": {nasty: {"text": nasty}}}))
    assert line.isprintable()


def test_a_change_of_the_whole_is_told_too() -> None:
    assert lines(changes(1, 2)) == ["whole: 1 -> 2"]
    assert lines(changes({"a": 1}, {})) == ["a: gone 1"]
    assert lines(changes({"cards": {}}, {"cards": {"new": {"cost": 1}}})) == ['cards new: new {"cost": 1}']
    long = {"cost": 1, "text": "x" * 60}
    assert lines(changes({"cards": {}}, {"cards": {"new": long}})) == ["cards new: new"]
