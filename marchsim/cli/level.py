"""`marchsim level`: finds starting amounts with which all seats win equally often."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, listed, played_now, resumable
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.analysis.reading.estimates import Estimate
    from marchsim.analysis.variants.seat_effects import SeatEffect
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.levelling.level import Levelled, PreparedLevel

BENT = 0.05  # p below which effects are said not to be straight


@common_options()
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as field-4.")],
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Move only these resources, such as food. [default: all]"),
    ] = None,
    deals: Annotated[
        int,
        typer.Option(
            help="Deals of the sweep. The comparison plays twice as many, the confirmation 4 to 32 times."
        ),
    ] = 500,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder to write. [default: levelled/CONFIG-PLAYERS]")
    ] = None,
) -> None:
    """Find starting amounts with which all seats win equally often, and confirm them on fresh deals.

    A sweep gives each seat one and two units more and fewer of each resource, on the same deals and with all
    strategies in all seats. Then whole units near the solution are compared. The best are confirmed on fresh
    deals, enough for a power of 80 %. DIR/level.toml is the overlay to use. DIR/level.json has all numbers.
    The same command resumes a study that was stopped. More --deals add to the stored ones. To improve a
    result further, give --rules DIR/level.toml and another --out.

    Examples:
      marchsim level field-4
      marchsim level field-4 --by food,larvae --plan
      marchsim level field.toml --players 3 --deals 1000 --out levelled/mine
      marchsim run field-4 --rules levelled/field-4-4/level.toml      plays with the result

    Exit codes: 0 level within the margin, 3 seats still unequal, 4 inconclusive for lack of deals,
    5 too few deals without void games.
    """
    from marchsim.cli.main import warn
    from marchsim.runner.progress.display import shown
    from marchsim.studies.levelling import output
    from marchsim.studies.levelling.level import forecast, level, prepare, usual_folder

    prepared = prepare(
        common.configuration(config), listed(by, "--by"), common.players, deals, strategy_paths=common.folders
    )
    if common.plan:
        plan = forecast(prepared, common.workers)
        show.write(plan, forecast_words(prepared, plan))
        return
    folder = out or usual_folder(prepared)
    progress = shown(common.quiet)
    progress.follows = False  # the standings of all variants would fill the screen
    with resumable():
        found = level(prepared, folder, progress=progress, warn=warn, **common.where)
    path = output.write(found, folder)
    data = {**output.data(found), "file": str(path)}
    common.answer(data, lambda: tell(found, path, config), exit_code(found))


def exit_code(found: Levelled) -> int:
    """The exit code for a verdict."""
    from marchsim.analysis.variants.seats_level import OPEN, UNEVEN

    return {UNEVEN: errors.EXPECTATION_FAILED, OPEN: errors.INCONCLUSIVE}.get(found.verdict, errors.OK)


def forecast_words(prepared: PreparedLevel, plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines printed by --plan: the stages of the study and the time that they take."""
    from marchsim.studies.levelling.level import CONFIRM, MOST_TIMES, TIMES

    most = MOST_TIMES[-1] // TIMES[CONFIRM]
    sweep, compare, confirm = plan["stages"].values()
    yield (
        f"{plural(prepared.players, 'player')}, {', '.join(prepared.resources)}: "
        f"sweep of {plural(len(prepared.own), 'lever')}, {plural(sweep, 'game')}; "
        f"comparison at most {compare:,}; confirmation {confirm:,}, up to {most} times as many where the "
        "verdict needs them"
    )
    yield from _left_out(prepared.dropped)
    many = plural(plan["workers"], "worker")
    yield f"in all {plan['games']:,} games, about {show.duration(plan['seconds'])} with {many}"


def tell(found: Levelled, path: Path, config: str) -> None:
    """Print the answer, the tables of effects and of compared starting amounts, and the overlay."""
    from marchsim.studies.levelling import output

    show.story(output.answer(found))
    show.page([effects_sheet(found), *notes(found), options_sheet(found)])
    if rules := found.prepared.overlay(found.units):
        show.story(["Use it:", "  [rules]", *(f"  {name} = {value}" for name, value in rules.items())])
    show.story(_ending(found, path, config))


