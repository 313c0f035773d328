"""The options that verbs share reach the runner, whichever verb has them."""

from __future__ import annotations

from pathlib import Path

import typer
from typer.testing import CliRunner

from marchsim.cli.playing import Common, common_options


def test_every_common_option_reaches_the_runner() -> None:
    """After the verb's own; those that are left out are unknown."""
    found: list[Common] = []
    app = typer.Typer()

    @app.command()
    @common_options("plan", "quiet")
    def verb(common: Common, config: str) -> None:
        assert config == "race.toml"
        found.append(common)

    words = "race.toml --workers 2 --backend serial --scheduler tcp://x --seed 5 --strategy-path mine"
    more = "--rules a.toml --set march_steps=4 --preset long --population tuned --json"
    assert CliRunner().invoke(app, [*words.split(), *more.split()]).exit_code == 0
    (common,) = found
    assert common.where == {"workers": 2, "backend": "serial", "scheduler": "tcp://x"}
    assert (common.seed, common.changes) == (5, ["preset=long", "a.toml", "march_steps=4"])
    assert common.folders == [Path("mine")]
    assert (common.population, common.as_json, common.plan) == ("tuned", True, False)
    assert CliRunner().invoke(app, ["race.toml", "--plan"]).exit_code == 2
