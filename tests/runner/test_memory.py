"""A run does not grow with its games: the parent keeps counts, the workers forget what they have sent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = (
    "import os, sys; os.fsync = lambda handle: None\n"
    "from marchsim import games; games.register('toy', 'tests.toy:TOY')\n"
    "from marchsim.runner import run; from marchsim.runner.progress import standings\n"
    "from marchsim.runner.progress.display import Lines\n"
    "standings.REST = standings.LOOK_SECONDS = 0.0\n"
    "told = Lines(sys.stderr)\n"
    "run('race.toml', sys.argv[1], workers=1, blocks=int(sys.argv[1]), chunk=100, progress=told)\n"
    "from tools.bench_memory import peak_bytes; print(peak_bytes())"
)


@pytest.mark.slow
def test_memory_is_flat(place: Path) -> None:
    """Ten times the games, standings looked at all the time: under 40 MB more at the peak.

    That is what merging parts takes, which grow to 4 MB. `make bench` has the peaks up to a million games.
    """
    peaks = []
    for blocks in (150, 1500):
        done = subprocess.run(
            [sys.executable, "-c", CODE, str(blocks)], env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        peaks.append(int(done.stdout) / 1e6)
    print(f"peaks: {peaks} MB")
    assert peaks[1] - peaks[0] < 40
