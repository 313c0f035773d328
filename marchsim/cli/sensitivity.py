"""`marchsim sensitivity`: tests claims about a game with other component numbers and other players."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, listed, played_now, resumable
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.sensitivity.preparation import PreparedSensitivity
    from marchsim.studies.sensitivity.sensitivity import Sensitivity


@common_options("population")
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as standard.")],
    population: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Populations to test the claims with, the weakest first: shipped, tuned, strong, search or "
            "FILE.toml (docs/explain/populations.md). [default: those of the configuration]",
        ),
    ] = None,
    priors: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Ranges of the assumed numbers. [default: those of the game]"),
    ] = None,
    draws: Annotated[
        int, typer.Option(help="Largest number of draws. The study stops once every claim is conclusive.")
    ] = 200,
    deals: Annotated[int | None, typer.Option(help="Deals of each draw. [default: by a pilot]")] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Test only claims about these metrics, such as turns,spread,score (for slow players). "
            "[default: all]",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder to write. [default: robustness/CONFIG-PLAYERS]")
    ] = None,
) -> None:
    """Test claims about a game with other plausible component numbers and with other players.

    Numbers that were not read off the printed components are drawn at random from their plausible ranges.
    Each draw plays the configuration on fresh deals. Each claim ([[claims]], or the usual ones) then holds,
    changes its size, flips or is undecided. DIR/report/report.html is the page, DIR/sensitivity.json has all
    numbers. The same command resumes a study that was stopped. More --draws add to the stored ones.

    Examples:
      marchsim sensitivity standard --players 4 --plan
      marchsim sensitivity standard --players 4
      marchsim sensitivity runs/try/decree_larvae-4
      marchsim sensitivity study-decree-larvae --population shipped,tuned --draws 400
      marchsim sensitivity study-long --population search --metric turns,score --draws 40 --deals 8 --out mine
      marchsim new overlay --assumed --first 10 --by robustness/standard-4 printed.toml

    Exit codes: 0 every claim holds, 3 a claim flips, 4 neither, 5 nothing can be judged.
    """
    from marchsim.cli.main import warn
    from marchsim.reporting.robustness import report_sensitivity
    from marchsim.runner.progress.display import shown
    from marchsim.studies.sensitivity import output
    from marchsim.studies.sensitivity.preparation import prepare
    from marchsim.studies.sensitivity.sensitivity import forecast, sensitivity, usual_folder

    prepared = prepare(
        config, populations=listed(population, "--population"), priors_file=priors, players=common.players,
        draws=draws, deals=deals, metrics=listed(metric, "--metric"), seed=common.seed,
        rules=common.changes, strategy_paths=common.folders,
    )  # fmt: skip
    folder = out or usual_folder(prepared)
    progress = shown(common.quiet or common.plan)
    progress.follows = False  # standings under changing numbers would say nothing
    with resumable():
        if common.plan:
            plan = forecast(prepared, folder, common.workers, progress)
        else:
            found = sensitivity(prepared, folder, progress=progress, warn=warn, **common.where)
    if common.plan:
        show.write(plan, forecast_words(prepared, plan))
        return
    path = output.write(found, folder)
    page = report_sensitivity(found, folder / "report")
    data = {**output.data(found), "file": str(path), "page": str(page)}
    common.answer(data, lambda: tell(found, page, path), exit_code(found))


def exit_code(found: Sensitivity) -> int:
    """The exit code for the verdicts on the claims."""
    from marchsim.analysis.robustness.judging import FLIPS, HOLDS

    verdicts = [row.verdict for row in found.rows]
    if FLIPS in verdicts:
        return errors.EXPECTATION_FAILED
    return errors.OK if all(word == HOLDS for word in verdicts) else errors.INCONCLUSIVE


def forecast_words(prepared: PreparedSensitivity, plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines printed by --plan: the draws and games of the study and the time that they take."""
    yield (
        f"{plural(plan['claims'], 'claim')}, {plural(len(prepared.cast), 'population')} "
        f"({', '.join(prepared.cast)}), {plural(plan['numbers'], 'number')} drawn, "
        f"{prepared.priors.known} known"
    )
    so_far = f"{plan['games_so_far']:,} games: played and kept for the study itself"
    yield f"the game as it is and a pilot, {so_far}"
    many = plural(plan["workers"], "worker")
    for look in plan["looks"]:
        yield (
            f"up to {plural(look['draws'], 'draw')} of {plan['blocks_of_a_draw']} blocks: "
            f"{plural(look['games'], 'game')}, about {show.duration(look['seconds'])} with {many} and "
            "nothing else to do, page included"
        )


