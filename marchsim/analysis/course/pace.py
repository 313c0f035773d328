"""Length of games, their endings, sources of points, and growth of scores by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from marchsim.analysis.reading.design import PanelLayout
from marchsim.analysis.reading.estimates import Estimate, array, by_deal, mean_of, share_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.rows import KeptRows, places_of
from marchsim.analysis.reading.source import POINTS, entry

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MEASURES = ("rounds", "turns", "decisions")
PER_ROUND = ("turns", "decisions")
JOINT = "joint winners"
NOBODY = "nobody won"


@dataclass(frozen=True)
class Spread:
    """A number of each game: its mean with interval, its range, and its quantiles (`QUANTILES`)."""

    name: str
    mean: Estimate
    low: float
    quantiles: tuple[float, ...]
    high: float


@dataclass(frozen=True)
class Course:
    """The course of games of one rule set and number of players.

    `scores` is by strategy, `endings` by way of ending. `points` are means by strategy and source, `rounds`
    mean scores by strategy and round.
    """

    variant: str
    players: int
    layout: PanelLayout
    scores: dict[str, Estimate]
    lengths: list[Spread]
    endings: dict[str, Estimate]
    points: dict[str, dict[str, Estimate]]
    rounds: dict[str, dict[int, Estimate]]


def course(panel: Panel, layout: PanelLayout, held: KeptRows | None) -> dict[str, Any]:
    """The fields of a `Course`, from a panel and its rows of `rounds`."""
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
    """The mean score per entry of each strategy in kept games."""
    found = {}
    for name in panel.strategies:
        rows = panel.by_strategy.filter(pl.col("strategy") == name)
        found[name] = mean_of(array(rows, "score"), array(rows, "entries"))
    return found


def lengths(panel: Panel) -> list[Spread]:
    """Rounds, turns and decisions per game, and the last two per round. Empty if no game is kept."""
    kept = panel.kept
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
    """Shares of games by ending: won by nobody, won jointly, then each way in which others were decided.

    The first is left out if all games are won, the second if wins cannot be shared.
    """
    kept = panel.kept
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
    """A sentence on the share of games decided, and the game's reason for the rest. '' if all are."""
    apart = [panel for panel in panels if not panel.opponent]
    unwon, games = sum(int(one.unwon.sum()) for one in apart), sum(one.kept.height for one in apart)
    return how_many_decided(unwon, games, manifest)


def how_many_decided(unwon: int, games: int, manifest: Mapping[str, Any]) -> str:
    """The sentence of `decided_words`, from the number of games that nobody won."""
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
    """The number of games behind a share of games."""
    return round((share.value or 0.0) * share.entries)


def points(panel: Panel) -> dict[str, dict[str, Estimate]]:
    """Each strategy's mean points per entry by source. The unexplained rest is 'other'."""
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


def scores_by_round(panel: Panel, held: KeptRows | None) -> dict[str, dict[int, Estimate]]:
    """The mean score of each strategy at the end of each round, in order of strategies and rounds."""
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
