"""Print where the processor time of games goes: samples of the compiled engine by `perf`, summed by part.

The names of compiled functions include their modules, so samples can be added up by folder or module. If
`perf` (a program for Linux) is missing, a message says so.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import marchsim
from tools import bench

GAMES = 12_000
START = 2_000  # milliseconds that are not sampled: Python starts and loads its modules
LINE = re.compile(r"^\s*([0-9.]+)%\s+(\S+)\s+\[[.k]\]\s+(.+?)\s*$")
PREFIX = "CPyDef_"
JUDGING = "strategies judge options"
PARTS = (  # the first that a module's path begins with
    ("games/march/players/heuristic/", JUDGING),
    ("games/march/engine/legal", "rules: which options there are"),
    ("games/march/table/record", "events become rows"),
    ("games/march/table/session", "events become rows"),
    ("kernel/columns", "events become rows"),
    ("kernel/rng", "chance"),
    ("games/march/", "rules: what happens"),
    ("kernel/", "tables of options and answers"),
)
LIBRARIES = (("_blake2", "digest of events"), ("libpython", "Python itself"), ("python", "Python itself"),
             ("vecs", "vectors of integers (mypyc)"), ("marchsim", "helpers of compiled code (mypyc)"),
             ("libc", "memory (C library)"))  # fmt: skip


def modules() -> dict[str, str]:
    """The path of each compiled module, by the names that it can have in symbols."""
    record = json.loads((bench.ROOT / "marchsim" / "_build.json").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for path in record["sources"]:
        words = path.removesuffix(".py").split("/")
        for last in range(1, len(words) + 1):
            found.setdefault("___".join(words[-last:]), path)
    return found


def module_of(symbol: str, paths: Mapping[str, str]) -> str:
    """The path of a function's module: the longest one with which the function's name begins."""
    words = symbol.removeprefix(PREFIX).split("___") if symbol.startswith(PREFIX) else []
    names = ("___".join(words[:end]) for end in range(len(words) - 1, 0, -1))
    return next((paths[name] for name in names if name in paths), "")


def part_of(library: str, symbol: str, paths: Mapping[str, str]) -> str:
    """The part of the program to which a sample belongs."""
    path = module_of(symbol, paths)
    for start, part in PARTS:
        if path.startswith(start):
            return part
    return next((part for start, part in LIBRARIES if library.startswith(start)), "other")


def shares(lines: Iterable[str], paths: Mapping[str, str]) -> dict[str, float]:
    """The percentage of samples by part, largest first, from the lines of `perf report`."""
    found: dict[str, float] = defaultdict(float)
    for line in lines:
        if match := LINE.match(line):
            found[part_of(match[2], match[3], paths)] += float(match[1])
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def sample(names: Sequence[str], players: int, count: int) -> list[str]:
    """The lines of `perf report` for this many games."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        job = bench.job_of("pace", list(names), players, count)
        subprocess.run(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "997", "-D", str(START), "-o", data, *job],
            cwd=bench.ROOT, capture_output=True, check=True,
        )  # fmt: skip
        finished = subprocess.run(
            ["perf", "report", "-i", data, "--stdio", "--sort", "dso,symbol", "--percent-limit", "0"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    return finished.stdout.splitlines()


def profile(scale: float) -> None:
    """Print how the time of four heuristics at a table is divided, with rounds recorded."""
    title = "where the time goes, heuristics, 4 players, recording rounds"
    if not marchsim.MODE.compiled:
        print(f"{title}: not measured, this process is interpreted ({marchsim.MODE.reason})")
        return
    if shutil.which("perf") is None:
        print(f"{title}: not measured, there is no `perf` here (on Debian: apt install linux-perf)")
        return
    try:
        lines = sample(bench.heuristics(), 4, max(4_000, int(GAMES * scale)))
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"{title}: not measured, perf failed ({error})")
        return
    print(f"{title}:")
    for part, share in shares(lines, modules()).items():
        if share >= 0.5:
            print(f"  {share:5.1f} %  {part}")


if __name__ == "__main__":
    profile(0.1 if "quick" in sys.argv else 1.0)
