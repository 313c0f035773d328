"""`marchsim scenario`: plays scenario files, describes them and checks their expectations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.kernel.showing import Scenario, Staged


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML).")],
) -> None:
    """Play scenario files and check their expectations (docs/howto/scenarios.md describes the format).

    Examples:
      marchsim scenario tests/scenarios/battle.toml
      marchsim scenario mine/*.toml --json

    Exit codes: 0 all expectations hold, 2 a bad file, 3 one fails (both values are shown).
    """
    from marchsim.runner.playing import interrupt

    results, refused = [], []
    with interrupt.noted():
        for file in files:
            try:
                results.append(_read(file).play())
            except errors.ScenarioError as error:  # it stops no other
                refused.append(error)
    failed = sum(not result.passed for result in results)
    if show.in_json():
        show.write_json([result.row for result in results])
    else:
        for result in results:
            show.story(result.lines)
        if len(files) > 1:
            bad = f", {len(refused)} cannot be read" if refused else ""
            held = len(results) - failed
            show.story([f"{len(files)} scenarios, {held} hold, {failed} fail{bad}"])
    for refusal in refused[:-1]:
        typer.echo(f"marchsim: error: {refusal}", err=True)
    if refused:
        raise refused[-1]
    if failed:
        raise typer.Exit(errors.EXPECTATION_FAILED)


def _read(file: Path) -> Scenario:
    """Read a scenario file for the game that it names. Raises ScenarioError if the file is invalid."""
    from marchsim import games, tomlfile

    table = tomlfile.read(file, "scenario", errors.ScenarioError)[1]
    named = table.get("game", games.DEFAULT)
    if not isinstance(named, str):
        raise errors.ScenarioError(f"{file}: game: must be a name; known: {', '.join(games.names())}.")
    return games.able(named, Staged, "it plays no scenarios").scenario(file, table)
