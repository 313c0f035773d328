"""The report of a study that exchanges kinds of seats, such as species, between seats."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.analysis.course.pace import how_many_decided
from marchsim.analysis.field.kinds import Kinds, measured
from marchsim.analysis.reading.source import Provenance
from marchsim.recorder import metrics
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import SectionBuilder, section
from marchsim.reporting.pages.document import Document, Text
from marchsim.reporting.pages.format import count
from marchsim.reporting.pages.saving import write
from marchsim.reporting.sections import kinds
from marchsim.reporting.sections.design import about, assumed_words, called, provenance, warnings

METHODS = (
    "Each deal is played once as dealt, and once for each two seats with their dealt kinds exchanged. All "
    "else is the same, chance included. So each kind at the table sits once in every seat, beside the "
    "same strategies. If all were equally strong, each would have a wins index of 100.",
    "The deal is the independent unit. Intervals are t intervals over deals, not adjusted for each other.",
)


def few(found: Sequence[Kinds]) -> list[str]:
    """A sentence on the widest intervals, if they are wider than the margin of a kind on each side."""
    margin, wide = metrics.MARGINS[metrics.KINDS], []
    for one in found:
        ends = [words.interval(worth.wins) for worth in one.worths]
        halves = sorted((high - low) / 2 for low, high in (end for end in ends if end))
        wide += [(halves[len(halves) // 2], one.deals)] if halves else []
    half, deals = max(wide, default=(0.0, 0))
    if half <= margin:
        return []
    needed = f"{math.ceil(deals * (half / margin) ** 2):,}"
    return [
        f"{words.plural(deals, 'deal')}: ±{half:.0f}. {needed} deals make ±{margin:.0f}, which may matter."
    ]


def report_exchanged(
    folder: Path,
    manifest: Mapping[str, Any],
    sources: Provenance,
    column: str,
    rows: pl.DataFrame,
    games: int,
    void: int,
) -> tuple[Path, list[str]]:
    """Write the report of a study into `folder` and return the path of its page and the summary."""
    parts = rows.partition_by("players", as_dict=True, maintain_order=True)
    found = [measured(part, column, int(str(key[0]))) for key, part in sorted(parts.items())]
    panels = [(one, SectionBuilder(f"k{one.players}", words.plural(one.players, "player"))) for one in found]
    won = rows.group_by("players", "deal", "game").agg(won=pl.col("credit").count() > 0)["won"]
    ends = how_many_decided(int((~won).sum()), won.len(), manifest)
    said = [ends] if ends else []
    said += [f"{build.where}: {kinds.sentence(one)}" for one, build in panels]
    said += few(found)
    said += [f"{count(void)} deals do not count, since a game of theirs was void."] if void else []
    document = Document(
        title=f"{column.capitalize()} study of {called(manifest, 'study')}",
        about=about(manifest),
        summary=said,
        notices=[Text(assumed_words([sources]), "warning"), *warnings(manifest)],
        sections=[
            *([section("players", "By number of players", 2, kinds.by_players(found))] if found[1:] else []),
            *(
                part
                for one, build in panels
                for part in (section(build.ident, build.where, 2), *kinds.kinds(one, build))
            ),
            provenance([sources], ()),
            section("methods", "Methods", 2, *METHODS),
        ],
        games=games,
    )
    return write(document, folder), said
