"""The sheet on which figures are drawn: plain shapes as SVG, with escaped names and reproducible bytes.

Each drawing is made at two widths, and CSS shows one of them, so no label is smaller than 11 pixels.

A `Scale` maps numbers to pixels, with ticks at round numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import ClassVar

from marchsim.reporting.pages.format import clean, shortened

WIDE, HALF, NARROW = 820.0, 540.0, 344.0
SMALL, USUAL = 11.5, 12.5  # height of letters in pixels; only digits in dots are smaller
LETTER = 0.56  # mean width of a letter, relative to its height
INK, MUTE, RULE, BAND, PAPER = "var(--ink)", "var(--mute)", "var(--line)", "var(--band)", "var(--bg)"

Point = tuple[float, float]
CORNERS: dict[str, Sequence[Point]] = {  # corners of marks, relative to their size
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "up": ((0, -1.15), (1.1, 0.85), (-1.1, 0.85)),
    "down": ((0, 1.15), (1.1, -0.85), (-1.1, -0.85)),
}


@dataclass(frozen=True)
class Shape:
    """A line, area, dot, ring, filled ring (`open`) or text, as plain data.

    `look` is the dash pattern of a line or the CSS class of a text. The `kind` of a text is its anchor.
    """

    kind: str
    points: Sequence[Point]
    colour: str
    size: float = 1.0
    look: str = ""
    opacity: float = 1.0
    words: str = ""
    turn: float = 0.0

    def svg(self) -> str:
        """The shape as SVG text."""
        (x, y), paint, size = self.points[0], f'"{escape(self.colour)}"', short(self.size)
        if self.kind == "line":
            dash = f' stroke-dasharray="{self.look}"' if self.look else ""
            thick = f'stroke-width="{size}"{dash}'
            return f'<polyline points="{_joined(self.points)}" fill="none" stroke={paint} {thick}/>'
        faint = f' fill-opacity="{self.opacity:.2f}"' if self.opacity < 1 else ""
        if self.kind == "area":
            return f'<polygon points="{_joined(self.points)}" fill={paint}{faint}/>'
        if self.kind == "dots" and len(self.points) > 1:  # short: lines of no length with round ends
            places = [(round(a, 1), round(b, 1)) for a, b in self.points]
            steps = "".join(f"m{short(c - a)} {short(d - b)}h0" for (a, b), (c, d) in pairwise(places))
            thick = f'stroke-width="{short(2 * self.size)}" stroke-linecap="round"'
            return f'<path d="M{short(x)} {short(y)}h0{steps}" fill="none" stroke={paint} {thick}/>'
        if self.kind in ("dots", "ring", "open"):
            inner = {"ring": '"none"', "open": f'"{PAPER}"'}.get(self.kind, paint)
            edge = "" if self.kind == "dots" else f' stroke={paint} stroke-width="2"'
            return f'<circle cx="{short(x)}" cy="{short(y)}" r="{size}" fill={inner}{faint}{edge}/>'
        look = f' class="{self.look}"' if self.look else ""
        look += f' transform="rotate({short(self.turn)} {short(x)} {short(y)})"' if self.turn else ""
        look += f' style="fill:{self.colour}"' if self.colour not in (INK, MUTE) else ""
        place = f'x="{short(x)}" y="{short(y)}" text-anchor="{self.kind}" font-size="{size}"'
        return f"<text {place}{look}>{escape(self.words)}</text>"


def marked(at: Point, shape: str, colour: str, size: float = 5.6, opacity: float = 1.0) -> list[Shape]:
    """The shapes of a mark at a point.

    `shape` is circle, square, diamond, up, down, cross, ring, or open (a filled ring).
    """
    x, y = at
    if shape == "cross":
        reach = size * 0.75
        ends = [((x - reach, y - turn * reach), (x + reach, y + turn * reach)) for turn in (1, -1)]
        return [Shape("line", end, colour, 2.4) for end in ends]
    if shape in CORNERS:
        corners = [(x + size * dx, y + size * dy) for dx, dy in CORNERS[shape]]
        return [Shape("area", corners, colour, opacity=opacity)]
    if shape in ("ring", "open"):
        return [Shape(shape, (at,), colour, size - 1)]
    return [Shape("dots", (at,), colour, size, opacity=opacity)]


@dataclass
class Paper:
    """A sheet of a given size in pixels, with the shapes drawn so far."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)

    @property
    def narrow(self) -> bool:
        """Whether the sheet is for small screens."""
        return self.width <= NARROW

    def line(self, start: Point, end: Point, stroke: str = RULE, thick: float = 0.8, dash: str = "") -> None:
        """Draw a straight line."""
        self.polyline((start, end), stroke, thick, dash)

    def polyline(self, points: Sequence[Point], stroke: str, thick: float, dash: str = "") -> None:
        """Draw a line through points. `dash` is an SVG dash pattern, or '' for a solid line."""
        if points:
            self.shapes.append(Shape("line", points, stroke, thick, dash))

    def rect(self, corner: Point, width: float, height: float, fill: str, opacity: float = 1.0) -> None:
        """Draw a filled rectangle from its upper left corner."""
        (x, y), right, bottom = corner, corner[0] + width, corner[1] + height
        area = (corner, (right, y), (right, bottom), (x, bottom))
        self.shapes.append(Shape("area", area, fill, opacity=opacity))

    def mark(self, at: Point, shape: str, colour: str, size: float = 5.6, opacity: float = 1.0) -> None:
        """Draw a mark at a point (see `marked`)."""
        self.shapes += marked(at, shape, colour, size, opacity)

    def ticks_across(self, span: Scale, left: float, right: float, unit: str = "", most: int = 5) -> None:
        """Draw faint horizontal lines at the round numbers of a vertical scale, with labels on the left."""
        for tick, words in span.labels(most, unit):
            self.text((left - 6, span.at(tick) + 4), words, SMALL, "end", "m")
            self.line((left, span.at(tick)), (right, span.at(tick)))

    def text(
        self, at: Point, words: str, size: float = USUAL, anchor: str = "start", kind: str = "",
        fill: str = "", turn: float = 0.0,
    ) -> None:  # fmt: skip
        """Write text. `kind` is '', 'm' (muted) or 'b' (bold). `turn` rotates the text, in degrees."""
        shade = fill or (MUTE if kind == "m" else INK)
        self.shapes.append(Shape(anchor, (at,), shade, size, kind, 1.0, clean(words), turn))

    def svg(self, alt: str, shown: str = "") -> str:
        """The sheet as SVG. `alt` describes it for readers who cannot see it, or is '' for an ornament."""
        told = f'role="img" aria-label="{escape(clean(alt))}"' if alt else 'aria-hidden="true"'
        look = f' class="{shown}"' if shown else ""
        size = f"{short(self.width)} {short(self.height)}"
        inner = "".join(shape.svg() for shape in self.shapes)
        return f'<svg viewBox="0 0 {size}" {told}{look}>{inner}</svg>'


