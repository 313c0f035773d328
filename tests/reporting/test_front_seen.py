"""The first-level page as a browser shows it: labels apart and large enough, nothing off the page."""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path

import pytest

from marchsim.analysis.judging.findings import Findings
from marchsim.reporting.front.gather import Front
from marchsim.reporting.front.page import html
from marchsim.reporting.front.page import page as layout
from marchsim.reporting.pages.document import Column, Document, Figure, Section, Table
from marchsim.reporting.pages.saving import html as detailed
from tests.analysis import held
from tests.analysis.planted import Planted
from tests.analysis.worlds import joined
from tests.browser import Browser
from tests.reporting.test_figures import DRAWINGS

LEAST = 10.9  # pixels: 11 but for rounding
# Texts of figures as they are seen: their boxes, the letters' size, whether they are digits in a dot.
TEXTS = """[...document.querySelectorAll("figure svg")].filter(svg => svg.clientWidth).map(svg => {
  const all = svg.getBoundingClientRect(), scale = all.width / svg.viewBox.baseVal.width;
  return {right: all.right, left: all.left, texts: [...svg.querySelectorAll("text")].map(text => {
    const box = text.getBoundingClientRect();
    return {words: text.textContent, digit: text.classList.contains("d"), left: box.left, right: box.right,
            top: box.top, bottom: box.bottom, size: scale * +text.getAttribute("font-size")};
  })};
})"""
WIDE = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def page(folder: Path, many: int) -> Path:
    """Write the first page of a run of so many strategies, with cards where they are not ten.

    Two strategies play each other, and the first of them is favoured.
    """
    names = {f"strategy number {at} of my own": 1.0 + at / 20 for at in range(many)}
    plan = Planted(names, players=3, blocks=200, kind="random")
    if many == 2:
        plan = replace(plan, players=2, kind="roundrobin", seat_worth=(1.15, 1.0))
    if many == 10:
        run = joined([replace(plan, players=k, blocks=40) for k in (3, 4, 5)])
    else:
        run = held.run(plan, worth=0.4)
    front, path = Front(Findings(run)), folder / "index.html"
    path.write_text(html(layout(front, Document("", {}, [], []), "demo", {}, False)), "utf-8")
    return path


@pytest.mark.parametrize("many", [10, 40, *(pytest.param(many, marks=pytest.mark.slow) for many in (2, 3))])
def test_labels_do_not_overlap(many: int, browser: Browser, tmp_path: Path) -> None:
    """At 1280 and 400 pixels, in the dark and on paper: labels apart, 11 pixels or more, inside the page."""
    index = page(tmp_path, many)
    for width, dark, media in ((1280, False, ""), (400, False, ""), (1280, True, ""), (760, False, "print")):
        browser.look(width, dark=dark, media=media)
        browser.open(index)
        shown, seen = browser.value(WIDE)
        assert shown <= seen, (many, width)
        figures = browser.value(TEXTS)
        assert figures and browser.errors == []
        for one in figures:
            assert one["left"] >= -0.5 and one["right"] <= seen + 0.5
            check([text for text in one["texts"] if text["words"].strip()], seen)
            names = [text["words"] for text in one["texts"] if str(text["words"]).startswith("str")]
            assert len(names) == len(set(names)), (many, width)


@pytest.mark.drawn
def test_captions_and_pictures_of_the_detailed_page_can_be_read(browser: Browser, tmp_path: Path) -> None:
    """A wide table scrolls below a caption in view, and labels of every kind of picture are apart."""
    columns = tuple(Column(f"c{at}", f"Share of the column {at}", "number") for at in range(12))
    title = "Wins where 100 are fair, by seat in the first round and by strategy"
    rows = [{column.key: 1.0 for column in columns}]
    figures = [Figure(kind, title, "Alt.", drawing, "seats") for kind, drawing in DRAWINGS.items()]
    parts = [*figures, Table("seats", title, columns, rows)]
    path = tmp_path / "full.html"
    path.write_text(
        detailed(Document("Report", {"rules": []}, [], [], [Section("all", "All", 2, parts)])), "utf-8"
    )
    browser.look(400)
    browser.open(path)
    assert browser.value(WIDE) == [400, 400]
    assert browser.value("document.querySelector('.scroll').scrollWidth") > 500
    assert browser.value("document.querySelector('caption').getBoundingClientRect().right") <= 400
    for width in (400, 1280):
        browser.look(width)
        for one in browser.value(TEXTS):
            check(one["texts"], width)


def check(texts: list[dict[str, float | str | bool]], seen: float) -> None:
    """Assert that no two texts of a figure overlap, and that all can be read."""
    for at, one in enumerate(texts):
        assert one["digit"] or float(one["size"]) >= LEAST, one
        assert float(one["left"]) >= -1 and float(one["right"]) <= seen + 1, one
        for other in texts[at + 1 :]:
            if one["digit"] or other["digit"]:
                continue  # digits lie in their dots
            across = min(float(one["right"]), float(other["right"])) - max(
                float(one["left"]), float(other["left"])
            )
            down = min(float(one["bottom"]), float(other["bottom"])) - max(
                float(one["top"]), float(other["top"])
            )
            assert across <= 1 or down <= 3, (one["words"], other["words"])


def test_tables_sort_and_filter_and_the_page_prints_on_few_sheets(browser: Browser, tmp_path: Path) -> None:
    """A heading sorts by number, down first; the search leaves rows that match; print takes five pages."""
    index = page(tmp_path, 3)
    browser.look(1280)
    browser.open(index)
    rows = '[...document.querySelectorAll("#first-cards tbody tr")]'
    assert browser.value(f"{rows}.length") == 20
    head = 'document.querySelectorAll("#first-cards thead th")[3]'
    for order, sign in (("descending", 1), ("ascending", -1)):
        browser.value(f'{head}.querySelector("button").click()')
        assert browser.value(f'{head}.getAttribute("aria-sort")') == order
        values = [sign * value for value in browser.value(f"{rows}.map(row => +row.cells[3].dataset.v)")]
        assert values == sorted(values, reverse=True)
    browser.value(
        'const box = document.querySelector(".filter input[data-for=first-cards]"); box.value = "card-07"; '
        'box.dispatchEvent(new Event("input"))'
    )
    assert browser.value(f"{rows}.filter(row => !row.hidden).length") == 1
    assert browser.value('document.querySelector(".filter output").textContent') in ("1 shown", "3 shown")
    pdf = base64.b64decode(browser.call("Page.printToPDF")["data"])
    assert 1 <= pdf.count(b"/Type /Page\n") <= 5
