"""How far the most favoured or least favoured seat, or strategy, is from equal: exploratory.

A maximum is biased upward, so its interval comes from a bootstrap of whole deals, at most 2,000 batches of
them, and where rulesets share their deals also that of its difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.estimates import matrix
from marchsim.analysis.panels import CREDIT, Panel
from marchsim.analysis.rulesets import Ruleset
from marchsim.stats.bootstrap import REPEATS, bootstrap_sums
from marchsim.stats.clusters import FEW, Floats, batches
from marchsim.stats.intervals import Interval

SEED = 1
SEATS, STRATEGIES = "seat", "strategy"


@dataclass(frozen=True)
class Extreme:
    """The largest deviation of a share from equal under one ruleset, `who` it is, and its interval.

    `change` is the difference to the control's largest, on the same deals; None where deals are not shared.
    """

    ruleset: str
    players: int
    over: str
    who: str
    deviation: float
    interval: Interval | None
    change: float | None
    change_interval: Interval | None


def extremes(found: Sequence[tuple[Ruleset, Panel]], control: Ruleset) -> list[Extreme]:
    """Return the largest deviations over seats and over strategies, by number of players and ruleset."""
    result = []
    for players in sorted({panel.players for _, panel in found}):
        here = [(one, panel) for one, panel in found if panel.players == players > 1 and not panel.opponent]
        base = next((panel for one, panel in here if one is control), None)
        for over in (SEATS, STRATEGIES):
            for one, panel in here:
                result += _extreme(one, panel, base if one is not control else None, over)
    return result


def _extreme(one: Ruleset, panel: Panel, base: Panel | None, over: str) -> list[Extreme]:
    own = _sums(panel, over)
    if own is None:
        return []
    names, deals, rows = own
    totals = rows.sum(axis=0)[None, :]
    shares = _shares(totals)[0] - 1 / panel.players
    at = int(np.argmax(np.abs(shares)))
    other = _sums(base, over) if base is not None else None
    shared = other is not None and other[0] == names and np.array_equal(other[1], deals)
    whole = np.hstack([rows, other[2]]) if shared and other is not None else rows
    width = rows.shape[1]

    def statistics(sums: Floats) -> Floats:
        mine = _largest(sums[:, :width], panel.players)
        if not shared:
            return mine[:, None]
        return np.column_stack([mine, mine - _largest(sums[:, width:], panel.players)])

    value = statistics(whole.sum(axis=0)[None, :])[0]
    intervals = bootstrap_sums(batches(whole), statistics, SEED, repeats=REPEATS) if len(deals) >= FEW else []
    return [
        Extreme(
            one.name, panel.players, over, names[at], float(shares[at]),
            intervals[0] if intervals else None,
            float(value[1]) if shared else None,
            intervals[1] if intervals and shared else None,
        )
    ]  # fmt: skip


def _sums(panel: Panel, over: str) -> tuple[list[str], Floats, Floats] | None:
    """Return names, deals, and credits beside entries by deal; None where there is one strategy alone."""
    frame = panel.by_seat if over == SEATS else panel.by_strategy
    names: list[object] = list(range(panel.players)) if over == SEATS else list(panel.strategies)
    if len(names) < 2 or frame.is_empty():
        return None
    credit = matrix(frame, over, names, "credit") / CREDIT
    entries = matrix(frame, over, names, "entries")
    deals = np.sort(frame["deal"].unique().to_numpy()).astype(np.float64)
    return [str(name) for name in names], deals, np.hstack([credit, entries])


def _shares(sums: Floats) -> Floats:
    """Return shares from credits beside entries; NaN where there is no entry."""
    half = sums.shape[1] // 2
    entries = sums[:, half:]
    result: Floats = np.divide(sums[:, :half], entries, out=np.full_like(entries, np.nan), where=entries > 0)
    return result


def _largest(sums: Floats, players: int) -> Floats:
    result: Floats = np.nanmax(np.abs(_shares(sums) - 1 / players), axis=1)
    return result