class Drawing:
    """A declared figure.

    `axis` is the text below the title, which explains the unit, the lines and the colours.
    """

    axis: str
    grid: ClassVar[str] = "panes"  # CSS class of several drawings side by side

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        raise NotImplementedError

    def papers(self, width: float) -> list[tuple[str, Paper]]:
        """The drawings of the figure at a width in pixels, each with its title."""
        return [("", self.drawn(width))]

    def exported(self, title: str, kind: str, salt: str) -> bytes:
        """The drawing with its title as the bytes of a file (`export.exported`)."""
        from marchsim.reporting.drawing.export import exported

        return exported(self, title, kind, salt)

    def svg(self, alt: str, width: float = WIDE) -> str:
        """The drawing as SVG at `width` and, for small screens, at a smaller width.

        `alt` describes the drawing for readers who cannot see it.
        """
        return both(self.drawn, alt, width)


def both(draw: Callable[[float], Paper], alt: str, width: float = WIDE) -> str:
    """A drawing at both widths, of which CSS shows one. Use `HALF` for two figures side by side."""
    return draw(width).svg(alt, "wide") + draw(NARROW).svg(alt, "nar")


def wide(text: str, size: float = USUAL) -> float:
    """The approximate width of a text in pixels."""
    return len(text) * size * LETTER


def cut(texts: Sequence[str], room: float, size: float = USUAL) -> list[str]:
    """Texts shortened to at most `room` pixels each. Different texts stay different."""
    return shortened(texts, max(3, int(room / size / LETTER)))


def short(value: float) -> str:
    """A coordinate as text with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _joined(points: Sequence[Point]) -> str:
    return " ".join(f"{short(x)},{short(y)}" for x, y in points)


@dataclass(frozen=True)
class Scale:
    """A linear map of the numbers from `low` to `high` to the pixels from `start` to `end`.

    `low` may be the larger number. Then the scale runs backwards.
    """

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The position of a number in pixels. Numbers beyond the ends are clipped."""
        low, high = sorted((self.low, self.high))
        held = min(max(value, low), high)
        return self.start + (held - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """The round numbers on the scale, at most `most` of them."""
        low, high = sorted((self.low, self.high))
        step, count = (high - low) / max(1, most), most + 1
        while count > max(1, most):
            step = _step(step * 1.001)
            first = math.ceil(low / step - 1e-9)
            count = math.floor(high / step + 1e-9) - first + 1
        return [(first + at) * step for at in range(count)]

    def labels(self, most: int, unit: str = "", signed: bool = False) -> list[tuple[float, str]]:
        """The ticks with their labels. `unit` follows each number."""
        found = self.ticks(most)
        return [(tick, tick_text(tick, signed) + unit) for tick in found]


def known(values: Iterable[float | None]) -> list[float]:
    """The values that are neither None nor NaN."""
    return [value for value in values if value is not None and not math.isnan(value)]


def scale(values: Iterable[float], start: float, end: float, room: float = 0.04) -> Scale:
    """A scale that includes all values, with a little room at both ends."""
    found = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(found), max(found)
    more = (high - low) * room or 1.0
    return Scale(low - more, high + more, start, end)


def _step(least: float) -> float:
    """The smallest number that is at least `least` and is 1, 2, 2.5 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(part * power for part in (1, 2, 2.5, 5, 10) if part * power >= least * (1 - 1e-9))


def tick_text(value: float, signed: bool = False) -> str:
    """The label of a tick: with a true minus sign and, if `signed`, a plus for positive numbers."""
    text = f"{round(value, 6):,.15g}" if abs(value) < 1e15 else f"{value:.3g}"
    sign = "+" if signed and value > 0 else ""
    return sign + text.replace("-", "\N{MINUS SIGN}")
