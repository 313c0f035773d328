"""The numbers that are searched: corrections of a plan's weights, each in steps that can be felt.

A point of the space is a vector of corrections in units of a weight's step; 0 is the plan itself. A
correction counts in all rounds, or with `by_round` each round has one of its own (D-98).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marchsim.errors import ConfigError, nearest
from marchsim.kernel.tuning import Weight
from marchsim.stats.clusters import Floats

MOST_AXES = 400

Values = dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Space:
    """The weights that are searched, by round or not."""

    weights: tuple[Weight, ...]
    by_round: bool = False

    @property
    def size(self) -> int:
        """Return how many numbers are searched."""
        return sum(len(weight.values) if self.by_round else 1 for weight in self.weights)

    def values(self, point: Floats | Sequence[float]) -> Values:
        """Return the weights at a point (size,), a value for each round, as the game keeps them."""
        found: Values = {}
        at = 0
        for weight in self.weights:
            rounds = len(weight.values)
            own_moves = point[at : at + rounds] if self.by_round else [point[at]] * rounds
            moves = [float(x) for x in own_moves]
            found[weight.name] = tuple(
                _kept(weight, own + move * weight.step)
                for own, move in zip(weight.values, moves, strict=True)
            )
            at += rounds if self.by_round else 1
        return found

    def own(self) -> Values:
        """Return the plan's own weights."""
        return {weight.name: weight.values for weight in self.weights}

    def changed(self, values: Mapping[str, Sequence[float]]) -> list[str]:
        """Return the names of the weights that are not the plan's own."""
        return [weight.name for weight in self.weights if tuple(values[weight.name]) != weight.values]


def _kept(weight: Weight, value: float) -> float:
    """Return a value as the game keeps it; -0.0 is 0."""
    return round(min(max(value, weight.low), weight.high), weight.decimals) + 0.0


def chosen(weights: Sequence[Weight], names: Sequence[str], by_round: bool) -> Space:
    """Return the space of the weights that are named, or whose group is (none named: of all)."""
    known = {name: [weight for weight in weights if name in (weight.name, weight.group)] for name in names}
    for name, found in known.items():
        if not found:
            groups = list(dict.fromkeys(weight.group for weight in weights))
            every = [weight.name for weight in weights]
            raise ConfigError(
                f"--weights: there is no weight or group {name!r}.{nearest(name, [*every, *groups])} Groups: "
                f"{', '.join(groups)}; weights: {', '.join(every)}."
            )
    wanted = {weight.name for found in known.values() for weight in found}
    space = Space(tuple(w for w in weights if not names or w.name in wanted), by_round)
    if space.size > MOST_AXES:
        raise ConfigError(f"--by-round: {space.size} numbers, at most {MOST_AXES}; choose --weights.")
    return space
