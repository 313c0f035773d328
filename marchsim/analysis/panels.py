"""From a run's tables to panels: one rule set at one player count, reduced to sums per deal.

Decides which games count: a game with a void in its block (the rotations of one line-up on one deal) is left
out with the whole block, so that seats and opponents stay balanced; so is a block that is not finished.
Both are counted. Credits are summed as whole 27,720ths, so that no order of summing changes a result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.source import (
    GAMES,
    GENERIC_SEATS,
    Run,
    described,
    opponents,
    point_sources,
    scan,
)

CREDIT = 27_720  # divisible by every number of joint winners or entries up to 12
PANEL = ("variant", "players")
TOGETHER = ("rotation", "opponent", "margin")  # asked for where some variant has an opponent
BLOCK = ("variant", "players", "deal", "block", "line_up")


@dataclass(frozen=True)
class Panel:
    """One rule set at one player count.

    `games` has a row per recorded game with `state`: kept, void, beside (sound, in a block with a void game)
    or open (in a block not finished). The other tables hold kept games only, summed per deal: `by_strategy`
    (entries, games, credit, rank, score, points by source), `by_seat`, `by_pair`, `by_round`.
    `by_place` has moments over deals per strategy and seat (deals, most entries of a deal, and sums of c, n,
    cc, cn, nn: credits c of n entries). `visits` counts entries per strategy and seat, `fates` entries per
    strategy and state.

    Where the players win or lose together, `opponent` names against whom, `by_game` has the lowest score and
    the sum of scores of each kept game, `by_member` sums per deal and strategy over the games it sat in
    (games, won, margin), and `line_ups` lists the strategies of each line-up; else these are empty.
    """

    variant: str
    players: int
    games: pl.DataFrame
    by_strategy: pl.DataFrame
    by_seat: pl.DataFrame
    by_pair: pl.DataFrame
    by_round: pl.DataFrame | None
    by_place: pl.DataFrame
    visits: pl.DataFrame
    fates: pl.DataFrame
    sources: tuple[str, ...]
    opponent: str
    by_game: pl.DataFrame
    by_member: pl.DataFrame
    line_ups: pl.DataFrame

    @property
    def kept(self) -> pl.DataFrame:
        """Return the games that count."""
        return self.games.filter(pl.col("state") == "kept")

    @property
    def strategies(self) -> list[str]:
        """Return the names of the strategies that sat in kept games, in order."""
        return sorted(self.by_strategy["strategy"].unique().to_list())


def panels(run: Run) -> list[Panel]:
    """Return the panels of a run, in the order of variants as recorded and then of player counts."""
    games = classify(run)
    if games.is_empty():
        return []
    seats = scan(run, "seats", GENERIC_SEATS)
    sources = point_sources(seats)
    seats = _named(seats)
    seats = seats.join(games.lazy().select("game", *PANEL, "deal", "state"), on="game")
    kept = seats.filter(pl.col("state") == "kept").with_columns(
        (pl.col("credit") * CREDIT).round().cast(pl.Int64)
    )
    against = opponents(run.manifest)
    apart, together = (kept.filter(held) for held in (~_in(against), _in(against)))
    tables = {
        "by_strategy": _by_strategy(kept, sources),
        "by_seat": _by_seat(kept),
        "by_pair": _by_pair(apart),
        "by_place": _by_place(apart),
        "visits": _collect(kept.group_by(*PANEL, "strategy", "seat").agg(entries=pl.len())),
        "fates": _fates(seats),
        "by_game": _by_game(together),
        "by_member": _by_member(together, games),
        "line_ups": _line_ups(together, games),
    }
    rounds = _by_round(run, kept) if described(run, "rounds") is not None else None
    return list(_split(games, tables, rounds, tuple(sources), against))


def _in(variants: Mapping[str, str]) -> pl.Expr:
    return pl.col("variant").is_in(list(variants))


def _named(seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return the seats with strategies as an enumeration in order of name, which sorts and compares fast."""
    name = pl.col("strategy").cast(pl.String)
    names = seats.select(name.unique()).collect()["strategy"].drop_nulls().sort()
    return seats.with_columns(name.cast(pl.Enum(names)))


