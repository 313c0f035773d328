"""How a run goes, told on stderr: a bar on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

LINE_SECONDS = 10.0


class Progress(Protocol):
    """Told about the games of a run as they are finished."""

    def begin(self, total: int, stored: int) -> None:
        """A run of so many games begins, of which some are stored."""

    def update(self, done: int, standing: str = "") -> None:
        """So many games of the run are finished, stored ones included; `standing` says what came of them."""

    def note(self, text: str) -> None:
        """Say something in between."""

    def end(self) -> None:
        """The run is over or stopped."""


class Quiet:
    """Says nothing."""

    def begin(self, total: int, stored: int) -> None:
        """Say nothing."""

    def update(self, done: int, standing: str = "") -> None:
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

    def __init__(self, stream: TextIO, every: float = LINE_SECONDS) -> None:
        self._stream = stream
        self._every = every
        self._last = 0.0
        self._pace = Pace(0, 0)

    def begin(self, total: int, stored: int) -> None:
        """Start the clock."""
        self._pace = Pace(total, stored)
        self._last = time.monotonic()

    def update(self, done: int, standing: str = "") -> None:
        """Write a line if it is time for one."""
        now = time.monotonic()
        if now - self._last >= self._every:
            self._last = now
            more = f"; {standing}" if standing else ""
            self.note(f"{done:,} of {self._pace.total:,} games, {self._pace.words(done)}{more}")

    def note(self, text: str) -> None:
        """Write a line."""
        self._stream.write(f"marchsim: {text}\n")
        self._stream.flush()

    def end(self) -> None:
        """Nothing is left to write."""


class Bar:
    """Draws a bar on a terminal."""

    def __init__(self) -> None:
        self._rich: RichProgress | None = None
        self._pace = Pace(0, 0)

    def begin(self, total: int, stored: int) -> None:
        """Show the bar."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._pace = Pace(total, stored)
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games, {task.fields[pace]}", markup=False))
        self._rich = Progress(*columns, console=Console(stderr=True), transient=True)
        self._rich.start()
        self._rich.add_task("", total=total, completed=stored, pace="starting")

    def update(self, done: int, standing: str = "") -> None:
        """Move the bar."""
        if self._rich is not None:
            task = self._rich.task_ids[0]
            words = "; ".join(part for part in (self._pace.words(done), standing) if part)
            self._rich.update(task, completed=done, pace=words)

    def note(self, text: str) -> None:
        """Write a line above the bar."""
        if self._rich is None:
            sys.stderr.write(f"marchsim: {text}\n")
        else:
            self._rich.console.print(f"marchsim: {text}", markup=False, highlight=False)

    def end(self) -> None:
        """Take the bar away."""
        if self._rich is not None:
            self._rich.stop()


def shown(quiet: bool) -> Progress:
    """Return what suits this process: nothing, a bar, or lines."""
    if quiet:
        return Quiet()
    return Bar() if sys.stderr.isatty() else Lines(sys.stderr)
