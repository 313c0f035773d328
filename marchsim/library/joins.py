"""The tables of a run, joined for users, with a description of each column.

Columns of recorded tables keep their names. This module describes the added ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from marchsim import games
from marchsim.analysis.cards.items import FLAGS, GROUPS, flags, item_table
from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import GENERIC_SEATS, described, entry, opponents, scan
from marchsim.kernel.game import Column, Table
from marchsim.kernel.telling import EventsExplained
from marchsim.recorder import parquet
from marchsim.recorder.folder import EVENTS, RunFolder
from marchsim.recorder.manifest import baselines

COUNTED = Column(
    "counted", "bool", "whether reports count the game: all of its block was played, nothing void"
)
BASELINE = Column("baseline", "bool", "whether a baseline player (without a plan) sat in the game")
WINNER = Column("winner", "str", "strategy that won alone, null if several or none did")
WON = Column("won", "bool", "whether the seat won, alone or with others, null in void games")
WINS = Column(
    "wins", "f64",
    "100 x credit x players, so that the mean over seats is wins where 100 are fair, "
    "null where players win or lose together, and where nobody won", "wins where 100 are fair",
)  # fmt: skip
OF_GAMES = (
    "deal", "block", "line_up", "rotation", "variant", "players", "turns", "decided_by", "void", "counted",
    "baseline",
)  # fmt: skip
OF_SEATS = ("strategy", "variant", "players", "deal", "credit", "won", "wins", "counted", "baseline")
OF_CARDS = (
    Column("name", "str", "name of the card"),
    Column("type", "str", "its type, null where the game has none"),
    Column("group", "str", "its section, or its type if it has none: how reports group cards"),
    Column("cost", "f64", "its cost, null where it has none"),
)
FATES = {
    "opening": Column("opening", "bool", "whether it was in the seat's opening hand (dealt at random)"),
    "drawn": Column("drawn", "bool", "whether the seat drew it, in the opening hand or later"),
    "played": Column("played", "bool", "whether the seat played it"),
}
VALUES = ("a", "b", "c", "d")  # of an event
NONE: list[tuple[int | None, str | None]] = [(None, None)]  # for a value that has no names
OF_EVENTS = (
    Column("variant", "str", "name of the rules variant"),
    *(Column(f"{one}_is", "str", f"meaning of `{one}` in this kind of event, null if it has no such value")
      for one in VALUES),
    *(Column(f"{one}_name", "str", f"name behind `{one}` (a card, a reason), null for a number")
      for one in VALUES),
)  # fmt: skip
PLAYED_IN = Column("round_played", "i16", "round in which the seat played it, null if it did not", "rounds")


@dataclass(frozen=True)
class Joined:
    """A joined table: descriptions of its columns, and its rows."""

    table: Table
    rows: pl.LazyFrame

    def collect(self) -> pl.DataFrame:
        """The rows in the order of the key."""
        return self.lazy().sort(self.table.key).collect()

    def lazy(self) -> pl.LazyFrame:
        """The rows as a lazy frame, in no particular order."""
        return self.rows.select(column.name for column in self.table.columns)

    def led_by(self, *names: str) -> Joined:
        """The table with the named columns first, in this order. Unknown names are ignored."""
        first = {name: at for at, name in enumerate(names)}
        columns = sorted(self.table.columns, key=lambda column: first.get(column.name, len(first)))
        return replace(self, table=replace(self.table, columns=tuple(columns)))

    def columns(self, names: Sequence[str]) -> list[Column]:
        """The descriptions of the named columns. Unknown names are ignored."""
        return [column for column in self.table.columns if column.name in names]

    def joined(self, rows: pl.LazyFrame, columns: Sequence[Column], on: Sequence[str]) -> Joined:
        """The table with new columns, joined from other rows by key.

        Columns of the same name are not replaced.
        """
        new = self._new(columns)
        more = rows.select(*on, *(column.name for column in new))
        return Joined(self._with(new), self.rows.join(more, on=on, how="left"))

    def with_columns(self, columns: Sequence[Column], **values: pl.Expr) -> Joined:
        """The table with new columns computed from its own. Columns of the same name are not replaced."""
        new = self._new(columns)
        return Joined(self._with(new), self.rows.with_columns(values[c.name].alias(c.name) for c in new))

    def _new(self, columns: Sequence[Column]) -> list[Column]:
        held = {column.name for column in self.table.columns}
        return [column for column in columns if column.name not in held]

    def _with(self, new: Sequence[Column]) -> Table:
        return replace(self.table, columns=(*self.table.columns, *new))


def plain(run: RunFolder, name: str) -> Joined:
    """A table of a run as recorded. Raises RecordError if the run has no such table."""
    rows = run.scan(name)
    return Joined(run.tables[name], rows)


def of_games(run: RunFolder) -> Joined:
    """The recorded games, with the winner of each, and a flag for games that reports count."""
    base, seats = plain(run, "games"), scan(run, "seats", GENERIC_SEATS)
    counted = classify(run).lazy().select("game", counted=pl.col("state") == "kept")
    barred = seats.filter(pl.col("strategy").is_in(sorted(baselines(run.manifest))))
    sat = barred.select(pl.col("game").unique()).collect()["game"]
    base = base.joined(counted, [COUNTED], ["game"])
    base = base.with_columns([BASELINE], baseline=pl.col("game").is_in(sat.implode()))
    alone = pl.col("credit") == 1
    together = pl.col("variant").is_in(list(opponents(run.manifest)))
    won = seats.join(base.rows.select("game", "variant"), on="game").filter(alone & ~together)
    made = base.joined(won.select("game", winner="strategy"), [WINNER], ["game"])
    return made.led_by("game", "variant", "players", "winner", "rounds", "turns", "decided_by", "counted")


def seats(run: RunFolder) -> Joined:
    """The recorded seats, with the columns of their games and their wins."""
    of = of_games(run)
    base = plain(run, "seats").joined(of.rows, of.columns(OF_GAMES), ["game"])
    together = pl.col("variant").is_in(list(opponents(run.manifest)))
    wins = pl.when(~together).then(100.0 * pl.col("credit") * pl.col("players"))
    nobody = pl.col("credit").is_null() & pl.col("rank").is_not_null()
    won = pl.when(nobody).then(False).otherwise(pl.col("credit") > 0)
    made = base.with_columns([WON, WINS], won=won, wins=wins)
    return made.led_by(
        "game", "seat", "strategy", "variant", "players", "won", "wins", "score", "rank", "credit"
    )


def rounds(run: RunFolder) -> Joined:
    """The recorded rounds, with the strategy of the seat and its result."""
    of = seats(run)
    made = plain(run, "rounds").joined(of.rows, of.columns(OF_SEATS), ["game", "seat"])
    return made.led_by("game", "round", "seat", "strategy", "variant", "players", "won", "wins", "score")


def cards(run: RunFolder) -> Joined:
    """Cards drawn by seats: name, type, cost, whether played, strategy, and whether the seat won.

    Raises RecordError if the run did not record them.
    """
    table, kind = item_table(run)
    base, of = plain(run, table), seats(run)
    held = {column.name for column in base.table.columns}
    base = base.with_columns(list(FATES.values()), **dict(zip(FLAGS, flags(held), strict=True)))
    if "fate" in held:
        number = pl.col("fate").str.extract(r"^played (\d+)").cast(pl.Int16)
        base = base.with_columns([PLAYED_IN], round_played=number)
    score = of.columns(["score"])
    base = base.joined(of.rows, [*of.columns(OF_SEATS), *score], ["game", "seat"])
    made = base.joined(_items(run, kind), OF_CARDS, ["variant", kind])
    what = ("game", "seat", kind, *(column.name for column in OF_CARDS))
    return made.led_by(*what, "strategy", "variant", "players", *FLAGS, "won", "wins", "score")


def events(run: RunFolder) -> Joined:
    """The recorded events, with meanings and names of their values if the game describes them.

    Raises RecordError if the run did not record them.
    """
    base, game = plain(run, EVENTS), games.load(str(entry(run.manifest, "game", "name")))
    if not isinstance(game, EventsExplained):
        return base
    told = [
        {"variant": variant, "event": event, "value": name, "is": one.meaning, "code": code, "name": text}
        for variant, items in _by_variant(run)
        for event, values in game.event_values(items).items()
        for name, one in zip(VALUES, values, strict=False)
        if one.meaning
        for code, text in ([*one.names.items()] if one.names else NONE)
    ]
    schema = dict.fromkeys(("variant", "event", "value", "is", "name"), pl.String()) | {"code": pl.Int64()}
    known = pl.DataFrame(told, schema=schema).lazy()
    rows = base.rows.with_columns(pl.col("event").cast(pl.String))
    rows = rows.join(plain(run, "games").rows.select("game", pl.col("variant").cast(pl.String)), on="game")
    for one in VALUES:
        own, on = known.filter(pl.col("value") == one), ["variant", "event"]
        means = own.select(*on, pl.col("is").alias(f"{one}_is")).unique()
        codes = own.drop_nulls("code").select(
            *on, pl.col("code").alias(one), pl.col("name").alias(f"{one}_name")
        )
        rows = rows.join(means, on=on, how="left").with_columns(pl.col(one).cast(pl.Int64))
        rows = rows.join(codes, on=[*on, one], how="left")
    cast: dict[Any, Any] = {column.name: parquet.dtype(column) for column in base.table.columns}
    return Joined(base._with(OF_EVENTS), rows.cast(cast)).led_by(*_beside(base.table))


def _beside(table: Table) -> list[str]:
    """The columns of events in order, with each value followed by its meaning and its name."""
    return [
        name
        for column in table.columns
        for name in (
            column.name,
            *((f"{column.name}_is", f"{column.name}_name") if column.name in VALUES else ()),
        )
    ]


def _by_variant(run: RunFolder) -> list[tuple[str, list[dict[str, object]]]]:
    """The rows of the table `items` for each variant, with the variant's name."""
    rows = plain(run, "items").rows.with_columns(pl.col("variant").cast(pl.String)).collect()
    return [
        (str(variant), part.to_dicts()) for (variant,), part in rows.group_by("variant", maintain_order=True)
    ]


