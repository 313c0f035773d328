"""Wins of each kind of seat, such as the species dealt to a seat: overall, by seat, and between two kinds.

The unit is wins where 100 are fair (100 x players x share of wins). The deal is the independent unit. Kinds
that are dealt at random are compared as dealt. A study can also exchange two kinds on the same deal. Then the
column `against` names the other kind, each of the two plays every seat once, and they are compared seat by
seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import LEVEL, Estimate, by_deal, mean_of, share_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import Run, columns, meanings, numbers, scan
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.recorder.manifest import baselines
from marchsim.recorder.metrics import GENERIC
from marchsim.stats.clusters import FEW
from marchsim.stats.intervals import Interval
from marchsim.stats.shrinkage import posterior

FAIR = 100.0
SPREAD = 30.0  # scale of the prior of how far kinds differ, in wins where 100 are fair
GENERIC_ROUNDS = ("game", "round", "seat", "score")
STEPS = ((10, 1), (20, 5), (10**9, 10))  # (rounds, step): up to this many rounds, one round in `step` is used


@dataclass(frozen=True)
class Worth:
    """Wins of a kind where 100 are fair: as measured, and shrunk towards the other kinds.

    `seat` is -1 for all seats together, and `strategy` is '' for all strategies together.
    """

    kind: str
    seat: int
    wins: Estimate
    shrunk: float | None = None
    shrunk_interval: Interval | None = None
    strategy: str = ""


@dataclass(frozen=True)
class Fallen:
    """Eliminations of a kind or strategy: share of games in which it falls, mean round, and attackers.

    `by` counts the eliminations by the name of the attacker whose dice caused them ("" without an attacker).
    """

    name: str
    share: Estimate
    rounds: Estimate
    by: dict[str, int]


@dataclass(frozen=True)
class Kinds:
    """The kinds of one panel, sorted by name. `column` is their column in the table `seats` ("species").

    `ahead` has the share of games in which the first of two kinds at one table finishes ahead of the second.
    Ties count half. `instead` has the gain in wins, where 100 are fair, if the first replaces the second. It
    is empty if no study exchanged the two.
    `lives` has mean holdings by kind, column and round, over the games still in progress. `ends` has the
    share of games by way of ending.
    """

    column: str
    players: int
    worths: list[Worth]
    places: list[Worth]
    ahead: Mapping[tuple[str, str], Estimate]
    instead: Mapping[tuple[str, str], Estimate]
    fallen: list[Fallen]
    deals: int
    fell: str = ""  # what the columns say of who is eliminated
    suited: Sequence[Worth] = ()
    lives: Mapping[tuple[str, str], Mapping[int, Estimate]] = field(default_factory=dict)
    ends: Mapping[str, Estimate] = field(default_factory=dict)


def column_of(run: Run) -> str:
    """The column of the table `seats` with the kind of each seat, or '' if there is none.

    It is the first column, apart from `strategy`, whose values have labels.
    """
    own = columns(run, "seats")
    return next((name for name, told in own.items() if told.get("labels") and name not in GENERIC), "")


def kinds(run: Run, panel: Panel) -> Kinds | None:
    """The results of the kinds of seats in a panel, without games of a baseline. None if all are alike."""
    column = column_of(run)
    if not column or panel.players < 2 or panel.valid.is_empty():
        return None
    frame = scan(run, "seats", ("game", "seat", column))
    if frame.select(pl.col(column).n_unique()).collect().item() < 2:
        return None
    fell = [name for name in ("fell", "felled_by") if name in frame.collect_schema().names()]
    told = frame.select("game", "seat", pl.col(column).cast(pl.String).alias("kind"), *fell).collect()
    rows = panel.entries.join(panel.valid.select("game", "deal"), on="game").join(told, on=("game", "seat"))
    rows = rows.with_columns(pl.col("credit") / CREDIT, pl.col("strategy").cast(pl.String))
    if marks := list(baselines(run.manifest)):
        rows = rows.filter(~pl.col("strategy").is_in(marks).any().over("game"))
    if rows["kind"].n_unique() < 2:
        return None
    meaning = meanings(run, "seats")
    said = "; ".join(meaning[name] for name in fell)
    found = measured(rows, column, panel.players)
    return replace(found, fell=said[:1].upper() + said[1:], lives=_lives(run, rows))


def measured(rows: pl.DataFrame, column: str, players: int) -> Kinds:
    """The results of kinds, computed from entries.

    Columns of `rows`: deal, game, seat, kind, strategy, credit and rank. Credit is null in a game that nobody
    won, so shares are over the other games. There may be a column `against`: the other kind of an exchange,
    or "" in a game as dealt. Kinds are then also compared seat by seat.
    """
    rows = rows.with_columns(wins=pl.col("credit") * FAIR * players)
    fair = FAIR * players
    names = sorted(rows["kind"].unique().to_list())
    worths = [Worth(kind, -1, _won(rows.filter(pl.col("kind") == kind), fair)) for kind in names]
    places = [
        Worth(kind, seat, _won(rows.filter((pl.col("kind") == kind) & (pl.col("seat") == seat)), fair))
        for kind in names
        for seat in range(players)
    ]
    line = np.array([[a == one.kind for a in names] for one in places], dtype=np.float64)
    side = np.array([[s == one.seat for s in range(1, players)] for one in places], dtype=np.float64)
    return Kinds(
        column, players, _shrunk(worths), _shrunk(places, np.hstack([line, side])), *_pairs(rows, names),
        _fallen(rows, names), rows["deal"].n_unique(), suited=_suited(rows, names, fair), ends=_ends(rows),
    )  # fmt: skip


def _suited(rows: pl.DataFrame, names: Sequence[str], fair: float) -> list[Worth]:
    """Wins of each kind with each strategy. Empty if there is only one strategy."""
    strategies = sorted(rows["strategy"].cast(pl.String).unique().to_list())
    own = rows.with_columns(pl.col("strategy").cast(pl.String)).partition_by("kind", "strategy", as_dict=True)
    return [
        Worth(kind, -1, _won(own.get((kind, name), rows.clear()), fair), strategy=name)
        for kind in names
        for name in strategies
        if len(strategies) > 1
    ]


def _ends(rows: pl.DataFrame) -> dict[str, Estimate]:
    """The share of games that ended in each way. Empty if the rows have no column `ending`."""
    if "ending" not in rows.columns:
        return {}
    games = rows.unique("game", keep="first", maintain_order=True)
    ways = games["ending"].unique().sort().to_list()
    return {way: share_of(*by_deal(games, pl.col("ending") == way)) for way in ways}


def _lives(run: Run, rows: pl.DataFrame) -> dict[tuple[str, str], dict[int, Estimate]]:
    """Mean holdings (columns of `rounds` that do not add up) of each kind at the end of some rounds."""
    own = columns(run, "rounds")
    names = [
        name for name, told in own.items() if name not in GENERIC_ROUNDS and told.get("adds") is not True
    ]
    names = [name for name in names if name in numbers(run.scan("rounds"))] if own else []
    if not names:
        return {}
    table = scan(run, "rounds", ("game", "round", "seat"))
    last = table.select(pl.col("round").max()).collect().item() or 0
    step = next(many for most, many in STEPS if last <= most)
    told = table.filter(pl.col("round") % step == 0).select("game", "seat", "round", *names).collect()
    here = rows.select("game", "seat", "kind", "deal").join(told, on=("game", "seat"))
    parts = here.sort("kind", "round").partition_by("kind", "round", as_dict=True, maintain_order=True)
    found: dict[tuple[str, str], dict[int, Estimate]] = {}
    for (kind, number), part in parts.items():
        for name in names:
            means = found.setdefault((str(kind), name), {})
            means[int(str(number))] = mean_of(*by_deal(part, pl.col(name)))
    return found


def _won(rows: pl.DataFrame, fair: float) -> Estimate:
    """The share of wins of these entries, multiplied by `fair`."""
    return share_of(*by_deal(rows, pl.col("credit"))).times(fair)


def _shrunk(found: Sequence[Worth], design: np.ndarray | None = None) -> list[Worth]:
    """The worths, shrunk towards their mean or, with `design`, towards the additive fit of kind and seat.

    Nothing is shrunk if any worth has no standard error or too few deals.
    """
    errors = [one.wins.se or 0.0 for one in found]
    if min(errors) <= 0 or min(one.wins.deals for one in found) < FEW:
        return list(found)
    values = np.array([one.wins.value for one in found], dtype=np.float64)
    free = None if design is not None else len(found) - 1
    drawn = posterior(values, np.array(errors) ** 2, SPREAD, design, free).true
    low, high = drawn.interval(LEVEL)
    return [
        replace(one, shrunk=float(mean), shrunk_interval=Interval(float(a), float(b), "posterior"))
        for one, mean, a, b in zip(found, drawn.mean, low, high, strict=True)
    ]


def _pairs(
    rows: pl.DataFrame, names: Sequence[str]
) -> tuple[dict[tuple[str, str], Estimate], dict[tuple[str, str], Estimate]]:
    """`Kinds.ahead` and `Kinds.instead` of each pair of kinds that met at one table."""
    exchanged = "against" in rows.columns
    keys = ["deal", "game"]
    found: dict[tuple[str, str], Estimate] = {}
    gains: dict[tuple[str, str], Estimate] = {}
    for kind, other in combinations(names, 2):
        one, two = (rows.filter(pl.col("kind") == name) for name in (kind, other))
        both = one.join(two, on=keys, suffix="_other")
        ahead = both.with_columns(
            ahead=(pl.col("rank") < pl.col("rank_other")) + 0.5 * (pl.col("rank") == pl.col("rank_other"))
        )
        if ahead.is_empty():
            continue
        found[kind, other] = share_of(*by_deal(ahead, pl.col("ahead")))
        if exchanged:
            pair = both.filter(pl.col("against").is_in(["", other]))
            known = pair.drop_nulls(["wins", "wins_other"])  # games that somebody won
            whole = known.filter(pl.len().over("deal") == 2)  # as dealt, and exchanged
            gains[kind, other] = mean_of(*by_deal(whole, pl.col("wins") - pl.col("wins_other")))
    return found, gains


def _fallen(rows: pl.DataFrame, names: Sequence[str]) -> list[Fallen]:
    """Eliminations by kind. Empty if the game does not record them."""
    if "fell" not in rows.columns:
        return []
    felled = _felled(rows) if "felled_by" in rows.columns else {}
    found = []
    for kind in names:
        own = rows.filter(pl.col("kind") == kind)
        lost = own.filter(pl.col("fell").is_not_null())
        by = felled.get(kind, {})
        told = own.with_columns(lost=pl.col("fell").is_not_null().cast(pl.Float64))
        found.append(
            Fallen(
                kind, share_of(*by_deal(told, pl.col("lost"))), mean_of(*by_deal(lost, pl.col("fell"))), by
            )
        )
    return found


def _felled(rows: pl.DataFrame) -> dict[str, dict[str, int]]:
    """The eliminations of each kind, counted by the name of the attacker ("" without an attacker)."""
    lost = rows.filter(pl.col("fell").is_not_null()).with_row_index("fall")
    aimed = lost.select("fall", "game", "kind", by=pl.col("felled_by").fill_null("").str.split("+")).explode(
        "by"
    )
    seats = rows.select("game", by=pl.col("seat").cast(pl.String), name="kind")
    named = pl.when(pl.col("by").is_in(rows["kind"].unique().to_list())).then("by")  # by name, not by seat
    met = aimed.join(seats, on=("game", "by"), how="left").with_columns(
        pl.coalesce("name", named, pl.lit(""))
    )
    found: dict[str, dict[str, int]] = {}
    counts = met.group_by("kind", "name").agg(pl.col("fall").n_unique()).sort("kind", "name")
    for kind, name, falls in counts.iter_rows():
        found.setdefault(kind, {})[name] = falls
    return found
