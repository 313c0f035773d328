"""The strategies' door: one hook for each question of the game, and the chair that calls them.

A strategy answers with the index of an option. A user's class that overrides some hooks is called for
those alone; a native core with the same weights answers the rest (the hook mask), so that a script
that changes one decision keeps most of the speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.errors import StrategyError
from marchsim.games.march.engine.cards_and_tiles import Kit
from marchsim.games.march.engine.nest_mat import Mat
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.view import View
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.words import QUESTIONS
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Chair, Fault, Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy:
    """A player's mind. Override `otherwise`, or the hooks of the questions that matter to it.

    `rng` is the strategy's own stream of chance for this game; it is there from `begin` on.
    """

    def __init__(self) -> None:
        self.rng: Stream = Stream(0)
        self.hooks: i64 = own_methods(type(self), "")  # questions that the class answers itself, one bit each

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Take the parameters of the configuration; raises StrategyError for one it does not know."""
        if len(parameters) > 0:
            raise StrategyError(f"the strategy has no parameter {sorted(parameters)[0]!r}; it takes none.")

    def adopt(self, other: Strategy) -> None:
        """Take over the parameters of another strategy of this kind (the native core does)."""

    def join(self, other: Strategy) -> None:
        """See the game that has begun as this one does (a native core lets the user's object do so)."""

    def begin(self, view: View) -> None:
        """Prepare for a game; called once, before the first question."""

    def otherwise(self, view: View) -> i64:
        """Answer any question whose hook is not overridden."""
        return 0

    def action(self, view: View) -> i64:
        """Choose an action: Explore, March, Forage, Play (one option per card), Rest."""
        return self.otherwise(view)

    def step(self, view: View) -> i64:
        """Choose the next step of a March, a reaction or an effect, or stop."""
        return self.otherwise(view)

    def place(self, view: View) -> i64:
        """Choose the hex and tunnel to explore from."""
        return self.otherwise(view)

    def turn(self, view: View) -> i64:
        """Choose how to turn a tile."""
        return self.otherwise(view)

    def move_in(self, view: View) -> i64:
        """Choose an ant to move into the explored hex, or stop."""
        return self.otherwise(view)

    def inhabit(self, view: View) -> i64:
        """Choose the empty site that an ant takes."""
        return self.otherwise(view)

    def emerge(self, view: View) -> i64:
        """Choose where to place a larva, or decline."""
        return self.otherwise(view)

    def gain_larva(self, view: View) -> i64:
        """Choose whether to gain a larva in reaction to Forage or Dance of Chaos."""
        return self.otherwise(view)

    def exchange_card(self, view: View) -> i64:
        """Choose a card to discard for a new one in reaction to Play, or decline."""
        return self.otherwise(view)

    def pay(self, view: View) -> i64:
        """Choose the next larva or ant to pay with."""
        return self.otherwise(view)

    def lose(self, view: View) -> i64:
        """Choose the next ant to lose."""
        return self.otherwise(view)

    def ferocity(self, view: View) -> i64:
        """Choose a card to lay for ferocity, or none."""
        return self.otherwise(view)

    def invader(self, view: View) -> i64:
        """Choose among players tied for being the invader."""
        return self.otherwise(view)

    def spoils(self, view: View) -> i64:
        """Choose an ant to move onto an empty site after a victory, or stop."""
        return self.otherwise(view)

    def decree(self, view: View) -> i64:
        """Choose food or larvae."""
        return self.otherwise(view)

    def tile(self, view: View) -> i64:
        """Choose one of the drawn tiles."""
        return self.otherwise(view)

    def rival(self, view: View) -> i64:
        """Choose another player for an effect."""
        return self.otherwise(view)

    def hex(self, view: View) -> i64:
        """Choose a hex for an effect."""
        return self.otherwise(view)

    def site(self, view: View) -> i64:
        """Choose an inhabited site for an effect."""
        return self.otherwise(view)

    def discard(self, view: View) -> i64:
        """Choose a card to discard."""
        return self.otherwise(view)

    def drop_goal(self, view: View) -> i64:
        """Choose the Colony Goal that makes room for another."""
        return self.otherwise(view)

    def free_card(self, view: View) -> i64:
        """Choose a revealed card to play, or none."""
        return self.otherwise(view)

    def section(self, view: View) -> i64:
        """Choose a body section."""
        return self.otherwise(view)

    def gifts(self, view: View) -> i64:
        """Choose two effects together."""
        return self.otherwise(view)

    def swap(self, view: View) -> i64:
        """Choose an ant to exchange with another player's, or stop."""
        return self.otherwise(view)

    def spot(self, view: View) -> i64:
        """Choose an empty place for a tile."""
        return self.otherwise(view)

    def gather(self, view: View) -> i64:
        """Choose an ant to move by an effect, or stop."""
        return self.otherwise(view)

    def token(self, view: View) -> i64:
        """Choose where to put a token, or none."""
        return self.otherwise(view)

    def shift(self, view: View) -> i64:
        """Choose a centipede and where it goes."""
        return self.otherwise(view)

    def army(self, view: View) -> i64:
        """Choose where to deploy larvae or recall ants, or neither."""
        return self.otherwise(view)

    def victim(self, view: View) -> i64:
        """Choose whose ants to destroy, or stop."""
        return self.otherwise(view)

    def bonus(self, view: View) -> i64:
        """Choose whether to take the bonus of a Colony Goal."""
        return self.otherwise(view)

    def species(self, view: View) -> i64:
        """Choose a species: that of the mat dealt to the seat, or the Common Meadow Ant."""
        return self.otherwise(view)

    def draft(self, view: View) -> i64:
        """Choose one of the starting hexes drawn, to be placed beside the Great Tunnel."""
        return self.otherwise(view)

    def evolve(self, view: View) -> i64:
        """Choose an evolution to play, on top or beneath those in play, or none."""
        return self.otherwise(view)

    def divide(self, view: View) -> i64:
        """Choose an ant and which of the hexes explored together it enters."""
        return self.otherwise(view)

    def raid(self, view: View) -> i64:
        """Choose the player and the hex of a raid."""
        return self.otherwise(view)

    def hunt(self, view: View) -> i64:
        """Choose a centipede to battle after a March, or none."""
        return self.otherwise(view)


