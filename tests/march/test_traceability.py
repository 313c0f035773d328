"""Every rule of every game lives in its engine and is held by a test."""

from __future__ import annotations

import pytest

from marchsim.games.march.rules.parameters import PARAMETERS
from tools import rules_page

GAMES = tuple(rules_page.BOOKS)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_held_by_a_test(game: str) -> None:
    """No rule is without a test or scenario that carries its number."""
    held = rules_page.holders()
    assert [number for number in rules_page.rules(game) if number not in held] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_lives_somewhere(game: str) -> None:
    """No rule is without a place in the engine's sources that names it."""
    lived = rules_page.homes(game)
    assert [number for number in rules_page.rules(game) if number not in lived] == []


def test_no_test_holds_a_rule_that_does_not_exist() -> None:
    """A misspelt rule number in a mark or scenario is found; no two games share one."""
    known = [number for game in GAMES for number in rules_page.rules(game)]
    assert len(set(known)) == len(known)
    assert [number for number in rules_page.holders() if number not in known] == []


def test_no_parameter_names_a_rule_that_does_not_exist() -> None:
    """A parameter of a rule of ours needs that rule in docs/rules.toml."""
    known = rules_page.rules("march")
    assert [one.name for one in PARAMETERS.values() if not known.keys() >= set(one.rules)] == []
