"""Figures as files: Matplotlib draws the shapes of a declared figure in light colours, with its title."""

from __future__ import annotations

import io
import re
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from marchsim.reporting.drawing.paper import INK, MUTE, PAPER, WIDE, Drawing, Shape
from marchsim.reporting.pages.format import clean

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POINT = 0.75  # points in a pixel
LETTERS = 0.88  # Matplotlib's own font is wider than those of browsers
EDGE, GAP, LINE = 16.0, 12.0, 18.0
ROOM = 120  # letters in a line of the caption
DATES: dict[str, dict[str, Any]] = {
    "svg": dict.fromkeys(("Creator", "Date", "Format", "Type")),
    "pdf": {"CreationDate": None},
    "png": {},
}


@cache
def _light() -> dict[str, str]:
    """The colours of pages in light mode, by CSS variable."""
    css = files("marchsim.reporting.pages").joinpath("templates/report.css").read_text("utf-8")
    found: dict[str, str] = dict(reversed(re.findall(r"(--[\w-]+):\s*([^;]+);", css.split("@media")[0])))
    return {f"var({name})": found.get(value[4:-1]) or value for name, value in found.items()}


def exported(drawing: Drawing, title: str, kind: str, salt: str) -> bytes:
    """A drawing with its title as the bytes of a file. `kind` is a format in `DATES`.

    Equal drawings give equal bytes.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Sheet

    placed, height = _placed(drawing, title)
    made = io.BytesIO()
    ours: Any = {"svg.hashsalt": salt, "text.parse_math": False, "backend": "agg"}
    with mpl.rc_context({**mpl.rcParamsDefault, **ours}):
        width = WIDE + 2 * EDGE
        sheet = Sheet(figsize=(width / 96, height / 96), dpi=96, facecolor=_light()[PAPER])
        FigureCanvasAgg(sheet)
        axes = sheet.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
        axes.set_axis_off()
        for left, top, shapes in placed:
            for at, shape in enumerate(shapes):
                _draw(axes, shape, left, top, at)
        sheet.savefig(made, format=kind, dpi=192, metadata=DATES[kind])
    return made.getvalue()


def _placed(drawing: Drawing, title: str) -> tuple[list[tuple[float, float, list[Shape]]], float]:
    """The shapes of a figure below its title and caption, and the total height.

    The shapes come in groups, each with the left and top position of its corner.
    """
    head = [Shape("start", ((0.0, LINE),), INK, 15.0, "b", words=clean(title))]
    lines = wrap(clean(drawing.axis), ROOM)
    head += [
        Shape("start", ((0.0, LINE * (at + 2)),), MUTE, 12.0, words=text) for at, text in enumerate(lines)
    ]
    found, left, tall = [(EDGE, EDGE / 2, head)], 0.0, 0.0
    top = EDGE + LINE * (1 + len(lines)) + GAP
    for title, paper in drawing.papers(WIDE):
        if left and left + paper.width > WIDE + 1:
            left, top, tall = 0.0, top + tall + GAP, 0.0
        over = LINE if title else 0.0
        if title:
            words = Shape("start", ((0.0, 12.0),), INK, 13.0, "b", words=clean(title))
            found.append((EDGE + left, top, [words]))
        found.append((EDGE + left, top + over, paper.shapes))
        left, tall = left + paper.width + 20, max(tall, paper.height + over)
    return found, top + tall + EDGE


def _draw(axes: Axes, shape: Shape, left: float, top: float, order: int) -> None:
    """Draw a shape, moved by `left` and `top`. It covers shapes of lower `order`."""
    from matplotlib import patches

    points = [(left + x, top + y) for x, y in shape.points]
    (x, y), size, colour = points[0], shape.size, _light().get(shape.colour, shape.colour)
    look: dict[str, Any] = {"zorder": 2 + order / 1e6}
    if shape.kind == "line":
        dashes = [float(part) / size for part in shape.look.split()]
        style: Any = (0, dashes) if dashes else "-"
        across, down = zip(*points, strict=True)
        axes.plot(across, down, color=colour, linewidth=size * POINT, linestyle=style, **look)
    elif shape.kind in ("start", "middle", "end"):
        side = {"start": "left", "middle": "center", "end": "right"}[shape.kind]
        axes.text(
            x, y, shape.words, color=colour, size=size * POINT * LETTERS, ha=side, va="baseline",
            weight="bold" if shape.look in ("b", "d") else "normal", rotation=-shape.turn,
            rotation_mode="anchor", **look,
        )  # fmt: skip
    elif shape.kind == "area":
        axes.add_patch(patches.Polygon(points, color=colour, alpha=shape.opacity, linewidth=0, **look))
    else:
        inner = {"ring": "none", "open": _light()[PAPER]}.get(shape.kind, colour)
        edge = 0.0 if shape.kind == "dots" else 2 * POINT
        for at in points:
            axes.add_patch(
                patches.Circle(
                    at, size, facecolor=inner, edgecolor=colour, lw=edge, alpha=shape.opacity, **look
                )
            )
