"""Output of strategies: the first lines are shown, with the strategy's name, control characters escaped.

In a worker process, and while games are played in this one, standard output and error are redirected here:
Python's output is shown under the strategy whose code runs, other output under the process.
"""

from __future__ import annotations

import contextlib
import io
import os
import select
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, TextIO

from marchsim.errors import plain
from marchsim.runner.playing.process_state import reopen

LINES, LETTERS = 20, 2_000
MORE_LINES, MORE_LETTERS = 1_000, 100_000  # for a person who plays a single game
NAMED, SAID = b"\x1e", b"\x1f"  # a line of a worker that knows its speaker: NAMED speaker SAID words
PIPE_BYTES = 1 << 16

Tell = Callable[[str, str], None]
Speaker = Callable[[FrameType | None], str]


def as_notes(note: Callable[[str], None]) -> Tell:
    """Return a function that passes a speaker's line on to `note`, which writes a line."""
    return lambda speaker, line: note(f"{speaker} says: {line}")


def on_stderr(speaker: str, line: str) -> None:
    """Write a speaker's line to stderr, where our own messages go."""
    sys.stderr.write(f"marchsim: {speaker} says: {line}\n")


class LimitedOutput:
    """Passes on a speaker's output, up to a limit of lines and letters, then says that there is more."""

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
        """Add some text. An unfinished line waits for its end."""
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
        """Pass on unfinished lines, too."""
        for speaker, line in list(self._begun.items()):
            del self._begun[speaker]
            self._line(speaker, line)


class OutputReader:
    """Splits the bytes that one process prints into lines, and recognises those that name their speaker."""

    def __init__(self, output: LimitedOutput, name: str) -> None:
        self._output = output
        self._name = name
        self._open = b""

    def feed(self, data: bytes) -> None:
        """Add some bytes."""
        *lines, begun = (self._open + data).split(b"\n")
        if len(begun) > PIPE_BYTES:
            lines, begun = [*lines, begun], b""
        self._open = begun
        for line in lines:
            self._heard(line)

    def end(self) -> None:
        """Pass on the rest."""
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
    """Replaces sys.stdout or sys.stderr: strategies write to a LimitedOutput, others to the real one."""

    def __init__(self, real: TextIO, speaker: Speaker, output: LimitedOutput) -> None:
        self._real = real
        self._speaker = speaker
        self._output = output

    def write(self, text: str) -> int:
        """Write some text."""
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
        """Stay open: a strategy must not close it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


@contextlib.contextmanager
def live_output(files: Mapping[str, str]) -> Iterator[None]:
    """Send strategies' output to standard error at once, for a single game.

    `files` maps the files of their code to their names. Output that does not come from Python is left alone.
    """
    streams, err = (sys.stdout, sys.stderr), sys.stderr

    def tell(speaker: str, line: str) -> None:
        err.write(f"{speaker} says: {line}\n")
        err.flush()

    def speaker(frame: FrameType | None) -> str:
        while frame is not None:
            if name := files.get(frame.f_code.co_filename):
                return name
            frame = frame.f_back
        return ""

    output = LimitedOutput(tell, MORE_LINES, MORE_LETTERS)
    sys.stdout, sys.stderr = (VoiceStream(one, speaker, output) for one in streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
        output.flush()


class CapturedOutput:
    """A context that captures everything printed in this process and passes it on at its end.

    Not earlier: `tell` may write to the streams that are redirected here until then.
    """

    def __init__(self, tell: Tell, speaker: Speaker) -> None:
        self._speaker = speaker
        self._tell = tell
        self._kept: list[tuple[str, str]] = []
        self._output = LimitedOutput(lambda *said: self._kept.append(said))
        self._reader = OutputReader(LimitedOutput(lambda *said: self._kept.append(said)), "this process")
        self._files: _Files | None = None

    def __enter__(self) -> CapturedOutput:
        self._streams = sys.stdout, sys.stderr
        if threading.current_thread() is threading.main_thread():
            self._files = _Files(self._reader)
        sys.stdout, sys.stderr = (VoiceStream(one, self._speaker, self._output) for one in self._streams)
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._streams
        if self._files is not None:
            self._files.end()
            self._files = None
        self._reader.end()
        self._output.flush()
        while self._kept:
            self._tell(*self._kept.pop(0))


class _Files:
    """Redirects standard output and error of this process to an OutputReader, which a thread feeds."""

    def __init__(self, reader: OutputReader) -> None:
        _flush()
        self._reader = reader
        self._saved = []
        self._out, into = os.pipe()
        for number in (1, 2):
            with contextlib.suppress(OSError):  # it may have been closed from the beginning
                self._saved.append((number, os.dup(number)))
                os.dup2(into, number)
        os.close(into)
        self._over, self._ending = os.pipe()
        self._thread = threading.Thread(target=self._listen, name="marchsim-reader", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # a strategy has closed them
            over = False
            while not over:
                ready, _, _ = select.select([self._out, self._over], [], [])
                over = self._over in ready
                while select.select([self._out], [], [], 0)[0]:
                    if not (data := os.read(self._out, PIPE_BYTES)):
                        return  # nobody can write into it any more
                    self._reader.feed(data)

    def end(self) -> None:
        """Restore the streams."""
        _flush()
        for number, saved in self._saved:
            try:
                os.dup2(saved, number)
            except OSError:  # a strategy has closed it
                os.close(number)
        reopen()
        with contextlib.suppress(OSError):
            os.close(self._ending)  # unlike a write, closing cannot fail and leave the thread waiting
        self._thread.join()
        for handle in (self._out, self._over, *(saved for _, saved in self._saved)):
            with contextlib.suppress(OSError):
                os.close(handle)


def redirect_to_pipe(handle: int, speaker: Speaker) -> Callable[[], None]:
    """Redirect this worker process's output to a pipe for good. An `OutputReader` reads its other end.

    Return a function that passes on unfinished lines, too.
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


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
