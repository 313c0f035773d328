"""Games that a study arranges: a card exchanged before the deal, and a card that a seat may not play."""

from __future__ import annotations

import pytest

from marchsim.games.march.game import MARCH
from marchsim.games.march.words import E_DRAW, E_PLAY, E_ROUND
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.kernel.game import Arranged
from tools import games

LAW = 60


def opening(session: games.MarchSession, seat: int) -> list[int]:
    """Return the cards of a seat's opening hand: what it drew before the first round."""
    rows = list(session.g.events.rows)
    events = [rows[i : i + 3] for i in range(0, len(rows), EVENT_WIDTH)]
    dealt = events[: [kind for kind, _, _ in events].index(E_ROUND)]
    return sorted(card for kind, whose, card in dealt if (kind, whose) == (E_DRAW, seat))


def played(session: games.MarchSession) -> list[tuple[int, int]]:
    """Return (seat, card) of every play."""
    rows = list(session.g.events.rows)
    return [(rows[i + 1], rows[i + 2]) for i in range(0, len(rows), EVENT_WIDTH) if rows[i] == E_PLAY]


def test_an_exchange_changes_one_card_of_one_hand() -> None:
    """The card comes where the other was drawn, all else is dealt alike; without one nothing is changed."""
    session = games.table(record="events")
    assert isinstance(MARCH, Arranged) and MARCH.arranged == ("card",)
    before = games.play(session, 1, ["random"] * 4)
    hands, rows = [opening(session, seat) for seat in range(4)], list(session.g.events.rows)
    given, wanted = hands[2][0], next(c for c in range(66) if all(c not in hand for hand in hands))
    ids = session.assembly.kit.ids
    MARCH.arrange(session, "card", (ids[given], ids[wanted]), None)
    games.play(session, 1, ["random"] * 4)
    hands[2] = sorted([*hands[2][1:], wanted])
    assert [opening(session, seat) for seat in range(4)] == hands
    changed = list(session.g.events.rows)
    first = next(i for i in range(len(rows)) if rows[i] != changed[i])
    assert (rows[first - 2], rows[first], changed[first]) == (E_DRAW, given, wanted)
    MARCH.arrange(session, "card", None, None)
    assert games.play(session, 1, ["random"] * 4).digest == before.digest


def test_a_card_that_is_not_in_the_deck_is_not_exchanged() -> None:
    """A centipede of the Horde stays in the Centipede Deck, and the game as it is."""
    session = games.table({"preset": "coop"}, 3, "events")
    kit = session.assembly.kit
    before = games.play(session, 1, ["random"] * 3)
    horde = next(card for card in range(kit.cards) if kit.centipede[card])
    MARCH.arrange(session, "card", (kit.ids[opening(session, 0)[0]], kit.ids[horde]), None)
    assert games.play(session, 1, ["random"] * 3).digest == before.digest


@pytest.mark.parametrize("preset", ["standard", "primitive", "coop", "long"])
def test_a_forbidden_card_is_never_played_by_that_seat(preset: str) -> None:
    """Eager players play most cards; the seat plays every card but the forbidden, by whatever door."""
    session = games.table({"preset": preset}, 3, "events")
    kit = session.assembly.kit
    free: set[int] = set()
    barred = 0
    for deal in range(LAW):
        outcome = games.play(session, deal, ["eager"] * 3)
        mine = sorted({card for seat, card in played(session) if seat == 1})
        if outcome.void or not mine:
            continue
        free.update(mine)
        card = mine[deal % len(mine)]
        MARCH.arrange(session, "card", None, (1, kit.ids[card]))
        again = games.play(session, deal, ["eager"] * 3)
        if not again.void:
            assert (1, card) not in played(session), kit.ids[card]
            barred += 1
        MARCH.arrange(session, "card", None, None)
    assert len(free) > 30 and barred > LAW // 2
