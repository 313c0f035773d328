"""What a run's opening hands say of its items: description, and the effect of being dealt each.

The hand is dealt at random, so seats dealt an item are contrasted with seats that were not, within seat and
strategy (a panel is one player count), with errors by deal. Sums are read once; no row is laid out twice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.design import Layout, layout_of
from marchsim.analysis.estimates import Estimate
from marchsim.analysis.items import FLAGS, Item, flags, item_table, items_of
from marchsim.analysis.panels import PANEL, classify
from marchsim.analysis.source import GENERIC_SEATS, Run, opponents, scan
from marchsim.analysis.tallies import CREDIT
from marchsim.analysis.values import Values, values
from marchsim.stats.clusters import FEW
from marchsim.stats.contrasts import t_test
from marchsim.stats.intervals import t_interval
from marchsim.stats.treatments import (
    Effects,
    Sums,
    Treated,
    common_covariance,
    treatment_effects,
    within,
)


@dataclass(frozen=True)
class Counted:
    """Seats and the credit they won: `share` is None without seats."""

    seats: int
    credit: float

    @property
    def share(self) -> float | None:
        """Return the share of wins."""
        return self.credit / self.seats if self.seats else None


@dataclass(frozen=True)
class Described:
    """An item's counts by 17lands' definitions.

    `opening`: in the opening hand; `later`: drawn after it; `held`: either; `played`; `unseen`: neither drawn
    nor played by the seat.
    """

    item: Item
    opening: Counted
    later: Counted
    held: Counted
    played: Counted
    unseen: Counted
    play_rate: float | None

    @property
    def improvement(self) -> float | None:
        """Return win rate when drawn minus win rate when not seen."""
        if self.held.share is None or self.unseen.share is None:
            return None
        return self.held.share - self.unseen.share


@dataclass(frozen=True)
class Use:
    """An item in the hands of one strategy: how often it was dealt and then played, and its effect."""

    item: str
    strategy: str
    dealt: int
    play_rate: float | None
    effect: Estimate


@dataclass(frozen=True)
class Screening:
    """One rule set at one player count: `values` are effects of being dealt an item."""

    variant: str
    players: int
    opponent: str
    kind: str
    layout: Layout
    described: list[Described]
    values: Values
    uses: list[Use]
    strategies: list[str]


def screenings(run: Run) -> list[Screening]:
    """Return the screening of each panel of a run, in the order of variants and of player counts.

    RecordError if the run did not record which items came to each seat.
    """
    table, kind = item_table(run)
    games = classify(run)
    if games.is_empty():
        return []
    seats = _seats(run, games)
    frame = scan(run, table, ("game", "seat", kind))
    rows = frame.select("game", "seat", kind, *flags(frame.collect_schema().names()))
    joined = rows.join(seats, on=("game", "seat"))
    seen = _collect(_seen(joined, kind))
    dealt = _collect(joined.filter("opening").select(*PANEL, "deal", "seat", "strategy", "credit", kind))
    entries = _collect(
        seats.group_by(*PANEL, "deal", "seat", "strategy").agg(pl.len().alias("n"), pl.col("credit").sum())
    ).sort(*PANEL, "deal", "seat", "strategy")
    against = opponents(run.manifest)
    order = games.select(PANEL).unique(maintain_order=True)
    variants = list(dict.fromkeys(order["variant"].to_list()))
    panels = sorted(order.iter_rows(), key=lambda panel: (variants.index(panel[0]), panel[1]))
    found = []
    for variant, players in panels:
        here = (pl.col("variant") == variant) & (pl.col("players") == players)
        own = games.filter(here)
        parts = [frame.filter(here) for frame in (entries, dealt, seen)]
        visits = parts[0].group_by("strategy", "seat").agg(pl.col("n").sum())
        items = items_of(run, variant, kind, parts[2][kind].unique().to_list())
        layout = layout_of(own, visits, players, run.manifest)
        found.append(_screening(variant, players, against.get(variant, ""), kind, layout, items, *parts))
    return found


def _collect(frame: pl.LazyFrame) -> pl.DataFrame:
    return frame.collect(engine="streaming")


def _seats(run: Run, games: pl.DataFrame) -> pl.LazyFrame:
    """Return the seats of games that count, with panel and deal; credits as whole parts of CREDIT."""
    kept = games.lazy().filter(pl.col("state") == "kept").select("game", *PANEL, "deal")
    seats = scan(run, "seats", GENERIC_SEATS)
    credit = (pl.col("credit") * CREDIT).round().cast(pl.Int64)
    wanted = seats.select("game", "seat", pl.col("strategy").cast(pl.String).cast(pl.Categorical), credit)
    return wanted.join(kept, on="game")


def _seen(joined: pl.LazyFrame, kind: str) -> pl.LazyFrame:
    """Return seats and credit by item, strategy and what became of the item."""
    grouped = joined.group_by(
        *PANEL, pl.col(kind).cast(pl.String), pl.col("strategy").cast(pl.String), *FLAGS
    )
    return grouped.agg(pl.len().cast(pl.Int64).alias("n"), pl.col("credit").sum())


def _screening(
    variant: str,
    players: int,
    opponent: str,
    kind: str,
    layout: Layout,
    items: list[Item],
    entries: pl.DataFrame,
    dealt: pl.DataFrame,
    seen: pl.DataFrame,
) -> Screening:
    names = sorted(entries["strategy"].cast(pl.String).unique().to_list())
    all_sums, gifts = _arrays(entries, dealt, names, items, kind, players)
    effects = treatment_effects(all_sums, gifts, len(items))
    raw = [_estimate(effects, at) for at in range(len(items))]
    p_values = [_p(one, effects, at) for at, one in enumerate(raw)]
    covariance = _covariance(effects)
    whole = Counted(int(entries["n"].sum()), int(entries["credit"].sum()) / CREDIT)
    return Screening(
        variant, players, opponent, kind, layout,
        [_described(item, seen.filter(pl.col(kind) == item.id), whole) for item in items],
        values(items, raw, p_values, "bh", covariance),
        _uses(all_sums, gifts, names, items, seen, kind, players), names,
    )  # fmt: skip


def _arrays(
    entries: pl.DataFrame, dealt: pl.DataFrame, names: list[str], items: list[Item], kind: str, players: int
) -> tuple[Sums, Treated]:
    """Return entries and dealt items by dense numbers; a stratum is a strategy's number and a seat."""
    deals = entries["deal"].unique().sort()
    labels, ids = pl.Enum(names), pl.Enum([item.id for item in items])

    def columns(frame: pl.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        place = frame["strategy"].cast(pl.String).cast(labels).to_physical().to_numpy().astype(np.int64)
        cluster = np.searchsorted(deals.to_numpy(), frame["deal"].to_numpy())
        credit = frame["credit"].cast(pl.Float64).to_numpy() / CREDIT
        return cluster.astype(np.int64), place * players + frame["seat"].to_numpy(), credit

    number = dealt[kind].cast(pl.String).cast(ids).to_physical().to_numpy().astype(np.int64)
    counts = entries["n"].cast(pl.Float64).to_numpy()
    return Sums(*columns(entries), counts), Treated(*columns(dealt), np.ones(len(dealt)), number)


def _estimate(effects: Effects, at: int) -> Estimate:
    """Return the effect of an item, in words where there is none."""
    deals, dealt = int(effects.treated_clusters[at]), round(float(effects.treated[at]))
    if not effects.known[at]:
        return Estimate(None, note="dealt to too few to compare with others of the same seat and strategy")
    value, se = float(effects.values[at]), float(np.sqrt(effects.covariance[at, at]))
    if not se:
        return Estimate(value, entries=dealt, deals=deals, note="the same in all deals: no variance")
    note = f"dealt in only {deals} deals: a rough interval, no test" if deals < FEW else ""
    interval = t_interval(value, se, max(1, min(deals, int(effects.clusters[at])) - 1))
    return Estimate(value, interval.low, interval.high, se, dealt, deals, interval.method, note)


def _p(one: Estimate, effects: Effects, at: int) -> float | None:
    if not one.se or one.deals < FEW:
        return None
    return t_test(one.value or 0.0, one.se, min(one.deals, int(effects.clusters[at])) - 1).p


def _covariance(effects: Effects) -> np.ndarray:
    """Return the covariance of the effects with one correlation for all that have an error."""
    usable = np.flatnonzero(np.diag(effects.covariance) > 0)
    whole = np.zeros_like(effects.covariance)
    block = np.ix_(usable, usable)
    whole[block] = common_covariance(effects.covariance[block])
    return whole


def _described(item: Item, rows: pl.DataFrame, whole: Counted) -> Described:
    def counted(which: pl.Expr) -> Counted:
        chosen = rows.filter(which)
        return Counted(int(chosen["n"].sum()), int(chosen["credit"].sum()) / CREDIT)

    opening, drawn, played = (pl.col(flag) for flag in FLAGS)
    met, held, used = counted(pl.lit(True)), counted(drawn), counted(drawn & played)
    return Described(
        item=item,
        opening=counted(opening),
        later=counted(drawn & ~opening),
        held=held,
        played=counted(played),
        unseen=Counted(whole.seats - met.seats, whole.credit - met.credit),
        play_rate=used.seats / held.seats if held.seats else None,
    )


def _uses(
    entries: Sums,
    gifts: Treated,
    names: list[str],
    items: list[Item],
    seen: pl.DataFrame,
    kind: str,
    players: int,
) -> list[Use]:
    """Return each item in the hands of each strategy."""
    counts = {
        (row[kind], row["strategy"]): (row["n"], row["played_n"])
        for row in seen.filter("opening")
        .group_by(kind, "strategy")
        .agg(pl.col("n").sum(), played_n=pl.col("n").filter("played").sum())
        .iter_rows(named=True)
    }
    found = []
    for place, name in enumerate(names):
        kept = np.zeros(len(names) * players, dtype=np.bool_)
        kept[place * players : (place + 1) * players] = True
        effects = treatment_effects(within(entries, kept), within(gifts, kept), len(items))
        for at, item in enumerate(items):
            dealt, played = counts.get((item.id, name), (0, 0))
            rate = played / dealt if dealt else None
            found.append(Use(item.id, name, dealt, rate, _estimate(effects, at)))
    return found
