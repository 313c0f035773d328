"""One worker process. The parent starts, watches and stops it, and it cannot outlive its parent.

The process takes chunks and sends results (`serve`) until its pipe closes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, MutableSequence
from types import FrameType, ModuleType
from typing import Any

from marchsim import games
from marchsim.errors import MarchsimError
from marchsim.runner.planning.chunks import Chunk, Lost
from marchsim.runner.playing import process_state, watch
from marchsim.runner.playing.process_state import CUT_OFF, DAMAGED, HARMS, keep_only
from marchsim.runner.playing.watch import BEAT, GAME, HARM, SAYS, SEAT, still

GRACE_SECONDS = 2.0  # in addition to 1.5 times what a decision may take: its own process stops it before that
LEAVE_SECONDS = 1.0  # within which a process that has closed its pipe should exit by itself

START = """\
import os, sys
if hasattr(os, "setpgid"):
    os.setpgid(0, 0)  # signals to its group reach nobody else, and what it starts ends with it
if sys.platform == "linux":
    import ctypes
    ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG: SIGKILL when the parent dies
else:
    import threading, time
    def look():
        while os.getppid() == {parent}:
            time.sleep(0.5)
        os._exit(1)
    threading.Thread(target=look, daemon=True).start()
if os.getppid() != {parent}:
    os._exit(1)
import pickle
try:
    {program}
except (EOFError, pickle.UnpicklingError):
    os._exit(1)  # the parent has died while it said what is to be done
