"""What a page says of other numbers: in one line where nothing was tried, else which answers hold there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest

from marchsim.analysis.judging.verdict import LENGTH, SEATS, STRATEGIES
from marchsim.analysis.robustness.known import KnownCell, KnownClaim, KnownStudy
from marchsim.reporting.drawing.draws import sheet
from marchsim.reporting.front import robust
from marchsim.reporting.front.gather import Front
from marchsim.reporting.sections.robust import curves, table
from tests.accessible import faults


def claim(metric: str, verdict: str, variant: str = "", assumed: float = 0.28) -> KnownClaim:
    """Return a claim that one population saw."""
    cell = KnownCell("tuned", 0.27, 0.25, 0.294, 0.9, 0.8, 1.0, verdict)
    return KnownClaim(f"{metric} is so", metric, variant, assumed, verdict, (cell,))


def front(*found: tuple[int, KnownClaim], assumed: bool = True) -> Front:
    """Return a page's facts with a study of one claim for each."""
    studies = tuple(
        KnownStudy(Path(f"robustness/s-{players}"), players, 100, 414, ("tuned",), (one,))
        for players, one in found
    )
    claims = [one for _, one in found]
    return cast(Front, SimpleNamespace(studies=studies, claims=claims, assumed=assumed))


def test_where_nothing_was_tried_the_page_says_so() -> None:
    assert "No others were tried" in robust.lede(front())
    assert robust.lede(front(assumed=False)) == ""


def test_claims_are_counted_by_what_became_of_them() -> None:
    found = front((3, claim("turns", "holds")), (4, claim("turns", "holds")), (4, claim("score", "flips")))
    assert robust.lede(found) == "With other numbers and players, 2 of 3 claims hold and 1 flips."
    open_ = front((3, claim("turns", "undecided")), (4, claim("turns", "undecided")))
    assert robust.lede(open_) == "With other numbers and players, all 2 claims are undecided."


@pytest.mark.parametrize(
    ("found", "question", "said"),
    [
        ([(4, claim("first-seat", "flips"))], SEATS, "With other numbers it flips."),
        (
            [(3, claim("first-seat", "holds")), (4, claim("first-seat", "undecided"))], SEATS,
            "With other numbers it holds with 3 and is undecided with 4 players.",
        ),
        (
            [(4, claim("share.warlord", "holds")), (4, claim("share.forager", "flips"))], STRATEGIES,
            "With other numbers, 1 of 2 claims holds and 1 flips.",
        ),
        ([(4, claim("first-seat", "holds", "decree-4"))], SEATS, ""),
        ([(4, claim("first-seat", "holds"))], LENGTH, ""),
    ],
)  # fmt: skip
def test_an_answer_says_what_becomes_of_it(
    found: list[tuple[int, KnownClaim]], question: str, said: str
) -> None:
    assert robust.note(front(*found), question) == said


def test_the_table_has_each_claim_with_its_spread_over_boxes() -> None:
    found = front((4, claim("first-seat", "flips")), (4, claim("first-seat", "holds", "x", 0.012)))
    made = table(found.studies)
    first, second = made.rows
    assert (first["assumed"], first["mean_tuned"]) == ("112 wins", "108 wins (100 wins to 118 wins)")
    assert first["true_tuned"] == "90 % (80 to 100), flips" and first["verdict"] == "flips"
    assert second["assumed"] == "+4.8 wins"
    assert "robustness/s-4" in made.note


def test_what_flips_is_named_first() -> None:
    told = robust.said(front((4, claim("turns", "size changes")), (4, claim("score", "flips"))))
    assert told[0].startswith("200 plausible component sets were drawn and played, by tuned players")
    assert told[1] == "Reversed in too many of them: score is so."
    assert told[2] == "Of another size in too many: turns is so."


def with_boxes(one: KnownClaim, *values: float) -> KnownClaim:
    """Return a claim with values of boxes."""
    return replace(one, cells=(replace(one.cells[0], boxes=values),))


def test_claims_with_values_of_boxes_have_curves() -> None:
    """One dot a box, the number of players where there are several; a study without values has none."""
    many = tuple(0.26 + at / 1000 for at in range(50))
    shares = with_boxes(claim("first-seat", "flips"), *many)
    turns = with_boxes(claim("turns", "holds", "x <b>", 1.3), -0.5, 1.25)
    found = curves(front((3, shares), (4, turns), (4, claim("score", "holds"))).studies)
    assert [(one.verdict, one.said(one.boxes["tuned"][-1])) for one in found] == [
        ("3 players: flips", "93 wins"),
        ("4 players: holds", "+1.25"),
    ]
    drawing = sheet(found).svg("Alt & more")
    root = ElementTree.fromstring(drawing)
    dots = [str(one.get("d")).count("h0") for one in root.iter() if one.tag.endswith("path")]
    assert dots == [50, 2]
    assert drawing.count('stroke-linecap="round"') == 2
    assert len(drawing) < 5_000
    assert root.get("aria-label") == "Alt & more"


def test_curves_of_a_page_are_pictures_of_their_own() -> None:
    """Each says in words what it shows; the band of a claim that nothing changes is drawn."""
    one = replace(with_boxes(claim("turns", "holds", "x", 0.1), -0.5, 1.25), margin=2.0)
    found = curves(front((4, one)).studies)
    drawn = sheet(found).svg(found[0].words())
    page = f"<html lang='en'><title>t</title><h1>t</h1><main>{drawn}</main></html>"
    assert faults(page) == []
    assert "turns is so: holds. Boxes: tuned -0.50 to +1.25, assumed numbers: +0.10." in page
    assert page.count("<polygon") == 1


def test_a_sentence_that_is_too_long_is_cut() -> None:
    """It has two lines, and the picture's words have all of it."""
    long = replace(with_boxes(claim("turns", "holds"), 1.0, 2.0), text="word " * 40)
    drawing = sheet(curves(front((4, long)).studies)).svg("Alt")
    assert drawing.count('class="b"') == 2
    assert "…" in drawing
