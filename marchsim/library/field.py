"""Frames about wins: by strategy, pair, seat, strategy in a seat, and against an opponent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import polars as pl

from marchsim.analysis.field.together import TeamShare, Together
from marchsim.analysis.field.winrates import Share
from marchsim.analysis.tournament import PanelResult
from marchsim.kernel.game import Column, Table
from marchsim.library.described import (
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
    scaled,
    valued,
)

Rows = Iterator[Mapping[str, Any]]
Row = TypeVar("Row", Share, TeamShare)
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
        *ends("together_", "interval that holds with 95 % for all pairs of the group at once", SHARE),
        Column("detectable", "f64", "true difference that such a run finds in 80 % of cases", SHARE),
        Column("p", "f64", "p value that they win equally often"),
        Column("holm", "f64", "the same adjusted for all pairs of the group (Holm)"),
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
    """Wins of strategies, as the frame `WINRATE`."""
    rows = [row for one in results for row in _shares(one, baselines)]
    return frame(WINRATE, [*rows, *(row for one in against for row in _members(one, baselines))])


def _basis(found: Any) -> dict[str, Any]:
    """The columns on the origin of an estimated share: deals, method of its interval, note."""
    return {"deals": found.deals, "method": found.method, "note": found.note}


def _shares(one: PanelResult, baselines: Collection[str]) -> Rows:
    played = [row.strategy for row in one.shares if row.share.value is not None]
    wide = dict(zip(played, one.largest.found.together, strict=True)) if one.largest else {}
    for row in _ranked(one.shares):
        yield {
            **panel(one), **_entry(row, baselines), "opponent": "", "entries": row.share.entries,
            **bounds("together_", wide.get(row.strategy)),
            **scaled("wins", valued("share", row.share), 100.0 * one.players),
            **valued("rank", row.rank), **valued("margin", None),
        }  # fmt: skip


def _members(one: Together, baselines: Collection[str]) -> Rows:
    for row in _ranked(one.members):
        yield {
            **panel(one), **_entry(row, baselines), "opponent": one.opponent, "entries": row.score.entries,
            **bounds("together_", None), **valued("wins", None), **valued("rank", None),
            **valued("margin", row.margin),
        }  # fmt: skip


def _ranked(rows: Iterable[Row]) -> list[Row]:
    """The strategies sorted by share, the best first."""
    return sorted(rows, key=lambda row: (-(row.share.value or 0.0), row.strategy))


def _entry(row: Share | TeamShare, baselines: Collection[str]) -> dict[str, Any]:
    return {
        "strategy": row.strategy, "baseline": row.strategy in baselines, "games": row.games,
        **_basis(row.share), **valued("share", row.share), **valued("score", row.score),
    }  # fmt: skip


def pairs(results: Iterable[PanelResult]) -> pl.DataFrame:
    """Differences between strategies, as the frame `PAIRS`."""
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
    """Wins of seats, as the frame `SEATS`."""
    rows = []
    for one in results:
        wide = one.seats_largest.together if one.seats_largest else [None] * len(one.seats)
        for row, around in zip(one.seats, wide, strict=True):
            told = valued("share", row.share)
            rows.append({
                **panel(one), "seat": row.seat, "games": row.share.entries, **_basis(row.share), **told,
                **bounds("together_", around), **scaled("wins", told, 100.0 * one.players),
                **valued("score", row.score),
            })  # fmt: skip
    return frame(SEATS, rows)


def places(results: Iterable[PanelResult]) -> pl.DataFrame:
    """Wins of strategies by seat, as the frame `PLACES`."""
    rows = []
    for one in results:
        for row in one.places:
            told = {"share": row.share, **bounds("share_", row.interval)}
            rows.append({
                **panel(one), "strategy": row.strategy, "seat": row.seat, "games": row.entries,
                "deals": row.deals, **told, **scaled("wins", told, 100.0 * one.players),
                "method": row.interval.method if row.interval else "",
            })  # fmt: skip
    return frame(PLACES, rows)


def together(against: Sequence[Together]) -> pl.DataFrame:
    """Wins against an opponent, as the frame `TOGETHER`."""
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
