"""The behaviour of each strategy: means per game of all numbers in the tables `seats` and `rounds`.

If the game describes a column as one that adds up, it is summed over the rounds of a game. Any other column
of `rounds` is averaged. Numbers in `seats` describe the end of the game. Intervals are by deal. Scores, ranks
and wins are results, not behaviour, so they are excluded. `Activity` has the same columns by round. There, a
column that adds up counts the events of the round. Any other column is the state at the end of the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from marchsim.analysis.reading.estimates import Estimate, mean_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.rows import (
    Numbers,
    PanelRows,
    Places,
    RowReader,
    added,
    counted,
    places_of,
    read,
    rows,
    sums,
)
from marchsim.analysis.reading.source import (
    GENERIC_SEATS,
    Run,
    columns,
    described,
    end_state,
    numbers,
    point_sources,
    scan,
)
from marchsim.analysis.reading.source import numbers as numeric
from marchsim.stats.clusters import Floats

APART = 0.2  # means differ by this fraction of the larger one, with disjoint intervals
END, TOTAL, LEVEL = "at the end", "in the game", "mean of rounds"  # how a game's number comes about


@dataclass(frozen=True)
class ProfileMeasure:
    """A number that a game records for a seat, and how its value for a whole game is computed (`how`)."""

    table: str
    column: str
    how: str
    unit: str = ""
    meaning: str = ""

    @property
    def key(self) -> str:
        """A unique name of the measure."""
        return f"{self.table}_{self.column}"


@dataclass(frozen=True)
class StyleProfile:
    """The mean of each measure (row) for each strategy (column), without measures that are always 0."""

    strategies: tuple[str, ...]
    measures: tuple[ProfileMeasure, ...]
    means: tuple[tuple[Estimate, ...], ...]


@dataclass(frozen=True)
class Contrast:
    """A measure that distinguishes two strategies, with the mean of each.

    `gap` counts standard deviations over all strategies.
    """

    measure: ProfileMeasure
    means: Mapping[str, Estimate]
    gap: float


class Profiler:
    """Computes the mean behaviour of each strategy, one column of a table at a time."""

    def __init__(self, measures: Sequence[ProfileMeasure], entries: Places, held: PanelRows) -> None:
        self.means: dict[ProfileMeasure, list[Estimate]] = {}
        self._measures = {one.column: one for one in measures}
        self.columns = list(self._measures)
        self._entries, self._held = entries, held
        self._there = counted(held.cell, len(entries.place))

    def read(self, name: str, values: Numbers) -> None:
        """Add a column. A game's value is the sum of its rows, or the mean if the column does not add up."""
        measure = self._measures[name]
        own, known = self._held.by_cell(values, self._there)
        if measure.how == LEVEL:
            own = own / known.clip(1)
        has = self._there if measure.how == TOTAL else known
        cell = None if has.all() else np.flatnonzero(has)
        self.means[measure] = self._entries.means(own if cell is None else own[cell], cell)


def profile(
    run: Run,
    panel: Panel,
    strategies: Sequence[str] | None = None,
    held: PanelRows | None = None,
    beside: Sequence[RowReader] = (),
) -> StyleProfile | None:
    """The profiles of `strategies` (all if None) in a panel's `kept` games.

    None if every recorded value is 0 or unknown. `held` are the panel's rows of the table `rounds`, if they
    are loaded already. `beside` are other readers of these rows.
    """
    names = tuple(panel.strategies if strategies is None else strategies)
    measures, entries = _measures(run) if names else [], places_of(panel)
    means: dict[ProfileMeasure, list[Estimate]] = {}
    for table in ("seats", "rounds"):
        own = [one for one in measures if one.table == table]
        others = beside if table == "rounds" else ()
        if own or others:
            here = rows(run, panel, table) if held is None or table == "seats" else held
            profiler = Profiler(own, entries, here)
            read(here, profiler, *others)
            means |= profiler.means
    wanted = [panel.strategies.index(name) for name in names]
    told = {one: tuple(means[one][at] for at in wanted) for one in measures}
    known = {one: row for one, row in told.items() if any(estimate.value for estimate in row)}
    return StyleProfile(names, tuple(known), tuple(known.values())) if known else None


