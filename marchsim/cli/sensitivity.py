"""`marchsim sensitivity`: tests claims about a game with other component numbers and other players."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import Common, PlayersOption, common_options, listed, resumable
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.sensitivity.sensitivity import Forecast, Sensitivity


@common_options("population")
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as standard.")],
    population: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Players that the claims are tried with, the weakest first: shipped, tuned, search or "
            "FILE.toml (docs/explain/populations.md). [default: those of the configuration]",
        ),
    ] = None,
    priors: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What the assumed numbers could be. [default: the game's own]"),
    ] = None,
    draws: Annotated[
        int, typer.Option(help="Most draws of the numbers; it stops once everything is settled.")
    ] = 200,
    deals: Annotated[int | None, typer.Option(help="Deals of each draw. [default: by a pilot]")] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Try only claims about these: turns,spread,score for slow players, or species. "
            "[default: all]",
        ),
    ] = None,
    lookup: Annotated[int, typer.Option(min=1, max=200, help="How many components to look up first.")] = 10,
    players: PlayersOption = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder. [default: robustness/CONFIG-PLAYERS]")
    ] = None,
) -> None:
    """Say which claims about a game hold whatever its unknown numbers are, and with other players.

    Numbers of components that nobody has read off the box are drawn again and again from what they could be.
    Under each draw the configuration is played on fresh deals. Each of its claims ([[claims]], or the usual
    ones) then holds, changes its size, flips or is undecided. DIR/report/report.html is the page,
    DIR/sensitivity.json has all numbers. The same command resumes what was stopped; more --draws add to it.

    Examples:
      marchsim sensitivity standard --players 4 --plan
      marchsim sensitivity standard --players 4
      marchsim sensitivity runs/try/decree_larvae-4
      marchsim sensitivity study-decree-larvae --population shipped,tuned --draws 400
      marchsim sensitivity study-long --population search --metric turns,score --draws 40 --deals 8 --out mine
      marchsim new overlay --assumed --first 10 --by robustness/standard-4 printed.toml

    Exit codes: 0 every claim holds; 3 one flips; 4 otherwise; 5 nothing can be judged.
    """
    from marchsim.cli.main import warn
    from marchsim.reporting.robustness import report_sensitivity
    from marchsim.runner.progress.display import shown
    from marchsim.studies.sensitivity import written
    from marchsim.studies.sensitivity.prepared import prepare
    from marchsim.studies.sensitivity.sensitivity import forecast, sensitivity, usual_folder

    prepared = prepare(
        config, populations=listed(population, "--population"), priors_file=priors, players=players,
        draws=draws, deals=deals, metrics=listed(metric, "--metric"), seed=common.seed,
        rules=common.changes, strategy_paths=common.folders,
    )  # fmt: skip
    folder = out or usual_folder(prepared)
    progress = shown(common.quiet or common.plan)
    progress.follows = False  # standings under changing numbers would say nothing
    with resumable():
        if common.plan:
            foretold = forecast(prepared, folder, common.workers, common.backend, common.scheduler, progress)
        else:
            found = sensitivity(prepared, folder, progress=progress, first=lookup, warn=warn, **common.where)
    if common.plan:
        show.write(forecast_data(foretold), forecast_words(foretold), common.as_json)
        return
    path = written.write(found, folder)
    page = report_sensitivity(found, folder / "report")
    data = {**written.data(found), "file": str(path), "page": str(page)}
    common.answer(data, lambda: tell(found, page, path), exit_code(found))


def exit_code(found: Sensitivity) -> int:
    """The exit code of the findings."""
    from marchsim.analysis.robustness.judging import FLIPS, HOLDS

    verdicts = [row.verdict for row in found.rows]
    if FLIPS in verdicts:
        return errors.EXPECTATION_FAILED
    return errors.OK if all(word == HOLDS for word in verdicts) else errors.INCONCLUSIVE


def forecast_words(found: Forecast) -> Iterator[str]:
    """Yield how a study is laid out and how long it takes."""
    from marchsim.cli.check import duration

    prepared = found.prepared
    many = plural(found.workers, "worker")
    yield (
        f"{plural(len(prepared.claims), 'claim')}, {plural(len(prepared.cast), 'population')} "
        f"({', '.join(prepared.cast)}), {plural(len(prepared.priors.drawn), 'number')} drawn, "
        f"{prepared.priors.known} known"
    )
    yield f"the game as it is and a pilot, {found.published:,} games: played and kept for the study itself"
    for draws, games in found.looks.items():
        yield (
            f"up to {plural(draws, 'draw')} of {found.blocks} blocks: {plural(games, 'game')}, about "
            f"{duration(found.seconds[draws])} with {many} and nothing else to do, page included"
        )


def forecast_data(found: Forecast) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        "schema": "marchsim.sensitivity-plan/1",
        "players": found.prepared.players,
        "claims": len(found.prepared.claims),
        "populations": list(found.prepared.cast),
        "numbers": len(found.prepared.priors.drawn),
        "blocks_of_a_draw": found.blocks,
        "games_so_far": found.published,
        "workers": found.workers,
        "looks": [
            {"draws": draws, "games": games, "seconds": found.seconds[draws]}
            for draws, games in found.looks.items()
        ],
    }


def tell(found: Sensitivity, page: Path, path: Path) -> None:
    """Write the claims as a table, the numbers to look up, and last, where it is seen, the answer."""
    from marchsim.studies.sensitivity.answered import answer

    show.page([claims_sheet(found), *notes(found)])
    if found.worth is not None and found.worth.first:
        show.page([lookup_sheet(found)])
        show.story(lookup_words(found, path))
    show.story(["", *answer(found), ""])
    show.story(_ending(found, page, path))


def claims_sheet(found: Sensitivity) -> Sheet:
    """Return a row for each claim and population."""
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.sensitivity.answered import percent, value

    many = len(found.prepared.cast) > 1
    columns = {"Claim": "wide", "Players": "left"} if many else {"Claim": "wide"}
    columns |= {"Assumed": "right", "Mean of boxes": "right", "True in (95 %)": "right", "": "left"}
    rows = [
        [
            row.tried.text, *([name] if many else []), value(row.tried, row.tried.assumed),
            value(row.tried, cell.model.mean), percent(cell.right), cell.label,
        ]
        for row in found.rows
        for name, cell in row.cells.items()
    ]  # fmt: skip
    return Sheet(f"Claims in {found.draws} possible boxes", columns, rows)


def notes(found: Sensitivity) -> list[str]:
    """Return how the table is read, and what is unusual."""
    from marchsim.studies.sensitivity.answered import unusual

    rules = found.rules
    told = [
        f"Holds: true in {100 * rules.holds:.0f} % of the possible boxes and within a factor of two of its "
        f"size in {100 * rules.size:.0f} %; flips: reversed in more than {100 * rules.flips:.0f} %. The "
        "chance of any wrong label is at most 5 %, over all claims, players and looks of a study made once."
    ]
    if odd := unusual(found):
        told.append(f"The assumed numbers are unusual among the draws (beyond 2 SD) for: {'; '.join(odd)}.")
    if not found.prepared.priors.stated:
        told.append("What the numbers could be is our guess (--priors FILE takes your own).")
    if found.left:
        left = "; ".join(one.text for one in found.left)
        told.append(f"Not tried, for they are not clear under the assumed numbers: {left}.")
    return told


def lookup_sheet(found: Sensitivity) -> Sheet:
    """Return the components to look up first."""
    from marchsim.kernel.showing import Sheet

    assert found.worth is not None
    columns = {"Look up": "left", "Numbers": "wide", "Risk of being wrong, removed": "right"}
    rows = [
        [
            one.item,
            ", ".join(key.removeprefix(f"{one.item}.") for key in one.numbers),
            f"{100 * one.removed:.0f} %",
        ]
        for one in found.worth.first
    ]
    return Sheet("Look up these first, in this order", columns, rows)


def lookup_words(found: Sensitivity, path: Path) -> Iterator[str]:
    """Yield the value of looking up, and the command."""
    assert found.worth is not None
    worth, many = found.worth, len(found.worth.first)
    yield (
        f"These {many} remove {100 * worth.first[-1].removed:.0f} % of the chance that a claim is wrong; "
        f"{many} at random {100 * worth.random:.0f} %, all numbers {100 * worth.all:.0f} %."
    )
    yield f"  marchsim new overlay --assumed --first {many} --by {shlex.quote(str(path.parent))} printed.toml"


def _ending(found: Sensitivity, page: Path, path: Path) -> Iterator[str]:
    played = found.played
    pace = f" in {played.seconds:.1f} s" if played.now else ""
    yield f"{plural(played.games, 'game')}: {played.now:,} played now{pace}"
    if played.voids:
        yield f"warning: {played.voids:,} games were void; the deals they belong to do not count"
    yield f"page: {shlex.quote(str(page))}; all numbers: {shlex.quote(str(path))}"
    yield from further(found, path.parent)


def further(found: Sensitivity, folder: Path) -> Iterator[str]:
    """Yield the command that goes on from here, where something is left that games may settle."""
    from marchsim.analysis.robustness.judging import OPEN

    cells = [cell for row in found.rows if row.verdict == OPEN for cell in row.cells.values()]
    if any(cell.more is not None for cell in cells):
        draws = str(round(max(cell.more for cell in cells if cell.more is not None)))
        yield f"next: {shlex.join(changed(sys.argv[1:], draws=draws))}  # adds to these"
    elif any(cell.label == OPEN and cell.model.noise2 > max(0.0, cell.model.between2) for cell in cells):
        deals = str(4 * found.deals)
        other = f"{folder}-{deals}"
        yield f"next: {shlex.join(changed(sys.argv[1:], deals=deals, out=other))}  # plays anew, and is surer"


def changed(words: Sequence[str], **options: str) -> list[str]:
    """Return a command line with these options in place of its own."""
    found, left = ["marchsim"], iter(words)
    for word in left:
        name, given, _ = word.partition("=")
        if name.removeprefix("--") not in options:
            found.append(word)
        elif not given:
            next(left, None)
    return [*found, *(word for name, text in options.items() for word in (f"--{name}", text))]
