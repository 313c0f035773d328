"""`[sweep]`: lists of values for rules, components and strategy parameters become named variants.

The tables are those of an overlay, with a list in place of each swept value. `strategies.NAME`
holds parameters of a strategy. `kind = "grid"` plays all combinations, `"list"` the first values together,
then the second, and so on. `kind = "factorial"` plays two values of each in enough combinations to
estimate every change and every pair of changes separately (resolution V).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import prod
from typing import Any

from marchsim.runner.configuration.fields import NAME, Fields

GRID, LIST, FACTORIAL = KINDS = ("grid", "list", "factorial")
MOST_VALUES = 200
MOST_FACTORS = 11  # changes of a factorial, in 128 variants; twelve would be 256


@dataclass(frozen=True)
class Axis:
    """A field to sweep: the keys that lead to it, and its values."""

    path: tuple[str, ...]
    values: tuple[Any, ...]


def read(fields: Fields, keys: Sequence[str], most: int) -> list[dict[str, Any]]:
    """The variants that a table [sweep] makes, in the form of [[variants]]. An overlay may have `keys`."""
    kind = fields.choice("kind", KINDS, GRID)
    axes: list[Axis] = []
    for key in ("preset", *keys, "strategies"):
        value = fields.get(key)
        if value is not None:
            axes += _axes(fields, (key,), value)
    fields.finish()
    if not axes:
        raise fields.error("", "nothing is swept; give a list of values, as rules.NAME = [1, 2].")
    lengths = [len(axis.values) for axis in axes]
    fraction = _fraction(fields, axes) if kind == FACTORIAL else []
    count = {LIST: max(lengths), FACTORIAL: len(fraction)}.get(kind, prod(lengths))
    if count > most:
        raise fields.error("", f"{count} variants; at most {most} are allowed. Sweep fewer values.")
    if kind == LIST and len(set(lengths)) > 1:
        told = ", ".join(f"{'.'.join(axis.path)} has {len(axis.values)}" for axis in axes)
        raise fields.error("kind", f'"list" combines values by position, but {told}; give equal numbers.')
    values = [axis.values for axis in axes]
    if kind == FACTORIAL:
        return _named(axes, [tuple(own[at] for own, at in zip(values, row, strict=True)) for row in fraction])
    return _named(axes, list(product(*values) if kind == GRID else zip(*values, strict=True)))


def _fraction(fields: Fields, axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """The variants to play in a factorial sweep. Each has 0 (first value) or 1 (second value) for each axis.

    The first variant has 0 for all axes.
    """
    for axis in axes:
        if len(axis.values) != 2:
            where, many = ".".join(axis.path), len(axis.values)
            raise fields.error(
                where, f'"factorial" needs two values, now and changed, not {many}; use "grid" for more.'
            )
    if len(axes) < 2:
        raise fields.error("kind", '"factorial" combines changes; sweep two rules or more.')
    if len(axes) > MOST_FACTORS:
        raise fields.error("kind", f'"factorial" combines {MOST_FACTORS} changes at most, not {len(axes)}.')
    columns = independent(len(axes))
    runs = range(2 ** columns[-1].bit_length())
    return [tuple((column & run).bit_count() % 2 for column in columns) for run in runs]


def independent(count: int) -> list[int]:
    """The `count` smallest numbers for which no exclusive or of one to four of them is 0.

    As columns of a two-level fraction they give resolution V: Box and Hunter 1961 (Technometrics 3). They are
    the parity checks of the lexicode of distance 5 (Conway and Sloane 1986).
    """
    found: list[int] = []
    number = 0
    while len(found) < count:
        number += 1
        sums = {0, *found}
        sums |= {a ^ b for a in sums for b in found}
        if number not in sums | {a ^ b for a in sums for b in found}:
            found.append(number)
    return found


def _axes(fields: Fields, path: tuple[str, ...], value: Any) -> Iterator[Axis]:
    where = ".".join(path)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _axes(fields, (*path, str(key)), inner)
        return
    if not isinstance(value, list) or not value:
        raise fields.error(where, f"{value!r} is not a list of values; write [1, 2] to sweep two values.")
    if len(value) > MOST_VALUES:
        raise fields.error(where, f"{len(value)} values; at most {MOST_VALUES} are allowed.")
    if any(other == one for at, one in enumerate(value) for other in value[:at]):
        raise fields.error(where, "a value is listed twice; remove one.")
    if len(path) == 1 and path[0] != "preset":
        raise fields.error(where, f"say which of its keys to sweep, as {path[0]}.NAME = [1, 2].")
    yield Axis(path, tuple(value))


def _named(axes: list[Axis], rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Name the variants after their values. If names are long or ambiguous, the variants are numbered."""
    paths = [axis.path for axis in axes]
    short = [path[-1] for path in paths]
    labels = short if len(set(short)) == len(short) else ["-".join(path) for path in paths]
    names = ["_".join(_label(a, *pair) for a, *pair in zip(labels, axes, row, strict=True)) for row in rows]
    if len(set(names)) < len(names) or any(not NAME.fullmatch(name) for name in names):
        names = [f"sweep-{at:0{len(str(len(names)))}}" for at in range(1, len(names) + 1)]
    return [{**nested(paths, row), "name": name} for name, row in zip(names, rows, strict=True)]


def _label(label: str, axis: Axis, value: Any) -> str:
    if isinstance(value, bool):
        words = str(value).lower()
    elif isinstance(value, (int, float, str)):
        words = re.sub(r"[^A-Za-z0-9.\-]+", "-", str(value))
    else:
        words = str(axis.values.index(value) + 1)
    return f"{label}-{words}"


def nested(paths: Iterable[Sequence[str]], values: Iterable[Any]) -> dict[str, Any]:
    """Values by the keys that lead to them, as nested tables."""
    whole: dict[str, Any] = {}
    for (*tables, last), value in zip(paths, values, strict=True):
        reduce(lambda here, key: here.setdefault(key, {}), tables, whole)[last] = value
    return whole
