"""Writing of a report into its folder in one step: page, Markdown, JSON and, on request, figures as files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from marchsim import files, folders
from marchsim.errors import RecordError
from marchsim.reporting.pages.document import Document
from marchsim.reporting.pages.rendering import as_json, html, markdown

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
