"""Outside tables: what is read, what is refused in a sentence, and that analyses read them as runs."""

from __future__ import annotations

import gzip
import os
import random
import zlib
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marchsim.analysis import outside as results
from marchsim.analysis.field.standing import worths
from marchsim.analysis.outside import OutsideRun, read
from marchsim.analysis.reading.tallies import orders
from marchsim.analysis.tournament import analyse
from marchsim.errors import RecordError

HEAD = "game,seat,strategy,score\n"
GOOD = HEAD + "a,0,ant,12\na,1,bee,9\nb,0,bee,4\nb,1,ant,4\n"


def table(folder: Path, text: str, name: str = "results.csv") -> OutsideRun:
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return read(folder / name)


def test_a_table_becomes_a_run(tmp_path: Path) -> None:
    """Games and deals are numbered as they come; ranks and credit follow from the scores, ties shared."""
    run = table(tmp_path, GOOD)
    assert run.seats.rows() == [
        (0, 0, "ant", 12.0, 1, 1.0),
        (0, 1, "bee", 9.0, 2, 0.0),
        (1, 0, "bee", 4.0, 1, 0.5),
        (1, 1, "ant", 4.0, 1, 0.5),
    ]
    known = run.games.select("game", "deal", "line_up", "players", "winners", "void").rows()
    assert known == [(0, 0, 0, 2, 1, ""), (1, 1, 0, 2, 3, "")]
    assert (run.has_scores, run.has_deals) == (True, False)
    assert run.scan("seats").collect().equals(run.seats) and run.manifest["game"]["title"] == "results.csv"


def test_ranks_decide_and_need_no_scores(tmp_path: Path) -> None:
    """With a rank the score is beside it; without scores it is null; ranks may have gaps."""
    both = table(tmp_path, "game,seat,strategy,score,rank\n1,0,a,5,7\n1,1,b,9,3\n1,2,c,1,7\n")
    assert both.seats["rank"].to_list() == [2, 1, 2]
    alone = table(tmp_path, "rank,strategy,seat,game\n2,a,0,1\n1,b,1,1\n")
    assert not alone.has_scores and alone.seats["score"].to_list() == [None, None]
    assert alone.seats["credit"].to_list() == [0.0, 1.0]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("game,seat,strategy,score", ' Game ,SEAT,"strategy", score'),
        HEAD + "a,1,ant,12\na,2,bee,9\nb,1,bee,4\nb,2,ant,4\n",
        HEAD.strip() + ",note\na,0,ant,12,x\na,1,bee,9,\nb,0,bee,4,=1+1\nb,1,ant,4,y\n",
        HEAD + "b,1,ant,4\na,1,bee,9\nb,0,bee,4\na,0,ant,12\n",
    ],
    ids=["mark", "crlf", "names", "from-one", "more-columns", "any-order"],
)
def test_what_may_differ(tmp_path: Path, text: str) -> None:
    """Byte order marks, line ends, case of names, seats from 1, more columns, rows in any order."""
    run, plain = table(tmp_path, text), table(tmp_path, GOOD, "plain.csv")
    key = ["strategy", "seat", "score", "rank", "credit"]
    assert run.seats.select(key).sort(key).equals(plain.seats.select(key).sort(key))


def test_parquet_is_read_with_its_types(tmp_path: Path) -> None:
    """Integer games and scores, names as categories: the same run."""
    frame = pl.DataFrame(
        {"game": [1, 1, 2, 2], "seat": [0, 1, 0, 1], "strategy": ["ant", "bee", "bee", "ant"],
         "score": [12, 9, 4, 4]}
    ).with_columns(pl.col("strategy").cast(pl.Categorical))  # fmt: skip
    frame.write_parquet(tmp_path / "results.parquet")
    run = read(tmp_path / "results.parquet")
    assert run.seats.equals(table(tmp_path, GOOD).seats)