def _ending(found: Levelled, path: Path, config: str) -> Iterator[str]:
    sweep, last = found.effects.left_out, found.left_out
    lost = f"their deals do not count ({sweep:,} of the sweep, {last:,} of the confirmation)"
    yield from played_now(found.played, lost)
    yield from _left_out(found.prepared.dropped)
    if any(found.units):
        again = shlex.join(["marchsim", "try", config, "--rules", str(path)])
        yield f"page: {again}  # before and after, on one page"
    yield f"overlay: {shlex.quote(str(path))}; all numbers: {shlex.quote(str(path.with_suffix('.json')))}"


def _left_out(names: tuple[str, ...]) -> Iterator[str]:
    if names:
        yield f"baseline players do not play: {', '.join(names)}"


def effects_sheet(found: Levelled) -> Sheet:
    """A table with each resource's effect on each seat, per unit, and the units that make the seats level."""
    from marchsim.kernel.showing import Sheet

    columns = {
        "Resource": "left", "Player": "left", "Wins": "right", "One more: wins (95 %)": "right",
        "Units to equal (95 %)": "right", "Together": "right",
    }  # fmt: skip
    rows = [_effect_row(one, found.prepared.players) for one in found.effects.effects]
    return Sheet(f"What a unit is worth ({found.effects.deals:,} deals)", columns, rows)


def _effect_row(found: SeatEffect, players: int) -> list[str]:
    from marchsim.studies.levelling.output import ORDINALS, wins

    near = found.effect
    more = wins(near.value or 0.0, players, "+")
    if near.low is not None and near.high is not None:
        more += f" ({wins(near.low, players, '+')} to {wins(near.high, players, '+')})"
    return [
        found.lever.resource, ORDINALS[found.lever.seat], wins(found.share, players), more,
        "no end" if found.units is None else f"{found.units.value or 0.0:+.1f}{_span(found.units)}",
        "-" if found.together is None else f"{round(found.together, 1) + 0.0:+.1f}",  # + 0.0: no -0.0
    ]  # fmt: skip


def _span(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return ""
    low, high = (f"{round(end, 1) + 0.0:+.1f}" for end in (found.low, found.high))
    return f" ({low} to {high})"


def notes(found: Levelled) -> list[str]:
    """The notes below the table of effects, which explain its columns."""
    told = [
        "Wins are counted where 100 are fair: 100 x share of wins x players. level.json has the shares.",
        "Units to equal: what that player alone would need, more or less, to win an equal share (Fieller's "
        "interval). Together: if each is given or loses some of this resource.",
    ]
    if any(one.units is None for one in found.effects.effects):
        told.append("No end: the resource does not move that player's wins enough to tell.")
    told += [
        f"A second unit of {resource} does {one.value or 0.0:.2f} times as much as the first"
        f"{_span(one)}; further units are counted likewise, each against the one before."
        for resource, one in found.effects.second.items()
        if (one.p or 0.0) < BENT
    ]
    if found.moved is not None and (found.moved.p or 0.0) < BENT:
        told.append(
            "Changes together do less than the sum of each alone: the ways compared below moved the seats "
            f"{found.moved.value or 0.0:.2f} times as far as the sweep foretells "
            f"(p = {found.moved.p:.3g}). Sweep again from the result with --rules."
        )
    if found.effects.bend is not None and found.effects.bend < BENT:
        told.append(
            f"Effects are not straight (p = {found.effects.bend:.3g}): more and fewer units do not "
            "cancel, so units far from 0 are rough. What is compared below was played as it is."
        )
    return told


def options_sheet(found: Levelled) -> Sheet:
    """A table of the starting amounts that were compared, with the most level first."""
    from marchsim.kernel.showing import Sheet
    from marchsim.studies.levelling.output import gifts, wins, wins_of

    columns = {"Way to begin": "wide", "Wins": "left", "Furthest from fair": "right"}
    rows = [
        [
            gifts(found.prepared, one.units) or "as it is",
            wins_of(one.found),
            wins(one.found.furthest, found.prepared.players),
        ]
        for one in found.compared
    ]
    return Sheet(
        f"Compared on the same {plural(found.compared_deals, 'deal')}, the most level first", columns, rows
    )
