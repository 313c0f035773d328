"""Actions and holdings of players by round, from the game's numbers in the table `rounds`.

A column that adds up (by the game's description) counts events in a round. Any other is the state at its end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.analysis.reading.estimates import Estimate, mean_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.rows import KeptRows, Numbers, added, counted, sums
from marchsim.analysis.reading.source import Run, columns, numbers, scan
from marchsim.stats.clusters import Floats

KEYS = ("game", "round", "seat", "score")


@dataclass(frozen=True)
class Activity:
    """The mean of a column per player at the end of each of `rounds`, over players with a known value.

    If `happens`, the column counts events in the round.
    """

    column: str
    happens: bool
    rounds: tuple[int, ...]
    means: tuple[Estimate, ...]


class ActivityWatcher:
    """Sums columns of `rounds` by round and deal, over all players of a panel."""

    def __init__(self, panel: Panel, run: Run, held: KeptRows) -> None:
        names = numbers(scan(run, "rounds", ("game", "round", "seat")))
        self.rounds: list[int] = held.rounds
        self.columns = [name for name in names if name not in KEYS] if self.rounds else []
        self.found: list[Activity] = []
        self._described = columns(run, "rounds")
        self._deals = int(panel.deal_numbers.max(initial=-1)) + 1
        self._held, each, number = held, held.rounds_each, len(self.rounds)
        game = held.cell[:: panel.players] if each else held.cell
        told = held.round[:: panel.players] if each else held.round
        kind = np.min_scalar_type(-number * self._deals - 1)
        self._place = panel.deal_numbers.astype(kind)[game // panel.players]
        self._place *= number
        self._place += np.searchsorted(self.rounds, told)
        self._there = counted(self._place, number * self._deals) * (panel.players if each else 1)

    def read(self, name: str, values: Numbers) -> None:
        """Add the sums of a column."""
        added, entries = self._sums(values)
        own, known = (x.reshape(self._deals, -1).T for x in (added, entries))
        means = tuple(mean_of(one, many) for one, many in zip(own, known, strict=True))
        happens = self._described.get(name, {}).get("adds") is True
        self.found.append(Activity(name, happens, tuple(self.rounds), means))

    def _sums(self, values: Numbers) -> tuple[Floats, Floats]:
        """Sums and numbers of known values, by deal and round."""
        if not self._held.rounds_each:
            return sums(self._place, values, self._there)
        if values.dtype.kind == "i":
            return added(self._place, self._held.by_round(values), len(self._there)), self._there
        return sums(np.repeat(self._place, self._held.players), values, self._there)
