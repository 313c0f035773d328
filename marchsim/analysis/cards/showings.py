"""The best game of each card: of all games won by a player of that card, the one with the largest margin."""

from __future__ import annotations

import polars as pl

from marchsim.analysis.cards.items import Item, item_rows, items_of
from marchsim.analysis.course.telling import Telling, endings, tellings
from marchsim.analysis.reading.source import Run

WHY = "best showing"


def showings(run: Run) -> list[tuple[Item, Telling]]:
    """The best game of each card that a winner played, sorted by card.

    All rule sets and numbers of players are searched. The first of several games with equal margins is taken.
    Raises RecordError if the run has no cards.
    """
    rows, item = item_rows(run)
    ends = endings(run)
    winners = ends.lazy().select("game", "margin", winner=pl.col("winner").cast(pl.Int64))
    played = (
        rows.filter("played")
        .with_columns(pl.col(item).cast(pl.String))
        .join(winners, on="game")
        .filter(pl.col("seat") == pl.col("winner"))
        .group_by(item, "game")
        .agg(pl.col("margin").first())
        .collect(engine="streaming")
        .sort("margin", "game", descending=[True, False])
        .unique(item, keep="first")
    )
    best = dict(played.sort(item).select(item, "game").rows())
    ended = {row["game"]: row for row in ends.filter(pl.col("game").is_in(list(best.values()))).to_dicts()}
    games = tellings(run, [(WHY, ended[number]) for number in best.values()])
    return [
        (next(one for one in items_of(run, game.variant, item, [card]) if one.id == card), game)
        for card, game in zip(best, games, strict=True)
    ]
