"""Variants as a design: effects of several changes at once with interactions, and sweeps of a parameter.

Each change has two values. A linear model with all changes and all pairs is fitted to the variants deal by
deal. So an effect has a value on each deal, the independent unit (Box, Hunter and Hunter 2005, ch. 5 and 6).
In a fraction of resolution V no effect is confounded with another, unless three or more changes interact.

A sweep is an axis of values, and a curve for each setting of the rest. It is recognised among the variants of
the configuration, from a [sweep] or from [[variants]] written by hand. The place of the base on the axis
follows from its resolved values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from marchsim.analysis.reading.estimates import LEVEL, Estimate, around
from marchsim.analysis.reading.source import entry, of_error, resolved
from marchsim.analysis.variants.comparisons import Study, joined, part_of
from marchsim.analysis.variants.differences import ChangedValue, shown
from marchsim.analysis.variants.rulesets import Rulesets, strategies
from marchsim.recorder import metrics as catalogue
from marchsim.stats.clusters import FEW, NOTHING, Floats
from marchsim.stats.intervals import t_interval
from marchsim.stats.joint import errors_of
from marchsim.stats.simultaneous import joint_level

CANCEL, LESS, MORE, DEPEND, LEVEL_OUT = "cancel", "less", "more", "depend", "level out"


@dataclass(frozen=True)
class FactorialEffect:
    """The effect of a change, or the interaction of two, with intervals that hold at once on the page.

    The values of `factors` are texts. `alone` has the effect of each change without the other, `both` the
    effect of the two together, and `word` their relation. CANCEL means that each change reverses the effect
    of the other. LESS and MORE mean that the joint effect is less or more than the sum. DEPEND means that the
    two effects alone do not point the same way. LEVEL_OUT means that opposite effects have a sum within the
    margin. '' means that no interaction is shown.
    """

    metric: str
    players: int
    factors: tuple[ChangedValue, ...]
    estimate: Estimate
    alone: tuple[Estimate, ...] = ()
    both: Estimate | None = None
    word: str = ""


@dataclass(frozen=True)
class Factorial:
    """The combined changes, the number of variants, and the effects on all metrics.

    `deals` is the largest number of deals from which an effect is computed.
    """

    factors: tuple[ChangedValue, ...]
    variants: int
    effects: list[FactorialEffect]
    deals: int

    @property
    def saved(self) -> float:
        """How many times as many games are needed for the same precision if changes are tried one by one.

        Then k changes need k + 1 variants, and an effect is the difference between two of them. Here it is
        the difference between two halves of all variants.
        """
        return (len(self.factors) + 1) / 2


def factorial(study: Study) -> Factorial | None:
    """The effects of two or more changes, and the interaction of each pair of changes.

    None if the design cannot estimate all of these.
    """
    found = swept_values(study.rulesets)
    if found is None:
        return None
    paths, table = found
    name = study.rulesets.control.name
    control = table.get(name, next(iter(table.values())))
    others = [row for key, row in table.items() if key != name]
    if any(repr(control[at]) not in {repr(row[at]) for row in others} for at in range(len(paths))):
        table = {key: row for key, row in table.items() if key != name}  # not part of the design
        control = next(iter(table.values()))
    distinct = [list(dict.fromkeys(repr(row[at]) for row in table.values())) for at in range(len(paths))]
    moved = [at for at, values in enumerate(distinct) if len(values) > 1]
    if len(moved) < 2 or any(len(distinct[at]) != 2 for at in moved):
        return None
    signs = np.array(
        [[-0.5 if repr(row[at]) == repr(control[at]) else 0.5 for at in moved] for row in table.values()]
    )
    model = model_of(signs)
    if np.linalg.matrix_rank(model) < model.shape[1]:
        return None
    other = {
        at: next(row[at] for row in table.values() if repr(row[at]) != repr(control[at])) for at in moved
    }
    factors = tuple(ChangedValue(paths[at], value_words(control[at]), value_words(other[at])) for at in moved)
    primary = list(dict.fromkeys((one.players, one.metric) for one in study.primary))
    level = of_error(LEVEL, part_of(study.rulesets) / max(1, len(primary)))
    effects, deals = [], 0
    margins = study.margins
    for players, metric in primary:
        values = joined(study, list(table), players, metric)
        if values is not None and len(values) >= FEW:
            margin = catalogue.margin(metric, margins, players).at(float(values.mean()))
            effects += effects_of(metric, players, factors, values, model, level, margin)
            deals = max(deals, len(values))
    return Factorial(factors, len(table), effects, deals)


def model_of(signs: Floats) -> Floats:
    """The model matrix (variants, effects) with columns for the mean, changes and pairs.

    `signs` (variants, changes) are -0.5 or 0.5.
    """
    pairs = combinations(range(signs.shape[1]), 2)
    columns = [np.ones(len(signs)), *signs.T, *(signs[:, a] * signs[:, b] for a, b in pairs)]
    return np.column_stack(columns)


def effects_of(
    metric: str, players: int, factors: tuple[ChangedValue, ...], values: Floats, model: Floats, level: float,
    margin: float,
) -> list[FactorialEffect]:  # fmt: skip
    """The effects on the values (deals, variants) of a metric: those of changes, then those of pairs."""
    own = values @ np.linalg.pinv(model)[1:].T  # (deals, effects)
    many, unit = len(factors), np.eye(own.shape[1])
    pairs = list(combinations(range(many), 2))
    rows = [*unit]
    for at, (a, b) in enumerate(pairs):
        half = unit[many + at] / 2
        rows += [unit[a] - half, unit[b] - half, unit[a] + half, unit[b] + half, unit[a] + unit[b]]
    told = _estimates(own, np.array(rows), level)
    found = [
        FactorialEffect(metric, players, (factor,), one) for factor, one in zip(factors, told, strict=False)
    ]
    for at, (a, b) in enumerate(pairs):
        pair, parts = told[many + at], told[len(unit) + 5 * at :][:5]
        word = relation(pair, parts[:2], parts[2:4], parts[4], margin)
        both = (factors[a], factors[b])
        found.append(FactorialEffect(metric, players, both, pair, tuple(parts[:2]), parts[4], word))
    return found


def _estimates(values: Floats, contrasts: Floats, level: float) -> list[Estimate]:
    """Estimates of linear combinations of effects, with simultaneous intervals (max-t)."""
    deals = len(values)
    spread = np.atleast_2d(np.cov(values.T)) / deals
    each = joint_level(spread, deals - 1, level, contrasts)
    return [
        around(
            float(value), t_interval(float(value), float(se), deals - 1, each) if se > NOTHING else None,
            float(se), deals, deals, "" if se > NOTHING else "the same in every deal",
        )
        for value, se in zip(contrasts @ values.mean(axis=0), errors_of(contrasts, spread), strict=True)
    ]  # fmt: skip


def side(one: Estimate) -> int:
    """1 if the interval is above 0, -1 if it is below 0, and 0 if it contains 0 or is missing."""
    if one.low is None or one.high is None:
        return 0
    return (one.low > 0) - (one.high < 0)


def relation(
    pair: Estimate, alone: list[Estimate], then: list[Estimate], both: Estimate, margin: float
) -> str:
    """The relation of two changes, as in `FactorialEffect.word`. `pair` is their interaction.

    `then` has the effect of each change once the other has been made.
    """
    first, second = map(side, alone)
    inside = both.low is not None and both.high is not None and -margin < both.low and both.high < margin
    if first * second < 0 and inside:
        return LEVEL_OUT
    if not side(pair):
        return ""
    if first * second <= 0:
        return DEPEND
    if side(pair) == first:
        return MORE
    return CANCEL if all(side(one) == -first for one in then) else LESS


Path = tuple[str, ...]
_NOTHING = object()


@dataclass(frozen=True)
class Sweep:
    """A swept parameter, its curves, and words for values that are not numbers (at places 0, 1, ...).

    A curve has the place of each of its rule sets on the axis, in order. The key of a curve describes the
    other parameters, or is '' if there are none.
    """

    parameter: str
    numeric: bool
    ticks: tuple[str, ...]
    curves: dict[str, dict[str, float]]


def sweep(rulesets: Rulesets) -> Sweep | None:
    """The sweep that the variants of a run form. None if they form no sweep."""
    found = swept_values(rulesets)
    if found is None:
        return None
    paths, table = found
    varying = [at for at in range(len(paths)) if len({repr(row[at]) for row in table.values()}) > 1]
    if not varying:
        return None
    sizes = {at: len({repr(row[at]) for row in table.values()}) for at in varying}
    numeric = [at for at in varying if all(_number(row[at]) for row in table.values())]
    axis = max(numeric or varying, key=lambda at: sizes[at])
    return _curves(paths, table, axis, [at for at in varying if at != axis])


def swept_values(rulesets: Rulesets) -> tuple[tuple[Path, ...], dict[str, tuple[Any, ...]]] | None:
    """The set of parameters declared by the largest number of variants, and their values by rule set.

    None if no set is declared by two variants, or if the rule sets come from two runs.
    """
    if rulesets.two:
        return None
    found = _declared(rulesets)
    kinds = Counter(tuple(paths) for paths in found.values() if paths)
    if not kinds or kinds.most_common(1)[0][1] < 2:
        return None
    paths = kinds.most_common(1)[0][0]
    table = {
        name: tuple(values[path] for path in paths)
        for name, values in found.items()
        if tuple(values) == paths
    }
    return paths, _with_control(rulesets, paths, table)


def _declared(rulesets: Rulesets) -> dict[str, dict[Path, Any]]:
    """The values that each variant declares, by path of keys."""
    listed = resolved(rulesets.control.run.manifest).get("variants")
    known = {one.name for one in rulesets.all}
    found = {}
    for one in listed if isinstance(listed, list) else []:
        name = str(entry(one, "name"))
        if name in known and isinstance(one, Mapping):
            found[name] = dict(
                sorted(_leaves((), {k: v for k, v in one.items() if k != "name"}), key=lambda leaf: leaf[0])
            )
    return found


def _leaves(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves((*path, str(key)), inner)
    else:
        yield path, value


def _with_control(
    rulesets: Rulesets, paths: tuple[Path, ...], table: dict[str, tuple[Any, ...]]
) -> dict[str, tuple[Any, ...]]:
    """The table with a row for the control in front.

    The table stays as it is if the control lacks a value, or if a variant has the same values.
    """
    control = rulesets.control
    if control.name in table:
        return table
    row = tuple(_resolved(rulesets, path) for path in paths)
    if any(value is _NOTHING for value in row) or repr(row) in {repr(other) for other in table.values()}:
        return table
    return {control.name: row, **table}


def _resolved(rulesets: Rulesets, path: Path) -> Any:
    control = rulesets.control
    if path == ("preset",):
        return entry(control.described, "preset")
    here: Any = control.resolved
    if path[0] == "strategies":
        here = {"strategies": {k: entry(one, "parameters") for k, one in strategies(control.run).items()}}
    for key in path:
        here = here.get(key, _NOTHING) if isinstance(here, Mapping) else _NOTHING
    return here


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _curves(
    paths: tuple[Path, ...], table: dict[str, tuple[Any, ...]], axis: int, others: list[int]
) -> Sweep:
    numeric = all(_number(row[axis]) for row in table.values())
    distinct = {repr(row[axis]): row[axis] for row in table.values()}
    ticks = () if numeric else tuple(value_words(value) for value in distinct.values())
    place = {key: float(value) if numeric else float(at) for at, (key, value) in enumerate(distinct.items())}
    if len(distinct) == len(table):
        others = []  # one rule set at each place, so other changes go along with the axis
    groups: dict[str, list[tuple[float, str]]] = {}
    for name, row in table.items():
        level = ", ".join(f"{paths[at][-1]} {value_words(row[at])}" for at in others)
        groups.setdefault(level, []).append((place[repr(row[axis])], name))
    curves = {level: {name: at for at, name in sorted(points)} for level, points in groups.items()}
    several = {level: curve for level, curve in curves.items() if len(curve) > 1}
    return Sweep(".".join(paths[axis]), numeric, ticks, several or curves)


def value_words(value: Any) -> str:
    """A swept value as text: a string as it is, anything else as short JSON."""
    return value if isinstance(value, str) else shown(value)
