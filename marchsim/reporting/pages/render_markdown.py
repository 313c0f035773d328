"""The report as Markdown (GitHub's tables); every text from outside is escaped to show as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marchsim.reporting.pages.document import Block, Bullets, Document, Figure, Section, Table, Text
from marchsim.reporting.pages.format import markdown as safe
from marchsim.reporting.pages.format import show


def markdown(document: Document) -> str:
    """Return a report as Markdown text."""
    parts = [f"# {safe(document.title)}"]
    parts += [f"> **Note.** {safe(notice.text)}" for notice in document.notices]
    parts += ["## Summary", _bullets(document.summary)]
    for section in document.sections:
        parts += _section(section)
    return "\n\n".join(parts) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"{'#' * section.level} {safe(section.title)}"
    for block in section.blocks:
        yield _block(block)


def _block(block: Block) -> str:
    if isinstance(block, Text):
        return f"> {safe(block.text)}" if block.tone else safe(block.text)
    if isinstance(block, Bullets):
        return _bullets(block.items)
    if isinstance(block, Figure):
        return f"![{safe(block.alt)}](figures/{block.id}.svg)"
    return _table(block)


def _bullets(items: Sequence[str]) -> str:
    return "\n".join(f"- {safe(item)}" for item in items)


def _table(table: Table) -> str:
    head = "| " + " | ".join(safe(column.heading) for column in table.columns) + " |"
    rule = "|" + "|".join(" :-- " if column.kind == "text" else " --: " for column in table.columns) + "|"
    rows = [
        "| " + " | ".join(safe(show(row.get(column.key), column.kind)) for column in table.columns) + " |"
        for row in table.rows
    ]
    note = ["", safe(table.note)] if table.note else []
    return "\n".join([f"**{safe(table.title)}**", "", head, rule, *rows, *note])
