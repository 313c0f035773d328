"""The base of strategies in any game: the view of a question, the hooks, and the answers.

A strategy answers with the index of an option. If a user's class overrides some hooks, only those are called.
A native core with the same parameters answers all other questions, so a script that changes one decision
stays fast. A game declares its hooks, and its views show the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marchsim.errors import StrategyError
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Fault, Seat, Table


class Seen:
    """The view of a seat, with the question to be answered. The view of a game adds the position."""

    def __init__(self, table: Table, seat: i64) -> None:
        self._table: Final = table
        self.seat: i64 = seat

    @property
    def question(self) -> i64:
        """The number of the question, in words.QUESTIONS of the game."""
        return self._table.question

    @property
    def n(self) -> i64:
        """The number of options. An answer is a number from 0 to n - 1."""
        return self._table.n

    @property
    def is_heard(self) -> bool:
        """Whether somebody observes the answers, as with `--explain`."""
        return self._table.listener is not None

    def option(self, index: i64) -> i64:
        """The option at position `index`, as encoded by words.option."""
        return self._table.options[index]

    def context(self, index: i64) -> i64:
        """The number at position 0 to 3 of the question's context, as listed in words.QUESTIONS."""
        table = self._table
        if index == 0:
            return table.a
        if index == 1:
            return table.b
        if index == 2:
            return table.c
        return table.d


@mypyc_attr(allow_interpreted_subclasses=True)
class StrategyBase:
    """The base of a game's strategies. `hooks` has a bit for each question that the class answers by a hook.

    `rng` is the strategy's own random stream for this game. It can be used from `begin` on.
    """

    def __init__(self, base: type, asked: tuple[str, ...]) -> None:
        self.rng: Stream = Stream(0)
        self._asked: Final = asked
        self.hooks: i64 = own_methods(type(self), base, asked, "")
        self.rated: i64 = 0  # questions whose options its own class rates, a bit each
        self.heeds = False  # it is told of each round (`heed`)
        self.script: StrategyBase | None = None  # whose hooks it calls, its own if None

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Set the parameters given in the configuration. Raises StrategyError if one is unknown."""
        if len(parameters) > 0:
            raise StrategyError(f"the strategy has no parameter {sorted(parameters)[0]!r}; it takes none.")

    def adopt(self, other: Any) -> None:
        """Copy the parameters of another strategy. A native core copies those of the user's object."""

    def join(self, other: Any) -> None:
        """Share this strategy's evaluation of a game with `other`. A core does so with the user's object."""

    def begin(self, view: Any) -> None:
        """Prepare for a game. Called once per game, before the first question."""

    def heed(self, view: Any) -> None:
        """Prepare for a round. Called before the first question of the round."""

    def otherwise(self, view: Any) -> i64:
        """Answer a question for which the class has no hook. Returns the index of an option."""
        return 0

    def by_hook(self, question: i64, view: Seen) -> i64:
        """Answer a question by calling its hook. Returns the index of an option."""
        script = self if self.script is None else self.script
        index: object = getattr(script, self._asked[question])(view)
        if not isinstance(index, int):
            raise Fault("error", f"answered {type(index).__name__}, not an option's index", view.seat)
        return index


class Player:
    """The player of one game in a seat. `user` answers the questions in `mask`, and `core` all others."""

    def __init__(self, core: StrategyBase, user: StrategyBase, mask: i64) -> None:
        self.core = core
        self.user: Final = user
        self.mask: i64 = mask

    def begin(self, view: Seen) -> None:
        """Let the strategy prepare for the game."""
        self.user.begin(view)
        if self.core is not self.user:
            self.core.adopt(self.user)
            self.core.begin(view)
            self.core.join(self.user)


def own_methods(cls: type, base: type, asked: tuple[str, ...], prefix: str) -> i64:
    """A bit mask of the questions for which a class overrides a method of `base`.

    Bit i is set if the class overrides the method named `prefix` + `asked[i]`.
    """
    known = OWN.get((cls, prefix))
    if known is not None:
        return known
    mask: i64 = 0
    bit: i64 = 1
    for hook in asked:
        name = prefix + hook
        if getattr(cls, name, None) is not getattr(base, name, None):
            mask |= bit
        bit <<= 1
    OWN[cls, prefix] = int(mask)
    return mask


OWN: Final[dict[tuple[type, str], int]] = {}  # what own_methods has found


def ask(who: StrategyBase, question: i64, view: Seen) -> i64:
    """Ask a strategy a question. Calls the hook of the question or, if the class has none, `otherwise`."""
    if (who.hooks >> question) & 1 == 0:
        return who.otherwise(view)
    return who.by_hook(question, view)


class PlayerSeat(Seat):
    """A seat with a strategy. `user` answers the questions in `mask`, and `core` all others.

    If the user's class has only hooks, the core calls them, so that only hooks run in Python.
    """

    def __init__(self, view: Seen, core: StrategyBase, user: StrategyBase, mask: i64) -> None:
        self.view: Final = view
        self.core = core
        self.user: Final = user
        self.mask: i64 = mask
        self.heeds: Final = user.heeds
        self.calls = core is not user and user.rated == 0
        if self.calls:
            core.script = user

    @property
    def caller(self) -> StrategyBase:
        """The object through which the hooks of the user's class are called."""
        return self.core if self.calls else self.user

    def answer(self, question: i64) -> i64:
        """Answer a question: by the user's object if `mask` has the question, else by the native core."""
        if self.heeds:
            self.caller.heed(self.view)
        if (self.mask >> question) & 1 == 0:
            return ask(self.core, question, self.view)
        if self.calls:
            return self.core.by_hook(question, self.view)
        return ask(self.user, question, self.view)


def seated(view: Seen, key: int, player: Player) -> PlayerSeat:
    """A seat with this player, the seat's view, and a random stream derived from `key`."""
    player.core.rng = player.user.rng = Stream(key)
    return PlayerSeat(view, player.core, player.user, player.mask)
