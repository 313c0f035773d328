"""The interface of a run folder for analyses, and the columns that they use.

This package knows no game. It finds a game's own columns by name and by the manifest's description. Columns
`points_*` of the table `seats` are sources of points, and its other numbers are the final state. `provenance`
counts where the component numbers of each rule set come from, over the enabled rows of the table `items`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import polars as pl

from marchsim.errors import RecordError

GENERIC_SEATS = ("game", "seat", "strategy", "score", "rank", "credit")
GAMES = ("game", "deal", "block", "line_up", "variant", "players", "rounds", "turns", "decisions")
POINTS = "points_"
IN_ORDER = pl.col("game").cast(pl.Int64) * 2**16 + pl.col("seat")  # of game and seat; one number sorts faster


class Run(Protocol):
    """A run folder: its manifest and lazy scans of its tables (`marchsim.recorder.RunFolder`)."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """The manifest as plain data."""

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table, as a lazy scan."""


def entry(manifest: Mapping[str, Any], *path: str) -> Any:
    """The value in a manifest at a path of keys. None if the path does not exist."""
    here: Any = manifest
    for key in path:
        here = here.get(key) if isinstance(here, Mapping) else None
    return here


def resolved(manifest: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    """A table of the configuration behind a run. Empty if the configuration has no such table."""
    found = entry(manifest, "configuration", "resolved", *path)
    return found if isinstance(found, Mapping) else {}


def variants(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The manifest's entry for each variant."""
    listed = entry(manifest, "variants")
    return [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []


def opponents(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The common opponent of all players, by variant. Variants without such an opponent are left out."""
    named = {str(one.get("name")): one.get("opponent") for one in variants(manifest)}
    return {name: opponent for name, opponent in named.items() if isinstance(opponent, str) and opponent}


def described(run: Run, table: str) -> Mapping[str, Any] | None:
    """The manifest's description of a table. None if the run has no such table."""
    found = entry(run.manifest, "tables", table)
    return found if isinstance(found, Mapping) else None


def columns(run: Run, table: str) -> dict[str, Mapping[str, Any]]:
    """The manifest's description of each column of a table."""
    return {str(column["name"]): column for column in (described(run, table) or {}).get("columns", [])}


def meanings(run: Run, table: str) -> dict[str, str]:
    """The meaning of each described column of a table."""
    return {name: str(column.get("meaning", "")) for name, column in columns(run, table).items()}


def scan(run: Run, table: str, needed: tuple[str, ...]) -> pl.LazyFrame:
    """A lazy scan of a table. Raises RecordError if a needed column is missing."""
    frame = run.scan(table)
    held = frame.collect_schema().names()
    missing = [name for name in needed if name not in held]
    if missing:
        raise RecordError(
            f"table {table}: no column {', '.join(missing)} (it has {', '.join(held)}); "
            "was this run recorded by another version?"
        )
    return frame


def numbers(frame: pl.LazyFrame) -> list[str]:
    """The names of the integer and float columns of a scan, in order."""
    return [name for name, dtype in frame.collect_schema().items() if dtype.is_numeric()]


def point_sources(frame: pl.LazyFrame) -> list[str]:
    """The columns of the table `seats` that split the score by source."""
    return [name for name in numbers(frame) if name.startswith(POINTS)]


def end_state(frame: pl.LazyFrame) -> list[str]:
    """The numeric columns that a game adds to `seats`, except points by source: the final state of a seat."""
    return [n for n in numbers(frame) if n not in GENERIC_SEATS and not n.startswith(POINTS)]


KINDS = ("rulebook", "implied", "assumed", "printed", "design")


@dataclass(frozen=True)
class Provenance:
    """How many components a rule set has, and how many of their numbers come from each source."""

    variant: str
    components: int
    numbers: int
    counts: dict[str, int]

    @property
    def assumed(self) -> float | None:
        """The share of numbers that are assumed. None if there are no numbers."""
        return self.counts["assumed"] / self.numbers if self.numbers else None


def provenance(run: Run) -> list[Provenance]:
    """The provenance of each rule set, sorted by name. Empty if the run does not record it.

    A game without components has a single row of zeros.
    """
    if described(run, "items") is None:
        return []
    items = scan(run, "items", ("variant",))
    if items.select(pl.len()).collect().item() == 0:
        return [Provenance("", 0, 0, dict.fromkeys(KINDS, 0))]
    held = items.collect_schema().names()
    if not {"fields", *KINDS} <= set(held):
        return []
    if "enabled" in held:
        items = items.filter(pl.col("enabled").cast(pl.Boolean))
    totals = items.group_by("variant").agg(pl.len().alias("components"), pl.col("fields", *KINDS).sum())
    return [
        Provenance(row["variant"], row["components"], row["fields"], {kind: row[kind] for kind in KINDS})
        for row in totals.sort("variant").collect().iter_rows(named=True)
    ]


def guesses(found: Sequence[Provenance], variant: str) -> tuple[int, int] | None:
    """How many numbers of a rule set's components are assumed, and how many there are. None if unknown."""
    own = next((one for one in found if one.variant == variant), None)
    return (own.counts["assumed"], own.numbers) if own and own.numbers else None
