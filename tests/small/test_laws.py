"""The laws of every game: a sound game keeps them, and a game that breaks one is noticed by that law."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim import errors, games, testing
from marchsim.testing import LAWS, BrokenLaw, Subject, subject

BROKEN = {
    "remembering": testing.same_keys_same_game,
    "unordered": testing.every_process_plays_alike,
    "watched": testing.recording_changes_nothing,
    "roundless": testing.outcomes_add_up,
    "endless": testing.every_game_ends,
    "doubled": testing.rows_are_as_described,
    "untidy": testing.a_failure_is_void_and_leaves_nothing,
    "deaf": testing.a_variant_tells_itself,
}


def of(name: str) -> Subject:
    """Return a game of broken_games.py."""
    games.register(name, f"tests.small.broken_games:{name.upper()}")
    return subject(name)


@pytest.mark.parametrize("law", LAWS)
def test_a_sound_game_keeps_every_law(law: Callable[[Subject], None]) -> None:
    law(of("sound"))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_noticed_by_its_law(name: str) -> None:
    with pytest.raises(BrokenLaw):
        BROKEN[name](of(name))


def test_a_game_that_ends_with_three_players_alone_is_noticed() -> None:
    with pytest.raises(BrokenLaw, match="if all of 4 players take the first option"):
        testing.every_game_ends(of("crowded"))


def test_every_law_has_a_game_that_breaks_it() -> None:
    assert {*BROKEN.values()} == {*LAWS}


def test_the_kit_prints_a_line_for_each_law(capsys: pytest.CaptureFixture[str]) -> None:
    of("deaf")
    assert testing.main(["deaf"]) == 3
    told = capsys.readouterr().out.splitlines()
    law, views = told[len(LAWS)], told[len(LAWS) + 1 :]
    assert law.startswith("  a variant tells itself")
    assert "BROKEN: a changed rule leaves the fingerprint as it was" in law
    assert [view.rpartition(" ")[0] for view in views] == [
        f"  seat {seat} sees at take: die" for seat in range(3)
    ]
    assert sum("kept" in line for line in told) == len(LAWS) - 1


@pytest.mark.parametrize(
    ("name", "said"), [("undeclared", "broken_games.py, line "), ("nameless", "no method for the question")]
)
def test_the_kit_says_first_that_a_game_cannot_be_played(
    capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    of(name)
    assert testing.main([name]) == 3
    (_, law, _) = capsys.readouterr().out.splitlines()
    assert "BROKEN: " in law and said in law


def test_an_error_in_the_rules_of_a_game_names_its_line() -> None:
    game = of("undeclared")
    said = r"broken_games.py, line \d+, turn: ValueError: event 'trun' is not declared.* in the rules of "
    with pytest.raises(errors.RulesError, match=said), games.own_errors():
        testing.digests(game)


def test_the_kit_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert testing.main(["--help"]) == 0
    assert "python -m marchsim.testing NAME" in capsys.readouterr().out


def test_the_kit_needs_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert testing.main([]) == 2
    assert "march" in capsys.readouterr().out
