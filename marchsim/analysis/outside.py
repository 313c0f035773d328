"""Reads a CSV or Parquet table of results, with a row for each seat of each game, as a run.

The columns are `game`, `seat`, `strategy`, and `score` (more is better) or `rank` (1 is best). If both exist,
`rank` is used. A column `deal` is needed only if games share deals. Every cell is checked. If one is wrong, a
RecordError names its row. The output has the same columns as the tables `games` and `seats` of a run folder,
so the analyses can read it. No cell is guessed or repaired.

The rows of each game are checked together: at least two entries, distinct seats without a gap, and one deal.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marchsim import files
from marchsim.errors import RecordError, nearest
from marchsim.recorder import parts
from marchsim.recorder.parquet import quiet
from marchsim.recorder.parts import UNREADABLE
from marchsim.stats.choices import Ints, distinct
from marchsim.stats.clusters import Floats

NEEDED = ("game", "seat", "strategy")
RESULTS = ("score", "rank")
KNOWN = (*NEEDED, *RESULTS, "deal")
READ = (".csv", ".parquet")
LARGEST = 2_000_000_000  # bytes
MOST_ROWS = 10_000_000
LONGEST_HEAD = 100_000  # bytes of the row of names
CHUNK = 1_000_000  # bytes
LONGEST_NAME = 200
LONGEST_TEXT = 10_000  # bytes of a name with the blanks around it
MOST = 1e12


@dataclass(frozen=True)
class OutsideRun:
    """A table of another program as a run, with `games` and `seats` as in a run folder.

    The column `score` is null unless `has_scores`. Each game has a deal of its own unless `has_deals`.
    """

    path: Path
    games: pl.DataFrame
    seats: pl.DataFrame
    has_scores: bool
    has_deals: bool

    @property
    def manifest(self) -> Mapping[str, Any]:
        """A manifest with the only fact that is known: the name of the table."""
        name = self.path.stem
        return {
            "game": {"name": "table", "title": self.path.name},
            "configuration": {"resolved": {"name": name, "design": {"kind": ""}}},
            "tables": {"games": {"columns": []}, "seats": {"columns": []}},
        }

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of `games` or `seats`."""
        return {"games": self.games, "seats": self.seats}[table].lazy()


def read(path: Path, whole: bool = True) -> OutsideRun:
    """Read a table of another program. A RecordError gives file, row, fault and remedy.

    If `whole`, the seats of a game with k entries must be 0 to k - 1, or 1 to k in every game of the table.
    """
    frame = _frame(path)
    columns = _columns(path, frame.columns)
    frame = frame.select(pl.col(held).alias(name) for name, held in columns.items()).with_row_index("row")
    if frame.is_empty():
        raise RecordError(f"{path}: no row under the names; give a row for each seat of each game.")
    frame = _checked(path, frame)
    games, seats = tables(path, frame, whole)
    return OutsideRun(path, games, seats, "score" in columns, "deal" in columns)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a CSV or Parquet file. Any problem, even during reading, is raised as a RecordError."""
    try:
        with files.reading(path) as stream:
            if path.suffix.lower() not in READ:
                raise RecordError(f"{path}: neither .csv nor .parquet; save the table as one of them.")
            if os.fstat(stream.fileno()).st_size > LARGEST:
                raise RecordError(f"{path}: larger than {LARGEST // 10**9} GB; give fewer games.")
            with quiet():
                yield stream
    except (*UNREADABLE, UnicodeDecodeError) as error:
        said = (str(error).splitlines() or [""])[0][:120]
        raise RecordError(f"{path}: cannot be read as a table ({said}); save it again.") from None
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file; check the path.") from None
    except OSError as error:
        large = error.errno in (errno.EFBIG, errno.ENOMEM)
        advice = "give fewer games" if large else "give a CSV or Parquet file"
        raise RecordError(f"{path}: cannot be read as a table ({error.strerror}); {advice}.") from None


def _frame(path: Path) -> pl.DataFrame:
    """The raw cells of the used columns: text from CSV, stored types from Parquet."""
    with opened(path) as stream:
        if path.suffix.lower() == ".csv":
            return _csv(path, stream)
        return parts.read_stream(stream, path, MOST_ROWS, lambda held: list(_columns(path, held).values()))


def _csv(path: Path, stream: BinaryIO) -> pl.DataFrame:
    first = head(path, stream, LONGEST_HEAD)
    names = [name.strip().strip('"').lower() for name in first.split(",")]
    twice = next((name for name in KNOWN if names.count(name) > 1), None)
    if twice:
        raise RecordError(f"{path}: there are two columns {twice!r}; keep one of them.")
    return pl.read_csv(stream, infer_schema=False)


def head(path: Path, stream: BinaryIO, longest: int) -> str:
    """The first row of a CSV file as text. The stream is rewound.

    Raises RecordError if the row is empty or not plain text, and OSError if there are too many rows.
    """
    row = stream.readline(longest)
    if not row.strip():
        raise RecordError(f"{path}: the first row is empty; it must name the columns.")
    first = row.decode("utf-8-sig").strip("\r\n")
    if not first.replace("\t", " ").isprintable():  # nor anything that is compressed
        raise RecordError(f"{path}: its first row holds control characters; give plain text.")
    lines = sum(chunk.count(b"\n") for chunk in iter(partial(stream.read, CHUNK), b""))
    if lines > MOST_ROWS:
        raise OSError(errno.EFBIG, f"{lines:,} lines, more than {MOST_ROWS:,}", str(path))
    stream.seek(0)
    return first


def _columns(path: Path, held: list[str]) -> dict[str, str]:
    """The table's own name for each column that is used. Raises RecordError if a required one is missing."""
    by_name = {name.strip().lower(): name for name in held}
    found = {name: by_name[name] for name in KNOWN if name in by_name}
    missing = [name for name in NEEDED if name not in found]
    if not any(name in found for name in RESULTS):
        missing.append("score or rank")
    if not missing:
        return found
    shown = ", ".join(repr(name[:30]) for name in held[:8])
    close = nearest(missing[0], by_name) if len(held) > 1 else " Are the cells separated by commas?"
    raise RecordError(f"{path}: no column {', '.join(missing)}; the table has {shown}.{close}")


