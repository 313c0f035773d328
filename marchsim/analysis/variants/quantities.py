"""The quantities that targets can set, with a value for each deal and variant.

A quantity is a metric of games (`turns`), a seat or strategy (`seat.2`, `strategy.warlord`), a dealt label
(`species.lasius`), or an item (`cards.army-head`). Seats, strategies and labels are measured by the wins
index, which is 100 in a fair game. Items are measured by the extra wins of seats with the item, in the same
unit. Labels and items need deals of their own (`studies.forced`).

`components_of` gives the components that rule sets deal to seats, as metrics (`cards.army-head`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.cards.items import items_of
from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run, described, scan
from marchsim.analysis.variants.blocks import by_block, dealt_kinds
from marchsim.analysis.variants.differences import changes
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets
from marchsim.recorder.manifest import baselines
from marchsim.recorder.metrics import METRICS, component_metric
from marchsim.stats.clusters import Floats

SEAT, STRATEGY, METRIC, LABEL, ITEM = "seat", "strategy", "metric", "label", "item"
FEW = 5  # deals under which a mean is not used
EQUAL = 100.0  # wins of a fair game


@dataclass(frozen=True, order=True)
class Quantity:
    """A quantity with one number of players.

    `of` is the metric, seat (from 1), strategy, label or item. `table` is the column of the label, or the
    overlay table of the item.
    """

    kind: str
    of: str
    players: int
    table: str = ""

    @property
    def name(self) -> str:
        """The quantity's name in a file of targets."""
        return self.of if self.kind == METRIC else f"{self.table or self.kind}.{self.of}"


@dataclass(frozen=True)
class Measured:
    """The values of a quantity, shape (deals, variants). NaN if a deal has no value."""

    quantity: Quantity
    values: Floats

    @property
    def deals(self) -> Floats:
        """The number of deals with a value, for each variant."""
        found: Floats = np.isfinite(self.values).sum(axis=0).astype(np.float64)
        return found

    @property
    def means(self) -> Floats:
        """The mean over deals, for each variant. NaN if there are fewer than FEW deals."""
        deals = self.deals
        sums = np.nansum(self.values, axis=0)
        found: Floats = np.where(deals >= FEW, sums / np.maximum(deals, 1), np.nan)
        return found

    @property
    def variances(self) -> Floats:
        """The variance between deals, for each variant."""
        off = self.values - self.means
        found: Floats = np.nansum(off**2, axis=0) / np.maximum(self.deals - 1, 1)
        return found

    @property
    def correlation(self) -> float:
        """The correlation of values on the same deal, from 0 to 1: the mean over all pairs of variants."""
        whole = self.values[np.isfinite(self.values).all(axis=1)]
        many = whole.shape[1] if len(whole) else 0
        if len(whole) < FEW or many < 2:
            return 0.0
        off = whole - whole.mean(axis=0)
        own = float((off**2).sum())
        between = (float((off.sum(axis=1) ** 2).sum()) - own) / (many - 1)
        return min(1.0, max(0.0, between / own)) if own > 0 else 0.0


def measure(run: Run, quantities: Sequence[Quantity], variants: Sequence[str]) -> list[Measured]:
    """The values of these quantities under these variants of a run, in their order."""
    frame = pl.concat([_metrics(run, quantities), _wins(run)])
    found = []
    for one in quantities:
        here = frame.filter((pl.col("players") == one.players) & (pl.col("name") == one.name))
        found.append(Measured(one, _grid(here, variants)))
    return found


def _grid(here: pl.DataFrame, variants: Sequence[str]) -> Floats:
    """Rows (variant, deal, value) as an array (deals, variants)."""
    places = {name: at for at, name in enumerate(variants)}
    rows = here.filter(pl.col("variant").is_in(list(variants)) & pl.col("value").is_not_null())
    deals = rows["deal"].unique().sort()
    grid = np.full((len(deals), len(variants)), np.nan)
    columns = rows["variant"].replace_strict(places, return_dtype=pl.Int64).to_numpy()
    grid[deals.search_sorted(rows["deal"]).to_numpy(), columns] = rows["value"].to_numpy()
    return grid


def _metrics(run: Run, quantities: Sequence[Quantity]) -> pl.DataFrame:
    wanted = tuple(dict.fromkeys(one.of for one in quantities if one.kind == METRIC))
    blocks = by_block(run, tuple(name for name in wanted if name in METRICS))
    means = blocks.group_by("variant", "players", "deal").agg(pl.col(name).mean() for name in wanted)
    return _long(means.unpivot(wanted, index=["variant", "players", "deal"], variable_name="name"))


def _wins(run: Run) -> pl.DataFrame:
    """The wins index of each seat and each strategy, on each deal."""
    games = classify(run, baselines(run.manifest)).filter(pl.col("state") == "kept")
    seats = scan(run, "seats", ("game", "seat", STRATEGY, "credit")).select(
        "game",
        "credit",
        (pl.col("seat").cast(pl.Int64) + 1).cast(pl.String),
        pl.col(STRATEGY).cast(pl.String),
    )
    own = games.select("game", "players", "deal", pl.col("variant").cast(pl.String))
    rows = seats.join(own.lazy(), on="game").collect()
    index = EQUAL * pl.col("credit").cast(pl.Float64).mean() * pl.col("players").first()
    found = []
    for by in (SEAT, STRATEGY):
        means = rows.group_by("variant", "players", "deal", by).agg(value=index)
        found.append(_long(means.with_columns(name=pl.format(f"{by}.{{}}", pl.col(by)))))
    return pl.concat(found)


_SCHEMA = {
    "variant": pl.String, "players": pl.Int64, "deal": pl.Int64, "name": pl.String, "value": pl.Float64,
}  # fmt: skip


def _long(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with the columns of `_SCHEMA`."""
    return rows.select(pl.col(name).cast(kind) for name, kind in _SCHEMA.items())


@dataclass(frozen=True)
class Component:
    """A component. If `extra`, its value is relative to the other components, as for a card."""

    id: str
    name: str
    extra: bool

    @property
    def fair(self) -> float:
        """The component's value in a fair game, as a multiple of an equal share of wins."""
        return 0.0 if self.extra else 1.0


def components_of(rulesets: Iterable[ComparedRuleset]) -> dict[str, Component]:
    """The components that seats are dealt under these rule sets, by metric. Empty if there are none."""
    found = {}
    for one in rulesets:
        if described(one.run, "items") is not None:
            for kind, extra in dealt_kinds(one.run).items():
                for item in items_of(one.run, one.variant, kind, ()):
                    found[component_metric(kind, item.id)] = Component(item.id, item.name, extra)
    return found


def changed_components(rulesets: Rulesets) -> dict[str, Component]:
    """The components that differ between the control and another rule set, by metric."""
    control = rulesets.control
    held = [changes(control.resolved, one.resolved) for one in rulesets.others]
    ids = {change.path[1] for found in held for change in found if len(change.path) > 1}
    known = components_of(rulesets.all) if ids else {}
    return {metric: one for metric, one in known.items() if one.id in ids}
