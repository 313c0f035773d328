"""The reader of untrusted JSON, such as stored state, with uniform messages.

The size, depth and numbers of a file are limited, and text that is not valid Unicode is refused. Therefore a
file can cause only MarchsimErrors, both here and where its values are used.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NoReturn

from marchsim import files
from marchsim.errors import MarchsimError

DEEPEST = 100  # of lists and tables in each other
LOWEST, HIGHEST = -(2**63), 2**64 - 1  # whole numbers that a column can hold
_DIGITS = len(str(LOWEST))


def read(
    path: Path,
    what: str,
    most: int,
    error: type[MarchsimError],
    own: bool = False,
    *,
    missing: str = "check the path",
    mend: str = "check the path",
) -> Any:
    """Read a JSON file of at most `most` bytes. Any problem raises `error`, and its message names the file.

    `what` is the kind of file for messages, such as manifest. If `own` is set, a symbolic link is rejected.
    `missing` is the remedy if the file does not exist, and `mend` the one if it cannot be used.
    """
    try:
        content = files.content(path, most, own)
    except FileNotFoundError:
        raise error(f"{path}: there is no such {what}; {missing}.") from None
    except (OSError, ValueError) as trouble:
        why = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else trouble
        raise error(f"{path}: this {what} cannot be read: {why}; {mend}.") from None
    except MemoryError:
        raise error(f"{path}: this {what} needs more memory than there is; {mend}.") from None
    return parse(content, str(path), what, error, mend=mend)


def parse(
    data: bytes, place: str, what: str, error: type[MarchsimError], *, mend: str = "check the path"
) -> Any:
    """Parse a JSON text, such as a line of a journal. Error messages call it `place`."""
    try:
        found = json.loads(
            data.decode("utf-8"), parse_constant=_constant, parse_float=_real, parse_int=_whole
        )
        _check_depth(found)
        if b"\\u" in data:
            json.dumps(found, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as trouble:
        raise error(f"{place}: this {what} is not UTF-8 text (byte {trouble.start}); {mend}.") from None
    except UnicodeEncodeError:
        raise error(f"{place}: this {what} holds half a character (\\ud800 to \\udfff); {mend}.") from None
    except json.JSONDecodeError as trouble:
        raise error(f"{place}: this {what} is not JSON: {trouble}; {mend}.") from None
    except RecursionError:
        raise error(f"{place}: this {what} is nested too deeply; {mend}.") from None
    except MemoryError:
        raise error(f"{place}: this {what} needs more memory than there is; {mend}.") from None
    except ValueError as trouble:
        raise error(f"{place}: this {what} cannot be used: {trouble}; {mend}.") from None
    return found


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON number")


def _real(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:20]} is too large")
    return value


def _whole(text: str) -> int:
    """Parse a whole number. Python's own limit of 4,300 digits would accept numbers that are too large."""
    value = int(text) if len(text) <= _DIGITS else None
    if value is None or not LOWEST <= value <= HIGHEST:
        raise ValueError(f"the number {text[:20]}{'...' if len(text) > 20 else ''} is too large")
    return value


def _check_depth(found: Any) -> None:
    """Raise RecursionError if lists and tables are nested more than `DEEPEST` deep."""
    level = [found]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return
    raise RecursionError
