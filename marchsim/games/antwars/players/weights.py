"""What a plan values: its weights with their defaults and meanings."""

from __future__ import annotations

from typing import Final

from marchsim.kernel.compat import i64
from marchsim.tabletop.players.weights import Weights

TABLE: Final = (
    ("forage", 9.0, "worth of picking pieces up"),
    ("bring", 8.0, "worth of bringing pieces home"),
    ("hatch", 7.0, "worth of hatching"),
    ("search", 4.0, "worth of exploring where a search is due"),
    ("reach", 5.0, "worth of a step that joins nest, Pantry, gate and exit"),
    ("march", 10.0, "worth of a step towards a nest that can be taken"),
    ("brood", 3.0, "worth of another pupae tile, where there are pieces to spare"),
    ("garden", 6.0, "worth of a Mushroom tile, where leaves are at hand"),
    ("guard", 2.0, "ants that stay in the nest"),
    ("party", 4.0, "ants that go to search together"),
    ("nerve", 1.3, "times the strength of a nest that a stack must have to march on it"),
    ("resolve", 0.15, "by how much of that it asks for less in each round from the 9th on"),
    ("stake", 0.2, "what it asks for in the last 12 rounds where it is behind"),
    ("shut", 0.0, "worth of closing the gate before a stronger stack"),
)
NAMES: Final = tuple([name for name, _, _ in TABLE])
W_FORAGE: Final[i64] = 0
W_BRING: Final[i64] = 1
W_HATCH: Final[i64] = 2
W_SEARCH: Final[i64] = 3
W_REACH: Final[i64] = 4
W_MARCH: Final[i64] = 5
W_BROOD: Final[i64] = 6
W_GARDEN: Final[i64] = 7
W_GUARD: Final[i64] = 8
W_PARTY: Final[i64] = 9
W_NERVE: Final[i64] = 10
W_RESOLVE: Final[i64] = 11
W_STAKE: Final[i64] = 12
W_SHUT: Final[i64] = 13
WIDTH: Final[i64] = 14


def defaults() -> Weights:
    """Return the weights of a plan that changes none."""
    weights = Weights(NAMES)
    for name, value, _ in TABLE:
        weights.put(name, value)
    return weights


DEFAULTS: Final = defaults()