BAD = {
    "empty": ("", "first row is empty"),
    "names alone": (HEAD, "no row under the names"),
    "no names": ("1,0,A,3\n1,1,B,4\n", "no column game, seat, strategy, score or rank"),
    "no result": ("game,seat,strategy\n1,0,A\n", "no column score or rank"),
    "semicolons": ("game;seat;strategy;score\n1;0;A;3\n", "separated by commas"),
    "near name": ("game,seat,stratgy,score\n1,0,A,3\n", "Did you mean 'stratgy'"),
    "twice": ("game,seat,seat,strategy,score\n1,0,0,A,2\n", "two columns 'seat'"),
    "nan": (HEAD + "1,0,A,nan\n1,1,B,2\n", "row 1 (after the names), column score: 'nan'"),
    "inf": (HEAD + "1,0,A,2\n1,1,B,-inf\n", "row 2 (after the names), column score: '-inf'"),
    "huge": (HEAD + "1,0,A,1e300\n1,1,B,2\n", "too large"),
    "word": (HEAD + "1,0,A,many\n1,1,B,2\n", "give a finite number"),
    "formula": (HEAD + "1,0,A,=1+1\n1,1,B,2\n", "'=1+1'"),
    "formula in a name": (HEAD + "1,0,=cmd|x,2\n1,1,B,2\n", "looks like a formula"),
    "formula with a sign": (HEAD + "1,0,+sum(A1),2\n1,1,B,2\n", "looks like a formula"),
    "escape": (HEAD + "1,0,A\x1b[2J,2\n1,1,B,2\n", "control character"),
    "turned text": (HEAD + "1,0,A\u202eB,2\n1,1,B,2\n", "control character"),
    "zero byte": (HEAD + "1,0,A\0,2\n1,1,B,2\n", "control character"),
    "long name": (HEAD + f"1,0,{'A' * 300},2\n1,1,B,2\n", "at most 200 characters"),
    "blank name": (HEAD + "1,0, ,2\n1,1,B,2\n", "every row needs a strategy"),
    "blank game": (HEAD + ",0,A,2\n1,1,B,2\n", "every row needs a game"),
    "short row": (HEAD + "1,0,A\n1,1,B,2\n", "column score: empty"),
    "long row": (HEAD + "1,0,A,2,9,9\n1,1,B,2\n", "cannot be read as a table"),
    "open quote": (HEAD + '1,0,"A,2\n1,1,B,2\n', "cannot be read as a table"),
    "half a seat": (HEAD + "1,0.5,A,2\n1,1,B,2\n", "whole number"),
    "negative seat": (HEAD + "1,-1,A,2\n1,1,B,2\n", "whole number"),
    "rank 0": ("game,seat,strategy,rank\n1,0,A,0\n1,1,B,2\n", "ranks from 1"),
    "same seat": (HEAD + "1,0,A,2\n1,0,B,2\n", "row 2 (after the names), seat '0'"),
    "missing seat": (HEAD + "1,0,A,2\n1,2,B,2\n", "a seat is missing"),
    "alone": (HEAD + "1,0,A,2\n2,0,A,2\n2,1,B,2\n", "one row"),
    "two deals": ("game,seat,strategy,rank,deal\n1,0,A,1,x\n1,1,B,2,y\n", "different deals"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_table_is_refused_in_a_sentence(tmp_path: Path, case: str) -> None:
    """The message names the file and the place, in one line."""
    text, said = BAD[case]
    with pytest.raises(RecordError) as caught:
        table(tmp_path, text)
    message = str(caught.value)
    assert said in message and "results.csv" in message and "\n" not in message and len(message) < 400


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    """Missing, folders, other endings, other encodings, broken Parquet, columns of other types."""
    (tmp_path / "x.txt").write_text(GOOD)
    (tmp_path / "x.csv").write_bytes((HEAD + "1,0,J\xe4ger,2\n").encode("latin-1"))
    (tmp_path / "y.csv").write_bytes(GOOD.encode("utf-16"))
    (tmp_path / "x.parquet").write_bytes(b"PAR1 nothing of the kind")
    pl.DataFrame({"game": [[1]], "seat": [0], "strategy": ["a"], "score": [1]}).write_parquet(
        tmp_path / "list.parquet"
    )
    pl.DataFrame({"game": [1], "seat": [True], "strategy": ["a"], "score": [1]}).write_parquet(
        tmp_path / "bool.parquet"
    )
    for name, said in {
        "nothing.csv": "no such file", ".": "a folder", "x.txt": "neither .csv nor .parquet",
        "x.csv": "cannot be read", "y.csv": "cannot be read", "x.parquet": "cannot be read",
        "list.parquet": "column game holds List", "bool.parquet": "column seat holds Boolean",
    }.items():  # fmt: skip
        with pytest.raises(RecordError, match=said):
            read(tmp_path / name)


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    """Pipes and devices, in one line, without waiting for anybody."""
    for name in ("pipe.csv", "pipe.parquet"):
        os.mkfifo(tmp_path / name)
        with pytest.raises(RecordError, match=r"cannot be read as a table \(not a regular file\)"):
            read(tmp_path / name)
    (tmp_path / "zero.csv").symlink_to("/dev/zero")
    with pytest.raises(RecordError, match="not a regular file"):
        read(tmp_path / "zero.csv")


def test_tables_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Parquet file of 90 kB that would unpack to 10 million rows is not unpacked."""
    rows = pl.select(game=pl.repeat(1, results.MOST_ROWS + 1, dtype=pl.Int8), seat=0, strategy=0, score=0)
    rows.write_parquet(tmp_path / "bomb.parquet", compression="zstd")
    assert (tmp_path / "bomb.parquet").stat().st_size < 300_000
    with pytest.raises(RecordError, match=r"\(10,000,001 rows, more than 10,000,000\); give fewer games"):
        read(tmp_path / "bomb.parquet")
    monkeypatch.setattr(results, "MOST_ROWS", 3)
    with pytest.raises(RecordError, match="4 lines, more than 3"):
        table(tmp_path, GOOD)
    monkeypatch.setattr(results, "LARGEST", 20)
    with pytest.raises(RecordError, match="larger than"):
        table(tmp_path, GOOD)


def test_compressed_text_is_no_table(tmp_path: Path) -> None:
    """Though its reader would unpack it, to any length."""
    for pack in (gzip.compress, zlib.compress):
        (tmp_path / "results.csv").write_bytes(pack(GOOD.encode()))
        with pytest.raises(RecordError):
            read(tmp_path / "results.csv")


def test_damaged_parquet_is_one_line_and_silent(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Whichever byte is wrong: polars may crash, and says nothing on the terminal."""
    path, draw = tmp_path / "results.parquet", random.Random(3)
    frame = {"game": [n // 2 for n in range(80)], "seat": [0, 1] * 40, "strategy": ["a", "b"] * 40}
    pl.DataFrame({**frame, "score": range(80)}).write_parquet(path)
    whole, refused = path.read_bytes(), 0
    for _ in range(60):
        content = bytearray(whole)
        for _ in range(6):
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        path.write_bytes(content)
        try:
            read(path)
        except RecordError as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 20 and capfd.readouterr().err == ""


def test_seats_may_be_missing_where_nothing_hangs_on_them(tmp_path: Path) -> None:
    """A ladder needs no whole tables: starting places of a race with somebody absent."""
    (tmp_path / "race.csv").write_text("game,seat,strategy,rank\n1,4,A,1\n1,9,B,2\n2,3,B,1\n2,80,A,2\n")
    run = read(tmp_path / "race.csv", whole=False)
    assert run.games["winners"].to_list() == [1, 1] and run.games["players"].to_list() == [2, 2]


def made_up(games: int, seed: int, deal: bool = False) -> str:
    generator = np.random.default_rng(seed)
    lines = ["game,seat,strategy,score" + (",deal" if deal else "")]
    for game in range(games):
        for seat, who in enumerate(generator.permutation(4)):
            score = round(float(generator.normal(20 + 2 * who, 5)))
            lines.append(f"g{game},{seat},s{who},{score}" + (f",d{game // 4}" if deal else ""))
    return "\n".join(lines) + "\n"


def test_analyses_read_it_as_a_run(tmp_path: Path) -> None:
    """The win-rate analysis gives shares by deal that polars gives from the table itself."""
    run = table(tmp_path, made_up(240, 1, deal=True))
    (result,) = analyse(run)
    assert (result.layout.n_games, result.layout.n_deals) == (240, 60)
    plain = run.seats.group_by("strategy").agg(pl.col("credit").mean()).sort("strategy")
    assert [row.share.value for row in result.shares] == pytest.approx(plain["credit"].to_list())


def test_orders_are_the_games_as_arrays(tmp_path: Path) -> None:
    """Items by name, ranks, seats, deals; games of different size are filled with -1."""
    text = HEAD + "a,0,ant,12\na,1,bee,9\na,2,cat,9\nb,0,cat,1\nb,1,bee,2\n"
    run = table(tmp_path, text)
    found = orders(run.games, run.seats)
    assert found.names == ["ant", "bee", "cat"]
    assert found.items.tolist() == [[0, 1, 2], [2, 1, -1]]
    assert found.ranks.tolist() == [[1, 2, 2], [2, 1, 0]]
    assert found.deals.tolist() == [0, 1]


def test_worths_by_deal_and_without(tmp_path: Path) -> None:
    """With deals errors are by deal, with few of them there are none; without, games are independent."""
    for text, by_deal, reason in [
        (made_up(200, 2), False, ""),
        (made_up(200, 2, deal=True), True, ""),
        (made_up(80, 2, deal=True), True, "20 deals are too few for standard errors by deal"),
    ]:
        run = table(tmp_path, text)
        found = worths(orders(run.games, run.seats), run.has_deals)
        assert found.log_worth is not None and found.log_worth == sorted(found.log_worth)
        assert found.by_deal == by_deal and found.reason == reason and (found.se is None) == bool(reason)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,0,A,2\n1,1,B,1\n", "nobody else ever finished ahead of A; B never finished ahead"),
        ("1,0,A,2\n1,1,A,1\n", "there is only one strategy"),
        ("1,0,A,2\n1,1,B,2\n", "every choice was a tie"),
        (
            "1,0,A,2\n1,1,B,1\n2,0,A,1\n2,1,B,2\n3,0,C,1\n3,1,D,2\n4,0,C,2\n4,1,D,1\n",
            "no game links A, B to C, D",
        ),
    ],
)
def test_no_ladder_has_a_reason(tmp_path: Path, text: str, said: str) -> None:
    """Undefeated and winless strategies and strangers are named; nothing is estimated."""
    run = table(tmp_path, HEAD + text)
    found = worths(orders(run.games, run.seats), run.has_deals)
    assert said in found.reason and found.worth is None and found.se is None


def test_seats_that_are_strategies_are_said_to_be(tmp_path: Path) -> None:
    """Each strategy always in one seat: worths alone can be told, worths and seats cannot."""
    run = table(tmp_path, HEAD + "1,0,A,2\n1,1,B,1\n2,0,A,1\n2,1,B,2\n")
    found = orders(run.games, run.seats)
    assert worths(found, False).reason == ""
    assert "are confounded" in worths(found, False, seat=True).reason
