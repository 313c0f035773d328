"""A player that tries its options in rollouts and takes the best.

Each rollout draws hidden cards, decks, the pile and later chance at random. Heuristics with the player's
weights sit in all seats and play a candidate to the end of the round. The estimated chance to win then rates
it. A race drops candidates early if they clearly trail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.heuristic import Heuristic
from marchsim.games.march.players.heuristic.questions.rating import NEVER
from marchsim.games.march.players.imagine import World, may_follow
from marchsim.games.march.players.strategy import Strategy
from marchsim.games.march.words import NONE, O_PASS, O_STEP, Q_ACTION, Q_STEP, code_of, part
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.tabletop.players.rollouts import Trials, copy_effort, highest, likenesses, race, set_effort

# parameters: the least and the most
LIMITS: Final = {
    "samples": (1, 10_000),
    "rounds": (1, 20),
    "further": (0, 10_000),
    "width": (2, 64),
    "patience": (0, 1000),
}
START: Final = (
    2  # ten thousandths of a chance for each hundredth of a point by which an action is rated higher
)
FURTHEST: Final = 600  # hundredths of a point; an action that is rated even lower starts no further behind
UNSURE: Final = 200  # standard deviation of a chance to win (in ten thousandths) that is taken for granted


@mypyc_attr(allow_interpreted_subclasses=True)
class Searcher(Heuristic):
    """A heuristic that tries its options in rollouts before important decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.samples: i64 = 8  # imagined games of each action, at most
        self.rounds: i64 = 1  # how many rounds end in them, the present one included
        self.further: i64 = 6  # imagined games of each answer to further questions, at most
        self.width: i64 = 3  # answers to a further question that are tried, those of the highest rating
        self.patience: i64 = 100  # hundredths of a standard error by which an answer must trail
        self.trials: Trials | None = None  # of the last question, for `marchsim play --explain`
        self.world: World | None = None

    # parameters -----------------------------------------------------------
    def configure(self, parameters: Mapping[str, object]) -> None:
        """Set the parameters of LIMITS, and `weights`. Raises StrategyError for any other parameter."""
        super().configure(set_effort(self, LIMITS, parameters))

    def adopt(self, other: Strategy) -> None:
        """Take over the parameters of another searcher, or the weights of another heuristic."""
        super().adopt(other)
        if isinstance(other, Searcher):
            copy_effort(self, other, LIMITS)

    # the game -------------------------------------------------------------
    def begin(self, view: View) -> None:
        """Forget the last game."""
        super().begin(view)
        self.world = None
        self.trials = None

    def imagined(self, view: View) -> World:
        """The rollouts of this player, in which heuristics with its weights sit in all seats."""
        if self.world is None:
            self.world = World(view, likenesses(self, Heuristic, view.players))
        return self.world

    def otherwise(self, view: View) -> i64:
        """Answer important questions by rollouts, and all other questions as a heuristic does."""
        self.trials = None
        if view.question == Q_ACTION and view.context(0) == NONE and view.marker == view.seat:
            trials = Trials(view.question, view.n, UNSURE, self.patience)
            self.enter_all(view, trials)
            return self.race(view, trials, self.samples)
        if self.further > 0 and may_follow(view) and not self.is_within(view):
            trials = Trials(view.question, view.n, UNSURE, self.patience)
            self.enter_best(view, trials)
            return self.race(view, trials, self.further)
        return super().otherwise(view)

    def is_within(self, view: View) -> bool:
        """Return whether the player's March is under way. Only its first step is chosen by rollouts."""
        return (
            view.question == Q_STEP
            and view.seat == view.marker
            and view.context(0) < view.figures.march_steps(view.seat, False)
        )

    def rate_all(self, view: View) -> vec[i64]:
        """The rating of each option."""
        ratings: vec[i64] = vec[i64]([NEVER] * view.n)
        e = self.look(view)
        rating = self.ratings[view.question]
        rating.prepare(e)
        for index in range(view.n):
            e.best = NEVER
            ratings[index] = rating.rate(e, view.option(index))
        return ratings

    def enter_all(self, view: View, trials: Trials) -> None:
        """Enter all options into a race. Those with low ratings start behind, except against the Horde."""
        ratings = self.rate_all(view)
        best = ratings[highest(ratings)]
        for index in range(view.n):
            behind = min(best - ratings[index], FURTHEST)
            if view.rules.horde > 0:
                behind = 0
            trials.enter(index, -START * behind)

    def enter_best(self, view: View, trials: Trials) -> None:
        """Enter the different options with the highest ratings into a race, and passing if it is on offer."""
        ratings = self.rate_all(view)
        passed: i64 = NONE
        for index in range(view.n):
            if view.option(index) == O_PASS:
                passed = index
            elif ratings[index] > NEVER and has_twin(view, ratings, index):
                ratings[index] = NEVER - 1
        entered: i64 = 0
        while entered < self.width and entered < view.n:
            best = highest(ratings)
            if ratings[best] <= NEVER and entered > 0:
                break
            if entered == self.width - 1 and passed != NONE:
                best = passed
            if best == passed:
                passed = NONE
            trials.enter(best, 0)
            ratings[best] = NEVER - 1
            entered += 1
        if passed != NONE:
            trials.enter(passed, 0)

    def race(self, view: View, trials: Trials, most: i64) -> i64:
        """Try the candidates in up to `most` rollouts each, and return the index of the best option."""
        if len(trials.left) == 1:
            return trials.left[0]
        self.trials = trials
        return race(trials, self.imagined(view), view, self.rng, most, self.rounds)


def has_twin(view: View, ratings: vec[i64], index: i64) -> bool:
    """Return whether an earlier option is an equally good step by another ant of the same hex."""
    option = view.option(index)
    if code_of(option) != O_STEP:
        return False
    for before in range(index):
        other = view.option(before)
        if (
            code_of(other) == O_STEP
            and part(other, 0) == part(option, 0)
            and part(other, 2) == part(option, 2)
            and ratings[before] == ratings[index]
        ):
            return True
    return False
