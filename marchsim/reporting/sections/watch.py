"""The section on games to watch, each with the command that shows it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from marchsim.analysis.course.telling import CLOSEST, Telling
from marchsim.analysis.reading.source import Run, entry
from marchsim.recorder import RunFolder
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, section
from marchsim.reporting.pages.document import Section
from marchsim.reporting.pages.format import brief, name

WATCHED = "Each command writes one page on which the game can be watched, event by event, in a browser."
TOLD = "Each command tells the game in sentences."
CLOSEST_NOTE = (
    "Closest: the fewest points between the winner and the next, and of such games the fewest more than "
    "the last. Comeback: the most points that a winner was behind at the end of a round."
)


def watch(games: Sequence[Telling], run: Run, several: bool) -> list[Section]:
    """The section on remarkable games, or [] if there are none. `several` adds a column of rule sets."""
    if not games:
        return []
    table = (
        Columns[Telling]()
        .column("why", "Game", lambda row: words.capital(row.why))
        .column("players", "Players", lambda row: row.players, "count")
        .column("variant", "Rules", lambda row: row.variant, given=several)
        .column("how", "How", how)
        + game_columns(run)
    ).table("watch-games", "Games to watch", games, CLOSEST_NOTE)
    return [section("watch", "Games to watch", 2, sentence(run), table)]


def game_columns(run: Run) -> Columns[Any]:
    """The columns on a game: its strategies with their points, and the command that shows it."""
    called = _called(run)

    def command(row: Telling) -> str:
        page = ["--html", f"{Path(called).name}-{row.game}.html"] if watched(run) else []
        return shlex.join(["marchsim", "replay", called, str(row.game), *page])

    return Columns[Telling]().column("points", "Points", points).column("command", "Command", command)


def watched(run: Run) -> bool:
    """Whether games of a run can be shown as a page. True for runs of older versions."""
    return entry(run.manifest, "game", "watched") is not False


def _called(run: Run) -> str:
    """The name of a run in a command: its folder name if it is in runs/, else its path.

    For a table from outside, it is the name in the manifest, or RUN.
    """
    if isinstance(run, RunFolder):
        return run.path.name if run.path.parent.name == "runs" else str(run.path)
    return str(entry(run.manifest, "configuration", "resolved", "name") or "RUN")


def sentence(run: Run) -> str:
    """A sentence that explains the commands in `game_columns`."""
    return WATCHED if watched(run) else TOLD


def points(game: Telling) -> str:
    """The strategies of a game with their points, the winner first."""
    order = sorted(range(game.players), key=lambda seat: (seat != game.winner, -game.scores[seat], seat))
    return ", ".join(f"{name(game.strategies[seat])} {brief(game.scores[seat])}" for seat in order)


def how(game: Telling) -> str:
    """A phrase on why a game is remarkable."""
    if game.why == CLOSEST and game.margin < 0:
        return f"won with {_many(-game.margin)} fewer than the next"
    if game.why == CLOSEST:
        return f"won {_many(game.margin)} ahead" if game.margin else "level on points, won by the tie-break"
    return f"won from {_many(game.behind or 0.0)} behind"


def _many(many: float) -> str:
    return f"{brief(many)} point{'' if many == 1 else 's'}"
