"""Small specification curves: the size of each claim in all plausible component sets, by population.

Dots are draws, sorted. The solid line is the claim's reference, the dashed one its value with the assumed
numbers. For a claim that nothing changes, a band shows the range of no change. Colours are those of any page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from textwrap import wrap

from marchsim.reporting.pages.format import clean, shortened
from marchsim.reporting.svg.paper import LETTER, SMALL, Paper, quoted, short
from marchsim.reporting.svg.scale import Scale, scale

# Each has a contrast of 3 or more with light and dark pages.
COLOURS = ("#3a83c6", "#d0701a", "#2f9668", "#8d6bd0", "#7b8794")
WIDTH, HEIGHT, TOP, FOOT, LEFT = 260.0, 112.0, 48.0, 6.0, 52.0
GAP, COLUMNS, HEAD = 20.0, 3, 26.0
LINES = 2  # of a claim's sentence
FAINT = ' opacity="0.75"'


@dataclass(frozen=True)
class SortedBoxes:
    """A claim: its sentence, its result, its values by draw for each population, and its reference value."""

    claim: str
    verdict: str
    boxes: Mapping[str, Sequence[float]]
    line: float
    assumed: float
    margin: float | None
    said: Callable[[float], str]


def sheet(found: Sequence[SortedBoxes], alt: str) -> str:
    """All claims in one figure for a page or a file, with a legend at its head."""
    rows = -(-len(found) // COLUMNS)
    width = COLUMNS * WIDTH + (COLUMNS - 1) * GAP
    parts = [f'<g transform="translate(0 4)">{_legend(found)}</g>']
    for at, one in enumerate(found):
        x, y = (at % COLUMNS) * (WIDTH + GAP), HEAD + (at // COLUMNS) * (HEIGHT + GAP)
        parts.append(f'<g transform="translate({short(x)} {short(y)})">{_drawn(one, _colours(found))}</g>')
    height = HEAD + rows * (HEIGHT + GAP)
    return _svg(width, height, alt, "".join(parts), True)


def each(found: Sequence[SortedBoxes]) -> str:
    """A legend and a figure for each claim, which the page lays out by its width."""
    colours = _colours(found)
    pictures = (_svg(WIDTH, HEIGHT, told(one), _drawn(one, colours)) for one in found)
    key = _svg(WIDTH, HEAD - 6, f"Players: {', '.join(colours)}", _legend(found))
    return f'<div class="many">{key}</div><div class="many">{"".join(pictures)}</div>'


def told(one: SortedBoxes) -> str:
    """The description of a figure in words."""
    ends = "; ".join(
        f"{clean(name)} {one.said(values[0])} to {one.said(values[-1])}" for name, values in one.boxes.items()
    )
    return f"{clean(one.claim)}: {one.verdict}. Boxes: {ends}, assumed numbers: {one.said(one.assumed)}."


def _svg(width: float, height: float, alt: str, inner: str, alone: bool = False) -> str:
    more = (
        f' xmlns="http://www.w3.org/2000/svg" width="{short(width)}" font-family="sans-serif"'
        if alone
        else ""
    )
    title = f"<title>{escape(clean(alt))}</title>" if alone else ""
    return (
        f'<svg{more} viewBox="0 0 {short(width)} {short(height)}" role="img" aria-label={quoted(clean(alt))} '
        f'fill="currentColor" font-size="{SMALL}">{title}{inner}</svg>\n'
    )


def _colours(found: Sequence[SortedBoxes]) -> dict[str, str]:
    names = dict.fromkeys(name for one in found for name in one.boxes)
    return {name: COLOURS[at % len(COLOURS)] for at, name in enumerate(names)}


def _legend(found: Sequence[SortedBoxes]) -> str:
    x, parts = 4.0, []
    for name, colour in _colours(found).items():
        label = shortened([name], 24)[0]
        parts.append(f'<circle cx="{short(x)}" cy="8" r="4" fill="{colour}"/>')
        parts.append(_text((x + 8, 12), label))
        x += 24 + len(label) * SMALL * LETTER
    return "".join(parts)


def _drawn(one: SortedBoxes, colours: Mapping[str, str]) -> str:
    """The SVG of a claim: its sentence, its scale, and the draws of each population."""
    room = int(WIDTH / SMALL / LETTER)
    lines = wrap(clean(one.claim), room) or [""]
    kept = (
        lines[:LINES]
        if len(lines) <= LINES
        else [*lines[: LINES - 1], shortened([" ".join(lines[1:])], room)[0]]
    )
    parts = [_text((0, 10 + 14 * at), line, more=' font-weight="600"') for at, line in enumerate(kept)]
    parts.append(_text((0, 10 + 14 * len(kept)), one.verdict, more=FAINT))
    known = [value for values in one.boxes.values() for value in values]
    band = () if one.margin is None else (one.line - one.margin, one.line + one.margin)
    span = scale([*known, one.line, one.assumed, *band], HEIGHT - FOOT, TOP)
    paper = Paper(WIDTH, HEIGHT)
    if band:
        low, high = (span.at(end) for end in band)
        paper.parts.append(
            f'<rect x="{short(LEFT)}" y="{short(high)}" width="{short(WIDTH - LEFT)}" '
            f'height="{short(low - high)}" opacity="0.1"/>'
        )
    for at, dash in ((one.line, ""), (one.assumed, "4 3")):
        paper.line((LEFT, span.at(at)), (WIDTH, span.at(at)), "currentColor", 1.0, dash)
    parts += [*paper.parts, *_scale(one, span, known)]
    parts += [_dots(values, span, colours[name]) for name, values in one.boxes.items()]
    return "".join(parts)


def _scale(one: SortedBoxes, span: Scale, known: Sequence[float]) -> list[str]:
    """Labels of the reference line and of the extreme draws, without overlap."""
    parts: list[str] = []
    taken: list[float] = []
    for value in (one.line, max(known), min(known)):
        y = span.at(value)
        if all(abs(y - other) >= SMALL for other in taken):
            taken.append(y)
            parts.append(_text((LEFT - 6, y + 4), one.said(value), ' text-anchor="end"', FAINT))
    return parts


def _dots(values: Sequence[float], span: Scale, colour: str) -> str:
    """Sorted values as dots: path segments of zero length with round ends.

    The style is inline, because the style of Matplotlib's figures applies to unstyled elements of the page.
    """
    across = Scale(0, max(1, len(values) - 1), LEFT + 4, WIDTH - 4)
    points = [(round(across.at(at), 1), round(span.at(value), 1)) for at, value in enumerate(values)]
    steps = [f"m{short(x - a)} {short(y - b)}h0" for (a, b), (x, y) in pairwise(points)]
    start = f"M{short(points[0][0])} {short(points[0][1])}h0"
    return (
        f'<path d="{start}{"".join(steps)}" stroke="{colour}" stroke-width="3" fill="none" '
        'style="stroke-linecap:round"/>'
    )


def _text(at: tuple[float, float], words: str, anchor: str = "", more: str = "") -> str:
    return f'<text x="{short(at[0])}" y="{short(at[1])}"{anchor}{more}>{escape(clean(words))}</text>'
