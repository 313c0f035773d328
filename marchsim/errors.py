"""The family of errors that a user can cause, each with its exit code.

Every message names the file or argument, the place in it, what is wrong and what to do next.
The CLI prints it in one or two lines; anything else that escapes is a bug of ours (exit code 1).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

OK = 0
INTERNAL = 1
BAD_INPUT = 2
EXPECTATION_FAILED = 3
INCONCLUSIVE = 4
NOTHING_MEASURED = 5
STATE_MISMATCH = 6
INTERRUPTED = 130


class MarchsimError(Exception):
    """Something the user can mend; `exit_code` is what the command line returns for it."""

    exit_code = BAD_INPUT


class ConfigError(MarchsimError):
    """An argument or a configuration file that cannot be used."""


class ComponentsError(MarchsimError):
    """A card or tile whose data cannot be used."""


class RulesError(MarchsimError):
    """A rule parameter that is unknown or out of range."""


class StrategyError(MarchsimError):
    """A strategy that cannot be loaded, or that failed in a game."""


class ScenarioError(MarchsimError):
    """A scenario file that cannot be read."""


class RecordError(MarchsimError):
    """A run folder or table that cannot be read or written."""


class StateMismatch(MarchsimError):
    """Stored state that is missing or was made by something else (resume, replay, baseline)."""

    exit_code = STATE_MISMATCH


class NothingMeasured(MarchsimError):
    """A request that is well formed, but finds no game to speak of."""

    exit_code = NOTHING_MEASURED


def told(error: BaseException) -> str:
    """Return the kind and the words of an exception, whatever its own `__str__` does."""
    try:
        words = str(error)
    except (Exception, SystemExit):
        words = "(its message cannot be read)"
    return f"{type(error).__name__}: {words}"


def out_of_memory(words: str) -> bool:
    """Return whether words that `told` has made, perhaps after a place, say that memory ran out."""
    return re.search(r"(^|: )\w*MemoryError(:|$)", words) is not None


def plain(text: str) -> str:
    """Return a text with control characters spelled out, so that it cannot steer a terminal."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def nearest(word: str, known: Iterable[str], most: int = 3) -> str:
    """Return ' Did you mean ...?' with the nearest known names in any case, or '' if none is near."""
    names = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), list(names), n=most, cutoff=0.5)
    return f" Did you mean {' or '.join(repr(names[name]) for name in close)}?" if close else ""
