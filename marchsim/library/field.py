"""Frames about wins (by strategy, pair, seat, strategy in a seat, opponent) and about the course of games.

The course is length, endings, leads, scores, sources of points, and actions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from marchsim.analysis.course.pace import Course, ended
from marchsim.analysis.course.profile import StyleProfile
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


ROUND = Column("round", "i16", "round, as the game numbers it")
PACE = Table(
    "pace",
    "One row for each measure of length and suspense of each panel.",
    (
        VARIANT, PLAYERS,
        Column("measure", "str", "rounds, turns, decisions. In games against each other also `lead changes` "
               "a game and `wins from last place`, the share of wins from the last place half-way"),
        GAMES, DEALS, *interval("mean", "mean of the games", "of the measure"),
        Column("median", "f64", "median of the games, null of a share", "of the measure"),
        Column("lowest", "f64", "smallest of a game", "of the measure"),
        Column("highest", "f64", "largest of a game", "of the measure"),
    ),
    ("variant", "players", "measure"),
)  # fmt: skip
ENDINGS = Table(
    "endings",
    "One row for each way in which games of a group ended.",
    (
        VARIANT, PLAYERS, Column("ending", "str", "deciding criterion, or `joint winners`"), GAMES,
        *interval("share", "games that ended so", "share of games"),
    ),
    ("variant", "players", "ending"),
)  # fmt: skip
LEAD = Table(
    "lead",
    "One row for each round but the last of each group, games against each other only.",
    (
        VARIANT, PLAYERS, ROUND, GAMES,
        *interval("shared", "games whose lead was shared after it", "share of games"),
        *interval("changed", "games in which the lead changed in it", "share of games"),
        *interval("behind", "wins of players who were behind then", "share of wins"),
        *interval("gap", "first above second", POINTS),
        *interval("spread", "first above last", POINTS),
    ),
    ("variant", "players", "round"),
)  # fmt: skip
SCORES = Table(
    "scores",
    "One row for each strategy and round of each panel.",
    (VARIANT, PLAYERS, STRATEGY, ROUND, *interval("score", "mean score at the end of the round", POINTS)),
    ("variant", "players", "strategy", "round"),
)
SOURCES = Table(
    "sources",
    "One row for each strategy and source of points of each panel.",
    (
        VARIANT, PLAYERS, STRATEGY, Column("source", "str", "column of `seats`, or points_other"),
        *interval("points", "mean points from it", POINTS),
    ),
    ("variant", "players", "strategy", "source"),
)  # fmt: skip
PROFILE = Table(
    "profile",
    "One row for each strategy and each number that the game records of a seat, in each panel.",
    (
        VARIANT, PLAYERS, STRATEGY, Column("table", "str", "table that records it"),
        Column("measure", "str", "its column there"),
        Column("how", "str", "how a game's number comes about: at the end, in the game, mean of rounds"),
        Column("unit", "str", "unit of the mean"), DEALS, *interval("mean", "mean of the games", "see unit"),
        Column("meaning", "str", "what it is"),
    ),
    ("variant", "players", "strategy", "table", "measure"),
)  # fmt: skip
ACTIVITY = Table(
    "activity",
    "One row for each number of the table `rounds` and each round of each group, of all players.",
    (
        VARIANT, PLAYERS, ROUND, Column("measure", "str", "its column in `rounds`"),
        Column("happens", "bool", "whether it counts events of the round, else the state at its end"),
        *interval("mean", "mean per player", "of the column"),
    ),
    ("variant", "players", "round", "measure"),
)  # fmt: skip


def pace(courses: Iterable[Course]) -> pl.DataFrame:
    """Measures of length and closeness, in a frame with the columns of `PACE`."""
    rows = []
    for one in courses:
        measures: list[tuple[str, Estimate, float | None, float | None, float | None]] = [
            (row.name, row.mean, row.quantiles[2], row.low, row.high) for row in one.lengths
        ]
        if isinstance(one, PanelResult) and one.drama is not None:
            measures.append(("lead changes", one.drama.changes, None, None, None))
            measures.append(("wins from last place", one.drama.late, None, None, None))
        rows += [
            {
                **panel(one), "measure": measure, "games": one.layout.n_games, "deals": one.layout.n_deals,
                **valued("mean", mean), "median": median, "lowest": low, "highest": high,
            }
            for measure, mean, median, low, high in measures
        ]  # fmt: skip
    return frame(PACE, rows)


def endings(courses: Iterable[Course]) -> pl.DataFrame:
    """Share of games by ending, in a frame with the columns of `ENDINGS`."""
    rows = [
        {**panel(one), "ending": name, "games": ended(share), **valued("share", share)}
        for one in courses
        for name, share in one.endings.items()
    ]
    return frame(ENDINGS, rows)


def lead(results: Iterable[PanelResult]) -> pl.DataFrame:
    """The lead by round, in a frame with the columns of `LEAD`."""
    rows = [
        {
            **panel(one), "round": row.round, "games": row.games, **valued("shared", row.shared),
            **valued("changed", row.changed), **valued("behind", row.behind), **valued("gap", row.gap),
            **valued("spread", row.spread),
        }
        for one in results
        for row in (one.drama.after if one.drama else ())
    ]  # fmt: skip
    return frame(LEAD, rows)


def scores(courses: Iterable[Course]) -> pl.DataFrame:
    """Mean scores by round, in a frame with the columns of `SCORES`."""
    rows = [
        {**panel(one), "strategy": strategy, "round": number, **valued("score", score)}
        for one in courses
        for strategy, found in one.rounds.items()
        for number, score in found.items()
    ]
    return frame(SCORES, rows)


def sources(courses: Iterable[Course]) -> pl.DataFrame:
    """Mean points by source, in a frame with the columns of `SOURCES`."""
    rows = [
        {**panel(one), "strategy": strategy, "source": column, **valued("points", mean)}
        for one in courses
        for strategy, means in one.points.items()
        for column, mean in means.items()
    ]
    return frame(SOURCES, rows)


def profile(profiles: Mapping[tuple[str, int], StyleProfile]) -> pl.DataFrame:
    """Recorded measures of each strategy, in a frame with the columns of `PROFILE`."""
    rows = [
        {
            "variant": variant, "players": players, "strategy": strategy, "table": measure.table,
            "measure": measure.column, "how": measure.how, "unit": measure.unit, "deals": mean.deals,
            **valued("mean", mean), "meaning": measure.meaning,
        }
        for (variant, players), found in profiles.items()
        for at, strategy in enumerate(found.strategies)
        for measure, means in zip(found.measures, found.means, strict=True)
        for mean in (means[at],)
    ]  # fmt: skip
    return frame(PROFILE, rows)


def activity(results: Iterable[PanelResult]) -> pl.DataFrame:
    """Recorded measures by round, in a frame with the columns of `ACTIVITY`."""
    rows = [
        {
            **panel(one), "round": number, "measure": row.column, "happens": row.happens,
            **valued("mean", mean),
        }
        for one in results
        for row in one.activity
        for number, mean in zip(row.rounds, row.means, strict=True)
    ]  # fmt: skip
    return frame(ACTIVITY, rows)
