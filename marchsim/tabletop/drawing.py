"""Pictures as lists of shapes, written as SVG or PNG. The same shapes always give the same bytes.

The module does not depend on a game. Coordinates are in pixels, with y downward. Texts can come from any
source, so they are escaped, cut to a width on request, and never read as mathematics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from marchsim.errors import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

FONT = "DejaVu Sans"
FONTS = f"{FONT},Verdana,Arial,sans-serif"
FORMATS = ("svg", "png")
BASELINE = 0.36  # of the size, from the middle of a line of text down to its baseline
HALO = 4.0
POINTS = 0.72  # typographic points in a pixel of the drawing
PNG_SCALE = 1.25  # pixels of a PNG for each of the drawing
# Rough widths of letters in a wide font, in sizes; names are cut by them, so they rather err upward.
NARROW, WIDE = "ijlI.,:;'|!()[] -/", "mwMW@%"


@dataclass(frozen=True)
class Paint:
    """The paint of a shape: colours (#rrggbb, or '' for none), width of the line, and dashes."""

    fill: str = ""
    line: str = ""
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Polygon:
    """A closed shape."""

    points: tuple[Point, ...]
    look: Paint


@dataclass(frozen=True)
class Line:
    """A line from point to point."""

    points: tuple[Point, ...]
    look: Paint


@dataclass(frozen=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    look: Paint


@dataclass(frozen=True)
class Lettering:
    """A line of text, vertically centred on its point. `halo` is a colour around the letters, or ''."""

    at: Point
    words: str
    size: float
    colour: str = "#1f2328"
    anchor: Anchor = "middle"
    bold: bool = False
    halo: str = ""


Shape = Polygon | Line | Circle | Lettering


def moved(shape: Shape, by: Point, scale: float = 1.0) -> Shape:
    """A shape scaled about (0, 0) and then moved. Line widths stay the same."""

    def there(point: Point) -> Point:
        return point[0] * scale + by[0], point[1] * scale + by[1]

    if isinstance(shape, Circle):
        return replace(shape, centre=there(shape.centre), radius=shape.radius * scale)
    if isinstance(shape, Lettering):
        return replace(shape, at=there(shape.at), size=shape.size * scale)
    return replace(shape, points=tuple(there(point) for point in shape.points))


def extent(shapes: Sequence[Shape]) -> tuple[float, float, float, float]:
    """The left, top, right and bottom edges of some shapes. The widths of texts are approximate."""
    boxes = []
    for shape in shapes:
        if isinstance(shape, Circle):
            (x, y), reach = shape.centre, shape.radius
            boxes.append((x - reach, y - reach, x + reach, y + reach))
        elif isinstance(shape, Lettering):
            (x, y), width = shape.at, wide(shape.words, shape.size, shape.bold)
            x -= {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
            boxes.append((x, y - shape.size / 2, x + width, y + shape.size / 2))
        else:
            boxes += [(x, y, x, y) for x, y in shape.points]
    columns = list(zip(*boxes, strict=True))
    return min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])


@dataclass
class Drawing:
    """A picture: its size, its title, a description (`alt`), and its shapes from back to front."""

    width: float
    height: float
    title: str
    alt: str
    shapes: list[Shape] = field(default_factory=list)

    def content(self, form: str) -> bytes:
        """The picture as the bytes of a file. `form` is one of FORMATS."""
        return svg(self).encode() if form == "svg" else png(self)


def wide(words: str, size: float, bold: bool = False) -> float:
    """The approximate width of a line of text."""
    units = 0.0
    for char in words:
        if char in NARROW:
            units += 0.4
        elif char in WIDE:
            units += 0.98
        elif ord(char) < 0x2E80:
            units += 0.72 if char.isupper() else 0.63
        else:
            units += 1.05
    return units * size * (1.1 if bold else 1.0)


def cut(words: str, size: float, width: float, bold: bool = False) -> str:
    """The text, cut and ended with an ellipsis if it is wider than `width`."""
    words = plain(words)
    if wide(words, size, bold) <= width:
        return words
    while words and wide(words + "…", size, bold) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, size: float, width: float, most: int, bold: bool = False) -> list[str]:
    """The text as lines of at most this width. After `most` lines an ellipsis replaces the rest."""
    lines = [""]
    parts = plain(words).split()
    while parts:
        longer = f"{lines[-1]} {parts[0]}".strip()
        if wide(longer, size, bold) <= width or not lines[-1]:
            lines[-1] = longer
            parts.pop(0)
        elif len(lines) < most:
            lines.append("")
        else:
            lines[-1] = " ".join([lines[-1], *parts])
            break
    return [cut(line, size, width, bold) for line in lines]


