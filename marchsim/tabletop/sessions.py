"""What every session does around its games: its rows handed over, and the time of answers measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns, thread_time_ns
from typing import TYPE_CHECKING

from marchsim.kernel.clock import Clock
from marchsim.kernel.columns import Rows
from marchsim.kernel.compat import to_bytes
from marchsim.kernel.table import Chair

if TYPE_CHECKING:
    import numpy as np


def taken(names: Sequence[str], tables: Sequence[Rows]) -> dict[str, np.ndarray]:
    """Return the rows of tables as int64 arrays (rows, columns), by name, and forget them."""
    import numpy as np

    found = {}
    for name, rows in zip(names, tables, strict=True):
        flat = np.frombuffer(to_bytes(rows.values, 0, rows.count), dtype=np.int64)
        found[name] = flat.reshape(-1, rows.width)
        rows.cut(0)
    return found


def clocked(chairs: list[Chair], play: Callable[[], None]) -> list[tuple[int, float]]:
    """Play a game and return the answers of each seat and the processor seconds that they took.

    Answers are measured by the clock on the wall, which is quick to read; the game's own share of the
    processor in that time makes processor time of it.
    """
    clocks = [Clock(chair) for chair in chairs]
    for seat, clock in enumerate(clocks):
        chairs[seat] = clock
    wall, cpu = perf_counter_ns(), thread_time_ns()
    play()
    cpu, wall = thread_time_ns() - cpu, perf_counter_ns() - wall
    share = min(1.0, cpu / wall) if wall else 1.0
    return [(int(clock.answers), int(clock.nanoseconds) * share / 1e9) for clock in clocks]
