"""Finds single games worth watching: the closest, the biggest comeback, and the best game of each card.

Candidates are valid games of players against each other, without baselines and with a single winner. Of
several equal games the first one in the tables is taken, so the same tables always give the same games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from marchsim.analysis.reading.panels import PANEL, classify
from marchsim.analysis.reading.source import GENERIC_SEATS, Run, described, opponents, scan
from marchsim.recorder.manifest import baselines

CLOSEST, COMEBACK = "closest game", "biggest comeback"


@dataclass(frozen=True)
class Telling:
    """A game worth watching: number, rules, strategies and scores by seat, winner's seat, and the reason.

    `margin` is the winner's lead over the best other player. `behind` is the winner's largest deficit at the
    end of a round, or None if it was not computed.
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
    """The closest game and the biggest comeback of each rule set and number of players.

    There is no comeback if the run has no table `rounds`, or if no winner was ever behind.
    """
    ends = endings(run)
    named = [(CLOSEST, row) for row in _first(ends, pl.col("margin").abs(), pl.col("spread"))]
    if described(run, "rounds") is not None:
        back = ends.join(_behind(run, ends), on="game").filter(pl.col("behind") > 0)
        named += [(COMEBACK, row) for row in _first(back, -pl.col("behind"), pl.col("margin"))]
    found = tellings(run, named)
    panels = ends.select(*PANEL).unique(maintain_order=True).rows()
    return sorted(found, key=lambda one: panels.index((one.variant, one.players)))


def endings(run: Run) -> pl.DataFrame:
    """A row for each game with one winner, sorted by game: panel, winner's seat, margin, and spread.

    `margin` is the winner's lead over the best other player, and `spread` the lead over the last one.
    """
    together = pl.col("variant").is_in(list(opponents(run.manifest)))
    counted = (pl.col("state") == "kept") & (pl.col("players") > 1) & ~together
    games = classify(run, baselines(run.manifest)).filter(counted).select("game", *PANEL)
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


def tellings(run: Run, named: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Telling]:
    """A `Telling` for each pair (reason, row of `endings`) in `named`."""
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
    """For each game, the largest deficit that the winner had at the end of a round."""
    rows = scan(run, "rounds", ("game", "round", "seat", "score")).select("game", "round", "seat", "score")
    own = pl.when(pl.col("seat") == pl.col("winner")).then("score").alias("own")
    winners = ends.lazy().select("game", pl.col("winner").cast(pl.Int8))
    each = rows.join(winners, on="game").with_columns(own).group_by("game", "round")
    gaps = each.agg(pl.col("score").max() - pl.col("own").max()).rename({"score": "behind"})
    return gaps.group_by("game").agg(pl.col("behind").max()).collect(engine="streaming")


def _first(games: pl.DataFrame, *by: pl.Expr) -> list[dict[str, Any]]:
    """The first game of each panel after sorting by the expressions `by`."""
    return games.sort(*by, "game").unique(PANEL, keep="first").to_dicts()
