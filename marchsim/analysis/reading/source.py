"""The interface of a run folder for analyses, and the columns that they use.

This package knows no game. It finds a game's own columns by name and by the manifest's description. Columns
`points_*` of the table `seats` are sources of points, and its other numbers are the final state. `provenance`
counts where the component numbers of each rule set come from, over the enabled rows of the table `items`.

A growing run is analysed repeatedly, and each look has a part of the error. A run that stopped by precision,
or that is not finished, is judged by a confidence sequence (`stats.anytime`). In any other run, the looks
after the first share one error (`error_part`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import polars as pl

from marchsim.errors import RecordError
from marchsim.recorder.manifest import earlier_looks, look_number, present_look

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


PRECISION = "precision"
ALIKE = 5  # looks after the first that have equal parts of the error


def by_sequence(manifest: Mapping[str, Any]) -> bool:
    """Whether a run needs anytime intervals: it is unfinished, or it once stopped by precision."""
    before = any(one.by == PRECISION for one in earlier_looks(manifest))
    return before or unfinished(manifest) or str(entry(manifest, "stopped", "by")) == PRECISION


def unfinished(manifest: Mapping[str, Any]) -> bool:
    """Whether a run still has games to play, so that this look is an interim one."""
    return manifest.get("complete") is False


def error_part(look: int) -> float:
    """The part of the error for a look: 1 for the first, and 1 for all later ones together.

    The first look keeps the whole error, since nobody knows at that time whether others will follow. So of
    the runs that are extended, for any reason, at most the stated share has a wrong verdict at a later look.
    Each of the next five looks has a sixth (at 1.67 % intervals are 1.25 times as wide). Look j from the
    seventh on has 1 / (j (j - 1)). This is error spending for any number of looks (Lan and DeMets 1983,
    Biometrika 70).
    """
    if look == 1:
        return 1.0
    return 1 / (ALIKE + 1) if look <= ALIKE + 1 else 1 / (look * (look - 1))


def part_at(manifest: Mapping[str, Any]) -> float:
    """The part of the error for the present look at a run."""
    return error_part(look_number(manifest))


def part_of_verdicts(manifest: Mapping[str, Any]) -> float:
    """The part of the error for verdicts at this look, which is 1 if they use a confidence sequence."""
    return 1.0 if by_sequence(manifest) else part_at(manifest)


def look_words(manifest: Mapping[str, Any], error: float = 0.05) -> str:
    """A sentence on the number of this look and its error. '' at a first or an interim look."""
    look, before = look_number(manifest), earlier_looks(manifest)
    own = present_look(manifest)
    sizes = sorted({one.blocks for one in before} - {own.blocks if own else 0})
    if look == 1 or unfinished(manifest):
        return ""
    told = f"Look {look} at this run, finished before after {' and '.join(f'{n:,}' for n in sizes)} blocks."
    if by_sequence(manifest):
        return f"{told} Intervals of shares are still those that hold whenever a run stops."
    return (
        f"{told} Verdicts have {100 * error * error_part(look):.2g} % of error here: the first look had "
        f"{100 * error:g} %, and all later ones share {100 * error:g} %."
    )


def of_error(level: float, part: float) -> float:
    """The level with an error (1 - level) that is `part` times the error of `level`."""
    return level if part == 1 else 1 - (1 - level) * part