def tell(found: Sensitivity, page: Path, path: Path) -> None:
    """Print the table of claims, the numbers to look up and, at the end, the answer."""
    from marchsim.studies.sensitivity.output import answer

    show.page([claims_sheet(found), *notes(found)])
    if found.worth is not None and found.worth.first:
        show.page([lookup_sheet(found)])
        show.story(lookup_words(found, path))
    show.story(["", *answer(found), ""])
    show.story(_ending(found, page, path))


def claims_sheet(found: Sensitivity) -> Sheet:
    """A table with a row for each claim and each population."""
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.sensitivity.output import percent, value

    many = len(found.prepared.cast) > 1
    columns = {"Claim": "wide", "Players": "left"} if many else {"Claim": "wide"}
    columns |= {"Assumed": "right", "Mean of draws": "right", "True in (95 %)": "right", "": "left"}
    rows = [
        [
            row.tried.text, *([name] if many else []), value(row.tried, row.tried.assumed),
            value(row.tried, cell.model.mean), percent(cell.right), cell.label,
        ]
        for row in found.rows
        for name, cell in row.cells.items()
    ]  # fmt: skip
    return Sheet(f"Claims in {found.draws} draws", columns, rows)


def notes(found: Sensitivity) -> list[str]:
    """The notes below the table of claims, which explain its columns and any unusual results."""
    from marchsim.studies.sensitivity.output import unusual

    rules = found.rules
    told = [
        f"Holds: true in {100 * rules.holds:.0f} % of the plausible component sets, within a factor 2 of "
        f"its size in {100 * rules.size:.0f} %; flips: reversed in more than {100 * rules.flips:.0f} %. The "
        "chance of any wrong label is at most 5 %, over all claims, players and looks of a study made once."
    ]
    if odd := unusual(found):
        told.append(f"The assumed numbers are unusual among the draws (beyond 2 SD) for: {'; '.join(odd)}.")
    if not found.prepared.priors.stated:
        told.append("The ranges of the numbers are our guess (--priors FILE takes your own).")
    if found.left:
        left = "; ".join(one.text for one in found.left)
        told.append(f"Not tried, for they are not clear under the assumed numbers: {left}.")
    return told


def lookup_sheet(found: Sensitivity) -> Sheet:
    """A table of the components to look up first."""
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
    """Yield lines on the benefit of looking up numbers, with the command that writes an overlay for them."""
    assert found.worth is not None
    worth, many = found.worth, len(found.worth.first)
    yield (
        f"These {many} remove {100 * worth.first[-1].removed:.0f} % of the chance that a claim is wrong; "
        f"{many} at random {100 * worth.random:.0f} %, all numbers {100 * worth.all:.0f} %."
    )
    yield f"  marchsim new overlay --assumed --first {many} --by {shlex.quote(str(path.parent))} printed.toml"


def _ending(found: Sensitivity, page: Path, path: Path) -> Iterator[str]:
    yield from played_now(found.played)
    yield f"page: {shlex.quote(str(page))}; all numbers: {shlex.quote(str(path))}"
    yield from further(found, path.parent)


def further(found: Sensitivity, folder: Path) -> Iterator[str]:
    """Yield the command to run next, if more games may decide a claim."""
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
    """A copy of a command line with these options, which replace those of the same name."""
    found, left = ["marchsim"], iter(words)
    for word in left:
        name, given, _ = word.partition("=")
        if name.removeprefix("--") not in options:
            found.append(word)
        elif not given:
            next(left, None)
    return [*found, *(word for name, text in options.items() for word in (f"--{name}", text))]
