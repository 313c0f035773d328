"""Writing of a report into its folder in one step: pages, Markdown, JSON, CSV and, on request, figures.

The page has no script and needs no network. Its template escapes all texts. In Markdown (with GitHub's
tables) every text from outside is escaped.

JSON has a schema version and the raw value of every printed number. Tables are listed by id, and their rows
have the columns as keys. An interval is [low, high], and a mean with ± is [mean, half width]. An undefined
value is null, and the words in its row give the reason. `verdicts` holds the verdicts about the game, if
there are any.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from marchsim import files, folders
from marchsim.errors import RecordError
from marchsim.reporting.pages.document import Block, Bullets, Document, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import clean, show
from marchsim.reporting.pages.format import markdown as safe

PAGE = "report.html"
DATA = "report.json"
FILES = (PAGE, "index.html", "full.html", "report.md", DATA)
FOLDERS = ("figures", "tables", "cards")


def label_of(run: str | Path) -> str:
    """The name of a run folder, by whatever path it was given."""
    return Path(run).resolve().name or "report"


def place_of(out: str | Path | None, name: str) -> Path:
    """The folder of a report: `out`, or reports/NAME if `out` is None."""
    return Path(out) if out is not None else Path("reports") / name


def write(document: Document, out: Path) -> Path:
    """Write a report as a page, Markdown and JSON into a folder, and return the path of the page.

    At any time the folder holds the complete old or new report. Files of other programs are kept.
    """
    with filling(out, files_of(document)) as new:
        save(new / DATA, as_json(document))
        save(new / "report.md", markdown(document))
        save(new / PAGE, html(document))
        save_figures(document, new)
    return out / PAGE


@contextmanager
def filling(out: Path, written: Iterable[str]) -> Iterator[Path]:
    """Yield a new folder that replaces `out` when the caller is done (`folders.replacing`).

    Files of an earlier report are removed: those in `written` and those listed in its report.json. The
    subfolders of that report are removed if they hold nothing else. Raises RecordError if `out` cannot be
    written.
    """
    ours, listed = {*FILES, *written}, lru_cache(maxsize=None)(_listed)

    def is_ours(old: Path, inside: str) -> bool:
        if inside in FOLDERS and files.is_own_folder(old / inside):
            return all(is_ours(old, f"{inside}/{path.name}") for path in (old / inside).iterdir())
        return inside in ours or inside in listed(old)

    try:
        with folders.replacing(out, is_ours) as new:
            yield new
    except OSError as error:
        raise RecordError(
            f"{out}: cannot write the report there ({error.strerror}); choose another --out."
        ) from None


def save_figures(document: Document, new: Path) -> None:
    """Write the figures of a report as files into a new folder, if `document.files` names a format."""
    if document.files and document.figures():
        (new / "figures").mkdir()
    for figure in document.figures() if document.files else ():
        files.write_new(new / document.file(figure), [figure.exported(document.files)])


def files_of(document: Document) -> set[str]:
    """The paths of a report's figures and tables, relative to the folder of the report."""
    return _paths([figure.id for figure in document.figures()], [table.id for table in document.tables()])


def _paths(figures: Iterable[str], tables: Iterable[str]) -> set[str]:
    drawn = {f"figures/{name}.{kind}" for name in figures for kind in ("png", "svg", "pdf")}
    return drawn | {f"tables/{name}.csv" for name in tables}


def _listed(out: Path) -> set[str]:
    """The paths of figures, tables and card pages that an earlier report wrote into a folder."""
    try:
        told: Any = json.loads((out / DATA).read_text("utf-8"))
        pages = {str(row["page"]) for row in told["tables"].get("first-cards", {}).get("rows", [])}
        return _paths(told["figures"], told["tables"]) | pages
    except FileNotFoundError:
        return set()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):  # not a report of ours
        return set()


def save(path: Path, text: str) -> None:
    """Write a text to a new file in a folder that is not yet in place."""
    files.write_new(path, [text.encode("utf-8", "backslashreplace")])


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


INDEX, FULL = "index.html", "full.html"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would compute a text with such a start


def write_whole(index: str, cards: Mapping[str, str], document: Document, out: Path, full: bool) -> Path:
    """Write the report and return the path of its first page.

    `index` is the HTML of that page, and `cards` holds the HTML of card pages by path. `full` adds the
    detailed page. At any time the folder holds either the complete old report or the complete new one. Files
    of other programs are kept.
    """
    plain = document if full or document.files else without_figures(document)
    with filling(out, {*cards, *files_of(document)}) as new:
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
        save_figures(document, new)
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
