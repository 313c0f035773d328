"""Shows progress on stderr: bar and standings on a terminal, plain lines elsewhere, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TextIO

from marchsim.runner.progress import scoreboard
from marchsim.runner.progress.standings import Board

if TYPE_CHECKING:
    from rich.live import Live
    from rich.progress import Progress as RichProgress

LINE_SECONDS = 10.0
DRAW_SECONDS = 0.5
HIGHEST = 30  # most lines of standings


class Progress(Protocol):
    """Gets the games of a run as they are finished; `follows` says whether it shows standings."""

    follows: bool

    def begin(self, total: int, stored: int) -> None:
        """A run of `total` games begins, some of which may be stored."""

    def update(self, done: int, boards: Sequence[Board] = (), won: Sequence[str] = ()) -> None:
        """`done` games are finished, stored ones included; with standings, and what was won together."""

    def note(self, text: str) -> None:
        """Show a message."""

    def end(self) -> None:
        """The run is over or stopped."""


class Quiet:
    """Says nothing."""

    follows = False

    def begin(self, total: int, stored: int) -> None:
        """Say nothing."""

    def update(self, done: int, boards: Sequence[Board] = (), won: Sequence[str] = ()) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Say nothing."""


class Pace:
    """Games per second and time left, from the games finished since the beginning."""

    def __init__(self, total: int, stored: int) -> None:
        self.total = total
        self._stored = stored
        self._begun = time.monotonic()

    def words(self, done: int) -> str:
        """Return `120 games/s, 0:01:30 left` (or no guess before the first game is done)."""
        played = done - self._stored
        if played <= 0:
            return "starting"
        rate = played / max(time.monotonic() - self._begun, 1e-9)
        left = round((self.total - done) / rate)
        shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
        return f"{shown} games/s, {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"


class Lines:
    """Writes a plain line every few seconds."""

    follows = True

    def __init__(self, stream: TextIO, every: float = LINE_SECONDS) -> None:
        self._stream = stream
        self._every = every
        self._last = 0.0
        self._pace = Pace(0, 0)

    def begin(self, total: int, stored: int) -> None:
        """Start the clock."""
        self._pace = Pace(total, stored)
        self._last = time.monotonic()

    def update(self, done: int, boards: Sequence[Board] = (), won: Sequence[str] = ()) -> None:
        """Write a line if it is time for one."""
        now = time.monotonic()
        if now - self._last >= self._every:
            self._last = now
            told = [f"{done:,} of {self._pace.total:,} games, {self._pace.words(done)}", *won]
            self.note("; ".join([*told, scoreboard.line(boards)] if boards else told))

    def note(self, text: str) -> None:
        """Write a line."""
        self._stream.write(f"marchsim: {text}\n")
        self._stream.flush()

    def end(self) -> None:
        """Do nothing: all lines are written."""


class Bar:
    """Draws a bar on a terminal, and the standings below it."""

    follows = True

    def __init__(self) -> None:
        self._live: Live | None = None
        self._bar: RichProgress
        self._pace = Pace(0, 0)
        self._drawn = 0.0

    def begin(self, total: int, stored: int) -> None:
        """Show the bar."""
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._pace = Pace(total, stored)
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games, {task.fields[pace]}", markup=False))
        console = Console(stderr=True)
        self._bar = Progress(*columns, console=console)
        self._bar.add_task("", total=total, completed=stored, pace="starting")
        self._live = Live(self._bar, console=console, transient=True, auto_refresh=False)
        self._live.start(refresh=True)

    def update(self, done: int, boards: Sequence[Board] = (), won: Sequence[str] = ()) -> None:
        """Redraw everything, twice a second at most."""
        now = time.monotonic()
        if self._live is None or now - self._drawn < DRAW_SECONDS:
            return
        from rich.console import Group
        from rich.text import Text

        self._drawn = now
        self._bar.update(self._bar.task_ids[0], completed=done, pace=self._pace.words(done))
        size = self._live.console.size
        told = [*won, *scoreboard.table(boards, size.width, min(size.height - 3 - len(won), HIGHEST))]
        below = Text("\n".join(told), no_wrap=True, overflow="ellipsis")
        self._live.update(Group(self._bar, below) if told else self._bar, refresh=True)

    def note(self, text: str) -> None:
        """Write a line above the bar."""
        if self._live is None:
            sys.stderr.write(f"marchsim: {text}\n")
        else:
            self._live.console.print(f"marchsim: {text}", markup=False, highlight=False)

    def end(self) -> None:
        """Remove the bar."""
        if self._live is not None:
            self._live.stop()


def shown(quiet: bool) -> Progress:
    """Return the display for this process: nothing, a bar, or lines."""
    if quiet:
        return Quiet()
    return Bar() if sys.stderr.isatty() else Lines(sys.stderr)
