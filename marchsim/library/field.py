"""Frames about wins: by strategy, pair, seat, strategy in a seat, and against an opponent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from marchsim.analysis.field.together import Together
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.tournament import PanelResult
from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import (
    DEALS,
    GAMES,
    METHOD,
    NOTE,
    PLAYERS,
    POINTS,
    SHARE,
    STRATEGY,
    VARIANT,
    WINS,
    bounds,
    ends,
    frame,
    interval,
    panel,
    valued,
)

Rows = Iterator[Mapping[str, Any]]
AT_ONCE = "interval that holds with 95 % for all rows of the group at once"
OPPONENT = Column("opponent", "str", "whom the players play against together, '' where against each other")
WINRATE = Table(
    "winrate",
    "One row for each strategy of each group (rules and number of players), baseline players included.",
    (
        VARIANT, PLAYERS, STRATEGY,
        *interval("wins", "wins where 100 are fair: share x players x 100, null against an opponent", WINS),
        *interval("share", "wins per seat, a shared win divided, or games won against an opponent", SHARE),
        *ends("together_", f"of share: {AT_ONCE}", SHARE),
        GAMES, DEALS, Column("entries", "i64", "seats that it had in these games", "seats"),
        *interval("score", "mean final score", POINTS),
        *interval("rank", "mean rank, 1 for the best, null against an opponent", "ranks"),
        *interval("margin", "mean margin over the opponent, null without one", POINTS),
        OPPONENT, Column("baseline", "bool", "whether it is a baseline player, in no verdict"),
        METHOD, NOTE,
    ),
    ("variant", "players", "strategy"),
)  # fmt: skip
PAIRS = Table(
    "pairs",
    "One row for each two strategies that met, games against each other only.",
    (
        VARIANT, PLAYERS,
        Column("first", "str", "name of a strategy"), Column("second", "str", "name of another"),
        GAMES, DEALS,
        *interval("difference", "share of the first less that of the second, where both sat", SHARE),
        *ends("together_", "interval that holds with 95 % for all pairs with 30 deals at once", SHARE),
        Column("detectable", "f64", "true difference that such a run finds in 80 % of cases", SHARE),
        Column("p", "f64", "p value that they win equally often"),
        Column("holm", "f64", "the same adjusted for all these pairs (Holm)"),
        METHOD,
    ),
    ("variant", "players", "first", "second"),
)  # fmt: skip
SEATS = Table(
    "seats",
    "One row for each starting seat of each group, games against each other only.",
    (
        VARIANT, PLAYERS, Column("seat", "i8", "place in turn order, 0 begins"),
        *interval("wins", "wins where 100 are fair: share x players x 100", WINS),
        *interval("share", "wins in this seat, a shared win divided", SHARE),
        *ends("together_", f"of share: {AT_ONCE}", SHARE),
        GAMES, DEALS, *interval("score", "mean final score", POINTS),
        METHOD, NOTE,
    ),
    ("variant", "players", "seat"),
)  # fmt: skip
PLACES = Table(
    "places",
    "One row for each strategy in each starting seat, games against each other only.",
    (
        VARIANT, PLAYERS, STRATEGY, Column("seat", "i8", "place in turn order, 0 begins"),
        GAMES, DEALS, *interval("share", "its wins in this seat", SHARE),
        *interval("wins", "the same share x players x 100", WINS), METHOD,
    ),
    ("variant", "players", "strategy", "seat"),
)  # fmt: skip
TOGETHER = Table(
    "together",
    "One row for each group whose players play against an opponent together.",
    (
        VARIANT, PLAYERS, OPPONENT, GAMES, DEALS, Column("won", "i64", "games won", "games"),
        *interval("share", "games won", "share of games"),
        *interval("margin", "by how much they beat it, negative if they lost", POINTS),
        *interval("theirs", "the opponent's score", POINTS),
        *interval("lowest", "lowest score of a player", POINTS),
        *interval("mean", "mean score of the players", POINTS), METHOD, NOTE,
    ),
    ("variant", "players"),
)  # fmt: skip


def winrate(
    results: Iterable[PanelResult], against: Iterable[Together], baselines: Collection[str]
) -> pl.DataFrame:
    """Wins of strategies, in a frame with the columns of `WINRATE`."""
    panels: list[PanelResult | Together] = [*results, *against]
    return frame(WINRATE, [row for one in panels for row in _shares(one, baselines)])


def _basis(found: Any) -> dict[str, Any]:
    """Columns that explain an estimated share: its deals, the method of its interval, and a note."""
    return {"deals": found.deals, "method": found.method, "note": found.note}


def _won(share: Estimate, players: int | None) -> dict[str, float | None]:
    """Columns for a share of wins and for the wins index, which is null if `players` is None."""
    wins = None if players is None else share.times(100.0 * players)
    return {**valued("share", share), **valued("wins", wins)}


def _shares(one: PanelResult | Together, baselines: Collection[str]) -> Rows:
    apart = isinstance(one, PanelResult)
    most, found = (one.largest, one.shares) if isinstance(one, PanelResult) else (None, one.members)
    wide = dict(zip(most.names, most.together, strict=True)) if most else {}
    for row in sorted(found, key=lambda row: (-(row.share.value or 0.0), row.strategy)):
        yield {
            **panel(one), "strategy": row.strategy, "baseline": row.strategy in baselines, "games": row.games,
            "opponent": "" if isinstance(one, PanelResult) else one.opponent,
            "entries": (row.share if apart else row.score).entries, **_basis(row.share),
            **bounds("together_", wide.get(row.strategy)), **_won(row.share, one.players if apart else None),
            **valued("score", row.score),
            **valued("rank", row.rank), **valued("margin", row.margin),
        }  # fmt: skip


def pairs(results: Iterable[PanelResult]) -> pl.DataFrame:
    """Differences between strategies, in a frame with the columns of `PAIRS`."""
    rows = [
        {
            **panel(one), "first": row.first, "second": row.second, "games": row.games,
            "deals": row.difference.deals, **valued("difference", row.difference),
            **bounds("together_", row.together), "detectable": row.detectable, "p": row.p, "holm": row.holm,
            "method": row.method,
        }
        for one in results
        for row in one.pairs
    ]  # fmt: skip
    return frame(PAIRS, rows)


def seats(results: Iterable[PanelResult]) -> pl.DataFrame:
    """Wins of seats, in a frame with the columns of `SEATS`."""
    rows = []
    for one in results:
        wide = one.seats_largest.together if one.seats_largest else [None] * len(one.seats)
        for row, around in zip(one.seats, wide, strict=True):
            rows.append({
                **panel(one), "seat": row.seat, "games": row.share.entries, **_basis(row.share),
                **bounds("together_", around), **_won(row.share, one.players), **valued("score", row.score),
            })  # fmt: skip
    return frame(SEATS, rows)


def places(results: Iterable[PanelResult]) -> pl.DataFrame:
    """Wins of strategies by seat, in a frame with the columns of `PLACES`."""
    rows = [
        {
            **panel(one), "strategy": row.strategy, "seat": row.seat, "games": row.share.entries,
            **_basis(row.share), **_won(row.share, one.players),
        }
        for one in results
        for row in one.places
    ]  # fmt: skip
    return frame(PLACES, rows)


def together(against: Sequence[Together]) -> pl.DataFrame:
    """Wins against an opponent, in a frame with the columns of `TOGETHER`."""
    rows = [
        {
            **panel(one), "opponent": one.opponent, "games": one.layout.n_games, "won": one.won,
            **_basis(one.share), **valued("share", one.share), **valued("margin", one.margin.mean),
            **valued("theirs", one.theirs.mean), **valued("lowest", one.lowest.mean),
            **valued("mean", one.mean.mean),
        }
        for one in against
    ]  # fmt: skip
    return frame(TOGETHER, rows)
