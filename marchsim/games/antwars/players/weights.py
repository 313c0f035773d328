"""The weights of a plan: their defaults, their meanings, and the ranges in which a search varies them."""

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
    ("march", 10.0, "worth of the army's step to where it gathers, to a Queen, and home"),
    ("follow", 4.0, "worth of the same step of the other stacks"),
    ("defend", 4.0, "worth of a stack's step to the nest while a stronger one is near it"),
    ("sally", 5.0, "worth of a step onto a weaker stack of foes near home"),
    ("flee", 20.0, "worth of a Queen's way out of a nest in which she would be killed"),
    ("shut", 0.0, "worth of closing the gate then"),
    ("guard", 2.0, "Minors that stay in the nest"),
    ("guards", 0.0, "Majors that stay with the Queen, and are raised for it"),
    ("rally", 14.0, "dice with which an army sets out"),
    ("home", 7.0, "dice below which it comes home"),
    ("strike", 1.3, "times a Queen's life that the army's blow must be, to march on her"),
    ("resolve", 0.3, "dice that it asks for less in each round from the 21st on, and a tenth of such a blow"),
    ("moment", 1.0, "above 0 it waits near a Queen until she has had her turn of the round"),
    ("wait", 0.0, "rounds in which no army sets out"),
    ("grudge", 0.0, "steps that it goes farther to a colony as strong as itself (below 0: to a weaker one)"),
)
# Weights that belong together, and a change of one that can be felt.
GROUPS: Final = {
    "gather": ("forage", "bring", "search", "fetch", "roam", "party", "prowl"),
    "nest": ("hatch", "brood", "thrift", "dig", "garden", "reach"),
    "guard": ("defend", "sally", "flee", "shut", "guard", "guards"),
    "war": ("march", "follow", "rally", "home", "strike", "resolve", "moment", "wait", "grudge"),
}
STEPS: Final = {"home": 2.0, "strike": 0.3, "resolve": 0.2, "wait": 3.0}
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
W_SALLY: Final[i64] = 16
W_FLEE: Final[i64] = 17
W_SHUT: Final[i64] = 18
W_GUARD: Final[i64] = 19
W_GUARDS: Final[i64] = 20
W_RALLY: Final[i64] = 21
W_HOME: Final[i64] = 22
W_STRIKE: Final[i64] = 23
W_RESOLVE: Final[i64] = 24
W_MOMENT: Final[i64] = 25
W_WAIT: Final[i64] = 26
W_GRUDGE: Final[i64] = 27
WIDTH: Final[i64] = 28

DEFAULTS: Final[Weights] = defaults_of(TABLE)
NAMES: Final = DEFAULTS.names
