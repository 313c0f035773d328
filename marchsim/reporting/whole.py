"""The whole report of a run: all panels or, if the run has variants, effects of variants and one panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.reading.panels import Key, choose, several
from marchsim.analysis.robustness.known import USUAL, studies
from marchsim.analysis.variants.rulesets import of_run
from marchsim.recorder import RunFolder
from marchsim.reporting.front import cards
from marchsim.reporting.front.commands import spoken
from marchsim.reporting.front.gather import Front
from marchsim.reporting.front.headline import headline
from marchsim.reporting.front.page import html, page
from marchsim.reporting.front.tables import card_paths, tables
from marchsim.reporting.pages.document import Block, Document, Section, Text
from marchsim.reporting.pages.saving import label_of, place_of, write_whole
from marchsim.reporting.sections.verdicts import as_data
from marchsim.reporting.tournament import tournament, with_left_out
from marchsim.reporting.variants import report as variants

OF_VARIANTS = ("design", "provenance")  # sections that the report on variants shows for all panels


def report_all(
    run: str | Path,
    out: str | Path | None = None,
    variant: str = "",
    players: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
    full: bool = False,
    card_pages: bool = True,
    robustness: Sequence[str | Path] = (),
    found: Findings | None = None,
    figures: str = "",
) -> Path:
    """Write the report of a run folder and return the path of its first page.

    `full` adds the page with all tables and figures, and `card_pages` a page for each card. `robustness` are
    folders of sensitivity studies, of which only those of the same rules are shown. `found` are results of
    the run computed earlier. `figures` (png, svg or pdf) saves the detailed figures as files.

    If the run has variants, the first page shows the rule set `variant` (by default the base), and the
    details show its panel with `players` players (by default the fewest). `tell` receives a note on the other
    panels. `out` is the folder of the report, by default reports/RUN.

    Raises RecordError if the run or `out` cannot be used, and StateMismatch if a study is unreadable.
    """
    found = found or Findings(RunFolder(run))
    folder, own = found.run, label_of(run)
    asked = bool(variant) or players is not None
    only = choose(folder, variant, players) if asked or several(folder) else None
    known = studies(folder, [Path(place) for place in robustness] or USUAL)
    front, called = Front(found, variant, known), spoken(run)
    detailed = with_first(front, whole(found, own, only))
    first = page(front, detailed, called, card_paths(front) if card_pages else {}, full)
    told = with_left_out(detailed, run, only, "all", tell)
    whole_ = told if full or figures else detailed
    each = cards.pages(front, called, first.look) if card_pages else {}
    return write_whole(html(first), each, replace(whole_, files=figures), place_of(out, own), full)


def with_first(front: Front, detailed: Document) -> Document:
    """The detailed report, preceded by the headline and the numbers of the first page."""
    blocks: list[Block] = [Text(headline(front.verdicts)), *tables(front), *cards.tables(front)]
    return replace(
        detailed,
        sections=[Section("first", "In short", 2, blocks), *detailed.sections],
        verdicts=as_data(front.judged),
    )


def whole(found: Findings, label: str, only: Key | None) -> Document:
    """The whole report of a run as plain data. If the run has variants, it includes the panel `only`.

    All families of verdicts on the page share one error budget, which is shown with the verdicts.
    """
    if only is None or not several(found.run):
        return tournament(found, only=only)
    changes = variants.findings(of_run(found.run, label))
    return _joined(
        variants.document_of(changes, alone=False),
        tournament(found, only=only, changes=changes.budget.tests),
    )


def _joined(changes: Document, panel: Document) -> Document:
    """The report on variants followed by one panel, without duplicate sections and notices."""
    own = [section for section in panel.sections if section.id not in OF_VARIANTS]
    methods = [
        Section("panel-methods", "Methods of the panel", section.level, section.blocks)
        for section in own[-1:]
    ]
    head, tail = changes.sections[:-1], changes.sections[-1:]
    notices = {notice.text: notice for notice in (*panel.notices, *changes.notices)}
    return replace(
        changes,
        title=panel.title,
        summary=[*changes.summary, *panel.summary[:-1]],  # without its count of void games
        notices=list(notices.values()),
        sections=[*_with_times(head, panel), *own[:-1], *tail, *methods],
        verdicts=panel.verdicts,
    )


def _with_times(sections: Sequence[Section], panel: Document) -> list[Section]:
    """The sections, in which the section on the design also has the panel's table of processor times."""
    times = [table for table in panel.tables() if table.id == "thinking"]
    return [
        replace(section, blocks=[*section.blocks, *times]) if section.id == "design" else section
        for section in sections
    ]
