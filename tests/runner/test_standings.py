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
from marchsim.runner.progress import scoreboard, standings
from marchsim.runner.progress.display import Bar, Lines
from marchsim.runner.progress.standings import Board, Ranked, Standings

PLACES = (
    Ranked("warlord-bold", 0.3121, 0.2803, 0.3449, 312),
    Ranked("a-strategy-whose-name-is-longer-than-anybody-would-type", 0.2611, 0.23, 0.29, 312),
    Ranked("forager", 0.24, 0.21, 0.27, 312),
    Ranked("zealot", 0.001, 0.0, 0.02, 12_312),
)
WORDS = (
    "warlord-bold and a-strategy-whose-name-i… cannot be told apart yet; if their shares stay as they are, "
    "that takes about 3,400 more games, and the run has 1,200 left"
)
BOARD = Board("base", 4, PLACES, WORDS, "about 3,400 more games to tell")
OTHER = Board(
    "decree-6", 5, PLACES[::2], "warlord-bold is ahead of forager: their intervals are apart", "apart"
)


def test_a_table_has_the_width_and_height_of_the_terminal() -> None:
    """Long names are cut, columns stand below each other, what has no room is counted."""
    assert scoreboard.table([BOARD], 80, 20) == [
        "4 players, even share 25.0 %                   share  95 % at any time    deals",
        "  1 warlord-bold                              31.2 %      28.0 to 34.5      312",
        "  2 a-strategy-whose-name-is-longer-than-an…  26.1 %      23.0 to 29.0      312",
        "  3 forager                                   24.0 %      21.0 to 27.0      312",
        "  4 zealot                                     0.1 %        0.0 to 2.0   12,312",
        "warlord-bold and a-strategy-whose-name-i… cannot be told apart yet; if their",
        "shares stay as they are, that takes about 3,400 more games, and the run has",
        "1,200 left",
    ]
    small = scoreboard.table([BOARD, OTHER, OTHER], 60, 9)
    assert small[4].startswith("decree-6, 5 players") and small[-1] == "and 1 more table"
    assert len(scoreboard.table([BOARD], 120, 6)) == 6
    assert scoreboard.table([BOARD], 120, 6)[3] == "    and 2 more strategies"


@pytest.mark.parametrize("width", [20, 60, 80, 120, 300])
@pytest.mark.parametrize("height", [1, 4, 10, 30])
def test_no_line_is_too_long_and_none_too_many(width: int, height: int) -> None:
    lines = scoreboard.table([BOARD, OTHER] * 20, width, height)
    assert max(map(len, lines)) <= width and len(lines) <= max(height, 5)


def test_a_line_names_the_first_two_of_the_first_boards() -> None:
    told = (
        "4 players: warlord-bold 31.2 % (28.0 to 34.5), a-strategy-whose-name-i… 26.1 % (23.0 to 29.0), "
        "about 3,400 more games to tell"
    )
    assert scoreboard.line([BOARD]) == told
    assert scoreboard.line([BOARD, OTHER, OTHER]).endswith("24.0 % (21.0 to 27.0), apart; and 1 more table")
    assert scoreboard.line([]) == ""


def test_shares_are_those_of_the_finished_blocks(place: Path) -> None:
    """The mean of deal means, however often one looks; blocks that are not finished do not count."""
    folder = run("race.toml", "run", workers=1, blocks=40).folder
    often, once = Standings(12, 480), Standings(12, 480)
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


def test_the_first_two_are_told_apart_or_what_that_takes(place: Path) -> None:
    """Few deals; a clear lead; a small one, with the games that would do; none."""
    follower = Standings(10, 1000)

    def said(one: float, two: float, half: float, deals: int = 400) -> tuple[str, str]:
        first, second = (Ranked(n, s, s - half, s + half, deals) for n, s in (("a", one), ("b", two)))
        return follower._parted(first, second, 40)

    assert said(0.6, 0.4, 0.3, 29)[0] == "too few deals to tell a and b apart"
    assert said(0.6, 0.4, 0.05)[0] == "a is ahead of b: their intervals are apart"
    assert said(0.6, 0.5, 0.1)[0] == (
        "a and b cannot be told apart yet; if their shares stay as they are, that takes about 2,200 "
        "more games, and the run has 600 left"
    )
    over = Standings(10, 400)._parted(Ranked("a", 0.6, 0.5, 0.7, 400), Ranked("b", 0.5, 0.4, 0.6, 400), 40)[0]
    assert over.endswith("that takes about 2,200 more games, and the run is over")
    assert said(0.6, 0.5, 0.06)[1] == "about 270 more games to tell"
    assert said(0.5, 0.5, 0.1)[1] == said(0.5, 0.4999, 0.1)[1] == "level"


def test_looks_are_spaced_by_what_they_cost(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least two seconds, at most a minute, and one part in 200 of the time."""
    folder = run("race.toml", "run", workers=1, blocks=2).folder
    follower = Standings(12, 24)
    follower.look(lambda: folder, 2)
    assert not follower.boards
    monkeypatch.setattr(standings, "FIRST_SECONDS", 0.0)
    now = time.monotonic() + 1
    for cost, rest in ((0.0, 2.0), (0.1, 20.0), (5.0, 60.0)):
        follower = Standings(12, 24)
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
    """Below the bar on a terminal, in the lines elsewhere, and not at all when quiet."""
    lines = Lines(sys.stderr, every=0.0)
    lines.begin(100, 0)
    lines.update(50, [OTHER], ["won against the Storm: 3 of 10 games"])
    err = capsys.readouterr().err
    assert "won against the Storm: 3 of 10 games; 5 players: warlord-bold 31.2 %" in err
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")
    bar = Bar()
    bar.begin(10, 0)
    bar.update(5, [BOARD], ["[red]won"])
    bar.update(6, [OTHER])
    bar.end()
    err = capsys.readouterr().err
    assert "[red]won\n4 players, even share 25.0 %" in err.replace("\r", "") and "decree-6" not in err
    assert command_line(["run", "race.toml", "--quiet", "--workers", "1", "--out", "q"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_run_follows_its_standings(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From what is stored by whichever backend, also when it goes on; mirrors have none."""
    monkeypatch.setattr(standings, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(standings, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(standings, "REST", 0.0)

    class Seen(Lines):
        boards: tuple[Board, ...] = ()

        def update(self, done: int, boards: object = (), won: object = ()) -> None:
            self.boards = tuple(boards)  # type: ignore[arg-type]

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

    class Last(Lines):
        boards: tuple[Board, ...] = ()

        def update(self, done: int, boards: object = (), won: object = ()) -> None:
            self.boards = tuple(boards)  # type: ignore[arg-type]

    last = Last(sys.stderr)
    result = run("race.toml", "run", workers=1, progress=last)
    assert [p.deals for p in last.boards[0].places] == [18] * 4 and result.folder.complete
