"""The life of a worker process: it takes chunks and sends results until the pipe closes."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import MutableSequence
from types import FrameType
from typing import Any

from marchsim import games
from marchsim.errors import MarchsimError
from marchsim.runner.playing import printing
from marchsim.runner.playing.process_state import keep_only
from marchsim.runner.playing.watch import SAYS


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

    flush = printing.redirect_to_pipe(mouth.fileno(), speaker)
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