def _measures(run: Run) -> list[ProfileMeasure]:
    """All measures of a run, those of `seats` first."""
    seats = scan(run, "seats", GENERIC_SEATS)
    found = [_measure(run, "seats", name) for name in (*point_sources(seats), *end_state(seats))]
    if described(run, "rounds") is not None:
        rounds = numeric(scan(run, "rounds", ("game", "round", "seat")))
        found += [_measure(run, "rounds", name) for name in rounds if name not in (*GENERIC_SEATS, "round")]
    return found


def _measure(run: Run, table: str, name: str) -> ProfileMeasure:
    told = columns(run, table).get(name, {})
    how = END if table == "seats" else TOTAL if told.get("adds") is True else LEVEL
    return ProfileMeasure(table, name, how, str(told.get("unit", "")), str(told.get("meaning", "")))


def standardised(found: StyleProfile) -> list[list[float | None]]:
    """Each mean as a distance from the mean of all strategies, in standard deviations.

    Rows are measures, columns strategies. A measure without two disjoint intervals has None throughout, since
    its differences may be chance.
    """
    return [_standardised(row) if _any_disjoint(row) else [None] * len(row) for row in found.means]


def _standardised(row: Sequence[Estimate]) -> list[float | None]:
    known = [estimate.value for estimate in row if estimate.value is not None]
    middle, spread = float(np.mean(known)), float(np.std(known))
    return [None if e.value is None or not spread else (e.value - middle) / spread for e in row]


def _any_disjoint(row: Sequence[Estimate]) -> bool:
    """Whether any two intervals of a measure are disjoint."""
    bounds = [held for estimate in row if (held := _bounds(estimate)) is not None]
    return len(bounds) > 1 and max(low for low, _ in bounds) > min(high for _, high in bounds)


def _bounds(estimate: Estimate) -> tuple[float, float] | None:
    """The interval of an estimate, or None. The interval of a mean without variance has zero width."""
    if estimate.low is not None and estimate.high is not None:
        return estimate.low, estimate.high
    return (estimate.value, estimate.value) if estimate.value is not None and estimate.se == 0.0 else None


def apart(first: Estimate, second: Estimate) -> bool:
    """Whether two means differ by at least APART times the larger one, and have disjoint intervals."""
    one, other = _bounds(first), _bounds(second)
    if one is None or other is None or first.value is None or second.value is None:
        return False
    disjoint = max(one[0], other[0]) > min(one[1], other[1])
    return disjoint and abs(first.value - second.value) >= APART * max(abs(first.value), abs(second.value))


def contrasts(found: StyleProfile) -> dict[tuple[str, str], list[Contrast]]:
    """The measures that distinguish each pair of strategies, widest gap first, in the profile's order."""
    scaled = standardised(found)
    return {
        (found.strategies[one], found.strategies[other]): _contrasts(found, scaled, one, other)
        for one, other in combinations(range(len(found.strategies)), 2)
    }


def _contrasts(found: StyleProfile, scaled: list[list[float | None]], one: int, other: int) -> list[Contrast]:
    names = found.strategies[one], found.strategies[other]
    told = [
        Contrast(
            measure,
            dict(zip(names, (row[one], row[other]), strict=True)),
            abs((places[one] or 0.0) - (places[other] or 0.0)),
        )
        for measure, row, places in zip(found.measures, found.means, scaled, strict=True)
        if apart(row[one], row[other])
    ]
    return sorted(told, key=lambda contrast: -contrast.gap)


KEYS = ("game", "round", "seat", "score")


@dataclass(frozen=True)
class Activity:
    """The mean of a column at the end of each round in `rounds`, over all players with a known value.

    `happens` is true if the column counts the events of a round.
    """

    column: str
    happens: bool
    rounds: tuple[int, ...]
    means: tuple[Estimate, ...]


class ActivityWatcher:
    """Sums columns of `rounds` by round and deal, over all players of a panel."""

    def __init__(self, panel: Panel, run: Run, held: PanelRows) -> None:
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
