"""marchsim: simulate tournaments of a tabletop game and judge its balance."""

from __future__ import annotations

from pathlib import Path

from marchsim.kernel import mode as _mode

__version__ = "0.2.0"

# Before any module of the engine is imported: choose the compiled engine or its sources.
MODE = _mode.settle(Path(__file__).parent)
