"""The life of a worker process: chunks in, results out, until the pipe closes."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import MutableSequence
from typing import Any

from marchsim.errors import MarchsimError


def serve(pipe: Any, beat: MutableSequence[int], job: Any, number: int, idle: float | None = None) -> None:
    """Play the chunks that come through the pipe; failures of ours are sent, never printed.

    With `idle` leave when none has come for so many seconds.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # One worker is one processor's worth of work.
    os.environ["POLARS_MAX_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        player = job.player(number, beat, os.getppid())
        while pipe.poll(idle):
            pipe.send(("done", player.play(pipe.recv())))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except MarchsimError as error:
        pipe.send(("error", (type(error).__name__, str(error))))
    except Exception:
        pipe.send(("bug", traceback.format_exc()))
