"""Strategies of March from files: their kind, the players made from them, and the weights to search.

If the user's class overrides a hook, that hook answers its question. Otherwise a native player with the same
parameters answers it (`players.strategy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.weights import DEFAULTS
from marchsim.games.march.players.search import Searcher
from marchsim.games.march.players.strategy import HOOKS, Strategy
from marchsim.kernel.game import StrategySource
from marchsim.kernel.numbers import Weight
from marchsim.tabletop.players import door, loading
from marchsim.tabletop.players.class_checks import StrategyKind

RATINGS = tuple(f"rate_{name}" for name in HOOKS)  # of a heuristic
# what the package's classes make
MADE = (
    "rng", "hooks", "pieces", "weights", "among", "company", "given", "scene", "tied", "ratings", "rated",
    "trials", "script",
)  # fmt: skip
KIND = StrategyKind(
    Strategy, HOOKS, (Heuristic, Searcher), weighted=Heuristic, defaults=DEFAULTS, ratings=RATINGS, made=MADE,
    takes=("me", "table"), told=("round_begins",),
)  # fmt: skip
ALL = loading.every_hook(KIND)
strategy_class = partial(loading.strategy_class, KIND)
factory = partial(loading.factory, KIND)


# The weights that a search may change
TOGETHER = ("horde",)  # weights that count against the Centipede Horde alone
GROUPS = {
    "stores": ("food", "larva", "card", "ant", "hunger"),
    "land": ("inner", "site", "point", "end"),
    "war": ("battle", "centipede", "harm", "invade", "ferocity"),
    "cards": ("head", "thorax", "abdomen", "body", "goal", "event"),
    "actions": ("explore", "march", "forage", "play", "rest"),
    "horde": TOGETHER,
}


def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, horde: bool, players: int
) -> tuple[Weight, ...]:
    """The weights of a strategy in games of this length, or () if it is not a heuristic with weights."""
    player: Heuristic | None = door.weighted(KIND, source, parameters)
    if player is None:
        return ()
    own = player.weights_at(players, horde)
    groups = {group: names for group, names in GROUPS.items() if horde or names != TOGETHER}
    return door.weights_of(own, rounds, groups, {})


# A strategy file to start from: a script with three examples and its weights. It plays as it is
TEXT = '''\
"""{title}: say here in a sentence what its plan is; `marchsim strategies` shows it.

And here, if you like, in a paragraph. Try it:
  marchsim play --strategies {file},warlord,forager
  marchsim play --strategies {file},warlord,forager --explain {stem}     (which line decides, and why)
"""

from marchsim.games.march.players import Heuristic


class {name}(Heuristic):
    """What it is in a few words."""

    # A method with the name of a question answers it: docs/reference/strategies.md lists them all.
    # `me` is your colony, `table` all that you see. Answer in words, by options, by a list in order of
    # preference, or by None: then the weights below decide. So they do if an answer is not on offer.

    # Example 1, once a round: food or larvae by Royal Decree?
    def decree(self, me, table):
        """Feed first, then breed."""
        return "food" if me.hungry else "larvae"

    # Example 2, your action. Words that several options have leave the choice among these to the weights:
    # "play" is the best card.
    def action(self, me, table):
        """Explore in the first turn; a Colony Goal is played as soon as it can be."""
        if table.round == 1 and me.acted == 0 and me.food > 2:
            return "explore"
        if goals := table.offers("play", kind="goal"):
            return goals
        return None

    # Example 3, before each round: weights that follow the standings.
    def round_begins(self, me, table):
        """Fight when behind."""
        self.weigh(battle=2.0 if table.leader is not me else 1.2)

    def __init__(self):
        super().__init__()
        # What it values, in colony points: a number for all rounds, or a list from the first round on (the
        # last holds for the rest). What is not named here keeps its default. All weights:
{weights}
        self.weigh(
            food=[1.1, 1.0, 0.9, 0.7],
        )
'''
