"""Figures: equal bytes, readable on light and dark, and sound with hard input."""

from __future__ import annotations

from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from marchsim.reporting.figures.canvas import ACCENT, INK, LABEL, SERIES, label, labels, slim
from marchsim.reporting.figures.plots import Point, bars, forest, lines, stacks
from marchsim.reporting.figures.variants import Mark, Pane, differences
from marchsim.reporting.pages.saving import standalone

pytestmark = pytest.mark.drawn
MARKS = [Point(f"strategy {at}", 0.02 * at, 0.01 * at, 0.03 * at) for at in range(10)]
LIGHT, DARK = "#ffffff", "#16181b"


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", [*SERIES, ACCENT])
def test_colours_stand_out_on_light_and_dark(colour: str) -> None:
    """Each colour of a series has a contrast of 3 or more with both backgrounds."""
    assert contrast(colour, LIGHT) >= 3 and contrast(colour, DARK) >= 3


def drawings() -> list[str]:
    """Return one drawing of each kind."""
    return [
        forest("a", "Forest", "Alt", MARKS, 0.25),
        bars("b", "Bars", "Alt", MARKS[:4], 0.25),
        stacks("c", "Stacks", "Alt", ["x", "y"], [(f"part {at}", [1.0, -0.5]) for at in range(12)]),
        lines("d", "Lines", "Alt", "round", [(f"s{at}", [1, 2], MARKS[:2]) for at in range(12)]),
    ]


def test_equal_bytes_whatever_the_machine_is_set_to() -> None:
    """The same numbers give the same bytes, also under other matplotlib settings, which are left alone."""
    first = drawings()
    with mpl.rc_context({"font.size": 20, "svg.fonttype": "none", "axes.facecolor": "red"}):
        assert drawings() == first
        assert mpl.rcParams["font.size"] == 20


def test_ink_takes_the_colour_of_the_text() -> None:
    """The marker colour never stays, the background is transparent, and a file has its own colours."""
    for drawing in drawings():
        assert INK not in drawing and "currentColor" in drawing
        assert "<style>svg{color" not in drawing
        assert "prefers-color-scheme:dark" in standalone(drawing)
        ElementTree.fromstring(standalone(drawing).encode())


def test_words_are_inside() -> None:
    """Title and description are in the SVG, escaped."""
    drawing = forest("a", "T & <b>", 'say "alt" <i>', MARKS[:1], 0.5)
    root = ElementTree.fromstring(drawing)
    assert root.get("aria-label") == 'say "alt" <i>' and root.get("role") == "img"
    assert [element.text for element in list(root)[:2]] == ["T & <b>", 'say "alt" <i>']


def test_ids_belong_to_their_figure() -> None:
    """Every id and reference starts with the figure's own, so that figures share a page."""
    for ident, drawing in zip("abcd", drawings(), strict=True):
        root = ElementTree.fromstring(drawing)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert ids and all(str(one).startswith(f"{ident}-") for one in ids)


def test_hard_numbers_draw() -> None:
    """All zero, no interval, one mark, everything won: a drawing, no warning."""
    forest("a", "t", "a", [Point("zero", 0.0)], 1.0)
    forest("a", "t", "a", [Point("all", 1.0, 0.9, 1.0), Point("none", 0.0, 0.0, 0.1)], 0.5)
    bars("b", "t", "a", [Point("zero", 0.0)], 0.0)
    stacks("c", "t", "a", ["x"], [("p", [0.0])])
    lines("d", "t", "a", "round", [("s", [1], [Point("s", 0.0)])])


def test_long_labels_are_cut() -> None:
    """A label has at most its limit of characters."""
    assert len(label("n" * 300)) == LABEL


def test_labels_of_a_grid_tell_its_variants_apart() -> None:
    """Names that differ in the middle and at the end are not cut to the same label."""
    names = [
        f"march_steps-{a}_cost-{b}_battle-1.0_food-{c}" for a in (4, 5) for b in (2, 3) for c in (0.5, 1.1)
    ]
    found = labels(names)
    assert len(set(found)) == 8 and max(map(len, found)) <= 2 * LABEL
    assert labels([*"ab", "n" * 300]) == ["a", "b", label("n" * 300)]


def test_forests_of_other_variants_have_names_of_their_own() -> None:
    """Beside a forest of the same variants a forest needs no names."""
    marks = [[Mark(name, 0.1, None, None, "changed")] for name in ("standard", "coop")]
    apart, same = (
        differences("a", "T", "Alt", [(Pane("x", False), part) for part in parts])
        for parts in (marks, marks[:1] * 2)
    )
    texts = [drawing.count(") scale(0.") for drawing in (apart, same)]
    assert texts[0] == texts[1] + 1


def test_a_drawing_is_slim_and_says_the_same() -> None:
    """Ids that nobody refers to go, coordinates have two decimals, what scales letters has all."""
    text = """<svg><g id="text_1">
  <path id="m1" d="M 1.23456 0
L -20.5 3
" transform="scale(0.015625)" style="fill: none; stroke: #abc"/>
  <use xlink:href="#m1" transform="translate(83.796875 0)"/><use xlink:href="#m1" x="1" y="2"/>
</g></svg>"""
    assert slim(text, "a") == (
        '<svg><g><path id="a-0" d="M 1.23 0 L -20.5 3" transform="scale(0.015625)" '
        'style="fill:none;stroke:#abc"/>'
        '<use xlink:href="#a-0" x="83.8"/><use xlink:href="#a-0" x="1" y="2"/></g></svg>'
    )
