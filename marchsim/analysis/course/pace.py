"""Length of games, their endings, sources of points, scores by round and at the end, and processor time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import Estimate, array, by_deal, mean_of, share_of
from marchsim.analysis.reading.panels import Panel, PanelLayout
from marchsim.analysis.reading.rows import PanelRows, added, counted, ends, places_of
from marchsim.analysis.reading.source import POINTS, Run, described, entry, scan
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MEASURES = ("rounds", "turns", "decisions")
PER_ROUND = ("turns", "decisions")
JOINT = "joint winners"
NOBODY = "nobody won"


@dataclass(frozen=True)
class Spread:
    """A number measured in each game: mean with interval, range, and quantiles (`QUANTILES`)."""

    name: str
    mean: Estimate
    low: float
    quantiles: tuple[float, ...]
    high: float


@dataclass(frozen=True)
class Course:
    """The course of games under one rule set with one number of players.

    `scores` are by strategy and `endings` by way of ending. `points` are mean points by strategy and source.
    `rounds` are mean scores by strategy and round.
    """

    variant: str
    players: int
    layout: PanelLayout
    scores: dict[str, Estimate]
    lengths: list[Spread]
    endings: dict[str, Estimate]
    points: dict[str, dict[str, Estimate]]
    rounds: dict[str, dict[int, Estimate]]


def course(panel: Panel, layout: PanelLayout, held: PanelRows | None) -> dict[str, Any]:
    """The fields of a `Course`, computed from a panel and its rows of the table `rounds`."""
    return {
        "variant": panel.variant,
        "players": panel.players,
        "layout": layout,
        "scores": mean_scores(panel),
        "lengths": lengths(panel),
        "endings": endings(panel),
        "points": points(panel),
        "rounds": scores_by_round(panel, held),
    }


def mean_scores(panel: Panel) -> dict[str, Estimate]:
    """The mean score of each strategy per entry, in the games that count."""
    found = {}
    for name in panel.strategies:
        rows = panel.by_strategy.filter(pl.col("strategy") == name)
        found[name] = mean_of(array(rows, "score"), array(rows, "entries"))
    return found


def lengths(panel: Panel) -> list[Spread]:
    """Rounds, turns and decisions per game, then turns and decisions per round. Empty if no game counts."""
    kept = panel.valid
    if kept.is_empty():
        return []
    found = [spread(name, mean_of(*by_deal(kept, pl.col(name))), kept[name]) for name in MEASURES]
    played = kept.filter(pl.col("rounds") > 0)
    for name in PER_ROUND if len(played) else ():
        sums = [by_deal(played, pl.col(column))[0] for column in (name, "rounds")]
        each = played[name].cast(pl.Float64) / played["rounds"].cast(pl.Float64)
        found.append(spread(f"{name} a round", mean_of(*sums), each))  # a mean of all rounds, not of games
    return found


def spread(name: str, mean: Estimate, values: pl.Series) -> Spread:
    """The spread of a number measured in each game, from its mean and its values."""
    each = values.cast(pl.Float64)
    low, *middle, high = (float(each.quantile(q, "nearest") or 0.0) for q in (0.0, *QUANTILES, 1.0))
    return Spread(name, mean, low, tuple(middle), high)


def endings(panel: Panel) -> dict[str, Estimate]:
    """Shares of games by ending: won by nobody, won jointly, then each way in which the others were decided.

    The first is left out if all games were won, the second if wins cannot be shared.
    """
    kept = panel.valid
    if kept.is_empty():
        return {}
    shared = pl.col("winners").bitwise_count_ones() > 1
    joint = {JOINT: share_of(*by_deal(kept, shared))}
    if panel.opponent or panel.players == 1:
        shared, joint = pl.lit(False), {}
    if panel.unwon.any():
        nobody = pl.col("winners") == 0
        joint = {NOBODY: share_of(*by_deal(kept, nobody)), **joint}
        shared = shared | nobody
    names = kept.filter(~shared)["decided_by"].fill_null("").unique().sort().to_list()
    ways = {name: ~shared & (pl.col("decided_by").fill_null("") == name) for name in names if name}
    return joint | {name: share_of(*by_deal(kept, holds)) for name, holds in ways.items()}


def decided_words(panels: Iterable[Panel], manifest: Mapping[str, Any]) -> str:
    """A sentence on how many games were decided, and why the others were not. '' if all were."""
    apart = [panel for panel in panels if not panel.opponent]
    unwon, games = sum(int(one.unwon.sum()) for one in apart), sum(one.valid.height for one in apart)
    return how_many_decided(unwon, games, manifest)


def how_many_decided(unwon: int, games: int, manifest: Mapping[str, Any]) -> str:
    """The sentence of `decided_words` about `games` games, of which `unwon` had no winner."""
    if not unwon:
        return ""
    why = entry(manifest, "game", "unwon")
    if unwon == games:
        return f"No game was decided: all {why}." if why else "Nobody won a game."
    share = 100 * (games - unwon) / games
    part = "Under 1" if share < 0.5 else "Over 99" if share >= 99.5 else f"{share:.0f}"
    others = f"the others {why}" if why else "nobody won the others"
    return f"{part} of 100 games were decided; {others}. Shares of wins are of the games that were decided."


def ended(share: Estimate) -> int:
    """The number of games that a share of games corresponds to."""
    return round((share.value or 0.0) * share.entries)


def points(panel: Panel) -> dict[str, dict[str, Estimate]]:
    """The mean points of each strategy per entry, by source. Points without a source are 'other'."""
    if not panel.sources:
        return {}
    rest = pl.col("score") - pl.sum_horizontal(panel.sources)
    table = panel.by_strategy.with_columns(rest.alias(POINTS + "other"))
    other = [POINTS + "other"] if int(table.select((pl.col(POINTS + "other") != 0).sum()).item()) else []
    columns, found = (*panel.sources, *other), {}
    for name in panel.strategies:
        rows = table.filter(pl.col("strategy") == name)
        entries = array(rows, "entries")
        found[name] = {column: mean_of(array(rows, column), entries) for column in columns}
    return found


def scores_by_round(panel: Panel, held: PanelRows | None) -> dict[str, dict[int, Estimate]]:
    """The mean score at the end of each round, by strategy and then by round."""
    if held is None:
        return {}
    entries = places_of(panel)
    found: dict[str, dict[int, Estimate]] = {name: {} for name in sorted(panel.strategies)}
    score = held.column("score")
    known = ~np.isnan(score) if score.dtype.kind == "f" else np.ones(len(score), bool)
    for number in held.rounds:
        here = np.flatnonzero((held.round == number) & known)
        means = entries.means(score[here], held.cell[here])
        for name, mean in zip(panel.strategies, means, strict=True):
            if mean.value is not None:
                found[name][number] = mean
    return {name: scores for name, scores in found.items() if scores}


COLUMNS = ("strategy", "games", "decisions", "cpu_seconds")


@dataclass(frozen=True)
class Thinking:
    """The processor time of one strategy: timed seats (`games`), their decisions, and total seconds."""

    strategy: str
    games: int
    decisions: int
    seconds: float

    @property
    def per_decision(self) -> float:
        """Microseconds of processor time per decision."""
        return 1e6 * self.seconds / self.decisions if self.decisions else 0.0

    @property
    def per_game(self) -> float:
        """Milliseconds of processor time per game, for one seat."""
        return 1e3 * self.seconds / self.games if self.games else 0.0


def thinking(run: Run) -> list[Thinking]:
    """The processor time of each strategy, sorted by name. Empty if no game was timed."""
    if described(run, "thinking") is None:
        return []
    rows = scan(run, "thinking", COLUMNS).group_by("strategy").agg(pl.col(COLUMNS[1:]).sum())
    return [
        Thinking(str(name), int(games), int(decisions), float(seconds))
        for name, games, decisions, seconds in rows.select(COLUMNS).collect().sort("strategy").iter_rows()
    ]


@dataclass(frozen=True)
class Finals:
    """Final scores by strategy, and how often top scores are tied.

    The mean of a strategy is that of its margin over the best opponent. `level` is the share of games with a
    tie for the top score, `broken` the share of games in which a tie was broken.
    """

    scores: list[Spread]
    level: Estimate
    broken: Estimate


def finals(panel: Panel) -> Finals | None:
    """The final scores of a panel. None if it has no scores, a single player, or players who win together."""
    if panel.players == 1 or panel.opponent or panel.valid.is_empty():
        return None
    found = ends(panel, ("strategy", "score", "credit"))
    score, strategy = found.values["score"], found.values["strategy"].astype(np.int64)
    if not len(score):
        return None
    deal = panel.deal_numbers[found.game]
    top = score == score.max(axis=1, keepdims=True)
    level = top.sum(axis=1) > 1
    won = found.values["credit"] > 0
    ordered = np.sort(score, axis=1)
    best_other = np.where(top & ~level[:, None], ordered[:, -2:-1], ordered[:, -1:])
    broken = level & won.any(axis=1) & ((top & won).sum(axis=1) < top.sum(axis=1))
    return Finals(
        [
            _scores(name, strategy == at, score, score - best_other, deal)
            for at, name in enumerate(panel.strategies)
            if np.any(strategy == at)
        ],
        _share(level, deal),
        _share(broken, deal),
    )


def _share(games: np.ndarray, deal: Ints) -> Estimate:
    deals = int(deal.max()) + 1
    return share_of(added(deal, games.astype(np.float64), deals), counted(deal, deals))


def _scores(name: str, own: np.ndarray, score: Floats, margin: Floats, deal: Ints) -> Spread:
    values, counts = np.unique(score[own], return_counts=True)
    up_to = np.cumsum(counts) / counts.sum()
    deals, entries = int(deal.max()) + 1, own.sum(axis=1).astype(np.float64)
    sums = added(deal, (margin * own).sum(axis=1), deals)
    return Spread(
        name=name,
        mean=mean_of(sums, added(deal, entries, deals)),
        low=float(values[0]),
        quantiles=tuple(float(values[np.searchsorted(up_to, q - 1e-12)]) for q in QUANTILES),
        high=float(values[-1]),
    )
