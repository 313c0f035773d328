"""`marchsim baseline`: makes, shows and accepts the baseline of `marchsim gate`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.playing import Common, common_options
from marchsim.errors import plural
from marchsim.runner.playing import interrupt

if TYPE_CHECKING:
    from marchsim.studies.gate.baseline import Baseline

app = typer.Typer()

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Baseline file.")]


@app.callback()
def group() -> None:
    """Make, show and accept the baselines that `marchsim gate` compares with.

    Examples:
      marchsim baseline create gate --out baseline.json
      marchsim baseline show baseline.json
      marchsim baseline accept baseline.json --reason "royal jelly costs 3"
    """


@app.command()
@common_options("seed", "plan", "players", "quiet")
def create(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as gate.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write. It must not exist yet.")],
) -> None:
    """Play a configuration and store the results as a new baseline.

    Examples:
      marchsim baseline create gate --out baseline.json
      marchsim baseline create gate.toml --rules my-rules.toml --out baseline.json
    """
    from marchsim.studies.gate import baseline

    with interrupt.noted():
        made = baseline.create(config, out, common.changes, common.folders, common.workers, common.population)
    after = _creation(made, common)
    if not show.in_json():
        typer.echo(f"commit it; next: {after}")


@app.command("show")
def show_(
    file: FileArgument,
    history: Annotated[
        bool, typer.Option("--history", help="Show each metric at every step of the history.")
    ] = False,
) -> None:
    """Show the content of a baseline: rules, games, coverage, metrics and the reasons for its changes.

    Examples:
      marchsim baseline show baseline.json
      marchsim baseline show baseline.json --history
    """
    from marchsim.studies.gate import baseline

    found = baseline.read(file)
    moved = [
        {"players": players, "metric": metric, "means": means, "margin": found.margins[players].get(metric)}
        for players, metric, means in baseline.drift(found)
    ]
    show.write({**data(found), "drift": moved}, drifted(found, moved) if history else lines(found))


@app.command()
@common_options("seed", "plan", "players", "quiet")
def accept(
    common: Common,
    file: FileArgument,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason for the change, kept in the history.")],
    config: Annotated[str, typer.Option("--config", help="Configuration. [default: the baseline's]")] = "",
) -> None:
    """Replace a baseline with the present results, and keep the reason in its history.

    Example:
      marchsim baseline accept baseline.json --reason "royal jelly costs 3"

    Configuration, overlays and population come from the baseline unless you give others. With --config but no
    --rules, the configuration is played without overlays.
    """
    from marchsim.studies.gate import baseline

    changed = common.changes or None
    with interrupt.noted():
        made = baseline.accept(
            file, reason, config, changed, common.folders, common.workers, common.population
        )
    _creation(made, common)
    if not show.in_json():
        typer.echo(f"commit {shlex.quote(str(file))} with the changed rules")


def _creation(made: Baseline, common: Common) -> str:
    """Print the content of a new baseline, and warn about questions that a gate cannot answer with it.

    Returns the `marchsim gate` command that compares with it, with the same rules, players and folders.
    """
    from marchsim.runner.configuration.settings import options
    from marchsim.studies.gate import sizes

    words = ["marchsim", "gate", made.config, "--baseline", str(made.path), *options(made.rules)]
    words += ["--population", made.population] if made.population else []
    words += [word for path in common.folders for word in ("--strategy-path", str(path))]
    after, blocks = shlex.join(words), int(made.workload["design"]["blocks"])
    warnings = sizes.warnings(sizes.needs(made), blocks)
    whole = {**data(made), "file": made.path, "warnings": warnings, "next": after}
    show.write(whole, [*lines(made), *(f"warning: {line}" for line in warnings)])
    return after


def data(found: Baseline) -> dict[str, Any]:
    """The content of a baseline as plain data, without the event logs of its fixed games."""
    return {key: value for key, value in found.data().items() if key != "streams"}


def lines(found: Baseline) -> Iterator[str]:
    """Yield the lines that describe a baseline."""
    from marchsim.recorder.metrics import WINS, of_wins, shown
    from marchsim.studies.gate.replaying import coverage_lines

    size = found.path.stat().st_size / 1e6
    yield f"baseline {found.path}: {size:.2f} MB, by marchsim {found.version}"
    overlays = "".join(f" with {name}" for name in found.rules)
    players = f", played by population {found.population}" if found.population else ""
    yield f"configuration: {found.config}{overlays}; preset {found.preset}{players}"
    voids = sum(bool(fixed.void) for fixed in found.games)
    policies = ", ".join(str(name) for name in found.workload.get("policies", []))
    kept = f"{len(found.streams)} of them event by event" + (f"; {voids} are void" if voids else "")
    yield f"tier 1: {len(found.games)} fixed games played by {policies}; {kept}"
    yield from (f"  {line}" for line in coverage_lines(found.coverage))
    for part in found.blocks:
        left = f", {part.left_out} left out because of void games" if part.left_out else ""
        games = f"{plural(part.games, 'game')} on {plural(len(part.deals), 'deal')}"
        yield f"tier 2, {plural(part.players, 'player')}: {games}{left}"
        for name, values in part.values.items():
            known = [value for value in values if value is not None]
            if known:
                times, unit = shown(name, part.players)
                margin, word = times * found.margins[part.players][name], f" {unit}" if unit else ""
                yield f"  {name}: {times * sum(known) / len(known):.4g}{word}, margin {margin:.3g}"
            else:
                yield f"  {name}: never measured"
    if any(of_wins(name) for part in found.blocks for name in part.values):
        yield WINS
    for name, fingerprint in found.fingerprints.items():
        yield f"{name}: {fingerprint[:16]}"
    for entry in found.history:
        yield f"accepted: {entry.get('reason')} ({entry.get('games')})"
        yield from _changes(entry)


def _changes(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines on the changes in an entry of the history: the rules and components, and the code."""
    from marchsim.reporting.gate import code_changed

    rules, parts = entry.get("rules"), entry.get("fingerprints")
    yield from (f"  {line}" for line in rules if isinstance(line, str)) if isinstance(rules, list) else ()
    if isinstance(parts, list):
        yield from (f"  {line}" for line in code_changed(map(str, parts)))


def drifted(found: Baseline, moved: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a baseline's history: each accepted change, with each metric before and after it."""
    from marchsim.recorder.metrics import shown

    steps = len(found.history)
    yield f"baseline {found.path}: accepted anew {plural(steps, 'time')}"
    for at, entry in enumerate(found.history, 1):
        yield f"  {at}. {entry.get('reason')} ({entry.get('games')})"
        yield from (f"   {line}" for line in _changes(entry))
    for one in moved:
        times, unit = shown(one["metric"], one["players"])
        known = [mean for mean in one["means"] if mean is not None]
        if not known:
            continue
        way = " -> ".join("?" if mean is None else f"{times * mean:.4g}" for mean in one["means"])
        way += f" {unit}" if unit else ""
        far = known[-1] - known[0]
        is_far = one["margin"] is not None and abs(far) > one["margin"]
        beyond = ""
        if is_far:
            beyond = f"; {times * far:+.3g} in all, more than its margin of {times * one['margin']:.3g}"
        yield f"{one['metric']}, {plural(one['players'], 'player')}: {way}{beyond}"
    if any(None in one["means"][:-1] and any(one["means"]) for one in moved):
        yield "?: not measured, or accepted by a version of marchsim that kept no means"
