"""`marchsim check`: validates a configuration before it is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import Common, common_options
from marchsim.errors import plural
from marchsim.runner.playing import interrupt

if TYPE_CHECKING:
    from marchsim.runner.checking import CheckEstimate, CheckResult


@common_options("plan", "quiet")
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as demo.")],
    blocks: Annotated[int | None, typer.Option(help="Blocks, instead of the configured number.")] = None,
    part: Annotated[str, typer.Option(metavar="N/M", help="Only this part, such as 1/3.")] = "",
) -> None:
    """Validate a configuration: play each strategy, estimate games, time and size, warn about the design.

    Every strategy plays at least once with every number of players and in every variant. Nothing is stored.

    Examples:
      marchsim check demo
      marchsim check field.toml --blocks 1000 --workers 8

    Exit code 3: fewer than 30 deals for some number of players, too few for any test.
    """
    from marchsim.runner.checking import check

    with interrupt.noted():
        asked = common.configuration(config, common.players)
        found = check(asked, workers=common.workers, blocks=blocks, part=part, strategy_paths=common.folders)
    totals = {"games": found.games, "deals": found.deals, "seconds": found.seconds, "bytes": found.bytes}
    show.write(asdict(found) | totals, lines(found))
    if found.refusals:
        raise typer.Exit(errors.EXPECTATION_FAILED)


def lines(found: CheckResult) -> Iterator[str]:
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
        f"{plural(found.blocks, 'block')}, about {duration(found.seconds)} with "
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


def duration(seconds: float) -> str:
    """A number of seconds as text, in s, min or h."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{seconds / 3600:.1f} h"
