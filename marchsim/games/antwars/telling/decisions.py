"""Decisions of Ant Wars for readers and for a coach: the scores that a plan gives, and rollouts.

A score is a sum of terms. The term of a weight is the fall in the score if that weight is 0. The remaining
term comes from the position: distances, ants, pieces. For actions, the plan's view of the war is also shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marchsim.games.antwars import naming
from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import wins
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming import COLOURS, Names
from marchsim.games.antwars.players import outlook
from marchsim.games.antwars.players.loading import KIND
from marchsim.games.antwars.players.outlook import GATHER
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import Searcher, World
from marchsim.games.antwars.players.strategy import HOOKS, Strategy
from marchsim.games.antwars.players.weights import TABLE
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.words import Q_ACTION
from marchsim.kernel.telling import Choice
from marchsim.tabletop.players.loading import native_base
from marchsim.tabletop.players.seats import PlayerSeat, StrategyBase
from marchsim.tabletop.telling import decisions
from marchsim.tabletop.telling.decisions import Parts

ADDED = tuple(name for name, _, meaning in TABLE if meaning.startswith("worth of"))  # the others ask or limit
POSITION = "position"
PURPOSES = {
    outlook.GATHER: "to gather",
    outlook.HOME: "to bring pieces home",
    outlook.HUNT: "on the hunt",
    outlook.SPREAD: "to spread",
    outlook.PROWL: "on the prowl",
    outlook.FLEE: "to save the Queen",
    outlook.MUSTER: "to gather the army",
    outlook.GUARD: "to guard the Queen",
}
STATES = ("keeps the peace", "gathers", "marches", "strikes", "comes home")  # of an army
DEFENCE = "to defend the Queen"
MOVES = (w.Q_TARGET, w.Q_MINORS, w.Q_MAJORS, w.Q_QUEENS, w.Q_RAID)
UNRATED = (w.Q_SPECIES,)  # by chance


class Twin:
    """A fresh plan with a seat's weights. It rates the seat's options without changing the seat's own plan.

    The twin sees the same view at the same times as the seat. `other` is a plan with one weight set to 0.
    """

    def __init__(self, g: Play, seat: int, mind: PlayerSeat) -> None:
        base = native_base(KIND, type(mind.user))
        self.answering = mind.core
        self.mind: Plan = base()
        self.other: Plan = base()
        self.mind.adopt(mind.user)
        self.view = View(g, seat)
        self.mind.begin(self.view)

    def seen(self) -> outlook.Outlook:
        """The outlook of the plan, with the prey that the seat's script has named."""
        self.name_prey(self.mind)
        return self.mind.seen(self.view)

    def name_prey(self, mind: Plan) -> None:
        """Let a plan prefer the prey that the seat's script has named."""
        own = self.answering.outlook if isinstance(self.answering, Plan) else None
        if own is not None and mind.outlook is not None:
            mind.outlook.army.wanted = own.army.wanted

    def rate(self) -> tuple[list[tuple[int | None, Parts]], list[int]]:
        """The score and the terms of each option. The second list (options that override scores) is empty."""
        if self.view.question in UNRATED:
            return [(None, [])] * self.view.n, []
        if isinstance(self.answering, Plan):
            self.mind.aim_of = self.answering.aim_of
            seen = self.seen()
            if self.answering.outlook is not None:
                seen.way = self.answering.outlook.way  # where it goes home to
        scores = self.scores(self.mind)
        terms: list[Parts] = [[] for _ in scores]
        if self.view.question == w.Q_ACTION:
            for name in ADDED:
                for at, score in enumerate(self.without(name)):
                    if score != scores[at] and scores[at] > 0:
                        terms[at].append((name, scores[at] - score))
        for at, parts in enumerate(terms):
            rest = scores[at] - sum(value for _, value in parts)
            if parts and rest:
                parts.append((POSITION, rest))
        return list(zip(scores, terms, strict=True)), []

    def scores(self, mind: Plan) -> list[int]:
        """The score that a plan gives each option."""
        seen = mind.seen(self.view)
        question = self.view.question
        return [int(mind.rate(seen, question, self.view.option(at))) for at in range(self.view.n)]

    def without(self, name: str) -> list[int]:
        """The score of each option if the named weight is 0."""
        self.other.weights = self.mind.weights_at(self.view.players).copy()
        self.other.weights.put(name, 0.0)
        self.other.begin(self.view)
        self.name_prey(self.other)
        return self.scores(self.other)


