"""Fuzz: a great many games, and a great many rulesets and overlays, without an error."""

from __future__ import annotations

from collections import Counter

import pytest

import marchsim
from tools import games, wild

WILD = (
    ("standard", 3),
    ("standard", 4),
    ("standard", 5),
    ("primitive", 4),
    ("coop", 3),
    ("standard", 2),
    ("solo", 1),
)
MIXES = (["random"], ["first", "random"], ["last", "random"], list(games.FROZEN))


def outcomes(count: int, start: int = 0) -> Counter[str]:
    """Play so many games, in every way of playing in turn; return how they ended."""
    ends: Counter[str] = Counter()
    sessions = [games.table({"preset": preset}, players) for preset, players in games.ways()]
    for deal in range(start, start + count):
        group, way = divmod(deal, len(sessions))
        session = sessions[way]
        names = games.line_up(MIXES[group % len(MIXES)], session.players, group // len(MIXES))
        outcome = games.play(session, deal, names)
        ends[f"{outcome.void} {outcome.fault}".strip()] += 1
    return ends


def wild_outcomes(numbers: range) -> Counter[str]:
    """Play two games under each of these rulesets and overlays; return how they ended."""
    ends: Counter[str] = Counter()
    for number in numbers:
        preset, players = WILD[number % len(WILD)]
        overlay = {"preset": preset, **wild.overlay(number)}
        overlay["rules"].pop("horde", None)  # whether it plays is the preset's business
        session = games.table(overlay, players)
        for deal, mix in enumerate((["random"], ["first", "last", "eager"])):
            outcome = games.play(session, deal, games.line_up(mix, session.players, number))
            ends[outcome.void] += 1
            assert outcome.void in ("", "limit"), (number, deal, outcome)
    return ends


@pytest.mark.both
def test_some_games_end_without_an_error() -> None:
    """All ways of playing; random, first and last, alone and mixed."""
    assert outcomes(200) == {"": 200}


@pytest.mark.both
def test_some_wild_rulesets_are_played() -> None:
    """Rulesets and overlays within range; a game may pass its limit of decisions, nothing else."""
    ends = wild_outcomes(range(60))
    assert ends[""] > ends["limit"]


@pytest.mark.slow
def test_a_hundred_thousand_games_end_without_an_error() -> None:
    """Random, first and last; interpreted, where they take half an hour, a twentieth of them."""
    count = 100_000 if marchsim.MODE.compiled else 5_000
    assert outcomes(count) == {"": count}


@pytest.mark.slow
def test_two_thousand_wild_rulesets_are_played() -> None:
    """Rulesets and overlays anywhere within their ranges."""
    assert wild_outcomes(range(2000)).total() == 4000


def test_actions_that_grant_actions_come_to_an_end() -> None:
    """A free Frenzied Activity that returns from the deck again and again passes a limit, in either mode."""
    off = {
        card: {"enabled": False} for card in games.card_ids() if card not in ("royal-jelly", "egg-stealer")
    }
    free = {"cost": 0, "amounts": {"actions": 10}}
    overlay = {
        "rules": {"forage_cost": 0, "resting_players": 4},
        "cards": {**off, "frenzied-activity": free, "royal-jelly": {"cost": 0}, "egg-stealer": {"cost": 0}},
    }
    session = games.table(overlay, 4)
    ends = [games.play(session, deal, ["eager"] * 4) for deal in range(5)]
    assert {outcome.void for outcome in ends} == {"limit"}
    assert all("grant actions inside each other" in outcome.fault for outcome in ends)
