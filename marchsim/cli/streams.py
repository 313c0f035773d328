"""The standard streams of this process, made such that none of them can break what a verb does.

A stream that was closed at the start leads nowhere, so that no file that is opened later takes its number
and gets its text. Where the reader of a pipe has gone, what is left to say leads nowhere too: the verb goes
on to its end, and its exit code is the one that it earned. Whatever befalls stderr changes nothing. What a
stream's encoding cannot show, and bytes of names that are no text, are spelled out.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import Any, TextIO

from marchsim.errors import plain

SPELLED = "marchsim.spelled"


class Outlet(io.FileIO):
    """Standard output; of whatever goes wrong only a reader that has gone is no error."""

    quiet: type[OSError] = BrokenPipeError

    def write(self, data: Any) -> int:
        """Write bytes, or drop them where nobody reads."""
        try:
            return super().write(data)
        except self.quiet:
            lead_nowhere(self.fileno())
            return len(data)


class Murmur(Outlet):
    """Standard error: nobody is left to whom a failure could be told."""

    quiet = OSError


def settle() -> None:
    """Put streams as described in the place of those that this process has."""
    codecs.register_error(SPELLED, _spelled)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            lead_nowhere(number)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False), encoding="utf-8")
    sys.stdout = _text(Outlet(1, "w", closefd=False), sys.stdout)
    sys.stderr = _text(Murmur(2, "w", closefd=False), sys.stderr, line_buffering=True)


def lead_nowhere(number: int) -> None:
    """Let a descriptor lead to where nothing is kept."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


def finish() -> None:
    """Write what is left of standard output; an OSError if it cannot be, after which it is dropped."""
    try:
        sys.stdout.flush()
    except OSError:
        lead_nowhere(sys.stdout.fileno())  # or Python would try again
        raise


def _text(raw: Outlet, before: TextIO | None, line_buffering: bool = False) -> io.TextIOWrapper:
    encoding = before.encoding if before is not None else "utf-8"
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=encoding,
        errors=SPELLED,
        line_buffering=line_buffering or raw.isatty(),
    )


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for letters that an encoding does not have (codecs.register_error)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(plain(char) if plain(char) != char else ascii(char)[1:-1] for char in text), error.end
