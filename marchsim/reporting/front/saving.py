"""Writing of the whole report into its folder in one step: pages, Markdown, JSON and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from marchsim.reporting.pages import saving
from marchsim.reporting.pages.document import Document, Figure, Table, Value
from marchsim.reporting.pages.format import clean
from marchsim.reporting.pages.rendering import DIGITS, as_json, html, markdown
from marchsim.reporting.pages.saving import save

INDEX, FULL = "index.html", "full.html"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would compute a text with such a start


def write(index: str, cards: Mapping[str, str], document: Document, out: Path, full: bool) -> Path:
    """Write the report and return the path of its first page.

    `index` is the HTML of that page, and `cards` holds the HTML of card pages by path. `full` adds the
    detailed page. At any time the folder holds either the complete old report or the complete new one. Files
    of other programs are kept.
    """
    plain = document if full or document.files else without_figures(document)
    with saving.filling(out, {*cards, *saving.files_of(document)}) as new:
        for folder in ("tables", "cards") if cards else ("tables",):
            (new / folder).mkdir()
        for path, text in cards.items():
            save(new / path, text)
        for table in document.tables():
            save(new / "tables" / f"{table.id}.csv", as_csv(table))
        save(new / "report.json", as_json(plain))
        save(new / "report.md", markdown(plain))
        if full:
            save(new / FULL, html(document))
        save(new / INDEX, index)
        saving.save_figures(document, new)
    return out / INDEX


def without_figures(document: Document) -> Document:
    """The report without the figures that only its detailed page shows."""
    sections = [
        replace(part, blocks=[block for block in part.blocks if not isinstance(block, Figure)])
        for part in document.sections
    ]
    return replace(document, sections=sections)


def as_csv(table: Table) -> str:
    """A table as CSV text with raw values.

    Intervals take two columns, and no cell can act as a formula in a spreadsheet.
    """
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    ranged = {
        column.key
        for column in table.columns
        if any(isinstance(row.get(column.key), tuple) for row in table.rows)
    }
    head: list[str] = []
    for column in table.columns:
        head += [f"{column.key}_low", f"{column.key}_high"] if column.key in ranged else [column.key]
    writer.writerow(head)
    for row in table.rows:
        cells: list[str] = []
        for column in table.columns:
            value = row.get(column.key)
            if column.key in ranged:
                cells += [_cell(part) for part in (value if isinstance(value, tuple) else (None, None))]
            else:
                cells.append(_cell(value))
        writer.writerow(cells)
    return made.getvalue()


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    text = clean(str(value))
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA) else text