class Player:
    """One seat's mind for one game: `user` answers the questions of `mask`, `core` all others."""

    def __init__(self, core: Strategy, user: Strategy, mask: i64) -> None:
        self.core = core
        self.user = user
        self.mask: i64 = mask

    def begin(self, view: View) -> None:
        """Let the strategy prepare for the game."""
        self.user.begin(view)
        if self.core is not self.user:
            self.core.adopt(self.user)
            self.core.begin(view)
            self.core.join(self.user)


def own_methods(cls: type, prefix: str) -> i64:
    """Return for which questions a class has its own method `prefix` + the hook's name, one bit each."""
    known = OWN.get((cls, prefix))
    if known is not None:
        return known
    mask: i64 = 0
    bit: i64 = 1
    for question in QUESTIONS:
        name = prefix + question[0]
        if getattr(cls, name, None) is not getattr(Strategy, name, None):
            mask |= bit
        bit <<= 1
    OWN[cls, prefix] = int(mask)
    return mask


OWN: Final[dict[tuple[type, str], int]] = {}  # what own_methods has found


def ask(who: Strategy, question: i64, view: View) -> i64:
    """Put a question to a strategy: to its hook where its class has one of its own, else to `otherwise`."""
    if (who.hooks >> question) & 1 == 0:
        return who.otherwise(view)
    index: object = getattr(who, QUESTIONS[question][0])(view)
    if not isinstance(index, int):
        raise Fault("error", f"answered {type(index).__name__}, not an option's index", view.seat)
    return index


def seated(
    state: State,
    kit: Kit,
    rules: Ruleset,
    mats: list[Mat],
    table: Table,
    seat: i64,
    key: int,
    player: Player,
) -> Mind:
    """Return a mind for a seat, with a view and, by its key, a stream of chance of its own."""
    player.core.rng = player.user.rng = Stream(key)
    view = View(state, kit, rules, mats, table, seat)
    return Mind(view, player.core, player.user, player.mask)


class Mind(Chair):
    """A seat taken by a strategy: `user` answers the questions of `mask`, `core` all others."""

    def __init__(self, view: View, core: Strategy, user: Strategy, mask: i64) -> None:
        self.view = view
        self.core = core
        self.user = user
        self.mask: i64 = mask

    def answer(self, question: i64) -> i64:
        """Ask the user's hook where it has one, the native core otherwise."""
        if (self.mask >> question) & 1:
            return ask(self.user, question, self.view)
        return ask(self.core, question, self.view)
