"""The lead by round, lead changes, comebacks, and the chance to win from behind.

A sole leader has more points than every other player. The lead changes when the sole leader is not the
previous sole leader. All numbers come from the scores at the end of each round, in games of players against
each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from marchsim.analysis.reading.estimates import Estimate, mean_of, share_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.rows import Grid, PanelRows, added, counted, ends
from marchsim.analysis.reading.rows import rounds as scores_of
from marchsim.stats.choices import Ints, Whole, narrow
from marchsim.stats.clusters import Floats

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BINS = 5  # classes of points behind, each with about as many entries
MOST_POINTS = 2**16  # up to this many whole points behind are counted without sorting
MOST_CHANGES = 4  # games with this many lead changes or more are counted together


@dataclass(frozen=True)
class After:
    """The games at the end of a round.

    `gap` is the lead of the best player over the second, and `spread` the lead over the last. `shared` is the
    share of games with a shared lead. `changed` is the share of games in which the lead changed in this
    round. `behind` is the share of wins by players who were behind at that time. `quantiles` are those of
    `gap`.
    """

    round: int
    games: int
    shared: Estimate
    changed: Estimate
    behind: Estimate
    gap: Estimate
    quantiles: tuple[float, ...]
    spread: Estimate


@dataclass(frozen=True)
class Chance:
    """The share of wins of the players who are `low` to `high` points behind at the end of a round.

    The round is never the last of its game. If `low` is 0, the players are sole leaders (`alone`) or shared
    leaders (not `alone`). `high` is None in the last class, which has no upper limit.
    """

    round: int
    low: float
    high: float | None
    alone: bool
    share: Estimate


@dataclass(frozen=True)
class Drama:
    """The lead, lead changes and comebacks in a panel's games. `changes` is the mean number of lead changes.

    `counts` has the number of games by number of lead changes. `leading` has, by strategy and round, the
    share of a strategy's entries with the sole lead. `late` is the share of wins by players who were in last
    place half-way through the game, unless all were level then. `deficit` is the winner's largest deficit in
    a game: the mean over games, and `quantiles`.
    """

    after: list[After]
    leading: dict[str, dict[int, Estimate]]
    chances: list[Chance]
    changes: Estimate
    any_change: Estimate
    counts: tuple[int, ...]
    late: Estimate
    deficit: Estimate
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class _Lines:
    """One line for each round of each game: scores (lines, k), best score, and sole leader or -1.

    `own` is the row of a line's game in `credits` and `strategies`, both of shape (games, k).
    """

    grid: Grid
    score: Floats
    best: Floats
    leader: Whole
    deal: Whole
    deals: int
    own: Whole
    credits: Floats
    strategies: Whole

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Whether the game of each line has a winner."""
        found: NDArray[np.bool_] = (self.credits.max(axis=1, initial=0) > 0)[self.own]
        return found

    def share(self, line: Whole, value: Floats) -> Estimate:
        """The mean of `value` (0 to 1) over the lines at positions `line`. Deals are the clusters."""
        deal = self.deal[line]
        return share_of(added(deal, value, self.deals), counted(deal, self.deals))

    def mean(self, line: Whole, value: Floats) -> Estimate:
        """The mean of `value` over the lines at positions `line`. Deals are the clusters."""
        deal = self.deal[line]
        return mean_of(added(deal, value, self.deals), counted(deal, self.deals))


def drama(panel: Panel, held: PanelRows | None) -> Drama | None:
    """The lead, lead changes and comebacks in a panel's games, from its rows of the table `rounds`.

    None if there are no such rows, if the game has a single player, or if players win together.
    """
    if panel.players == 1 or panel.opponent or held is None:
        return None
    lines = _lines(panel, held)
    if not len(lines.score):
        return None
    changed = _changed(lines)
    per_game = np.bincount(lines.grid.game, changed, int(lines.grid.game.max()) + 1)
    last = np.flatnonzero(np.diff(lines.grid.game, append=-1))
    changes = per_game[lines.grid.game[last]].astype(np.float64)
    counts = np.bincount(np.minimum(changes, MOST_CHANGES).astype(np.int64), minlength=MOST_CHANGES + 1)
    late, deficit, quantiles = _comebacks(lines, last)
    rounds = np.flatnonzero(np.bincount(lines.grid.round))
    return Drama(
        after=[_after(lines, changed, int(number)) for number in rounds],
        leading=_leading(lines, panel.strategies, rounds),
        chances=_chances(lines, last, rounds),
        changes=lines.mean(last, changes),
        any_change=lines.share(last, (changes > 0).astype(np.float64)),
        counts=tuple(int(count) for count in counts),
        late=late,
        deficit=deficit,
        quantiles=quantiles,
    )