class Explainer(decisions.Explainer):
    """Explains the decisions of some seats in a session's games by the scores of the options."""

    words, hooks, kind, rated, twin = naming, HOOKS, KIND, Plan, Twin

    def context(self, g: Play, seat: int, question: int) -> str:
        """The context of a question in words.

        For a plan, it includes the outlook (for an action) or the purpose of its move.
        """
        told, twin = [super().context(g, seat, question)], self.twins.get(seat)
        if isinstance(twin, Twin) and question == w.Q_ACTION:
            told.append(self.outlook(twin))
        elif isinstance(twin, Twin) and question in MOVES:
            told.append(self.purpose(twin))
        return "; ".join(words for words in told if words)

    def purpose(self, twin: Twin) -> str:
        """The purpose of a move in words. A move home can serve to store pieces or to defend the Queen."""
        e = twin.seen()
        aim = twin.mind.aim_of
        if aim == outlook.HOME and e.way[e.nest] == 0 and e.home[e.nest] != 0:
            return DEFENCE
        return PURPOSES[aim]

    def outlook(self, twin: Twin) -> str:
        """A phrase about a plan's army: its state, size, place and target."""
        army = twin.seen().army
        if army.prey == w.NOBODY:
            return "no Queen that it could kill"
        names = self.names
        target = f"{names.who(army.prey)}'s Queen in {names.area(army.prey_at)}"
        return f"the army {STATES[army.state]}: {army.dice()} dice in {names.area(army.at)}, against {target}"


# Rollouts for a coach (tabletop.telling.decisions)
class Rehearsal(decisions.Rehearsal):
    """Observes the decisions of a session's games, and plays rollouts of the options of each action."""

    words, rated, searching = naming, Plan, Searcher

    def __init__(
        self, session: AntWarsSession, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        super().__init__(session, makers, hear)
        titles = session.assembly.variant.components.titles
        self.names = Names(titles, session.board, COLOURS[: session.players])

    def kind(self, view: View) -> str:
        """The kind of decision: the hook and, for an action, whether it is the last one of the turn."""
        question = int(view.question)
        if question == Q_ACTION:
            return "action, last of the turn" if view.context(0) == 1 else "action, others to come"
        return str(HOOKS[question])

    def playable(self, view: View) -> bool:
        """Whether rollouts can start from the question. They can only if it is the choice of an action."""
        return bool(view.question == Q_ACTION)

    def ratings(self, view: View, player: StrategyBase) -> list[int]:
        """The rating of each option by a plan with the player's weights.

        A player that is not a plan has the default weights.
        """
        prior = self.by_ratings(player) if isinstance(player, Plan) else Plan()
        prior.begin(view)
        seen = prior.seen(view)
        return [int(prior.rate(seen, view.question, view.option(at))) for at in range(view.n)]

    def world(self, view: View, players: list[Strategy]) -> World:
        """The rollouts of a seat, with these players in all seats."""
        return World(view, players)

    def intend(self, world: World, seat: int, option: int) -> None:
        """Let a plan record the purpose of an action that it is made to take. Later answers depend on it."""
        core, view = world.seated[seat].core, world.seated[seat].view
        if isinstance(core, Plan) and isinstance(view, View):
            world.g.table.question = Q_ACTION
            seen = core.seen(view)
            seen.why = GATHER
            core.rate(seen, Q_ACTION, option)
            core.aim_of = seen.why

    def winners(self, world: World) -> int:
        """The seats that win, one bit each. 0 if the game ends undecided at its limit of rounds."""
        return sum(1 << seat for seat in range(world.g.s.players) if wins(world.g, seat))
