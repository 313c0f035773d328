"""Players made from the source of a strategy: its class, its parameters, and its hook mask.

If the user's class overrides a hook, the hook answers its question. A native core with the same parameters
answers all other questions (`seats`). Every error names the strategy and the remedy.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from marchsim.errors import ConfigError, StrategyError, error_words, nearest
from marchsim.kernel.game import StrategySource
from marchsim.kernel.showing import Profile
from marchsim.tabletop.naming import short
from marchsim.tabletop.players import class_checks
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.seats import Player


def strategy_class(kind: StrategyKind, source: StrategySource) -> type:
    """The strategy class that a source defines. The source must name it if the file has several.

    Raises StrategyError if the file cannot be run, or has no valid class of that name.
    """
    module = ModuleType(f"marchsim_strategy_{source.sha256[:12]}")
    try:
        exec(compile(source.text, source.origin or source.use, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"strategy {source.use!r}: its file cannot be loaded ({error_words(error)})."
        ) from None
    found = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, kind.base) and value.__module__ == module.__name__
    }
    if source.class_name:
        if source.class_name not in found:
            raise StrategyError(
                f"strategy {source.use!r}: there is no strategy class {source.class_name!r} in the file."
                f"{nearest(source.class_name, found)} It defines {', '.join(found) or 'none'}."
            )
        return checked(kind, found[source.class_name], source)
    if len(found) != 1:
        known = ", ".join(found) or "none"
        raise StrategyError(
            f"strategy {source.use!r}: the file must define one subclass of {kind.base.__name__} (it defines "
            f"{known}); with several, name one as {source.use}:NAME."
        )
    return checked(kind, next(iter(found.values())), source)


def checked(kind: StrategyKind, cls: type, source: StrategySource) -> type:
    """The class itself. Raises StrategyError if it has methods or attributes that no strategy can have."""
    class_checks.refuse_misspelt(kind, cls, source.text)
    class_checks.refuse_unaskable(kind, cls)
    class_checks.refuse_class_weights(kind, cls, source.text, source.origin or source.use)
    return cls


def native_base(kind: StrategyKind, cls: type) -> Any:
    """The nearest base of a strategy's class that is part of this package."""
    for base in cls.__mro__:
        if base.__module__.startswith(kind.home) and issubclass(base, kind.base):
            return base
    raise StrategyError(f"{cls.__name__} is no {kind.base.__name__}.")


def every_hook(kind: StrategyKind) -> int:
    """The hook mask with which a strategy's own class answers all questions."""
    return (1 << len(kind.hooks)) - 1


def hook_mask(kind: StrategyKind, cls: type) -> int:
    """The questions that a strategy's own class answers, one bit each.

    If the class overrides any other method that the base calls in a game (such as `otherwise`), every
    answer may change. Then the user's object answers all questions.
    """
    base = native_base(kind, cls)
    if cls is base:
        return 0
    mask = 0
    for name in dir(cls):
        if name.startswith("__") or getattr(cls, name, None) is getattr(base, name, None):
            continue
        if name in kind.hooks:
            mask |= 1 << kind.hooks.index(name)
        elif name in kind.told:
            continue
        elif name in kind.ratings:
            mask |= 1 << kind.ratings.index(name)
        elif name not in kind.preparing and callable(getattr(base, name, None)):
            return every_hook(kind)
    return mask


def factory(kind: StrategyKind, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
    """A function that makes a fresh player for each game. Raises StrategyError if a parameter is unknown."""
    base = native_base(kind, cls)
    mask = hook_mask(kind, cls)

    def fresh() -> Any:
        user = cls()
        user.configure(parameters)
        return user

    def make() -> object:
        user = fresh()
        if mask == every_hook(kind):
            return Player(user, user, mask)
        core = base()
        core.adopt(user)
        return Player(core, user, mask)

    def make_core() -> object:
        core = base()
        core.adopt(pattern)
        return Player(core, core, 0)

    pattern = create(kind, cls)
    pattern.configure(parameters)
    make()
    # Nothing of a class that overrides no hook is ever asked: its parameters alone are needed.
    told = any(hasattr(cls, name) for name in kind.told)
    return make_core if mask == 0 and not told and getattr(cls, "begin", None) is base.begin else make


def create(kind: StrategyKind, cls: type) -> Any:
    """A new object of a strategy's class. Raises StrategyError with file and line if `__init__` fails."""
    try:
        user = cls()
    except (Exception, SystemExit) as error:
        raise StrategyError(class_checks.unmade(kind, cls, error, error_words(error))) from None
    if not hasattr(user, "rng"):
        file = class_checks.file_of(kind, cls)
        raise StrategyError(f"{file + ': ' if file else ''}{class_checks.forgotten(cls)}.")
    return user


def profile(kind: StrategyKind, source: StrategySource) -> Profile:
    """The description of the strategy that a source defines. This runs the code of the source."""
    cls = strategy_class(kind, source)
    player = create(kind, cls)
    weighted = kind.weighted is not None and isinstance(player, kind.weighted)
    weights = player.weights.changed_from(kind.defaults) if weighted else {}
    return class_checks.profile(kind, cls, native_base(kind, cls), weights)


# A new strategy: its file and its class, named after what a person calls it
Table = Iterable[tuple[str, object, str]]  # a weight's name, default and meaning
_WORDS = re.compile(r"[a-z][a-z0-9]*(?:[-_ ][a-z0-9]+)*", re.IGNORECASE)


class Named(NamedTuple):
    """The names of a new strategy: its file, the file's stem, its class, and a title for readers."""

    file: str
    stem: str
    class_name: str
    title: str


def named(name: str) -> Named:
    """The names that follow from a name like bold-forager. Raises ConfigError if it is invalid."""
    stem = short(name.removesuffix(".py").replace("_", " ")).replace("-", "_")
    if keyword.iskeyword(stem):
        raise ConfigError(f"{stem}: is a word of Python's own; choose another name, like bold-{stem}.")
    if not _WORDS.fullmatch(name.removesuffix(".py")) or len(stem) > 60:
        raise ConfigError(
            f"{name}: the name of a strategy or game is letters from a to z and digits, words joined by - "
            "or _, like bold-forager."
        )
    words = stem.split("_")
    return Named(
        f"{stem}.py", stem, "".join(word.capitalize() for word in words), " ".join(words).capitalize()
    )


def begun(name: str, template: str, table: Table) -> tuple[str, str]:
    """The file name and the text of a new strategy, made from a template, a name and the weights.

    Raises ConfigError if the name is invalid.
    """
    own, rows = named(name), list(table)
    width = max(len(weight) for weight, _, _ in rows)
    weights = "\n".join(
        f"        #   {weight.ljust(width)}  {value:<5}  {meaning}" for weight, value, meaning in rows
    )
    text = template.format(
        title=own.title, file=own.file, stem=own.stem, name=own.class_name, weights=weights
    )
    return own.file, text
