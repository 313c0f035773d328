"""Results of a coach: wins lost by kind of decision, action, round and strategy, and which kinds matter.

The deal is the independent unit. In each game, some decisions of each kind and action are drawn to represent
the others. A drawn decision's weight is the number of such decisions divided by the number drawn (Horvitz and
Thompson 1952).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import Estimate, mean_of
from marchsim.kernel.telling import WIN
from marchsim.stats.clusters import FEW
from marchsim.stats.regret import regret, spread
from marchsim.studies.coach.playing import AGAIN

SMALL = 1.0  # of 100 wins: a standard deviation between options below this is too small to matter
MOST_COSTLY = 10
MOST_ROUNDS = 12  # that have rows of their own
MATTERS, FAKE, OPEN = "matters", "fake", "cannot tell"


@dataclass(frozen=True)
class Decided:
    """A rolled-out decision that represents `weight` decisions. Its `regret` is in hundredths of a win."""

    deal: int
    kind: str
    action: str
    round: int
    strategy: str
    weight: float
    regret: float
    variance: float


@dataclass(frozen=True)
class Lost:
    """Estimates for a group of decisions: `lost` in wins per 100 games of a seat, `regret` per 100 decisions.

    `spread` is the standard deviation of the options' true values, in hundredths of a win.
    """

    name: str
    drawn: int
    occurs: Estimate
    lost: Estimate
    regret: Estimate
    spread: Estimate
    verdict: str


@dataclass(frozen=True)
class Costly:
    """A decision that cost many wins. The option `better` wins `lost` more games in 100.

    Fresh rollouts measure `lost`, and `error` is its standard error.
    """

    deal: int
    line_up: str
    seat: int
    round: int
    kind: str
    taken: str
    better: str
    lost: float
    error: float


@dataclass(frozen=True)
class Coached:
    """The results of a coach for one number of players.

    `left_out` is the number of decisions per seat and game that cannot be rolled out, by kind.
    """

    players: int
    deals: int
    whole: Lost
    kinds: Sequence[Lost]
    actions: Sequence[Lost]
    rounds: Sequence[Lost]
    strategies: Sequence[Lost]
    costly: Sequence[Costly]
    left_out: Mapping[str, float] = field(default_factory=dict)


def coached(rows: pl.DataFrame, players: int, rollouts: int) -> Coached:
    """Compute the results from the rows of one number of players. No deal among them may be void."""
    tried = rows.filter(pl.col("option") >= 0)
    decided = [decision(part, rollouts) for part in tried.partition_by("deal", "number", maintain_order=True)]
    seats = {int(deal): float(n) for deal, n in rows.select("deal", "seats").unique().iter_rows()}
    groups = Grouping(seats, decided)
    unplayed = rows.filter((pl.col("option") < 0) & (pl.col("drawn") == 0))
    counted = (
        unplayed.group_by("kind").agg(n=pl.col("occurred").sum()).sort("n", "kind", descending=[True, False])
    )
    everybody = sum(seats.values())
    return Coached(
        players, len(seats), groups.lost("all decisions", decided),
        groups.by(lambda one: one.kind), groups.by(lambda one: f"{one.kind}: {one.action}"),
        by_round(groups),
        by_strategy(rows, decided), costly(tried, rollouts),
        {str(kind): n / everybody for kind, n in counted.iter_rows()} if everybody else {},
    )  # fmt: skip


def decision(options: pl.DataFrame, rollouts: int) -> Decided:
    """Combine the rows of one decision, one for each of its options."""
    row = options.row(0, named=True)
    first, second = (options[half].to_numpy() * (200 / WIN / rollouts) for half in ("first", "second"))
    taken = int(np.argmax(options["taken"].to_numpy()))
    return Decided(
        row["deal"], row["kind"], row["action"], row["round"], row["line_up"].split(",")[row["seat"]],
        row["occurred"] / row["drawn"], regret(first, second, taken), spread(first, second),
    )  # fmt: skip


class Grouping:
    """Estimates for groups of decisions. `seats` gives the number of studied seats for each deal."""

    def __init__(self, seats: Mapping[int, float], decided: Sequence[Decided]) -> None:
        self.decided = decided
        self.places = {deal: at for at, deal in enumerate(sorted(seats))}
        self.seats = np.array([seats[deal] for deal in self.places])

    def by(self, name: Callable[[Decided], str]) -> list[Lost]:
        """The estimates for each group formed by `name`, with the group that loses most first."""
        found: dict[str, list[Decided]] = {}
        for one in self.decided:
            found.setdefault(name(one), []).append(one)
        lost = [self.lost(group, members) for group, members in found.items()]
        return sorted(lost, key=lambda one: (-(one.lost.value or 0.0), one.name))

    def lost(self, name: str, members: Iterable[Decided]) -> Lost:
        """The estimates for a group of decisions."""
        sums = np.zeros((3, len(self.places)))
        drawn = 0
        for one in members:
            sums[:, self.places[one.deal]] += one.weight * np.array([1.0, one.regret, one.variance])
            drawn += 1
        often, lost, variance = sums
        between = rooted(mean_of(variance, often))
        return Lost(
            name, drawn, mean_of(often, self.seats), mean_of(lost, self.seats), mean_of(lost, often), between,
            verdict(between),
        )  # fmt: skip


def rooted(found: Estimate) -> Estimate:
    """The estimate of a standard deviation, from that of a variance. Values below 0 become 0."""
    value, low, high = (
        None if one is None else math.sqrt(max(0.0, one)) for one in (found.value, found.low, found.high)
    )
    return Estimate(value, low, high, None, found.entries, found.deals, found.method, found.note)


def by_round(groups: Grouping) -> list[Lost]:
    """Wins lost in each round, or in each ten rounds if games are long."""
    last = max((one.round for one in groups.decided), default=0)
    width = 1 if last <= MOST_ROUNDS else 10
    first = {((one.round - 1) // width * width) + 1 for one in groups.decided}
    names = {at: f"{at}" if width == 1 else f"{at} to {at + width - 1}" for at in sorted(first)}
    found = {row.name: row for row in groups.by(lambda one: names[(one.round - 1) // width * width + 1])}
    return [found[name] for name in names.values()]


def verdict(between: Estimate) -> str:
    """Judge a group of decisions by the spread of their options.

    The group matters if the whole interval of the spread is above SMALL. It is fake, since the options hardly
    differ, if the whole interval is below.
    """
    if between.low is None or between.high is None or between.deals < FEW:
        return OPEN
    return MATTERS if between.low > SMALL else FAKE if between.high < SMALL else OPEN


def by_strategy(rows: pl.DataFrame, decided: Sequence[Decided]) -> list[Lost]:
    """Wins lost by each strategy, per seat that the strategy played."""
    line_ups = rows.select("deal", "line_up").unique().sort("deal")
    found = []
    for name in sorted({one.strategy for one in decided}):
        own = [one for one in decided if one.strategy == name]
        seats = {int(deal): float(names.split(",").count(name)) for deal, names in line_ups.iter_rows()}
        there = {deal: n for deal, n in seats.items() if n}
        found.append(Grouping(there, own).lost(name, own))
    return sorted(found, key=lambda one: (-(one.lost.value or 0.0), one.name))


def costly(tried: pl.DataFrame, rollouts: int) -> list[Costly]:
    """The costliest decisions. The first rollouts select them, and fresh rollouts measure their cost."""
    ranked = []
    for part in tried.partition_by("deal", "number", maintain_order=True):
        better = part.filter(pl.col("again").is_not_null())
        if better.height:
            ranked.append((better.row(0, named=True), part.filter(pl.col("taken")).row(0, named=True)))
    ranked.sort(key=lambda pair: pair[1]["first"] + pair[1]["second"] - pair[0]["first"] - pair[0]["second"])
    fresh = rollouts * AGAIN
    found = []
    for one, taken in ranked[:MOST_COSTLY]:
        lead = one["again"] / WIN / fresh
        error = math.sqrt(max(0.0, one["again_squares"] / fresh - lead * lead) / (fresh - 1))
        found.append(Costly(
            one["deal"], one["line_up"], one["seat"], one["round"], one["kind"], taken["words"], one["words"],
            100 * lead, 100 * error,
        ))  # fmt: skip
    return sorted(found, key=lambda one: -one.lost)
