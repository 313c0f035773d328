"""The rows of a chunk, from the runner and from the sessions, encoded for storing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from marchsim.kernel.game import Column, Outcome, Table
from marchsim.recorder import parquet
from marchsim.recorder.digest import ordered
from marchsim.recorder.parts import Encoded, encoded
from marchsim.recorder.tables import VOIDS
from marchsim.runner.planning.schedule import Entry

SEAT = ("game", "seat", "strategy", "score", "rank", "credit")  # columns that all games have
_VOID = {kind: at for at, kind in enumerate(VOIDS)}


def _or_null(value: int | None) -> int:
    return parquet.NULL if value is None else value


def _values(column: Column, rows: Sequence[Mapping[str, Any]]) -> Any:
    """The values of one column of rows, in a form that `parquet.frame` takes."""
    values = [row[column.name] for row in rows]
    if column.dtype == "f64" or (column.dtype == "str" and not column.labels):
        return values
    return np.array(values, dtype=np.uint64 if column.dtype == "u64" else np.int64)


def credit(outcome: Outcome, seat: int) -> float | None:
    """The credit of a seat in a game against other players or against an opponent.

    Players with a tied win divide one win among them. Players who win together against an opponent get one
    each. The result is None if a game between players has no winner, since shares leave such games out.
    """
    if outcome.winners == 0 and outcome.opponent is None:
        return None
    if not outcome.winners >> seat & 1:
        return 0.0
    return 1.0 if outcome.opponent is not None else 1.0 / outcome.winners.bit_count()


class ChunkRows:
    """Collects the rows of a chunk's games, in order. `take` adds rows of sessions, `encoded` returns all."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self._games: list[dict[str, Any]] = []  # a row's values by column
        self._seats: list[dict[str, Any]] = []
        self._kept: dict[tuple[int, int], list[int]] = {}
        self._pieces: dict[str, list[dict[str, Any]]] = {name: [] for name in tables}

    def add(self, entry: Entry, outcome: Outcome) -> None:
        """Add the rows of one game and its seats."""
        void = outcome.void
        self._games.append(
            {
                "game": entry.game,
                "deal": entry.deal,
                "block": entry.block,
                "line_up": entry.line_up,
                "rotation": entry.rotation,
                "variant": entry.variant,
                "seed": entry.deal_key,
                "players": entry.players,
                "rounds": outcome.rounds,
                "turns": outcome.turns,
                "decisions": outcome.decisions,
                "digest": "" if void else outcome.digest,
                "winners": 0 if void else outcome.winners,
                "decided_by": "" if void else outcome.decided_by,
                "opponent": parquet.NULL if void else _or_null(outcome.opponent),
                "margin": parquet.NULL if void else _or_null(outcome.margin),
                "void": _VOID[void],
                "void_seat": outcome.fault_seat if void and outcome.fault_seat >= 0 else parquet.NULL,
            }
        )
        if not void:
            self._kept.setdefault((entry.variant, entry.players), []).append(len(self._seats))
        for at, strategy in enumerate(entry.seats):
            self._seats.append(
                {
                    "game": entry.game,
                    "seat": at,
                    "strategy": strategy,
                    "score": parquet.NULL if void else outcome.scores[at],
                    "rank": parquet.NULL if void else outcome.ranks[at],
                    "credit": None if void else credit(outcome, at),
                }
            )

    def timing(
        self, first: int, games: int, seconds: float, cpu_seconds: float, worker: int, host: str
    ) -> None:
        """Add the row with the duration of the chunk and the place where it was played."""
        self._pieces["timings"].append({
            "first": [first], "games": [games], "seconds": [seconds], "cpu_seconds": [cpu_seconds],
            "worker": [worker], "host": [host],
        })  # fmt: skip

    def thinking(self, first: int, spent: Mapping[int, tuple[int, int, float]]) -> None:
        """Add rows with the cost of decisions by strategy: seats in clocked games, answers and seconds."""
        places = sorted(spent)
        found = [spent[place] for place in places]
        self._pieces["thinking"].append({
            "first": [first] * len(places), "strategy": np.array(places, dtype=np.int64),
            "games": [one[0] for one in found], "decisions": [one[1] for one in found],
            "cpu_seconds": [one[2] for one in found],
        })  # fmt: skip

    def take(self, variant: int, players: int, own: tuple[Table, ...], arrays: Mapping[str, Any]) -> None:
        """Add the rows, by table, that a session recorded for one variant and number of players."""
        for table in own:
            array = arrays[table.name]
            columns = parquet.split(array, [column.name for column in table.columns])
            merged = {column.name: column for column in self._tables[table.name].columns}
            for column in table.columns:
                if column.labels:
                    columns[column.name] = parquet.relabelled(
                        columns[column.name], column.labels, merged[column.name].labels
                    )
            if table.name == "seats":
                columns[""] = self._places(variant, players, len(array))
            self._pieces[table.name].append(columns)

    def _places(self, variant: int, players: int, rows: int) -> Any:
        """For each row of a session, the number of the row in `seats` that is about the same seat."""
        starts = np.array(self._kept.get((variant, players), []), dtype=np.int64)
        assert rows == len(starts) * players, f"a session kept {rows} rows of {len(starts)} games"
        return (starts[:, None] + np.arange(players)).ravel()

    def encoded(self) -> dict[str, Encoded]:
        """Each table encoded as a file to be stored."""
        columns = {name: self._joined(name) for name in self._tables if name not in ("games", "seats")}
        columns["games"] = {
            column.name: _values(column, self._games) for column in self._tables["games"].columns
        }
        columns["seats"] = self._seat_columns()
        return {
            name: encoded(table, ordered(parquet.frame(table, columns[name]), table.key))
            for name, table in self._tables.items()
        }

    def _joined(self, name: str) -> dict[str, Any]:
        """The rows of all sessions in order of games. The rows of each session are in order already."""
        pieces = self._pieces[name]
        if len(pieces) == 1:
            return pieces[0]
        empty = np.zeros(0, dtype=np.int64)
        names = [column.name for column in self._tables[name].columns]
        joined = {key: np.concatenate([empty, *(piece[key] for piece in pieces)]) for key in names}
        order = np.argsort(joined[self._tables[name].key[0]], kind="stable")
        return {key: values[order] for key, values in joined.items()}

    def _seat_columns(self) -> dict[str, Any]:
        columns = {}
        for column in self._tables["seats"].columns:
            if column.name in SEAT:
                columns[column.name] = _values(column, self._seats)
                continue
            values = np.full(len(self._seats), -1 if column.labels else parquet.NULL, dtype=np.int64)
            for piece in self._pieces["seats"]:
                values[piece[""]] = piece[column.name]
            columns[column.name] = values
        return columns
