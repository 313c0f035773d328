"""`marchsim run`: plays the tournament of a configuration and prints its findings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli.ending import end
from marchsim.cli.playing import Common, common_options, resumable


@common_options("plan")
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as demo.")],
    out: Annotated[Path | None, typer.Option(help="Run folder. [default: runs/NAME]")] = None,
    blocks: Annotated[
        int | None, typer.Option(help="Blocks to play, instead of the configuration's.")
    ] = None,
    part: Annotated[
        str,
        typer.Option(
            metavar="N/M", help="Play every M-th block from the N-th. `runs merge` joins the parts."
        ),
    ] = "",
) -> None:
    """Play the tournament of a configuration into a run folder, and print its findings.

    The same command resumes a run that was stopped. Results do not depend on the
    number of workers.

    Examples:
      marchsim run demo
      marchsim run coop --blocks 20          (one of the configurations for each variant)
      marchsim run field.toml --blocks 500 --workers 2 --rules my-rules.toml --out runs/mine
      marchsim run field.toml --workers tcp://head:8786
      marchsim run field-4 --population tuned      into runs/field-4-tuned
      marchsim run field.toml --part 1/3     on the first of three machines, see marchsim runs merge
    """
    from marchsim.cli.main import warn
    from marchsim.runner import run
    from marchsim.runner.progress.display import shown

    with resumable():
        playing = common.configuration(config, common.players)
        result = run(
            playing, out, blocks=blocks, part=part, progress=shown(common.quiet), warn=warn, **common.where,
            strategy_paths=common.folders,
        )  # fmt: skip
    end(result, common.quiet)
