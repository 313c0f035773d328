"""The effect of a change on each strategy, and the predicted effect on a strategy that did not play.

The effect on a strategy is the mean difference over deals of what it sees: its own share of wins, what it
wins in the first seat, its score, the games in which it sits. Effects are taken for draws from those on all
strategies that might play (random effects), with their covariance by deal, since strategies meet on deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.variants.blocks import FINE, OWN
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets
from marchsim.recorder.metrics import OF, component, described
from marchsim.recorder.yardsticks import yardsticks
from marchsim.stats import prediction
from marchsim.stats.clusters import FEW, Floats, cluster_means
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.prediction import FEWEST, FieldMean

ALIKE = "every strategy sits in all of these games, so all of them see the same"
NOTHING = "the same for every strategy in all deals"
FEW_STRATEGIES = f"under {FEWEST} strategies with {FEW} deals: nothing is said of others"
CONSTANT = "the same difference in every deal"
FEW_DEALS = "too few deals for this number of strategies"


@dataclass(frozen=True)
class StrategyEffect:
    """The mean difference that one strategy sees, and over how many deals."""

    strategy: str
    deals: int
    value: float
    interval: Interval | None


@dataclass(frozen=True)
class FieldEffect:
    """The effects of a variant on a metric at one number of players, and on the field; or why not (`note`).

    `yardsticks` take no part. The metric OWN is each strategy's own share of wins.
    """

    variant: str
    players: int
    metric: str
    effects: list[StrategyEffect]
    field: FieldMean | None
    note: str = ""


def field_effects(rulesets: Rulesets, metrics: Sequence[str], counts: Sequence[int]) -> list[FieldEffect]:
    """Return the effects of each ruleset against the control, in the order of players, rulesets, metrics."""
    own = tuple(name for name in metrics if not name.startswith(OF) and not component(name))
    seen = rulesets.seen(own)
    barred = frozenset().union(*(yardsticks(one.run.manifest) for one in rulesets.all))
    members = [name for name in rulesets.field if name not in barred]
    found = []
    for players in counts:
        for other in rulesets.others:
            sides = [
                seen[name].filter(pl.col("players") == players, pl.col("strategy").is_in(members))
                for name in (rulesets.control.name, other.name)
            ]
            if not any(side.is_empty() for side in sides):
                found += [
                    _effect(other.name, players, metric, sides, members)
                    for metric in (OWN, *own)
                    if applies(metric, (rulesets.control, other), players)
                ]
    return [one for one in found if one is not None]


def applies(metric: str, sides: Sequence[ComparedRuleset], players: int) -> bool:
    """Return whether a metric says something of all these rulesets with this number of players."""
    kind = False if metric == OWN else described(metric).together
    return kind is None or (all(one.together is kind for one in sides) and (kind or players > 1))


def _effect(
    variant: str, players: int, metric: str, sides: Sequence[pl.DataFrame], members: Sequence[str]
) -> FieldEffect | None:
    then, now = (side.filter(pl.col(metric).is_not_null()) for side in sides)
    keys = ["unit", "part", "strategy"]
    both = then.join(now.select(*keys, new=metric), on=keys)
    if both["unit"].n_unique() < FEW <= min(side["unit"].n_unique() for side in (then, now)):
        parts = [_table(one, pl.col(metric), members) for one in (now, then)]
    else:
        parts = [_table(both, pl.col("new") - pl.col(metric), members)]
    known = [at for at in range(len(members)) if all((counts[:, at] > 0).sum() >= FEW for _, counts in parts)]
    if not known:
        return None
    parts = [(sums[:, known], counts[:, known]) for sums, counts in parts]
    return _of(variant, players, metric, [members[at] for at in known], parts)


def _table(frame: pl.DataFrame, value: pl.Expr, members: Sequence[str]) -> tuple[Floats, Floats]:
    """Return sums and numbers of a value over the blocks of each deal by strategy, both (deals, k)."""
    summed = frame.group_by("unit", "strategy").agg(sum=value.sum().round(FINE), count=pl.len())
    units = summed["unit"].unique().sort()
    place = {name: at for at, name in enumerate(members)}
    rows = units.search_sorted(summed["unit"]).to_numpy()
    columns = np.array([place[name] for name in summed["strategy"].to_list()], dtype=np.int64)
    sums, counts = np.zeros((len(units), len(members))), np.zeros((len(units), len(members)))
    sums[rows, columns], counts[rows, columns] = summed["sum"].to_numpy(), summed["count"].to_numpy()
    return sums, counts


def _of(
    variant: str, players: int, metric: str, names: Sequence[str], parts: Sequence[tuple[Floats, Floats]]
) -> FieldEffect:
    """Return the effects from tables of differences, or of now and of then on deals of their own."""
    means, covariance = cluster_means(*parts[0])
    for sums, counts in parts[1:]:
        others, spread = cluster_means(sums, counts)
        means, covariance = means - others, covariance + spread
    deals = np.min([(counts > 0).sum(axis=0) for _, counts in parts], axis=0)
    errors = np.sqrt(np.diag(covariance))
    effects = [
        StrategyEffect(
            name, int(n), float(mean), t_interval(float(mean), float(se), int(n) - 1) if se else None
        )
        for name, n, mean, se in zip(names, deals, means, errors, strict=True)
    ]
    clusters = min(len(sums) for sums, _ in parts)
    note = _unsaid(parts, clusters, len(names))
    if note:
        return FieldEffect(variant, players, metric, effects, None, note)
    # an estimated covariance makes Q too large, by this on average (Hartlap and others 2007, A&A 464)
    loose = (clusters - 1) / (clusters - len(names) - 1)
    found = prediction.field(means, covariance * loose)
    return FieldEffect(variant, players, metric, effects, found, "" if found else CONSTANT)


def _unsaid(parts: Sequence[tuple[Floats, Floats]], clusters: int, k: int) -> str:
    """Return why nothing can be said of strategies that did not play; '' if it can."""
    if len(parts) == 1 and not parts[0][0].any():
        return NOTHING
    if k < FEWEST:
        return FEW_STRATEGIES
    if all(np.array_equal(table, np.repeat(table[:, :1], k, axis=1)) for part in parts for table in part):
        return ALIKE
    return FEW_DEALS if clusters < max(FEW, 2 * k) else ""
