"""The shipped heuristics: each beats random play, and they differ in kind. Few games, always the same."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tools import games

KINDS = (
    "forager", "explorer", "warlord", "evolver", "zealot", "brooder", "warden", "trapper", "opportunist",
    "pacifist", "greedy",
)  # fmt: skip
LIMITED = ("pacifist", "greedy")  # whose plan forbids or forgets much
GAMES = 50 * len(KINDS)
COLUMNS = {
    "seats": ("points_inner", "points_bodies", "points_goals", "points_cards", "points_end", "evolutions",
              "ants", "larvae"),
    "rounds": ("explores", "marches", "plays", "forages", "battles", "ants_lost"),
}  # fmt: skip


@cache
def profile() -> dict[str, dict[str, float]]:
    """Return means per game of each heuristic; each sits in four of eleven games, with all others in turn."""
    session = games.table(players=4, record="rounds")
    found = {kind: dict.fromkeys(("turns", "score", *sum(COLUMNS.values(), ())), 0.0) for kind in KINDS}
    line_ups = []
    for deal in range(GAMES):
        apart = 1 + deal // len(KINDS) % 3  # how far apart in the list who plays together is
        names = games.line_up(KINDS[deal % len(KINDS) :: apart] + KINDS, 4)
        outcome = games.play(session, deal, names)
        assert not outcome.void
        line_ups.append(names)
        for seat, name in enumerate(names):
            found[name]["turns"] += outcome.turns
            found[name]["score"] += outcome.scores[seat]
    rows = session.take()
    names = np.array(line_ups)
    for table, columns in COLUMNS.items():
        data = rows[table]
        if table == "seats":  # one row for each seat, game after game
            who = names.ravel()
        else:
            who = names[data[:, games.column(table, "game")], data[:, games.column(table, "seat")]]
        for kind in KINDS:
            for name in columns:
                found[kind][name] = float(data[who == kind, games.column(table, name)].sum())
    for kind, means in found.items():
        played = int((names == kind).sum())
        found[kind] = {name: value / played for name, value in means.items()}
    return found


def most(name: str) -> list[str]:
    """Return the two heuristics with the highest means, of those that are not limited."""
    free = [kind for kind in KINDS if kind not in LIMITED]
    return sorted(free, key=lambda kind: -profile()[kind][name])[:2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_heuristic_beats_a_table_of_random_play(kind: str) -> None:
    """Nearly always; `reports/field.md` has the shares over many games."""
    session = games.table(players=4)
    credit = 0.0
    for deal in range(24):
        outcome = games.play(session, deal, games.line_up((kind, "random", "random", "random"), 4, -deal))
        seat = deal % 4
        credit += (outcome.winners >> seat & 1) / bin(outcome.winners).count("1")
    assert credit >= 18 if kind in LIMITED else 21


@pytest.mark.parametrize(
    ("kind", "measures"),
    [
        ("warlord", ("marches", "battles", "ants_lost")), ("evolver", ("evolutions", "points_bodies")),
        ("zealot", ("points_goals",)), ("brooder", ("points_end", "larvae")), ("warden", ("points_inner",)),
        ("trapper", ("plays",)), ("explorer", ("explores",)),
    ],
)  # fmt: skip
def test_each_does_most_of_what_it_is_for(kind: str, measures: tuple[str, ...]) -> None:
    """Each plan shows in what it does, or in what it scores: it is one of two that do most of it."""
    for name in measures:
        assert kind in most(name), name


def test_who_shares_does_not_fight() -> None:
    """The pacifist is in hardly more than half the battles of anybody else, and those it did not seek."""
    battles = {kind: means["battles"] for kind, means in profile().items()}
    least = min(value for kind, value in battles.items() if kind != "pacifist")
    assert battles["pacifist"] < 0.6 * least


def test_games_look_sane() -> None:
    """A game takes 40 to 90 turns; who is not limited scores, and everybody keeps an army."""
    for kind, means in profile().items():
        assert 40 <= means["turns"] <= 90
        assert means["score"] >= (6 if kind in LIMITED else 11), kind
        assert means["ants"] >= 1.5, kind
        assert means["ants_lost"] <= 12, kind
