"""What a plan values: its weights with their defaults, meanings, and what a search may change of them."""

from __future__ import annotations

from typing import Final

from marchsim.kernel.compat import i64
from marchsim.tabletop.players.weights import Weights, defaults_of

# name, default, meaning
TABLE: Final = (
    ("forage", 3.0, "worth of a piece that can be picked up"),
    ("bring", 2.5, "worth of a carried piece that comes home; a part of the way counts as that part"),
    ("search", 4.0, "worth of exploring where a search is due"),
    ("fetch", 1.0, "worth of a piece that lies where ants can step"),
    ("roam", 6.0, "steps from home within which it searches"),
    ("party", 4.0, "ants that go to search together"),
    ("prowl", 4.0, "worth of a step to an animal that those who take it can kill"),
    ("hatch", 3.0, "worth of a die of the ants that can hatch"),
    ("brood", 3.0, "worth of another pupae tile, where there are pieces to spare"),
    ("thrift", 4.0, "pieces that lie in store before it digs or lays a pupae tile"),
    ("dig", 0.0, "worth of a place dug for one"),
    ("garden", 6.0, "worth of a Mushroom tile, where leaves are at hand"),
    ("reach", 5.0, "worth of a step that joins nest, Pantry, gate and exit"),
    ("march", 10.0, "worth of the largest stack's step towards a nest that can be taken"),
    ("follow", 4.0, "worth of the same step of the other stacks"),
    ("defend", 4.0, "worth of a stack's step to the nest while a stronger one is near it"),
    ("flee", 20.0, "worth of a Queen's way out of a nest in which she would be killed"),
    ("shut", 0.0, "worth of closing the gate then"),
    ("guard", 2.0, "ants that stay in the nest"),
    ("nerve", 1.3, "times the strength of a nest that a stack must have to march on it"),
    ("resolve", 0.15, "by how much of that it asks for less in each round from the 9th on"),
    ("stake", 0.2, "what it asks for in the last 12 rounds where it is behind"),
    ("elude", 0.0, "how much more it asks for where the prey acts later in the round, and may flee"),
    ("least", 0.2, "times the strength of a nest that it asks for at the least"),
    ("wait", 0.0, "rounds in which it marches on nobody"),
    ("grudge", 0.0, "steps that it goes farther to a colony as strong as itself (below 0: to a weaker one)"),
)
# Weights that belong together, and a change of one that can be felt.
GROUPS: Final = {
    "gather": ("forage", "bring", "search", "fetch", "roam", "party", "prowl"),
    "nest": ("hatch", "brood", "thrift", "dig", "garden", "reach"),
    "guard": ("defend", "flee", "shut", "guard"),
    "war": ("march", "follow", "nerve", "resolve", "stake", "elude", "least", "wait", "grudge"),
}
STEPS: Final = {"nerve": 0.3, "resolve": 0.05, "stake": 0.2, "elude": 0.3, "least": 0.2, "wait": 3.0}
W_FORAGE: Final[i64] = 0
W_BRING: Final[i64] = 1
W_SEARCH: Final[i64] = 2
W_FETCH: Final[i64] = 3
W_ROAM: Final[i64] = 4
W_PARTY: Final[i64] = 5
W_PROWL: Final[i64] = 6
W_HATCH: Final[i64] = 7
W_BROOD: Final[i64] = 8
W_THRIFT: Final[i64] = 9
W_DIG: Final[i64] = 10
W_GARDEN: Final[i64] = 11
W_REACH: Final[i64] = 12
W_MARCH: Final[i64] = 13
W_FOLLOW: Final[i64] = 14
W_DEFEND: Final[i64] = 15
W_FLEE: Final[i64] = 16
W_SHUT: Final[i64] = 17
W_GUARD: Final[i64] = 18
W_NERVE: Final[i64] = 19
W_RESOLVE: Final[i64] = 20
W_STAKE: Final[i64] = 21
W_ELUDE: Final[i64] = 22
W_LEAST: Final[i64] = 23
W_WAIT: Final[i64] = 24
W_GRUDGE: Final[i64] = 25
WIDTH: Final[i64] = 26

DEFAULTS: Final[Weights] = defaults_of(TABLE)
NAMES: Final = DEFAULTS.names
