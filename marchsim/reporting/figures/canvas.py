"""The common style of figures: reproducible bytes, readable on light and dark backgrounds.

Text and lines in the marker colour become `currentColor` in the SVG, so a figure takes the colour of the
surrounding text on a transparent background. Text is drawn as outlines, without mathematical markup.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from functools import wraps
from html import escape
from typing import Any, Concatenate, Literal, ParamSpec

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from marchsim.reporting.pages.format import name

Arguments = ParamSpec("Arguments")

INK = "#010203"  # replaced by currentColor; no series may use it
ACCENT = "#3a83c6"
# Each keeps a contrast of 3 to 1 or more with white and with the page's dark background.
SERIES = (
    "#3a83c6", "#d0701a", "#2f9668", "#d4536a", "#8d6bd0",
    "#a87a3d", "#1f94a8", "#c95a9e", "#85892a", "#7b8794",
)  # fmt: skip
DASHES = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (6, 2, 1, 2)))
MARKERS = "osD^vPX*<>"
WIDTH = 7.4
LABEL = 30  # longest label on an axis; the whole name stands in the table
REFERENCE = re.compile(r'(xlink:href="#|url\(#)([^")]+)')
NAMED = re.compile(r' id="([^"]+)"')
PATH = re.compile(r' d="([^"]*)"')
SPACE = re.compile(r"\s+")
BETWEEN = re.compile(r">\s+<")
DECIMALS = re.compile(r"(?<![\w.#])-?[1-9]\d*\.\d{3,}\b")  # of what is under 1 all are kept
MOVED = re.compile(r'(<use xlink:href="[^"]+") transform="translate\(([^ ")]+) 0\)"')
STYLES = re.compile(r' style="([^"]*)"')
KEPT = 7  # letters that stay of what labels share at an end where it is cut

STYLE: Any = {
    "svg.hashsalt": "marchsim", "svg.fonttype": "path", "text.parse_math": False, "text.usetex": False,
    "font.family": ["DejaVu Sans"], "font.size": 9.0, "axes.titlesize": 10.0, "axes.titleweight": "bold",
    "axes.titlelocation": "left", "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "xtick.color": INK, "ytick.color": INK, "axes.facecolor": "none", "figure.facecolor": "none",
    "savefig.facecolor": "none", "axes.spines.top": False, "axes.spines.right": False,
    "legend.frameon": False, "axes.unicode_minus": True, "hatch.color": INK, "path.simplify": False,
}  # fmt: skip


def drawn(
    plot: Callable[Concatenate[str, Arguments], Figure],
) -> Callable[Concatenate[str, str, str, Arguments], str]:
    """Decorate a plot function: the result draws in our style, independent of user settings, as SVG text.

    The result takes an id, a title and a description, then the arguments of `plot` after the title.
    """

    @wraps(plot)
    def in_style(ident: str, title: str, alt: str, /, *args: Arguments.args, **more: Arguments.kwargs) -> str:
        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(STYLE)
            return svg(plot(title, *args, **more), ident, title, alt)

    return in_style


def sheet(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    """An empty figure of a size in inches with one pair of axes."""
    figure = figure_of(height, width)
    return figure, figure.add_subplot()


def figure_of(height: float, width: float = WIDTH) -> Figure:
    """An empty figure of a size in inches, for axes to be added to."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure


def label(text: str, most: int = LABEL) -> str:
    """A name from outside as a label of bounded length."""
    tidy = name(text)
    return tidy if len(tidy) <= most else tidy[: most - 1] + "…"


def labels(texts: Sequence[str]) -> list[str]:
    """Distinct labels for names from outside. Equal short forms lose their common beginning.

    Labels that are still equal may be twice as long.
    """
    short = [label(text) for text in texts]
    if len(set(short)) == len(set(texts)):
        return short
    whole = [name(text) for text in texts]
    long = [one for one in whole if len(one) > LABEL]
    head = max(0, _shared(long) - KEPT)
    tail = max(0, _shared([one[::-1] for one in long]) - KEPT)
    cut = [f"{'…' * bool(head)}{one[head:len(one) - tail]}{'…' * bool(tail)}" if one in long else one
           for one in whole]  # fmt: skip
    short = [label(one) for one in cut]
    return short if len(set(short)) == len(set(texts)) else [label(one, 2 * LABEL) for one in cut]


def _shared(texts: Sequence[str]) -> int:
    """The length of the common beginning of the texts."""
    columns = zip(*texts, strict=False)
    return next((at for at, column in enumerate(columns) if len(set(column)) > 1), min(map(len, texts)))


def grid(axes: Axes, axis: Literal["x", "y"]) -> None:
    """Draw faint lines across an axis ('x' or 'y') behind everything else."""
    axes.set_axisbelow(True)
    axes.grid(True, axis=axis, color=INK, alpha=0.13, linewidth=0.7)


def framed(axes: Axes, title: str, across: Literal["x", "y"], x: str, y: str = "") -> None:
    """Write the title and axis labels, and draw faint lines across one axis."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_title(title)
    grid(axes, across)


def in_percent(along: Axis, ticks: int = 6, least: int = 3) -> None:
    """Label an axis of shares (0 to 1) in per cent, at round numbers."""
    along.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    along.set_major_locator(MaxNLocator(nbins=ticks, steps=[1, 2, 5, 10], min_n_ticks=least))


def svg(figure: Figure, ident: str, title: str, alt: str) -> str:
    """A figure as an SVG element for a page, with unique ids, title and description."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = buffer.getvalue()
    text = re.sub(r"<!--.*?-->", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = slim(text, ident).replace(INK, "currentColor")
    words = f"<title>{escape(title)}</title><desc>{escape(alt)}</desc>"
    head = f'<svg role="img" aria-label="{escape(alt)}" '
    return text.replace("<svg ", head, 1).replace(">", ">" + words, 1).rstrip() + "\n"


def slim(text: str, ident: str) -> str:
    """The SVG with 70 % of the bytes and the same look: short ids, two decimals, no white space."""
    known = {
        name: f"{ident}-{at:x}"
        for at, name in enumerate(dict.fromkeys(one[2] for one in REFERENCE.finditer(text)))
    }
    text = NAMED.sub(lambda one: f' id="{known[one[1]]}"' if one[1] in known else "", text)
    text = REFERENCE.sub(lambda one: f"{one[1]}{known[one[2]]}", text)
    text = PATH.sub(lambda one: f' d="{SPACE.sub(" ", one[1]).strip()}"', text)
    text = DECIMALS.sub(lambda one: f"{float(one[0]):.2f}".rstrip("0").rstrip("."), text)
    text = MOVED.sub(lambda one: f'{one[1]} x="{one[2]}"', text)
    text = STYLES.sub(lambda one: f' style="{one[1].replace(": ", ":").replace("; ", ";")}"', text)
    return BETWEEN.sub("><", text)
