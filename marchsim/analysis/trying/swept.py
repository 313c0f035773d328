"""The results of a try of several values: all metrics at each value, and the value that makes the game fair.

All changes from the current game, at all values, are one family (Holm at 5 %). Unfairness is measured by the
extra wins with a changed item. If no item changed, it is measured by the last seat's wins minus the first's.
The fair value is where a straight line through the measured unfairness crosses 0. A value may be fair if the
interval of its unfairness contains 0. The intervals of all values hold at once (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.judging.verdict import figure, listed, signed
from marchsim.analysis.reading.estimates import LEVEL, Estimate, mean_of
from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run
from marchsim.analysis.trying.answers import EXTRA
from marchsim.analysis.trying.rows import ChangedMetric, row
from marchsim.analysis.variants.comparisons import Study, joined, study
from marchsim.analysis.variants.factorial import sweep
from marchsim.analysis.variants.rulesets import of_run
from marchsim.errors import NothingMeasured, plural
from marchsim.recorder.metrics import component
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.contrasts import fieller

TREND = "seat-trend"
LINE = "on a straight line through the values"
SEATS = "wins of the last seat minus the first's"
SIDES = {  # words for a measure above and below 0: of an item, or of the seats
    True: {1: "too strong", -1: "too weak"},
    False: {1: "better for the last", -1: "better for the first"},
}


@dataclass(frozen=True)
class FairValue:
    """The value at which a measure of fairness is 0. `about` is an item, or '' for the seats.

    `levels` has the measure at each value, in wins where 100 are fair, with intervals that hold at once.
    `value` is None if the measure is not 0 between the smallest and the largest value, or if it cannot be
    estimated. `interval` is a 95 % interval (Fieller).
    """

    about: str
    players: int
    levels: tuple[Estimate, ...]
    value: float | None
    interval: tuple[float, float] | None

    def may_be_fair(self) -> list[int]:
        """The positions of the values that have an interval and are not significantly unfair."""
        return [at for at, one in enumerate(self.levels) if one.low is not None and not _side(one)]


@dataclass(frozen=True)
class Swept:
    """The results of a try of several values. The game's present value is at position `control` of `values`.

    `rows` has the rows of every other value. In each row, `before` is the metric at the present value.
    """

    parameter: str
    values: tuple[str, ...]
    places: tuple[float, ...]
    rulesets: tuple[str, ...]
    control: int | None
    rows: dict[str, tuple[ChangedMetric, ...]]
    fair: tuple[FairValue, ...]
    games: int
    void: int
    deals: dict[int, int]

    @property
    def said(self) -> list[str]:
        """The sentences on the fair value, as one text for each number of players."""
        return [" ".join(_sentences(self, one)) for one in self.fair]

    @property
    def headline(self) -> str:
        """The first sentence on the fair value, without its full stop."""
        first = _sentences(self, self.fair[0])[0] if self.fair else ""
        return first.removesuffix(".") or f"{self.parameter} at {plural(len(self.values), 'value')}"

    @property
    def verdict(self) -> str:
        """All sentences on the fair value as one text."""
        return " ".join(self.said)

    @property
    def significant(self) -> bool:
        """Whether any value changes a metric significantly."""
        return any(one.significant for rows in self.rows.values() for one in rows)


def swept(run: Run, label: str = "run") -> Swept:
    """The results of a run that tries several values. Raises NothingMeasured if no deal counts."""
    rulesets = of_run(run, label)
    along = sweep(rulesets)
    assert along is not None, "a try of several values is a sweep"
    curve = next(iter(along.curves.values()))
    names, places = tuple(curve), tuple(curve.values())
    whole = study(rulesets)
    deals = {one.players: one.common for one in whole.meetings if one.common}
    if not deals:
        raise NothingMeasured(f"{label}: no deal counted under all rules; all its games were void.")
    primary = sorted(whole.primary, key=lambda one: (one.players, not component(one.metric)))
    rows = {
        one.name: tuple(row(held, whole.components) for held in primary if held.variant == one.name)
        for one in rulesets.others
    }
    games = classify(run)
    values = along.ticks or tuple(f"{place:g}" for place in places)
    own = rulesets.control.name
    return Swept(
        along.parameter, values, places, names, names.index(own) if own in names else None, rows,
        tuple(_fair(whole, players, names, places, len(deals)) for players in deals if along.numeric),
        games.height, int((games["state"] == "void").sum()), deals,
    )  # fmt: skip


def _fair(
    whole: Study, players: int, rulesets: Sequence[str], places: Sequence[float], counts: int
) -> FairValue:
    """The fair value with `players` players, for the first changed item, or for the seats if none changed."""
    item = next(iter(whole.components), "")
    values = joined(whole, rulesets, players, item or TREND)
    found = np.zeros((0, len(places))) if values is None else 100.0 * players * values
    about = whole.components.get(item)
    found = found - (100.0 * about.fair if about else 0.0)
    value, interval = crossing(found, np.array(places))
    levels = tuple(joint_levels(found, counts))
    return FairValue(about.name if about else "", players, levels, value, interval)


def joint_levels(values: Floats, counts: float = 1) -> Iterator[Estimate]:
    """Yield the mean of each column of `values` (deals, places).

    The intervals of all columns of `counts` such tables hold at once.
    """
    level = 1 - (1 - LEVEL) / max(1, counts * values.shape[1])
    ones = np.ones(len(values))
    return (mean_of(column, ones, level=level) for column in values.T)


def _side(one: Estimate) -> int:
    """1 or -1 if a measure is significantly above or below 0, else 0."""
    if one.low is None or one.high is None:
        return 0
    return int(one.low > 0) - int(one.high < 0)


def crossing(values: Floats, places: Floats) -> tuple[float | None, tuple[float, float] | None]:
    """Where a straight line through the means of `values` (deals, places) is 0, with a 95 % interval.

    Each deal has its own least-squares line, so errors are by deal. The crossing is a ratio of two means with
    Fieller's interval (1954, JRSS B 16, 175-185). Both results are None if there are fewer than 30 deals or
    no significant slope, or if the crossing is outside the places.
    """
    if len(values) < FEW or len(places) < 2:
        return None, None
    apart = places - places.mean()
    slopes = values @ (apart / float(np.sum(apart**2)))
    starts = slopes * places.mean() - values.mean(axis=1)  # minus the value at place 0
    errors = np.cov(slopes, starts) / len(values)
    variances = (float(errors[0, 0]), float(errors[1, 1]))
    interval = fieller(
        float(slopes.mean()), float(starts.mean()), variances, float(errors[0, 1]), len(values) - 1, 0.95
    )
    if interval is None:
        return None, None
    root = float(starts.mean() / slopes.mean())
    return (root, (interval.low, interval.high)) if places.min() <= root <= places.max() else (None, None)


# words ------------------------------------------------------------------------------
def _sentences(found: Swept, fair: FairValue) -> list[str]:
    several = f" with {fair.players} players" if len(found.deals) > 1 else ""
    who = f"{fair.about} is" if fair.about else "The seats are"
    told = []
    if fair.value is not None and fair.interval is not None:
        low, high = fair.interval
        told.append(
            f"{who} about fair at {figure(fair.value)}{several} (95 %: {low:.3g} to {high:.3g}, {LINE})."
        )
    unfair = [
        f"{word} at {listed(shown)}"
        for side, word in SIDES[bool(fair.about)].items()
        if (shown := [found.values[at] for at, one in enumerate(fair.levels) if _side(one) == side])
    ]
    possible = fair.may_be_fair()
    open_ = [found.values[at] for at, one in enumerate(fair.levels) if one.low is None]
    if len(open_) == len(found.values):
        return [f"No value has an interval{several}, so no fair value can be told."]
    last = [f"No interval at {listed(open_)}{several}."] if open_ else []
    if not possible:
        none = "" if open_ else ", so none of these values is fair"
        return [*told, f"{who} {listed(unfair)}{several}{none}.", *last]
    begun = f"{who} {', '.join(unfair)}, and" if unfair else fair.about or "The seats"
    told.append(f"{begun} may be fair at {listed(found.values[at] for at in possible)}{several}.")
    levels = ", ".join(f"{found.values[at]}: {_level(fair.levels[at])}" for at in possible)
    told.append(f"{levels}; {EXTRA if fair.about else SEATS}, 95 % sure of all values together.")
    return [*told, *last]


def _level(one: Estimate) -> str:
    """A measure with its interval: '+5.1 (-10 to +20)'."""
    return f"{signed(one.value or 0.0)} ({signed(one.low or 0.0)} to {signed(one.high or 0.0)})"
