"""Priors of the assumed numbers, by kind, by pattern and by number, read from a TOML file.

    [priors]
    cost = { spread = 1, low = 0, high = 4 }            # for a kind of number
    [priors.cards."army-*"]                             # as in an overlay, for names that match a pattern
    amounts.larvae = { values = [2, 3, 4], weights = [1, 2, 1] }

A game has a default for each kind, and the last matching prior counts. A known number (printed, from the
rulebook, or changed on purpose) is never drawn, and a prior for it is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.errors import ConfigError, nearest
from marchsim.kernel.numbers import ASSUMED, CHOICE, DEALT, EDGES, NUMBER, PRESENCE, SWITCH, ComponentNumber
from marchsim.runner.configuration.fields import Fields

MOST = 1_000_000
MOST_VALUES = 200
LISTED = ("values", "weights", "stay")
KEYS = {
    NUMBER: ("spread", "relative", "low", "high", *LISTED),
    SWITCH: LISTED,
    CHOICE: LISTED,
    PRESENCE: ("absent",),
    DEALT: ("redeal",),
    EDGES: ("add", "drop", "low", "high"),
}
GROUP, KIND, NO = "group", "kind", "no"


@dataclass(frozen=True)
class ListedValues:
    """A choice among values, with the probabilities `chances`."""

    values: tuple[Any, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class DealtAgain:
    """A shuffle among all numbers of the same pool."""

    pool: str


@dataclass(frozen=True)
class Edges:
    """A list of edges that gains an edge with probability `add` and loses one with probability `drop`.

    The number of edges stays between `low` and `high`.
    """

    add: float
    drop: float
    low: int
    high: int


@dataclass(frozen=True)
class DrawnNumber:
    """An assumed number with its prior."""

    number: ComponentNumber
    prior: ListedValues | DealtAgain | Edges


@dataclass(frozen=True)
class Priors:
    """The numbers to draw, in the game's order. `stated` is False if all priors are defaults."""

    drawn: tuple[DrawnNumber, ...]
    stated: bool
    known: int


def read(
    path: Path | None, numbers: Sequence[ComponentNumber], usual: Mapping[str, Mapping[str, Any]]
) -> Priors:
    """Read the priors of a game's numbers from a file, or use the default priors if `path` is None.

    Raises ConfigError if a prior matches no number, or if it is for a known number.
    """
    data = tomlfile.read(path, "priors")[1] if path else {}
    file = str(path or "priors")
    top = Fields(data, file)
    table = Fields(top.table("priors"), file, "priors")
    top.finish()
    by_kind = {one: _rule(Fields(usual[one], "default", one), numbers, one) for one in usual}
    for kind in table.data:
        if kind in usual:
            by_kind[kind] = _rule(Fields(table.table(kind), file, f"priors.{kind}"), numbers, kind)
    own = _own(table, numbers, usual)
    drawn = []
    for number in numbers:
        if number.provenance == ASSUMED:
            entry = own.get(number.key, by_kind[number.kind])
            found = _prior(number, entry)
            if found is not None:
                drawn.append(DrawnNumber(number, found))
    if not drawn:
        raise ConfigError(f"{file}: no number is left to be drawn; every one is known, or stays as it is.")
    known = sum(number.provenance != ASSUMED for number in numbers)
    return Priors(tuple(drawn), bool(path), known)


def _rule(fields: Fields, numbers: Sequence[ComponentNumber], kind: str) -> Fields:
    """The prior of a kind. Its keys must fit one of the forms that a prior of this kind can have."""
    allowed = _keys([number for number in numbers if number.kind == kind])
    for key in fields.data:
        if key not in allowed:
            raise fields.error(
                key, f"unknown key.{nearest(key, allowed)} Known here: {', '.join(sorted(allowed))}."
            )
    return fields


def _keys(numbers: Sequence[ComponentNumber]) -> set[str]:
    """The keys that priors of these numbers may have."""
    options = {str(one) for number in numbers if number.form == CHOICE for one in number.options}
    return options.union(*(KEYS[number.form] for number in numbers))


def _own(
    table: Fields, numbers: Sequence[ComponentNumber], usual: Mapping[str, Mapping[str, Any]]
) -> dict[str, Fields]:
    """The priors that a file gives for names or patterns, by key of the number. The last match counts."""
    tops = dict.fromkeys(number.path[0] for number in numbers)
    found: dict[str, Fields] = {}
    for top in table.data:
        if top in usual:
            continue
        if top not in tops:
            known = (*usual, *tops)
            raise table.error(top, f"unknown key.{nearest(top, known)} Known here: {', '.join(known)}.")
        for pattern, entry in _leaves(table.table(top), numbers, (top,)):
            fitting = [one for one in numbers if len(one.path) == len(pattern) and _leads(one, pattern)]
            place = Fields(entry, table.file, f"priors.{'.'.join(pattern)}")
            if not fitting:
                raise ConfigError(f"{place.file}: {place.place}: no number has that name.")
            exact = not any(letter in part for part in pattern for letter in "*?[")
            for one in fitting:
                if one.provenance != ASSUMED and exact:
                    raise ConfigError(
                        f"{place.file}: {place.place}: is known ({one.provenance}), so it is not drawn; "
                        "remove this prior."
                    )
                found[one.key] = place
            _rule(place, fitting, fitting[0].kind)
    return found


