"""The section on what strategies did: its words, picture and tables, for many strategies and for few."""

from __future__ import annotations

import pytest

from marchsim.analysis.course.profile import END, LEVEL, TOTAL, ProfileMeasure, StyleProfile
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages.building import SectionBuilder
from marchsim.reporting.pages.document import Figure, Table, Text
from marchsim.reporting.sections.profile import profile
from tests.analysis.test_profile import mean

MEASURES = (
    ProfileMeasure("seats", "points_goals", END, "points", "points from goals"),
    ProfileMeasure("rounds", "moves", TOTAL, "moves", "moves in the round"),
    ProfileMeasure("rounds", "food_held", LEVEL, "food", "food in store"),
)
ROWS = (
    (mean(1.0), mean(1.0), mean(3.0)),
    (mean(2.0), mean(2.6), mean(9.0)),
    (mean(12.34), mean(12.4), mean(0.0, None)),
)
THREE = StyleProfile(("ann", "bob", "cat"), MEASURES, ROWS)


def blocks(found: StyleProfile) -> list[object]:
    """Return the blocks of the section."""
    return list(profile(found, SectionBuilder("p1", "3 players")).blocks)


def test_words_picture_and_tables() -> None:
    """Who plays most alike, shades with what stands out, means with intervals, each one's nearest."""
    text, figure, means, like = blocks(THREE)
    assert isinstance(text, Text) and isinstance(figure, Figure)
    assert isinstance(means, Table) and isinstance(like, Table)
    assert text.text.startswith(
        "“ann” and “bob” play most alike: 1 of 3 measures tell them apart (moves 2.00 and 2.60)."
    )
    assert "“cat” much of “points: goals”" in figure.alt and figure.table == means.id
    assert [row["measure"] for row in means.rows] == ["points: goals", "moves", "food held, mean"]
    assert means.rows[1]["s1"] == pytest.approx((2.6, 0.01)) and means.rows[2]["s2"] == 0.0
    assert [column.heading for column in means.columns[1:4]] == ["ann", "bob", "cat"]
    assert [(row["strategy"], row["like"], row["contrasts"]) for row in like.rows] == [
        ("ann", "bob", 1), ("bob", "ann", 1), ("cat", "bob", 3),
    ]  # fmt: skip
    assert str(like.rows[1]["told"]) == "moves 2.60 and 2.00"


def test_two_strategies_need_no_picture() -> None:
    """Of two, every measure would stand as far above the middle as below; of one there is no pair."""
    two = StyleProfile(("ann", "bob"), MEASURES, tuple(row[:2] for row in ROWS))
    text, means = blocks(two)
    assert isinstance(text, Text) and "“ann” and “bob” met: 1 of 3 measures tell them apart" in text.text
    assert isinstance(means, Table)
    one = StyleProfile(("ann",), MEASURES[:1], ((Estimate(1.0, entries=4, deals=1),),))
    (table,) = blocks(one)
    assert isinstance(table, Table) and table.rows[0]["s0"] == 1.0


def test_where_nothing_is_told_apart() -> None:
    """The words say so, and the picture is pale."""
    level = StyleProfile(THREE.strategies, MEASURES[:1], ((mean(1.0), mean(1.0), mean(1.01, 0.3)),))
    text, figure, *_ = blocks(level)
    assert isinstance(text, Text) and "0 of 1 measure tell them apart." in text.text
    assert isinstance(figure, Figure) and "nothing, as no measure differs between strategies" in figure.alt
