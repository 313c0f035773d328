"""`marchsim optimize`: finds the smallest change of the rules that meets targets."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import MOST_SECONDS, Common, common_options, played_now, resumable, seconds_option
from marchsim.errors import plain, plural

if TYPE_CHECKING:
    from marchsim.kernel.showing import Sheet
    from marchsim.reporting.front.commands import Command
    from marchsim.runner.progress.display import Progress
    from marchsim.studies.optimize.confirmation import TargetResult
    from marchsim.studies.optimize.optimize import Optimized
    from marchsim.studies.optimize.preparation import PreparedOptimize
    from marchsim.studies.optimize.sizes import OptimizeOptions

SECONDS = 300.0
CODES = {"met": errors.OK, "missed": errors.EXPECTATION_FAILED, "inconclusive": errors.INCONCLUSIVE}


@common_options("players")
def command(
    common: Common,
    targets: Annotated[
        Path, typer.Argument(metavar="TARGETS.toml", help="File of targets, rules to move and costs.")
    ],
    seconds: Annotated[float | None, seconds_option("5m", "How long to play, on this machine")] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Total number of games, instead of --seconds.")
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(metavar="N", help="Sealed blocks for each finalist. [default: the rest of the budget]"),
    ] = None,
    retune: Annotated[
        int,
        typer.Option(
            metavar="GAMES",
            help="Retune every strategy to each finalist, with this many extra games for each.",
        ),
    ] = 0,
    referee: Annotated[
        Path | None,
        typer.Option(metavar="OVERLAY.toml", help="Skip the search and judge this change on sealed deals."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder to write. [default: optimized/NAME of the file]"),
    ] = None,
) -> None:
    """Find the smallest change of the rules that meets targets, and confirm it on sealed deals.

    The file lists the targets, the numbers that may move, their ranges, and the cost of a change. Without
    [free] all rules are screened first. The search plays some 200 rule sets, fits a response surface for each
    target, and judges the best candidates on deals that it has not seen. DIR has the page, all numbers, and
    change.toml, the overlay to use.

    The same command resumes a search that was stopped. `marchsim new targets` writes a file to start from.

    Examples:
      marchsim new targets mine.toml --from field-4
      marchsim optimize mine.toml
      marchsim optimize mine.toml --seconds 20m --out optimized/longer
      marchsim optimize mine.toml --plan
      marchsim optimize mine.toml --referee change.toml --seed 2026 --confirm 5000
      marchsim try --rules optimized/mine/change.toml field-4        shows its other effects

    Exit codes: 0 all targets met, 3 a target missed, 4 too few games to decide, 5 a target not measured.
    """
    from marchsim.cli.main import warn
    from marchsim.reporting import optimize as pages
    from marchsim.runner.progress.display import shown
    from marchsim.studies.optimize import output
    from marchsim.studies.optimize.optimize import optimize
    from marchsim.studies.stages import StagePlayer

    prepared = prepared_for(targets, common)
    options = options_for(prepared, seconds, games, confirm, retune, common.workers)
    if common.plan:
        plan = plan_data(prepared, options, common.workers)
        show.write(plan, plan_words(plan))
        return
    folder = out or Path("optimized") / targets.stem
    progress = shown(common.quiet)
    progress.follows = False  # the standings of all rule sets would fill the screen
    if referee is not None:
        _judge(common, prepared, referee, confirm, folder, progress)
        return
    with resumable():
        found = optimize(
            prepared, options, StagePlayer(folder, progress, {**common.where, "warn": warn}, common.folders)
        )
    output.write(found, folder)
    further = commands(found, options, folder, targets)
    page = pages.write(found, further, folder)
    data = {**output.data(found), "page": str(page)}
    common.answer(data, lambda: tell(found, folder, further, page), CODES[found.best.verdict])


def _judge(
    common: Common,
    prepared: PreparedOptimize,
    path: Path,
    deals: int | None,
    folder: Path,
    progress: Progress,
) -> None:
    """Judge a change of the rules that the user supplies (--referee), and print its loss and its targets."""
    from marchsim.studies.optimize import output
    from marchsim.studies.optimize.optimize import REFEREE_BLOCKS, referee
    from marchsim.studies.optimize.preparation import submitted
    from marchsim.studies.stages import StagePlayer

    values, blocks = submitted(prepared, path), deals or REFEREE_BLOCKS
    player = StagePlayer(folder / f"referee-{path.stem}", progress, common.where, common.folders)
    with resumable():
        base, found = referee(prepared, values, player, blocks)

    def words() -> None:
        show.story([output.refereed_words(prepared, base, found, blocks)])
        show.page([sheet(found.targets)])

    common.answer(output.refereed_data(prepared, found, blocks), words, CODES[found.verdict])


def prepared_for(targets: Path, common: Common) -> PreparedOptimize:
    """Read a file of targets and apply the options of the command line to it."""
    from marchsim.studies.optimize import targets as files
    from marchsim.studies.optimize.preparation import prepare

    file = files.read(targets)
    beside = targets.parent / file.config
    config = str(beside) if file.config.endswith(".toml") and beside.is_file() else file.config
    return prepare(file, common.configuration(config), common.folders)


def options_for(
    prepared: PreparedOptimize, seconds: float | None, games: int | None, confirm: int | None, retune: int,
    workers: str | None,
) -> OptimizeOptions:  # fmt: skip
    """The search options that the command line gives. Raises ConfigError if one is out of range."""
    from marchsim.runner.configuration.fields import within
    from marchsim.runner.configuration.schema import MOST_BLOCKS
    from marchsim.studies.optimize.sizes import FEWEST_SEALED, OptimizeOptions, speed

    if games is not None and seconds is not None:
        raise errors.ConfigError("--games, --seconds: each limits the number of games; give one of them.")
    within("--games", games, 1, MOST_BLOCKS)
    within("--seconds", seconds, 0.001, MOST_SECONDS)
    within("--confirm", confirm, FEWEST_SEALED, MOST_BLOCKS)
    within("--retune", retune, 0, MOST_BLOCKS)
    time = None if games else seconds or SECONDS
    return OptimizeOptions(games or int((time or 0.0) * speed(prepared, workers)), confirm, retune, time)


def plan_words(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines printed by --plan: the stages of the search and the time that they take."""
    yield f"{plural(len(told['targets']), 'target')}, {plural(len(told['free']), 'number')} that may move"
    if told["screened"]:
        yield f"screening of {told['screened']} rule sets: {told['screen_games']:,} games"
    yield (
        f"start of {told['start']} rule sets, at most {plural(told['batches'], 'batch', 'batches')} of 10, "
        f"{told['blocks']} blocks each: {told['search_games']:,} games; the rest is for the sealed deals"
    )
    if told["retune_games"]:
        yield f"about {told['retune_games']:,} games more to retune the strategies to the finalists"
    whole, time = told["games"] + told["retune_games"], show.duration(told["seconds"])
    yield f"in all about {whole:,} games, {time} on this machine"