def _leaves(
    entry: Mapping[str, Any], numbers: Sequence[ComponentNumber], path: tuple[str, ...]
) -> list[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """The priors in a table, each with its full pattern."""
    known = _keys(numbers).union(*KEYS.values())
    longer = any(len(one.path) > len(path) and _leads(one, path) for one in numbers)
    if entry and all(key in known for key in entry) and not longer:
        return [(path, entry)]
    found = []
    for key, inner in entry.items():
        if not isinstance(inner, Mapping):
            raise ConfigError(f"priors.{'.'.join((*path, key))}: {inner!r} is not a table of a prior.")
        found += _leaves(inner, numbers, (*path, key))
    return found


def _leads(number: ComponentNumber, pattern: tuple[str, ...]) -> bool:
    """Whether a pattern matches the path of a number, or the beginning of that path."""
    return all(fnmatchcase(part, one) for part, one in zip(number.path, pattern, strict=False))


def _prior(number: ComponentNumber, fields: Fields) -> ListedValues | DealtAgain | Edges | None:
    """The prior of a number, or None if the number does not vary."""
    if number.form == DEALT:
        how = fields.choice("redeal", (GROUP, KIND, NO), GROUP)
        pool = number.pool if how == GROUP else ""
        return None if how == NO else DealtAgain(f"{number.factor} {pool}")
    if number.form == EDGES:
        low = fields.integer("low", number.low, number.high, number.low)
        high = fields.integer("high", low, number.high, number.high)
        return Edges(fields.number("add", 0, 1, 0.0), fields.number("drop", 0, 1, 0.0), low, high)
    if number.form == PRESENCE:
        absent = fields.number("absent", 0, 1, 0.0)
        return ListedValues((True, False), (1 - absent, absent)) if absent else None
    return _listed(number, fields)


def _listed(number: ComponentNumber, fields: Fields) -> ListedValues | None:
    chances: dict[Any, float]
    if "values" in fields.data:
        chances = _stated(number, fields)
    elif number.form == CHOICE:
        chances = {one: fields.number(str(one), 0, MOST, 0.0) for one in number.options}
        if not any(chances.values()):
            return None
    elif number.form == SWITCH:
        return None
    else:
        chances = dict.fromkeys(_around(number, fields), 1.0)
    total, stay = sum(chances.values()), fields.number("stay", 0, 1, 0.0)
    found = {one: (1 - stay) * chance / total for one, chance in chances.items() if chance}
    if stay:
        found[number.value] = found.get(number.value, 0.0) + stay
    return None if list(found) == [number.value] else ListedValues(tuple(found), tuple(found.values()))


def _stated(number: ComponentNumber, fields: Fields) -> dict[Any, float]:
    """The values that a file lists for a number, with their weights."""
    values = fields.get("values")
    if not isinstance(values, list) or not 1 <= len(values) <= MOST_VALUES:
        raise fields.error("values", f"give a list of 1 to {MOST_VALUES} values.")
    weights = fields.get("weights") or [1] * len(values)
    numeric = isinstance(weights, list) and all(
        isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= MOST for one in weights
    )
    if not numeric or len(weights) != len(values) or not any(weights):
        raise fields.error("weights", "give a number of 0 or more for each of the values.")
    for value in values:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if number.form in (NUMBER, SWITCH) and not (whole and number.low <= value <= number.high):
            raise fields.error(
                "values", f"{value!r} is not a whole number from {number.low} to {number.high}."
            )
        if number.form == CHOICE and value not in number.options:
            raise fields.error("values", f"{value!r} is not one of {', '.join(map(str, number.options))}.")
    return {value: float(weight) for value, weight in zip(values, weights, strict=True)}


def _around(number: ComponentNumber, fields: Fields) -> range:
    """The integers around the assumed value, at most `spread` or `relative` times the value away from it.

    The larger of the two distances counts. `low` and `high` limit the integers further.
    """
    value = int(number.value)
    share = fields.number("relative", 0, 10, 0.0)
    reach = max(fields.integer("spread", 0, MOST, 0), int(share * value + 0.5))
    low = max(number.low, value - reach, min(value, fields.integer("low", -MOST, MOST, number.low)))
    high = min(number.high, value + reach, max(value, fields.integer("high", -MOST, MOST, number.high)))
    return range(low, high + 1)
