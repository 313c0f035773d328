"""Makes the standard streams safe, so that no broken stream can stop a verb.

A stream that was closed at the start is redirected to the null device, so that no later file gets its
descriptor. If the reader of a pipe has gone, the rest of the output is dropped, and the verb finishes with
its usual exit code. Errors on stderr are ignored. Characters that the encoding of a stream lacks, and bytes
of file names that are not text, are escaped.
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
    """Standard output that ignores the loss of its reader, but no other error."""

    quiet: type[OSError] = BrokenPipeError

    def write(self, data: Any) -> int:
        """Write bytes. If the reader has gone, drop them."""
        try:
            return super().write(data)
        except self.quiet:
            redirect_to_null(self.fileno())
            return len(data)


class Murmur(Outlet):
    """Standard error that ignores all errors, since there is nowhere else to report them."""

    quiet = OSError


def settle() -> None:
    """Replace the standard streams of this process with safe ones."""
    codecs.register_error(SPELLED, _spelled)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            redirect_to_null(number)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False), encoding="utf-8")
    sys.stdout = _text(Outlet(1, "w", closefd=False), sys.stdout)
    sys.stderr = _text(Murmur(2, "w", closefd=False), sys.stderr, line_buffering=True)


def redirect_to_null(number: int) -> None:
    """Redirect a file descriptor to the null device."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


def finish() -> None:
    """Flush standard output. If that fails, drop the rest and raise the OSError."""
    try:
        sys.stdout.flush()
    except OSError:
        redirect_to_null(sys.stdout.fileno())  # or Python would try again
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
    """Replace characters that an encoding lacks with escapes (a handler for codecs.register_error)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(plain(char) if plain(char) != char else ascii(char)[1:-1] for char in text), error.end
