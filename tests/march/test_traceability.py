"""Every rule lives in the engine and is held by a test."""

from __future__ import annotations

from tests.tools import rules_page

RULES = list(rules_page.rules())


def test_every_rule_is_held_by_a_test():
    """No rule is without a test or scenario that carries its number."""
    held = rules_page.holders()
    assert [number for number in RULES if number not in held] == []


def test_every_rule_lives_somewhere():
    """No rule is without a place in the engine's sources that names it."""
    lived = rules_page.homes()
    assert [number for number in RULES if number not in lived] == []


def test_no_test_holds_a_rule_that_does_not_exist():
    """A misspelt rule number in a mark or scenario is found."""
    assert [number for number in rules_page.holders() if number not in rules_page.rules()] == []