def classify(run: Run) -> pl.DataFrame:
    """Return the games table with `state`: kept, void, beside or open."""
    held = TOGETHER if opponents(run.manifest) else ()
    wanted = (*GAMES, "winners", "decided_by", "void", *held)
    missing = [pl.lit(None, pl.Int32).alias(name) for name in TOGETHER if name not in held]
    words = pl.col("variant", "decided_by", "void").cast(pl.String).fill_null("")
    frame = scan(run, "games", wanted).select(*wanted, *missing)
    games = frame.with_columns(words).sort("game").collect()
    size = pl.len().over(BLOCK)
    games = games.with_columns(size=size, voids=(pl.col("void") != "").sum().over(BLOCK))
    whole = pl.col("size").max().over(PANEL)
    state = (
        pl.when(pl.col("void") != "")
        .then(pl.lit("void"))
        .when(pl.col("voids") > 0)
        .then(pl.lit("beside"))
        .when(pl.col("size") < whole)
        .then(pl.lit("open"))
        .otherwise(pl.lit("kept"))
    )
    return games.with_columns(state=state).drop("voids")


def _collect(frame: pl.LazyFrame) -> pl.DataFrame:
    result = frame.collect(engine="streaming")
    return result.sort([name for name in result.columns if name in _KEYS])


_KEYS = (*PANEL, "deal", "game", "line_up", "strategy", "first", "second", "seat", "round", "state")


def _sums(names: list[str]) -> list[pl.Expr]:
    return [pl.col(name).sum() for name in names]


def _by_strategy(kept: pl.LazyFrame, own: list[str]) -> pl.DataFrame:
    per_game = kept.group_by(*PANEL, "deal", "game", "strategy").agg(
        pl.len().cast(pl.Int64).alias("entries"), *_sums(["credit", "rank", "score", *own])
    )
    grouped = per_game.group_by(*PANEL, "deal", "strategy")
    return _collect(
        grouped.agg(
            pl.len().cast(pl.Int64).alias("games"), pl.col("entries", "credit", "rank", "score", *own).sum()
        )
    )


def _by_seat(kept: pl.LazyFrame) -> pl.DataFrame:
    grouped = kept.group_by(*PANEL, "deal", "seat")
    return _collect(grouped.agg(pl.len().cast(pl.Int64).alias("entries"), *_sums(["credit", "score"])))


def _by_place(kept: pl.LazyFrame) -> pl.DataFrame:
    """Return what a mean and its error over deals need, without a row for each deal."""
    c, n = (pl.col(name).cast(pl.Float64) for name in ("credit", "entries"))
    per_deal = kept.group_by(*PANEL, "strategy", "seat", "deal").agg(
        credit=pl.col("credit").cast(pl.Int64).sum(), entries=pl.len().cast(pl.Int64)
    )
    grouped = per_deal.group_by(*PANEL, "strategy", "seat")
    return _collect(
        grouped.agg(
            deals=pl.len(),
            most=pl.col("entries").max(),
            parts=(~pl.col("credit").is_in([0, CREDIT])).any(),
            c=pl.col("credit").sum(),
            n=pl.col("entries").sum(),
            cc=(c * c).sum(),
            cn=(c * n).sum(),
            nn=(n * n).sum(),
        )
    )


