"""The effects of variants: each metric against the control, deal by deal, with a verdict by its margin.

Metrics of the primary family are adjusted together, over all variants and numbers of players. All others are
exploratory. A block that one side lacks is left out on both sides. Rule sets without common deals are
compared as independent samples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import Estimate, mean_of, share_of
from marchsim.analysis.reading.panels import Barred, barred, classify
from marchsim.analysis.reading.source import part_at, resolved
from marchsim.analysis.variants.blocks import FINE
from marchsim.analysis.variants.field_effects import FieldEffect, applies, field_effects
from marchsim.analysis.variants.quantities import Component, changed_components, components_of
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets
from marchsim.analysis.variants.verdicts import NARROW, Compared, Paired, compare
from marchsim.errors import RecordError, nearest
from marchsim.recorder import metrics as catalogue
from marchsim.recorder.metrics import ALL_SEATS, OF, SEAT, USUAL, USUAL_TOGETHER, described
from marchsim.stats import bounded
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.intervals import Interval, t_interval

MORE_USUAL = ("score",)


@dataclass(frozen=True)
class Meeting:
    """How many deals a variant and the control have, in common and separately, with `players` players.

    If `apart`, the two are compared as independent samples, since fewer than 30 deals are common.
    """

    variant: str
    players: int
    common: int
    control_only: int
    variant_only: int
    apart: bool


@dataclass(frozen=True)
class MetricLevel:
    """The mean of a metric over deals under one rule set. `narrow` is the 90 % interval of this mean."""

    ruleset: str
    metric: str
    players: int
    estimate: Estimate
    narrow: Interval | None


@dataclass(frozen=True)
class Study:
    """All comparisons of rule sets. The verdicts keep the order of variants and metrics.

    `primary` verdicts are one family, and `exploratory` verdicts are not adjusted. `components` are changed
    components that seats are dealt, by metric. They belong to the primary family. Games with a baseline are
    excluded, and `barred` counts them.
    """

    rulesets: Rulesets
    metrics: tuple[str, ...]
    components: Mapping[str, Component]
    counts: tuple[int, ...]
    meetings: list[Meeting]
    primary: list[Compared]
    exploratory: list[Compared]
    effects: list[FieldEffect]
    levels: list[MetricLevel]
    blocks: Mapping[str, pl.DataFrame]
    barred: Barred

    @property
    def margins(self) -> dict[str, float]:
        """The margins that the configuration declares."""
        return _margins(self.rulesets)


def study(rulesets: Rulesets, more: Sequence[str] = ()) -> Study:
    """Compare rule sets by every metric that their games have. The components `more` are exploratory."""
    touched, known = changed_components(rulesets), components_of([rulesets.control])
    new = {metric: one for metric, one in touched.items() if metric not in known}
    primary = tuple(dict.fromkeys([*_primary(rulesets), *touched]))
    every = tuple(dict.fromkeys([*primary, *_others(rulesets, primary), *more]))
    blocks = rulesets.blocks(every)
    counts = tuple(sorted({int(k) for frame in blocks.values() for k in frame["players"].unique()}))
    margins = _margins(rulesets)
    meetings, pairs = [], []
    for players in counts:
        for one in rulesets.others:
            met, found = _meet(rulesets.control, one, blocks, players, every, new)
            meetings += [met] if met else []
            pairs += found
    first = [pair for pair in pairs if pair.metric in primary]
    rest = [pair for pair in pairs if pair.metric not in primary]
    return Study(
        rulesets, every, touched, counts, meetings,
        _compare(first, margins, part=part_of(rulesets)), _compare(rest, margins, adjust=False),
        field_effects(rulesets, primary, counts),
        [level for players in counts for level in _levels(rulesets, blocks, players, every)],
        blocks, barred(rulesets.runs),
    )  # fmt: skip


def part_of(rulesets: Rulesets) -> float:
    """The part of the error at this look. If several runs are compared, the smallest part of any run."""
    return min(part_at(one.run.manifest) for one in rulesets.all)


def _others(rulesets: Rulesets, primary: Sequence[str]) -> list[str]:
    """All known metrics. `first-seat` is left out if `primary` already has the same seat as `seat.1`."""
    targets = resolved(rulesets.control.run.manifest, "targets")
    twice = f"{SEAT}1" in primary and "first-seat" not in targets
    known = [*catalogue.known(None, rulesets.field), *filter(catalogue.component, targets)]
    return [one for one in known if one != "first-seat" or not twice]


def _primary(rulesets: Rulesets) -> tuple[str, ...]:
    """The metrics of the primary family, as declared or by default. Each seat is a metric of its own."""
    most = [classify(run)["players"].max() for run in rulesets.runs]
    return catalogue.expanded(_metrics(rulesets), max(int(str(players or 0)) for players in most))


def _metrics(rulesets: Rulesets) -> tuple[str, ...]:
    manifest = rulesets.control.run.manifest
    declared = resolved(manifest, "report").get("metrics")
    if isinstance(declared, list) and declared:
        return _checked([str(name) for name in declared], rulesets)
    focal = resolved(manifest, "design").get("focal") or []
    apart = [*USUAL, *MORE_USUAL, *(OF + str(name) for name in focal)]
    kinds = {one.together for one in rulesets.all}
    return tuple(
        dict.fromkeys([*(apart if False in kinds else ()), *(USUAL_TOGETHER if True in kinds else ())])
    )


def _checked(names: list[str], rulesets: Rulesets) -> tuple[str, ...]:
    """The declared metrics. Raises RecordError if one is unknown, since manifests may be written by hand."""
    known = [ALL_SEATS, *catalogue.known(None, rulesets.field)]
    for name in names:
        if name not in known and not catalogue.component(name):
            raise RecordError(
                f"{rulesets.control.name}: its manifest declares a metric {name!r} in [report]."
                f"{nearest(name, known)} Known: {', '.join(known)}."
            )
    return tuple(dict.fromkeys(names))


def _margins(rulesets: Rulesets) -> dict[str, float]:
    table = resolved(rulesets.control.run.manifest, "report", "margins")
    return {str(name): float(value) for name, value in table.items() if isinstance(value, (int, float))}


def _meet(
    control: ComparedRuleset,
    other: ComparedRuleset,
    blocks: Mapping[str, pl.DataFrame],
    players: int,
    metrics: Sequence[str],
    new: Mapping[str, Component],
) -> tuple[Meeting | None, list[Paired]]:
    """The deals of a variant and the control, and the values of each metric. None if one side has no games.

    A `new` component, which the control lacks, is compared with its value in a fair game.
    """
    then, now = (blocks[one.name].filter(pl.col("players") == players) for one in (control, other))
    if then.is_empty() or now.is_empty():
        return None, []
    then = then.with_columns(pl.lit(one.fair / players).alias(name) for name, one in new.items())
    both = then.join(now, on=["unit", "part"], suffix=" now").sort("deal", "part")
    common = both["unit"].n_unique()
    deals = [side["unit"].n_unique() for side in (then, now)]
    apart = common < FEW <= min(deals)
    met = Meeting(other.name, players, common, deals[0] - common, deals[1] - common, apart)
    named = [name for name in metrics if applies(name, (control, other), players)]
    if apart:
        sides = [_deal_means(side, named) for side in (then, now)]
        values = {name: (_known(sides[0], name), _known(sides[1], name)) for name in named}
    else:
        values = _paired(both, named)
    pairs = [
        Paired(name, players, *sides_of, other.name, apart)
        for name, sides_of in values.items()
        if min(len(side) for side in sides_of)
    ]
    return met, pairs


def _paired(both: pl.DataFrame, metrics: Sequence[str]) -> dict[str, tuple[Floats, Floats]]:
    """The means of each deal under both rule sets, over the blocks in which both have the metric."""
    sides = [
        pl.when(pl.col(other).is_not_null()).then(pl.col(own)).mean().round(FINE).alias(own)
        for name in metrics
        for own, other in ((name, f"{name} now"), (f"{name} now", name))
    ]
    deals = both.group_by("unit").agg(pl.col("deal").min(), *sides).sort("deal")
    return {name: (_known(deals, name), _known(deals, f"{name} now")) for name in metrics}


def _deal_means(blocks: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    means = [pl.col(name).mean().round(FINE) for name in metrics]
    return blocks.group_by("unit").agg(means).sort("unit")


def _known(deals: pl.DataFrame, name: str) -> Floats:
    return deals[name].drop_nulls().cast(pl.Float64).to_numpy()


def _compare(
    pairs: Sequence[Paired],
    margins: Mapping[str, float],
    adjust: bool = True,
    part: float = 1.0,
) -> list[Compared]:
    own = [catalogue.margin(pair.metric, margins, pair.players) for pair in pairs]
    return compare(pairs, own, adjust, part)


def _levels(
    rulesets: Rulesets, blocks: Mapping[str, pl.DataFrame], players: int, metrics: Sequence[str]
) -> list[MetricLevel]:
    found = []
    for one in rulesets.all:
        named = [name for name in metrics if applies(name, (one,), players)]
        deals = _deal_means(blocks[one.name].filter(pl.col("players") == players), named)
        for name in named:
            values = _known(deals, name)
            if len(values):
                found.append(level(one.name, name, players, values))
    return found


def level(ruleset: str, metric: str, players: int, values: Floats) -> MetricLevel:
    """The mean of a metric over deals, with its 95 % interval and the 90 % interval for equivalence."""
    ones = np.ones(len(values))
    estimate = (share_of if described(metric).bounded else mean_of)(values, ones)
    return MetricLevel(ruleset, metric, players, estimate, _narrow(metric, players, values, estimate.se))


def _narrow(metric: str, players: int, values: Floats, se: float | None) -> Interval | None:
    """The 90 % interval of a mean: a t interval, or one for a bounded mean if too few deals vary.

    The values of an unbounded metric are then assumed to lie at most its largest absolute value away from the
    most common one. None if there is one deal or nothing varies.
    """
    if len(values) < 2:
        return None
    ends = described(metric).ends(players)
    if ends is None and bounded.sparse(values):
        middle, reach = bounded.commonest(values), float(np.abs(values).max())
        ends = min(middle - reach, float(values.min())), max(middle + reach, float(values.max()))
    elif bounded.differing(values) >= bounded.SPARSE:
        ends = None
    if ends is not None:
        return bounded.mean_interval(values, *ends, NARROW) if ends[0] < ends[1] else None
    return t_interval(float(values.mean()), se, len(values) - 1, NARROW) if se else None


def joined(found: Study, names: Sequence[str], players: int, metric: str) -> Floats | None:
    """The values of a metric, shape (deals, rulesets), over the blocks that all these rule sets have.

    None if there are no such blocks.
    """
    whole: pl.DataFrame | None = None
    for at, name in enumerate(names):
        here = found.blocks[name].filter(pl.col("players") == players, pl.col(metric).is_not_null())
        here = here.select("unit", "part", pl.col(metric).alias(f"v{at}"))
        whole = here if whole is None else whole.join(here, on=["unit", "part"])
    if whole is None or whole.is_empty():
        return None
    columns = [f"v{at}" for at in range(len(names))]
    deals = whole.group_by("unit").agg(pl.col(columns).mean().round(FINE)).sort("unit")
    return deals.select(columns).to_numpy().astype(np.float64)
