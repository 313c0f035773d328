"""`marchsim play` for one to five players: how many sit down, and what it says where so many cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim.cli.main import run

Capture = pytest.CaptureFixture[str]


def played(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """Return how many players a game had, and what stood on stderr."""
    assert run(["play", "--json", *arguments]) == 0
    out, err = capsys.readouterr()
    return len(json.loads(out)["outcome"]["scores"]), err


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        (["--strategies", "random,first"], 2),
        (["--strategies", "random,first", "--players", "4"], 4),
        (["--strategies", "random", "--preset", "solo"], 1),
        (["--strategies", "random", "--preset", "two"], 2),
        (["--strategies", "random,first", "--preset", "five"], 5),
        (["--strategies", "random,first,last", "--preset", "long"], 3),
        (["--strategies", "random,first", "--preset", "coop"], 2),
    ],
)
def test_as_many_sit_down_as_are_named_or_as_the_preset_is_for(
    capsys: Capture, arguments: list[str], players: int
) -> None:
    """A preset for one number of players needs no `--players`; a short list is gone through again."""
    assert played(capsys, *arguments) == (players, "")


@pytest.mark.rule("PRI-14")
def test_a_warning_is_printed_once_and_the_game_is_played(capsys: Capture) -> None:
    """It goes to stderr, so that what is piped on stays as it is."""
    count, err = played(capsys, "--strategies", "random,first", "--preset", "primitive")
    assert count == 2
    assert err == (
        "marchsim: warning: the rulebook does not recommend Primitive Species for two players (PRI-14)\n"
    )
    assert played(capsys, "--strategies", "random,first,last", "--preset", "primitive") == (3, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("random", "--strategies: one player needs the Centipede Horde to play against; take preset solo."),
        ("random", "--players 2 repeats a short list."),
        ("random --preset long", "take preset long+solo. --players 2 repeats"),
        ("random --players 6", "--players: preset standard is for 2 to 5 players, not 6."),
        ("random,first --preset solo", "--strategies: names 2 strategies for 1 player; leave some out."),
        (
            "random --preset coop",
            "--strategies: preset coop is for 2 to 4 players, not 1. --players 2 repeats",
        ),
        ("random,first --players 5 --preset coop", "--players: preset coop is for 2 to 4 players, not 5."),
        ("random --players 3 --preset two", "--players: preset two is for 2 players, not 3."),
        ("random --preset to", "preset 'to' is unknown; there are standard, first-game"),
        (
            "random --preset coop+solo",
            "preset coop+solo: there is no number of players for it: coop is for 2",
        ),
    ],
)
def test_a_number_of_players_that_does_not_fit_is_told_what_would(
    capsys: Capture, arguments: str, message: str
) -> None:
    """Exit code 2; the message names the preset, its players and what to do."""
    assert run(["play", "--strategies", *arguments.split()]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["play --strategies first --players 3", "rules"])
def test_an_overlay_cannot_quietly_take_the_place_of_the_preset_asked_for(
    capsys: Capture, tmp_path: Path, verb: str
) -> None:
    """What the command line names and what a file names must agree."""
    overlay = tmp_path / "mine.toml"
    overlay.write_text('preset = "long"\n')
    given = [*verb.split(), "--rules", str(overlay), "--preset"]
    assert run([*given, "two"]) == 2
    told = capsys.readouterr().err
    assert "conflicts with" in told and "keep one of them" in told
    assert "'long'" in told and "'two'" in told and "mine.toml" in told and "--preset" in told
    assert run([*given, "long"]) == 0
