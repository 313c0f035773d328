"""Decisions of March for a reader and for `marchsim coach`: explanations by heuristics, and rollouts.

A twin is a fresh heuristic that records the terms of each rating. A plan, such as the next step of a hunt,
may override the ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marchsim.games.march import naming
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import rank
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming import Names
from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.questions import RATINGS
from marchsim.games.march.players.heuristic.questions.rating import NEVER, Rating
from marchsim.games.march.players.imagine import World, may_follow
from marchsim.games.march.players.loading import KIND
from marchsim.games.march.players.search import Searcher
from marchsim.games.march.players.strategy import HOOKS, Strategy
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.words import NONE, Q_ACTION, Q_STEP
from marchsim.kernel.telling import Choice
from marchsim.tabletop.players.loading import native_base
from marchsim.tabletop.players.seats import PlayerSeat, StrategyBase
from marchsim.tabletop.telling import decisions
from marchsim.tabletop.telling.decisions import Parts


class Twin:
    """A fresh heuristic with the weights and the view of a seat, which explains the seat's ratings."""

    def __init__(self, g: Play, seat: int, mind: PlayerSeat) -> None:
        base = native_base(KIND, type(mind.user))
        assert issubclass(base, Heuristic)
        assert isinstance(mind.user, Heuristic)
        self.mind = base()
        self.mind.adopt(mind.user)
        self.view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        self.mind.begin(self.view)
        self.own: Heuristic | None = None
        if mind.user.rated:
            self.own = type(mind.user)()
            self.own.adopt(mind.user)
            self.own.begin(self.view)

    def rate(self) -> tuple[list[tuple[int | None, Parts]], list[int]]:
        """The score and terms of each option, and the options that a plan prefers whatever their scores."""
        rating = RATINGS[self.view.question]
        if not rating.looks:
            return [(None, [])] * self.view.n, []
        e = self.mind.look(self.view)
        scores = self.scores(e, rating)
        first = [at for at, (score, _) in enumerate(scores) if score is not None and score > NEVER]
        if len(first) == len(scores):
            return scores, []
        e.plans = False
        plain = self.scores(e, rating)
        e.plans = True
        return [scores[at] if at in first else (score, []) for at, (score, _) in enumerate(plain)], first

    def scores(self, e: Judgement, rating: Rating) -> list[tuple[int | None, Parts]]:
        """The score of each option with its terms. If a score has a single term, the terms are []."""
        rating.prepare(e)
        found: list[tuple[int | None, Parts]] = []
        for at in range(self.view.n):
            e.best = NEVER
            told: Parts = []
            e.telling = told
            score = rating.rate(e, self.view.option(at))
            score = self.rerated(e, told, at, score)
            terms = [(what, value) for what, value in told if value != 0]
            found.append((score, terms if len(terms) > 1 else []))
        e.telling = None
        return found

    def rerated(self, e: Judgement, told: Parts, at: int, score: int) -> int:
        """The score of an option after the strategy's own rating, whose terms are added to `told`."""
        own = self.own
        if own is None or not own.rated >> self.view.question & 1:
            return score
        if not told:
            told.append(("by the weights", score))
        known = len(told)
        own.scene = e
        value = int(own.rerate(self.view, at, score))
        rest = value - score - sum(term for _, term in told[known:])
        told.append(("its own rating", rest))
        return value


class Explainer(decisions.Explainer):
    """Explains the decisions of some seats in the games of a session, with the value of each option."""

    words, hooks, kind, rated, twin = naming, HOOKS, KIND, Heuristic, Twin

    def only_rated(self, cls: type, question: int) -> bool:
        """Return whether a strategy answers a question by ratings, since it has no hook for it."""
        return not hasattr(cls, HOOKS[question])


# Rollouts for a coach (tabletop.telling.decisions)
class Rehearsal(decisions.Rehearsal):
    """Observes the decisions in the games of a session, and tries the options of each in rollouts."""

    words, rated, searching = naming, Heuristic, Searcher

    def __init__(
        self, session: MarchSession, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        super().__init__(session, makers, hear)
        self.names = Names(session.assembly.variant.components)

    def kind(self, view: View) -> str:
        """The kind of decision, which is the name of the hook.

        Actions granted by cards and steps in reaction to an action have kinds of their own.
        """
        question = int(view.question)
        if question == Q_ACTION and view.context(0) != NONE:
            return "action by a card"
        if question == Q_STEP and view.seat != view.marker:
            return "step in reaction"
        return str(HOOKS[question])

    def playable(self, view: View) -> bool:
        """Whether a rollout can continue from the question that a seat must answer (players.imagine)."""
        return may_follow(view)

    def ratings(self, view: View, player: StrategyBase) -> list[int]:
        """The rating of each option by a heuristic, with the player's weights if it has any."""
        prior = Searcher()
        if isinstance(player, Heuristic):
            prior.adopt(player)
        prior.begin(view)
        return [int(rating) for rating in prior.rate_all(view)]

    def world(self, view: View, players: list[Strategy]) -> World:
        """Create the rollouts of a seat."""
        return World(view, players)

    def winners(self, world: World) -> int:
        """The seats with rank 1 in a rollout, as a bit mask."""
        return sum(1 << seat for seat in range(world.g.s.players) if rank(world.g, seat) == 1)

    def together(self, world: World) -> bool:
        """Whether all players play together against the Horde."""
        return bool(world.g.rules.horde > 0)
