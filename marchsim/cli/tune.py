"""`marchsim tune`: finds better weights for a strategy, confirms them on sealed deals and writes them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
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
    from marchsim.runner.configuration.schema import Configuration
    from marchsim.studies.tuning.findings import Margins
    from marchsim.studies.tuning.preparation import PreparedTuning, SearchRequest
    from marchsim.studies.tuning.strategy_file import Tuned

MOST_WEIGHTS = 10  # of an ablation that are shown


@common_options()
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as field-4.")],
    focal: Annotated[str, typer.Option(metavar="NAME", help="Strategy to tune, or `all` for each in turn.")],
    games: Annotated[int, typer.Option(help="Games that the search plays.")] = 130_000,
    weights: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Tune only these weights or groups of weights. [default: all]"),
    ] = None,
    by_round: Annotated[
        bool, typer.Option("--by-round", help="Let each weight change from round to round.")
    ] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Strategies in the other seats. [default: all others]"),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(help="Points by which wins are smoothed. [default: half the SD of margins in a pilot]"),
    ] = None,
    confirm: Annotated[int, typer.Option(help="Sealed deals that confirm the result.")] = 1_000,
    ablation: Annotated[
        int | None,
        typer.Option(
            help="Sealed deals that test each weight by resetting it, or 0 for none. [default: 400]"
        ),
    ] = None,
    team: Annotated[bool, typer.Option("--team", help="Play every seat of a cooperative game.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write. [default: tuned/CONFIG-NAME.toml]")
    ] = None,
    variant: Annotated[
        str,
        typer.Option(
            "--variant",
            metavar="NAME",
            help="Tune for this variant of the configuration, or `base` for none.",
        ),
    ] = "",
) -> None:
    """Tune the weights of a strategy against the others of a configuration.

    CMA-ES searches for weights that win more. Fresh, sealed deals then measure the share of wins before and
    after, and the contribution of each weight. The result is a file for configurations: use = "FILE.toml".
    The same command resumes a search that was stopped. Results do not depend on the number of workers.

    Examples:
      marchsim tune field-4 --focal warden
      marchsim tune field-4 --focal warden --plan
      marchsim tune field.toml --focal bold --weights food,larva,actions --games 30000 --out bold-2.toml
      marchsim tune field-4 --focal all --out mine.toml             a population (docs/explain/populations.md)
      marchsim tune study-decree-larvae --focal all --variant decree_larvae-6 --out six.toml
      marchsim tune coop --focal defender --team --players 3 --variant normal   a whole team against the Horde
      marchsim tune field.toml --focal bold --by-round --against warden,forager --players 3
    """
    from marchsim.cli.main import warn
    from marchsim.runner.progress.display import shown
    from marchsim.studies.tuning.everybody import ALL
    from marchsim.studies.tuning.preparation import SearchRequest, prepare
    from marchsim.studies.tuning.tuning import forecast, tune

    asked = SearchRequest(
        focal, common.players, games, listed(weights, "--weights"), by_round, listed(against, "--against"),
        scale, confirm, ablation, team=team,
    )  # fmt: skip
    playing = common.configuration(config)
    what: dict[str, Any] = {"strategy_paths": common.folders, "variant": variant}
    where: dict[str, Any] = {**common.where, "progress": shown(common.quiet or common.plan)}
    if common.plan:
        prepared = prepare(playing, asked, **what)
        plan = forecast(prepared, **where)
        show.write(plan, forecast_words(prepared, plan))
        return
    if focal == ALL:
        with resumable():
            _all(playing, asked, out, common, {**what, **where, "warn": warn})
        return
    prepared, tell = prepare(playing, asked, **what), show.silent if common.quiet else show.aside

    def foretell(plan: Mapping[str, Any]) -> None:
        for line in forecast_words(prepared, plan):
            tell(line)

    with resumable():
        result = tune(prepared, out, warn=warn, foretell=foretell, **where)
    common.answer({**result.data(), "file": str(result.path)}, lambda: show.story(summary(result)))


def _all(
    config: Configuration, asked: SearchRequest, out: Path | None, common: Common, where: dict[str, Any]
) -> None:
    """Tune every strategy, and print the result of each."""
    from marchsim.studies.tuning.everybody import tune_all

    still = common.quiet or show.in_json()
    tell = show.silent if still else (lambda name: show.line(f"{name} ..."))
    found = tune_all(config, asked, out, tell, **where)
    if show.in_json():
        show.write_json(found.data())
    elif not common.quiet:
        left = [f"without weights, so not in it: {', '.join(found.left)}"] if found.left else []
        path = shlex.quote(str(found.path))
        kept = ("; no significant gain, so it stays unchanged", "")
        told = [f"{summary(one)[0]}{kept[one.proved]}" for one in found.found]
        show.story([*told, *left, f"population: {path}; play it with --population {path}"])


def forecast_words(found: PreparedTuning, told: Mapping[str, Any]) -> list[str]:
    """The lines printed by --plan: the size of a search and the time that it takes."""
    rounds = ", each by round" if found.asked.by_round else ""
    lines = [
        f"{told['focal']}: {plural(len(told['weights']), 'weight')}{rounds}, "
        + (
            f"a team of {told['players']} together"
            if found.asked.team
            else f"against {', '.join(found.against) or 'the game'}"
        ),
        f"search: {plural(told['generations'], 'generation')} of {told['candidates']} candidates "
        f"on {plural(told['deals'], 'deal')} in {plural(told['players'], 'seat')}, "
        f"{plural(told['search_games'], 'game')}; on sealed deals {told['sealed_games']:,} more",
    ]
    many = plural(told["workers"], "worker")
    return [*lines, f"about {show.duration(told['seconds'])} with {many}, as the pilot's games took"]


def summary(found: Tuned) -> list[str]:
    """The lines that report the result of a search, with the answer first."""
    from marchsim.studies.tuning.strategy_file import words

    proof, asked = found.confirmed, found.prepared.asked
    interval = (
        "" if proof.low is None or proof.high is None else f" ({_points(proof.low)} to {_points(proof.high)})"
    )
    lines = [
        f"{asked.focal} tuned wins {words(proof.after)}, {words(proof.before)} before: "
        f"{_points(proof.difference)}{interval} points on {plural(proof.deals, 'sealed deal')}; "
        f"{_verdict(found)}"
    ]
    if proof.margin is not None:
        lines.append(_margin(proof.margin))
    lines += _ablation(found)
    lines += played_now(found.played, f"they do not count ({proof.voids:,} of the confirmation)")
    path = shlex.quote(str(found.path))
    lines.append(f'strategy: {path}; in a configuration beside it: use = "{found.path.name}"')
    lines.append("page: that of a run in which it plays (marchsim run, then marchsim report)")
    lines.append(f"search: {shlex.quote(str(found.folder))}, which may be removed")
    return lines


def _margin(found: Margins) -> str:
    """A sentence on a team's margin over its opponent, before and after tuning."""
    interval = "" if found.low is None or found.high is None else f" ({found.low:.2f} to {found.high:.2f})"
    return (
        f"its mean margin is {found.after:.2f} points, {found.before:.2f} before: "
        f"{found.difference:.2f}{interval} more"
    )


