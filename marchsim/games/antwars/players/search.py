"""A player that searches: it tries its actions in rollouts and takes the best one.

A rollout continues from the position in view, all of which is public (ATG-03), with new dice. The same view
and key give the same game. After each candidate action the rollout continues for some rounds. In it, plans
with the same weights play all seats, and the final position is judged by the estimated chance to win.
Candidates that are clearly worse are dropped early. A plan answers all other questions.

A colony without a Queen has no chance. The chances of the others are proportional to a power of their
strength, as in a conditional logit model of the winner. (`python -m tools.antprospects` estimates exponents
from 2 to 4 in most rounds.) Nobody wins at the limit of rounds, so chances fall when too few rounds are left
for all other Queens to fall.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.games.antwars.engine.dice import Dice
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_on, wins
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.outlook import Outlook
from marchsim.games.antwars.players.plan import NEVER, Plan
from marchsim.games.antwars.players.strategy import Strategy
from marchsim.games.antwars.words import OVER, Q_ACTION
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.kernel.table import Fault, Table
from marchsim.tabletop.players.rollouts import (
    Imagined,
    Trials,
    copy_effort,
    highest,
    likenesses,
    race,
    set_effort,
)
from marchsim.tabletop.recording import RoundEnd

NOBODY: Final = 0  # a value of `cap_win`
WHOLE: Final[i64] = 10_000
POWER: Final = 3
SCALE: Final[i64] = 100  # of the dice of the largest colony: powers stay within 64 bits
PACE: Final[i64] = 15  # rounds for each living Queen, in which a game is decided


def chance(g: Play, seat: i64) -> i64:
    """A seat's estimated chance to win, in ten thousandths. After the end of the game, the seat's credit."""
    if g.s.phase == OVER:
        return won(g, seat)
    most: i64 = 1
    alive: i64 = 0
    for other in range(g.s.players):
        most = max(most, dice(g, other))
        if g.s.queen_n[other] > 0:
            alive += 1
    total: i64 = 0
    own: i64 = 0
    for other in range(g.s.players):
        value = powered(dice(g, other) * SCALE // most)
        total += value
        if other == seat:
            own = value
    if total == 0:
        return 0
    part = WHOLE * own // total
    needed = PACE * alive
    left = g.rules.rounds - g.s.round
    return part if left >= needed or g.rules.cap_win != NOBODY else part * left // needed


def won(g: Play, seat: i64) -> i64:
    """A seat's credit in a finished game, in ten thousandths: joint winners share it equally."""
    if not wins(g, seat):
        return 0
    winners: i64 = 0
    for other in range(g.s.players):
        if wins(g, other):
            winners += 1
    return WHOLE // winners


def dice(g: Play, seat: i64) -> i64:
    """The strength of a colony: ten times its dice, plus the life of its Queens and three times its food.

    It is 0 without a Queen.
    """
    s = g.s
    if s.queen_n[seat] == 0:
        return 0
    ants = g.figures.dice(s.minor_n[seat], s.major_n[seat], s.queen_n[seat])
    return 10 * ants + g.figures.queens_life(seat) + 3 * g.figures.food(seat)


def powered(value: i64) -> i64:
    """A colony's strength raised to POWER. Chances to win are proportional to the result."""
    found: i64 = 1
    for _ in range(POWER):
        found *= value
    return found


# Rollouts
class World(Imagined):
    """The rollouts of a seat. `minds` are the players of all seats."""

    def __init__(self, view: View, minds: list[Strategy]) -> None:
        table = Table([], view.rules.decisions_most)
        super().__init__(view.seat, table, Q_ACTION)
        state = State(view.players, view.board.foraging)
        self.view: Final = view
        self.g: Final = Play(state, view.board, view.panels, view.animals, view.rules, table, Dice(0))
        self.g.events.keep = False
        self.g.events.imagined = True
        for seat, mind in enumerate(minds):
            self.sit(View(self.g, seat), mind)
        self.follower: Final = RoundEnd()

    def imagine(self, key: i64) -> None:
        """Set up a rollout: the position in view, with new dice derived from `key`."""
        self.key = key
        self.again()

    def again(self) -> None:
        """Set up the most recent rollout again, with the same dice."""
        g = self.g
        self.view.copy_to(g.s)
        g.events.clear()
        g.table.decisions = 0
        g.dice = Dice(int(self.key))
        self.wake(g.dice.deal)

    def follow(self, option: i64, rounds: i64) -> None:
        """Take an action, and play on for this many rounds, including the current one, or to the end."""
        self.guests[self.view.seat].lead = option
        try:
            play_on(self.g, self.follower, rounds)
        except Fault:
            return  # beyond a limit of the game: it stands as it stands

    def judged(self) -> i64:
        """The seat's estimated chance to win, in ten thousandths."""
        return chance(self.g, self.view.seat)


# The player
# parameters: the least and the most
LIMITS: Final = {"samples": (1, 10_000), "rounds": (1, 30), "width": (2, 256), "patience": (0, 1000)}
UNSURE: Final = 200  # standard deviation of a chance to win (in ten thousandths) that is taken for granted


@mypyc_attr(allow_interpreted_subclasses=True)
class Searcher(Plan):
    """A plan that chooses its actions by search. The players in its rollouts have the same weights."""

    def __init__(self) -> None:
        super().__init__()
        self.samples: i64 = 16  # imagined games of each action, at most
        self.rounds: i64 = 2  # how many rounds end in them, the present one included
        self.width: i64 = 8  # actions that are tried, those of the highest rating
        self.patience: i64 = 100  # hundredths of a standard error by which an action must trail
        self.world: World | None = None

    # parameters -----------------------------------------------------------
    def configure(self, parameters: Mapping[str, object]) -> None:
        """Read the parameters in LIMITS, and `weights`. Raises StrategyError for any other parameter."""
        super().configure(set_effort(self, LIMITS, parameters))

    def adopt(self, other: Strategy) -> None:
        """Copy the weights of another plan. If it searches, copy its other parameters, too."""
        super().adopt(other)
        if isinstance(other, Searcher):
            copy_effort(self, other, LIMITS)

    # the game -------------------------------------------------------------
    def imagined(self, view: View) -> World:
        """The rollouts. In them, plans with the weights of this player play all seats."""
        world = self.world
        if world is None or world.view is not view:
            world = World(view, likenesses(self, Plan, view.players))
            self.world = world
        return world

    def otherwise(self, view: View) -> i64:
        """The index of the best action, found by search. A plan answers all other questions."""
        if view.question != Q_ACTION:
            return super().otherwise(view)
        e = self.seen(view)
        trials = Trials(view.question, view.n, UNSURE, self.patience)
        self.enter_best(e, view, trials)
        found = race(trials, self.imagined(view), view, self.rng, self.samples, self.rounds)
        self.decide(e, view, found)
        return found

    def enter_best(self, e: Outlook, view: View, trials: Trials) -> None:
        """Enter the actions with the highest ratings as candidates, at most `width` of them."""
        ratings: vec[i64] = vec[i64]([NEVER] * view.n)
        for index in range(view.n):
            ratings[index] = self.rate(e, view.question, view.option(index))
        entered: i64 = 0
        while entered < self.width and entered < view.n:
            best = highest(ratings)
            trials.enter(best, 0)
            ratings[best] = NEVER - 1
            entered += 1
