"""Single games of a run that tell something: the closest, the biggest comeback, each card's best showing.

They are looked for among the games that count, of players against each other, without yardsticks and with one
winner. Of several the first in the tables is taken, so the same tables give the same games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from marchsim.analysis.reading.panels import PANEL, classify
from marchsim.analysis.reading.source import GENERIC_SEATS, Run, described, opponents, scan
from marchsim.recorder.yardsticks import yardsticks

CLOSEST, COMEBACK = "closest game", "biggest comeback"


@dataclass(frozen=True)
class Telling:
    """A game: number, rules, strategies and scores by seat, the winner's seat, and why it is named.

    `margin` is the winner's points above the best of the others, `behind` the most points it was ever behind
    the leader at the end of a round (None: not looked at).
    """

    why: str
    game: int
    variant: str
    players: int
    strategies: tuple[str, ...]
    scores: tuple[float, ...]
    winner: int
    margin: float
    behind: float | None = None


def telling(run: Run) -> list[Telling]:
    """Return the closest game and the biggest comeback of each rule set and number of players.

    A panel has no comeback if its run has no table `rounds`, or if no winner was ever behind.
    """
    ends = endings(run)
    named = [(CLOSEST, row) for row in _first(ends, pl.col("margin").abs(), pl.col("spread"))]
    if described(run, "rounds") is not None:
        back = ends.join(_behind(run, ends), on="game").filter(pl.col("behind") > 0)
        named += [(COMEBACK, row) for row in _first(back, -pl.col("behind"), pl.col("margin"))]
    found = told(run, named)
    panels = ends.select(*PANEL).unique(maintain_order=True).rows()
    return sorted(found, key=lambda one: panels.index((one.variant, one.players)))


def endings(run: Run) -> pl.DataFrame:
    """Return a row for each game with one winner, by game: panel, the winner's seat, margin, spread.

    `spread` is the winner's points above the last.
    """
    together = pl.col("variant").is_in(list(opponents(run.manifest)))
    counted = (pl.col("state") == "kept") & (pl.col("players") > 1) & ~together
    games = classify(run, yardsticks(run.manifest)).filter(counted).select("game", *PANEL)
    won, score = pl.col("credit") > 0, pl.col("score").cast(pl.Int32)
    rows = scan(run, "seats", GENERIC_SEATS).select(
        "game", score, won.alias("won"), pl.when(won).then(score).alias("best"),
        pl.when(~won).then(score).alias("next"), pl.when(won).then("seat").alias("winner"),
    )  # fmt: skip
    each = rows.group_by("game").agg(
        pl.col("won").sum().alias("winners"), pl.col("score").count().alias("known"),
        pl.col("winner", "best", "next").max(), pl.col("score").min().alias("last"),
    )  # fmt: skip
    sole = (pl.col("winners") == 1) & (pl.col("known") == pl.col("players"))
    found = each.filter(pl.col("winners") == 1).join(games.lazy(), on="game").filter(sole).select(
        "game", *PANEL, pl.col("winner").cast(pl.Int64), margin=pl.col("best") - pl.col("next"),
        spread=pl.col("best") - pl.col("last"),
    )  # fmt: skip
    return found.collect(engine="streaming").sort("game")


def told(run: Run, named: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Telling]:
    """Return games that are named for a reason, by rows of `endings`, with who sat there."""
    wanted = list({row["game"] for _, row in named})
    seats = scan(run, "seats", GENERIC_SEATS).filter(pl.col("game").is_in(wanted)).sort("game", "seat")
    names, score = pl.col("strategy").cast(pl.String), pl.col("score").cast(pl.Float64)
    sat = seats.group_by("game").agg(names, score).collect()
    held = {game: (tuple(who), tuple(points)) for game, who, points in sat.rows()}
    return [
        Telling(
            why, row["game"], row["variant"], row["players"], *held[row["game"]], row["winner"],
            row["margin"], row.get("behind"),
        )
        for why, row in named
    ]  # fmt: skip


def _behind(run: Run, ends: pl.DataFrame) -> pl.DataFrame:
    """Return the most points that each winner was behind the leader at the end of a round, by game."""
    rows = scan(run, "rounds", ("game", "round", "seat", "score")).select("game", "round", "seat", "score")
    own = pl.when(pl.col("seat") == pl.col("winner")).then("score").alias("own")
    winners = ends.lazy().select("game", pl.col("winner").cast(pl.Int8))
    each = rows.join(winners, on="game").with_columns(own).group_by("game", "round")
    gaps = each.agg(pl.col("score").max() - pl.col("own").max()).rename({"score": "behind"})
    return gaps.group_by("game").agg(pl.col("behind").max()).collect(engine="streaming")


def _first(games: pl.DataFrame, *by: pl.Expr) -> list[dict[str, Any]]:
    """Return the first game of each panel in an order."""
    return games.sort(*by, "game").unique(PANEL, keep="first").to_dicts()
