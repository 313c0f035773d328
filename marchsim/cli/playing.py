"""What the verbs that play games have in common: their options, and what they say when they are stopped."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from marchsim import errors

WorkersOption = Annotated[
    int | None, typer.Option(help="Worker processes; 1 plays in this process. [default: one per processor]")
]
ForWorkersOption = Annotated[
    int | None, typer.Option(min=1, help="For so many worker processes. [default: one per processor]")
]
BackendOption = Annotated[
    str,
    typer.Option(metavar="serial|multiprocess|dask", help="Who plays. [default: multiprocess]"),
]
SchedulerOption = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Of a Dask scheduler; without one dask plays on this machine.")
]
SeedOption = Annotated[int | None, typer.Option(help="Seed, instead of the configuration's.")]
OverlaysOption = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Overlay file of rules, cards and tiles; may be repeated."),
]
FoldersOption = Annotated[
    list[Path] | None,
    typer.Option(metavar="DIR", help="A further folder that strategy files may come from; may be repeated."),
]
RecordedOption = Annotated[
    bool,
    typer.Option(
        "--recorded-strategies",
        help="Play the strategies as the run folder holds them, whatever became of their files. "
        "This runs code from the folder: only for runs that you trust.",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")]


@contextmanager
def resumable() -> Iterator[None]:
    """Say, where Ctrl-C or a lost scheduler stops what is played inside, that the same command goes on."""
    from marchsim.runner.backends.cluster import SchedulerLost
    from marchsim.runner.tournament import Interrupted

    again = shlex.join(["marchsim", *sys.argv[1:]])
    try:
        yield
    except Interrupted as stopped:
        sys.stderr.write(f"marchsim: stopped: {stopped}. The same command goes on:\n  {again}\n")
        raise typer.Exit(errors.INTERRUPTED) from None
    except SchedulerLost as lost:
        sys.stderr.write(f"marchsim: error: {lost}. The same command goes on:\n  {again}\n")
        raise typer.Exit(lost.exit_code) from None
