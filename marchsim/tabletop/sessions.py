"""What every session does around its games: faults told, rows handed over, the time of answers measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns, thread_time_ns
from typing import TYPE_CHECKING

from marchsim.errors import told
from marchsim.kernel.clock import Clock
from marchsim.kernel.columns import Rows
from marchsim.kernel.compat import to_bytes
from marchsim.kernel.game import Outcome
from marchsim.kernel.table import Chair, Fault, Table
from marchsim.tabletop.players import class_checks
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.minds import Mind, Player

if TYPE_CHECKING:
    import numpy as np


def attempt(
    kind: StrategyKind, table: Table, players: Sequence[Player], play: Callable[[], None]
) -> Fault | None:
    """Let the players at a table begin, play a game, and return why it is void; None if it ended well.

    The message names hook, file and line of the strategy that failed; an error of nobody's is raised.
    """
    minds = list(table.chairs)
    asking = -1
    try:
        for asking, player in enumerate(players):
            mind = minds[asking]
            assert isinstance(mind, Mind)
            player.begin(mind.view)
        asking = -1
        play()
    except Fault as fault:
        at = failed_in(kind, minds, table, fault) if fault.reason == "error" else ""
        return Fault(fault.reason, at + fault.message, fault.seat)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        seat = asking if asking >= 0 else table.asking
        if seat < 0:
            raise
        at = failed_in(kind, minds, table, error) if asking < 0 else ""
        return Fault("error", at + told(error), seat)
    finally:
        table.chairs.clear()  # they know the table: without the circle a game's memory is free at once
    return None


def failed_in(kind: StrategyKind, minds: Sequence[Chair], table: Table, error: BaseException) -> str:
    """Return in which hook and line of its file the strategy that was being asked failed, for a message."""
    mind = minds[table.asking] if table.asking >= 0 else None
    if not isinstance(mind, Mind):
        return ""
    return class_checks.where(kind, type(mind.user), table.question, error.__traceback__)


def void(fault: Fault, rounds: int, turns: int, decisions: int) -> Outcome:
    """Return the outcome of a void game."""
    return Outcome(
        (), (), 0, rounds, turns, decisions, "", void=fault.reason, fault=fault.message, fault_seat=fault.seat
    )


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
