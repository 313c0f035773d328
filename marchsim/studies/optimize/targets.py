"""Read a file of targets: the targets, the numbers that may move, and how many of these may change.

An example:

    config = "field-4"
    players = [4]
    [targets]
    turns = [44, 47]
    "seat.1" = [94, 106]
    keep = ["score"]
    [free]
    march_steps = [3, 7]
    feed_rate = { range = [3, 6], cost = 3 }
    [limits]
    changes = 4
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.errors import ConfigError
from marchsim.runner.configuration.design import MOST_PLAYERS
from marchsim.runner.configuration.fields import Fields
from marchsim.studies.toml_text import leaves

MOST_VALUES = 200
MOST_FREE = 60
MOST_CHANGES = 10
USUAL_CHANGES = 4
KEEP = "keep"
KNOB = {"range", "values", "cost"}  # keys of a number that may move
FORMS = "[low, high], { range = [low, high], cost = 2 } or { values = [1, 3], cost = 2 }"


@dataclass(frozen=True)
class Knob:
    """A number that may move: its name, its values, and the cost of changing it.

    `ordered` values lie on a line, other values are choices. `base` is the value in the base game, None until
    the game is known.
    """

    name: str
    values: tuple[Any, ...]
    cost: float
    ordered: bool
    base: Any = None

    def columns(self, value: Any) -> list[float]:
        """A value as coordinates from 0 to 1: its place on the line, or one column for each choice."""
        if self.ordered:
            low, high = self.values[0], self.values[-1]
            return [(value - low) / (high - low)]
        return [float(value == one and type(value) is type(one)) for one in self.values]

    def neighbours(self, value: Any) -> list[Any]:
        """The values one step away. If the values are not ordered, all others."""
        at = self.values.index(value)
        if not self.ordered:
            return [one for one in self.values if one != value]
        return [self.values[to] for to in (at - 1, at + 1) if 0 <= to < len(self.values)]


@dataclass(frozen=True)
class TargetsFile:
    """A file of targets. `targets` maps names to intervals. `keep` names quantities that must not change."""

    path: str
    config: str
    players: tuple[int, ...]
    targets: Mapping[str, tuple[float, float]]
    keep: tuple[str, ...]
    free: tuple[Knob, ...]
    changes: int

    def error(self, place: str, problem: str) -> ConfigError:
        """An error at a place in the file."""
        return ConfigError(f"{self.path}: {place}: {problem}")


def read(path: Path) -> TargetsFile:
    """Read a file. Raises ConfigError for any fault that does not depend on the game."""
    _, data = tomlfile.read(path, "file of targets")
    top = Fields(data, str(path))
    config = top.text("config")
    players = top.one_or_more("players", int, "a number of players")
    for count in players:
        if not 1 <= count <= MOST_PLAYERS:
            raise top.error("players", f"{count} is outside 1 to {MOST_PLAYERS}.")
    table = top.inner("targets")
    keep = table.one_or_more(KEEP, str, "the name of a quantity")
    rest = {name: value for name, value in table.data.items() if name != KEEP}
    targets = {name: _interval(table, name, value) for name, value in leaves(rest)}
    if not targets:
        raise top.error("targets", "none given; write turns = [44, 47], for instance.")
    free = top.inner("free")
    entries = tuple(_free(free, name, value) for name, value in leaves(free.data, KNOB))
    if len(entries) > MOST_FREE:
        raise top.error("free", f"{len(entries)} numbers; at most {MOST_FREE} may move.")
    limits = top.inner("limits")
    changes = limits.integer("changes", 1, MOST_CHANGES, USUAL_CHANGES)
    limits.finish()
    top.finish()
    return TargetsFile(str(path), config, players, targets, keep, entries, changes)


def _interval(fields: Fields, name: str, value: Any) -> tuple[float, float]:
    numbers = isinstance(value, list) and len(value) == 2 and all(_number(one) for one in value)
    if not numbers or not value[0] <= value[1]:
        raise fields.error(name, f"{value!r} is not an interval; write {name} = [low, high].")
    return float(value[0]), float(value[1])


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not math.isnan(value)


def _free(fields: Fields, name: str, value: Any) -> Knob:
    inner = Fields(value if isinstance(value, Mapping) else {"range": value}, fields.file, f"free.{name}")
    cost = inner.number("cost", 0.0, 1e6, 1.0)
    span, listed = inner.get("range"), inner.get("values")
    inner.finish()
    if (span is None) == (listed is None):
        raise inner.error("", f"give {FORMS}.")
    if span is not None:
        whole = isinstance(span, list) and len(span) == 2 and all(_whole(one) for one in span)
        if not whole or not span[0] < span[1]:
            raise inner.error("", f"{span!r} is not a range of whole numbers; give {FORMS}.")
        if span[1] - span[0] >= MOST_VALUES:
            raise inner.error("", f"{span[1] - span[0] + 1} values; at most {MOST_VALUES} are allowed.")
        listed = list(range(span[0], span[1] + 1))
    plain = isinstance(listed, list) and all(isinstance(one, (str, int, bool)) for one in listed)
    if not plain or len(listed) < 2 or len({repr(one) for one in listed}) < len(listed):
        raise inner.error("", f"{listed!r} is not a list of two values or more; give {FORMS}.")
    ordered = all(_whole(one) for one in listed)
    return Knob(name, tuple(sorted(listed) if ordered else listed), cost, ordered)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
