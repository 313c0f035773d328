"""How long the report of a big run takes, and how much memory: the games of a small run, many times over.

`python -m tests.tools.bench_report [GAMES]` plays a few blocks of the demo, writes copies of their tables
with further games, deals and blocks into a temporary folder by the recorder's own writer (1,000,000 games
unless said otherwise), reports the folder in a process of its own, and prints seconds and memory.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.recorder import parquet
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.writer import RunWriter
from marchsim.runner import run

BLOCKS = 20
GAMES = 1_000_000
PART = 50_000  # games of a stored part, about
COPIED = ("games", "seats", "rounds")  # what the report reads of each game
SECONDS, BYTES = 60.0, 4e9  # what is allowed on two cores


def shifts(folder: RunFolder) -> dict[str, int]:
    """Return by how much the ids of a further copy of a run's games are higher."""
    ids = folder.scan("games").select(pl.col("game", "deal", "block").max() + 1).collect()
    return {name: int(ids[name].item()) for name in ids.columns}


def shifted(frame: pl.DataFrame, by: Mapping[str, int], copies: range) -> pl.DataFrame:
    """Return copies of rows with higher ids."""
    held = [name for name in by if name in frame.columns]
    return pl.concat(frame.with_columns(pl.col(name) + by[name] * at for name in held) for at in copies)


def enlarge(small: RunFolder, out: Path, games: int) -> int:
    """Write a run folder with the games of a run many times over and return how many there are."""
    by = shifts(small)
    copies = max(1, round(games / by["game"]))
    frames = {name: small.scan(name).collect() for name in (*COPIED, "items")}
    manifest: dict[str, Any] = {
        **small.manifest,
        "plan": {**small.manifest["plan"], "games": copies * by["game"]},
    }
    with RunWriter(out, {name: small.tables[name] for name in frames}, manifest) as writer:
        writer.write_items(parquet.encode(frames.pop("items")))
        step = max(1, PART // by["game"])
        for first in range(0, copies, step):
            here = range(first, min(copies, first + step))
            tables = {name: parquet.encode(shifted(frame, by, here)) for name, frame in frames.items()}
            writer.write(here.start * by["game"], here.stop * by["game"] - 1, tables)
        writer.save(complete=True)
    return copies * by["game"]


def measure(games: int) -> tuple[int, float, float, float]:
    """Return games, seconds, processor seconds and bytes of `report all` of a run of so many games."""
    with tempfile.TemporaryDirectory() as place:
        small = run("demo", Path(place) / "small", workers=1, blocks=BLOCKS).folder
        big = Path(place) / "big"
        held = enlarge(small, big, games)
        begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        words = ["-m", "marchsim", "report", "all", str(big), "--out", str(Path(place) / "page")]
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        seconds = time.monotonic() - begun
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = ended.ru_utime + ended.ru_stime - used.ru_utime - used.ru_stime
    return held, seconds, processor, ended.ru_maxrss * 1024.0


def main(arguments: list[str]) -> int:
    """Measure and print; 1 if it takes longer or more memory than is allowed."""
    games, seconds, processor, held = measure(int(arguments[0]) if arguments else GAMES)
    print(
        f"report all of {games:,} games: {seconds:.1f} s ({processor:.1f} s of processors), "
        f"at most {held / 1e9:.2f} GB"
    )
    return 0 if seconds <= SECONDS and held <= BYTES else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
