"""How often cards were drawn and played: counts by hand, and from when on nothing is said of one."""

from __future__ import annotations

import time

import polars as pl

from marchsim.analysis.cards.items import NOT_PLAYED, Item, counted, idle, is_idle
from marchsim.analysis.cards.screening import screenings
from marchsim.reporting.cards.items import drawn_and_played, idle_words
from marchsim.reporting.cards.report import cards
from marchsim.reporting.pages import document
from marchsim.reporting.pages.building import SectionBuilder
from tests.analysis import held
from tests.analysis.planted import Planted

ROWS = pl.DataFrame({
    "card": ["swarm", "swarm", "swarm", "swarm", "jelly"], "strategy": ["a", "a", "b", "b", "a"],
    "opening": [True, False, True, False, True], "drawn": [True, True, True, False, True],
    "played": [True, False, False, True, False], "n": [3, 1, 96, 7, 50], "credit": [0, 0, 0, 0, 0],
})  # fmt: skip


def item(ident: str) -> Item:
    return Item(ident, ident.capitalize(), "event", None, 0, {})


def test_counts_are_of_seats_that_held_the_card() -> None:
    """However they came to it; a card that was played without being drawn (as one that is granted) is not."""
    found = counted(ROWS, "card", ["swarm", "jelly", "unseen"])
    assert (found["swarm", "a"].drawn, found["swarm", "a"].played) == (4, 3)
    assert (found["swarm", "b"].drawn, found["swarm", "b"].played) == (96, 0)
    assert (found["swarm", ""].drawn, found["swarm", ""].played) == (100, 3)
    assert found["jelly", ""].rate == 0 and found["unseen", ""].rate is None


def test_counting_takes_twice_as_long_for_twice_the_cards() -> None:
    """And not four times: 8 times as many cards take at most 16 times the processor time."""

    def seconds(cards: int) -> float:
        names = [f"card-{at}" for at in range(cards)]
        rows = pl.concat([ROWS.with_columns(card=pl.lit(None, pl.String))] * cards).with_columns(
            card=pl.Series([name for name in names for _ in range(len(ROWS))])
        )
        begun = time.process_time()
        found = counted(rows, "card", names)
        assert found["card-7", ""].drawn == 150
        return time.process_time() - begun

    assert min(seconds(4000) for _ in range(2)) < 16 * min(seconds(500) for _ in range(3))


def test_a_card_that_hardly_anybody_plays_is_marked() -> None:
    """Under the one threshold; one that nobody drew is not called unplayed."""
    assert (is_idle(NOT_PLAYED), is_idle(NOT_PLAYED - 1e-9), is_idle(None)) == (False, True, False)
    assert idle({"a": 0.0, "b": 0.5, "c": None}) == {"a"}
    items = [item("jelly"), item("swarm"), item("unseen")]
    plays = counted(ROWS, "card", [one.id for one in items])
    section = drawn_and_played(SectionBuilder("p"), "card", items, plays, ["a", "b"])
    [table] = [block for block in section.blocks if isinstance(block, document.Table)]
    notes = {row["item"]: row["note"] for row in table.rows}
    assert notes == {"Jelly": "not played: says nothing about the card", "Swarm": "", "Unseen": ""}
    told = idle_words("card", items[:1], 3)
    assert told.startswith("1 card of 3 was played by fewer than 2.0 % of those who held it: Jelly.")


def test_the_report_says_so_wherever_a_card_is_rated() -> None:
    """Of a planted run in which nobody plays one of the cards: screened, beside cost, and described."""
    run = held.run(Planted({"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}, blocks=40), worth=0.3)
    idle_one = pl.col("card").cast(pl.String) == "card-03"
    run.frames["cards"] = run.frames["cards"].with_columns(pl.col("played") & ~idle_one)
    [one] = screenings(run)
    assert idle({item: play.rate for (item, name), play in one.plays.items() if not name}) == {"card-03"}
    page = cards(run)
    found = {
        block.id: {row["item"]: str(row["note"]) for row in block.rows}
        for section in page.sections for block in section.blocks
        if isinstance(block, document.Table) and any(column.key == "note" for column in block.columns)
    }  # fmt: skip
    for ident in ("p1-k4-worth", "p1-k4-described", "p1-k4-plays-1"):
        marked = [name for name, note in found[ident].items() if "not played: says nothing" in note]
        assert marked == ["card-03"], ident
    assert any("by fewer than 2.0 % of those who held it: card-03" in line for line in page.summary)
