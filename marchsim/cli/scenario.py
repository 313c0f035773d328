"""`marchsim scenario`: plays scenario files, tells them and checks their expectations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.show import JsonOption
from marchsim.kernel.showing import Scenario, Staged


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML).")],
    as_json: JsonOption = False,
) -> None:
    """Play scenario files and check what they expect (docs/scenarios.md describes them).

    Examples:
      marchsim scenario tests/scenarios/battle.toml
      marchsim scenario mine/*.toml --json

    Exit code 0: all expectations hold; 3: one fails (expected and found are shown); 2: a bad file.
    """
    from marchsim.runner.playing import interrupt

    loaded = [_read(file) for file in files]
    with interrupt.noted():
        results = [scenario.play() for scenario in loaded]
    if as_json:
        show.write_json([result.row for result in results])
    else:
        for result in results:
            show.story(result.lines)
        failed = sum(not result.passed for result in results)
        if len(results) > 1:
            show.story([f"{len(results)} scenarios, {len(results) - failed} hold, {failed} fail"])
    if not all(result.passed for result in results):
        raise typer.Exit(errors.EXPECTATION_FAILED)


def _read(file: Path) -> Scenario:
    """Return the scenario of a file, of the game that it names. Raises ScenarioError."""
    from marchsim import games, tomlfile

    table = tomlfile.read(file, "scenario", errors.ScenarioError)[1]
    named = table.get("game", games.DEFAULT)
    if not isinstance(named, str):
        raise errors.ScenarioError(f"{file}: game: must be a name; known: {', '.join(games.names())}.")
    return games.able(named, Staged, "it plays no scenarios").scenario(file, table)
