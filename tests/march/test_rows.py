"""What rows count is what happened, by the events of the same games; what became of a card, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.table import record
from marchsim.games.march.table.record import Recorder
from tools import games

ACTIONS = {
    w.O_EXPLORE: "explores",
    w.O_MARCH: "marches",
    w.O_FORAGE: "forages",
    w.O_PLAY: "plays",
    w.O_REST: "rests",
}
COUNTED = (*ACTIONS.values(), "species_actions", "battles", "battles_won", "ants_lost", "centipedes")


def named(rows: Mapping[str, Any], table: str) -> list[dict[str, int]]:
    """Return the rows of a table by the names of their columns."""
    known = {kept.table.name: kept.table for kept in Recorder("events").tables}
    names = [column.name for column in known[table].columns]
    return [dict(zip(names, (int(value) for value in row), strict=True)) for row in rows[table]]


def counts(events: list[dict[str, int]]) -> Counter[tuple[int, int, int, str]]:
    """Count what the events of games say, by game, round, seat and column."""
    found: Counter[tuple[int, int, int, str]] = Counter()
    now = 0
    for event in events:
        kind, seat, a, b, c = (event[name] for name in ("event", "seat", "a", "b", "c"))
        own: list[tuple[int, str]] = []
        if kind == w.E_SETUP:
            now = 0
        elif kind == w.E_ROUND:
            now += 1
        elif kind == w.E_ACTION:
            own = [(seat, ACTIONS.get(a, "species_actions"))]
        elif kind == w.E_BATTLE:
            own = [(seat, "battles"), (b, "battles")]
        elif kind == w.E_HUNT:
            own = [(seat, "battles")]
        elif kind == w.E_OUTCOME and seat >= 0:
            own = [(seat, "battles_won")] + [(seat, "centipedes")] * (a < 0)
        elif kind == w.E_LOSE and c != w.WHY_PAY:
            own = [(seat, "ants_lost")]
        for who, column in own:
            found[event["game"], now, who, column] += 1
    return found


@pytest.mark.parametrize(("preset", "players"), [("standard", 3), ("primitive", 4), ("coop", 2)])
def test_rounds_count_what_events_tell(preset: str, players: int) -> None:
    """Actions, battles, victories and losses, each of its round and seat; ants that pay are not lost."""
    rich = {"preset": preset, "rules": {"starting_ants": 6, "starting_food": 12, "starting_cards": 5}}
    session = games.table(rich, players, "events")
    for deal in range(6):
        games.play(session, deal, ["eager"] * players)
    rows = session.take()
    told = counts(named(rows, "events"))
    kept = named(rows, "rounds")
    assert {row["game"] for row in kept} == set(range(6))
    for row in kept:
        for column in COUNTED:
            assert row[column] == told[row["game"], row["round"], row["seat"], column], (row, column)
    assert {column for *_, column in told} >= set(COUNTED) - (
        {"species_actions"} if preset != "primitive" else set()
    )


def test_cards_held_are_those_of_the_hands() -> None:
    """A card is held by the seat in whose hand it is when the game ends, and by nobody else."""
    session = games.table({"rules": {"starting_cards": 6, "rounds": 2}}, 3, "events")
    for deal in range(2):
        games.play(session, deal, ["first"] * 3)
        rows = session.take()["cards"]
        card, seat, fate = (games.column("cards", name) for name in ("card", "seat", "fate"))
        told = {
            (int(row[seat]), int(row[card]))
            for row in rows
            if record.spelled_fate(int(row[fate])).endswith("held")
        }
        assert session.g is not None
        s = session.g.s
        hands = {(who, s.hand[who * w.CARDS + at]) for who in range(3) for at in range(s.hand_n[who])}
        assert told == hands and hands


@pytest.mark.parametrize(
    ("held", "discarded", "battle", "played", "words"),
    [
        (0, 0, 0, 0, ""),
        (1, 0, 0, 0, "held"),
        (0, 1, 0, 0, "discarded"),
        (0, 0, 1, 3, "played 3, battle"),
        (1, 3, 2, 1, "played 1, battle x2, discarded x3, held"),
    ],
)
def test_the_fate_of_a_card_is_told(held: int, discarded: int, battle: int, played: int, words: str) -> None:
    """Only what became of it, and how often where it was more than once."""
    bits = w.FATE
    code = held | discarded << 1 | battle << 1 + bits | played << 1 + 2 * bits
    assert record.spelled_fate(code) == words
