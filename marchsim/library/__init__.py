"""What other programs call: `load` reads a run, `run` and `play` play, `evaluate` measures a changed game.

`import marchsim` offers it all and loads it when it is first used. Frames and estimates are those of recorder
and analysis; nothing is computed here, and no game is known.
"""

from __future__ import annotations

from marchsim.library.estimates import Estimates
from marchsim.library.evaluating import evaluate
from marchsim.library.loaded import LoadedRun, load
from marchsim.library.playing import Game, play, run

__all__ = ["Estimates", "Game", "LoadedRun", "evaluate", "load", "play", "run"]
