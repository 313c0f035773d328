"""The effect of a change on each strategy, and its prediction for a strategy that did not play.

The effect on a strategy is a mean difference over deals: in its share of wins, its wins in the first seat,
its score, or a metric of the games in which it plays. The effects are treated as a random sample of the
effects on all possible strategies (random effects). Their covariance is by deal, since strategies share
deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import Estimate, around
from marchsim.analysis.variants.blocks import FINE, OWN
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets
from marchsim.recorder.manifest import baselines
from marchsim.recorder.metrics import OF, component, described
from marchsim.stats import prediction
from marchsim.stats.clusters import FEW, Floats, cluster_means
from marchsim.stats.intervals import t_interval
from marchsim.stats.prediction import FEWEST, FieldMean

ALIKE = "every strategy sits in all of these games, so all of them see the same"
NOTHING = "the same for every strategy in all deals"
FEW_STRATEGIES = f"under {FEWEST} strategies with {FEW} deals: nothing is said of others"
CONSTANT = "the same difference in every deal"
FEW_DEALS = "too few deals for this number of strategies"


@dataclass(frozen=True)
class FieldEffect:
    """The effects of a variant on a metric, for each strategy and for the field.

    `note` is the reason if there is no result for the field. The metric OWN is the strategy's own share of
    wins.
    """

    variant: str
    players: int
    metric: str
    effects: Mapping[str, Estimate]
    field: FieldMean | None
    note: str = ""


def field_effects(rulesets: Rulesets, metrics: Sequence[str], counts: Sequence[int]) -> list[FieldEffect]:
    """The effects of each rule set against the control, by number of players, rule set and metric."""
    own = tuple(name for name in metrics if not name.startswith(OF) and not component(name))
    seen = rulesets.seen(own)
    barred = frozenset().union(*(baselines(one.run.manifest) for one in rulesets.all))
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
    """Whether a metric is meaningful for all these rule sets with this number of players."""
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
    """Sums and counts of a value over the blocks of each deal, by strategy: two arrays (deals, k)."""
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
    """The effects from one table of differences, or from two tables on separate deals (after and before)."""
    means, covariance = cluster_means(*parts[0])
    for sums, counts in parts[1:]:
        others, spread = cluster_means(sums, counts)
        means, covariance = means - others, covariance + spread
    deals = np.min([(counts > 0).sum(axis=0) for _, counts in parts], axis=0)
    errors = np.sqrt(np.diag(covariance))
    effects = {
        name: around(mean, t_interval(mean, se, n - 1) if se else None, None, 0, n)
        for name, n, mean, se in zip(names, deals.tolist(), means.tolist(), errors.tolist(), strict=True)
    }
    clusters = min(len(sums) for sums, _ in parts)
    note = _why_none(parts, clusters, len(names))
    if note:
        return FieldEffect(variant, players, metric, effects, None, note)
    # an estimated covariance makes Q too large, on average by this factor (Hartlap and others 2007, A&A 464)
    loose = (clusters - 1) / (clusters - len(names) - 1)
    found = prediction.field(means, covariance * loose)
    return FieldEffect(variant, players, metric, effects, found, "" if found else CONSTANT)


def _why_none(parts: Sequence[tuple[Floats, Floats]], clusters: int, k: int) -> str:
    """The reason why there is no prediction for other strategies, or '' if there is one."""
    if len(parts) == 1 and not parts[0][0].any():
        return NOTHING
    if k < FEWEST:
        return FEW_STRATEGIES
    if all(np.array_equal(table, np.repeat(table[:, :1], k, axis=1)) for part in parts for table in part):
        return ALIKE
    return FEW_DEALS if clusters < max(FEW, 2 * k) else ""
