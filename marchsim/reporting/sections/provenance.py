"""Section: where the component numbers come from. No report may hide that results rest on assumed ones."""

from __future__ import annotations

from marchsim.analysis.reading.provenance import KINDS, Provenance
from marchsim.reporting.pages.document import Block, Bullets, Column, Section, Table, Text
from marchsim.reporting.pages.format import count, percent
from marchsim.reporting.pages.words import listed, quoted

MEANING = (
    "rulebook: the rulebook gives the number.",
    "implied: it follows from the rulebook.",
    "assumed: we chose it, because the rulebook does not say; the printed component may differ.",
    "printed: an owner of the game read it off the component.",
    "design: a designer's own change.",
)
COLUMNS = (
    Column("variant", "Rules"),
    Column("components", "Components", "count"),
    Column("numbers", "Numbers", "count"),
    *(Column(kind, kind, "count") for kind in KINDS),
    Column("share", "Share assumed", "percent"),
)
UNKNOWN = (
    "This run does not record where its component numbers come from, so it is not known how many are assumed."
)


def assumed_words(found: list[Provenance]) -> str:
    """Return the sentence on assumed numbers that stands at the top of every report."""
    if not found:
        return UNKNOWN
    if not any(row.counts["assumed"] for row in found):
        return "No component number is assumed: all are given, implied, printed or a designer's own."
    alike: dict[str, list[str]] = {}
    for row in found:
        part = f"{count(row.counts['assumed'])} of {count(row.numbers)} component numbers"
        alike.setdefault(f"{part} ({percent(row.assumed or 0.0)})", []).append(quoted(row.variant))
    told = [part if len(alike) == 1 else f"{part} of rules {listed(names)}" for part, names in alike.items()]
    return (
        f"{listed(told)} are assumed, not known: every result here rests on them, "
        "and says how this set of numbers plays, not how the printed game does."
    )


def provenance(found: list[Provenance]) -> Section:
    """Return the section on provenance."""
    blocks: list[Block] = [Text(assumed_words(found), "warning"), Bullets(MEANING)]
    if found:
        rows = [
            {
                "variant": row.variant,
                "components": row.components,
                "numbers": row.numbers,
                **row.counts,
                "share": row.assumed,
            }
            for row in found
        ]
        blocks.append(Table("provenance", "Component numbers by where they come from", COLUMNS, rows))
    return Section("provenance", "Where the numbers of the components come from", 2, blocks)
