"""`marchsim new`: an overlay to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import PresetOption, RulesOption
from marchsim.games.march import blank

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def group() -> None:
    """Write a file to start from."""


@app.command("overlay")
def overlay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    assumed: Annotated[
        bool, typer.Option("--assumed", help="List every assumed number of cards and tiles, not the rules.")
    ] = False,
    rules: RulesOption = None,
    preset: PresetOption = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write an overlay that changes nothing yet: every line is a comment until its # is taken away.

    marchsim new overlay mine.toml
    marchsim new overlay --assumed printed.toml
    marchsim new overlay --assumed rest.toml --rules printed.toml      (what is assumed still)
    """
    variant = show.variant_of(preset, rules)
    text = blank.assumed_overlay(variant) if assumed else blank.rules_overlay(variant)
    blank.write_new(file, text, force)
    typer.echo(f"{file} is written; edit it, then: marchsim {'cards' if assumed else 'rules'} --rules {file}")
