"""Rollouts of the decisions of March of the Ants for a coach (tabletop.telling.rehearsal)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import rank
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming.names import Names
from marchsim.games.march.naming.options import offered
from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.imagine import World
from marchsim.games.march.players.resume import may_follow
from marchsim.games.march.players.search import Searcher
from marchsim.games.march.players.strategy import HOOKS, Strategy
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.words import NONE, Q_ACTION, Q_STEP
from marchsim.kernel.rollouts import Choice
from marchsim.tabletop.players.minds import Thinker
from marchsim.tabletop.telling import rehearsal


class Rehearsal(rehearsal.Rehearsal):
    """Observes the decisions of a session's games, and rolls out the options of each."""

    def __init__(
        self, session: MarchSession, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        super().__init__(session, makers, hear)
        self.names = Names(session.outfit.variant.components)

    def offered(self, g: Play, question: int) -> Sequence[Sequence[str]]:
        """The options on the table, in words."""
        return offered(g, self.names, question)

    def kind(self, view: View) -> str:
        """The hook. An action granted by a card and a step in reaction have kinds of their own."""
        question = int(view.question)
        if question == Q_ACTION and view.context(0) != NONE:
            return "action by a card"
        if question == Q_STEP and view.seat != view.marker:
            return "step in reaction"
        return str(HOOKS[question])

    def playable(self, view: View) -> bool:
        """Whether a rollout can continue from the question (players.resume)."""
        return may_follow(view)

    def plain(self, player: Thinker) -> Thinker:
        """The player, or a heuristic with the same weights if the player searches."""
        return rated(player) if isinstance(player, Searcher) else player

    def ratings(self, view: View, player: Thinker) -> list[int]:
        """The rating of each option by a heuristic with the player's weights."""
        prior = Searcher()
        if isinstance(player, Heuristic):
            prior.adopt(player)
        prior.begin(view)
        return [int(rating) for rating in prior.rate_all(view)]

    def world(self, view: View, players: list[Strategy]) -> World:
        """The rollouts of a seat."""
        return World(view, players)

    def winners(self, world: World) -> int:
        """The seats with rank 1, as a bit mask."""
        return sum(1 << seat for seat in range(world.g.s.players) if rank(world.g, seat) == 1)

    def together(self, world: World) -> bool:
        """Whether the players play together against the Horde."""
        return bool(world.g.rules.horde > 0)


def rated(player: Heuristic) -> Heuristic:
    """A heuristic with the weights of another one."""
    found = Heuristic()
    found.adopt(player)
    return found
