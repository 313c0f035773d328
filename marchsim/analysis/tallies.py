"""The sums that panels are made of: of entries by game, by deal, and moments over deals.

A deal of a panel goes by one number, `where`, which groups faster than the names of its rules. Credits are
summed as whole 27,720ths, so that no order of summing changes a result.
"""

from __future__ import annotations

import polars as pl

from marchsim.analysis.source import GENERIC_SEATS, IN_ORDER, Run, scan

CREDIT = 27_720  # divisible by every number of joint winners or entries up to 12


def entries(run: Run, games: pl.DataFrame, own: list[str]) -> pl.DataFrame:
    """Return the seats of classified games in order of game and seat, with `panel`, `where`, `deal`, `state`.

    `own` are further columns wanted.
    """
    seats = _named(scan(run, "seats", GENERIC_SEATS).select(*GENERIC_SEATS, *own))
    credit = (pl.col("credit") * CREDIT).round().cast(pl.Int64)
    of_game = games.lazy().select("game", "panel", "where", "deal", "state")
    joined = seats.with_columns(credit).join(of_game, on="game", maintain_order="left")
    return joined.sort(IN_ORDER).collect()


def _named(seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return the seats with strategies as an enumeration in order of name, which sorts and compares fast."""
    name = pl.col("strategy").cast(pl.String)
    names = seats.select(name.unique()).collect()["strategy"].drop_nulls().sort()
    return seats.with_columns(name.cast(pl.Enum(names)))


def _summed(frame: pl.DataFrame, keys: tuple[str, ...], *sums: pl.Expr, **named: pl.Expr) -> pl.DataFrame:
    """Return aggregates by keys, sorted by them."""
    return frame.lazy().group_by(keys).agg(*sums, **named).collect(engine="streaming").sort(keys)


def _per_deal(frame: pl.DataFrame, keys: tuple[str, ...], *sums: pl.Expr, **named: pl.Expr) -> pl.DataFrame:
    """Return aggregates by deal of a panel and further keys."""
    return _summed(frame, ("where", *keys), pl.col("panel", "deal").first(), *sums, **named).drop("where")


def _count(name: str) -> pl.Expr:
    return pl.len().cast(pl.Int64).alias(name)


def per_game(seats: pl.DataFrame, own: list[str]) -> pl.DataFrame:
    """Return sums of entries by game and strategy, in order of them."""
    key = pl.col("game").cast(pl.Int64) * 2**16 + pl.col("strategy").to_physical()  # one number sorts faster
    of_game = pl.col("game", "strategy", "panel", "where", "deal", "state").first()
    sums = pl.col("credit", "rank", "score", *own).sum()
    grouped = seats.lazy().sort(key).group_by(key.alias("key"), maintain_order=True)
    return grouped.agg(of_game, _count("entries"), sums).drop("key").collect()


def fates(games: pl.DataFrame) -> pl.DataFrame:
    """Return what became of the games of each strategy, from sums by game: entries, credit, games, won."""
    won = (pl.col("credit") > 0).sum().alias("won")
    keys = ("panel", "strategy", "state")
    return _summed(games, keys, pl.col("entries", "credit").sum(), won, pl.len().alias("games"))


def by_strategy(games: pl.DataFrame, own: list[str]) -> pl.DataFrame:
    """Return sums by deal and strategy, from those by game."""
    sums = pl.col("entries", "credit", "rank", "score", *own).sum()
    return _per_deal(games, ("strategy",), _count("games"), sums)


def by_seat(seats: pl.DataFrame) -> pl.DataFrame:
    """Return sums by deal and seat."""
    return _per_deal(seats, ("seat",), _count("entries"), pl.col("credit", "score").sum())


def by_pair(games: pl.DataFrame) -> pl.DataFrame:
    """Return by deal how two strategies (first < second) did in games with both, from sums by game."""
    mean = (pl.col("credit") * CREDIT // pl.col("entries")).alias("credit")
    held = games.select("panel", "where", "deal", "game", first="strategy", credit=mean)
    most = int(held.group_by("game").len()["len"].max() or 0)  # type: ignore[arg-type]  # a count, or None
    met = pl.concat([_met(held, apart) for apart in range(1, max(2, most))])
    counts = (pl.col(name).sum().cast(pl.Int64) for name in ("first_only", "second_only", "shared"))
    return _per_deal(met, ("first", "second"), _count("games"), pl.col("difference").sum(), *counts)


def _met(held: pl.DataFrame, apart: int) -> pl.DataFrame:
    """Return the strategies of each game beside those that stand so many rows further down in it."""
    second = held.select(
        pl.col("game").shift(-apart).alias("same"),
        pl.col("first").shift(-apart).alias("second"),
        pl.col("credit").shift(-apart).alias("other"),
    )
    both = held.hstack(second).filter(pl.col("game") == pl.col("same"))
    full, mine, theirs = CREDIT * CREDIT, pl.col("credit"), pl.col("other")
    return both.select(
        "panel", "where", "deal", "first", "second",
        difference=mine - theirs,
        first_only=(mine == full) & (theirs == 0),
        second_only=(mine == 0) & (theirs == full),
        shared=~mine.is_in([0, full]) | ~theirs.is_in([0, full]),
    )  # fmt: skip


def by_place(seats: pl.DataFrame) -> pl.DataFrame:
    """Return moments of credit over deals by strategy and seat: what a mean and its error need."""
    per_deal = _per_deal(seats, ("strategy", "seat"), _count("n"), c=pl.col("credit").sum())
    c, n = (pl.col(name).cast(pl.Float64) for name in "cn")
    return _summed(
        per_deal,
        ("panel", "strategy", "seat"),
        pl.col("c", "n").sum(),
        deals=pl.len(),
        most=pl.col("n").max(),
        parts=(~pl.col("c").is_in([0, CREDIT])).any(),
        cc=(c * c).sum(),
        cn=(c * n).sum(),
        nn=(n * n).sum(),
    )


def by_game(together: pl.DataFrame) -> pl.DataFrame:
    """Return the lowest score and the sum of scores of each game."""
    scores = pl.col("score")
    return _summed(together, ("panel", "game"), lowest=scores.min(), scores=scores.sum())


def by_member(together: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Return by deal and strategy the games in which it sat, of these won, and their margins."""
    members = together.select("panel", "where", "deal", "game", "strategy").unique()
    joined = members.join(games.select("game", "winners", "margin"), on="game")
    won, margin = (pl.col("winners") != 0).sum(), pl.col("margin").cast(pl.Int64).sum()
    return _per_deal(joined, ("strategy",), _count("games"), won=won.cast(pl.Int64), margin=margin)


def line_ups(together: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Return who sits in each line-up, as its first kept game has it, in order of name."""
    kept = games.filter(pl.col("state") == "kept")
    first = kept.group_by("panel", "line_up").agg(pl.col("game").min())
    seated = together.select("game", "strategy").join(first, on="game")
    return _summed(seated, ("panel", "line_up"), members=pl.col("strategy").cast(pl.String).sort())
