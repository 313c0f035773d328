"""Habits of prose are counted where they stand, and subjects of commits are imperatives with a scope."""

from __future__ import annotations

import pytest

from tools.prose import counts, over, wrong_subject


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("The page shows what a card does.", "what"),
        ("A card is dealt. Which card, the seed decides.", "what"),
        ("One is dealt; one is drawn.", "semicolons"),
        ("The rule stands here.", "told"),
        ("Choose your strategy.", "you"),
    ],
)
def test_a_habit_is_counted_once(text: str, habit: str) -> None:
    found = counts(text)
    assert {name for name, count in found.items() if count and name != "words"} == {habit}
    assert found[habit] == 1 and found["words"] > 2


@pytest.mark.parametrize(
    "text",
    [
        "What does a card cost? Three food.",
        "Type `what; you`.",
        "```\nyou; what\n```",
        "[The page](docs/what;you.md) shows it.",
    ],
)
def test_questions_code_and_links_count_for_nothing(text: str) -> None:
    assert not any(count for name, count in counts(text).items() if name != "words")


def test_what_is_over_its_budget_is_named_and_what_is_wanted_may_grow() -> None:
    budgets = {"guides": {"what": 1.5, "you": 6.0}}
    assert over({"guides": {"what": 1.5, "you": 9.0}}, budgets) == []
    assert [line.split()[1] for line in over({"guides": {"what": 1.6, "you": 5.9}}, budgets)] == [
        "what",
        "you",
    ]


@pytest.mark.parametrize(
    "subject",
    [
        "docs: cut README to a path",
        "runner, studies: feed workers",
        "tests/house: pass a folder",
        "gate: name 2 rules",
    ],
)
def test_a_subject_is_an_imperative_with_a_scope(subject: str) -> None:
    assert wrong_subject(subject) == ""


@pytest.mark.parametrize(
    "subject",
    [
        "Tests follow what moved",
        "docs: cuts README",
        "docs: the README is cut",
        "docs: cut README.",
        "docs: fixed links",
        f"docs: write {'very ' * 12}much",
    ],
)
def test_other_subjects_are_refused(subject: str) -> None:
    assert wrong_subject(subject)
