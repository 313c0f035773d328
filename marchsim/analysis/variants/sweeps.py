"""Recognises a parameter sweep among variants: an axis of values, and a curve for each setting of the rest.

It reads the variants of the configuration, from a [sweep] or from [[variants]] written by hand. The place of
the base on the axis follows from its resolved values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from marchsim.analysis.reading.source import entry, resolved
from marchsim.analysis.variants.differences import shown
from marchsim.analysis.variants.rulesets import Rulesets, strategies

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
