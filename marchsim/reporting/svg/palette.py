"""One colour and shape for each strategy, the same in all figures and tables of a page.

There are ten pairs. A name prefers the same pair in every run and takes the next free one if that is used.
Strategies beyond ten are grey and differ by shape and by the name beside their marks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from zlib import crc32

from marchsim.reporting.svg.paper import Paper, attributes, joined, quoted, short

SHAPES = ("circle", "square", "diamond", "up", "circle", "square", "diamond", "up", "down", "down")
REST = ("cross", "ring")
GREY = "var(--s-other)"


@dataclass(frozen=True)
class StrategyLook:
    """The look of a strategy: a colour (a CSS variable of the page) and a shape."""

    colour: str
    shape: str


def looks(names: Sequence[str], plain: Collection[str] = ()) -> dict[str, StrategyLook]:
    """The look of each strategy of a run. Strategies in `plain` (shown, not judged) are grey."""
    bright = sorted(set(names) - set(plain))
    taken: dict[int, str] = {}
    for name in bright:
        taken.setdefault(_preferred(name), name)
    for name in bright:
        free = [at for at in range(len(SHAPES)) if at not in taken]
        if free and name not in taken.values():
            taken[min(free, key=lambda at: (at - _preferred(name)) % len(SHAPES))] = name
    found = {name: StrategyLook(f"var(--s{at})", SHAPES[at]) for at, name in taken.items()}
    for rest, name in enumerate(sorted(set(names) - set(found))):
        found[name] = StrategyLook(GREY, REST[rest % len(REST)])
    return found


def _preferred(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass")) % len(SHAPES)


def mark(paper: Paper, at: tuple[float, float], shape: str, colour: str, size: float = 5.6) -> None:
    """Draw a mark around a point. `open` is a ring filled with the background colour."""
    paper.raw(drawn(at, shape, colour, size))


def drawn(at: tuple[float, float], shape: str, colour: str, size: float) -> str:
    """The SVG of a mark."""
    (x, y), fill = at, f"fill={quoted(colour)}"
    if shape in ("ring", "open"):
        inner = "none" if shape == "ring" else "var(--bg)"
        sides = attributes((("cx", x), ("cy", y), ("r", size - 1)))
        return f'<circle {sides} fill="{inner}" stroke={quoted(colour)} stroke-width="2"/>'
    if shape == "cross":
        reach = size * 0.75
        ends = (f"M{short(x - reach)} {short(y - reach)}L{short(x + reach)} {short(y + reach)}"
                f"M{short(x - reach)} {short(y + reach)}L{short(x + reach)} {short(y - reach)}")  # fmt: skip
        return f'<path d="{ends}" stroke={quoted(colour)} stroke-width="2.4"/>'
    if shape == "square":
        return f"<rect {attributes((('x', x - size * 0.9), ('y', y - size * 0.9)))} " + (
            f'width="{short(size * 1.8)}" height="{short(size * 1.8)}" {fill}/>'
        )
    corners = {
        "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
        "up": ((0, -1.15), (1.1, 0.85), (-1.1, 0.85)),
        "down": ((0, 1.15), (1.1, -0.85), (-1.1, -0.85)),
    }
    if shape in corners:
        points = [(x + size * dx, y + size * dy) for dx, dy in corners[shape]]
        return f'<polygon points="{joined(points)}" {fill}/>'
    return f"<circle {attributes((('cx', x), ('cy', y), ('r', size)))} {fill}/>"


def badge(look: StrategyLook) -> str:
    """The mark of a strategy as a small SVG for a table."""
    inner = drawn((7, 7), look.shape, look.colour, 5.2)
    return f'<svg class="badge" aria-hidden="true" viewBox="0 0 14 14">{inner}</svg>'
