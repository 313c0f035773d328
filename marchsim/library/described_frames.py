"""Frames with described columns, built from rows and the description of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import polars as pl

from marchsim.kernel.game import Column, Table
from marchsim.recorder import parquet
from marchsim.recorder.folder import RunFolder, naming_damage
from marchsim.recorder.parquet import quiet

VARIANT = Column("variant", "str", "variant played")
PLAYERS = Column("players", "i8", "number of players")
STRATEGY = Column("strategy", "str", "name of the strategy")
GAMES = Column("games", "i64", "games that it rests on", "games")
DEALS = Column("deals", "i64", "deals that it rests on: the independent unit", "deals")
METHOD = Column("method", "str", "how the interval is computed")
NOTE = Column("note", "str", "why a number is missing or rough, else ''")
SHARE, WINS, POINTS = "share of wins", "wins where 100 are fair", "points"


def frame(table: Table, rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """A frame of rows with a table's columns. Each row must have a value for each column."""
    names = [column.name for column in table.columns]
    held = [[row[name] for name in names] for row in rows]
    return pl.DataFrame(held, schema=parquet.schema(table), orient="row")


def shown(table: Table) -> pl.DataFrame:
    """A table's description as a frame: a row for each column, with `column`, `type`, `unit`, `meaning`."""
    kinds = parquet.schema(table)
    rows = [(c.name, str(kinds[c.name]), c.unit, c.meaning) for c in table.columns]
    return pl.DataFrame(
        rows, schema=dict.fromkeys(("column", "type", "unit", "meaning"), pl.String), orient="row"
    )


def interval(name: str, meaning: str, unit: str) -> tuple[Column, Column, Column]:
    """The columns of a number with its 95 % interval: NAME, NAME_low, NAME_high."""
    return (Column(name, "f64", meaning, unit), *ends(f"{name}_", "95 % interval", unit))


def ends(before: str, meaning: str, unit: str) -> tuple[Column, Column]:
    """The two columns of an interval's ends, whose names begin with `before`."""
    return (
        Column(f"{before}low", "f64", f"{meaning}, lower end", unit),
        Column(f"{before}high", "f64", f"{meaning}, upper end", unit),
    )


def bounds(before: str, found: Any) -> dict[str, float | None]:
    """The ends of an interval, estimate or pair by column name, or None for both if `found` is None."""
    if found is None:
        low = high = None
    elif isinstance(found, tuple):
        low, high = found
    else:
        low, high = found.low, found.high
    return {f"{before}low": low, f"{before}high": high}


def valued(name: str, found: Any) -> dict[str, float | None]:
    """An estimate as values for the three columns of `interval`."""
    return {name: None if found is None else found.value, **bounds(f"{name}_", found)}


def panel(one: Any) -> dict[str, Any]:
    """The variant and the number of players of a group, as values for a row."""
    return {"variant": one.variant, "players": one.players}


@contextmanager
def reading(*folders: RunFolder) -> Iterator[None]:
    """A context that turns errors in reading a run folder into one line that names the damaged part."""
    with quiet(), naming_damage(*(folder.path for folder in folders)):
        yield
