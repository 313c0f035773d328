"""A report as plain data: sections of sentences, tables and figures, independent of the output format.

Rows of tables hold raw values, which only the renderers format. JSON therefore has every printed number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

Value = str | int | float | bool | tuple[float, float] | None


@dataclass(frozen=True)
class Column:
    """A column of a table. `kind` is the kind of its values (`format.show`)."""

    key: str
    heading: str
    kind: str = "text"


@dataclass(frozen=True)
class Table:
    """A table of raw values. Rows with a true value under the key `grey` are shown in grey."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Mapping[str, Value]]
    note: str = ""


class Drawing(Protocol):
    """Protocol of a figure that can draw itself (`marchsim.reporting.drawing`)."""

    @property
    def axis(self) -> str:
        """The words below the title of the figure."""

    def svg(self, alt: str) -> str:
        """The drawing as SVG for a page."""

    def exported(self, title: str, kind: str, salt: str) -> bytes:
        """The drawing with its title as the bytes of a file. `kind` is png, svg or pdf."""


@dataclass(frozen=True)
class Figure:
    """A declared figure, with a description `alt` for readers who cannot see it.

    `table` is the id of the table with the numbers of the figure.
    """

    id: str
    title: str
    alt: str
    drawing: Drawing
    table: str

    @cached_property
    def svg(self) -> str:
        """The figure as SVG text for a page."""
        return self.drawing.svg(self.alt)

    def exported(self, kind: str) -> bytes:
        """The figure with its title as the bytes of a file. `kind` is png, svg or pdf."""
        return self.drawing.exported(self.title, kind, self.id)


@dataclass(frozen=True)
class Text:
    """A paragraph of plain sentences. `tone` is '', 'note' or 'warning'."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class Bullets:
    """A list of plain sentences."""

    items: tuple[str, ...]


Block = Text | Bullets | Table | Figure


@dataclass(frozen=True)
class Section:
    """A part of the report, with its level in the contents (2 or 3)."""

    id: str
    title: str
    level: int
    blocks: Sequence[Block] = ()


@dataclass(frozen=True)
class Document:
    """A whole report. `about` identifies the run by its game, seed and versions.

    `games` is the number of games that count. `verdicts` are the verdicts about the game as plain data, for
    programs. `files` is the format (png, svg or pdf) in which the figures are also saved as files, or '' for
    none.
    """

    title: str
    about: Mapping[str, Any]
    summary: Sequence[str]
    notices: Sequence[Text]
    sections: Sequence[Section] = field(default=())
    games: int = 0
    verdicts: Sequence[Mapping[str, Any]] = field(default=())
    files: str = ""

    def tables(self) -> list[Table]:
        """All tables, in order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Table)]

    def figures(self) -> list[Figure]:
        """All figures, in order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Figure)]

    def file(self, figure: Figure) -> str:
        """The path of a figure's file within the report, or '' if figures are not saved as files."""
        return f"figures/{figure.id}.{self.files}" if self.files else ""
