"""Measure memory, disk and the parent's time of a run: peaks for ten thousand and for a million games.

The parent keeps only counts, and workers forget results that they have sent, so neither peak should grow. The
games are the shortest possible (two `random` players), since only their number matters here.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SIZES = (10_000, 1_000_000)
CONFIG = """
name = "memory"
game = "march"
preset = "two"
seed = 1
[design]
kind = "roundrobin"
players = 2
blocks = {blocks}
[[strategies]]
use = "random"
[[strategies]]
use = "random"
name = "other"
"""
UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in what getrusage calls a unit


def peak_bytes() -> int:
    """The largest number of bytes that this process has used.

    On Linux, `ru_maxrss` includes the memory of the process that started this one. The status file does not.
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def weigh(config: str, blocks: int | None = None, workers: int = 2) -> dict[str, Any]:
    """Run a configuration into an empty folder. Return the peak bytes of this process and the largest worker.

    The result also has the games played, the processor seconds of this process during the run, and the bytes
    on disk by table. Call it in a separate process. Memory that this process used when it started a worker
    also counts as used by the worker, so the worker's true peak may be lower.
    """
    from marchsim.runner import run

    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        result = run(config, Path(folder) / "run", workers=workers, blocks=blocks)
        used = time.process_time() - begun
        sizes = {
            table.name: sum(part.stat().st_size for part in table.rglob("*") if part.is_file())
            for table in sorted((Path(folder) / "run" / "tables").iterdir())
        }
    return {
        "games": result.played,
        "seconds": result.seconds,
        "processor": used,
        "parent": peak_bytes(),
        "worker": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * UNIT,
        "disk": sizes,
    }


def weigh_random(games: int) -> dict[str, Any]:
    """Measure a run of about this many short games."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "memory.toml"
        config.write_text(CONFIG.format(blocks=max(1, games // 2)), encoding="utf-8")
        return weigh(str(config))


def elsewhere(job: str, *words: Any) -> dict[str, Any]:
    """Do a job in another process, so that its peaks begin at zero."""
    code = f"import json; from tools import bench_memory as b; print(json.dumps(b.{job}(*{words!r})))"
    finished = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


def megabytes(count: float) -> str:
    """Format bytes as megabytes."""
    return f"{count / 1e6:,.0f} MB"


def memory(scale: float) -> None:
    """Print the peak memory for few and for many games, and the bytes on disk per game of the demo."""
    peaks = [elsewhere("weigh_random", max(100, int(size * scale))) for size in SIZES]
    for peak in peaks:
        print(
            f"peak memory, {peak['games']:,} games of two players: parent {megabytes(peak['parent'])}, "
            f"largest of two workers {megabytes(peak['worker'])}"
        )
    ratios = [peaks[-1][side] / peaks[0][side] for side in ("parent", "worker")]
    print(f"  many : few games, parent {ratios[0]:.2f} : 1, worker {ratios[1]:.2f} : 1")
    own(peaks)
    demo = elsewhere("weigh", "demo", max(2, int(200 * scale)))
    total = sum(demo["disk"].values()) / demo["games"]
    parts = ", ".join(f"{name} {size / demo['games']:.0f}" for name, size in demo["disk"].items())
    print(f"on disk, marchsim run demo, {demo['games']:,} games: {total:.0f} bytes a game ({parts})")


def own(runs: Sequence[dict[str, Any]]) -> None:
    """Print the processor time of the parent, for the first games and for each further game."""
    few, many = runs[0], runs[-1]
    more = (many["processor"] - few["processor"]) / (many["games"] - few["games"])
    print(
        f"the parent's own processor time: {few['processor']:.2f} s for {few['games']:,} games, "
        f"{1e6 * more:.1f} microseconds for each further one"
    )


def main(arguments: Sequence[str]) -> int:
    """Print only these figures. The word `quick` reduces the games to a tenth."""
    memory(0.1 if "quick" in arguments else 1.0)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
