"""Results at the edge: all wins, no variance, ties everywhere, missing and doubled rows, a run going on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from marchsim.reporting.tournament import report_part
from marchsim.reporting.whole import report_all
from tests.analysis.planted import Planted, frames, manifest, save, written
from tests.reporting.test_report import FOUR, sane

pytestmark = pytest.mark.made(slow=True)
SUN = {"sun": 1e12, "x": 1.0, "y": 1.0, "dark": 1e-12}
Frames = dict[str, pl.DataFrame]


def level(found: Frames) -> None:
    """Let all players of each game win together with equal scores."""
    found["games"] = found["games"].with_columns(winners=pl.lit(15, pl.Int32), decided_by=pl.lit("sharing"))
    same = {"score": pl.lit(7, pl.Int32), "rank": pl.lit(1, pl.Int8), "credit": pl.lit(0.25)}
    found["seats"] = found["seats"].with_columns(**same)
    found["rounds"] = found["rounds"].with_columns(score=pl.lit(3, pl.Int32))


def no_points(found: Frames) -> None:
    """Let every score be 0, though somebody wins."""
    found["seats"] = found["seats"].with_columns(score=pl.lit(0, pl.Int32))
    found["rounds"] = found["rounds"].with_columns(score=pl.lit(0, pl.Int32))


def a_seat_less(found: Frames) -> None:
    """Lose the last seat of some games, here and in the rounds."""
    lost = (pl.col("seat") == 3) & (pl.col("game") < 40)
    found["seats"], found["rounds"] = (found[name].filter(~lost) for name in ("seats", "rounds"))


def ends_less(found: Frames) -> None:
    """Lose how the first seat of every game ended, though its rounds are there."""
    found["seats"] = found["seats"].filter(pl.col("seat") != 0)


def rounds_less(found: Frames) -> None:
    """Lose the rounds of all games but one, and its last seat."""
    found["rounds"] = found["rounds"].filter((pl.col("game") == 5) & (pl.col("seat") < 3))


def doubled(found: Frames) -> None:
    """Have the rows of the first game's seats and rounds twice."""
    for name in ("seats", "rounds"):
        again = found[name].filter(pl.col("game") == 0)
        found[name] = pl.concat([found[name], again])


def no_length(found: Frames) -> None:
    """Know nothing of rounds, turns and decisions."""
    found["games"] = found["games"].with_columns(pl.lit(0).cast(pl.Int16).alias("rounds"))


BENT = [level, no_points, a_seat_less, ends_less, rounds_less, doubled, no_length]


@pytest.mark.parametrize(
    "bend",
    [
        *(pytest.param(bend, marks=pytest.mark.made) for bend in (level, no_points, no_length)),
        *(bend for bend in BENT if bend not in (level, no_points, no_length)),
        *(pytest.param(bend, marks=[pytest.mark.drawn, pytest.mark.slow]) for bend in BENT),
    ],
)
def test_bent_tables_make_a_report(bend: Callable[[Frames], None], tmp_path: Path) -> None:
    """Whatever the rows of a run are, the report has sentences and numbers, and no value that is none."""
    plan = Planted(FOUR, blocks=40)
    found = frames(plan)
    bend(found)
    report_all(save(tmp_path / "run", manifest(plan), found), tmp_path / "out", full=True)
    data = sane(tmp_path / "out")
    assert data["n_games"] == 160 and len(data["summary"]) >= 2


@pytest.mark.parametrize("rotate", [True, False])
def test_who_wins_all_or_nothing_is_named(rotate: bool, tmp_path: Path) -> None:
    """The undefeated and the winless are named, with exact intervals, and no worth is made up for them."""
    report_part(
        "winrate", written(tmp_path / "run", Planted(SUN, blocks=40, rotate=rotate)), tmp_path / "out"
    )
    data = sane(tmp_path / "out")
    told = " ".join(data["summary"])
    assert "“sun” won every game. “dark”, “x” and “y” won none." in told.replace("“dark” and", "“dark”,")
    assert "“sun” clearly wins too often; “sun” has 400 wins where 100 are fair" in told
    rows = {row["strategy"]: row for row in data["tables"]["p1-k4-shares"]["rows"]}
    assert rows["sun"]["share"] == 1 and rows["sun"]["interval"][0] == pytest.approx(0.912, abs=1e-3)
    field = next(section for section in data["sections"] if section["id"] == "p1-k4-field")
    assert "not estimable" in field["blocks"][0]["text"] and "“sun”" not in field["blocks"][0]["text"][:20]


def test_void_bounds_are_printed_above_a_thousandth(tmp_path: Path) -> None:
    """One void game of 2,000 entries is counted; from 0.1 % on both bounds stand in a greyed row."""
    plan = Planted(FOUR, blocks=500, void={3: "error"})
    report_part("winrate", written(tmp_path / "few", plan), tmp_path / "few-out")
    assert all(r["bounds"] is None for r in sane(tmp_path / "few-out")["tables"]["p1-k4-shares"]["rows"])
    plan = Planted(FOUR, blocks=100, void={3: "error"})
    report_part("winrate", written(tmp_path / "many", plan), tmp_path / "out")
    data = sane(tmp_path / "out")
    for row in data["tables"]["p1-k4-shares"]["rows"]:
        assert row["void_entries"] == 1
        assert row["bounds"][1] - row["bounds"][0] == pytest.approx(1 / 400)
    assert "Greyed: more than 0.1 %" in data["tables"]["p1-k4-shares"]["note"]


def test_a_run_that_is_going_on_is_reported_over_whole_blocks(tmp_path: Path) -> None:
    """Games of a block that is not finished do not count, and the report says so; later more of them do."""
    plan = Planted(FOUR, blocks=60)
    whole = frames(plan)
    for stored in (102, 240):  # 25 blocks of 4 games and a half, and all
        part = {n: f if n == "items" else f.filter(pl.col("game") < stored) for n, f in whole.items()}
        report_part(
            "winrate", save(tmp_path / f"run-{stored}", manifest(plan, games=240), part), tmp_path / "out"
        )
        data = sane(tmp_path / "out")
        going = [notice for notice in data["notices"] if "only finished blocks count" in notice]
        assert bool(going) == (stored < 240)
        assert data["n_games"] == {102: 100, 240: 240}[stored]
        assert "Of 102 recorded games" in data["summary"][-1] or stored == 240
