"""The heuristic player, which answers all questions by the ratings of `questions`.

A strategy that builds on it sets weights (`weigh`). It may also rate the options of a question itself
(`rate_step`) or answer a question itself (`step`). All other questions are answered here, in compiled code. A
random stream of the player breaks ties, so neither the order of options nor the seat matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.errors import StrategyError, nearest
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.card_facts import SHELF
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.questions import RATINGS
from marchsim.games.march.players.heuristic.questions.rating import NEVER, Rating
from marchsim.games.march.players.heuristic.weights import DEFAULTS
from marchsim.games.march.players.strategy import HOOKS, Strategy
from marchsim.games.march.words import O_MARCH, QUESTIONS, code_of
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.tabletop.players.seats import own_methods
from marchsim.tabletop.players.weights import Weights, put_all, put_among

MOST_TIED: Final = 64  # options of equal worth that are remembered


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic(Strategy):
    """A player that rates every option of every question by weighted integers.

    Parameters: `weights` (see `weights.TABLE`). A script may also set weights for some numbers of players
    (`among`) and for several players against the Horde (`company`).
    """

    def __init__(self) -> None:
        super().__init__()
        # a script may change its weights in a game, when others share them already
        self.weights: Weights = DEFAULTS.copy() if self.hooks > 0 or self.heeds else DEFAULTS
        self.among: dict[int, Weights] = {}
        self.company: Weights | None = None
        self.given: set[str] = set()  # weights of the configuration, which no script changes
        self.scene: Judgement | None = None
        self.tied: Final = vec[i64]([0] * MOST_TIED)
        self.few: Final = vec[i64]([0] * MOST_TIED)
        self.some = False  # the options of `few` alone count
        self.ratings = RATINGS  # at hand: a look into another module costs more than a rating
        self.rated = own_methods(type(self), Strategy, HOOKS, "rate_")

    # parameters -----------------------------------------------------------
    def weigh(self, **weights: object) -> None:
        """Set weights by name: a number for all rounds, or a list of numbers from the first round on.

        A weight that the configuration has set stays as it is.
        """
        if self.weights is DEFAULTS:
            self.weights = DEFAULTS.copy()
        free = self.free(weights)
        put_all(self.weights, self.among, free)
        if self.company is not None:
            for name, value in free.items():
                self.company.put(name, value)

    def free(self, weights: dict[str, object]) -> dict[str, object]:
        """The given weights without those that the configuration has set."""
        return {name: value for name, value in weights.items() if name not in self.given}

    def weigh_among(self, players: int, **weights: object) -> None:
        """Set weights that apply only to games with this many players.

        In those games, all other weights keep their present values until a later call of `weigh`, for example
        by a configuration, changes them.
        """
        put_among(self.weights, self.among, players, self.free(weights))

    def weigh_in_company(self, **weights: object) -> None:
        """Set weights that apply only to games of several players against the Horde.

        In those games, all other weights keep their present values until a later call of `weigh`, for example
        by a configuration, changes them.
        """
        if self.company is None:
            self.company = self.weights.copy()
        for name, value in self.free(weights).items():
            self.company.put(name, value)

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Set `weights` from the configuration. Raises StrategyError for any other parameter."""
        for name, value in parameters.items():
            if name != "weights":
                raise StrategyError(
                    f"the strategy has no parameter {name!r}.{nearest(name, ('weights',))} "
                    "It takes weights = {...}."
                )
            if not isinstance(value, Mapping):
                raise StrategyError("weights: give a table of names and numbers, like { battle = 2.0 }.")
            self.weigh(**value)
            self.given |= {*value}

    def adopt(self, other: Strategy) -> None:
        """Take over the weights of another heuristic."""
        if isinstance(other, Heuristic):
            self.weights = other.weights
            self.among = other.among
            self.company = other.company

    # the position ---------------------------------------------------------
    def begin(self, view: View) -> None:
        """Forget the last game.

        If the new game has the same view as the last, as rollouts do, the judgement and its vectors are
        reused.
        """
        self.rounds_begun = 0
        scene = self.scene
        weights = self.weights_at(view.players, view.rules.horde > 0)
        if scene is not None and scene.view is view and scene.weights is weights:
            scene.forget()
        else:
            self.scene = self.new_scene(view)

    def heed(self, view: View) -> None:
        """Let a script prepare for a round. If it sets weights, they apply from then on."""
        before = self.rounds_begun
        super().heed(view)
        scene = self.scene
        if self.rounds_begun != before and scene is not None:
            script = self.script
            if isinstance(script, Heuristic):
                self.adopt(script)
            scene.weights = self.weights_at(view.players, view.rules.horde > 0)

    def new_scene(self, view: View) -> Judgement:
        """Create a judgement of a game, with the weights that apply to that game."""
        return Judgement(view, SHELF.facts(view.kit), self.weights_at(view.players, view.rules.horde > 0))

    def weights_at(self, players: int, horde: bool) -> Weights:
        """The weights that apply to games with this many players, against the Horde or not."""
        if horde and players > 1 and self.company is not None:
            return self.company
        return self.weights if horde else self.among.get(players, self.weights)

    def join(self, other: Strategy) -> None:
        """Let another heuristic share this one's judgement, as it was last updated."""
        if isinstance(other, Heuristic):
            other.scene = self.scene

    def look(self, view: View) -> Judgement:
        """Update the judgement of the game and return it."""
        scene = self.scene
        if scene is None:
            scene = self.new_scene(view)
            self.scene = scene
        scene.look()
        return scene

    # the frame ------------------------------------------------------------
    def otherwise(self, view: View) -> i64:
        """Rate each option of the question and take the best one. Ties are broken at random."""
        rating = self.ratings[view.question]
        e = self.scene
        if e is None:
            e = self.look(view)
        elif rating.looks:
            e.look()
        return self.best_of(view, e, rating, view.n)

    def one_of(self, view: View, few: list[int]) -> i64:
        """Rate only a few options of the question, and return the index of the best one.

        If no option follows the plan for a March, the plan is ignored. A March is rated even if it is the
        only option, since its rating makes the plan for its steps.
        """
        if len(few) == 1 and code_of(view.option(few[0])) != O_MARCH:
            return few[0]
        e = self.look(view)
        rating = self.ratings[view.question]
        for at, index in enumerate(few):
            self.few[at % MOST_TIED] = index
        n = min(len(few), MOST_TIED)
        self.some = True
        best = self.best_of(view, e, rating, n)
        if e.best <= NEVER:
            e.plans = False
            best = self.best_of(view, e, rating, n)
            e.plans = True
        self.some = False
        return best

    def best_of(self, view: View, e: Judgement, rating: Rating, count: i64) -> i64:
        """The index of the best of `count` options: those in `few` if `some` is set, else the first ones."""
        own = (self.rated >> view.question) & 1 > 0
        some = self.some
        e.best = NEVER
        rating.prepare(e)
        tied = self.tied
        best: i64 = NEVER
        n: i64 = 0
        for at in range(count):
            index: i64 = at
            if some:
                index = self.few[at]
            value = rating.rate(e, view.option(index))
            if own:
                value = self.rerate(view, index, value)
            if n == 0 or value > best:
                best = value
                tied[0] = index
                n = 1
                if not own:
                    e.best = best
            elif value == best and n < MOST_TIED:
                tied[n] = index
                n += 1
        e.best = best
        return tied[0] if n == 1 else tied[self.rng.below(n)]

    def rerate(self, view: View, index: i64, value: i64) -> i64:
        """The value of an option after the strategy's own rating. Raises TypeError if that is no integer."""
        name = f"rate_{QUESTIONS[view.question][0]}"
        own: object = getattr(self, name)(view, view.option(index), value)
        if not isinstance(own, int):
            raise TypeError(f"{name} returned {own!r}, and not a whole number of hundredths of a point")
        return own
