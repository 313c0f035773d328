"""What a page owes to readers who do not see it, or not well: checks of its markup and of its colours.

`faults` reads the markup alone and is quick; `axe` asks axe-core in a browser, where it is installed.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.browser import Browser

AXE = Path(__file__).resolve().parents[1] / "build/axe/node_modules/axe-core/axe.min.js"
SERIOUS = ("serious", "critical")
# Every fold is opened; what a finding is, where, and what is wrong with it.
LOOK = """(async () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return [found.passes.length, found.violations.map(one => [one.impact, one.id, one.nodes.map(
    node => `${node.html.slice(0, 120)}: ${node.failureSummary}`).slice(0, 3)])];
})()"""
NAMED = ("aria-label", "aria-labelledby", "title")
SPOKEN = ("a", "button", "summary", "th", "caption", "h1", "h2", "h3", "h4")
FIELDS = ("input", "select", "textarea")


class Markup(HTMLParser):
    """Notes what is wrong with a page's markup, in words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.level = 0
        self.seen: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.labels: set[str] = set()
        self.unnamed: list[str] = []  # ids of fields, "" without one
        self.open: list[tuple[str, bool, list[str]]] = []  # tags that need words: named already, words
        self.labelled = 0  # labels that are open
        self.captions: list[bool] = []  # of tables that are open
        self.feed(text)
        self.close()
        self.faults += [f"id {one!r} twice" for one, times in self.ids.items() if times > 1]
        self.faults += [f"field {one!r} without a label" for one in self.unnamed if one not in self.labels]
        for tag in ("h1", "main", "title"):
            if self.seen[tag] != 1:
                self.faults.append(f"{self.seen[tag]} of {tag}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at a tag as it opens."""
        have = dict(attrs)
        named = any(have.get(one) for one in NAMED)
        self.ids.update([have["id"] or ""] if "id" in have else [])
        if tag != "title" or not self._within("svg"):
            self.seen[tag] += 1
        if tag == "html" and not have.get("lang"):
            self.faults.append("html without lang")
        if tag in ("h1", "h2", "h3", "h4"):
            self._heading(int(tag[1]))
        if tag == "svg":
            hidden = have.get("aria-hidden") == "true"
            if not hidden and not (have.get("role") == "img" and named):
                self.faults.append(f"svg that says nothing: {attrs}")
        if tag == "img" and "alt" not in have:
            self.faults.append(f"img without alt: {attrs}")
        if tag in FIELDS and not named and not self.labelled:
            self.unnamed.append(have.get("id") or "")
        if tag == "label":
            self.labelled += 1
            self.labels.add(have.get("for") or "")
        if tag == "th" and have.get("scope") not in ("col", "row", "colgroup", "rowgroup"):
            self.faults.append(f"th without scope: {attrs}")
        if tag == "table":
            self.captions.append(named)
        if tag == "caption":
            self.captions[-1] = True
        if tag in (*SPOKEN, "svg"):
            self.open.append((tag, named, []))

    def handle_endtag(self, tag: str) -> None:
        """Look at a tag as it closes."""
        if tag == "label":
            self.labelled -= 1
        if tag == "table" and not self.captions.pop():
            self.faults.append("table without caption")
        if self._within(tag):
            while self.open:
                last, named, words = self.open.pop()
                if last in SPOKEN and not named and not "".join(words).strip():
                    self.faults.append(f"{last} without words")
                if last == tag:
                    break

    def handle_data(self, data: str) -> None:
        """Give words to the tags that they stand in."""
        for _, _, words in self.open:
            words.append(data)

    def _heading(self, level: int) -> None:
        if level > self.level + 1:
            self.faults.append(f"h{level} below h{self.level}")
        self.level = level

    def _within(self, tag: str) -> bool:
        return any(one == tag for one, _, _ in self.open)


def faults(text: str) -> list[str]:
    """Return what is wrong with the markup of a page: headings, labels, captions, pictures without words."""
    return Markup(text).faults


# colours -------------------------------------------------------------------------------
def luminance(colour: str) -> float:
    """Return the relative luminance of `#rgb` or `#rrggbb` (WCAG 2.2)."""
    digits = colour.lstrip("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2, 1.4.3)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def palettes(style: str) -> dict[str, dict[str, str]]:
    """Return the variables of a style that are colours: `light`, and `dark` with what it changes."""
    light, _, rest = style.partition("prefers-color-scheme")
    found = {
        name: dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,6})\b", part))
        for name, part in (("light", light), ("dark", rest.partition("}")[0]))
    }
    return {"light": found["light"], "dark": found["light"] | found["dark"]}


# axe-core ------------------------------------------------------------------------------
def program() -> str:
    """Return the script of axe-core; where there is none the test is skipped and says how to get it."""
    path = Path(os.environ.get("AXE", AXE))
    if not path.is_file():
        pytest.skip(f"no axe-core at {path} (npm install --prefix build/axe axe-core, or AXE=PATH)")
    return path.read_text("utf-8")


def axe(browser: Browser, script: str, page: Path) -> list[str]:
    """Return the serious findings on a page, at 1280 and 400 pixels, light and dark."""
    found = []
    for width in (1280, 400):
        for dark in (False, True):
            browser.look(width, dark=dark)
            browser.open(page)
            browser.value(f"{script};0")
            passed, violations = browser.value(LOOK)
            assert passed > 10, page  # it did look
            found += [
                f"{page} at {width}{', dark' if dark else ''}: {name}: {node}"
                for impact, name, nodes in violations if impact in SERIOUS for node in nodes
            ]  # fmt: skip
    return found