def _wrong(path: Path, frame: pl.DataFrame, holds: pl.Expr, column: str, what: str) -> None:
    """Raise RecordError for the first row in which the condition `holds` is true or unknown."""
    bad = frame.filter(holds.fill_null(True)).select("row", column).head(1)
    if len(bad):
        row, cell = bad.row(0)
        shown = "empty" if cell is None or cell == "" else repr(str(cell)[:40])
        raise RecordError(f"{path}: row {row + 1} (after the names), column {column}: {shown}; {what}.")


def _checked(path: Path, frame: pl.DataFrame) -> pl.DataFrame:
    """The table with every cell checked and each column in its type."""
    for name in ("game", "strategy", "deal"):
        if name in frame.columns:
            frame = _texts(path, frame, name)
    for name in ("seat", *RESULTS):
        if name in frame.columns:
            frame = _numbers(path, frame, name)
    value = pl.col("seat")
    outside = (value != value.floor()) | (value < 0) | (value > 10_000)
    _wrong(path, frame, outside, "seat", "give the seat as a whole number, 0 for the first")
    if "rank" in frame.columns:
        _wrong(path, frame, pl.col("rank") < 1, "rank", "give ranks from 1 (best); equal ranks tie")
    return frame.with_columns(pl.col("seat").cast(pl.Int64))


def _texts(path: Path, frame: pl.DataFrame, name: str) -> pl.DataFrame:
    dtype = frame.schema[name]
    if not (dtype.is_integer() or dtype in (pl.String, pl.Categorical) or isinstance(dtype, pl.Enum)):
        raise RecordError(f"{path}: column {name} holds {dtype}; give text or whole numbers.")
    frame = frame.with_columns(pl.col(name).cast(pl.String))
    value = pl.col(name)
    long = f"at most {LONGEST_NAME} characters"
    _wrong(path, frame, value.str.len_bytes().fill_null(0) > LONGEST_TEXT, name, long)
    frame = frame.with_columns(value.str.strip_chars())
    _wrong(path, frame, value.is_null() | (value == ""), name, f"every row needs a {name}")
    _wrong(path, frame, value.str.len_chars() > LONGEST_NAME, name, long)
    odd = value.str.contains(r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]")
    _wrong(path, frame, odd, name, "holds a control character; give plain text")
    formula = value.str.contains(r"^[=@]|^[+-].*[(!|]")
    _wrong(path, frame, formula, name, "looks like a formula; give values")
    return frame


def _numbers(path: Path, frame: pl.DataFrame, name: str) -> pl.DataFrame:
    dtype, value = frame.schema[name], pl.col(name)
    if dtype == pl.String:
        plain = value.str.strip_chars()
        wrong = plain.cast(pl.Float64, strict=False).is_finite().fill_null(False).not_()
        _wrong(path, frame, wrong, name, "give a finite number in each row")
        frame = frame.with_columns(plain.cast(pl.Float64).alias(name))
    elif dtype.is_numeric():
        frame = frame.with_columns(value.cast(pl.Float64))
        _wrong(path, frame, value.is_finite().not_(), name, "give a finite number in each row")
    else:
        raise RecordError(f"{path}: column {name} holds {dtype}; give numbers.")
    _wrong(path, frame, value.abs() > MOST, name, "too large; at most 10^12")
    return frame


MOST_SEATS = 60


@dataclass(frozen=True)
class _Rows:
    """The rows sorted by game and seat.

    `row` is the position in the table. `start` (games,) is the first row of each game, and `size` (games,)
    its number of rows.
    """

    row: Ints
    game: Ints
    seat: Ints
    deal: Ints
    start: Ints
    size: Ints


