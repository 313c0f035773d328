"""The sheet that figures are drawn on: shapes and texts as SVG, names escaped, reproducible bytes.

Each drawing is made at two widths, of which CSS shows one, so that no label is smaller than 11 pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import ClassVar

from marchsim.reporting.drawing.scale import Scale
from marchsim.reporting.pages.format import clean, shortened

WIDE, HALF, NARROW = 820.0, 540.0, 344.0
SMALL, USUAL = 11.5, 12.5  # pixels of letters; nothing but digits in dots is smaller
LETTER = 0.56  # width of a letter in its size, on average
INK, MUTE, RULE, BAND, PAPER = "var(--ink)", "var(--mute)", "var(--line)", "var(--band)", "var(--bg)"

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A line, area, mark (`kind`, `size`) or text (`words`, `turn`) as plain data, for exports."""

    kind: str
    points: Sequence[Point]
    colour: str
    size: float = 1.0
    dash: str = ""
    opacity: float = 1.0
    words: str = ""
    turn: float = 0.0


@dataclass
class Paper:
    """A sheet of a size in pixels with its drawing so far: as SVG and as plain shapes."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)

    @property
    def narrow(self) -> bool:
        """Return whether this is the drawing for small screens."""
        return self.width <= NARROW

    def line(self, start: Point, end: Point, stroke: str = RULE, thick: float = 1.0, dash: str = "") -> None:
        """Draw a line. `dash` is an SVG dash pattern."""
        self.shapes.append(Shape("line", (start, end), stroke, thick, dash))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        ends = zip(("x1", "y1", "x2", "y2"), (*start, *end), strict=True)
        self.parts.append(
            f"<line {attributes(ends)} stroke={quoted(stroke)} stroke-width={quoted(short(thick))}{dashed}/>"
        )

    def rect(
        self,
        corner: Point,
        width: float,
        height: float,
        fill: str,
        round_: float = 0.0,
        opacity: float = 1.0,
    ) -> None:
        """Draw a filled rectangle from its upper left corner."""
        (x, y), far = corner, (corner[0] + width, corner[1] + height)
        area = (corner, (far[0], y), far, (x, far[1]))
        self.shapes.append(Shape("area", area, fill, opacity=opacity))
        sides = {"x": corner[0], "y": corner[1], "width": width, "height": height}
        if round_:
            sides["rx"] = round_
        faint = f' fill-opacity="{opacity:.2f}"' if opacity < 1 else ""
        self.parts.append(f"<rect {attributes(sides.items())} fill={quoted(fill)}{faint}/>")

    def ticks_across(self, span: Scale, left: float, right: float, unit: str = "", most: int = 5) -> None:
        """Draw faint lines at round numbers of a vertical scale, with the numbers at their left."""
        for tick, words in span.labels(most, unit):
            self.text((left - 6, span.at(tick) + 4), words, SMALL, "end", "m")
            self.line((left, span.at(tick)), (right, span.at(tick)), RULE, 0.8)

    def polyline(self, points: Sequence[Point], stroke: str, thick: float, dash: str = "") -> None:
        """Draw a line through points."""
        self.shapes.append(Shape("line", points, stroke, thick, dash))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<polyline points="{joined(points)}" fill="none" stroke={quoted(stroke)} '
            f"stroke-width={quoted(short(thick))}{dashed}/>"
        )

    def text(
        self,
        at: Point,
        words: str,
        size: float = USUAL,
        anchor: str = "start",
        kind: str = "",
        fill: str = "",
        turn: float = 0.0,
    ) -> None:
        """Write words. `kind` is '', 'm' (muted) or 'b' (bold). `turn` rotates them, in degrees."""
        shade = fill or (MUTE if kind == "m" else INK)
        weight = "bold" if kind == "b" else ""
        self.shapes.append(Shape(anchor, (at,), shade, size, weight, 1.0, clean(words), turn))
        look = f' class="{kind}"' if kind else ""
        look += f' transform="rotate({short(turn)} {short(at[0])} {short(at[1])})"' if turn else ""
        colour = f' style="fill:{fill}"' if fill else ""
        self.parts.append(
            f'<text x="{short(at[0])}" y="{short(at[1])}" text-anchor="{anchor}" '
            f'font-size="{short(size)}"{look}{colour}>{escape(clean(words))}</text>'
        )

    def raw(self, part: str, *shapes: Shape) -> None:
        """Add SVG made by this package, with its shapes for exports."""
        self.parts.append(part)
        self.shapes += shapes

    def svg(self, alt: str, shown: str = "") -> str:
        """The sheet as SVG, with a description ('' for an ornament)."""
        told = f'role="img" aria-label={quoted(clean(alt))}' if alt else 'aria-hidden="true"'
        look = f' class="{shown}"' if shown else ""
        return (
            f'<svg viewBox="0 0 {short(self.width)} {short(self.height)}" {told}{look}>'
            f"{''.join(self.parts)}</svg>"
        )


class Drawing:
    """A declared figure. `axis` are the words below its title: unit, lines and colours."""

    axis: str
    grid: ClassVar[str] = "panes"  # the class of several beside each other

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        raise NotImplementedError

    def papers(self, width: float) -> list[tuple[str, Paper]]:
        """All drawings of the figure at a width, each with its title."""
        return [("", self.drawn(width))]

    def exported(self, title: str, kind: str, salt: str) -> bytes:
        """The drawing with a title as a file (`export.exported`)."""
        from marchsim.reporting.drawing.export import exported

        return exported(self, title, kind, salt)

    def svg(self, alt: str, width: float = WIDE) -> str:
        """The drawing at `width` and for small screens. `alt` describes it for people who cannot see it."""
        return both(self.drawn, alt, width)


def both(draw: Callable[[float], Paper], alt: str, width: float = WIDE) -> str:
    """A drawing at both widths, of which CSS shows one. `HALF` is the width of two side by side."""
    return draw(width).svg(alt, "wide") + draw(NARROW).svg(alt, "nar")


def wide(text: str, size: float = USUAL) -> float:
    """The approximate width of a text in pixels."""
    return len(text) * size * LETTER


def cut(texts: Sequence[str], room: float, size: float = USUAL) -> list[str]:
    """Texts shortened to `room` pixels each. Different texts stay different."""
    return shortened(texts, max(3, int(room / size / LETTER)))


def short(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def quoted(text: str) -> str:
    """An escaped attribute value in quotation marks."""
    return f'"{escape(text)}"'


def attributes(pairs: Iterable[tuple[str, float]]) -> str:
    """Attributes with numbers, as SVG text."""
    return " ".join(f'{name}="{short(value)}"' for name, value in pairs)


def joined(points: Sequence[Point]) -> str:
    """Points in the syntax of SVG."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in points)
