"""Live standings: what the finished blocks say, in any number of looks, as a table and in a line."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.progress import display, standings
from marchsim.runner.progress.display import Lines, Rewritten
from marchsim.runner.progress.standings import LiveBoard, LiveStandings, Ranked

PLACES = (
    Ranked("warlord-bold", 0.3121, 0.2803, 0.3449, 312),
    Ranked("a-strategy-whose-name-is-longer-than-anybody-would-type", 0.2611, 0.23, 0.29, 312),
    Ranked("forager", 0.24, 0.21, 0.27, 312),
    Ranked("zealot", 0.001, 0.0, 0.02, 12_312),
)
BOARD = LiveBoard("base", 4, PLACES, "about 3,400 more games to distinguish them")
OTHER = LiveBoard("decree-6", 5, PLACES[::2], "distinguishable")


def test_a_line_names_the_first_two_of_the_first_boards() -> None:
    """In wins where 100 are fair, with half of their intervals; the shortest form names who leads."""
    first = "4 players: warlord-bold 125 ± 13, a-strategy-whose-name-i… 104 ± 12"
    told = f"{first}, about 3,400 more games to distinguish them"
    assert display.in_line([BOARD]) == told
    assert display.in_line([BOARD, OTHER, OTHER]).endswith(
        "forager 120 ± 15, distinguishable; and 1 more table"
    )
    assert display.leader([BOARD]) == "leader: warlord-bold 125 ± 13"
    assert display.leader([OTHER, BOARD]) == "decree-6, 5 players: warlord-bold 156 ± 16 leads"
    early = LiveBoard("base", 4, (Ranked("zealot", 0.375, 0.0, 0.75, 8), *PLACES[1:]), "about 900 more games")
    assert display.leader([early]) == "leader: zealot so far"  # and not 150 ± 150
    assert display.in_line([early]).startswith("4 players: zealot so far, a-strategy")
    assert display.in_line([]) == display.leader([]) == ""


def test_shares_are_those_of_the_finished_blocks(place: Path) -> None:
    """The mean of deal means, however often one looks; blocks that are not finished do not count."""
    folder = run("race.toml", "run", workers=1, blocks=40).folder
    often, once = LiveStandings(12), LiveStandings(12)
    for blocks in (1, 2, 17, 30):
        often.take(folder, blocks)
    once.take(folder, 30)
    (board,), (other,) = often.boards, once.boards
    assert [(p.strategy, p.deals) for p in board.places] == [(p.strategy, p.deals) for p in other.places]
    credit = (
        folder.scan("seats").join(folder.scan("games").select("game", "deal"), on="game")
        .filter(pl.col("game") < 360)
        .group_by("strategy", "deal").agg(pl.col("credit").mean())
        .group_by("strategy").agg(pl.col("credit").mean()).collect()
    )  # fmt: skip
    shares = dict(credit.select(pl.col("strategy").cast(pl.String), "credit").iter_rows())
    for one, two in zip(board.places, other.places, strict=True):
        assert one.share == pytest.approx(two.share) == pytest.approx(shares[one.strategy])
        assert two.low - 1e-9 <= one.low <= one.share <= one.high <= two.high + 1e-9
    assert [p.deals for p in board.places] == [90] * 4 and board.players == 3


def test_games_with_a_baseline_do_not_count(place: Path) -> None:
    """As in every verdict: who leads without them is another question."""
    folder = run("race.toml", "run", workers=1, blocks=10).folder
    standings = LiveStandings(12, barred=frozenset({"wavering"}))
    standings.take(folder, 10)
    (board,) = standings.boards
    names = pl.col("strategy").cast(pl.String)
    seats = folder.scan("seats").select("game", "credit", strategy=names).collect()
    sat = seats.filter(pl.col("strategy") == "wavering")["game"].implode()
    shares = seats.filter(~pl.col("game").is_in(sat)).group_by("strategy").agg(pl.col("credit").mean())
    assert {p.strategy: p.share for p in board.places} == pytest.approx(dict(shares.iter_rows()))


def test_the_first_two_are_told_apart_or_what_that_takes(place: Path) -> None:
    """Few deals; a clear lead; a small one, with the games that would do; none."""

    def said(one: float, two: float, half: float, deals: int = 400) -> str:
        first, second = (Ranked(n, s, s - half, s + half, deals) for n, s in (("a", one), ("b", two)))
        return LiveStandings(10)._parted(first, second, 40)

    assert said(0.6, 0.4, 0.3, 29) == "too few deals to tell"
    assert said(0.6, 0.4, 0.05) == "distinguishable"
    assert said(0.6, 0.5, 0.1) == "about 2,200 more games to distinguish them"
    assert said(0.6, 0.5, 0.06) == "about 270 more games to distinguish them"
    assert said(0.5, 0.5, 0.1) == said(0.5, 0.4999, 0.1) == "not distinguishable"


def test_looks_are_spaced_by_what_they_cost(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least two seconds, at most a minute, and one part in 200 of the time."""
    folder = run("race.toml", "run", workers=1, blocks=2).folder
    follower = LiveStandings(12)
    follower.look(lambda: folder, 2)
    assert not follower.boards
    monkeypatch.setattr(standings, "FIRST_SECONDS", 0.0)
    now = time.monotonic() + 1
    for cost, rest in ((0.0, 2.0), (0.1, 20.0), (5.0, 60.0)):
        follower = LiveStandings(12)
        ticks = iter((0.0, cost))
        monkeypatch.setattr(time, "process_time", lambda ticks=ticks: next(ticks))
        monkeypatch.setattr(time, "monotonic", lambda: now)
        follower.look(lambda: folder, 1)
        assert follower.boards and follower._next == pytest.approx(now + rest)
        seen = follower.boards
        follower.look(lambda: folder, 2)
        assert follower.boards is seen
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    monkeypatch.setattr(standings, "AT_END", 11)
    follower.look(lambda: folder, 2, over=True)
    assert follower.boards is seen
    monkeypatch.setattr(standings, "AT_END", 12)
    follower.look(lambda: folder, 2, over=True)
    assert [place.deals for place in follower.boards[0].places] == [6] * 4