def tables(path: Path, frame: pl.DataFrame, whole: bool) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables `games` and `seats`, from a table of game, seat, strategy, score or rank, and deal.

    Raises RecordError if the rows of a game do not fit together.
    """
    game = numbered(frame["game"])
    seat = frame["seat"].to_numpy().astype(np.int64)
    seat = seat - 1 if int(seat.min()) == 1 else seat
    order = np.lexsort((seat, game))
    deal = numbered(frame["deal"]) if "deal" in frame.columns else game
    start = np.flatnonzero(np.diff(game[order], prepend=-1))
    rows = _Rows(order, game[order], seat[order], deal[order], start, np.diff(start, append=len(order)))
    _check(path, frame, rows, whole)
    frame = frame[order]
    worst_first = frame["rank"] if "rank" in frame.columns else -frame["score"]
    rank = _ranks(rows, worst_first.to_numpy())
    nothing = pl.repeat(None, len(frame), dtype=pl.Float64, eager=True)
    scores = frame["score"] if "score" in frame.columns else nothing
    winners = np.add.reduceat((rank == 1).astype(np.int64), start)
    credit = (rank == 1) / np.repeat(winners, rows.size)
    seats = pl.DataFrame(
        {
            "game": rows.game,
            "seat": rows.seat,
            "strategy": frame["strategy"],
            "score": scores,
            "rank": rank,
            "credit": credit,
        }
    )
    return _games(rows, numbered(frame["strategy"]), rank), seats


def numbered(labels: pl.Series) -> Ints:
    """Labels as numbers from 0, in the order of their first appearance."""
    codes = labels.cast(pl.Categorical).to_physical().to_numpy()
    _, first, code = np.unique(codes, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[code]


def _check(path: Path, frame: pl.DataFrame, rows: _Rows, whole: bool) -> None:
    """Raise RecordError for the first row or game that breaks a rule."""

    def wrong(bad: NDArray[np.bool_], column: str, what: str) -> None:
        if bad.any():
            at = int(rows.row[bad].min())
            raise RecordError(
                f"{path}: row {at + 1} (after the names), {column} {str(frame[column][at])[:40]!r}: {what}."
            )

    def of_rows(games: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.repeat(games, rows.size)

    again = (np.diff(rows.game, prepend=-1) == 0) & (np.diff(rows.seat, prepend=-1) == 0)
    wrong(again, "seat", "its game has that seat already")
    wrong(of_rows(rows.size < 2), "game", "it has one row; give a row for each seat")
    wrong(of_rows(rows.size > MOST_SEATS), "game", f"it has more than {MOST_SEATS} seats")
    mixed = np.minimum.reduceat(rows.deal, rows.start) < np.maximum.reduceat(rows.deal, rows.start)
    if "deal" in frame.columns:
        wrong(of_rows(mixed), "game", "its rows have different deals; a game has one")
    if whole:
        last = rows.seat[rows.start + rows.size - 1]
        wrong(of_rows(last >= rows.size), "game", "a seat is missing; seats must be 0 to k - 1")


def _ranks(rows: _Rows, value: Floats) -> Ints:
    """Ranks within games from values (lowest is best), with gaps after ties: 1, 2, 2, 4."""
    order = np.lexsort((value, rows.game))
    place = np.arange(len(order)) - np.repeat(rows.start, rows.size)
    level = (np.diff(value[order], prepend=np.nan) == 0) & (place > 0)
    rank = np.where(level, 0, place + 1)
    # A tied row takes the rank of the last row that is not tied: ranks grow within a game.
    rank = np.maximum.accumulate(rank + np.repeat(rows.start, rows.size)) - np.repeat(rows.start, rows.size)
    result = np.empty(len(order), dtype=np.int64)
    result[order] = rank
    return result


def _games(rows: _Rows, strategy: Ints, rank: Ints) -> pl.DataFrame:
    """One row for each game, with the columns that the analyses read. Unknown counts are null."""
    games = len(rows.start)
    number = np.arange(games)
    held = np.full((games, int(rows.size.max())), -1, dtype=np.int64)
    within = np.arange(len(rows.game)) - np.repeat(rows.start, rows.size)
    held[rows.game, within] = strategy
    line_up = distinct(np.sort(held, axis=1) + 1)[1]
    won = np.where(rank == 1, np.left_shift(np.int64(1), within), 0)
    known = {
        "game": number,
        "deal": rows.deal[rows.start],
        "block": number,
        "line_up": line_up,
        "rotation": np.zeros(games, dtype=np.int64),
        "players": rows.size,
        "winners": np.add.reduceat(won, rows.start),
    }
    nothing = {name: pl.lit("").alias(name) for name in ("variant", "decided_by", "void")}
    unknown = {name: pl.lit(None, pl.Int64).alias(name) for name in ("rounds", "turns", "decisions")}
    return pl.DataFrame(known).with_columns(**nothing, **unknown)
