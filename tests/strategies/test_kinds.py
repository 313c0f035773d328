"""The shipped heuristics: each beats random play, and they differ in kind. Few games, always the same."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from marchsim.games.march.heuristic import Heuristic
from marchsim.games.march.strategy import Strategy
from marchsim.games.march.words import QUESTIONS
from tests.tools import games

KINDS = ("forager", "explorer", "warlord", "evolver")
GAMES = 40


@cache
def profile() -> dict[str, dict[str, float]]:
    """Return means per game of each heuristic, over games of all four on rotating seats."""
    session = games.table(players=4, record="rounds")
    kinds = [games.line_up(KINDS, 4, deal) for deal in range(GAMES)]
    outcomes = [games.play(session, deal, names) for deal, names in enumerate(kinds)]
    assert all(not outcome.void for outcome in outcomes)
    rows = session.take()
    found: dict[str, dict[str, float]] = {}
    for kind in KINDS:
        of = np.array([names.index(kind) for names in kinds])
        found[kind] = {"turns": float(np.mean([outcome.turns for outcome in outcomes]))}
        for table, columns in (
            ("seats", ("points_end", "points_bodies", "evolutions", "ants")),
            ("rounds", ("explores", "marches", "plays", "forages", "battles", "ants_lost")),
        ):
            data = rows[table]
            if table == "seats":  # one row for each seat, game after game
                mine = data[4 * np.arange(GAMES) + of]
            else:
                mine = data[data[:, games.column(table, "seat")] == of[data[:, games.column(table, "game")]]]
            for name in columns:
                found[kind][name] = float(mine[:, games.column(table, name)].sum()) / GAMES
        found[kind]["score"] = float(
            np.mean([o.scores[names.index(kind)] for o, names in zip(outcomes, kinds, strict=True)])
        )
    return found


def most(name: str) -> str:
    """Return the heuristic with the highest mean."""
    return max(KINDS, key=lambda kind: profile()[kind][name])


@pytest.mark.parametrize("kind", KINDS)
def test_a_heuristic_beats_a_table_of_random_play(kind: str) -> None:
    """Nearly always; `docs/strategies.md` has the shares over many games."""
    session = games.table(players=4)
    credit = 0.0
    for deal in range(24):
        outcome = games.play(session, deal, games.line_up((kind, "random", "random", "random"), 4, -deal))
        seat = deal % 4
        credit += (outcome.winners >> seat & 1) / bin(outcome.winners).count("1")
    assert credit >= 21


def test_each_does_most_of_what_it_is_for() -> None:
    assert most("explores") == "explorer"
    assert most("marches") == most("battles") == "warlord"
    assert most("evolutions") == most("points_bodies") == most("plays") == "evolver"
    assert most("points_end") == "forager"


def test_games_look_sane() -> None:
    """A game takes 40 to 90 turns, everybody scores and keeps an army."""
    for kind, means in profile().items():
        assert 40 <= means["turns"] <= 90
        assert means["score"] >= 8, kind
        assert means["ants"] >= 2, kind
        assert means["ants_lost"] <= 12, kind


def test_every_question_has_a_hook() -> None:
    for name, _ in QUESTIONS:
        assert getattr(Heuristic, name) is not getattr(Strategy, name), name
