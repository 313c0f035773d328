"""Names from files do no harm wherever they are shown."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from marchsim.reporting.pages.format import clean, markdown, name
from tests.analysis.planted import Planted, frames, manifest, save
from tests.reporting.test_report import Page, every_panel

NAMES = (
    "<script>alert(1)</script>",
    "$x^2_$ $\\frac{1}{0}$",
    "a | b || c",
    "`tick` ```",
    "=cmd|' /C calc'!A0",
    '"><img src=x onerror=alert(1)>',
    "]]></svg><script>1</script>--><!--",
    "[x](javascript:alert(1)) ![y](z) **b** _i_ ~~s~~ # h",
    "two\nlines\r\n# heading\x00\x1b[31m\u202e",
    "{{ 7 * 7 }} {% raw %} &lt; &amp;",
    "-" * 200,
    "',(,\\",
)
SOME = NAMES[::3]  # figures of pairs take a tenth of the time


@pytest.fixture(scope="module", params=[SOME, pytest.param(NAMES, marks=pytest.mark.slow)], ids=len)
def names(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The names of the strategies."""
    found: tuple[str, ...] = request.param
    return found


@pytest.fixture(scope="module")
def out(names: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a run in which every name is hostile."""
    place = tmp_path_factory.mktemp("hostile")
    worth = dict.fromkeys(names, 1.0)
    plan = Planted(worth, players=3, blocks=60, kind="random", variants=NAMES[:2], ties=0.1)
    data, found = manifest(plan, name=NAMES[0]), frames(plan)
    data["game"]["title"] = NAMES[5]
    data["variants"][0]["fingerprint"] = NAMES[6]
    data["configuration"]["resolved"]["seed"] = NAMES[0]
    data["configuration"]["resolved"]["design"]["kind"] = NAMES[5]
    for column in data["tables"]["seats"]["columns"]:
        column["meaning"] = NAMES[5]
    found["games"] = found["games"].with_columns(decided_by=found["games"]["decided_by"] + NAMES[0])
    every_panel(save(place / "run", data, found), place / "out", "svg")
    return place / "out"


def test_the_page_holds_names_as_text_only(out: Path, names: tuple[str, ...]) -> None:
    """No tag or attribute comes from a name, and each name can be read."""
    page = Page((out / "report.html").read_text("utf-8"))
    assert not {"script", "img", "b", "i"} & set(page.tags)
    assert not [attribute for attribute in page.attributes if attribute.startswith("on")]
    assert page.tags.count("svg") == 2 * page.tags.count("figure") == 48
    for text in names:
        assert " ".join(clean(text).split()) in page.text
    assert "49" not in {word for word in page.text.split() if "{" in word}


def test_the_figures_are_well_formed(out: Path) -> None:
    """Each SVG parses, holds no script and no text elements but its title, description and style."""
    for path in sorted((out / "figures").iterdir()):
        root = ElementTree.parse(path).getroot()
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {
            "svg",
            "title",
            "desc",
            "style",
            "defs",
            "g",
            "path",
            "use",
            "clipPath",
            "rect",
            "pattern",
        }
        assert not [key for element in root.iter() for key in element.keys() if key.startswith("on")]  # noqa: SIM118


def test_markdown_shows_names_as_they_are(out: Path, names: tuple[str, ...]) -> None:
    """Rendered as GitHub does, the tables' first cells are the names and no markup comes from them."""
    parser = MarkdownIt("gfm-like", {"linkify": False})
    tokens = parser.parse((out / "report.md").read_text("utf-8"))
    inline = [child for token in tokens if token.children for child in token.children]
    assert {child.type for child in inline} <= {
        "text", "softbreak", "image", "strong_open", "strong_close", "text_special",
    }  # fmt: skip
    assert not [token for token in tokens if token.type in ("html_block", "hr", "code_block", "fence")]
    headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    sections = json.loads((out / "report.json").read_text("utf-8"))["sections"]
    assert len(headings) == 2 + len(sections)
    rows = {"".join(c.content for c in t.children or []) for t in tokens if t.type == "inline"}
    assert all(clean(text) in rows for text in names)


def test_the_json_keeps_the_names_raw(out: Path, names: tuple[str, ...]) -> None:
    """Programs get the names as they are."""
    data = json.loads((out / "report.json").read_text("utf-8"))
    assert {row["strategy"] for row in data["tables"]["p1-k3-shares"]["rows"]} == set(names)


@pytest.mark.parametrize("text", NAMES)
def test_escaped_names_render_as_themselves(text: str) -> None:
    """A paragraph and a table cell of an escaped name show exactly its clean form."""
    parser = MarkdownIt("gfm-like", {"linkify": False})
    for source, at in ((markdown(text), 1), (f"| h |\n| - |\n| {markdown(text)} |", 11)):
        tokens = parser.parse(source)
        inline = [token for token in tokens if token.type == "inline"][0 if at == 1 else 1]
        assert "".join(child.content for child in inline.children or []) == clean(text)


def test_endless_names_are_cut_in_sentences() -> None:
    """A name in a sentence has at most 80 characters, and is never empty."""
    assert len(name("x" * 500)) == 80
    assert name(" \n ") == "(no name)"
