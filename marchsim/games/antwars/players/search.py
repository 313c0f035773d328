"""A player that searches: it tries its actions in rollouts and takes the best.

Future dice are unknown. Each candidate action is played on to the end of a round, with plans of the same
weights in all seats, and judged by the estimated chance to win. A racing method drops clearly worse
candidates early. All other questions are answered as by a plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.imagine import World
from marchsim.games.antwars.players.outlook import Outlook
from marchsim.games.antwars.players.plan import NEVER, Plan
from marchsim.games.antwars.players.strategy import Strategy
from marchsim.games.antwars.words import Q_ACTION
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.tabletop.players.effort import copy_effort, set_effort
from marchsim.tabletop.players.imagined import likenesses, race
from marchsim.tabletop.players.trials import Trials, highest

# parameters: the least and the most
LIMITS: Final = {"samples": (1, 10_000), "rounds": (1, 30), "width": (2, 256), "patience": (0, 1000)}
UNSURE: Final = 200  # standard deviation of a chance to win (in ten thousandths) that is taken for granted


@mypyc_attr(allow_interpreted_subclasses=True)
class Searcher(Plan):
    """A plan that searches its actions. The players in its rollouts have the same weights."""

    def __init__(self) -> None:
        super().__init__()
        self.samples: i64 = 16  # imagined games of each action, at most
        self.rounds: i64 = 2  # how many rounds end in them, the present one included
        self.width: i64 = 8  # actions that are tried, those of the highest rating
        self.patience: i64 = 100  # hundredths of a standard error by which an action must trail
        self.world: World | None = None

    # parameters -----------------------------------------------------------
    def configure(self, parameters: Mapping[str, object]) -> None:
        """Read the parameters of LIMITS and `weights`. Raises StrategyError for any other parameter."""
        super().configure(set_effort(self, LIMITS, parameters))

    def adopt(self, other: Strategy) -> None:
        """Copy the parameters of another searcher, or the weights of another plan."""
        super().adopt(other)
        if isinstance(other, Searcher):
            copy_effort(self, other, LIMITS)

    # the game -------------------------------------------------------------
    def imagined(self, view: View) -> World:
        """The rollouts, in which all seats play like this player without search."""
        world = self.world
        if world is None or world.view is not view:
            world = World(view, likenesses(self, Plan, view.players))
            self.world = world
        return world

    def otherwise(self, view: View) -> i64:
        """Search among actions. All other questions are answered as by a plan."""
        if view.question != Q_ACTION:
            return super().otherwise(view)
        e = self.seen(view)
        trials = Trials(view.question, view.n, UNSURE, self.patience)
        self.enter_best(e, view, trials)
        found = race(trials, self.imagined(view), view, self.rng, self.samples, self.rounds)
        self.decide(e, view, found)
        return found

    def enter_best(self, e: Outlook, view: View, trials: Trials) -> None:
        """Enter the actions with the highest ratings into the race."""
        ratings: vec[i64] = vec[i64]([NEVER] * view.n)
        for index in range(view.n):
            ratings[index] = self.rate(e, view.question, view.option(index))
        entered: i64 = 0
        while entered < self.width and entered < view.n:
            best = highest(ratings)
            trials.enter(best, 0)
            ratings[best] = NEVER - 1
            entered += 1
