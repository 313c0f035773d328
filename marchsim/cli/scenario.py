"""`marchsim scenario`: scenario files played, told in words, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.show import JsonOption

if TYPE_CHECKING:
    from marchsim.games.march.scenarios.scenario import Result


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML).")],
    as_json: JsonOption = False,
) -> None:
    """Play scenario files and check what they expect (docs/scenarios.md describes them).

    marchsim scenario tests/scenarios/battle.toml
    marchsim scenario mine/*.toml --json

    Exit code 0: all expectations hold; 3: one does not (expected and found are shown); 2: a bad file.
    """
    from marchsim.games.march.scenarios import scenario
    from marchsim.runner import interrupt

    loaded = [scenario.load(file) for file in files]
    with interrupt.noted():
        results = [scenario.play(item) for item in loaded]
    if as_json:
        show.write_json([_row(result) for result in results])
    else:
        for result in results:
            show.story(_lines(result))
        failed = sum(not result.passed for result in results)
        if len(results) > 1:
            show.story([f"{len(results)} scenarios, {len(results) - failed} hold, {failed} fail"])
    if not all(result.passed for result in results):
        raise typer.Exit(errors.EXPECTATION_FAILED)


def _lines(result: Result) -> list[str]:
    """Return a scenario in words: its name, what happened, and how it ended."""
    from marchsim.games.march.telling.narrate import Narrator

    teller = Narrator(result.scene.names)
    lines = [result.scenario.name, *(teller.line(event) for event in result.events)]
    if result.unmet is None:
        return [*lines, f"holds: {result.scenario.source}", ""]
    unmet = result.unmet
    return [
        *lines,
        f"FAILS: {result.scenario.source}: {unmet.where}",
        f"  expected {unmet.expected}",
        f"  found    {unmet.found}",
        "",
    ]


def _row(result: Result) -> dict[str, Any]:
    """Return a scenario's result as plain data."""
    narrator, unmet = result.scene.narrator, result.unmet
    return {
        "file": result.scenario.source,
        "name": result.scenario.name,
        "rules": list(result.scenario.rules),
        "holds": result.passed,
        "where": unmet.where if unmet else "",
        "expected": unmet.expected if unmet else "",
        "found": unmet.found if unmet else "",
        "events": [narrator.row(event) for event in result.events],
        "decisions": [
            {"by": one.by, "question": one.question, "options": list(one.options), "chosen": one.chosen}
            for one in result.decisions
        ],
    }
