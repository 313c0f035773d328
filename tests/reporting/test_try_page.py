"""The page of a try: its budgets, its words, what it escapes, and how it looks in a browser."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from marchsim.analysis.judging.verdict import AMBER, GREEN, GREY, RED
from marchsim.analysis.trying.comparison import Tried
from marchsim.recorder.metrics import OF
from marchsim.reporting.front.commands import Command
from marchsim.reporting.trying.page import INDEX, PageWords, _dot, heading, html, page, table, write
from marchsim.studies.trying.playing import Budget, try_
from marchsim.studies.trying.request import TryRequest
from tests import policies
from tests.accessible import faults
from tests.browser import Browser

CONFIG = """
game = "toy"
[design]
kind = "roundrobin"
players = [2, 3]
""" + policies.uses("roller.py", "rester.py", "wavering.py")
TOLD = PageWords(
    "rounds-8", "Dice Race", ("rule rounds (RACE-01): 4 -> 8",),
    (Command("Surer", "marchsim try rounds=8 --deals 90", "more"), Command("All", "marchsim report x", "")),
    ("Its variants are not played.",), ("a" * 64, "b" * 64), 1,
)  # fmt: skip
FORBIDDEN = ("p =", "Holm", "tau", "exploratory", "rejected", "Bonferroni")
MEASURES = """
(() => {
  const sheet = (one) => one.closest("svg");
  const texts = [...document.querySelectorAll("svg text")].filter((one) => one.getBoundingClientRect().width);
  const boxes = texts.map((one) => one.getBoundingClientRect());
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  const over = [], out = [], small = [];
  texts.forEach((one, at) => {
    const box = boxes[at], whole = sheet(one).getBoundingClientRect();
    if (box.left < whole.left - 1 || box.right > whole.right + 1) out.push(one.textContent);
    const size = one.getAttribute("font-size") * whole.width / sheet(one).viewBox.baseVal.width;
    if (size < (/^[0-9]$/.test(one.textContent) ? 8 : 10.9)) small.push(one.textContent);
    boxes.slice(at + 1).forEach((other, n) => {
      if (meet(box, other)) over.push([one.textContent, texts[at + 1 + n].textContent]);
    });
  });
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  return {texts: texts.length, over, out, small, wide};
})()
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    """A try of twice the rounds, on 40 deals with three players."""
    place = tmp_path_factory.mktemp("try")
    policies.register()
    policies.write(place, policies.STEADY)
    (place / "race.toml").write_text(CONFIG)
    asked = TryRequest(("rounds=8",), str(place / "race.toml"))
    return try_(asked, place / "run", Budget(deals=40), workers=1).found


def unfolded(text: str) -> str:
    """Return what a reader sees of a page before anything is unfolded."""
    body = text[text.index("<main") : text.index("</main>")]
    return re.sub(r"<details.*?</details>", " ", body, flags=re.DOTALL)


def plain(text: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", " ", text, flags=re.DOTALL)))


def test_the_first_level_keeps_its_budgets(found: Tried) -> None:
    """At most 700 words and 3 figures; no address elsewhere; no word of the exact terms."""
    text = html(page(found, TOLD))
    seen = unfolded(text)
    assert len(plain(seen).split()) <= 700
    assert seen.count("<figure") == 1 and faults(text) == []
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not [word for word in FORBIDDEN if word in plain(seen)]
    assert "Holm" in text and "Bonferroni" in text  # folded, not left out


def test_it_says_what_its_data_says(found: Tried, tmp_path: Path) -> None:
    """The same bytes twice, and each answer and each row of the table in try.json."""
    one, two = (write(found, TOLD, tmp_path / name) for name in ("a", "b"))
    assert one.name == INDEX and one.read_bytes() == two.read_bytes()
    data = json.loads((tmp_path / "a/try.json").read_text())
    seen = plain(unfolded(one.read_text()))
    for answer in data["answers"]:
        assert f"{answer['title']}: {answer['word']}" in seen and answer["sentence"] in seen
    assert len(data["metrics"]) == len(found.rows)
    for row in data["metrics"]:
        cells = re.sub(r"\s+", " ", seen)
        shown = " ".join(f"{row[name]:.1f}".replace("-", "\N{MINUS SIGN}") for name in ("before", "after"))
        assert shown in cells.replace("\N{MINUS SIGN}0.0", "0.0")
    assert "rounds 4 → 8: games are clearly longer" in plain(one.read_text())


def test_names_from_files_are_escaped(found: Tried) -> None:
    evil = "<script>alert(1)</script>"
    rows = tuple(replace(row, label=evil, about=evil) for row in found.rows)
    answers = tuple(replace(one, title=evil, sentence=evil) for one in found.answers)
    text = html(page(replace(found, rows=rows, answers=answers), replace(TOLD, name=evil, notes=(evil,))))
    assert "<script>alert" not in text and "&lt;script&gt;alert" in text


def test_many_changes_are_counted_and_the_first_shown(found: Tried) -> None:
    many = tuple(replace(found.changes[0], path=("rules", f"rule_{at}")) for at in range(12))
    assert heading(many, {}) == "12 changes"
    text = plain(html(page(replace(found, changes=many), TOLD)))
    assert "rules.rule_7" in text and "rules.rule_8" not in text and "and 4 more" in text


@pytest.mark.parametrize("strategies", [3, 40])
def test_in_a_browser_nothing_overlaps_or_leaves_the_page(
    found: Tried, strategies: int, browser: Browser, tmp_path: Path
) -> None:
    """At 1280 and 400 pixels, in the dark and in print, with a few strategies and with many."""
    plans = [row for row in found.rows if row.metric.startswith(OF)]
    others = [row for row in found.rows if row not in plans]
    names = [f"strategy-{at}-of-a-long-name" for at in range(strategies)]
    more = [
        replace(plans[at % len(plans)], metric=f"{OF}{one}", label=one, about=one)
        for at, one in enumerate(names)
    ]
    made = write(replace(found, rows=(*others, *more)), TOLD, tmp_path / "page")
    for width, dark, media in ((1280, False, ""), (400, True, ""), (1280, False, "print")):
        browser.look(width, dark=dark, media=media)
        browser.open(made)
        seen = browser.value(MEASURES)
        assert browser.errors == [] and seen["texts"] > strategies
        assert (seen["over"], seen["out"], seen["wide"]) == ([], [], False), width
        assert media or seen["small"] == []
    browser.look(700, media="print")  # a sheet of A4: no column may be cut off
    browser.open(made)
    assert (
        browser.value(
            "[...document.querySelectorAll('.tw')].filter(box => box.scrollWidth > box.clientWidth).length"
        )
        == 0
    )
    browser.look(1280)


def test_a_change_that_may_not_matter_has_an_open_dot(found: Tried) -> None:
    """The figure draws it like an inconclusive row, in its own colour."""
    for chip, drawn in ((AMBER, "open"), (GREY, "open"), (RED, "circle"), (GREEN, "circle")):
        assert _dot(replace(found.rows[0], chip=chip), False).shape == drawn


def test_the_first_columns_say_change_and_verdict(found: Tried) -> None:
    """A screen of 400 pixels shows three narrow columns."""
    keys = [column.key for column in table(found, found.rows).columns]
    assert keys[: 2 + (len(found.deals) > 1) + 1][-2:] == ["change", "verdict"]
