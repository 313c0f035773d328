"""Wording of metrics and their values. Sentences give wins as a wins index, tables give exact shares.

Other shares are in per cent and percentage points, and other numbers in their own unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from marchsim.analysis.judging.verdict import figure
from marchsim.analysis.judging.verdict import signed as wins
from marchsim.analysis.variants.blocks import OWN
from marchsim.analysis.variants.verdicts import Compared
from marchsim.recorder.metrics import OF, SEAT, SHARE, component, described, of_wins
from marchsim.reporting.drawing.palette import GREY, LESS, MORE, Key, series
from marchsim.reporting.drawing.rows import Dot
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import RANGES, Columns, SectionBuilder
from marchsim.reporting.pages.document import Table
from marchsim.reporting.pages.format import name, number, percent, points, show, signed
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL

ROOM = 20  # letters of a strategy's name above a pane
TITLES = {
    "first-seat": "first seat's share of wins",
    "seat-trend": "last minus first seat's share",
    "turns": "turns of a game",
    "lead-changes": "games with a lead change",
    "spread": "best minus last score",
    "won": "share of games won",
    "margin": "points ahead of the opponent",
    "rounds": "rounds of a game",
    "decisions": "decisions of a game",
    "score": "mean score",
}

# A verdict has a colour and a shape.
LOOKS = {
    IDENTICAL: (GREY, "diamond"),
    EQUIVALENT: (series(2), "square"),
    TRIVIAL: (series(3), "up"),
    CHANGED: (LESS, "circle"),
    INCONCLUSIVE: (GREY, "open"),
}
Bounds = tuple[float, float] | None

Row = TypeVar("Row")


def dot(metric: str, value: float, interval: Bounds, inner: Bounds = None, verdict: str = "") -> Dot:
    """A dot for a value of a metric, in the metric's unit. `verdict` sets its colour and shape."""
    times = 100.0 if is_share(metric) else 1.0
    colour, shape = LOOKS.get(verdict, (MORE, "circle"))
    low, high = (times * interval[0], times * interval[1]) if interval else (None, None)
    thick = (times * inner[0], times * inner[1]) if inner else None
    return Dot(times * value, low, high, "", colour, shape, thick)


def verdict_keys(verdicts: Iterable[str]) -> list[Key]:
    """The legend entries for these verdicts."""
    shown = set(verdicts)
    return [Key(word, *look) for word, look in LOOKS.items() if word in shown]


@dataclass(frozen=True)
class Unit:
    """A kind of metric: words for the tables of such metrics, and the kinds of their columns."""

    ident: str
    words: str
    value: str
    difference: str
    size: str
    points: str  # words after the heading of a difference

    def table(
        self, build: SectionBuilder, key: str, title: str, columns: Columns[Row], rows: Sequence[Row],
        note: str = "",
    ) -> Table:  # fmt: skip
        """A table of metrics of this kind."""
        called = f"{build.titled(title)}: {self.words}"
        return columns.table(build.id(f"{key}-{self.ident}"), called, rows, note)


SHARES = Unit("shares", "shares", "percent", "points", "size", " (points)")
NUMBERS = Unit("numbers", "other numbers", "number", "signed", "number", "")


def by_unit(rows: Sequence[Row], metric: Callable[[Row], str]) -> Iterator[tuple[Unit, list[Row]]]:
    """Yield shares with their rows, then other numbers with their rows. Empty groups are skipped."""
    for unit in (SHARES, NUMBERS):
        here = [row for row in rows if unit_of(metric(row)) is unit]
        if here:
            yield unit, here


def unit_of(metric: str) -> Unit:
    """The kind of a metric: `SHARES` or `NUMBERS`."""
    return SHARES if is_share(metric) else NUMBERS


def title(metric: str) -> str:
    """The name of a metric in headings and sentences."""
    if metric.startswith(OF):
        return f"share of wins of {words.quoted(metric.removeprefix(OF))}"
    if metric.startswith(SEAT):
        return f"share of wins of seat {metric.removeprefix(SEAT)}"
    if one := component(metric):
        return f"share of wins from being dealt {words.quoted(one)}"
    return TITLES.get(metric, metric)


def titles(metrics: Sequence[str]) -> str:
    """A list of metrics as text, in which wins of several seats or strategies share one phrase."""
    others = [spoken(title(metric)) for metric in metrics if not metric.startswith((OF, SEAT))]
    seats = [metric.removeprefix(SEAT) for metric in metrics if metric.startswith(SEAT)]
    if seats:
        each = f"seat{'' if len(seats) == 1 else 's'} {words.listed(seats)}"
        others.insert(0, f"wins of {each}")
    names = [words.quoted(metric.removeprefix(OF)) for metric in metrics if metric.startswith(OF)]
    if names:
        others.append(f"wins of {words.listed(names)}")
    return "; ".join(others) if max(len(names), len(seats)) > 1 and len(others) > 1 else words.listed(others)


def heading(metric: str) -> str:
    """A short name of a metric, for use above its pane in a figure."""
    if metric.startswith(OF):
        one = name(metric.removeprefix(OF))
        return f"share of wins, {one if len(one) <= ROOM else one[: ROOM - 1] + '…'}"
    return title(metric)


def is_share(metric: str) -> bool:
    """Whether a metric is a share, which is shown in per cent."""
    return metric == OWN or described(metric).kind == SHARE


def spoken(called: str) -> str:
    """The name of a metric for a sentence, with 'wins' (as a wins index) in place of 'share of wins'."""
    found = called.replace("share of wins", "wins").replace("own share", "own wins")
    return found.replace("first seat's share", "first seat's wins")


def in_wins(metric: str) -> bool:
    """Whether sentences give a metric as a wins index. Tables give the exact share."""
    return metric == OWN or of_wins(metric) or bool(component(metric))


def difference(metric: str, one: float, players: int) -> str:
    """A difference in a metric as text, with its sign and unit."""
    if in_wins(metric):
        return f"{wins(100 * players * one)} wins"
    return f"{points(one)} points" if is_share(metric) else signed(one)


def bounds(metric: str, found: words.Ranged | None, players: int) -> str:
    """The interval of a difference as text without its unit, or '' if there is none."""
    ends = words.interval(found)
    if ends is not None and in_wins(metric):
        return " to ".join(wins(100 * players * end) for end in ends)
    return "" if ends is None else show(ends, RANGES[unit_of(metric).difference])


def changed(one: Compared) -> str:
    """A metric with its difference and 95 % interval, for a list of changes."""
    told = bounds(one.metric, one.wide, one.players)
    if in_wins(one.metric):
        times = 100 * one.players
        inside = f"{wins(times * one.difference)}{f'; {told}' if told else ''}"
        values = f"{figure(times * one.then)} to {figure(times * one.now)} where 100 are fair"
        return f"{spoken(title(one.metric))} {values} ({inside})"
    show_value = percent if is_share(one.metric) else number
    inside = f"{difference(one.metric, one.difference, one.players)}{f'; {told}' if told else ''}"
    return f"{title(one.metric)} {show_value(one.then)} to {show_value(one.now)} ({inside})"
