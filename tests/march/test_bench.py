"""The benchmark proves that both sides played the same games before it compares their times."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import marchsim
from marchsim.analysis.reading.panels import panels
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.configuration import sources
from tools import bench, bench_base, bench_memory, bench_profile, bench_report, games


def test_recording_changes_no_game() -> None:
    """The same digests with nothing, rounds or events recorded."""
    sides = [bench.pace(["random", "first"], 3, 4, record) for record in bench.RECORDS]
    bench.same("recording", *sides)
    assert {side["games"] for side in sides} == {4}
    assert all(side["decisions"] > 100 for side in sides)


def test_different_games_are_not_compared() -> None:
    """Other strategies play other games: no ratio is printed for these."""
    with pytest.raises(bench.Unequal, match="apples and pears"):
        bench.same("apples and pears", bench.pace(["random"], 3, 2), bench.pace(["first"], 3, 2))


def test_another_process_does_a_job_as_this_one() -> None:
    """The interpreted side is a process of its own that answers in JSON."""
    bench.same("here and elsewhere", bench.elsewhere("pace", ["last"], 4, 2), bench.pace(["last"], 4, 2))


@pytest.mark.slow
def test_the_demo_is_run_for_its_digests() -> None:
    """A whole run is compared by the digests of its tables."""
    if bench.demo_there():
        bench.same("demo", bench.run_demo(1, 1), bench.run_demo(1, 1))


def test_samples_are_added_up_by_the_part_a_function_stands_in() -> None:
    """Symbols of compiled functions carry their module; libraries and unknown names have their own parts."""
    lines = [
        "# Overhead  Shared Object  Symbol",
        "    30.00%  marchsim__mypyc.cpython-311-x86_64-linux-gnu.so  [.] CPyDef_scene___Scene___rank",
        "    20.00%  marchsim__mypyc.cpython-311-x86_64-linux-gnu.so  [.] CPyDef_legal___offer_moves",
        "    12.50%  marchsim__mypyc.cpython-311-x86_64-linux-gnu.so  [.] CPyDef_legal___connected",
        "     7.00%  marchsim__mypyc.cpython-311-so  [.] CPyDef_moves___cards___Hand___add",
        "     5.00%  _blake2.cpython-311-x86_64-linux-gnu.so  [.] blake2b_compress",
        "     1.00%  [kernel.kallsyms]  [k] clear_page",
    ]
    paths = {
        "scene": "games/march/players/heuristic/scene.py",
        "legal": "games/march/engine/legal.py",
        "moves___cards": "games/march/engine/moves/cards.py",
    }
    assert bench_profile.shares(lines, paths) == {
        "rules: which options there are": 32.5,
        bench_profile.JUDGING: 30.0,
        "rules: what happens": 7.0,
        "digest of events": 5.0,
        "other": 1.0,
    }


def test_a_run_is_weighed_on_disk_and_in_memory() -> None:
    """The weighing counts the games, and every table takes room."""
    found = bench_memory.weigh_random(8)
    assert found["games"] == 8
    assert {"games", "seats", "rounds", "cards"} <= set(found["disk"])
    assert min(found["disk"].values()) > 0
    assert min(found["parent"], found["worker"]) > 10_000_000


def test_a_run_many_times_over_has_new_games_and_deals(tmp_path: Path) -> None:
    """The report of a big run is measured on games of a small one: as many more, whole, and played alike."""
    small = run("demo", tmp_path / "small", workers=1, blocks=2).folder
    copies = 3
    games = small.scan("games").collect().height
    assert bench_report.enlarge(small, tmp_path / "big", copies * games) == copies * games
    for own, big in zip(panels(small), panels(RunFolder(tmp_path / "big")), strict=True):
        assert (big.players, big.valid.height) == (own.players, copies * own.valid.height)
        assert big.valid["deal"].n_unique() == copies * own.valid["deal"].n_unique()
        first, second = (
            one.by_strategy.group_by("strategy").agg(pl.col("credit").sum()) for one in (own, big)
        )
        assert dict(second.iter_rows()) == {name: copies * credit for name, credit in first.iter_rows()}


def test_a_line_of_the_comparison_says_whether_the_games_were_the_same() -> None:
    """The ratio is that of decisions per second, here to there, pair by pair."""
    slow = {"seconds": 2.0, "decisions": 100, "games": 1, "digest": "a"}
    fast = {"seconds": 1.0, "decisions": 150, "games": 1, "digest": "a"}
    told = bench_base.line("random", 4, [fast, fast], [slow, slow])
    assert "3.000 (3 to 3 in 2 rounds)  same games" in told
    assert bench_base.line("random", 4, [fast], [slow | {"digest": "b"}]).endswith("games differ")


def test_an_unknown_commit_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to compare with, and no traceback."""
    assert bench_base.main(["no-such-commit"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("not measured: ")
    assert "no-such-commit" in said or "this tree cannot be timed" in said


def test_every_shipped_strategy_has_a_pace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At each number of players, found and not listed; whoever says that it is slow plays few games."""
    asked: dict[str, set[int]] = {}

    def pace(names: list[str], players: int, count: int) -> dict[str, float | str]:
        asked.setdefault("+".join(names), set()).add(count)
        return {"seconds": 1.0, "games": count, "decisions": 9 * count, "digest": ""}

    monkeypatch.setattr(bench, "pace", pace)
    slow = set(games.slow_ones())
    assert "lookahead" in slow and not slow & set(bench.heuristics())
    bench.speeds(1.0)
    printed = capsys.readouterr().out
    shown = set(sources.available()) - {"last"}  # as first, only from the other end
    one = {"+".join(["lookahead", *bench.heuristics()[: players - 1]]) for players in games.PLAYERS}
    assert set(asked) == {*shown, "+".join(bench.heuristics()), *one}
    assert all(asked[name] == {bench.SLOW_GAMES} for name in slow | one)
    many = 400 if marchsim.MODE.compiled else 10
    assert all(asked[name] == {many} for name in shown - slow)
    assert all(printed.count(f"\n  {name} ") == 3 for name in shown)
