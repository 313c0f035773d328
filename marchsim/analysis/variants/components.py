"""Components that seats are dealt, as metrics (`cards.army-head`): their values by game, and which change.

A card's value is what each deal says of being dealt it (`cards.by_deal`), a species' the share of wins of the
seats that have it. In a game without it, or a deal that does not hold the card, there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from marchsim.analysis.cards.by_deal import worth_by_deal
from marchsim.analysis.cards.items import item_table, items_of
from marchsim.analysis.field.kinds import column_of
from marchsim.analysis.reading.panels import PANEL
from marchsim.analysis.reading.source import Run, described, scan
from marchsim.analysis.variants.differences import changes
from marchsim.errors import RecordError
from marchsim.recorder.components import named
from marchsim.recorder.metrics import component

if TYPE_CHECKING:
    from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets


@dataclass(frozen=True)
class Component:
    """A component: its id and name. `extra`: its value is what exceeds that of the others (a card)."""

    id: str
    name: str
    extra: bool

    @property
    def fair(self) -> float:
        """Its value in a fair game, as a multiple of an equal share of wins."""
        return 0.0 if self.extra else 1.0


def _kinds(run: Run) -> dict[str, bool]:
    """Return the kinds of component that seats are dealt, and whether their value is extra."""
    try:
        found = {item_table(run)[1]: True}
    except RecordError:
        found = {}
    label = column_of(run)
    return {**found, **({label: False} if label else {})}


def of(rulesets: Iterable[ComparedRuleset]) -> dict[str, Component]:
    """The components that seats are dealt under these rulesets, by metric; none in a game without."""
    found = {}
    for one in rulesets:
        if described(one.run, "items") is not None:
            for kind, extra in _kinds(one.run).items():
                for item in items_of(one.run, one.variant, kind, ()):
                    found[named(kind, item.id)] = Component(item.id, item.name, extra)
    return found


def changed(rulesets: Rulesets, others: Sequence[ComparedRuleset] = ()) -> dict[str, Component]:
    """The components that some of the `others` (none: all) change of the control, by metric."""
    control, there = rulesets.control, others or rulesets.others
    held = [changes(control.resolved, one.resolved) for one in there]
    ids = {change.path[1] for found in held for change in found if len(change.path) > 1}
    known = of((control, *there)) if ids else {}
    return {metric: one for metric, one in known.items() if one.id in ids}


def values(run: Run, games: pl.DataFrame, metrics: Iterable[str]) -> pl.DataFrame:
    """Return games with a column of share of wins for each of the metrics that is of a component."""
    wanted = [metric for metric in metrics if component(metric)]
    for kind, extra in (_kinds(run) if wanted else {}).items():
        own = {component(name): name for name in wanted if name == named(kind, component(name))}
        if own and extra:
            worth = worth_by_deal(run, own).with_columns(pl.col("item").replace_strict(own))
            wide = worth.pivot("item", index=[*PANEL, "deal"], values="worth")
            kept = games.with_columns(pl.col("variant").cast(pl.String), pl.col("players").cast(pl.Int64))
            games = kept.join(wide, on=[*PANEL, "deal"], how="left")
        elif own:
            label, credit = pl.col(kind).cast(pl.String), pl.col("credit")
            means = [credit.filter(label == one).mean().alias(name) for one, name in own.items()]
            seats = scan(run, "seats", ("game", kind, "credit")).group_by("game").agg(means)
            games = games.join(seats.collect(), on="game", how="left")
    return games