def _items(run: RunFolder, kind: str) -> pl.LazyFrame:
    """The name, type, group and cost of each variant's cards, as described by the run."""
    wanted = {"variant": pl.String(), kind: pl.String(), **{c.name: parquet.dtype(c) for c in OF_CARDS}}
    if described(run, "items") is None:
        return pl.LazyFrame(schema=wanted)
    rows = scan(run, "items", ("variant", "id"))
    held = rows.collect_schema()
    if "kind" in held:
        rows = rows.filter(pl.col("kind") == kind)
    text = {name: pl.col(name) if name in held else pl.lit(None) for name in ("name", *GROUPS)}
    group = [pl.when(text[name] != "").then(text[name]) for name in GROUPS]
    cost = pl.col("cost") if "cost" in held and held["cost"].is_numeric() else pl.lit(None)
    return (
        rows.select(
            "variant", pl.col("id").alias(kind), name=pl.coalesce(text["name"], "id"), type=text["type"],
            group=pl.coalesce(*group, pl.lit("other")), cost=cost,
        )
        .cast(wanted)  # type: ignore[arg-type]
        .unique(["variant", kind], keep="first", maintain_order=True)
    )  # fmt: skip


MADE = {"games": of_games, "seats": seats, "rounds": rounds, "cards": cards, "events": events}
