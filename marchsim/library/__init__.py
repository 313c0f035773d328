"""The library for other programs: `load` reads a run, `run` and `play` play, `evaluate` measures a change.

`import marchsim` offers it all and loads it at first use. Frames and estimates are those of recorder
and analysis. This package computes nothing and knows no game.
"""

from __future__ import annotations

from marchsim.library.estimates import Estimates
from marchsim.library.evaluating import evaluate
from marchsim.library.loaded import LoadedRun, load
from marchsim.library.playing import Game, play, run

__all__ = ["Estimates", "Game", "LoadedRun", "evaluate", "load", "play", "run"]
