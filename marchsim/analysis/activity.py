"""What players do and have, round by round, from the numbers that the game keeps in the table `rounds`.

A column that adds up (the game's description says so) counts what happened in a round; any other says how
things stand at its end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.analysis.estimates import Estimate, mean_of
from marchsim.analysis.panels import Panel
from marchsim.analysis.rows import Rows, counted, deals_of, sums
from marchsim.analysis.source import Run, columns, numbers, scan

KEYS = ("game", "round", "seat", "score")


@dataclass(frozen=True)
class Activity:
    """The mean of a column per player at each of `rounds`; `happens`: it counts what happened in one.

    The mean is over the players of whom the number is known.
    """

    column: str
    happens: bool
    rounds: tuple[int, ...]
    means: tuple[Estimate, ...]


def activity(panel: Panel, run: Run, held: Rows | None) -> list[Activity]:
    """Return what the players of a panel did and had, from its rows of `rounds`; nothing without such."""
    if held is None or panel.kept.is_empty():
        return []
    names = [name for name in numbers(scan(run, "rounds", ("game", "round", "seat"))) if name not in KEYS]
    deals = deals_of(panel)
    told, number = np.unique(held.round).tolist(), int(deals.max()) + 1
    place = np.searchsorted(told, held.round) * number + deals[held.cell // panel.players]
    there = counted(place, len(told) * number)
    described_as = columns(run, "rounds")
    found = []
    for name in names if told else []:
        values, entries = (x.reshape(-1, number) for x in sums(place, held.column(name), there))
        means = tuple(mean_of(own, known) for own, known in zip(values, entries, strict=True))
        happens = described_as.get(name, {}).get("adds") is True
        found.append(Activity(name, happens, tuple(told), means))
    return found
