"""What a gate compares: a value of each metric for every deal of a run, so that two runs can be paired.

A value is the mean over the deal's games that count; deals of a block with a void game are left out whole.
Values are rounded, so that equal games give equal values on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from marchsim.analysis.panels import classify
from marchsim.analysis.source import Run, described, scan

PLACES = 6
SHARE, NUMBER = "share", "number"
OF = "share."  # share.NAME: that of a strategy


@dataclass(frozen=True)
class Metric:
    """What is measured: in share (of 1) or in a number of its own; `even` is what a level game would have."""

    name: str
    meaning: str
    kind: str
    together: bool | None = None  # for players who win or lose together, against each other, or both (None)

    def even(self, players: int) -> float | None:
        """Return the value in a game that favours nobody, if that is known."""
        return {"first-seat": 1 / players, "seat-trend": 0.0}.get(self.name)


METRICS = {
    metric.name: metric
    for metric in (
        Metric("first-seat", "share of wins of the first seat", SHARE, False),
        Metric("seat-trend", "last seat's share minus the first's, on a straight line", SHARE, False),
        Metric("turns", "turns of all players in a game", NUMBER),
        Metric("lead-changes", "share of games in which the lead changes", SHARE, False),
        Metric("spread", "points between the best and the last player", NUMBER, False),
        Metric("won", "share of games won against the opponent", SHARE, True),
        Metric("margin", "points ahead of the opponent", NUMBER, True),
        Metric("rounds", "rounds of a game", NUMBER),
        Metric("decisions", "questions asked of all players in a game", NUMBER),
        Metric("score", "mean score of the players", NUMBER),
    )
}
USUAL = ("first-seat", "seat-trend", "turns", "lead-changes", "spread")
USUAL_TOGETHER = ("won", "margin", "turns")


@dataclass(frozen=True)
class Blocks:
    """The values of one player count: `values[metric][i]` belongs to `deals[i]`, None where there is none.

    `games` count, `left_out` do not: void games and those beside them.
    """

    players: int
    deals: tuple[int, ...]
    values: dict[str, tuple[float | None, ...]]
    games: int
    left_out: int


def blocks(run: Run, metrics: tuple[str, ...]) -> list[Blocks]:
    """Return the values of these metrics by player count; games are those of the run's first variant."""
    games = classify(run)
    seats = scan(run, "seats", ("game", "seat", "strategy", "score", "credit"))
    per_game = games.filter(pl.col("state") == "kept").join(_of_seats(seats, metrics), on="game", how="left")
    if "lead-changes" in metrics and described(run, "rounds") is not None:
        per_game = per_game.join(_leads(run), on="game", how="left")
    per_game = per_game.with_columns(won=(pl.col("winners") != 0))
    found = []
    for players in games["players"].unique().sort().to_list():
        here = per_game.filter(pl.col("players") == players)
        deals = here.group_by("deal").agg(_mean(name, here.columns) for name in metrics).sort("deal")
        values = {name: tuple(deals[name].to_list()) for name in metrics}
        recorded = games.filter(pl.col("players") == players).height
        found.append(
            Blocks(int(players), tuple(deals["deal"].to_list()), values, here.height, recorded - here.height)
        )
    return found


def _mean(name: str, columns: list[str]) -> pl.Expr:
    if name not in columns:
        return pl.lit(None, pl.Float64).alias(name)
    return pl.col(name).cast(pl.Float64).mean().round(PLACES).alias(name)


def _of_seats(seats: pl.LazyFrame, metrics: tuple[str, ...]) -> pl.DataFrame:
    """Return what the seats of each game say: who sits where with what credit, and the scores."""
    seat, credit, score = pl.col("seat").cast(pl.Float64), pl.col("credit"), pl.col("score")
    off = seat - seat.mean()
    width = seat.max()
    shares = [
        credit.filter(pl.col("strategy").cast(pl.String) == name.removeprefix(OF)).mean().alias(name)
        for name in metrics
        if name.startswith(OF)
    ]
    grouped = seats.group_by("game").agg(
        credit.filter(pl.col("seat") == 0).first().alias("first-seat"),
        ((off * credit).sum() / (off * off).sum() * width).fill_nan(None).alias("seat-trend"),
        (score.max() - score.min()).alias("spread"),
        score.mean().alias("score"),
        *shares,
    )
    return grouped.collect()


def _leads(run: Run) -> pl.DataFrame:
    """Return whether the lead changes in each game: a unique leader other than the last unique leader."""
    rounds = scan(run, "rounds", ("game", "round", "seat", "score"))
    best = rounds.group_by("game", "round").agg(
        leader=pl.col("seat").filter(pl.col("score") == pl.col("score").max())
    )
    single = best.filter(pl.col("leader").list.len() == 1).select(
        "game", "round", pl.col("leader").list.first()
    )
    changed = single.sort("game", "round").group_by("game").agg(changed=pl.col("leader").n_unique() > 1)
    everyone = rounds.select("game").unique()
    joined = everyone.join(changed, on="game", how="left")
    return joined.select("game", pl.col("changed").fill_null(False).alias("lead-changes")).collect()
