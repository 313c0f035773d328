"""The builder of tables and figures: a column's heading, kind and cell are said once."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.drawing.rows import Rows
from marchsim.reporting.pages.building import RANGES, Columns, SectionBuilder
from marchsim.reporting.pages.document import Column, Text
from marchsim.reporting.pages.format import KINDS
from marchsim.reporting.pages.words import interval, joined
from marchsim.stats.intervals import Interval


@dataclass(frozen=True)
class Ant:
    """A row."""

    name: str
    share: Estimate
    sizes: tuple[float, ...] = (1.0, 2.0)


pytestmark = pytest.mark.made
ROWS = (
    Ant("red", Estimate(0.4, 0.3, 0.5, 0.05, 80, 20, "Wilson by deal", "only 20 deals")),
    Ant("blue", Estimate(None, note="no game to measure it on")),
)
BUILD = SectionBuilder("p1", "here")
NAMED = Columns[Ant]().column("ant", "Ant", lambda row: row.name)


def test_an_estimate_is_a_value_an_interval_deals_and_a_method() -> None:
    """Where nothing was measured the cells are empty, and the method says why."""
    table = (
        NAMED.deals(lambda row: row.share)
        .estimate("share", "Share", lambda row: row.share, "percent")
        .method(lambda row: row.share)
        .table("t", "Ants", ROWS, "note")
    )
    assert table.columns == (
        Column("ant", "Ant"), Column("n_deals", "Deals", "count"), Column("share", "Share", "percent"),
        Column("share_interval", "95 % interval", "percents"), Column("method", "Interval"),
    )  # fmt: skip
    assert [list(row.values()) for row in table.rows] == [
        ["red", 20, 0.4, (0.3, 0.5), "Wilson by deal; only 20 deals"],
        ["blue", 0, None, None, "no game to measure it on"],
    ]
    assert (table.id, table.title, table.note) == ("t", "Ants", "note")


@pytest.mark.parametrize("given", [True, False])
def test_a_column_may_be_left_out(given: bool) -> None:
    """Its heading and its cells go together, also of an estimate, which has two."""
    columns = NAMED.column("n", "N", lambda _: 1, "count", given=given).estimate(
        "share", "Share", lambda row: row.share, "percent", given=given
    )
    table = columns.table("t", "Ants", ROWS)
    assert [column.key for column in table.columns] == ["ant", *["n", "share", "share_interval"] * given]
    assert all(set(row) == {column.key for column in table.columns} for row in table.rows)


def test_a_column_for_each_of_several_things_reads_its_own_place() -> None:
    """The first reads the first, not the last of them."""
    columns = NAMED.each({"a": "A", "b": "B"}, lambda row, at: row.sizes[at], "number")
    means = Columns[Ant]().means({"m": "Mean"}, lambda row, _: row.share if row.share.value else None)
    rows = (columns + means).table("t", "Ants", ROWS).rows
    assert [(row["a"], row["b"], row["m"]) for row in rows] == [(1.0, 2.0, (0.4, 0.1)), (1.0, 2.0, None)]
    assert [c.key for c in columns.only("b", "ant").table("t", "", ROWS).columns] == ["ant", "b"]


def test_rows_may_be_greyed() -> None:
    """Those of which it is said, and no others."""
    rows = NAMED.table("t", "Ants", ROWS, grey=lambda row: row.share.value is None).rows
    assert [row.get("grey") for row in rows] == [None, True]


def test_a_figure_has_the_title_of_its_table_and_says_where_its_numbers_are() -> None:
    """Its drawing is described by its words."""
    table = BUILD.table("t", "Ants", NAMED, ROWS)
    shown, below = BUILD.pictured(table, Rows([]), "f", "three bars")
    assert below is table
    assert (shown.id, shown.title, shown.alt, shown.table) == ("p1-f", "Ants, here", "three bars", "p1-t")
    assert shown.drawing == Rows([])
    assert BUILD.figure(Rows([]), "f", "Title", "alt", "t").title == "Title, here"


def test_a_section_has_what_there_is_to_say() -> None:
    """Texts are paragraphs; what is None or empty is left out."""
    table = BUILD.table("t", "Ants", NAMED, ROWS)
    section = BUILD.section("s", "Ants", "Two ants.", "", None, table)
    assert (section.id, section.title, section.level) == ("p1-s", "Ants", 3)
    assert section.blocks == [Text("Two ants."), table]


def test_intervals_have_a_kind_for_each_kind_of_their_ends() -> None:
    """An interval is shown as its estimate is, and one with an unknown end is none."""
    assert set(RANGES) | set(RANGES.values()) <= set(KINDS)
    assert interval(Interval(0.1, 0.2, "t")) == interval((0.1, 0.2)) == (0.1, 0.2)
    assert interval(Estimate(0.5, 0.4, None)) is None and interval(None) is None
    assert joined("t by deal", "", "one deal", "t by deal") == "t by deal; one deal"
