"""The base of strategies in any game: the view of a question, the hooks, and the answers.

A strategy answers with the index of an option. If a user's class overrides some hooks, only those are called.
A native core with the same parameters answers all other questions, so a script that changes one decision
stays fast. A game declares its hooks, and shows the position in its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marchsim.errors import StrategyError
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Chair, Fault, Table


class Seen:
    """The view of a seat, with the question that it has to answer. The view of a game adds the position."""

    def __init__(self, table: Table, seat: i64) -> None:
        self._table = table
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
class Thinker:
    """The base of a game's strategies. `hooks` has a bit for each question that the class itself answers.

    `rng` is the strategy's own random stream for this game, available from `begin` on.
    """

    def __init__(self, base: type, asked: tuple[str, ...]) -> None:
        self.rng: Stream = Stream(0)
        self._asked = asked
        self.hooks: i64 = own_methods(type(self), base, asked, "")
        self.rated: i64 = 0  # questions whose options its own class rates, a bit each
        self.heeds = False  # it is told of each round (`heed`)
        self.script: Thinker | None = None  # whose hooks it calls, its own if None

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Set the parameters from the configuration. Raises StrategyError if one is unknown."""
        if len(parameters) > 0:
            raise StrategyError(f"the strategy has no parameter {sorted(parameters)[0]!r}; it takes none.")

    def adopt(self, other: Any) -> None:
        """Copy the parameters of another strategy of this kind, as a native core does."""

    def join(self, other: Any) -> None:
        """Use the view that `other` has of the game, as a native core does with the user's object."""

    def begin(self, view: Any) -> None:
        """Prepare for a game. This is called once, before the first question."""

    def heed(self, view: Any) -> None:
        """Prepare for a round, before the first question in it."""

    def otherwise(self, view: Any) -> i64:
        """Answer a question that has no overridden hook. Returns the index of an option."""
        return 0

    def by_hook(self, question: i64, view: Seen) -> i64:
        """Answer a question by its own hook. Returns the index of an option."""
        script = self if self.script is None else self.script
        index: object = getattr(script, self._asked[question])(view)
        if not isinstance(index, int):
            raise Fault("error", f"answered {type(index).__name__}, not an option's index", view.seat)
        return index


class Player:
    """The player in a seat for one game: `user` answers the questions in `mask`, `core` all others."""

    def __init__(self, core: Thinker, user: Thinker, mask: i64) -> None:
        self.core = core
        self.user = user
        self.mask: i64 = mask

    def begin(self, view: Seen) -> None:
        """Let the strategy prepare for the game."""
        self.user.begin(view)
        if self.core is not self.user:
            self.core.adopt(self.user)
            self.core.begin(view)
            self.core.join(self.user)


def own_methods(cls: type, base: type, asked: tuple[str, ...], prefix: str) -> i64:
    """The questions for which a class overrides the method called `prefix` + hook, one bit each."""
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


def ask(who: Thinker, question: i64, view: Seen) -> i64:
    """Ask a strategy a question: by the hook of its class, or by `otherwise` if it has no such hook."""
    if (who.hooks >> question) & 1 == 0:
        return who.otherwise(view)
    return who.by_hook(question, view)


class Mind(Chair):
    """A seat with a strategy. `user` answers the questions in `mask`, `core` all others.

    If the user's class only has hooks, the core calls them, so that nothing else runs in Python.
    """

    def __init__(self, view: Seen, core: Thinker, user: Thinker, mask: i64) -> None:
        self.view = view
        self.core = core
        self.user = user
        self.mask: i64 = mask
        self.heeds = user.heeds
        self.calls = core is not user and user.rated == 0
        if self.calls:
            core.script = user

    @property
    def caller(self) -> Thinker:
        """The object through which the hooks of the user's class are called."""
        return self.core if self.calls else self.user

    def answer(self, question: i64) -> i64:
        """Ask the user's hook if it has the question, otherwise the native core."""
        if self.heeds:
            self.caller.heed(self.view)
        if (self.mask >> question) & 1 == 0:
            return ask(self.core, question, self.view)
        if self.calls:
            return self.core.by_hook(question, self.view)
        return ask(self.user, question, self.view)


def seated(view: Seen, key: int, player: Player) -> Mind:
    """The mind of a player in a seat, with the view of the seat and a random stream made from `key`."""
    player.core.rng = player.user.rng = Stream(key)
    return Mind(view, player.core, player.user, player.mask)