"""

_starting = threading.Lock()  # one process at a time, since a start changes state shared by all threads


class WorkerProcess:
    """A worker process with its pipe, beat (counters in shared memory) and output, and its chunk."""

    def __init__(
        self, context: Any, job: Any, number: int, idle: float | None, output: process_state.LimitedOutput
    ) -> None:
        self.beat = context.RawArray("q", BEAT)
        self.beat[:] = still()
        self.pipe, theirs = context.Pipe()
        self.mouth, lips = context.Pipe(duplex=False)
        self._reader = process_state.OutputReader(output, f"worker {number}")
        self.process = context.Process(
            target=serve,
            args=(theirs, lips, self.beat, job, number, idle),
            name=f"marchsim-{number}",
            daemon=True,
        )
        with _bare_start():
            self.process.start()
        theirs.close()
        lips.close()
        self.chunk: Chunk | None = None
        self.silent = False  # nothing can be printed any more
        self._seen: tuple[int, ...] = ()
        self._cpu = self._wall = 0.0

    def stands_still(self, seconds: float) -> str:
        """The reason to end the worker if its game is far over the time limit of a decision, else ''.

        The worker process itself should have stopped the game by now.
        """
        seen = tuple(self.beat)
        cpu, wall = processor_seconds(self.process.pid), time.monotonic()
        if seen != self._seen or self.chunk is None or seen[GAME] < 0:
            self._seen, self._cpu, self._wall = seen, cpu, wall
        if cpu - self._cpu > 1.5 * seconds + GRACE_SECONDS:
            return watch.words(seconds)
        late = wall - self._wall > 1.5 * watch.far(seconds) + GRACE_SECONDS
        return watch.words(seconds, wall=True) if late else ""

    def speaks(self, woken: bool) -> bool:
        """Whether the worker sent a message or ended. `woken` is True if there is anything in its pipe.

        A strategy can write into the pipe, too. Only a message of ours also sets a mark in the beat.
        """
        return (woken and bool(self.beat[SAYS])) or not self.process.is_alive()

    def listen(self) -> None:
        """Read the output that has arrived from the worker."""
        try:
            data = os.read(self.mouth.fileno(), process_state.PIPE_BYTES)
        except OSError:
            data = b""
        self.silent = not data
        self._reader.feed(data)

    def lost(self, late: str = "", bug: str = "") -> Lost:
        """End the process, and describe how its chunk was lost.

        The process hung (`late` has details), failed outside any strategy (`bug` has details), or died.
        """
        assert self.chunk is not None
        if not late and not bug:
            self.process.join(LEAVE_SECONDS)
        code = self.process.exitcode
        game, seat = self.beat[GAME], self.beat[SEAT]
        harm = self.beat[HARM] if code == DAMAGED else 0
        self.end()
        if late:
            fault = f"{late}, and it could not be interrupted"
            return Lost(self.chunk, game, "time", fault, certain=True, seat=seat)
        if bug:
            return Lost(self.chunk, game, "error", f"its worker process failed: {bug}", seat=seat)
        if harm or code is None:
            return Lost(self.chunk, game, "error", f"it {HARMS[harm or CUT_OFF]}", certain=True, seat=seat)
        if code == -getattr(signal, "SIGKILL", 9):
            fault = "its worker process was killed (SIGKILL), probably because memory ran out"
            return Lost(self.chunk, game, "memory", fault, seat=seat)
        return Lost(self.chunk, game, "error", "its worker process died in this game", seat=seat)

    def end(self) -> None:
        """Kill the process, read the rest of its output, and close the pipes."""
        self.process.kill()
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.join()
        while not self.silent and self.mouth.poll():
            self.listen()
        self._reader.end()
        self.pipe.close()
        self.mouth.close()


def processor_seconds(process: int) -> float:
    """The processor time in seconds that another process has used. 0.0 if it is not known.

    On Linux, each process has a clock. The C library's clock_getcpuclockid(3) gives the id of this clock.
    """
    if sys.platform != "linux":
        return 0.0
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


@contextlib.contextmanager
def _bare_start() -> Iterator[None]:
    """A context in which a started process ignores Ctrl-C, ends with this one, and imports no main module.

    Ctrl-C is blocked while the context is open. A process started then keeps it blocked, and this process
    receives it afterwards. Python's resource tracker unblocks the signal when it starts, so it is started
    first. Workers need nothing from the main module. Scripts that call `run` therefore need no guard, and
    workers start faster.
    """
    from multiprocess import resource_tracker, spawn

    def command(**handles: Any) -> list[str]:
        *before, program, mark = usual(**handles)
        return [*before, START.format(parent=os.getpid(), program=program), mark]

    with _starting:
        main, usual = sys.modules["__main__"], spawn.get_command_line
        masks = hasattr(signal, "pthread_sigmask")
        if masks:
            resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
        sys.modules["__main__"] = ModuleType("__main__")
        if masks:  # elsewhere (Windows) a process has no parent that it could ask for
            spawn.get_command_line = command
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            spawn.get_command_line = usual
            if masks:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(
    pipe: Any, mouth: Any, beat: MutableSequence[int], job: Any, number: int, idle: float | None = None
) -> None:
    """Play the chunks that arrive through the pipe. Our own errors are sent to the parent, never printed.

    The beat marks our own messages, since a strategy might also write into the pipe. Output of strategies
    goes into `mouth`. The process exits after `idle` seconds without a chunk, or never if that is None.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["POLARS_MAX_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one processor's work
    player: Any = None

    def say(kind: str, content: object) -> None:
        beat[SAYS] = 1
        pipe.send((kind, content))

    def speaker(frame: FrameType | None) -> str:
        return "" if player is None else str(player.attempts.speaker(frame))

    flush = process_state.redirect_to_pipe(mouth.fileno(), speaker)
    keep_only((pipe.fileno(), mouth.fileno()))
    try:
        with games.own_errors():
            player = job.player(number, beat, (pipe.fileno(),))
            while pipe.poll(idle):
                chunk = pipe.recv()
                beat[SAYS] = 0
                result = player.play(chunk)
                flush()
                say("done", result)
    except (EOFError, BrokenPipeError, ConnectionResetError, MemoryError):
        return  # the parent is gone, or will notice by itself that this process is
    except MarchsimError as error:
        known = next(kind for kind in type(error).__mro__ if kind.__module__ == MarchsimError.__module__)
        say("error", (known.__name__, str(error)))
    except Exception:
        say("bug", traceback.format_exc())
