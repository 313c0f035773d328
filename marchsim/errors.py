"""The family of errors that users can cause, each with its exit code.

Every message names the file or argument, the place in it, the fault and the remedy. The CLI prints it in one
or two lines. Any other exception that reaches the user is a bug (exit code 1).
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
LONGEST_NAME = 200  # longer names get no suggestion: the search would take too long


class MarchsimError(Exception):
    """Something that the user can fix. `exit_code` is the exit code of the command line."""

    exit_code = BAD_INPUT


class ConfigError(MarchsimError):
    """An argument or a configuration file that cannot be used."""


class ComponentsError(MarchsimError):
    """A card or tile whose data cannot be used."""


class RulesError(MarchsimError):
    """A rule parameter that is unknown or out of range, or an exception in the rules of a user's game."""


class StrategyError(MarchsimError):
    """A strategy that cannot be loaded, or that failed in a game."""


class ScenarioError(MarchsimError):
    """A scenario file that cannot be read."""


class RecordError(MarchsimError):
    """A run folder or table that cannot be read or written."""


class MissingRun(RecordError):
    """A folder that should be a run folder but is not."""

    exit_code = STATE_MISMATCH


class StateMismatch(MarchsimError):
    """Stored state that is missing or belongs to something else, in a resume, a replay or a baseline."""

    exit_code = STATE_MISMATCH


class NothingMeasured(MarchsimError):
    """A valid request for which no game could be measured."""

    exit_code = NOTHING_MEASURED


def error_words(error: BaseException) -> str:
    """The type and message of an exception, even if its own `__str__` fails."""
    try:
        words = str(error)
    except (Exception, SystemExit):
        words = "(its message cannot be read)"
    return f"{type(error).__name__}: {words}"


def out_of_memory(words: str) -> bool:
    """Whether a message from `error_words` reports a lack of memory. A place in a file may precede it."""
    return re.search(r"(^|: )\w*MemoryError(:|$)", words) is not None


def plain(text: str, keep: str = "") -> str:
    r"""Escape everything in a text that could control a terminal: all but printable letters and `keep`.

    A byte in a file's name that is not text (in Python a lone surrogate) is shown as `\xff`.
    """
    return "".join(char if char.isprintable() or char in keep else _spelled(char) for char in text)


def _spelled(char: str) -> str:
    byte = ord(char) - 0xDC00
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else ascii(char)[1:-1]


def nearest(word: str, known: Iterable[str], most: int = 3) -> str:
    """' Did you mean ...?' with the nearest known names, ignoring case, or '' if no name is near."""
    names = {name.casefold(): name for name in known if len(word) <= LONGEST_NAME}
    cutoff = 0.6 if len(word) < 5 else 0.5  # half of four letters are alike by chance
    close = difflib.get_close_matches(word.casefold(), list(names), n=most, cutoff=cutoff)
    return f" Did you mean {' or '.join(repr(names[name]) for name in close)}?" if close else ""


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun: '1 card', '2,000 cards', or '3 strategies' if `many` is given."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