def _lines(panel: Panel, held: PanelRows) -> _Lines:
    found, end = scores_of(held, panel.players, "score"), ends(panel, ("strategy", "credit"))
    place = np.full(panel.valid.height, -1, dtype=np.int64)
    place[end.game] = np.arange(len(end.game))
    place = narrow(place)
    known = place[found.game] >= 0  # games with a known end of every seat
    if not known.all():
        found = Grid(found.game[known], found.round[known], {"score": found.values["score"][known]})
    score, deals = found.values["score"], narrow(panel.deal_numbers)
    best = score.max(axis=1)
    top = score == best[:, None]
    return _Lines(
        grid=found,
        score=score,
        best=best,
        leader=narrow(np.where(top.sum(axis=1) == 1, top.argmax(axis=1), -1)),
        deal=deals[found.game],
        deals=int(deals.max(initial=-1)) + 1,
        own=place[found.game],
        credits=end.values["credit"],
        strategies=narrow(end.values["strategy"].astype(np.int64)),
    )


def _changed(lines: _Lines) -> Floats:
    """1 for each line whose sole leader differs from the game's previous sole leader, else 0."""
    sole = np.flatnonzero(lines.leader >= 0)
    same_game = lines.grid.game[sole[1:]] == lines.grid.game[sole[:-1]]
    other = lines.leader[sole[1:]] != lines.leader[sole[:-1]]
    result = np.zeros(len(lines.leader))
    result[sole[1:]] = same_game & other
    return result


def _after(lines: _Lines, changed: Floats, number: int) -> After:
    here = np.flatnonzero(lines.grid.round == number)
    score, best = np.sort(lines.score[here], axis=1), lines.best[here]
    gap = best - score[:, -2]
    won = here[lines.won[here]]
    behind = (lines.credits[lines.own[won]] * (lines.score[won] < lines.best[won, None])).sum(axis=1)
    return After(
        round=number,
        games=len(here),
        shared=lines.share(here, (lines.leader[here] < 0).astype(np.float64)),
        changed=lines.share(here, changed[here]),
        behind=lines.share(won, behind.clip(0, 1)),
        gap=lines.mean(here, gap),
        quantiles=tuple(float(value) for value in np.quantile(gap, QUANTILES, method="inverted_cdf")),
        spread=lines.mean(here, best - score[:, 0]),
    )


def _leading(lines: _Lines, names: list[str], rounds: Ints) -> dict[str, dict[int, Estimate]]:
    shares = {
        int(number): _led(lines, np.flatnonzero(lines.grid.round == number), len(names)) for number in rounds
    }
    return {name: {number: own[at] for number, own in shares.items()} for at, name in enumerate(names)}


def _led(lines: _Lines, here: Ints, names: int) -> list[Estimate]:
    """For each strategy, the share of its entries in these lines that have the sole lead."""
    strategy = lines.strategies[lines.own[here]]
    place = lines.deal[here, None] * np.int64(names) + strategy
    sole = np.flatnonzero(lines.leader[here] >= 0)
    led, entered = (
        counted(at, names * lines.deals).reshape(-1, names).T
        for at in (place[sole, lines.leader[here][sole]], place.ravel())
    )
    return [share_of(own, there) for own, there in zip(led, entered, strict=True)]


