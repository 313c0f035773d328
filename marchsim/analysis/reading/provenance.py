"""Where the component numbers of a run come from: counted over the enabled rows of `items`, per rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.reading.source import Run, described, scan

KINDS = ("rulebook", "implied", "assumed", "printed", "design")


@dataclass(frozen=True)
class Provenance:
    """How many numbers of a rule set's components have each provenance, and how many components there are."""

    variant: str
    components: int
    numbers: int
    counts: dict[str, int]

    @property
    def assumed(self) -> float | None:
        """Return the share of assumed numbers, None without numbers."""
        return self.counts["assumed"] / self.numbers if self.numbers else None


def provenance(run: Run) -> list[Provenance]:
    """Return the provenance of each rule set in order of name; empty if the run does not record it.

    A game without components has one row, of no components.
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
    """Return how many numbers of a rule set's components are assumed, and of how many; None if not known."""
    own = next((one for one in found if one.variant == variant), None)
    return (own.counts["assumed"], own.numbers) if own and own.numbers else None
