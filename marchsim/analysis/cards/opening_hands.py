"""The entries and opening hands of a panel, as arrays by deal and place.

If each seat has the same hand in all games of a deal, as in rotations, a place is a seat. Otherwise each game
of a deal has places of its own.

The effect of being dealt each item is estimated overall and by strategy, with a test that re-deals hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marchsim.analysis.cards.items import Item
from marchsim.analysis.reading.estimates import LEVEL, Estimate, around
from marchsim.analysis.reading.panels import PANEL
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.intervals import normal_quantile, t_interval
from marchsim.stats.redealing import dealings, redeal
from marchsim.stats.treatments import (
    Effects,
    Entries,
    Hands,
    common_covariance,
    laid_residuals,
    treatment_effects,
)

CELL = ("deal", "seat")


@dataclass(frozen=True)
class Dealt:
    """The entries and hands of a panel. A stratum is a strategy in a seat.

    `strategy` (a position in `strategies`) and `seat` describe each stratum, shape (strata,).
    """

    entries: Entries
    hands: Hands
    strategies: list[str]
    strategy: Ints
    seat: Ints


@dataclass(frozen=True)
class Openings:
    """The entries and opening hands of all panels, by deal and seat.

    `entries` has the number of entries (n) and their credit, by strategy. In `hands`, n is the number of
    games in which a seat held an item. `seats` and `held` are lazy tables, from which both were computed.
    """

    entries: pl.DataFrame
    hands: pl.DataFrame
    seats: pl.LazyFrame
    held: pl.LazyFrame


def openings(seats: pl.LazyFrame, held: pl.LazyFrame, kind: str) -> Openings:
    """The entries and hands of all panels.

    `seats` are seats with their panel and deal. `held` are the items in their opening hands. `kind` is the
    item column.
    """
    return Openings(_entries(seats, CELL), _hands(held, CELL, kind), seats, held)


def dealt(found: Openings, here: pl.Expr, kind: str, items: Sequence[str], players: int) -> Dealt:
    """The arrays of the panel whose rows the condition `here` selects."""
    entries, hands = found.entries.filter(here), found.hands.filter(here)
    if _shared(entries, hands):
        entries, hands = (frame.with_columns(order=pl.lit(0, pl.Int64)) for frame in (entries, hands))
    else:
        by_game = ("deal", "game", "seat")
        entries = _entries(found.seats.filter(here), by_game)
        hands = _hands(found.held.filter(here), by_game, kind)
        order = entries.select("deal", "game").unique().with_columns(
            order=pl.col("game").rank("dense").over("deal").cast(pl.Int64) - 1
        )  # fmt: skip
        entries, hands = (frame.join(order, on=("deal", "game")) for frame in (entries, hands))
    return _arrays(entries, hands, kind, items, players)


def _entries(seats: pl.LazyFrame, cell: tuple[str, ...]) -> pl.DataFrame:
    keys = (*PANEL, *cell, "strategy")
    sums = seats.group_by(keys).agg(pl.len().cast(pl.Int64).alias("n"), pl.col("credit").sum())
    return sums.collect(engine="streaming")


def _hands(held: pl.LazyFrame, cell: tuple[str, ...], kind: str) -> pl.DataFrame:
    keys = (*PANEL, *cell, kind)
    return held.group_by(keys).agg(pl.len().cast(pl.Int64).alias("n")).collect(engine="streaming")


def _shared(entries: pl.DataFrame, hands: pl.DataFrame) -> bool:
    """Whether each seat has the same hand in all games of a deal."""
    games = entries.group_by(CELL).agg(games=pl.col("n").sum())
    return bool((hands.join(games, on=CELL).select(pl.col("n") == pl.col("games")).to_series()).all())


def _arrays(
    entries: pl.DataFrame, hands: pl.DataFrame, kind: str, items: Sequence[str], players: int
) -> Dealt:
    deals = entries["deal"].unique().sort().to_numpy()
    names = sorted(entries["strategy"].cast(pl.String).unique().to_list())
    places = players * entries["order"].n_unique()

    def cluster(frame: pl.DataFrame) -> Ints:
        return np.searchsorted(deals, frame["deal"].to_numpy()).astype(np.int64)

    def place(frame: pl.DataFrame) -> Ints:
        numbers = pl.col("seat").cast(pl.Int64) + players * pl.col("order")
        return frame.select(numbers).to_series().to_numpy()

    stratum = _numbers(entries["strategy"], names) * players + entries["seat"].to_numpy()
    credit: Floats = entries["credit"].cast(pl.Float64).to_numpy() / CREDIT
    counts: Floats = entries["n"].cast(pl.Float64).to_numpy()
    held = _in_order(cluster(hands), place(hands), _numbers(hands[kind], items))
    strata = np.arange(len(names) * players)
    return Dealt(
        Entries(*_in_order(cluster(entries), place(entries), stratum, credit, counts)),
        Hands(held[0], held[1], held[2], len(deals), places, len(items)),
        names, strata // max(1, players), strata % max(1, players),
    )  # fmt: skip


def _in_order(*columns: NDArray[Any]) -> list[NDArray[Any]]:
    """The columns sorted by the first three, so that sums do not depend on the order of reading."""
    order = np.lexsort(columns[2::-1])
    return [column[order] for column in columns]


def _numbers(column: pl.Series, names: Sequence[str]) -> Ints:
    """The positions of a column's values among `names`."""
    among = column.cast(pl.String).cast(pl.Enum(list(names)))
    return among.to_physical().to_numpy().astype(np.int64)


