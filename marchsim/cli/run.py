"""`marchsim run`: plays the tournament of a configuration and says where it is stored."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli.playing import (
    BackendOption,
    FoldersOption,
    OverlaysOption,
    PopulationOption,
    QuietOption,
    SchedulerOption,
    SeedOption,
    WorkersOption,
    played_by,
    resumable,
)

if TYPE_CHECKING:
    from marchsim.runner import RunResult

MOST_TIMES = 8


def command(
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as demo.")],
    out: Annotated[Path | None, typer.Option(help="Run folder. [default: runs/NAME]")] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "",
    scheduler: SchedulerOption = "",
    blocks: Annotated[
        int | None, typer.Option(help="Blocks to play, instead of the configuration's.")
    ] = None,
    seed: SeedOption = None,
    rules: OverlaysOption = None,
    part: Annotated[
        str,
        typer.Option(metavar="N/M", help="Play every M-th block from the N-th on; `runs merge` joins them."),
    ] = "",
    population: PopulationOption = "",
    strategy_path: FoldersOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play the tournament of a configuration into a run folder.

    The same command resumes a run that was stopped. Results do not depend on the
    backend or the number of workers.

    Examples:
      marchsim run demo
      marchsim run coop --blocks 20          (one of the configurations for each variant)
      marchsim run field.toml --blocks 500 --workers 2 --rules my-rules.toml --out runs/mine
      marchsim run field.toml --backend dask --scheduler tcp://head:8786
      marchsim run field-4 --population tuned      into runs/field-4-tuned
      marchsim run field.toml --part 1/3     on the first of three machines; see marchsim runs merge
    """
    from marchsim.cli.main import warn
    from marchsim.runner import run
    from marchsim.runner.progress.display import shown

    with resumable():
        playing = played_by(config, population)
        result = run(
            playing, out, workers=workers, backend=backend, scheduler=scheduler, blocks=blocks, seed=seed,
            rules=rules or (), strategy_paths=strategy_path or (), part=part,
            progress=shown(quiet), warn=warn,
        )  # fmt: skip
    if not quiet:
        typer.echo(summary(result))


def summary(result: RunResult) -> str:
    """Return a run's summary: games, pace, void games and how to see one, folder, next command."""
    pace = f" in {result.seconds:.1f} s ({result.played / max(result.seconds, 1e-9):,.0f} games/s)"
    before = result.games - result.played
    lines = [f"{result.games:,} games: {result.played:,} played now{pace if result.played else ''}"]
    if before:
        lines[0] += f", {before:,} stored before"
    if result.stopped:
        lines.append(f"stopped: {result.stopped}")
    for strategy, kinds in result.voids.items():
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        whose = f"strategy {strategy!r}" if strategy else "no strategy known to be at fault"
        example = result.example(strategy)
        lines.append(
            f"warning: void games, {whose}: {counts}; see one: marchsim replay {_path(result)} {example}"
        )
    if not result.void_games:
        lines.append("no void games")
    lines += [*result.standing, *thinking_words(result)]
    lines += [f"run folder: {_path(result)}", f"next: marchsim report all {_path(result)}"]
    if len(result.folder.manifest["variants"]) > 1:
        lines.append(f"      marchsim report variants {_path(result)}")
    return "\n".join(lines)


def thinking_words(result: RunResult) -> list[str]:
    """Return a line with the time that each strategy's decisions took, slowest first."""
    from marchsim.analysis.course.thinking import thinking

    found = sorted(thinking(result.folder), key=lambda one: -one.per_decision)
    told = [f"{one.strategy} {one.per_decision:,.0f}" for one in found[:MOST_TIMES] if one.decisions]
    more = f" and {len(found) - len(told)} faster ones" if len(found) > len(told) else ""
    return [f"microseconds of processor time a decision: {', '.join(told)}{more}"] if told else []


def _path(result: RunResult) -> str:
    return shlex.quote(str(result.folder.path))
