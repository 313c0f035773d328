"""How metrics and their values are written: shares in per cent and points, numbers in their own unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from marchsim.analysis.variants.blocks import OWN
from marchsim.analysis.variants.verdicts import Compared
from marchsim.recorder.metrics import OF, SEAT, SHARE, SPECIES, described, of_wins, shown
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import RANGES, Columns, SectionBuilder
from marchsim.reporting.pages.document import Table
from marchsim.reporting.pages.format import MINUS, name, number, percent, points, show, signed

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


Row = TypeVar("Row")


@dataclass(frozen=True)
class Unit:
    """How a kind of metrics is tabulated: `ident` and `words` of its tables, and kinds of their columns."""

    ident: str
    words: str
    value: str
    difference: str
    size: str
    points: str  # behind the heading of a difference

    def table(
        self, build: SectionBuilder, key: str, title: str, columns: Columns[Row], rows: Sequence[Row],
        note: str = "",
    ) -> Table:  # fmt: skip
        """Return the table of metrics of this kind."""
        called = f"{build.titled(title)}: {self.words}"
        return columns.table(build.id(f"{key}-{self.ident}"), called, rows, note)


SHARES = Unit("shares", "shares", "percent", "points", "size", " (points)")
NUMBERS = Unit("numbers", "other numbers", "number", "signed", "number", "")


def by_unit(rows: Sequence[Row], metric: Callable[[Row], str]) -> Iterator[tuple[Unit, list[Row]]]:
    """Yield the rows of shares and those of other numbers, with how they are written; none without rows."""
    for unit in (SHARES, NUMBERS):
        here = [row for row in rows if unit_of(metric(row)) is unit]
        if here:
            yield unit, here


def unit_of(metric: str) -> Unit:
    """Return how values of a metric are written."""
    return SHARES if is_share(metric) else NUMBERS


def title(metric: str) -> str:
    """Return what a metric is called in headings and sentences."""
    if metric.startswith((OF, SPECIES)):
        return f"share of wins of {words.quoted(metric.partition('.')[2])}"
    if metric.startswith(SEAT):
        return f"share of wins of seat {metric.removeprefix(SEAT)}"
    return TITLES.get(metric, metric)


def titles(metrics: Sequence[str]) -> str:
    """Return metrics in a list, shares of seats and of strategies taken together."""
    others = [title(metric) for metric in metrics if not metric.startswith((OF, SEAT, SPECIES))]
    seats = [metric.removeprefix(SEAT) for metric in metrics if metric.startswith(SEAT)]
    if seats:
        each = f"seat{'' if len(seats) == 1 else 's'} {words.listed(seats)}"
        others.insert(0, f"share{'' if len(seats) == 1 else 's'} of wins of {each}")
    own = [metric for metric in metrics if metric.startswith((OF, SPECIES))]
    names = [words.quoted(metric.partition(".")[2]) for metric in own]
    if names:
        others.append(f"share{'' if len(names) == 1 else 's'} of wins of {words.listed(names)}")
    return "; ".join(others) if max(len(names), len(seats)) > 1 and len(others) > 1 else words.listed(others)


def heading(metric: str) -> str:
    """Return what a metric is called above its pane of a picture, where room is short."""
    if metric.startswith((OF, SPECIES)):
        one = name(metric.partition(".")[2])
        return f"share of wins, {one if len(one) <= ROOM else one[: ROOM - 1] + '…'}"
    return title(metric)


def is_share(metric: str) -> bool:
    """Return whether a metric is a share, written in per cent."""
    return metric == OWN or described(metric).kind == SHARE


def value(metric: str, one: float) -> str:
    """Return a value of a metric with its unit."""
    return percent(one) if is_share(metric) else number(one)


def difference(metric: str, one: float) -> str:
    """Return a difference of a metric with its sign and unit."""
    return f"{points(one)} points" if is_share(metric) else signed(one)


def bounds(metric: str, found: words.Ranged | None) -> str:
    """Return the interval of a difference, without unit; '' where there is none."""
    ends = words.interval(found)
    return "" if ends is None else show(ends, RANGES[unit_of(metric).difference])


def changed(one: Compared) -> str:
    """Return a metric with its difference and 95 % interval, as in a list of what changed.

    Wins are counted where 100 are fair, as on the first page; tables have shares.
    """
    if of_wins(one.metric):
        times, ends = shown(one.metric, one.players)[0], words.interval(one.wide) or ()
        by, *around = (f"{times * end:+.0f}".replace("-", MINUS) for end in (one.difference, *ends))
        told = f"{times * one.then:.0f} to {times * one.now:.0f} where 100 are fair"
        inside = f"{by}; {' to '.join(around)}" if around else by
        return f"{title(one.metric).replace('share of ', '')} {told} ({inside})"
    told = bounds(one.metric, one.wide)
    inside = f"{difference(one.metric, one.difference)}{f'; {told}' if told else ''}"
    return f"{title(one.metric)} {value(one.metric, one.then)} to {value(one.metric, one.now)} ({inside})"
