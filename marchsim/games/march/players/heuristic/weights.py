"""What a player values, as named weights, one for each round.

A weight is written as a number with up to two decimals and kept in whole hundredths, so that all scores
are integers and machines agree. Values are in colony points (food = 0.9: a food is worth 0.9 points);
factors multiply what the heuristic expects (battle = 2: victories count twice).
"""

from __future__ import annotations

from typing import Final

from marchsim.errors import StrategyError, nearest
from marchsim.kernel.compat import i64, vec

ROUNDS: Final = 12  # rounds with a weight of their own; later ones have that of the last
MOST: Final = 100  # a weight lies between -MOST and MOST

W_FOOD: Final = 0
W_LARVA: Final = 1
W_CARD: Final = 2
W_ANT: Final = 3
W_INNER: Final = 4
W_SITE: Final = 5
W_POINT: Final = 6
W_HUNGER: Final = 7
W_BATTLE: Final = 8
W_CENTIPEDE: Final = 9
W_HARM: Final = 10
W_INVADE: Final = 11
W_FEROCITY: Final = 12
W_HEAD: Final = 13
W_THORAX: Final = 14
W_ABDOMEN: Final = 15
W_BODY: Final = 16
W_GOAL: Final = 17
W_EVENT: Final = 18
W_EXPLORE: Final = 19
W_MARCH: Final = 20
W_FORAGE: Final = 21
W_PLAY: Final = 22
W_REST: Final = 23
W_END: Final = 24
W_HORDE: Final = 25
WEIGHTS: Final = 26

# name, default, meaning: the order is that of the constants
TABLE: Final = (
    ("food", 0.9, "value of a food in the store"),
    ("larva", 0.35, "value of a larva in the chamber"),
    ("card", 1.4, "value of an unknown card"),
    ("ant", 0.35, "value of an own ant, beside the site that it holds"),
    ("inner", 1.15, "factor on the points of Inner Meadow hexes under control"),
    ("site", 1.0, "factor on what collection sites yield"),
    ("point", 0.7, "factor on colony points gained at once"),
    ("hunger", 1.2, "factor on what a food is worth that will be missing at the next feeding"),
    ("battle", 1.2, "factor on the points and hexes that battles win"),
    ("centipede", 1.2, "factor on what battles against centipedes win"),
    ("harm", 0.15, "share of what others lose that counts as an own gain"),
    ("invade", 0.2, "value added to each hex in which a battle is sought"),
    ("ferocity", 0.2, "value of a card's point of ferocity while it is in the hand"),
    ("head", 0.5, "value of a head in play, per round"),
    ("thorax", 0.1, "value of a thorax in play, per round"),
    ("abdomen", 0.3, "value of an abdomen in play, per round"),
    ("body", 0.8, "factor on the points of complete bodies"),
    ("goal", 0.6, "factor on the points of Colony Goals"),
    ("event", 0.5, "factor on what events do"),
    ("explore", 0.0, "value added to the action Explore"),
    ("march", 0.0, "value added to the action March"),
    ("forage", 0.5, "value added to the action Forage"),
    ("play", 0.0, "value added to the action Play a Card"),
    ("rest", 0.4, "value added to the action Rest"),
    ("end", 1.0, "factor on the bonuses of the end of the game"),
    ("horde", 1.0, "value of a colony point that the Centipede Horde does not gain"),
)
NAMES: Final = tuple(name for name, _, _ in TABLE)


def hundredths(name: str, value: object) -> int:
    """Return a weight in whole hundredths; raises StrategyError unless it is a number in range."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -MOST <= value <= MOST:
        raise StrategyError(f"weights: {name}: {value!r} is no number between -{MOST} and {MOST}.")
    if abs(value * 100 - round(value * 100)) > 1e-6:
        raise StrategyError(f"weights: {name}: {value!r} has more than two decimals; round it.")
    return round(value * 100)


class Weights:
    """The weights of one strategy: `table[round * WEIGHTS + weight]` in hundredths, rounds from 0."""

    def __init__(self) -> None:
        self.table: vec[i64] = vec[i64]([0] * (ROUNDS * WEIGHTS))

    def put(self, name: str, value: object) -> None:
        """Set a weight: a number for all rounds, or a list from the first round on, the last for the rest.

        Raises StrategyError for an unknown name or anything but numbers in range.
        """
        if name not in NAMES:
            raise StrategyError(
                f"weights: there is no weight {name!r}.{nearest(name, NAMES)} Known: {', '.join(NAMES)}."
            )
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        if not values or len(values) > ROUNDS:
            raise StrategyError(
                f"weights: {name}: give one number, or one for each of up to {ROUNDS} rounds."
            )
        index: i64 = NAMES.index(name)
        number: i64 = 0
        for at in range(ROUNDS):
            if at < len(values):
                number = hundredths(name, values[at])
            self.table[at * WEIGHTS + index] = number

    def copy(self) -> Weights:
        """Return the same weights, to be changed alone."""
        other = Weights()
        for i in range(ROUNDS * WEIGHTS):
            other.table[i] = self.table[i]
        return other

    def load(self, number: i64, now: vec[i64]) -> None:
        """Write the weights of a round (from 1) into `now`."""
        row = number - 1
        if row < 0:
            row = 0
        if row >= ROUNDS:
            row = ROUNDS - 1
        for i in range(WEIGHTS):
            now[i] = self.table[row * WEIGHTS + i]


def default_weights() -> Weights:
    """Return the weights of a player without inclinations."""
    weights = Weights()
    for name, value, _ in TABLE:
        weights.put(name, value)
    return weights


DEFAULTS: Final = default_weights()  # shared by all; copied before it is changed
