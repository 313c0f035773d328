"""Shows progress on stderr: one line that is rewritten on a terminal, plain lines elsewhere, or nothing."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from typing import TextIO

from marchsim.errors import plain, plural
from marchsim.runner.progress.standings import LiveBoard, Ranked

LINE_SECONDS = 10.0
DRAW_SECONDS = 0.5
GAP = "   "  # between the parts of the line on a terminal
FAIR = 100
BOARDS, PLACES = 2, 2  # in a line
EARLY = 50  # wins to either side: a wider interval alarms more than it tells


class Progress:
    """Gets the games of a run as they finish. `follows` is True if it shows standings."""

    follows = False

    def begin(self, total: int, stored: int) -> None:
        """Show the start of a run of `total` games, of which `stored` are stored already."""

    def update(self, done: int, boards: Sequence[LiveBoard] = (), won: Sequence[str] = ()) -> None:
        """Show that `done` games are finished, including stored ones, with standings and joint wins."""

    def note(self, text: str) -> None:
        """Show a message."""

    def end(self) -> None:
        """End the display, after the run."""


class Quiet(Progress):
    """Shows no progress."""


class Pace:
    """Computes the games per second and the time left, from the games finished since the start."""

    def __init__(self, total: int, stored: int) -> None:
        self.total = total
        self._stored = stored
        self._begun = time.monotonic()

    def parts(self, done: int) -> list[str]:
        """Progress as `1,200 of 5,000`, `120 a second`, `32 s left`. The last two need a finished game."""
        told = f"{done:,} of {self.total:,}"
        played = done - self._stored
        if played <= 0:
            return [told, "starting"]
        rate = played / max(time.monotonic() - self._begun, 1e-9)
        shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
        return [told, f"{shown} a second", f"{_span(round((self.total - done) / rate))} left"]


def _span(seconds: int) -> str:
    """A duration as `32 s`, or as `1:05:32` if it is two minutes or more."""
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class Lines(Progress):
    """Writes a plain line of progress every few seconds."""

    follows = True

    def __init__(self, stream: TextIO, every: float = LINE_SECONDS) -> None:
        self._stream = stream
        self._every = every
        self._last = 0.0
        self._pace = Pace(0, 0)

    def begin(self, total: int, stored: int) -> None:
        """Start the clock, without a line."""
        self._pace = Pace(total, stored)
        self._last = time.monotonic()

    def update(self, done: int, boards: Sequence[LiveBoard] = (), won: Sequence[str] = ()) -> None:
        """Write a line if it is time for one."""
        now = time.monotonic()
        if now - self._last >= self._every:
            self._last = now
            games, *pace = self._pace.parts(done)
            told = [", ".join([f"{games} games", *pace]), *won]
            self.note("; ".join([*told, in_line(boards)] if boards else told))

    def note(self, text: str) -> None:
        """Write a message as a line."""
        self._stream.write(f"marchsim: {text}\n")
        self._stream.flush()


class Rewritten(Progress):
    """Rewrites one line on a terminal: games, games per second, time left, and the leader."""

    follows = True

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._pace = Pace(0, 0)
        self._drawn = 0.0
        self._shown = ""

    def begin(self, total: int, stored: int) -> None:
        """Start the clock, and show the line for the first time."""
        self._pace = Pace(total, stored)
        self._draw(GAP.join(self._pace.parts(stored)))

    def update(self, done: int, boards: Sequence[LiveBoard] = (), won: Sequence[str] = ()) -> None:
        """Rewrite the line, but at most twice a second."""
        now = time.monotonic()
        if now - self._drawn >= DRAW_SECONDS:
            self._drawn = now
            told = [*self._pace.parts(done), *won, leader(boards)]
            self._draw(GAP.join(part for part in told if part))

    def note(self, text: str) -> None:
        """Write a message above the line."""
        shown = self._shown
        self._draw("")
        self._stream.write(f"marchsim: {text}\n")
        self._draw(shown)

    def end(self) -> None:
        """Remove the line from the terminal."""
        self._draw("")

    def _draw(self, line: str) -> None:
        """Write a line in place of the previous one. It is cut where a terminal would wrap it."""
        line = line[: max(1, shutil.get_terminal_size().columns - 1)]
        over = " " * (len(self._shown) - len(line))
        back = "\r" if not line else ""
        if line or self._shown:
            self._stream.write(f"\r{line}{over}{back}")
            self._stream.flush()
        self._shown = line


def shown(quiet: bool) -> Progress:
    """The display that fits this process: none if `quiet`, one line on a terminal, else lines."""
    if quiet:
        return Quiet()
    return Rewritten(sys.stderr) if sys.stderr.isatty() else Lines(sys.stderr)


def in_line(boards: Sequence[LiveBoard]) -> str:
    """The leaders of the first few boards in one line. '' if there are no boards."""
    told = [_words(board, len(boards) > 1) for board in boards[:BOARDS]]
    more = len(boards) - BOARDS
    return "; ".join([*told, f"and {plural(more, 'more table')}"] if more > 0 else told)


def leader(boards: Sequence[LiveBoard]) -> str:
    """The leader of the first board as text. '' if there is no board."""
    if not boards:
        return ""
    first = _wins(boards[0].places[0], boards[0])
    return f"{_who(boards[0], True)}: {first} leads" if len(boards) > 1 else f"leader: {first}"


def _words(board: LiveBoard, many: bool) -> str:
    places = [_wins(place, board) for place in board.places[:PLACES]]
    return f"{_who(board, many)}: {', '.join(places)}, {board.words}"


def _wins(place: Ranked, board: LiveBoard) -> str:
    """A strategy and its wins index, 'warlord 125 ± 13', or 'warlord so far' while that is uncertain."""
    scale, name = FAIR * board.players, _cut(plain(place.strategy))
    half = scale * (place.high - place.low) / 2
    return f"{name} so far" if half > EARLY else f"{name} {scale * place.share:.0f} ± {half:.0f}"


def _who(board: LiveBoard, many: bool) -> str:
    variant = f"{_cut(plain(board.variant))}, " if many and board.variant != "base" else ""
    return f"{variant}{plural(board.players, 'player')}"


def _cut(name: str, most: int = 24) -> str:
    """A name that is shortened to at most `most` letters."""
    return name if len(name) <= most else name[: most - 1] + "…"
