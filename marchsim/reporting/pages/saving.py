"""Writes a report into a folder of its own: page, Markdown, JSON and figures, all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

from marchsim import files, folders
from marchsim.errors import RecordError
from marchsim.reporting.pages.document import Document
from marchsim.reporting.pages.rendering import as_json, html, markdown

PAGE = "report.html"
# The names of our figures: those of an earlier report in the same place go.
FIGURES = ("p[0-9]*-k[0-9]*", "o[0-9]*-shares", "o[0-9]*-margins", "v-k[0-9]*", "curve-[0-9]*")
STANDALONE = (
    "<style>svg{color:#1f2328;background:#fff}"
    "@media(prefers-color-scheme:dark){svg{color:#e6e8eb;background:#16181b}}</style>"
)


def label_of(run: str | Path) -> str:
    """Return what a run folder is called: by its own name, wherever it is named from."""
    return Path(run).resolve().name or "report"


def place_of(out: str | Path | None, name: str) -> Path:
    """Return where a report goes: `out`, by default a folder of this name in reports/."""
    return Path(out) if out is not None else Path("reports") / name


def write(document: Document, out: Path) -> Path:
    """Write a report as page, Markdown, JSON and figures into a folder and return the path of the page.

    The folder holds the old report or the new one, whole, whenever it is looked at; files of others stay.
    """
    with filling(out, is_ours) as new:
        (new / "figures").mkdir()
        save_figures(document, new)
        save(new / "report.json", as_json(document))
        save(new / "report.md", markdown(document))
        save(new / PAGE, html(document))
    return out / PAGE


@contextmanager
def filling(out: Path, ours: Callable[[str], bool]) -> Iterator[Path]:
    """Yield a folder that replaces `out` (`folders.replacing`); RecordError if it cannot be written."""
    try:
        with folders.replacing(out, ours) as new:
            yield new
    except OSError as error:
        raise RecordError(
            f"{out}: cannot write the report there ({error.strerror}); choose another --out."
        ) from None


def save_figures(document: Document, new: Path) -> None:
    """Write the figures of a report into a new folder."""
    for figure in document.figures():
        save(new / "figures" / f"{figure.id}.svg", standalone(figure.svg))


def is_ours(inside: str) -> bool:
    """Return whether a file, by its path in a report's folder, is of the report: it goes with the old one."""
    folder, _, file = inside.rpartition("/")
    if folder:
        return folder == "figures" and any(fnmatchcase(file, f"{names}.svg") for names in FIGURES)
    return file in (PAGE, "index.html", "full.html", "report.md", "report.json")


def standalone(text: str) -> str:
    """Return the SVG of a figure as a file of its own, with a background for light and dark viewers."""
    return '<?xml version="1.0" encoding="utf-8"?>\n' + text.replace("<title>", STANDALONE + "<title>", 1)


def save(path: Path, text: str) -> None:
    """Write a new file into a folder that is being filled."""
    files.write_new(path, [text.encode("utf-8", "backslashreplace")])
