"""Rendering of a report as one web page, Markdown or JSON.

The page has no script and needs no network. Its template escapes all texts. In Markdown (with GitHub's
tables) every text from outside is escaped.

JSON has a schema version and the raw value of every printed number. Tables are listed by id, and their rows
have the columns as keys. An interval is [low, high], and a mean with ± is [mean, half width]. An undefined
value is null, and the words in its row give the reason. `verdicts` holds the verdicts about the game, if
there are any.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from marchsim.reporting.pages.document import Block, Bullets, Document, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import clean, show
from marchsim.reporting.pages.format import markdown as safe

_PERCENT = re.compile(r"(?<=\d) %")


def html(document: Document) -> str:
    """A report as the text of a single HTML file."""
    return _environment().get_template("report.html").render(document=document)


def templates(*packages: str) -> Environment:
    """The template environment of these packages, which escapes all texts."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package, "templates") for package in packages]), autoescape=True,
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip


@cache
def _environment() -> Environment:
    """The cached template environment of pages."""
    environment = templates("marchsim.reporting.pages")
    environment.filters |= {
        "show": lambda value, kind: _unbroken(show(value, kind)),
        "clean": lambda text: _unbroken(clean(text)),
        "picture": lambda figure: Markup(figure.svg),  # our own SVG, with escaped names
    }
    environment.tests |= {
        "text": lambda block: isinstance(block, Text),
        "bullets": lambda block: isinstance(block, Bullets),
        "figure": lambda block: isinstance(block, Figure),
        "table": lambda block: isinstance(block, Table),
    }
    return environment


def _unbroken(text: str) -> str:
    """A text in which no line break can separate a number from its per cent sign."""
    return _PERCENT.sub("\N{NO-BREAK SPACE}%", text)


def markdown(document: Document) -> str:
    """A report as Markdown text."""
    parts = [f"# {safe(document.title)}"]
    parts += [f"> **Note.** {safe(notice.text)}" for notice in document.notices]
    parts += ["## Summary", _bulleted(document.summary)]
    for section in document.sections:
        parts += _markdown_section(section, document)
    return "\n\n".join(parts) + "\n"


def _markdown_section(section: Section, document: Document) -> Iterator[str]:
    yield f"{'#' * section.level} {safe(section.title)}"
    for block in section.blocks:
        yield _markdown_block(block, document)


def _markdown_block(block: Block, document: Document) -> str:
    if isinstance(block, Text):
        return f"> {safe(block.text)}" if block.tone else safe(block.text)
    if isinstance(block, Bullets):
        return _bulleted(block.items)
    if isinstance(block, Figure):
        file = document.file(block)
        return f"![{safe(block.alt)}]({file})" if file else f"*Figure*: {safe(block.alt)}"
    return _markdown_table(block)


def _bulleted(items: Sequence[str]) -> str:
    return "\n".join(f"- {safe(item)}" for item in items)


def _markdown_table(table: Table) -> str:
    head = "| " + " | ".join(safe(column.heading) for column in table.columns) + " |"
    rule = "|" + "|".join(" :-- " if column.kind == "text" else " --: " for column in table.columns) + "|"
    rows = [
        "| " + " | ".join(safe(show(row.get(column.key), column.kind)) for column in table.columns) + " |"
        for row in table.rows
    ]
    note = ["", safe(table.note)] if table.note else []
    return "\n".join([f"**{safe(table.title)}**", "", head, rule, *rows, *note])


SCHEMA = "marchsim.report/1"
DIGITS = 10  # significant digits: enough for any use, without noise in the last bits


def as_json(document: Document) -> str:
    """A report as JSON text. Equal reports give equal text."""
    data = {
        "schema": SCHEMA,
        "title": document.title,
        "about": document.about,
        "n_games": document.games,
        "summary": list(document.summary),
        "verdicts": [_plain(verdict) for verdict in document.verdicts],
        "notices": [notice.text for notice in document.notices],
        "sections": [
            {"id": s.id, "title": s.title, "level": s.level, "blocks": [_json_block(b) for b in s.blocks]}
            for s in document.sections
        ],
        "tables": {table.id: _json_table(table) for table in document.tables()},
        "figures": {figure.id: _json_figure(figure, document) for figure in document.figures()},
    }
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _json_block(block: Block) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"text": block.text}
    if isinstance(block, Bullets):
        return {"items": list(block.items)}
    return {"figure" if isinstance(block, Figure) else "table": block.id}


def _json_figure(figure: Figure, document: Document) -> dict[str, str]:
    told = {"title": figure.title, "alt": figure.alt}
    return told | ({"file": file} if (file := document.file(figure)) else {})


def _json_table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "note": table.note,
        "columns": [{"key": c.key, "heading": c.heading, "kind": c.kind} for c in table.columns],
        "rows": [{c.key: _value(row.get(c.key)) for c in table.columns} for row in table.rows],
    }


def _plain(value: Any) -> Any:
    """Plain data with all floats rounded to `DIGITS` significant digits."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else _value(value)


def _value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    return value
