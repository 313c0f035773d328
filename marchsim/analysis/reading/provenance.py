"""The sources of a run's component numbers, counted over the enabled rows of `items` by rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.reading.source import Run, described, scan

KINDS = ("rulebook", "implied", "assumed", "printed", "design")


@dataclass(frozen=True)
class Provenance:
    """The number of components of a rule set, and of their numbers by provenance."""

    variant: str
    components: int
    numbers: int
    counts: dict[str, int]

    @property
    def assumed(self) -> float | None:
        """The share of assumed numbers. None if there are no numbers."""
        return self.counts["assumed"] / self.numbers if self.numbers else None


def provenance(run: Run) -> list[Provenance]:
    """The provenance of each rule set, sorted by name. Empty if the run does not record it.

    A game without components has one row of zeros.
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
    """(assumed, all) numbers of a rule set's components. None if unknown."""
    own = next((one for one in found if one.variant == variant), None)
    return (own.counts["assumed"], own.numbers) if own and own.numbers else None
