"""Games that the players win or lose together against an opponent: how they are stored and told."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.runner import run
from marchsim.runner.playing.worker import MOST_TOLD, OpponentTally
from marchsim.runner.progress.display import Lines
from marchsim.runner.tournament import RunResult
from tests.runner.test_run import configure, digests
from tests.toy import script

BOTH = "[[variants]]\nname = 'mild'\npreset = 'coop'\nrules = { storm = 4 }\n"


@pytest.fixture
def together(place: Path) -> RunResult:
    """A run of the toy against the Storm with one, two and three players, mild and as it is."""
    config = configure(place, BOTH, players="[1, 2, 3]", blocks=8)
    (place / config).write_text("preset = 'coop'\n" + (place / config).read_text())
    return run(config, "run", workers=1)


def test_credit_score_of_the_opponent_and_margin_are_stored(together: RunResult) -> None:
    """Each seat has the whole win or nothing; the margin is that of the last player; all win or none."""
    games = together.folder.scan("games").collect()
    seats = together.folder.scan("seats").collect()
    both = seats.group_by("game").agg(
        lowest=pl.col("score").min(), credits=pl.col("credit").unique(), seats=pl.len()
    )
    for row in games.join(both, on="game").iter_rows(named=True):
        won = row["margin"] >= 0
        assert row["margin"] == row["lowest"] - row["opponent"]
        assert row["winners"] == ((1 << row["players"]) - 1 if won else 0)
        assert row["credits"] == [float(won)] and row["seats"] == row["players"]
        assert row["decided_by"] == ("players" if won else "storm")
    assert {0, 1} <= set(games["winners"].to_list())


def test_who_rests_wins_as_often_as_the_storm_allows(place: Path) -> None:
    """The toy's truth: 3 of 10 deals against the usual Storm, all of them or none at the ends."""
    for storm, low, high in ((6, 0.2, 0.4), (0, 1, 1), (9, 0, 0)):
        text = "preset = 'coop'\n" + (place / "race.toml").read_text()
        head, _, _ = text.partition("[[strategies]]")
        mirror = head.replace("roundrobin", "mirror").replace("blocks = 6", "blocks = 200")
        (place / "m.toml").write_text(
            f"{mirror}[[strategies]]\nuse = 'rester.py'\n[rules]\nstorm = {storm}\n"
        )
        games = run("m.toml", f"m{storm}", workers=1).folder.scan("games").collect()
        if storm:
            assert low <= (games["winners"] != 0).mean() <= high  # type: ignore[operator]  # a share
        else:
            assert games["opponent"].null_count() == games["margin"].null_count() == 200


def test_games_against_each_other_have_no_opponent(place: Path) -> None:
    """Both columns are null, and so they are in void games."""
    games = run("race.toml", "run", workers=1).folder.scan("games").collect()
    assert games["opponent"].null_count() == games["margin"].null_count() == games.height
    (place / "bad.py").write_text(script("return turn % 9"))
    config = configure(place, "[[strategies]]\nuse = 'bad.py'\n", blocks=1)
    (place / config).write_text("preset = 'coop'\n" + (place / config).read_text())
    games = run(config, "void", workers=1).folder.scan("games").collect()
    void = games.filter(pl.col("void") != "")
    assert void.height and void["opponent"].null_count() == void["margin"].null_count() == void.height
    assert games.filter(pl.col("void") == "")["margin"].null_count() == 0


def test_the_manifest_names_the_opponent_of_each_variant(together: RunResult, place: Path) -> None:
    """So that a reader of the folder alone can speak of it; variants without have an empty name."""
    variants = together.folder.manifest["variants"]
    assert [(one["name"], one["opponent"]) for one in variants] == [
        ("base", "the Storm"),
        ("mild", "the Storm"),
    ]
    assert run("race.toml", "other", workers=1).folder.manifest["variants"][0]["opponent"] == ""


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_and_chunks_change_nothing(together: RunResult, place: Path, workers: int) -> None:
    """Games against an opponent give equal digests however they are played."""
    assert digests(run("c.toml", "two", workers=workers, chunk=60).folder) == digests(together.folder)


def test_the_end_of_a_run_tells_how_many_were_won(
    together: RunResult, capsys: pytest.CaptureFixture[str]
) -> None:
    """By variant and number of players, stored games included, also when nothing is left to play."""
    games = together.folder.scan("games").collect()
    expected = []
    for variant in ("base", "mild"):
        for players in (1, 2, 3):
            part = games.filter((pl.col("variant") == variant) & (pl.col("players") == players))
            won = part.filter(pl.col("winners") != 0).height
            expected.append(
                f"{won} of {part.height} ({variant}, {players} player{'s' if players > 1 else ''})"
            )
    assert together.standing == [f"won against the Storm: {'; '.join(expected)}"]
    assert run("c.toml", "run", workers=1).standing == together.standing
    assert command_line(["run", "c.toml", "--workers", "1", "--out", "run"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for variant in ("base", "mild"):
        shares = [
            100 * part.filter(pl.col("winners") != 0).height / part.height
            for players in (1, 2, 3)
            if (part := games.filter((pl.col("variant") == variant) & (pl.col("players") == players))).height
        ]
        told = f"How often won, {variant}? No target set"
        assert f"{told} {shares[0]:.0f}, {shares[1]:.0f}, {shares[2]:.0f} of 100 (" in out


def test_a_run_that_goes_on_counts_what_is_stored(together: RunResult, place: Path) -> None:
    """The standing is that of all games of the folder, not of this call's."""
    sorted((place / "run" / "tables" / "games").iterdir())[0].unlink()
    again = run("c.toml", "run", workers=1)
    assert again.played > 0 and again.standing == together.standing


def test_lines_of_progress_tell_the_standing() -> None:
    """What came of the games so far stands behind the pace."""
    stream = StringIO()
    lines = Lines(stream, every=0.0)
    lines.begin(10, 0)
    lines.update(5, (), ["won against the Storm: 2 of 5 games"])
    assert stream.getvalue().endswith("left; won against the Storm: 2 of 5 games\n")


def test_standings_tell_apart_what_differs() -> None:
    """One kind of game is a plain number; too many kinds are one number; opponents are never mixed."""
    one = OpponentTally({0: ("easy", "the Storm"), 2: ("sea", "the Tide")})
    one.add({(0, 2): (3, 10), (2, 2): (1, 5)})
    one.add({(0, 2): (1, 10)})
    assert one.words() == ["won against the Storm: 4 of 20 games", "won against the Tide: 1 of 5 games"]
    many = OpponentTally({at: (f"v{at}", "the Storm") for at in range(MOST_TOLD + 1)})
    many.add({(at, 2): (1, 2) for at in range(MOST_TOLD + 1)})
    assert many.words() == [f"won against the Storm: {MOST_TOLD + 1} of {2 * MOST_TOLD + 2} games"]
    assert OpponentTally({}).words() == []
