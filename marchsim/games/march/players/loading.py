"""From a strategy's source to players: which class a file defines, its parameters, and its hook mask.

A player's questions go to the user's object where its class overrides the hook, and to a native core
with the same parameters otherwise (`strategy`). Every complaint names the strategy and says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from marchsim.errors import StrategyError, nearest, told
from marchsim.games.march.engine.strategy import Player, Strategy
from marchsim.games.march.players import class_checks
from marchsim.games.march.players.class_checks import HOOKS
from marchsim.kernel.game import StrategySource
from marchsim.kernel.showing import Profile

ALL = (1 << len(HOOKS)) - 1
PREPARING = ("begin", "configure")  # called before a game: what they set, the native core adopts


def strategy_class(source: StrategySource) -> type:
    """Return the strategy class that a source defines; raises StrategyError.

    The file may define one subclass of Strategy, or several of which the source names one.
    """
    module = ModuleType(f"marchsim_strategy_{source.sha256[:12]}")
    try:
        exec(compile(source.text, source.origin or source.use, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        raise StrategyError(f"strategy {source.use!r}: its file cannot be loaded ({told(error)}).") from None
    found = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Strategy) and value.__module__ == module.__name__
    }
    if source.class_name:
        if source.class_name not in found:
            raise StrategyError(
                f"strategy {source.use!r}: there is no strategy class {source.class_name!r} in the file."
                f"{nearest(source.class_name, found)} It defines {', '.join(found) or 'none'}."
            )
        return checked(found[source.class_name], source)
    if len(found) != 1:
        known = ", ".join(found) or "none"
        raise StrategyError(
            f"strategy {source.use!r}: the file must define one subclass of Strategy (it defines {known}); "
            f"with several, name one as {source.use}:NAME."
        )
    return checked(next(iter(found.values())), source)


def checked(cls: type, source: StrategySource) -> type:
    """Return the class if its methods and attributes are what a strategy may have; raises StrategyError."""
    class_checks.refuse_misspelt(cls, source.text)
    class_checks.refuse_unaskable(cls)
    class_checks.refuse_class_weights(cls, source.text, source.origin or source.use)
    return cls


def profile(source: StrategySource) -> Profile:
    """Return what the strategy of a source is made of; its file is run for that."""
    cls = strategy_class(source)
    return class_checks.profile(cls, native_base(cls), made(cls))


def native_base(cls: type) -> type[Strategy]:
    """Return the nearest class of the package that a strategy builds on."""
    for base in cls.__mro__:
        if base.__module__.startswith("marchsim.") and issubclass(base, Strategy):
            return base
    raise StrategyError(f"{cls.__name__} is no Strategy.")


def hook_mask(cls: type) -> int:
    """Return the questions that a strategy's own class answers, one bit each.

    Overriding anything else that the package's class defines and asks in a game (helpers such as `otherwise`)
    may change every answer, so then all questions go to the user's object.
    """
    base = native_base(cls)
    if cls is base:
        return 0
    mask = 0
    for name in dir(cls):
        question = name.removeprefix("rate_")
        if name.startswith("__") or getattr(cls, name, None) is getattr(base, name, None):
            continue
        if question in HOOKS:
            mask |= 1 << HOOKS.index(question)
        elif name not in PREPARING and callable(getattr(base, name, None)):
            return ALL
    return mask


def factory(cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
    """Return what makes one fresh Player per game; raises StrategyError for parameters it does not know."""
    base = native_base(cls)
    mask = hook_mask(cls)

    def fresh() -> Strategy:
        user: Strategy = cls()
        user.configure(parameters)
        return user

    def make() -> Player:
        user = fresh()
        if mask == ALL:
            return Player(user, user, ALL)
        core = base()
        core.adopt(user)
        return Player(core, user, mask)

    def make_core() -> Player:
        core = base()
        core.adopt(pattern)
        return Player(core, core, 0)

    pattern = made(cls)
    pattern.configure(parameters)
    make()
    # Nothing of a class that overrides no hook is ever asked: its parameters alone are needed.
    return make_core if mask == 0 and getattr(cls, "begin", None) is base.begin else make


def made(cls: type) -> Strategy:
    """Return a fresh object of a strategy's class; raises StrategyError with the file and the line."""
    try:
        user: Strategy = cls()
    except (Exception, SystemExit) as error:
        raise StrategyError(class_checks.unmade(cls, error, told(error))) from None
    if not hasattr(user, "rng"):
        file = class_checks.file_of(cls)
        raise StrategyError(f"{file + ': ' if file else ''}{class_checks.forgotten(cls)}.")
    return user
