"""Strategies of Ant Wars from files: their kind, the players made from them, and the weights to search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import Searcher
from marchsim.games.antwars.players.strategy import HOOKS, Strategy
from marchsim.games.antwars.players.weights import DEFAULTS, GROUPS, STEPS
from marchsim.kernel.game import StrategySource
from marchsim.kernel.numbers import Weight
from marchsim.tabletop.players import door, loading
from marchsim.tabletop.players.class_checks import StrategyKind

# what the package's classes make
MADE = ("rng", "hooks", "pieces", "script", "weights", "among", "given", "outlook", "world")
KIND = StrategyKind(
    Strategy, HOOKS, (Plan, Searcher), weighted=Plan, defaults=DEFAULTS, made=MADE,
    takes=("me", "table"), told=("round_begins",),
)  # fmt: skip
ALL = loading.every_hook(KIND)
strategy_class = partial(loading.strategy_class, KIND)
factory = partial(loading.factory, KIND)


# The weights of a plan that a search may change
def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, players: int
) -> tuple[Weight, ...]:
    """The weights of a strategy in games of this many rounds and players. Empty if it is not a plan."""
    player: Plan | None = door.weighted(KIND, source, parameters)
    if player is None:
        return ()
    return door.weights_of(player.weights_at(players), rounds, GROUPS, STEPS)


# A strategy file to start from: a script with three examples and its weights. It plays as it is
TEXT = '''\
"""{title}: say here in a sentence what its plan is; `marchsim strategies --game antwars` shows it.

And here, if you like, in a paragraph. Try it:
  marchsim play --game antwars --strategies {file},turtle,rusher
  marchsim play --game antwars --strategies {file},turtle,rusher --explain {stem}    (which line decides)
"""

from marchsim.games.antwars.players import Plan


class {name}(Plan):
    """A description in a few words."""

    # A method with the name of a question answers it: docs/reference/strategies.md lists them all.
    # `me` is your colony, `table` all that you see. Answer in words, by options, by a list in order of
    # preference, or by None: then the weights below decide. So they do if an answer is not on offer.

    # Example 1, for each die of a battle: whom does it hit?
    def aim(self, me, table):
        """Queens first, then Majors."""
        return [table.offers(target="Queens"), table.offers(target="Majors")]

    # Example 2, your action. Words that several options have leave the choice among these to the weights:
    # "hatch" is the best nest.
    def action(self, me, table):
        """Hatch while the colony is small; close the gate before a larger stack."""
        if me.minors + me.majors < 12 and (eggs := table.offers("hatch")):
            return eggs
        if me.open and any(foe.dice(me.exit) > me.dice(me.gate) for foe in table.rivals):
            return table.offers(tile="Anthill Entrance")
        return None

    # Example 3, before each round: weights that follow the standings.
    def round_begins(self, me, table):
        """March with a smaller army when somebody is stronger."""
        stronger = any(rival.strength > me.strength for rival in table.rivals)
        self.weigh(rally=14 if stronger else 18)

    def __init__(self):
        super().__init__()
        # What it values: a number for all rounds, or a list from the first round on (the last holds for the
        # rest). What is not named here keeps its default. All weights:
{weights}
        self.weigh(
            guard=4,
        )
'''
