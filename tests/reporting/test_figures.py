"""Figures by mark: equal bytes at two widths, words escaped, sound with hard input, and the same as files."""

from __future__ import annotations

from math import nan
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from marchsim.reporting.drawing.bars import BINS, Stacks, bin_width, heat, histogram
from marchsim.reporting.drawing.draws import Draws, sheet
from marchsim.reporting.drawing.export import DATES
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.palette import LESS, MORE, Key, Panes
from marchsim.reporting.drawing.paper import Drawing, cut
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler, spread
from marchsim.reporting.drawing.scatter import CloudPoint, Scatter
from marchsim.reporting.pages.document import Figure

pytestmark = pytest.mark.drawn
NAME = "T & <b> $x$"
ROWS = Rows(
    [
        DotRow(NAME, [Dot(1, 0.5, 2, "3", shape="square"), Dot(nan, None, None)], shape="diamond"),
        DotRow("b", [Dot(3, 2, 4, inner=(2.5, 3.5), shrunk=2.8)]),
    ],
    Ruler(1, "fair", (0.8, 1.2), 2.5, "limit"),
    keys=(Key("raw", MORE, "open"), Key("shrunk", LESS, "diamond")),
)
DRAWINGS: dict[str, Drawing] = {
    "rows": ROWS,
    "spread": Rows([spread(NAME, (-900.0, -1.0, 0.0, 1.0, 900.0)), spread("zero", (0.0,) * 5)]),
    "stacks": Stacks([NAME, "b"], [(f"part {at}", [1.0, nan if at else -0.5]) for at in range(12)]),
    "columns": histogram({-3: 2, 0: 1, 4: 6}, "margin"),
    "cells": heat([NAME, "b"], ["long column", "other one"], [[0.2, 0.3], [None, 0.5]], 0.25, "per cent"),
    "lines": Lines([Line(NAME, [Spot(0, 1), Spot(1, 2, 1, 3)]), Line("b", [Spot(0, 2)])], ["r 1", "r 2"]),
    "ranks": Lines([Line(NAME, [Spot(4, 1), Spot(6, 2, 1, 3, True)])], ranks=True),
    "scatter": Scatter([CloudPoint(NAME, 1, 2), CloudPoint("q", 2, nan, True)], line=(0, 1), whole=True),
    "draws": sheet([Draws(NAME, "holds", {"A": [1, 2, nan], "B": []}, 1.5, 2, 0.3)]),
    "panes": Panes([(NAME, ROWS), ("two", ROWS)], "in points", (Key("raw", MORE, "cross"),)),
}
EMPTY: list[Drawing] = [
    Rows([]), Stacks([], []), heat([], [], [], 0.5, ""), Lines([]), Scatter([]), Panes([]),
    Lines([Line("one", [Spot(0, 0)])]), Stacks(["x"], [("p", [0.0])]), Rows([DotRow("x", [Dot(0, 0, 0)])]),
]  # fmt: skip


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_figure_is_equal_on_repeat_and_holds_its_words_escaped(kind: str) -> None:
    """Its description is for people who cannot see it, and no name becomes a tag."""
    drawing = DRAWINGS[kind].svg('say "alt" <i>')
    assert drawing == DRAWINGS[kind].svg('say "alt" <i>')
    root = ElementTree.fromstring(f"<p>{drawing}</p>")
    assert root[0].get("aria-label") == 'say "alt" <i>' and root[0].get("role") == "img"
    assert not {"b", "i"} & {one.tag for one in root.iter()} and "nan" not in drawing
    if kind != "columns":
        assert NAME in "".join(root.itertext())
    shown = {one.get("class") for one in root.iter("svg")}
    assert {"wide", "nar"} <= shown or kind == "draws"


@pytest.mark.parametrize("at", range(len(EMPTY)))
def test_empty_and_single_figures_draw(at: int) -> None:
    """Nothing to show, one value and all zero: a sound drawing."""
    root = ElementTree.fromstring(f"<p>{EMPTY[at].svg('Alt')}</p>")
    assert root[0].get("aria-label") == "Alt"


def test_long_names_are_cut_and_stay_distinct() -> None:
    """Names that differ in the middle and at the end are not cut to the same label."""
    names = [
        f"march_steps-{a}_cost-{b}_battle-1.0_food-{c}" for a in (4, 5) for b in (2, 3) for c in (0.5, 1.1)
    ]
    assert len(set(cut(names, 150.0))) == 8
    assert len(cut(["n" * 300], 100.0)[0]) < 20


def test_columns_of_a_histogram_are_few() -> None:
    """Bins grow by 1, 2, 5, 10 and hold all values."""
    assert [bin_width(0, high) for high in (0, 39, 40, 100, 1000)] == [1, 1, 2, 5, 50]
    assert all((high + 1) / bin_width(0, high) <= BINS for high in range(0, 5000, 7))
    for counts in ({0: 1}, {-1: 5}, {5: 3}, {-900: 1, 900: 1}, dict.fromkeys(range(-20, 20), 1)):
        drawn = histogram(counts, "margin")
        assert sum(value for _, value, _ in drawn.columns) == pytest.approx(100)
        ElementTree.fromstring(f"<p>{drawn.svg('Alt')}</p>")


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_figure_is_written_as_a_file(kind: str) -> None:
    """Every kind of figure, also under other Matplotlib settings, which are left alone."""
    figure = Figure(kind, NAME, "Alt", DRAWINGS[kind], "t")
    first = figure.exported("svg")
    with mpl.rc_context({"font.size": 20, "svg.fonttype": "none", "axes.facecolor": "red"}):
        assert figure.exported("svg") == first
        assert mpl.rcParams["font.size"] == 20
    ElementTree.fromstring(first)


def test_each_format_of_files_is_its_own() -> None:
    """The first bytes say which one."""
    figure = Figure("a", "Rows", "Alt", ROWS, "t")
    assert [figure.exported(kind)[:4] for kind in sorted(DATES)] == [b"%PDF", b"\x89PNG", b"<?xm"]


def test_ranks_keep_their_order_with_1_on_top() -> None:
    """Each rank has a height and a number of its own, down to that of the last of all."""
    ranks = Lines([Line(f"n{rank}", [Spot(0, rank), Spot(1, rank)]) for rank in (2, 3, 1)], ranks=True)
    shapes = ranks.drawn(820.0).shapes
    heights = [shape.points[0][1] for shape in shapes if shape.kind == "line" and len(shape.points) == 2]
    numbers = {shape.words: shape.points[0][1] for shape in shapes if shape.kind == "end"}
    assert list(numbers) == ["1", "2", "3"] and sorted(numbers.values()) == list(numbers.values())
    assert len({round(height) for height in heights[-3:]}) == 3
