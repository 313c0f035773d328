"""The output at the end of a run: its results as text or JSON, and the next command."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from marchsim.cli import show
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.analysis.judging.findings import Findings
    from marchsim.runner import RunResult

WIDTH = 80
SCHEMA = "marchsim.run/1"
LONG = 100_000  # games from which reading them takes so long that it is said


def end(result: RunResult, quiet: bool) -> None:
    """Write the results of a run: as JSON with --json, else as text unless `quiet`."""
    if show.in_json():
        show.write_json(data(result))
    elif not quiet:
        for line in lines(result):
            typer.echo(line)


def lines(result: RunResult) -> list[str]:
    """The lines printed at the end of a run: games played, standings, verdicts and the next command."""
    from marchsim.reporting import terminal

    with _reading(result) as found:
        said = terminal.lines(found, result.folder.path, show.paint)
    return [*played(result), *voids(result), "", *said, "", f"next: {following(result.folder.path)}"]


def data(result: RunResult) -> dict[str, Any]:
    """The results of a run as plain data, as printed by --json."""
    from marchsim.reporting import terminal

    with _reading(result) as found:
        answers = terminal.data(found)
    return {
        "schema": SCHEMA,
        "folder": str(result.folder.path),
        "games": result.games,
        "played": result.played,
        "seconds": round(result.seconds, 3),
        "void": result.void_games,
        "voids": result.voids,
        "stopped": result.stopped,
        **answers,
        "next": following(result.folder.path),
    }


@contextmanager
def _reading(result: RunResult) -> Iterator[Findings]:
    """The results of a run. Damage that is met while they are read names the run."""
    from marchsim.analysis.judging.findings import Findings
    from marchsim.recorder.folder import naming_damage
    from marchsim.recorder.polars_panics import quiet

    if result.games >= LONG:
        show.aside(f"reading {plural(result.games, 'game')} (some seconds)")
    with quiet(), naming_damage(result.folder.path):
        yield Findings(result.folder, quick=True)


def following(folder: Path) -> str:
    """The next command. It includes the word `all`, since a folder's name alone could look like a command."""
    return f"marchsim report {'' if len(folder.parts) > 1 else 'all '}{shlex.quote(str(folder))}"


def played(result: RunResult) -> list[str]:
    """The games, time, folder and reason for stopping of a run, on one line if they fit, else on several."""
    from marchsim.cli.check import duration

    before = result.games - result.played
    rate = result.played / max(result.seconds, 1e-9)
    pace = f" in {duration(result.seconds)} ({rate:,.0f} a second)"
    told = plural(result.games, "game")
    if before:
        now = f", {result.played:,} played now{pace}" if result.played else ""
        told += f", {'all' if not result.played else f'{before:,}'} stored before{now}"
    else:
        told += pace
    void = result.void_games
    told += f", {f'{void:,}' if void else 'none'} void"
    where = shlex.quote(str(result.folder.path))
    room = WIDTH - len(told) - len(where)
    said = [told + " " * room + where] if room >= 2 else [told, f"  {where}"]
    return [*said, *([f"stopped: {result.stopped}"] if result.stopped else [])]


def voids(result: RunResult) -> list[str]:
    """A warning for each strategy that made games void, with a command that replays one of these games."""
    said = []
    for strategy, kinds in result.voids.items():
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        whose = f"strategy {strategy!r}" if strategy else "no strategy known to be at fault"
        one = f"marchsim replay {shlex.quote(str(result.folder.path))} {result.folder.void_example(strategy)}"
        said += [f"warning: void games, {whose}: {counts}; see one:", f"  {one}"]
    return said
