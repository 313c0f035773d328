"""Colours, shapes and legends: a strategy keeps its colour and shape in all figures and tables of a page.

There are ten pairs of a colour and a shape. Each name has a preferred pair, the same in every run. If another
strategy has that pair already, the name gets the next free one. Further strategies are grey and differ in
shape.

`Panes` puts several drawings side by side, each with a title, and one legend for all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from zlib import crc32

from marchsim.reporting.drawing.paper import SMALL, WIDE, Drawing, Paper, both, cut, marked, wide
from marchsim.reporting.pages.format import clean

SHAPES = ("circle", "square", "diamond", "up", "circle", "square", "diamond", "up", "down", "down")
REST = ("cross", "ring")
GREY = "var(--s-other)"
SERIES = tuple(f"var(--s{at})" for at in (1, 2, 0, 3, 6, 4, 5, 9, 8, 7))  # for items without a look
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2", "10 4", "4 2")
MORE, LESS = "var(--s1)", "var(--s2)"  # for values above and below a middle
KEY = 18.0  # height of a line of a legend


@dataclass(frozen=True)
class Key:
    """A mark and its meaning: the look of a strategy, or an entry of a legend.

    The colour is a CSS variable of the page.
    """

    name: str
    colour: str
    shape: str = "circle"


def looks(names: Sequence[str], plain: Collection[str] = ()) -> dict[str, Key]:
    """The look of each strategy of a run. Strategies in `plain`, which are shown but not judged, are grey."""
    bright = sorted(set(names) - set(plain))
    taken: dict[int, str] = {}
    for name in bright:
        taken.setdefault(_preferred(name), name)
    for name in bright:
        free = [at for at in range(len(SHAPES)) if at not in taken]
        if free and name not in taken.values():
            taken[min(free, key=lambda at: (at - _preferred(name)) % len(SHAPES))] = name
    found = {name: Key(name, f"var(--s{at})", SHAPES[at]) for at, name in taken.items()}
    for rest, name in enumerate(sorted(set(names) - set(found))):
        found[name] = Key(name, GREY, REST[rest % len(REST)])
    return found


def _preferred(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass")) % len(SHAPES)


def series(at: int) -> str:
    """The colour for position `at` in a figure, as a CSS variable of the page."""
    return SERIES[at % len(SERIES)]


def keyed(keys: Sequence[Key], width: float) -> list[tuple[Key, str, float, int]]:
    """The entries of a legend, each with its label, its position in pixels and the number of its line."""
    found, x, line = [], 0.0, 0
    for key, label in zip(keys, cut([key.name for key in keys], width - 24, SMALL), strict=True):
        room = 16 + wide(label, SMALL) + 14
        if x and x + room > width:
            x, line = 0.0, line + 1
        found.append((key, label, x, line))
        x += room
    return found


def foot(keys: Sequence[Key], width: float) -> float:
    """The height of a legend in pixels, or 0 if the legend is empty."""
    return KEY * (keyed(keys, width)[-1][-1] + 1) + 6 if keys else 0.0


def legend(paper: Paper, keys: Sequence[Key]) -> None:
    """Draw a legend at the bottom of a sheet. `foot` gives its height."""
    top = paper.height - foot(keys, paper.width) + KEY / 2 + 6
    for key, label, x, line in keyed(keys, paper.width):
        paper.mark((x + 6, top + KEY * line), key.shape, key.colour, 4.8)
        paper.text((x + 16, top + KEY * line + 4), label, SMALL)


def badge(look: Key) -> str:
    """The mark of a strategy as a small SVG for a table."""
    inner = "".join(shape.svg() for shape in marked((7, 7), look.shape, look.colour, 5.2))
    return f'<svg class="badge" aria-hidden="true" viewBox="0 0 14 14">{inner}</svg>'


EACH = 496.0  # pixels for each of two drawings side by side


@dataclass(frozen=True)
class Panes(Drawing):
    """Drawings with titles that share one description and one legend."""

    panes: Sequence[tuple[str, Drawing]]
    axis: str = ""
    keys: Sequence[Key] = ()

    def drawn(self, width: float) -> Paper:
        """The drawing of the legend alone, at a width in pixels."""
        paper = Paper(width, foot(self.keys, width))
        legend(paper, self.keys)
        return paper

    def papers(self, width: float) -> list[tuple[str, Paper]]:
        """The legend at the full width, and each drawing at no more than half the width."""
        key = [("", self.drawn(width))] if self.keys else []
        each = (part.papers(min(EACH, width / 2 - 10)) for _, part in self.panes)
        return key + [(title, paper) for (title, _), ((_, paper),) in zip(self.panes, each, strict=True)]

    def svg(self, alt: str, width: float = WIDE) -> str:
        """All drawings as HTML. The page arranges them to suit its width."""
        each = "".join(
            f"<div>{f'<p>{escape(clean(title))}</p>' if title else ''}{drawing.svg('', EACH)}</div>"
            for title, drawing in self.panes
        )
        key = both(self.drawn, "", width) if self.keys else ""
        shape = self.panes[0][1].grid if self.panes else self.grid
        told = f'role="img" aria-label="{escape(clean(alt))}"'
        return f'<div {told}>{key}<div class="{shape}">{each}</div></div>'
