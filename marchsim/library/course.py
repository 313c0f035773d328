"""Frames about the course of games: length, endings, leads, scores, sources of points, and actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars as pl

from marchsim.analysis.course.pace import Course, ended
from marchsim.analysis.course.profile import StyleProfile
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.tournament import PanelResult
from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import (
    DEALS,
    GAMES,
    PLAYERS,
    POINTS,
    STRATEGY,
    VARIANT,
    frame,
    interval,
    panel,
    valued,
)

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
