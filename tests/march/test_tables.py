"""What is recorded: every column of every row is written, at the place where its table declares it."""

from __future__ import annotations

import pytest

from marchsim.games.march.game import MARCH
from tools import games

BLANK = -12_345  # no column of any game holds it


@pytest.mark.parametrize(("preset", "recorded"), [("standard", 4), ("coop", 5)])
def test_every_column_of_a_row_is_written(preset: str, recorded: int) -> None:
    """Whatever stood there before, a row says nothing of it."""
    session = games.table({"preset": preset}, 3, "events")
    tables = session.recorder.tables
    for rows in tables:
        for at in range(len(rows.values)):
            rows.values[at] = BLANK
    assert not games.play(session, 1, ["warlord", "evolver", "random"]).void
    written = {rows.table.name: rows.count for rows in tables if rows.count}
    assert len(written) == recorded
    for rows in tables:
        names = [column.name for column in rows.table.columns]
        missing = {names[at % rows.width] for at in range(rows.count) if rows.values[at] == BLANK}
        assert rows.count % rows.width == 0 and not missing, rows.table.name


def test_a_session_fills_the_tables_that_the_game_describes() -> None:
    """`rounds` leaves out the events, anything else all but the seats."""
    standard = games.standard().variant
    for record, names in (
        ("games", ["seats"]),
        ("rounds", ["seats", "rounds", "cards", "horde"]),
        ("events", ["seats", "rounds", "cards", "horde", "events"]),
    ):
        described = MARCH.tables(standard, record)
        kept = games.table({}, 3, record).take()
        assert [table.name for table in described] == list(kept) == names
        assert [len(table.columns) for table in described] == [rows.shape[1] for rows in kept.values()]
