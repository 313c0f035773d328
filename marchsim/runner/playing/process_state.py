"""Restores the state of the process after each game, so that no game depends on earlier ones.

A strategy may change its process: the working folder, the environment, signals and timers. These changes are
undone silently. If it removes something that other strategies or the recording need, its game is void (D-62).

It also shows the first lines that a strategy prints, with its name and with control characters escaped. In a
worker process standard output and error are redirected here. Text printed by Python is shown under the name
of the strategy whose code runs, any other output under that of the process.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType, ModuleType
from typing import Any, TextIO

from marchsim.errors import plain

limits: ModuleType | None
try:
    import resource as limits
except ImportError:  # Windows
    limits = None

HARMS = (
    "",
    "lowered the recursion limit",
    "lowered a limit of its process (resource.setrlimit)",
    "closed file descriptors that are not its own",
    "wrote into file descriptors that are not its own",
    "removed modules that others need (sys.modules)",
)
LIMITS = [
    getattr(limits, name)
    for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_CPU")
    if hasattr(limits, name)
]
SIGNALS = [getattr(signal, name) for name in ("SIGALRM", "SIGINT", "SIGTERM") if hasattr(signal, name)]
TIMERS = [
    getattr(signal, name)
    for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
    if hasattr(signal, name)
]
CUT_OFF, WRITTEN, REMOVED = 3, 4, 5
CLOSED = (-1, -1)
MOST_FILES = 1 << 16
UNREAD = 0x5411  # SIOCOUTQ, see unix(7)
DAMAGED = 87  # exit code of a worker that a strategy has made unfit for further games

get_limit: Any = getattr(limits, "getrlimit", None)
set_limit: Any = getattr(limits, "setrlimit", None)
# Handlers as they are: `signal.getsignal` looks each up among names, which takes longer than all else here.
getsignal: Any = getattr(signal, "_signal", signal).getsignal


class ProcessState:
    """A context manager around games. It saves the state of the process, which `restore` brings back.

    `handles` are file descriptors that must stay open. Games may not write to the `silent` ones.
    """

    def __init__(self, handles: Sequence[int] = (), silent: Sequence[int] = ()) -> None:
        self._handles = handles
        self._silent = silent
        self._own: tuple[int, ...] = ()

    def __enter__(self) -> ProcessState:
        self._process = os.getpid()
        self._recursion = sys.getrecursionlimit()
        self._table, self._modules = sys.modules, dict(sys.modules)
        self._limits = _limits()
        self._streams = sys.stdout, sys.stderr
        self._folder = _folder()
        self._environment = dict(os.environ)
        self._raw = dict(_variables())
        self._umask = os.umask(0o77)
        os.umask(self._umask)
        self._signals = Signals() if threading.current_thread() is threading.main_thread() else None
        with contextlib.suppress(OSError):  # no room for any
            self._own = os.pipe()
        noted = [(handle, _identity(handle)) for handle in (*self._handles, *self._own[:1])]
        self._files = [(handle, identity) for handle, identity in noted if identity != CLOSED]
        return self

    def __exit__(self, *_: object) -> None:
        for handle in self._own:
            with contextlib.suppress(OSError):
                os.close(handle)

    def harm(self) -> int:
        """The forbidden change to the process by a game, as an index into HARMS. 0 if there is none."""
        if sys.getrecursionlimit() < self._recursion:
            return 1
        now = _limits()
        if now != self._limits and any(_lower(*both) for both in zip(now, self._limits, strict=True)):
            return 2
        if any(_identity(handle) != identity for handle, identity in self._files):
            return CUT_OFF
        if any(map(_unread, self._silent)):
            return WRITTEN
        return REMOVED if sys.modules is not self._table or len(self._table) < len(self._modules) else 0

    def restore(self) -> int:
        """Undo the changes of a game. Returns the harm that it did (see `harm`), even if it could be undone.

        If a strategy has copied the process with `os.fork`, the copy ends here, since it is not our worker.
        """
        if os.getpid() != self._process:
            os._exit(0)
        harm = self.harm()
        sys.setrecursionlimit(self._recursion)
        if _limits() != self._limits:
            for number, both in zip(LIMITS, self._limits, strict=True):
                with contextlib.suppress(OSError, ValueError):  # a lowered hard limit cannot be raised again
                    set_limit(number, both)
        sys.stdout, sys.stderr = self._streams
        if harm:
            sys.modules = self._table
            self._table.update(self._modules)
        if self._signals is not None:
            self._signals.restore()
        os.umask(self._umask)
        if _folder() != self._folder:
            with contextlib.suppress(OSError):
                os.chdir(self._folder)
        if _variables() != self._raw:
            os.environ.clear()
            os.environ.update(self._environment)
        return harm


class Signals:
    """The signal handlers, mask and timers of the main thread, as they were when this object was made."""

    def __init__(self) -> None:
        handlers = [(number, getsignal(number)) for number in SIGNALS]
        self._handlers = [(number, handler) for number, handler in handlers if handler is not None]
        self._mask: set[Any] | None = None
        if hasattr(signal, "pthread_sigmask"):
            self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        self._timers = [(timer, signal.getitimer(timer)[1]) for timer in TIMERS]

    def restore(self) -> None:
        """Restore handlers, mask and timers. Timers that a strategy started are stopped."""
        for timer, period in self._timers:
            left, now = signal.getitimer(timer)
            if now != period or (left and not period):
                signal.setitimer(timer, period, period)
        for number, handler in self._handlers:
            if getsignal(number) is not handler:
                signal.signal(number, handler)
        if self._mask is not None and signal.pthread_sigmask(signal.SIG_BLOCK, ()) != self._mask:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)


def keep_only(handles: Sequence[int]) -> None:
    """Close all file descriptors but standard error and `handles`, so that no game writes to them."""
    kept = sorted({2, *handles})
    for one, other in zip(kept, [*kept[1:], MOST_FILES], strict=True):
        os.closerange(one + 1, other)


def _unread(handle: int) -> int:
    """The number of bytes written into an open socket that nobody has read yet. 0 outside Linux."""
    if sys.platform != "linux":
        return 0
    import fcntl

    return int(struct.unpack("i", fcntl.ioctl(handle, UNREAD, bytes(4)))[0])


def _identity(handle: int) -> tuple[int, int]:
    """The identity of the file that a descriptor has open. CLOSED if it is not open."""
    try:
        found = os.fstat(handle)
    except OSError:
        return CLOSED
    return found.st_dev, found.st_ino


def _limits() -> list[tuple[int, int]]:
    return [get_limit(number) for number in LIMITS]


def _lower(now: tuple[int, int], before: tuple[int, int]) -> bool:
    """Whether the soft or the hard limit is lower than before. -1 means no limit."""
    endless = 1 << 64
    pairs = zip(now, before, strict=True)
    return any((one if one >= 0 else endless) < (other if other >= 0 else endless) for one, other in pairs)


def _folder() -> str:
    """The working folder of the process. '' if it no longer exists."""
    try:
        return os.getcwd()  # noqa: PTH109  (a tenth of the time)
    except OSError:
        return ""


def _variables() -> Any:
    """The environment in the form of bytes, which is ten times as fast to compare."""
    return getattr(os.environ, "_data", os.environ)


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
