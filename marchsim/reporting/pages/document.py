"""A report as plain data: sections of sentences, tables and figures, independent of any output format.

Rows of tables hold raw values, which only the renderers format. So every printed number is in the JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

Value = str | int | float | bool | tuple[float, float] | None


@dataclass(frozen=True)
class Column:
    """A column of a table: key, heading and kind of its values (`format.show`)."""

    key: str
    heading: str
    kind: str = "text"


@dataclass(frozen=True)
class Table:
    """A table of raw values. Rows whose `grey` key is true are greyed."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Mapping[str, Value]]
    note: str = ""


class Drawing(Protocol):
    """A declaration that can be drawn (`marchsim.reporting.drawing`)."""

    @property
    def axis(self) -> str:
        """The words below its title."""

    def svg(self, alt: str) -> str:
        """The drawing as SVG for a page."""

    def papers(self, width: float) -> Sequence[tuple[str, Any]]:
        """Its sheets (`drawing.paper.Paper`) with their titles, for exports."""


@dataclass(frozen=True)
class Figure:
    """A declared picture, with a description for people who cannot see it.

    Its numbers are in `table`.
    """

    id: str
    title: str
    alt: str
    drawing: Drawing
    table: str

    @cached_property
    def svg(self) -> str:
        """The picture as SVG text for a page."""
        return self.drawing.svg(self.alt)


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
    """A whole report. `about` identifies the run (game, seed, versions) and `games` is the number that count.

    `verdicts` are the verdicts about the game as plain data, for programs.
    """

    title: str
    about: Mapping[str, Any]
    summary: Sequence[str]
    notices: Sequence[Text]
    sections: Sequence[Section] = field(default=())
    games: int = 0
    verdicts: Sequence[Mapping[str, Any]] = field(default=())

    def tables(self) -> list[Table]:
        """All tables in order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Table)]

    def figures(self) -> list[Figure]:
        """All figures in order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Figure)]