def plan_data(prepared: PreparedOptimize, options: OptimizeOptions, workers: str | None) -> dict[str, Any]:
    """The stages of the search and the games of each, as plain data. A few games show how long it takes."""
    from marchsim.studies.optimize.sizes import FINALISTS, layout, speed

    here = options.games / options.seconds if options.seconds else speed(prepared, workers)
    laid = layout(prepared, options.games, enough=options.seconds is None)
    tuned = sum(not one.baseline for one in prepared.configuration.strategies)
    retune = FINALISTS * tuned * options.retune
    return {
        "schema": "marchsim.optimize-plan/1",
        "targets": [target.quantity.name for target in prepared.targets],
        "free": [knob.name for knob in prepared.knobs],
        "start": laid.start,
        "batches": laid.batches,
        "blocks": laid.blocks,
        "screened": laid.screened,
        "screen_games": laid.screen_games,
        "search_games": laid.games,
        "retune_games": retune,
        "games": laid.whole,
        "seconds": (laid.whole + retune) / here,
    }


def tell(found: Optimized, folder: Path, further: Sequence[Command], page: Path) -> None:
    """Print the answer, the table of targets, the number of games and the next commands."""
    from marchsim.studies.optimize import output

    show.story([f"{output.headline(found)}."])
    show.page([sheet(found.best.targets)])
    if found.best.retuned:
        show.page([sheet(found.best.retuned, "The same by strategies retuned for the change")])
    show.story([*output.left_out(found), *output.sentences(found)])
    show.story(played_now(found.played))
    typer.echo(f"page: {plain(str(page))}; overlay: {plain(str(folder / output.OVERLAY))}")
    show.commands(further)


def sheet(targets: Sequence[TargetResult], title: str = "Targets on the sealed deals") -> Sheet:
    """A table with a row for each target, measured under one rule set."""
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.optimize.output import COLUMNS

    columns = {one: "left" if one in ("Target", "Wanted", "Verdict") else "right" for one in COLUMNS}
    return Sheet(title, columns, [[cell(row) for cell in COLUMNS.values()] for row in targets])


def commands(found: Optimized, options: OptimizeOptions, folder: Path, targets: Path) -> list[Command]:
    """The commands to suggest after a search."""
    from marchsim import games
    from marchsim.kernel.numbers import Assuming
    from marchsim.reporting.front.commands import Command
    from marchsim.studies.optimize import output
    from marchsim.studies.optimize.confirmation import INCONCLUSIVE

    overlay, config = shlex.quote(str(folder / output.OVERLAY)), shlex.quote(found.prepared.file.config)
    made, times = [], output.needed(found)
    if found.best.verdict == INCONCLUSIVE and 0 < times < math.inf:
        more = int(times * found.played.games / 1000 + 1) * 1000
        words = ["marchsim", "optimize", str(targets), "--games", str(more), "--out", f"{folder}-{more}"]
        again = shlex.join([*words, *(["--retune", str(options.retune)] if options.retune else [])])
        made.append(Command("To be surer", again, "about enough games for the targets that are still open"))
    if found.prepared.changed(found.best.values):
        tried = f"marchsim try --rules {overlay} {config}"
        made.append(Command("What else changes", tried, "all metrics, on fresh deals"))
        if isinstance(games.load(found.prepared.configuration.game), Assuming):
            players = max(found.prepared.configuration.design.players)
            other = f"marchsim sensitivity {config} --rules {overlay} --players {players}"
            made.append(Command("Other numbers", other, "does it survive if our guesses are wrong?"))
    return made
