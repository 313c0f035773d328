"""Shows the first lines that a strategy prints, with its name and with control characters escaped.

In a worker process standard output and error are redirected here. Text printed by Python is shown under the
name of the strategy whose code runs, any other output under that of the process.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, TextIO

from marchsim.errors import plain

LINES, LETTERS = 20, 2_000
MORE_LINES, MORE_LETTERS = 1_000, 100_000  # for a person who plays a single game
NAMED, SAID = b"\x1e", b"\x1f"  # a line of a worker that knows its speaker: NAMED speaker SAID words
PIPE_BYTES = 1 << 16

Tell = Callable[[str, str], None]
Speaker = Callable[[FrameType | None], str]


def as_notes(note: Callable[[str], None]) -> Tell:
    """A function that passes the lines of a speaker on to `note`, each with the speaker's name."""
    return lambda speaker, line: note(f"{speaker} says: {line}")


class LimitedOutput:
    """Passes on the output of each speaker up to a limit of lines and letters, then a note about the rest."""

    def __init__(
        self, tell: Tell, lines: int = LINES, letters: int = LETTERS,
        more: str = "(further output is not shown)",
    ) -> None:  # fmt: skip
        self._tell = tell
        self._most = lines, letters
        self._more = more
        self._begun: dict[str, str] = {}
        self._left: dict[str, tuple[int, int]] = {}

    def add(self, speaker: str, text: str) -> None:
        """Add text of a speaker. An incomplete line is held back until it ends or exceeds the limit."""
        *whole, begun = (self._begun.pop(speaker, "") + text).split("\n")
        for line in whole:
            self._line(speaker, line)
        lines, letters = self._left.get(speaker, self._most)
        if len(begun) > letters:
            self._line(speaker, begun)
        elif begun and lines >= 0:
            self._begun[speaker] = begun

    def _line(self, speaker: str, line: str) -> None:
        lines, letters = self._left.get(speaker, self._most)
        if lines < 0:
            return
        if lines and letters:
            self._tell(speaker, plain(line[:letters]))
        enough = lines == 0 or len(line) > letters
        if enough and self._more:
            self._tell(speaker, self._more)
        self._left[speaker] = (-1, 0) if enough else (lines - 1, letters - len(line))

    def flush(self) -> None:
        """Pass on incomplete lines, too."""
        for speaker, line in list(self._begun.items()):
            del self._begun[speaker]
            self._line(speaker, line)


class OutputReader:
    """Splits the bytes that one process prints into lines, and finds the name of the speaker in them."""

    def __init__(self, output: LimitedOutput, name: str) -> None:
        self._output = output
        self._name = name
        self._open = b""

    def feed(self, data: bytes) -> None:
        """Add bytes that have been read."""
        *lines, begun = (self._open + data).split(b"\n")
        if len(begun) > PIPE_BYTES:
            lines, begun = [*lines, begun], b""
        self._open = begun
        for line in lines:
            self._heard(line)

    def end(self) -> None:
        """Pass on the last line, which may be incomplete."""
        if self._open:
            self._heard(self._open)
        self._open = b""

    def _heard(self, line: bytes) -> None:
        before, named, after = line.partition(NAMED)
        if before or not named:
            self._output.add(self._name, before.decode(errors="backslashreplace") + "\n")
        if named:
            speaker, _, words = after.decode(errors="backslashreplace").partition(SAID.decode())
            self._output.add(speaker, words + "\n")


class VoiceStream:
    """Replaces sys.stdout or sys.stderr. Strategies write to a LimitedOutput, others to the real stream."""

    def __init__(self, real: TextIO, speaker: Speaker, output: LimitedOutput) -> None:
        self._real = real
        self._speaker = speaker
        self._output = output

    def write(self, text: str) -> int:
        """Write a text. Returns its length."""
        speaker = self._speaker(sys._getframe(1))
        if not speaker:
            return self._real.write(text)
        self._output.add(speaker, str(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def close(self) -> None:
        """Stay open, since a strategy must not close it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def by_file(files: Mapping[str, str]) -> Speaker:
    """A function that finds the strategy whose code runs in a frame. `files` maps files to names."""

    def speaker(frame: FrameType | None) -> str:
        while frame is not None:
            if name := files.get(frame.f_code.co_filename):
                return name
            frame = frame.f_back
        return ""

    return speaker


def at_once(lines: int = LINES, letters: int = LETTERS) -> LimitedOutput:
    """An output that is shown on standard error as soon as a line is complete."""
    err = sys.stderr

    def tell(speaker: str, line: str) -> None:
        err.write(f"{speaker} says: {line}\n")
        err.flush()

    return LimitedOutput(tell, lines, letters)


@contextlib.contextmanager
def live_output(speaker: Speaker, output: LimitedOutput) -> Iterator[None]:
    """A context in which Python output of strategies goes to `output`."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (VoiceStream(one, speaker, output) for one in streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
        output.flush()


def redirect_to_pipe(handle: int, speaker: Speaker) -> Callable[[], None]:
    """Redirect the output of this worker process to a pipe for good. An `OutputReader` reads the other end.

    Returns a function that also passes on incomplete lines.
    """
    for number in (1, 2):
        os.dup2(handle, number)

    def send(speaker: str, line: str) -> None:
        with contextlib.suppress(OSError):
            os.write(2, NAMED + speaker.encode() + SAID + line.encode(errors="backslashreplace") + b"\n")

    output = LimitedOutput(send, LINES + 1, 2 * LETTERS, more="")
    out = io.FileIO(2, "w", closefd=False)
    real = io.TextIOWrapper(out, errors="backslashreplace", write_through=True)
    sys.stdout = sys.stderr = VoiceStream(real, speaker, output)
    return output.flush
