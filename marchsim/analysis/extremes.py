"""How far the most or least favoured seat, or strategy, is from equal under each ruleset: exploratory.

A maximum is biased upward, so its interval comes from a bootstrap of whole deals, at most 2,000 batches of
them (`marchsim.analysis.largest`), and where rulesets share their deals also that of its difference.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.estimates import matrix
from marchsim.analysis.largest import SEED, Largest, deviations, largest
from marchsim.analysis.panels import Panel
from marchsim.analysis.rulesets import Ruleset
from marchsim.analysis.tallies import CREDIT
from marchsim.stats.bootstrap import bootstrap_sums
from marchsim.stats.clusters import Floats, batches
from marchsim.stats.intervals import Interval

SEATS, STRATEGIES = "seat", "strategy"


@dataclass(frozen=True)
class Extreme:
    """The largest deviation of a share from equal under one ruleset, and `who` it is.

    `change` is the difference to the control's largest, on the same deals; None where deals are not shared.
    """

    ruleset: str
    players: int
    over: str
    who: str
    found: Largest
    change: float | None
    change_interval: Interval | None


def extremes(
    found: Sequence[tuple[Ruleset, Panel]], control: Ruleset, paired: Collection[tuple[str, int]]
) -> list[Extreme]:
    """Return the largest deviations over seats and over strategies, by number of players and ruleset.

    `paired` are the rulesets, with numbers of players, all of whose deals are the control's: two runs may
    give one number to different deals.
    """
    result = []
    for players in sorted({panel.players for _, panel in found}):
        here = [(one, panel) for one, panel in found if panel.players == players > 1 and not panel.opponent]
        base = next((panel for one, panel in here if one is control), None)
        for over in (SEATS, STRATEGIES):
            for one, panel in here:
                shared = (one.name, players) in paired
                result += _extreme(one, panel, base if shared else None, over)
    return result


def _extreme(one: Ruleset, panel: Panel, base: Panel | None, over: str) -> list[Extreme]:
    own = _sums(panel, over)
    if own is None:
        return []
    names, deals, rows = own
    k, even = len(names), 1 / panel.players
    most = largest(rows[:, :k], rows[:, k:], even)
    if most is None or not most.value:
        return []  # too few deals, or tables filled by one strategy
    change, interval = None, None
    other = _sums(base, over) if base is not None else None
    if other is not None and other[0] == names and np.array_equal(other[1], deals):

        def grown(sums: Floats) -> Floats:
            """Return by how much the largest deviation is larger than the control's."""
            mine, theirs = (np.abs(deviations(part, even)[0]).max(axis=1) for part in np.hsplit(sums, 2))
            result: Floats = (mine - theirs)[:, None]
            return result

        whole = np.hstack([rows, other[2]])
        change = float(grown(whole.sum(axis=0)[None, :])[0, 0])
        (interval,) = bootstrap_sums(batches(whole), grown, SEED)
    return [Extreme(one.name, panel.players, over, names[most.column], most, change, interval)]


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
