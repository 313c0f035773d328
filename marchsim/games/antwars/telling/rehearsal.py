"""Rollouts of the decisions of Ant Wars for a coach (tabletop.telling.rehearsal)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marchsim.games.antwars.engine.ending import wins
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming.names import COLOURS, Names
from marchsim.games.antwars.naming.options import offered
from marchsim.games.antwars.players.imagine import World
from marchsim.games.antwars.players.outlook import GATHER
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import Searcher
from marchsim.games.antwars.players.strategy import HOOKS, Strategy
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.words import Q_ACTION
from marchsim.kernel.rollouts import Choice
from marchsim.tabletop.players.minds import Thinker
from marchsim.tabletop.telling import rehearsal


class Rehearsal(rehearsal.Rehearsal):
    """Observes the decisions of a session's games, and rolls out the options of each action."""

    def __init__(
        self, session: AntWarsSession, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        super().__init__(session, makers, hear)
        titles = session.outfit.variant.components.titles
        self.names = Names(titles, session.board, COLOURS[: session.players])

    def offered(self, g: Play, question: int) -> Sequence[Sequence[str]]:
        """The options on the table in words."""
        return offered(g, self.names)

    def kind(self, view: View) -> str:
        """The hook and, for an action, whether it is the last of its turn."""
        question = int(view.question)
        if question == Q_ACTION:
            return "action, last of the turn" if view.context(0) == 1 else "action, others to come"
        return str(HOOKS[question])

    def playable(self, view: View) -> bool:
        """Whether the question is the choice of an action. Rollouts can start only there."""
        return bool(view.question == Q_ACTION)

    def plain(self, player: Thinker) -> Thinker:
        """The player, or a plan with the same weights if the player searches."""
        return rated(player) if isinstance(player, Searcher) else player

    def ratings(self, view: View, player: Thinker) -> list[int]:
        """The rating of each option by a plan with the player's weights (default weights if no plan)."""
        prior = rated(player) if isinstance(player, Plan) else Plan()
        prior.begin(view)
        seen = prior.seen(view)
        return [int(prior.rate(seen, view.question, view.option(at))) for at in range(view.n)]

    def world(self, view: View, players: list[Strategy]) -> World:
        """Rollouts for a seat."""
        return World(view, players)

    def intend(self, world: World, seat: int, option: int) -> None:
        """Let a plan record the purpose of its action, which decides its answers to later questions."""
        core, view = world.seated[seat].core, world.seated[seat].view
        if isinstance(core, Plan) and isinstance(view, View):
            world.g.table.question = Q_ACTION
            seen = core.seen(view)
            seen.why = GATHER
            core.rate(seen, Q_ACTION, option)
            core.aim_of = seen.why

    def winners(self, world: World) -> int:
        """The seats that win, as bits. 0 if the game ends at a cap that decides nothing."""
        return sum(1 << seat for seat in range(world.g.s.players) if wins(world.g, seat))


def rated(player: Plan) -> Plan:
    """A plan with the weights of `player`."""
    found = Plan()
    found.adopt(player)
    return found
