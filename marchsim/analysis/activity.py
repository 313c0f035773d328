"""What players do and have, round by round, from the numbers that the game keeps in the table `rounds`.

A column that adds up (the game's description says so) counts what happened in a round; any other says how
things stand at its end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.analysis.estimates import Estimate, mean_of
from marchsim.analysis.panels import Panel
from marchsim.analysis.rows import Rows, counted, sums
from marchsim.analysis.source import Run, columns, numbers, scan
from marchsim.stats.clusters import Floats

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


class Watcher:
    """Adds up by round and deal what the players of a panel did and had, a column of `rounds` at a time."""

    def __init__(self, panel: Panel, run: Run, held: Rows) -> None:
        names = numbers(scan(run, "rounds", ("game", "round", "seat")))
        self.rounds: list[int] = np.unique(held.round).tolist()
        self.columns = [name for name in names if name not in KEYS] if self.rounds else []
        self.found: list[Activity] = []
        self._described = columns(run, "rounds")
        self._deals = int(panel.deal_numbers.max(initial=-1)) + 1
        cells = len(self.rounds) * self._deals
        self._place = panel.deal_numbers.astype(np.min_scalar_type(-cells - 1))[held.cell // panel.players]
        self._place *= len(self.rounds)
        self._place += np.searchsorted(self.rounds, held.round)
        self._there = counted(self._place, cells)

    def read(self, name: str, values: Floats) -> None:
        """Add up a column."""
        own, entries = (x.reshape(self._deals, -1).T for x in sums(self._place, values, self._there))
        means = tuple(mean_of(added, known) for added, known in zip(own, entries, strict=True))
        happens = self._described.get(name, {}).get("adds") is True
        self.found.append(Activity(name, happens, tuple(self.rounds), means))