NOBODY = "dealt to nobody, or to all, of the same seat and strategy"
CONSTANT = "the same in all deals: no variance"


@dataclass(frozen=True)
class Worth:
    """The effects of all items in order: estimates, p values (None if not tested) and covariance.

    `alike` is the p value for the hypothesis that no tested item has an effect. The estimates are computed
    from `effects`.
    """

    estimates: list[Estimate]
    p_values: list[float | None]
    covariance: Floats
    alike: float | None
    effects: Effects


@dataclass(frozen=True)
class Use:
    """An item in the hands of one strategy: number of seats that were dealt it, play rate, and effect."""

    item: str
    strategy: str
    dealt: int
    play_rate: float | None
    effect: Estimate


def worth(given: Dealt, repeats: int, seed: int) -> Worth:
    """The effects of all items in a panel, tested by re-dealing the hands `repeats` times."""
    one = np.zeros_like(given.strategy)
    effects = treatment_effects(given.entries, given.hands, one)
    drawn = redeal(given.hands, laid_residuals(given.entries, given.hands, one), repeats, seed)
    reach, p_values = drawn.quantile(LEVEL)[0], drawn.p(effects.t)[0]
    estimates = [_estimate(effects, at, float(reach[at])) for at in range(given.hands.items)]
    tested = np.array([bool(one.se) and one.deals >= FEW for one in estimates], dtype=np.bool_)
    return Worth(
        estimates,
        [float(p) if use else None for p, use in zip(p_values, tested, strict=True)],
        common_covariance(np.array([one.se or 0.0 for one in estimates]), drawn.correlation(tested[None])),
        drawn.sum_p(effects.t, tested[None]) if tested.any() else None,
        effects,
    )


def _estimate(effects: Effects, at: int, reach: float) -> Estimate:
    """The effect of an item, with a 95 % interval from the re-dealings.

    Half the width of the interval is `reach` standard errors. The reported standard error is that of a normal
    distribution with the same interval.
    """
    deals, entries = round(float(effects.deals[0, at])), round(float(effects.treated[0, at]))
    if not effects.known[0, at]:
        return Estimate(None, note=NOBODY)
    value, half = float(effects.values[0, at]), float(effects.errors[0, at]) * reach
    if not half or not np.isfinite(half):
        return Estimate(value, entries=entries, deals=deals, note=CONSTANT)
    note = f"dealt in only {deals} deals: a rough interval, no test" if deals < FEW else ""
    se = half / normal_quantile(LEVEL)
    return Estimate(value, value - half, value + half, se, entries, deals, "dealt again", note)


def by_deals(given: Dealt) -> list[Estimate]:
    """The effect of each item, with a t interval over deals. It is quick, since it re-deals no hands."""
    effects = treatment_effects(given.entries, given.hands, np.zeros_like(given.strategy))
    return [_own(effects, 0, at) for at in range(given.hands.items)]


def redealt(given: Dealt, repeats: int, seed: int) -> tuple[Floats, Floats]:
    """Effects and variances as in `by_deals`, for re-dealt hands: two arrays of shape (repeats, items)."""
    one = np.zeros_like(given.strategy)
    effects = treatment_effects(given.entries, given.hands, one)
    weights, deals = effects.weights[0], effects.deals[0]
    over = np.where(weights > 0, weights, np.inf)
    more = np.where(deals > 1, deals / np.maximum(1.0, deals - 1), 0.0)
    outcomes = laid_residuals(given.entries, given.hands, one)
    found = list(dealings(given.hands, outcomes, repeats, seed))
    sums = np.concatenate([part.sums[:, 0] for part in found])
    variances = np.concatenate([part.variances(given.hands.item_clusters)[:, 0] for part in found])
    return sums / over, variances * more / over**2


def uses(given: Dealt, items: Sequence[Item], counts: dict[tuple[str, str], tuple[int, int]]) -> list[Use]:
    """The use of each item by each strategy. `counts` has (dealt, played) by item and strategy."""
    effects = treatment_effects(given.entries, given.hands, given.strategy)
    found = []
    for group, name in enumerate(given.strategies):
        for at, item in enumerate(items):
            dealt, played = counts.get((item.id, name), (0, 0))
            rate = played / dealt if dealt else None
            found.append(Use(item.id, name, dealt, rate, _own(effects, group, at)))
    return found


def _own(effects: Effects, group: int, at: int) -> Estimate:
    """The effect of an item for one strategy (`group`), with a t interval over deals."""
    deals, entries = round(float(effects.deals[group, at])), round(float(effects.treated[group, at]))
    if not effects.known[group, at]:
        return Estimate(None, note=NOBODY)
    value, error = float(effects.values[group, at]), float(effects.errors[group, at])
    if not error or deals < 2:
        return Estimate(value, entries=entries, deals=deals, note=CONSTANT)
    se = error * float(np.sqrt(deals / (deals - 1)))
    return around(value, t_interval(value, se, deals - 1), se, entries, deals)
