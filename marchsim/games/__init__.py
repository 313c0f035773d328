"""The games by name. Only runner, studies and cli load them. All other packages see plain data.

A game is loaded when it is first used, so `--help` and reading a run folder import none. An external package
registers its game by an entry point of the group `marchsim.games`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeVar, cast

from marchsim.errors import ConfigError, RulesError, error_words, nearest
from marchsim.kernel.game import Game

Ability = TypeVar("Ability")
DEFAULT = "march"
_HANDICAPPED = {"march": ("pacifist",)}  # by game, its strategies that leave out a part of it on purpose
_WHERE = {"antwars": "marchsim.games.antwars.game:ANTWARS", "march": "marchsim.games.march.game:MARCH"}


def names() -> tuple[str, ...]:
    """The names of the games that can be loaded, in alphabetical order."""
    return tuple(sorted({*_WHERE, *_installed()}))


@cache
def _installed() -> dict[str, str]:
    """The games that installed packages provide: the `module:attribute` of each, by name."""
    return {point.name: point.value for point in entry_points(group="marchsim.games")}


def home(name: str) -> Path | None:
    """The folder of an installed game's module, which contains its strategies and configurations.

    None for a built-in game, for a game that is only registered, and for a module outside a package.
    """
    module = _installed().get(name, "").partition(":")[0]
    if name in _WHERE or "." not in module:
        return None
    try:
        spec = find_spec(module)
    except Exception:  # its package is gone, or its code fails: to load the game says so
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def homes() -> dict[str, Path]:
    """The folders of all installed games, by name."""
    found = {name: home(name) for name in sorted(_installed())}
    return {name: place for name, place in found.items() if place is not None}


def register(name: str, where: str) -> None:
    """Register the game at `module:attribute` for this process. Workers register it as well.

    If an installed package provides this very game, nothing changes. So its strategies and configurations can
    still be found.
    """
    if _installed().get(name) != where:
        _WHERE[name] = where


def where(name: str) -> str:
    """The `module:attribute` of a game. Raises ConfigError for an unknown name."""
    known = {**_installed(), **_WHERE}
    if name not in known:
        raise ConfigError(
            f"game: there is no game {name!r}.{nearest(name, known)} Known: {', '.join(names())}. For your "
            "own, install its package: `marchsim new game NAME` writes one (docs/tutorial/own-game.md)."
        )
    return known[name]


def is_handicapped(use: str) -> bool:
    """Return whether a shipped strategy is handicapped by default. A configuration can change this."""
    return any(use.partition(":")[0] in names for names in _HANDICAPPED.values())


def load(name: str) -> Game:
    """The game with this name. Raises ConfigError for an unknown name."""
    module, _, attribute = where(name).partition(":")
    try:
        return cast(Game, getattr(import_module(module), attribute))
    except Exception as error:
        if name in _WHERE:
            raise
        raise ConfigError(
            f"game {name}: {module}:{attribute} of its package cannot be loaded ({error_words(error)})."
        ) from None


@contextmanager
def own_errors() -> Iterator[None]:
    """Raise RulesError, with file and line, for an exception in the rules of a game that is not shipped.

    The innermost line in the game's package counts, even if marchsim refused what that line called. An
    exception with an exit code, such as the end of a command, passes.
    """
    try:
        yield
    except Exception as error:
        if hasattr(error, "exit_code"):
            raise
        for frame, line in reversed(list(walk_tb(error.__traceback__))):
            if name := _of_game(str(frame.f_globals.get("__name__"))):
                raise RulesError(
                    f"{frame.f_code.co_filename}, line {line}, {frame.f_code.co_name}: "
                    f"{error_words(error).rstrip('.')}. This is an error in the rules "
                    f"of {name}, not in marchsim."
                ) from error
        raise


def _of_game(module: str) -> str:
    """The name of the game to which a module belongs, or '' if it is none or part of marchsim.

    The whole package of an installed game belongs to it, and of a registered one its own module.
    """
    for name, known in {**_installed(), **_WHERE}.items():
        game = known.partition(":")[0]
        whole = (game.rpartition(".")[0] or game) if name not in _WHERE else game
        if f"{module}.".startswith(f"{whole}.") and not whole.startswith("marchsim."):
            return name
    return ""


def able(name: str, ability: type[Ability], what: str) -> Ability:
    """The game with this name, which must have an ability (kernel.showing).

    Raises ConfigError if it lacks the ability. The message contains `what` and the missing attributes.
    """
    game: Any = load(name)
    if not isinstance(game, ability):
        raise ConfigError(f"{game.title}: {what}; {lacking(game, ability)}.")
    return game


def lacking(game: object, ability: type[Any]) -> str:
    """A hint with the attributes that a game lacks for an ability, and the class that documents them."""
    parts = [(*vars(kind).get("__annotations__", ()), *vars(kind)) for kind in ability.__mro__]
    names = dict.fromkeys(name for part in parts for name in part if not name.startswith("_"))
    missing = ", ".join(name for name in names if not hasattr(game, name))
    return f"to change that, give it {missing} ({ability.__module__}.{ability.__name__})"
