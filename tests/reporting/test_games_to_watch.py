"""Games to watch: those that a slow search finds, shown with commands that work as they are printed."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marchsim import errors
from marchsim.analysis.cards.items import showings
from marchsim.analysis.course.telling import CLOSEST, COMEBACK, Telling, telling
from marchsim.analysis.judging.findings import Findings
from marchsim.cli.main import run as command_line
from marchsim.recorder import RunFolder
from marchsim.reporting.cards.report import cards
from marchsim.reporting.sections.watch import how
from marchsim.reporting.tournament import tournament
from tests.analysis import held
from tests.analysis.planted import MemoryRun, Planted

WORTH = {"a": 1.5, "b": 1.0, "c": 1.0, "random": 0.7}


def shaken(plan: Planted) -> MemoryRun:
    """Return a planted run with cards, whose rounds have scores of few points, rows in no order."""
    run = held.run(plan, count=12)
    run.manifest["strategies"] = [{"name": name, "use": name} for name in plan.worth]
    generator = np.random.default_rng(5)
    rounds = run.frames["rounds"]
    score = pl.Series(generator.integers(0, 9, len(rounds)), dtype=pl.Int32)
    run.frames["rounds"] = rounds.with_columns(score=score).sample(fraction=1.0, shuffle=True, seed=3)
    run.frames["seats"] = run.frames["seats"].sample(fraction=1.0, shuffle=True, seed=4)
    return run


@pytest.fixture(scope="module")
def run() -> MemoryRun:
    """Return a run with ties and void games, in part with a baseline player."""
    return shaken(Planted(WORTH, players=3, blocks=25, ties=0.1, void={5: "error"}))


def slow(run: MemoryRun) -> dict[int, tuple[list[float], int]]:
    """Return the scores and the winner's seat of each game that can tell something, by loops."""
    found = {}
    beside = run.frames["games"].filter(pl.col("void").cast(pl.String) != "").select("block", "line_up")
    left = run.frames["games"].join(beside, on=("block", "line_up"), how="semi")["game"].to_list()
    for (game,), seats in run.frames["seats"].sort("seat").partition_by("game", as_dict=True).items():
        names, credit = seats["strategy"].cast(pl.String).to_list(), seats["credit"].to_list()
        if "random" not in names and game not in left and sum(value > 0 for value in credit) == 1:
            found[int(game)] = (seats["score"].to_list(), credit.index(1.0))
    return dict(sorted(found.items()))


def margin(scores: list[float], winner: int) -> float:
    """Return the winner's points above the best of the others."""
    return scores[winner] - max(score for seat, score in enumerate(scores) if seat != winner)


def test_the_closest_game_and_the_biggest_comeback_are_those_of_a_slow_search(run: MemoryRun) -> None:
    """Games with a baseline, a shared win or a void game beside them are none; the first of equals is."""
    played = slow(run)
    closest = min(
        played,
        key=lambda game: (
            abs(margin(*played[game])),
            played[game][0][played[game][1]] - min(played[game][0]),
            game,
        ),
    )
    behind = {}
    for game, (_, winner) in played.items():
        lines = run.frames["rounds"].filter(pl.col("game") == game).sort("round", "seat")
        table = lines["score"].to_numpy().reshape(-1, 3)
        behind[game] = float((table.max(axis=1) - table[:, winner]).max())
    back = min(played, key=lambda game: (-behind[game], margin(*played[game]), game))
    found = telling(run)
    assert [(one.why, one.game) for one in found] == [(CLOSEST, closest), (COMEBACK, back)]
    assert found[0].scores == tuple(played[closest][0]) and found[0].winner == played[closest][1]
    assert found[0].margin == margin(*played[closest]) and found[0].behind is None
    assert found[1].behind == behind[back] > 0


def test_each_cards_best_showing_is_that_of_a_slow_search(run: MemoryRun) -> None:
    """It is the game that a player of the card won by most; a card that no winner played has none."""
    played = slow(run)
    best: dict[str, tuple[float, int]] = {}
    for game, seat, card in (
        run.frames["cards"].filter("played").select("game", "seat", pl.col("card").cast(pl.String)).rows()
    ):
        if game in played and played[game][1] == seat:
            best[card] = max(best.get(card, (-1e9, 0)), (margin(*played[game]), -game))
    found = {item.id: (game.margin, -game.game) for item, game in showings(run)}
    assert found == best and len(found) == 6


def test_without_rounds_there_is_no_comeback(run: MemoryRun) -> None:
    manifest = {**run.manifest, "tables": {**run.manifest["tables"]}}
    del manifest["tables"]["rounds"]
    found = telling(MemoryRun(manifest, run.frames))
    assert [one.why for one in found] == [CLOSEST]


def test_players_together_and_runs_without_games_have_none() -> None:
    run = shaken(Planted(WORTH, players=3, blocks=2))
    for one in run.manifest["variants"]:
        one["opponent"] = "the Storm"
    assert telling(run) == [] and showings(run) == []
    empty = shaken(Planted({"random": 1.0, "b": 1.0, "c": 1.0}, players=3, blocks=2))
    assert telling(empty) == []


def test_reports_show_them_with_what_was_found(run: MemoryRun) -> None:
    tables = {table.id: table for table in tournament(Findings(run)).tables()}
    rows = tables["watch-games"].rows
    found = telling(run)
    assert [row["why"] for row in rows] == ["Closest game", "Biggest comeback"]
    assert (
        rows[0]["command"] == f"marchsim replay planted {found[0].game} --html planted-{found[0].game}.html"
    )
    assert str(rows[1]["how"]) == f"won from {found[1].behind:.0f} points behind"
    leader = found[0].strategies[found[0].winner]
    assert str(rows[0]["points"]).startswith(f"{leader} {found[0].scores[found[0].winner]:.0f}, ")
    shown = {table.id: table for table in cards(run).tables()}["showings"].rows
    assert [row["margin"] for row in shown] == [
        game.margin for _, game in sorted(showings(run), key=lambda one: one[0].name)
    ]


def test_the_commands_work_as_they_are_printed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of both reports of a run writes the page of its game."""
    (folder / "small.toml").write_text(
        "name = 'small'\n[design]\nkind = 'roundrobin'\nplayers = [3]\nblocks = 2\n"
        + "".join(f"[[strategies]]\nuse = '{use}'\n" for use in ("forager", "warlord", "explorer"))
    )
    assert command_line(["run", "small.toml", "--workers", "1", "--quiet"]) == errors.OK
    stored = RunFolder(folder / "runs" / "small")
    shown = [
        table for document in (tournament(Findings(stored)), cards(stored)) for table in document.tables()
    ]
    printed = [
        row["command"] for table in shown if table.id in ("watch-games", "showings") for row in table.rows
    ]
    assert len(printed) > 10
    for line in set(printed):
        words = shlex.split(str(line))
        assert words[0] == "marchsim" and command_line(words[1:]) == errors.OK
        assert (folder / words[-1]).stat().st_size > 10_000


def test_a_game_may_be_won_with_fewer_points() -> None:
    """Where points do not decide, the closest game is the one with the fewest points between two."""
    game = Telling(CLOSEST, 3, "base", 2, ("a", "b"), (10.0, 12.0), 0, -2.0)
    assert how(game) == "won with 2 points fewer than the next"
    assert how(replace(game, why=COMEBACK, behind=5.0)) == "won from 5 points behind"
