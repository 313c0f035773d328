"""Measure the time and memory for the report of a big run, made of many copies of a small run.

`python -m tools.bench_report [GAMES]` plays some blocks of the field with four players. The recorder's own
writer copies their tables, with new numbers for games, deals and blocks, into a temporary folder, up to GAMES
games (default 1,000,000). Another process reports the folder, and its seconds and memory are printed. `make
bench` does so too.
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

from marchsim.recorder.folder import RunFolder
from marchsim.recorder.parts import encoded
from marchsim.recorder.writer import RunWriter
from marchsim.runner import run
from tools.bench_memory import UNIT

CONFIG, BLOCKS = "field-4", 1_250
GAMES = 1_000_000
PART = 50_000  # games of a stored part, about
COPIED = ("games", "seats", "rounds")  # what the report reads of each game
SECONDS, BYTES = 30.0, 1.5e9  # what is aimed at on two idle cores


def shifts(folder: RunFolder) -> dict[str, int]:
    """The difference between the ids of two successive copies of a run's games, by column."""
    ids = folder.scan("games").select(pl.col("game", "deal", "block").max() + 1).collect()
    return {name: int(ids[name].item()) for name in ids.columns}


def shifted(frame: pl.DataFrame, by: Mapping[str, int], copies: range) -> pl.DataFrame:
    """Copies of rows with higher ids."""
    held = [name for name in by if name in frame.columns]
    return pl.concat(frame.with_columns(pl.col(name) + by[name] * at for name in held) for at in copies)


def enlarge(small: RunFolder, out: Path, games: int) -> int:
    """Write a run folder with many copies of a run's games, and return the number of games."""
    by = shifts(small)
    copies = max(1, round(games / by["game"]))
    frames = {name: small.scan(name).collect() for name in (*COPIED, "items")}
    plan = small.manifest["plan"]
    larger = {"games": copies * by["game"], "blocks": copies * plan["blocks"]}
    manifest: dict[str, Any] = {**small.manifest, "plan": {**plan, **larger}}
    with RunWriter(out, {name: small.tables[name] for name in frames}, manifest) as writer:
        writer.write_items(encoded(small.tables["items"], frames.pop("items")))
        step = max(1, PART // by["game"])
        for first in range(0, copies, step):
            here = range(first, min(copies, first + step))
            tables = {
                name: encoded(small.tables[name], shifted(frame, by, here)) for name, frame in frames.items()
            }
            writer.write(here.start * by["game"], here.stop * by["game"] - 1, tables)
        writer.save(complete=True)
    return copies * by["game"]


def measure(games: int) -> tuple[int, float, float, float]:
    """The games, seconds, processor seconds and bytes of `report all` on a run of this many games."""
    with tempfile.TemporaryDirectory() as place:
        small = run(CONFIG, Path(place) / "small", workers=1, blocks=BLOCKS).folder
        big = Path(place) / "big"
        held = enlarge(small, big, games)
        words = ["-m", "marchsim", "report", "all", str(big), "--out", str(Path(place) / "page")]
        begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        seconds = time.monotonic() - begun
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = ended.ru_utime + ended.ru_stime - used.ru_utime - used.ru_stime
    return held, seconds, processor, ended.ru_maxrss * UNIT


def report(scale: float) -> bool:
    """Print time and memory for the report of a million games, and return whether they are within limits."""
    games, seconds, processor, held = measure(round(scale * GAMES))
    print(
        f"report all of {games:,} games of {CONFIG}: {seconds:.1f} s ({processor:.1f} s of processors), "
        f"at most {held / 1e9:.2f} GB; aimed at are {SECONDS:.0f} s and {BYTES / 1e9:.1f} GB"
    )
    return seconds <= SECONDS and held <= BYTES


def main(arguments: list[str]) -> int:
    """Measure and print. The exit code is 1 if time or memory is over its limit."""
    return 0 if report(int(arguments[0]) / GAMES if arguments else 1.0) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