def test_progress_shows_standings(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the one line of a terminal, which is rewritten and removed, in lines elsewhere, not when quiet."""
    lines = Lines(sys.stderr, every=0.0)
    lines.begin(100, 0)
    lines.update(50, [OTHER], ["won against the Storm: 3 of 10 games"])
    err = capsys.readouterr().err
    assert "won against the Storm: 3 of 10 games; 5 players: warlord-bold 156 ± 16" in err
    monkeypatch.setenv("COLUMNS", "60")
    line = Rewritten(sys.stderr)
    line.begin(10, 0)
    line.update(5, [BOARD], ["won 3"])
    line.update(6, [OTHER])
    first = capsys.readouterr().err
    assert first.startswith("\r0 of 10   starting\r5 of 10   ") and "decree-6" not in first
    assert "   won 3   leader: " in first and len(first.rpartition("\r")[2]) == 59
    line.note("a worker died")
    line.end()
    assert capsys.readouterr().err == (
        f"\r{' ' * 59}\rmarchsim: a worker died\n\r{first.rpartition(chr(13))[2]}\r{' ' * 59}\r"
    )
    assert command_line(["run", "race.toml", "--quiet", "--workers", "1", "--out", "q"]) == 0
    assert capsys.readouterr() == ("", "")


class Seen(Lines):
    """Keeps the boards that it was last told."""

    boards: tuple[LiveBoard, ...] = ()

    def update(self, done: int, boards: object = (), won: object = ()) -> None:
        """Keep them."""
        self.boards = tuple(boards)  # type: ignore[arg-type]


def test_a_run_follows_its_standings(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From what is stored by whichever backend, also when it goes on; mirrors have none."""
    monkeypatch.setattr(standings, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(standings, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(standings, "REST", 0.0)

    seen = Seen(sys.stderr)
    run("race.toml", "run", workers=1, blocks=3, progress=seen)
    assert [p.deals for p in seen.boards[0].places] == [9] * 4
    run("race.toml", "run", workers=1, progress=seen)
    assert [p.deals for p in seen.boards[0].places] == [18] * 4
    (place / "race.toml").write_text((place / "race.toml").read_text().replace("roundrobin", "mirror"))
    seen = Seen(sys.stderr)
    run("race.toml", "mirror", workers=1, progress=seen)
    assert seen.boards == () and RunFolder("mirror").complete


def test_the_last_standings_are_of_the_whole_run(place: Path) -> None:
    """A run that ends before it is time to look again looks once more."""
    last = Seen(sys.stderr)
    result = run("race.toml", "run", workers=1, progress=last)
    assert [p.deals for p in last.boards[0].places] == [18] * 4 and result.folder.complete
