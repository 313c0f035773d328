"""The games by name. Only runner, studies and cli load them; everything else sees plain data.

A game is loaded when it is first asked for, so that `--help` and reading a run folder import none.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar, cast

from marchsim.errors import ConfigError, nearest
from marchsim.kernel.game import Game

Ability = TypeVar("Ability")
DEFAULT = "march"
_HANDICAPPED = {"march": ("pacifist",)}  # by game, its strategies that leave out a part of it on purpose
_WHERE = {"antwars": "marchsim.games.antwars.game:ANTWARS", "march": "marchsim.games.march.game:MARCH"}


def names() -> tuple[str, ...]:
    """Return the names of the games that can be loaded, in alphabetical order."""
    return tuple(sorted(_WHERE))


def register(name: str, where: str) -> None:
    """Make a game known in this process by `module:attribute` (workers are told the same)."""
    _WHERE[name] = where


def where(name: str) -> str:
    """Return `module:attribute` of a game; an unknown name is a ConfigError."""
    if name not in _WHERE:
        raise ConfigError(
            f"game: there is no game {name!r}.{nearest(name, _WHERE)} Known: {', '.join(names())}. For your "
            f"own, call marchsim.games.register({name!r}, 'module:ATTRIBUTE') before (docs/new-game.md)."
        )
    return _WHERE[name]


def is_handicapped(use: str) -> bool:
    """Return whether a shipped strategy is limited on purpose, if a configuration does not say."""
    return any(use.partition(":")[0] in names for names in _HANDICAPPED.values())


def load(name: str) -> Game:
    """Return the game of that name; an unknown name is a ConfigError."""
    module, attribute = where(name).split(":")
    return cast(Game, getattr(import_module(module), attribute))


def able(name: str, ability: type[Ability], what: str) -> Ability:
    """Return a game that has an ability (kernel.showing); else ConfigError says `what` it cannot do.

    The message names the methods to write.
    """
    game: Any = load(name)
    if not isinstance(game, ability):
        raise ConfigError(f"{game.title}: {what}; {lacking(game, ability)}.")
    return game


def lacking(game: object, ability: type[Any]) -> str:
    """Return which attributes of an ability a game lacks, and where they are described."""
    parts = [(*vars(kind).get("__annotations__", ()), *vars(kind)) for kind in ability.__mro__]
    names = dict.fromkeys(name for part in parts for name in part if not name.startswith("_"))
    missing = ", ".join(name for name in names if not hasattr(game, name))
    return f"to change that, give it {missing} ({ability.__module__}.{ability.__name__})"
