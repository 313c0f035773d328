"""`marchsim best-response`: finds the strongest opponent of a population and measures its gain."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.playing import (
    Common,
    common_options,
    listed,
    played_now,
    resumable,
)
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.studies.responding.field import Response, Sought

NONE = "none"
MOST_MIXED = 8  # members of a mixture that are shown


@common_options()
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as field-4.")],
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Answer only these strategies. [default: all but baselines]"),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games that tuning plays in each round.")] = 130_000,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Most rounds. Each answer that gains joins the population.")
    ] = 1,
    plans: Annotated[
        int, typer.Option(metavar="N", help="Number of strategies to tune. They share the games.")
    ] = 2,
    search: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...", help="Strategies that look ahead, or `none`. [default: those of the game]"
        ),
    ] = None,
    choose: Annotated[int, typer.Option(help="Deals that choose the better answer.")] = 100,
    confirm: Annotated[int, typer.Option(help="Sealed deals that confirm the answer.")] = 400,
    meta: Annotated[int, typer.Option(help="Deals of the meta-game behind the mixture.")] = 1_000,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write. [default: answers/CONFIG.toml]")
    ] = None,
) -> None:
    """Find the best answer to the strategies of a configuration, and measure how much it wins.

    For each variant, tuning (as in `marchsim tune`) and search (strategies that look ahead) each propose an
    answer. Some deals choose the better one. Other, sealed deals confirm it, so its gain is a lower bound
    of how exploitable the field is. With --rounds, each answer that gains joins the population, and the
    next round answers the Nash mixture of all. The mixture is written as a population file. The same
    command resumes a search that was stopped.

    Examples:
      marchsim best-response field-4
      marchsim best-response field-4 --population tuned --search none --games 30000
      marchsim best-response field-4 --against warden,forager --rounds 5 --out duel.toml
      marchsim best-response study-decree-larvae --plan
      marchsim run field-4 --population answers/field-4.toml        plays the mixture
    """
    from marchsim.cli.main import warn
    from marchsim.runner.progress.display import shown
    from marchsim.studies.responding.field import Sought
    from marchsim.studies.responding.responding import best_response, forecast, populations

    named = listed(search, "--search")
    sought = Sought(
        listed(against, "--against"), common.players, games, rounds, plans,
        None if search is None else () if named == (NONE,) else named, choose, confirm, meta,
    )  # fmt: skip
    where: dict[str, Any] = {**common.where, "progress": shown(common.quiet or common.plan)}
    playing = populations(common.configuration(config), sought, common.folders)
    if common.plan:
        plan = forecast(playing, sought, **where)
        show.write(plan, forecast_words(plan))
        return
    tell = show.silent if common.quiet else show.aside
    with resumable():
        found = best_response(playing, sought, out, warn=warn, begun=tell, **where)
    lines = (line for one in found for line in summary(one, len(found) > 1))
    common.answer(whole(found, sought), lambda: show.story(lines))


def whole(found: list[Response], sought: Sought) -> dict[str, Any]:
    """The responses for all variants as plain data, as printed by --json."""
    from marchsim.studies.responding.output import SCHEMA, data

    return {
        "schema": SCHEMA,
        "variants": [{**data(one, sought), "file": str(one.path), "played": one.played.now} for one in found],
    }


def summary(found: Response, several: bool) -> list[str]:
    """The lines that report the result for one variant, with the answer first."""
    from marchsim.studies.responding.output import answer_words

    where = f"variant {found.variant}, " if several else ""
    lines = [f"{where}{plural(found.before.players, 'player')}: {answer_words(found.answers[0])}"]
    if len(found.answers) > 1:
        lines += [f"  round {one.number}: {answer_words(one)}" for one in found.answers[1:]]
        still = "no rounds are left and the last answer still gains, so more rounds may change the mixture"
        end = "the last answer gains nothing measurable" if found.ended else still
        lines.append(f"  after {plural(len(found.answers), 'round')} {end}")
    first = found.answers[0]
    for one, share in list(zip(first.candidates, first.shares, strict=True))[1:]:
        lines.append(f"  tried, on other deals: {one.words} {100 * (share.value or 0.0):.1f} %")
    mixed = [one for one in found.mixture if one.weight > 0]
    told = [
        f"{one.strategy} {100 * one.weight:.0f} % ({100 * one.interval[0]:.0f}-{100 * one.interval[1]:.0f})"
        for one in mixed[:MOST_MIXED]
    ]
    rest = f" and {len(mixed) - MOST_MIXED} more" if len(mixed) > MOST_MIXED else ""
    lines.append(f"  a mixture that no strategy in it is shown to beat: {', '.join(told)}{rest}")
    lines += [f"  {line}" for line in played_now(found.played, "they do not count")]
    path = shlex.quote(str(found.path))
    lines.append(f"  population: {path}; play it with --population {path}")
    lines.append(f"  search: {shlex.quote(str(found.folder))}, which may be removed")
    return lines


def forecast_words(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines printed by --plan: the number of games of each variant and the total time."""
    for one in plan["variants"]:
        games = ", ".join(f"{name} {count:,}" for name, count in one["games"].items() if count)
        yield f"variant {one['variant']}, against {', '.join(one['against'])}: at most {games} games"
    seconds = sum(one["seconds"] for one in plan["variants"]) / plan["workers"]
    yield f"about {show.duration(seconds)} with {plural(plan['workers'], 'worker')}, as a few games took"
