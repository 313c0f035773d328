"""Pages for readers who do not see well, or not at all: colours, and what axe-core says of real pages.

The markup of each kind of page is checked (`tests.accessible.faults`) where the test of that page makes it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main
from marchsim.studies.play import play
from tests.accessible import axe, contrast, faults, palettes, program
from tests.browser import Browser
from tools import watched

LEAST = 4.5  # WCAG 2.2 AA, for text of any size
ROOT = Path(__file__).resolve().parents[2] / "marchsim"
CHIPS = ("green", "amber", "red", "grey", "fact")
SEATS = (*(f"s{at}" for at in range(10)), "s-other")
# style -> texts on papers
PAIRS = {
    "reporting/front/templates/front.css": [
        (("ink", "mute", "link", *SEATS, *CHIPS), ("bg", "card")), (("ink", "mute", "link"), ("soft",)),
        *(((chip,), (f"{chip}bg",)) for chip in CHIPS), (("ink",), ("mark", "band")),
    ],
    "reporting/pages/templates/report.css": [
        (("ink", "faint", "link"), ("paper",)), (("ink", "link"), ("warn", "box", "head")),
    ],
}  # fmt: skip
GOOD = (
    "<!doctype html><html lang=en><title>A</title><body><main><h1>A</h1><h2>B</h2><label>C <input></label>"
    "<table><caption>D</caption><tr><th scope=col>E</th></tr></table><a href=x>F</a>"
    '<svg role="img" aria-label="G"></svg></main>'
)


@pytest.mark.parametrize("sheet", PAIRS)
def test_every_text_has_contrast(sheet: str) -> None:
    """4.5 to 1 or more, light and dark, for each colour of text on each paper that it stands on."""
    for mode, colours in palettes((ROOT / sheet).read_text("utf-8")).items():
        for texts, papers in PAIRS[sheet]:
            for text in texts:
                for paper in papers:
                    found = contrast(colours[text], colours[paper])
                    assert found >= LEAST, f"{sheet}, {mode}: {text} on {paper}: {found:.2f}"


def test_every_text_of_a_game_to_watch_has_contrast(folder: Path) -> None:
    """Of the page as it is written, so with the colours of the seats."""
    play(("warlord", "forager", "explorer", "warden", "zealot"), html=folder / "game.html")
    text = (folder / "game.html").read_text("utf-8")
    assert faults(text) == []
    for mode, colours in palettes(text).items():
        seats = [name for name in colours if re.fullmatch(r"seat\d", name)]
        assert len(seats) == 5
        for name in ("ink", "faint", "link", *seats):
            for paper in ("paper", "card", *(["soft"] if name not in seats else [])):
                found = contrast(colours[name], colours[paper])
                assert found >= LEAST, f"{mode}: {name} on {paper}: {found:.2f}"


def test_contrast_is_that_of_the_standard() -> None:
    """Black on white is 21 to 1; #767676 is the lightest grey on white of the standard's own examples."""
    assert contrast("#000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("lang=en", "", "html without lang"), ("<h2>B</h2>", "<h3>B</h3>", "h3 below h1"),
        ("<label>C <input></label>", "<input id=c>", "field 'c' without a label"),
        ("<caption>D</caption>", "", "table without caption"), (" scope=col", "", "th without scope: []"),
        (">E<", "> <", "th without words"), (">F<", "><", "a without words"),
        (' aria-label="G"', "", "svg that says nothing: [('role', 'img')]"),
        ("<h2>", "<h2 id=a><i id=a></i>", "id 'a' twice"), ("<h1>A</h1>", "", "0 of h1"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_page_is_found(old: str, new: str, said: str) -> None:
    assert faults(GOOD) == []
    assert said in faults(GOOD.replace(old, new))


@pytest.mark.slow
def test_axe_finds_nothing_serious(browser: Browser, folder: Path) -> None:
    """Nothing serious or critical on any kind of page, at 1280 and 400 pixels, light and dark."""
    script = program()
    one = ("--workers", "1", "--quiet")
    for words in (
        ("run", "demo", "--blocks", "30", "--out", "run", *one),
        ("report", "run", "--full", "--out", "report"),
        ("try", "cards.army-head.cost=4", "--deals", "300", "--out", "tried", "--page", "try", *one),
        ("report", "tried", "--full", "--out", "both"), ("report", "variants", "tried", "--out", "variants"),
        ("replay", "run", "3", "--html", "game.html", "--explain", "all"),
        ("sensitivity", "demo", "--players", "3", "--draws", "12", "--deals", "4", "--out", "sens", *one),
        ("run", "antwars", "--blocks", "4", "--out", "ants", *one),
        ("report", "ants", "--out", "ants-report"),
        ("run", "coop", "--blocks", "4", "--out", "coop", *one), ("report", "coop", "--out", "coop-report"),
    ):  # fmt: skip
        assert main.run(list(words)) in (errors.OK, errors.INCONCLUSIVE, errors.EXPECTATION_FAILED), words
    pages = [
        "report/index.html", "report/full.html", "report/cards/army-head.html", "try/index.html",
        "both/index.html", "both/cards/army-head.html", "variants/report.html", "game.html",
        "sens/report/report.html", "ants-report/index.html", "coop-report/index.html",
    ]  # fmt: skip
    found = [said for page in pages for said in axe(browser, script, folder / page)]
    assert found == [], "\n".join(found)
    assert [said for page in pages for said in faults((folder / page).read_text("utf-8"))] == []
    assert browser.errors == [] and watched.read((folder / "game.html").read_bytes()).data["reasons"]
