"""Games that players win or lose together: the share won, the margin, and results by strategy.

Each function takes one panel. A game is a single trial, which all its players win or lose. So each game in
which a strategy plays counts once in its share, even if the strategy fills several seats.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from marchsim.analysis.course import pace
from marchsim.analysis.field.winrates import SUSPECT_VOIDS, Equality, Share
from marchsim.analysis.reading.estimates import Estimate, array, by_deal, matrix, mean_of, share_of
from marchsim.analysis.reading.panels import Panel, layout
from marchsim.analysis.reading.rows import rounds_of
from marchsim.analysis.reading.source import Run
from marchsim.stats.clusters import FEW
from marchsim.stats.differences import equal_shares

MOST_LINE_UPS = 60  # more line-ups than this are not listed


@dataclass(frozen=True)
class LineUp:
    """The games of one line-up. `members` are its strategies, sorted by name."""

    members: tuple[str, ...]
    games: int
    share: Estimate
    margin: Estimate


@dataclass(frozen=True)
class Together(pace.Course):
    """The estimates of one rule set with one number of players, who play against `opponent`.

    `margins` counts games by margin. `line_ups` is empty if there is only one, if there are too many, or if
    no line-up mixes strategies.
    """

    opponent: str
    won: int
    share: Estimate
    bounds: tuple[float, float] | None
    margin: pace.Spread
    theirs: pace.Spread
    lowest: pace.Spread
    mean: pace.Spread
    margins: dict[int, int]
    members: list[Share]
    equal: Equality
    line_ups: list[LineUp]


def together(panel: Panel, run: Run) -> Together:
    """The estimates of a panel whose players face an opponent together."""
    kept = panel.valid.join(panel.by_game, on="game", how="left").with_columns(
        won=(pl.col("winners") != 0).cast(pl.Int64), mean=pl.col("scores") / panel.players
    )
    names = sorted({*panel.strategies, *panel.fates["strategy"].to_list()})
    members = [_member(panel, name) for name in names]
    return Together(
        **pace.course(panel, layout(panel, run.manifest), rounds_of(run, panel)),
        opponent=panel.opponent,
        won=int(kept["won"].sum()),
        share=share_of(*by_deal(kept, pl.col("won")), panel.anytime),
        bounds=_bounds(panel),
        margin=_spread(kept, "margin"),
        theirs=_spread(kept, "opponent"),
        lowest=_spread(kept, "lowest"),
        mean=_spread(kept, "mean"),
        margins=dict(kept.group_by("margin").agg(games=pl.len()).drop_nulls().sort("margin").iter_rows()),
        members=members,
        equal=_all_equal(panel, members),
        line_ups=_line_ups(panel, kept),
    )


def _spread(games: pl.DataFrame, column: str) -> pace.Spread:
    """The mean and quantiles of a column of games. Without games the mean is None and the quantiles are 0."""
    return pace.spread(column, mean_of(*by_deal(games, pl.col(column))), games[column])


def _bounds(panel: Panel) -> tuple[float, float] | None:
    """The share won if all void games count as lost, and the share if all count as won.

    None if few games are void.
    """
    void = panel.games.filter(pl.col("void") != "").height
    if void <= SUSPECT_VOIDS * len(panel.games):
        return None
    won = panel.games.filter((pl.col("void") == "") & (pl.col("winners") != 0)).height
    return won / len(panel.games), (won + void) / len(panel.games)


def _member(panel: Panel, name: str) -> Share:
    rows = panel.by_member.filter(pl.col("strategy") == name)
    entries = panel.by_strategy.filter(pl.col("strategy") == name)
    fates = panel.fates.filter(pl.col("strategy") == name)
    void = int(fates.filter(pl.col("state") == "void")["games"].sum())
    total = int(fates["games"].sum())
    won = int(fates.filter(pl.col("state") != "void")["won"].sum())
    return Share(
        strategy=name,
        games=int(rows["games"].sum()),
        share=share_of(array(rows, "won"), array(rows, "games"), panel.anytime),
        margin=mean_of(array(rows, "margin"), array(rows, "games")),
        score=mean_of(array(entries, "score"), array(entries, "entries")),
        void=void,
        bounds=(won / total, (won + void) / total) if void > SUSPECT_VOIDS * total else None,
    )


def _all_equal(panel: Panel, members: list[Share]) -> Equality:
    """Test whether games are won equally often with each strategy."""
    played = [member for member in members if member.share.value is not None]
    if len(played) < 2:
        return Equality(None, "there is only one strategy")
    fewest = min(member.share.deals for member in played)
    if fewest < FEW:
        return Equality(None, f"a strategy has {fewest} deals, and under {FEW} there is no test")
    if all(member.share.value == played[0].share.value in (0.0, 1.0) for member in played):
        return Equality(None, f"every game was {'won' if played[0].share.value else 'lost'}")
    names = [member.strategy for member in played]
    won = matrix(panel.by_member, "strategy", names, "won")
    test = equal_shares(won, matrix(panel.by_member, "strategy", names, "games"))
    return Equality(test, "" if test else "all sat in the same games")


def _line_ups(panel: Panel, kept: pl.DataFrame) -> list[LineUp]:
    seated = {
        number: tuple(names) for number, names in panel.line_ups.select("line_up", "members").iter_rows()
    }
    mixed = any(len(set(names)) > 1 for names in seated.values())
    if not mixed or not 1 < len(seated) <= MOST_LINE_UPS:
        return []
    parts = kept.partition_by("line_up", as_dict=True)
    found = [
        LineUp(
            names,
            parts[number,].height,
            share_of(*by_deal(parts[number,], pl.col("won"))),
            mean_of(*by_deal(parts[number,], pl.col("margin"))),
        )
        for number, names in seated.items()
    ]
    return sorted(found, key=lambda line_up: line_up.members)
