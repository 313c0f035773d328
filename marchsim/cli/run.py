"""`marchsim run`: plays the tournament of a configuration and prints its findings."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, resumable
from marchsim.errors import plural
from marchsim.runner.playing import interrupt

if TYPE_CHECKING:
    from marchsim.analysis.judging.findings import Findings
    from marchsim.runner import RunResult
    from marchsim.runner.checking import CheckEstimate, CheckResult

WIDTH = 80
SCHEMA = "marchsim.run/1"
LONG = 100_000  # games from which reading them takes so long that it is said


@common_options()
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as demo.")],
    out: Annotated[Path | None, typer.Option(help="Run folder. [default: runs/NAME]")] = None,
    blocks: Annotated[
        int | None, typer.Option(help="Blocks to play, instead of the configuration's.")
    ] = None,
    part: Annotated[
        str,
        typer.Option(
            metavar="N/M", help="Play every M-th block from the N-th. `runs merge` joins the parts."
        ),
    ] = "",
) -> None:
    """Play the tournament of a configuration into a run folder, and print its findings.

    --plan stores nothing. It tests the configuration by playing every strategy in every variant and with
    every number of players. Then it prints games, time and size of the run, and warnings about its design.
    The same command resumes a run that was stopped. Results do not depend on the
    number of workers.

    Examples:
      marchsim run demo
      marchsim run demo --plan               how long it takes, and whether the deals suffice
      marchsim run coop --blocks 20          a shipped configuration, for the preset coop
      marchsim run field.toml --blocks 500 --workers 2 --rules my-rules.toml --out runs/mine
      marchsim run field.toml --workers tcp://head:8786
      marchsim run field-4 --population tuned      into runs/field-4-tuned
      marchsim run field.toml --part 1/3     on the first of three machines, see marchsim runs merge

    Exit code 3: --plan found fewer than 30 deals for some number of players, too few for any test.
    """
    from marchsim.cli.main import warn
    from marchsim.runner import run
    from marchsim.runner.progress.display import shown

    if common.plan:
        _plan(common, config, blocks, part)
        return
    with resumable():
        playing = common.configuration(config, common.players)
        result = run(
            playing, out, blocks=blocks, part=part, progress=shown(common.quiet), warn=warn, **common.where,
            strategy_paths=common.folders,
        )  # fmt: skip
    end(result, common.quiet)


def _plan(common: Common, config: str, blocks: int | None, part: str) -> None:
    """Validate a configuration, and print the plan of its run. Exits with 3 if no test is possible."""
    from marchsim.runner.checking import check

    with interrupt.noted():
        asked = common.configuration(config, common.players)
        found = check(asked, workers=common.workers, blocks=blocks, part=part, strategy_paths=common.folders)
    totals = {"games": found.games, "deals": found.deals, "seconds": found.seconds, "bytes": found.bytes}
    show.write(asdict(found) | totals, plan_lines(found))
    if found.refusals:
        raise typer.Exit(errors.EXPECTATION_FAILED)


def plan_lines(found: CheckResult) -> Iterator[str]:
    """Yield the lines that describe the plan of a run and warn about its design."""
    yield f"{found.name}: {found.kind}"
    yield f"strategies: {', '.join(found.strategies)}"
    if len(found.variants) > 1:
        yield f"variants: {', '.join(found.variants)}"
    for one in found.estimates:
        yield (
            f"{plural(one.players, 'player')}: {plural(one.line_ups, 'line-up')} a block, "
            f"{plural(one.games, 'game')} on {plural(one.deals, 'deal')}; "
            f"shares known to {100 * one.margin:.1f} points or better (95 %){_estimate(one)}"
        )
    yield (
        f"in all: {plural(found.games, 'game')} on {plural(found.deals, 'deal')} in "
        f"{plural(found.blocks, 'block')}, about {show.duration(found.seconds)} with "
        f"{plural(found.workers, 'worker')} and {found.bytes / 1e6:,.1f} MB, judged by "
        f"{plural(found.played, 'game')}"
    )
    for warning in found.warnings:
        yield f"warning: {warning}"
    for refusal in found.refusals:
        yield f"refused: {refusal}"
    if not (found.warnings or found.refusals):
        yield "no problems found"


def _estimate(one: CheckEstimate) -> str:
    if one.detectable is None:
        return ""
    return f", one strategy off by {100 * one.detectable:.1f} points found in 80 of 100 runs (test of all)"


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
    from marchsim.recorder.parquet import quiet

    if result.games >= LONG:
        show.aside(f"reading {plural(result.games, 'game')} (some seconds)")
    with quiet(), naming_damage(result.folder.path):
        yield Findings(result.folder, quick=True)


def following(folder: Path) -> str:
    """The next command. It includes the word `all`, since a bare folder name could look like a command."""
    return f"marchsim report {'' if len(folder.parts) > 1 else 'all '}{shlex.quote(str(folder))}"


def played(result: RunResult) -> list[str]:
    """The games, time, folder and reason for stopping of a run, on one line if they fit, else on several."""
    before = result.games - result.played
    rate = result.played / max(result.seconds, 1e-9)
    pace = f" in {show.duration(result.seconds)} ({rate:,.0f} a second)"
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
