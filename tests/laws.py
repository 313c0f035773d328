"""Laws that every game must keep, whatever its rules; tests/runner/test_game_laws.py puts games under them.

They need a game, a variant and strategies that never fail. What a game's own rules promise, its own tests
say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from marchsim.kernel.game import Game, Outcome, Session, Variant
from marchsim.kernel.streams import deal_key, seat_key

Makers = Sequence[Callable[[], object]]
RECORD = "events"


def play(session: Session, deal: int, makers: Makers, game_id: int = 0) -> Outcome:
    """Play a deal with fresh strategies."""
    keys = [seat_key(deal_key(1, "law", len(makers), deal), 0, seat) for seat in range(len(makers))]
    return session.play(game_id, deal_key(1, "law", len(makers), deal), keys, [make() for make in makers])


def same_keys_same_game(game: Game, variant: Variant, makers: Makers, deals: int) -> None:
    """A deal comes out alike at a fresh table and at one where others were played; deals differ."""
    used = game.session(variant, len(makers), RECORD)
    found = [play(used, deal, makers) for deal in range(deals)]
    again = [
        play(game.session(variant, len(makers), RECORD), deal, makers) for deal in reversed(range(deals))
    ]
    assert found == again[::-1]
    assert len({outcome.digest for outcome in found}) == deals, "deals are alike"


def recording_changes_nothing(game: Game, variant: Variant, makers: Makers, deals: int) -> None:
    """Games that are recorded in less detail are the same games."""
    for deal in range(deals):
        outcomes = [
            play(game.session(variant, len(makers), record), deal, makers) for record in ("rounds", RECORD)
        ]
        assert outcomes[0] == outcomes[1]


def outcomes_add_up(game: Game, variant: Variant, makers: Makers, deals: int) -> None:
    """Every game ends with a score, a rank and a digest; winners are those of rank 1, or all or nobody."""
    session = game.session(variant, len(makers), RECORD)
    for deal in range(deals):
        outcome = play(session, deal, makers)
        assert not outcome.void and outcome.digest and outcome.decisions > 0 and outcome.rounds > 0
        assert len(outcome.scores) == len(outcome.ranks) == len(makers) and min(outcome.ranks) == 1
        first = sum(1 << seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
        together = (0, (1 << len(makers)) - 1)
        alone = (first, 0) if hasattr(game, "unwon") else (first,)
        assert outcome.winners in (together if variant.opponent else alone)


def rows_are_as_described(game: Game, variant: Variant, makers: Makers, deals: int) -> None:
    """Each table has its columns, unique keys, and labels that there are; what is taken is forgotten."""
    session = game.session(variant, len(makers), RECORD)
    for deal in range(deals):
        play(session, deal, makers, deal)
    taken = session.take()
    for table in game.tables(variant, RECORD):
        rows = taken[table.name]
        assert rows.shape[1] == len(table.columns), table.name
        names = [column.name for column in table.columns]
        if table.name != "seats":  # whose key, and rows, the runner adds to
            keys = rows[:, [names.index(name) for name in table.key]]
            assert len(np.unique(keys, axis=0)) == len(rows), table.name
        for at, column in enumerate(table.columns):
            if column.labels:
                assert rows[:, at].min() >= -1 and rows[:, at].max() < len(column.labels), column.name
    assert not any(len(rows) for rows in session.take().values())


def a_failure_is_void_and_leaves_nothing(
    game: Game, variant: Variant, makers: Makers, failing: Callable[[], object]
) -> None:
    """A strategy that raises makes a void outcome with its seat, keeps no row, and harms no later game."""
    session = game.session(variant, len(makers), RECORD)
    alone = play(game.session(variant, len(makers), RECORD), 0, makers)
    outcome = play(session, 0, [*makers[:-1], failing])
    assert outcome.void and outcome.fault and outcome.fault_seat == len(makers) - 1
    assert not any(len(rows) for rows in session.take().values())
    assert play(session, 0, makers) == alone


def a_variant_tells_itself(game: Game, presets: Sequence[str], overlay: dict[str, Any]) -> None:
    """Every preset resolves to its own fingerprint; a name changes nothing, an overlay does."""
    prints = [game.variant("x", preset, ()).fingerprint for preset in presets]
    assert prints == [game.variant("y", preset, ()).fingerprint for preset in presets]
    changed = game.variant("x", presets[0], [("overlay", overlay)])
    assert changed.fingerprint not in prints
    low, high = changed.players()
    assert changed.refusal(high + 1) and not changed.refusal(low) and not changed.refusal(high)
    assert sum(changed.provenance().values()) > 0 and changed.items()