def _by_pair(kept: pl.LazyFrame) -> pl.DataFrame:
    mean = (pl.col("credit").sum() * CREDIT // pl.len()).alias("credit")
    own = kept.group_by("game", "strategy").agg(mean)
    other = own.rename({"strategy": "second", "credit": "credit_second"})
    mine = kept.group_by(*PANEL, "deal", "game", "strategy").agg(mean).rename({"strategy": "first"})
    both = mine.join(other, on="game").filter(pl.col("first") < pl.col("second"))
    difference = pl.col("credit") - pl.col("credit_second")
    full = CREDIT * CREDIT
    return _collect(
        both.group_by(*PANEL, "deal", "first", "second").agg(
            games=pl.len().cast(pl.Int64),
            difference=difference.sum(),
            first_only=((pl.col("credit") == full) & (pl.col("credit_second") == 0)).sum().cast(pl.Int64),
            second_only=((pl.col("credit") == 0) & (pl.col("credit_second") == full)).sum().cast(pl.Int64),
            shared=(~pl.col("credit").is_in([0, full]) | ~pl.col("credit_second").is_in([0, full])).sum(),
        )
    )


def _by_round(run: Run, kept: pl.LazyFrame) -> pl.DataFrame:
    rounds = scan(run, "rounds", ("game", "seat", "round", "score"))
    seat = kept.select(*PANEL, "deal", "game", "seat", "strategy")
    joined = rounds.select("game", "seat", "round", "score").join(seat, on=["game", "seat"])
    grouped = joined.group_by(*PANEL, "deal", "strategy", "round")
    return _collect(grouped.agg(pl.len().cast(pl.Int64).alias("entries"), *_sums(["score"])))


def _fates(seats: pl.LazyFrame) -> pl.DataFrame:
    per_game = seats.group_by(*PANEL, "game", "strategy", "state").agg(
        entries=pl.len(),
        credit=(pl.col("credit") * CREDIT).round().cast(pl.Int64).sum(),
        won=(pl.col("credit") > 0).any(),
    )
    grouped = per_game.group_by(*PANEL, "strategy", "state")
    return _collect(grouped.agg(pl.col("entries", "credit", "won").sum(), games=pl.len()))


def _by_game(together: pl.LazyFrame) -> pl.DataFrame:
    grouped = together.group_by(*PANEL, "game")
    return _collect(grouped.agg(lowest=pl.col("score").min(), scores=pl.col("score").sum()))


def _by_member(together: pl.LazyFrame, games: pl.DataFrame) -> pl.DataFrame:
    members = together.select(*PANEL, "deal", "game", "strategy").unique()
    joined = members.join(games.lazy().select("game", "winners", "margin"), on="game")
    return _collect(
        joined.group_by(*PANEL, "deal", "strategy").agg(
            games=pl.len().cast(pl.Int64),
            won=(pl.col("winners") != 0).sum().cast(pl.Int64),
            margin=pl.col("margin").cast(pl.Int64).sum(),
        )
    )


def _line_ups(together: pl.LazyFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Return who sits in each line-up, as its first kept game has it, in order of name."""
    kept = games.lazy().filter(pl.col("state") == "kept")
    first = kept.group_by(*PANEL, "line_up").agg(pl.col("game").min())
    seated = together.select("game", "strategy").join(first, on="game")
    return _collect(seated.group_by(*PANEL, "line_up").agg(members=pl.col("strategy").cast(pl.String).sort()))


def _split(
    games: pl.DataFrame,
    tables: dict[str, pl.DataFrame],
    rounds: pl.DataFrame | None,
    sources: tuple[str, ...],
    against: Mapping[str, str],
) -> Iterator[Panel]:
    order = games.select(PANEL).unique(maintain_order=True)
    variants = {name: at for at, name in enumerate(order["variant"].unique(maintain_order=True).to_list())}
    for variant, players in sorted(order.iter_rows(), key=lambda row: (variants[row[0]], row[1])):
        here = (pl.col("variant") == variant) & (pl.col("players") == players)
        part = {name: frame.filter(here) for name, frame in tables.items()}
        by_round = None if rounds is None else rounds.filter(here)
        yield Panel(
            variant, players, games.filter(here), by_round=by_round, sources=sources,
            opponent=against.get(variant, ""), **part,
        )  # fmt: skip