# SVG ---------------------------------------------------------------------------
def svg(drawing: Drawing) -> str:
    """The picture as an SVG file with its title and description. Texts remain text."""
    styles: dict[str, str] = {}
    body = "\n".join(element(shape, styles) for shape in drawing.shapes)
    start = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label={_quoted(drawing.alt)}'
    size = f'width="{_figure(drawing.width)}" height="{_figure(drawing.height)}"'
    box = f'viewBox="0 0 {_figure(drawing.width)} {_figure(drawing.height)}"'
    rules = "\n".join(css_rules(styles))
    return (
        f"{start} {size} {box}>\n"
        f"<title>{escape(plain(drawing.title))}</title>\n<desc>{escape(plain(drawing.alt))}</desc>\n"
        f"<style>\ntext{{font-family:{FONTS}}}\n{rules}\n</style>\n"
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def css_rules(styles: Mapping[str, str]) -> list[str]:
    """The CSS rules of the classes that `element` has collected in `styles`."""
    return [f".{name}{{{css}}}" for css, name in styles.items()]


def element(shape: Shape, styles: dict[str, str]) -> str:
    """A shape as an SVG element. Its style is added to `styles`, which maps CSS to the name of a class."""
    if isinstance(shape, Lettering):
        css = f"font-size:{_figure(shape.size)}px;fill:{shape.colour};text-anchor:{shape.anchor}"
        if shape.bold:
            css += ";font-weight:bold"
        if shape.halo:
            css += f";stroke:{shape.halo};stroke-width:{_figure(HALO)}px;paint-order:stroke"
        x, y = _figure(shape.at[0]), _figure(shape.at[1] + BASELINE * shape.size)
        return f'<text x="{x}" y="{y}" class="{_class(css, styles)}">{escape(plain(shape.words))}</text>'
    look = shape.look
    css = f"fill:{look.fill or 'none'}"
    if look.line:
        css += f";stroke:{look.line};stroke-width:{_figure(look.width)}px"
        css += ";stroke-dasharray:3 3" if look.dashed else ""
    if isinstance(shape, Circle):
        x, y = (_figure(value) for value in shape.centre)
        return f'<circle cx="{x}" cy="{y}" r="{_figure(shape.radius)}" class="{_class(css, styles)}"/>'
    name = "polyline" if isinstance(shape, Line) else "polygon"
    css += "" if isinstance(shape, Line) else ";stroke-linejoin:round"
    points = " ".join(f"{_figure(x)},{_figure(y)}" for x, y in shape.points)
    return f'<{name} points="{points}" class="{_class(css, styles)}"/>'


def _class(css: str, styles: dict[str, str]) -> str:
    return styles.setdefault(css, f"s{len(styles)}")


def _figure(value: float) -> str:
    figure = f"{value:.1f}".removesuffix(".0")
    return "0" if figure == "-0" else figure


def _quoted(words: str) -> str:
    return f'"{escape(plain(words), quote=True)}"'


# PNG ---------------------------------------------------------------------------
def png(drawing: Drawing) -> bytes:
    """The picture as a PNG file, drawn by matplotlib with the same settings on every machine."""
    import io
    import warnings

    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({"font.family": [FONT], "text.parse_math": False, "text.usetex": False})
        figure = Figure(figsize=(drawing.width / 100, drawing.height / 100), dpi=100 * PNG_SCALE)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_xlim(0, drawing.width)
        axes.set_ylim(drawing.height, 0)
        axes.set_axis_off()
        for order, shape in enumerate(drawing.shapes, 1):
            if isinstance(shape, Lettering):
                _write(axes, shape, order)
            else:
                _paint(axes, shape, order)
        buffer = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a letter that the font lacks is drawn as a box
            figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def _paint(axes: Axes, shape: Polygon | Line | Circle, order: int) -> None:
    from matplotlib import patches
    from matplotlib.lines import Line2D

    look = shape.look
    style: dict[str, Any] = {"linewidth": look.width * POINTS if look.line else 0, "zorder": order}
    dashes = (0, (3 / look.width, 3 / look.width)) if look.dashed else "-"
    if isinstance(shape, Line):
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        axes.add_line(Line2D(xs, ys, color=look.line, solid_capstyle="butt", **style))
        return
    style |= {"facecolor": look.fill or "none", "edgecolor": look.line or "none", "linestyle": dashes}
    if isinstance(shape, Circle):
        axes.add_patch(patches.Circle(shape.centre, shape.radius, **style))
    else:
        axes.add_patch(patches.Polygon(shape.points, closed=True, joinstyle="round", **style))


def _write(axes: Axes, text: Lettering, order: int) -> None:
    from matplotlib.patheffects import withStroke

    places: dict[Anchor, Any] = {"start": "left", "middle": "center", "end": "right"}
    halo = [withStroke(linewidth=HALO * POINTS, foreground=text.halo)] if text.halo else []
    axes.text(
        text.at[0], text.at[1] + BASELINE * text.size, plain(text.words), fontsize=text.size * POINTS,
        color=text.colour, ha=places[text.anchor], va="baseline", zorder=order, path_effects=halo,
        fontweight="bold" if text.bold else "normal",
    )  # fmt: skip
