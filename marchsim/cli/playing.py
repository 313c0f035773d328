"""What the verbs that play games have in common: their options, and what they say when they are stopped."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim import errors

if TYPE_CHECKING:
    from marchsim.runner.configuration.config import Configuration

WorkersOption = Annotated[
    int | None, typer.Option(help="Worker processes; 1 plays in this process. [default: one per processor]")
]
ForWorkersOption = Annotated[
    int | None,
    typer.Option(min=1, help="Estimate for this many worker processes. [default: one per processor]"),
]
BackendOption = Annotated[
    str,
    typer.Option(metavar="serial|multiprocess|dask", help="Where games are played. [default: multiprocess]"),
]
SchedulerOption = Annotated[
    str, typer.Option(metavar="ADDRESS", help="A Dask scheduler; if left out, dask plays on this machine.")
]
SeedOption = Annotated[int | None, typer.Option(help="Seed, instead of the configuration's.")]
OverlaysOption = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Overlay file of rules, cards and tiles; may be repeated."),
]
PresetOption = Annotated[
    str,
    typer.Option(
        "--preset", metavar="NAME",
        help="Preset, instead of the configuration's; several are joined by +: long+primitive.",
    ),
]  # fmt: skip
FoldersOption = Annotated[
    list[Path] | None,
    typer.Option(metavar="DIR", help="Another folder to load strategy files from; may be repeated."),
]
RecordedOption = Annotated[
    bool,
    typer.Option(
        "--recorded-strategies",
        help="Play the strategies as stored in the run folder, even if their files changed since. "
        "This runs code from the folder: use it only for runs that you trust.",
    ),
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", help="Number of players. [default: the configuration's]")
]
PlanOption = Annotated[
    bool, typer.Option("--plan", help="Play a few games and tell how long the whole takes.")
]
PopulationOption = Annotated[
    str,
    typer.Option(
        "--population", metavar="NAME",
        help="Other players under the same names: shipped, tuned, search or FILE.toml (docs/populations.md).",
    ),
]  # fmt: skip
HtmlOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write one page on which the game can be watched: FILE.html."),
]
ExplainOption = Annotated[
    str,
    typer.Option(
        metavar="[SEAT|NAME]",
        help="For each decision of a heuristic, show the scores of its best options, and why; "
        "for all heuristics, or for one seat (from 1) or strategy.",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")]


def listed(names: list[str] | None) -> tuple[str, ...]:
    """Return the names of an option that may be repeated, and takes several with commas between them."""
    return tuple(name.strip() for text in names or [] for name in text.split(",") if name.strip())


def played_by(config: str, population: str, preset: str = "") -> str | Configuration:
    """Return a configuration as it was given, or read with the players of a population or with a preset."""
    from marchsim import games
    from marchsim.runner.configuration import config as configs

    if not (population or preset):
        return config
    found = configs.load(config, population, preset)
    if preset:  # one that is unknown is no fault of the file
        games.load(found.game).variant(
            found.name, "", configs.read_overlays([f"preset={preset}"], found.game)
        )
    return found


@contextmanager
def resumable() -> Iterator[None]:
    """Say, where Ctrl-C or a lost scheduler stops what is played inside, that the same command resumes it."""
    from marchsim.runner.backends.cluster import SchedulerLost
    from marchsim.runner.tournament import Interrupted

    again = shlex.join(["marchsim", *sys.argv[1:]])
    try:
        yield
    except Interrupted as stopped:
        sys.stderr.write(f"marchsim: stopped: {stopped}. The same command resumes it:\n  {again}\n")
        raise typer.Exit(errors.INTERRUPTED) from None
    except SchedulerLost as lost:
        sys.stderr.write(f"marchsim: error: {lost}. The same command resumes it:\n  {again}\n")
        raise typer.Exit(lost.exit_code) from None