def _verdict(found: Tuned) -> str:
    """The result of the confirmation in a few words, such as `it has become stronger`."""
    low, high = found.confirmed.low, found.confirmed.high
    if low is None or high is None:
        return "too few deals to tell"
    if low > 0:
        return "it has become stronger"
    return "it has become weaker" if high < 0 else "no significant difference"


def _ablation(found: Tuned) -> list[str]:
    """Lines with the weights that matter, with the most important first."""
    from marchsim.studies.tuning.findings import matters

    if not found.ablated:
        return []
    own = found.prepared.space.own()
    matter = [(weight, one) for weight, one in found.losses if one and matters(one)]
    rest = len(found.ablated) - len(matter)
    of, how_many = plural(len(found.ablated), "weight"), len(matter) or "none"
    lines = [
        f"reset one at a time, {how_many} of {of} matter significantly"
        + (" (points lost; all intervals hold at once with 95 %, and are exploratory):" if matter else ".")
    ]
    for weight, one in matter[:MOST_WEIGHTS]:
        assert one.interval is not None
        change = f"{_weight(own[weight])} to {_weight(found.values[weight])}"
        ends = f"{_points(one.interval.low)} to {_points(one.interval.high)}"
        lines.append(f"  {weight}: {change}, {_points(one.value)} ({ends})")
    if void := [weight for weight, one in found.ablated.items() if one is None]:
        lines.append(f"warning: all games with {', '.join(void)} reset were void, so their effect is unknown")
    if matter and rest:
        lines.append(f"  none of the other {rest} is significant (the file lists all)")
    return lines


def _weight(values: tuple[float, ...]) -> str:
    return f"{values[0]:g}" if len(set(values)) == 1 else "[" + ", ".join(f"{one:g}" for one in values) + "]"


def _points(share: float) -> str:
    return f"{100 * share:.1f}"
