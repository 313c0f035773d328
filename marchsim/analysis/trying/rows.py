"""A metric before and after a change, in the units of a report's first page, and the chip of the change.

The chip depends on the margin. Wins are given as a wins index, so that you can compare them between
numbers of players. `analysis.variants.verdicts` makes the verdicts, with all metrics of a try as one family.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from marchsim.analysis.judging.verdict import AMBER, GREEN, GREY, RED, TURNS, WINS, cut
from marchsim.analysis.variants.quantities import Component
from marchsim.analysis.variants.verdicts import Compared
from marchsim.recorder.metrics import OF, SEAT, component, described, shown
from marchsim.stats.equivalence import CHANGED, INCONCLUSIVE, TRIVIAL

PERCENT = "%"
LABELS = {
    "first-seat": "First player's wins",
    "seat-trend": "Last seat minus first",
    "turns": "Turns",
    "lead-changes": "Games with lead change",
    "spread": "Best to last, points",
    "won": "Games won",
    "margin": "Points ahead",
    "rounds": "Rounds",
    "decisions": "Decisions",
    "score": "Mean score",
}
BRIEF = {"first-seat": "First player", "seat-trend": "Last minus first", "lead-changes": "Lead changes",
         "spread": "Best to last"}  # fmt: skip
SAME, SMALL, OPEN = "same", "small", "?"


@dataclass(frozen=True)
class ChangedMetric:
    """A metric before and after a change, with the 95 % interval of its change and its margin.

    `about` is the subject: a strategy, an item, or ''. `error` is the standard error of the change, or None
    if nothing varies. `margin` is the smallest change that matters.
    """

    metric: str
    players: int
    label: str
    about: str
    unit: str
    before: float
    after: float
    change: float
    interval: tuple[float, float] | None
    margin: float
    chip: str
    verdict: str
    deals: int
    detectable: float | None = None
    error: float | None = None
    note: str = ""
    differ: int | None = None  # deals with a different value before and after
    adjusted: float | None = None  # p after Holm's adjustment over all compared metrics
    joint: tuple[float, float] | None = None  # holds at once with those of all compared metrics
    nearer: bool | None = None  # shown to be closer to its fair value, False: further away
    new: bool = False  # the component is new, and the change is its value compared with others
    extra: bool = False  # the component's value is relative to that of the others
    level: tuple[float, float, float] | None = None  # value of a card after the change, with its interval

    @property
    def word(self) -> str:
        """The verdict in a word: same, small (too little to matter), changed, clearly, or ?."""
        if self.verdict == INCONCLUSIVE:
            return OPEN
        if self.verdict == CHANGED:
            return "clearly" if self.chip == RED else "changed"
        return SMALL if self.verdict == TRIVIAL else SAME

    @property
    def significant(self) -> bool:
        """Whether the change is significant."""
        return self.verdict == CHANGED

    @property
    def open(self) -> bool:
        """Whether it is open if the metric changes or, of a change, if that matters."""
        return self.chip in (GREY, AMBER)


def brief(row: ChangedMetric) -> str:
    """A short name of the row."""
    if component(row.metric):
        return f"{cut(row.about)}, dealt"
    if row.metric.startswith(SEAT):
        return f"Seat {row.metric.removeprefix(SEAT)}"
    return BRIEF.get(row.metric, row.label)


def row(
    found: Compared, known: Mapping[str, Component], old: Mapping[str, Component] | None = None
) -> ChangedMetric:
    """The row for a comparison. `known` are components by metric, and `old` those of the base."""
    times, unit = _unit(found.metric, found.players)
    wide, fair = found.wide, described(found.metric).even(found.players)
    return ChangedMetric(
        found.metric, found.players, _label(found.metric, known), _about(found.metric, known), unit,
        times * found.then, times * found.now, times * found.difference,
        (times * wide.low, times * wide.high) if wide is not None else None,
        times * found.margin, chip(found), found.verdict, found.deals,
        times * found.detectable if found.detectable else None,
        times * found.se if found.se else None, found.note, found.differ,
        found.holm, (times * found.joint.low, times * found.joint.high) if found.joint is not None else None,
        None if fair is None else found.nearer(fair),
        old is not None and found.metric in known and found.metric not in old,
        found.metric in known and known[found.metric].extra,
    )  # fmt: skip


def chip(found: Compared) -> str:
    """The chip of a change.

    It is red if the whole simultaneous interval is beyond the margin. It is amber if the change is
    significant (Holm) but may not matter. It is green if the change is shown to be within the margin, and
    grey otherwise.
    """
    if found.verdict == INCONCLUSIVE:
        return GREY
    if found.verdict != CHANGED:
        return GREEN
    joint = found.joint
    beyond = joint is not None and (joint.low > found.margin or joint.high < -found.margin)
    return RED if beyond else AMBER


def _unit(metric: str, players: int) -> tuple[float, str]:
    """The factor by which the values of a metric are multiplied, and the resulting unit."""
    times, unit = shown(metric, players)
    return times, WINS if unit == "wins" else TURNS if metric == "turns" else unit


def _about(metric: str, known: Mapping[str, Component]) -> str:
    if one := component(metric):
        return known[metric].name if metric in known else one
    return metric.removeprefix(OF) if metric.startswith(OF) else ""


def _label(metric: str, known: Mapping[str, Component]) -> str:
    about = cut(_about(metric, known))
    if metric.startswith(SEAT):
        return f"Wins of seat {metric.removeprefix(SEAT)}"
    if component(metric):
        return f"{about}, when dealt"
    return about or LABELS.get(metric, metric)
