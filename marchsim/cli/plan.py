"""`marchsim plan`: how many games it takes to find a difference of a given size, and how long they take."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.playing import Common, ForWorkersOption, common_options
from marchsim.cli.show import run_folder
from marchsim.errors import plural
from marchsim.kernel.showing import Sheet

if TYPE_CHECKING:
    from marchsim.analysis.field.needs import Need
    from marchsim.studies.sizing import Sized

LEAST, MOST = 0.001, 0.5


@common_options("workers", "backend", "scheduler", "seed", "plan", "quiet")
def command(
    common: Common,
    config: Annotated[
        str | None, typer.Argument(help="Configuration: a path, or a shipped name such as demo.")
    ] = None,
    detect: Annotated[
        str,
        typer.Option("--detect", metavar="SIZE", help="The difference of shares to find: 2% or 0.02."),
    ] = "2%",
    pilot: Annotated[
        Path | None,
        typer.Option(
            "--pilot",
            metavar="RUN",
            help="A run to use as the pilot, or its name in runs/; no game is played.",
            callback=run_folder,
        ),
    ] = None,
    power: Annotated[float, typer.Option(help="Chance of finding it.")] = 0.8,
    alpha: Annotated[float, typer.Option(help="Level of the two-sided test.")] = 0.05,
    blocks: Annotated[
        int | None, typer.Option(min=2, help="Blocks of the pilot. [default: as many as give 120 deals]")
    ] = None,
    workers: ForWorkersOption = None,
) -> None:
    """Say how many games it takes to find a difference of a given size, from the variances of a pilot.

    The pilot is played on deals of its own and not stored; --pilot uses a recorded run instead.

    Examples:
      marchsim plan demo --detect 2%
      marchsim plan field.toml --detect 1% --power 0.9 --workers 8
      marchsim plan --pilot runs/demo --detect 3% --json
    """
    from marchsim.errors import ConfigError
    from marchsim.recorder.folder import naming_damage
    from marchsim.runner.playing import interrupt
    from marchsim.studies.sizing import size

    if (config is None) == (pilot is None):
        raise ConfigError("`marchsim plan` takes either a configuration or --pilot RUN; give one of them.")
    if pilot is not None and (blocks or common.changes or common.population):
        raise ConfigError(
            "--blocks, --rules, --set, --preset and --population: belong to a new pilot; "
            "leave them out with --pilot."
        )
    for name, value in (("--power", power), ("--alpha", alpha)):
        if not 0 < value < 1:
            raise ConfigError(f"{name}: {value:g} is outside 0 to 1; common values are 0.8 and 0.05.")
    with interrupt.noted(), naming_damage(*([pilot] if pilot is not None else [])):
        playing = common.configuration(config) if config else None
        found = size(
            playing, share(detect), pilot, power=power, alpha=alpha, blocks=blocks, workers=workers,
            strategy_paths=common.folders,
        )  # fmt: skip
    if common.as_json:
        show.write_json(data(found))
    else:
        _tell(found)


def _tell(found: Sized) -> None:
    """Write a table of the needs of each question, and of all of them together."""
    show.line(
        f"{found.name}: to find a difference of {100 * found.difference:g} points in {100 * found.power:g} "
        f"of 100 runs by a test at {100 * found.alpha:g} %, judged by {plural(found.games, 'game')}"
    )
    if found.voids:
        show.line(f"warning: {found.voids:,} of those games were void and do not count")
    headings = {"Players": "right", "Comparison": "wide", "Blocks": "right", "Between": "right"}
    headings |= {"Games": "right", "Deals": "right", "Time": "right"}
    several = len({need.question.variant for need in found.needs}) > 1
    rows = [(str(need.question.players), _asked(need, several), *_cells(found, need)) for need in found.needs]
    show.page([Sheet("", headings, rows)])
    most = max((need.blocks for need in found.needs if need.blocks is not None), default=None)
    if most is not None:
        show.line(
            f"all questions together: {plural(most, 'block')}, {round(most * found.per_block):,} games, "
            f"about {_time(found, most)} with {plural(found.workers, 'worker')}"
        )
    show.line(
        "Between: the range that the pilot's few deals allow (95 %). Games and deals are those with that "
        "number of players; the time is for whole blocks with all their games."
    )


def _asked(need: Need, several: bool) -> str:
    """Return a question as text, with its rules if there are `several` and it does not name them itself."""
    question = need.question
    rules = f", rules {question.variant}" if several and "between" not in question.kind else ""
    worst = f" (varies most: {question.about})" if question.about else ""
    return f"{question.kind}{rules}{worst}" + (f": not known, {need.reason}" if need.reason else "")


def _cells(found: Sized, need: Need) -> list[str]:
    if need.blocks is None:
        return ["-"] * 5
    cells = [f"{need.blocks:,}", f"{need.low:,} - {need.high:,}", f"{need.games:,}", f"{need.deals:,}"]
    return [*cells, _time(found, need.blocks)]


def _time(found: Sized, blocks: int) -> str:
    from marchsim.cli.check import duration

    seconds = found.time(blocks)
    return "? s" if seconds is None else duration(seconds)


def share(text: str) -> float:
    """Return a difference of shares, 0.02 for `2%` or `0.02`. Anything else is a ConfigError."""
    from marchsim.errors import ConfigError

    plain = text.strip()
    try:
        value = float(plain.rstrip("% ")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        value = 0.0
    if not LEAST <= value <= MOST:
        raise ConfigError(
            f"--detect: {text!r} is not a difference of shares; write 2% or 0.02, from 0.1% to 50%."
        )
    return value


def data(found: Sized) -> dict[str, Any]:
    """Return the same as data."""
    rows = [_row(found, need) for need in found.needs]
    plain = {key: value for key, value in asdict(found).items() if key != "needs"}
    return {"schema": "marchsim.plan/1", **plain, "needs": rows}


def _row(found: Sized, need: Need) -> dict[str, Any]:
    question = need.question
    return {
        "question": question.kind,
        "variant": question.variant,
        "players": question.players,
        "about": question.about,
        "se_in_pilot": question.se,
        "deals_in_pilot": question.deals,
        "tests": question.tests,
        "shares": question.shares,
        "blocks": need.blocks,
        "blocks_range": None if need.blocks is None else [need.low, need.high],
        "games": need.games,
        "deals": need.deals,
        "seconds": None if need.blocks is None else found.time(need.blocks),
        "reason": need.reason,
    }