def _chances(lines: _Lines, last: Ints, rounds: Ints) -> list[Chance]:
    """The chances to win by points behind, for every round. Classes have about equal numbers of entries."""
    before = lines.won.copy()
    before[last] = False
    classes = _classes(lines.best[before], lines.score[before])
    kinds = [(0.0, 0.0, True), (0.0, 0.0, False), *((low, high, False) for low, high in classes)]
    found = []
    for number in rounds:
        here = np.flatnonzero((lines.grid.round == number) & before)
        shares = _by_class(lines, here, np.array([low for low, _, _ in kinds[1:]]))
        for (low, high, sole), share in zip(kinds, shares, strict=True):
            if share.value is not None:
                upper = None if classes and high == classes[-1][1] and low else high
                found.append(Chance(int(number), low, upper, sole, share))
    return found


def _classes(best: Floats, score: Floats) -> list[tuple[float, float]]:
    """The range of points behind, (low, high), of each class. All classes have about the same size."""
    values, counts = _tally([best - score[:, seat] for seat in range(score.shape[1])])
    up_to = np.cumsum(counts)
    if not len(values):
        return []
    wanted = np.ceil(up_to[-1] * np.arange(1, BINS + 1) / BINS - 1)
    found, start = [], 0
    for last in np.unique(np.searchsorted(up_to, wanted, side="right")):
        found.append((float(values[start]), float(values[last])))
        start = int(last) + 1
    return found


def _tally(parts: list[Floats]) -> tuple[Floats, Ints]:
    """The distinct values above 0, and how often each occurs. No value may be negative."""
    most = max(float(part.max(initial=0.0)) for part in parts)
    if most < MOST_POINTS and all(np.array_equal(part, np.floor(part)) for part in parts):
        counts = np.zeros(int(most) + 1, np.int64)
        for part in parts:
            counts += np.bincount(part.astype(np.int64), minlength=len(counts))
        values = np.flatnonzero(counts)
        return values[values > 0].astype(np.float64), counts[values[values > 0]]
    found, counts = np.unique(np.concatenate(parts), return_counts=True)
    return found[found > 0], counts[found > 0]


def _by_class(lines: _Lines, here: Ints, lows: Floats) -> list[Estimate]:
    """The share of wins of sole leaders, then that of the others in each class of points behind."""
    off = lines.best[here, None] - lines.score[here]
    kind = np.searchsorted(lows, off.ravel(), side="right").reshape(off.shape)
    sole = np.flatnonzero(lines.leader[here] >= 0)
    kind[sole, lines.leader[here][sole]] = 0
    kinds = len(lows) + 1
    place, cells = (lines.deal[here, None] * np.int64(kinds) + kind).ravel(), kinds * lines.deals
    credit = lines.credits[lines.own[here]].ravel()
    won, entries = (added(place, x, cells).reshape(-1, kinds).T for x in (credit, None))
    return [share_of(own, there) for own, there in zip(won, entries, strict=True)]


def _comebacks(lines: _Lines, last: Ints) -> tuple[Estimate, Estimate, tuple[float, ...]]:
    """The share of wins by players in last place half-way, and the largest deficit of a winner.

    The deficit is a mean over games, followed by its quantiles.
    """
    first = np.concatenate([[0], last[:-1] + 1])
    decided = lines.won[last]
    if not decided.any():
        none = Estimate(None, note="nobody won a game")
        return none, none, ()
    half = first + np.maximum(0, (last - first + 1) // 2 - 1)
    low = lines.score[half].min(axis=1)
    worst = (lines.score[half] == low[:, None]) & (low < lines.best[half])[:, None]
    late = (lines.credits[lines.own[half]] * worst).sum(axis=1).clip(0, 1)
    behind = np.full(len(lines.best), np.inf)
    for seat in range(lines.score.shape[1]):
        won = (lines.credits[:, seat] > 0)[lines.own]
        behind[won] = np.minimum(behind[won], (lines.best - lines.score[:, seat])[won])
    behind[last] = 0.0
    deficit = np.maximum.reduceat(np.where(np.isfinite(behind), behind, 0.0), first)[decided]
    quantiles = np.quantile(deficit, QUANTILES, method="inverted_cdf")
    told = tuple(float(value) for value in quantiles)
    return lines.share(half[decided], late[decided]), lines.mean(last[decided], deficit), told
