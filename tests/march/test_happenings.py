"""The meaning of every event, held against games of every way of playing: kinds, seats and values."""

from __future__ import annotations

from marchsim.games.march.table import record
from marchsim.games.march.telling.events import KINDS
from marchsim.games.march.telling.values import CARD, CARD_OR_NONE, MEASURES
from tools import games

RARE = {  # kinds that few games have: they need a card, and somebody who plays it
    "beneath", "drop_goal", "exchange", "intrude", "return", "return_tile", "starve", "swapped", "take",
}  # fmt: skip


def played() -> list[tuple[str, tuple[int, ...], int]]:
    """Return kind, values and players of the events of some games of each way of playing."""
    first = games.column("events", "event")
    found = []
    for preset, players in games.ways():
        session = games.table({"preset": preset}, players, "events")
        for deal, mix in enumerate((["eager"], ["random", "forager", "warlord", "evolver"])):
            outcome = games.play(session, deal, games.line_up(mix, players))
            assert not outcome.void, outcome
        rows = session.take()["events"][:, first:].tolist()
        found += [(record.EVENT_NAMES[row[0]], tuple(row[1:]), players) for row in rows]
    return found


def test_every_event_means_what_is_said_of_it() -> None:
    """Whose doing it was, values within their range, and 0 where there is none."""
    by_name = {record.EVENT_NAMES[number]: kind for number, kind in KINDS.items()}
    met = set()
    for name, (seat, *values), players in played():
        kind = by_name[name]
        met.add(name)
        assert -1 <= seat < players, (name, seat)
        assert seat < 0 if not kind.seat else seat >= 0 or "null" in kind.seat, (name, seat)
        for at, value in enumerate(values):
            measure = MEASURES[kind.values[at].measure] if at < len(kind.values) else None
            assert measure.holds(value) if measure else value == 0, (name, at, value)
    assert by_name.keys() - met <= RARE


def test_every_event_has_its_meaning() -> None:
    """Every kind that the engine knows is told of, in measures that exist."""
    assert KINDS.keys() == record.EVENT_NAMES.keys()
    assert {value.measure for kind in KINDS.values() for value in kind.values} == MEASURES.keys()
    assert all(len(kind.values) <= 4 for kind in KINDS.values())
    assert CARD.high == CARD_OR_NONE.high
