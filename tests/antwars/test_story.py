"""The story of a game: payments and searches in a line each, battles with who stood and who fell."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from marchsim.games.antwars import words as w
from marchsim.studies.play import PlayedGame, play


@pytest.fixture(scope="module")
def told() -> tuple[PlayedGame, list[str]]:
    """A game of three and its story."""
    lines: list[str] = []
    return play(("hunter", "rusher", "turtle"), 3, game="antwars", tell=lines.append), lines


def test_payments_and_searches_have_one_line_each(told: tuple[PlayedGame, list[str]]) -> None:
    """What is paid is what the events say, piece by piece; each face that was rolled is told."""
    game, lines = told
    paid: Counter[tuple[str, str]] = Counter()
    for line in lines:
        if found := re.fullmatch(r" +(\S+) pays (\d+) (\w+) in .*\.", line):
            paid[found[1], found[3]] += int(found[2])
    events: Counter[tuple[str, str]] = Counter()
    for event in game.events:
        if event["event"] == "pay":
            events[str(event["player"]), w.PIECES[event["values"][1]]] += event["values"][2]
    assert paid == events
    assert not [one for one, other in itertools.pairwise(lines) if one == other and " pays " in one]
    rolled = sum(line.count(",") + 1 for line in lines if "The search rolls " in line)
    assert rolled == sum(event["event"] == "face" for event in game.events)


def test_battles_tell_who_stood_and_who_fell(told: tuple[PlayedGame, list[str]]) -> None:
    """Every battle begins with its ants and dice, and the round ends with what each lost in it."""
    game, lines = told
    begun = [line for line in lines if line.startswith("    Battle in ")]
    over = [line for line in lines if line.startswith("  Battle in ")]
    assert len(begun) == len(over) == sum(event["event"] == "battle" for event in game.events)
    assert all(re.search(r"\(\d+ (die|dice)\)", line) for line in begun)
    lost = sum(int(n) for line in over for n in re.findall(r"(\d+) (?:Minor|Major)s?\b", line))
    fallen = [e["values"][2] for e in game.events if e["event"] == "ants" and e["values"][3] == w.WHY_BATTLE]
    assert lost == -sum(n for n in fallen if n < 0)


def test_a_round_ends_with_a_table(told: tuple[PlayedGame, list[str]]) -> None:
    """Its columns stand below their headings, and each player is there with its colour."""
    _, lines = told
    at = lines.index("  After round 5")
    head, *rows = lines[at + 1 : at + 5]
    assert [row.split(" (")[0].strip() for row in rows] == ["hunter", "rusher", "turtle"]
    assert "(red, " in rows[0] and "(green, " in rows[2]
    for name in ("Minors", "Majors", "tiles"):
        column = head.index(name)
        assert all(row[column].isdigit() and row[column - 1] == " " for row in rows)
