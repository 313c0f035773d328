"""The named weights of a player. Each weight has a value for each round.

A weight is written as a number with up to two decimals, and stored in whole hundredths. Therefore all scores
are integers, which are equal on all machines. A game declares its weights and their meanings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from marchsim.errors import StrategyError, nearest
from marchsim.kernel.compat import i64, vec

ROUNDS: Final = 12  # rounds with a weight of their own; later ones have that of the last
MOST: Final = 100  # a weight lies between -MOST and MOST


def hundredths(name: str, value: object) -> int:
    """A weight in whole hundredths. Raises StrategyError unless it is a number in the allowed range."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -MOST <= value <= MOST:
        raise StrategyError(f"weights: {name}: {value!r} is not a number between -{MOST} and {MOST}.")
    if abs(value * 100 - round(value * 100)) > 1e-6:
        raise StrategyError(f"weights: {name}: {value!r} has more than two decimals; round it.")
    return round(value * 100)


PLACES: Final[dict[tuple[str, ...], dict[str, int]]] = {}  # of names, each worked out once


def places_of(names: tuple[str, ...]) -> dict[str, int]:
    """The index of each name."""
    found = PLACES.get(names)
    if found is None:
        found = {name: place for place, name in enumerate(names)}
        PLACES[names] = found
    return found


class Weights:
    """The weights of one strategy: `table[round * width + weight]`, in hundredths, with rounds from 0.

    `names` has the names of the weights in order. All weights are 0 at first.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names: Final = names
        self.places: Final = places_of(names)
        self.width: i64 = len(names)
        self.table: Final = vec[i64]([0] * (ROUNDS * len(names)))

    def put(self, name: str, value: object) -> None:
        """Set a weight to one number, or to a list by round, whose last number holds for all later rounds.

        Raises StrategyError for an unknown name, and unless all values are numbers in range.
        """
        place = self.places.get(name)
        if place is None:
            names = self.names
            raise StrategyError(
                f"weights: there is no weight {name!r}.{nearest(name, names)} Known: {', '.join(names)}."
            )
        at: i64 = place
        if not isinstance(value, (list, tuple)):
            self.fill(at, 0, hundredths(name, value))
            return
        if not value or len(value) > ROUNDS:
            raise StrategyError(
                f"weights: {name}: give one number, or one for each of up to {ROUNDS} rounds."
            )
        for number, each in enumerate(value):
            self.fill(at, number, hundredths(name, each))

    def fill(self, place: i64, first: i64, value: i64) -> None:
        """Set a weight in all rounds from round `first` (counted from 0) to the last."""
        table = self.table
        width = self.width
        for number in range(first, ROUNDS):
            table[number * width + place] = value

    def copy(self) -> Weights:
        """A copy of the weights."""
        other = Weights(self.names)
        for i in range(len(self.table)):
            other.table[i] = self.table[i]
        return other

    def load(self, number: i64, now: vec[i64]) -> None:
        """Write the weights of a round (from 1) into `now`."""
        row = min(max(number - 1, 0), ROUNDS - 1)
        first = row * self.width
        for i in range(self.width):
            now[i] = self.table[first + i]

    def changed_from(self, others: Weights) -> dict[str, float | list[float]]:
        """The weights that differ from `others`, each as a number for all rounds or as a list by round."""
        found: dict[str, float | list[float]] = {}
        for index, name in enumerate(self.names):
            rows = [number * len(self.names) + index for number in range(ROUNDS)]
            values = [self.table[row] / 100 for row in rows]
            if values == [others.table[row] / 100 for row in rows]:
                continue
            found[name] = shortest(values)
        return found


def shortest(values: Sequence[float]) -> float | list[float]:
    """The shortest form of a weight's values that `put` accepts: repeated values at the end are left out."""
    brief = list(values)
    while len(brief) > 1 and brief[-1] == brief[-2]:
        brief.pop()
    return brief if len(brief) > 1 else brief[0]


def defaults_of(table: tuple[tuple[str, float, str], ...]) -> Weights:
    """The default weights. `table` has the name, the default and the meaning of each."""
    weights = Weights(tuple([name for name, _, _ in table]))
    for name, value, _ in table:
        weights.put(name, value)
    return weights


def put_all(weights: Weights, among: dict[int, Weights], values: Mapping[str, object]) -> None:
    """Set weights for games of any number of players: in `weights`, and in all weights of `among`."""
    for name, value in values.items():
        weights.put(name, value)
        for others in among.values():
            others.put(name, value)


def put_among(
    weights: Weights, among: dict[int, Weights], players: int, values: Mapping[str, object]
) -> None:
    """Set weights for this many players in `among`. If it has no entry yet, add a copy of `weights` first."""
    own = among.get(players)
    if own is None:
        own = weights.copy()
        among[players] = own
    for name, value in values.items():
        own.put(name, value)
