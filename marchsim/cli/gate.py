"""`marchsim gate`: compares rules with a baseline, at a terminal or in continuous integration."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors, files
from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, read_seconds
from marchsim.errors import MarchsimError, plural
from marchsim.runner.playing import interrupt

if TYPE_CHECKING:
    from marchsim.studies.gate.case import Gated

STDOUT = "-"
ALONE = {"--json": STDOUT}


@common_options("seed", "plan", "players", "quiet")
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name such as gate.")],
    baseline: Annotated[Path, typer.Option(metavar="FILE", help="Baseline file to compare with.")],
    tiers: Annotated[str, typer.Option(help="Tiers to run.")] = "0,1,2",
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="TIME", parser=read_seconds, help="Time for all tiers. Tier 2 plays as much as it allows."
        ),
    ] = None,
    game: Annotated[
        int | None, typer.Option(metavar="N", help="In tiers 0 and 1, only the fixed game with this number.")
    ] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Estimate the games and seconds of the gate, and play none.")
    ] = False,
    json_file: Annotated[
        str,
        typer.Option(
            "--json",
            metavar="[F]",
            help="Write all results as JSON: to standard output, or to the named file.",
        ),
    ] = "",
    junit: Annotated[Path | None, typer.Option(metavar="F", help="Also write JUnit XML.")] = None,
    markdown: Annotated[Path | None, typer.Option(metavar="F", help="Also write Markdown.")] = None,
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="F.svg",
            help="Also draw the board of the first fixed game that differs, just before the difference.",
        ),
    ] = None,
) -> None:
    """Compare rules and components with a baseline, and show every change of the game and its size.

    Tier 0 checks the game's invariants. Tier 1 replays fixed games and shows the first difference. Tier 2
    compares the balance on the same deals.

    Examples:
      marchsim gate gate --baseline tests/gate/standard.json
      marchsim gate gate.toml --baseline baseline.json --rules my-rules.toml --tiers 0,1
      marchsim gate gate.toml --baseline baseline.json --junit gate.xml --markdown gate.md

    Exit codes: 0 passed, 1 a bug of ours, 2 misspelt name, 3 changed game, 4 inconclusive, 5 nothing
    measured, 6 a baseline that is missing, edited, damaged, of another schema or for other games,
    130 interrupted.
    """
    from marchsim.studies.gate import sizes
    from marchsim.studies.gate.gate import gate, read_tiers

    for output in (junit, markdown, board, json_file if json_file != STDOUT else ""):
        if output:
            files.expect(Path(output))
    read = (config, *map(str, common.rules or ()), str(baseline))
    with interrupt.noted(), _reported(read, json_file, junit, markdown):
        chosen, overlays, folders = read_tiers(tiers), common.changes, common.folders
        if plan:
            foreseen = sizes.plan(config, baseline, overlays, folders, common.workers, common.population)
            if json_file == STDOUT:
                show.write_json(foreseen)
            else:
                show.story(_foreseen(foreseen))
            if json_file not in ("", STDOUT):
                files.put_all({Path(json_file): show.json_text(foreseen)})
            return
        found = gate(
            config, baseline, overlays, chosen, budget=seconds, game=game, workers=common.workers,
            folders=folders, population=common.population, board=board is not None,
        )  # fmt: skip
    if board is not None and found.board:
        files.put_all({board: found.board})
    _write(found, json_file, junit, markdown)
    if json_file != STDOUT:
        typer.echo(f"page: {shlex.quote(str(markdown))}" if markdown else "page: --markdown FILE writes one")
    if found.code:
        raise typer.Exit(found.code)


@contextmanager
def _reported(
    read: Sequence[str], json_file: str, junit: Path | None, markdown: Path | None
) -> Iterator[None]:
    """If an error ends the gate, write it to every requested output file and raise it again.

    `read` lists the files that the gate reads, the configuration first.
    """
    from marchsim.reporting import gate as forms

    try:
        yield
    except MarchsimError as error:
        named = (one for one in read if Path(one).is_file() and str(error).startswith(f"{one}:"))
        file, config = next(named, ""), read[0]
        told = forms.refused(error, config, file)
        page = forms.refused_markdown(told).encode("utf-8", "backslashreplace")
        line = _line(file, str(error)) if file else 0
        note = forms.annotation("error", f"gate {config}", str(error), file, line)
        if json_file == STDOUT:
            show.write_json(told)
        _put(show.json_text(told), forms.refused_junit(told), page, [note], json_file, junit, markdown)
        raise


def _line(file: str, said: str) -> int:
    """The line number for an annotation: the line in the error, else that of a key that it names, else 1."""
    named = re.search(r"\bline (\d+)", said)
    if named:
        return int(named[1])
    lines = enumerate(Path(file).read_text("utf-8", "replace").splitlines(), 1)
    keys = {line.partition("=")[0].strip(" \"'"): at for at, line in lines if "=" in line}
    return next((keys[word] for word in re.findall(r"[\w-]+", said[len(file) :]) if word in keys), 1)


def _write(found: Gated, json_file: str, junit: Path | None, markdown: Path | None) -> None:
    """Print the result of a gate and write the requested files, including those for GitHub."""
    from marchsim.reporting import gate as forms

    if json_file == STDOUT:
        show.write_json(found.data())
    else:
        for line in forms.lines(found):  # as they are: a command that is broken in two cannot be copied
            typer.echo(errors.plain(line))
    page = forms.markdown(found).encode("utf-8", "backslashreplace")
    notes = forms.github(found)
    _put(show.json_text(found.data()), forms.junit(found), page, notes, json_file, junit, markdown)


def _put(
    data: bytes, suite: bytes, page: bytes, notes: Sequence[str], json_file: str, junit: Path | None,
    markdown: Path | None,
) -> None:  # fmt: skip
    """Write the requested files, and the summary and annotations that GitHub shows."""
    wanted = {json_file if json_file != STDOUT else "": data, junit or "": suite, markdown or "": page}
    files.put_all({Path(name): content for name, content in wanted.items() if name})
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if summary:
        files.append(Path(summary), page)
    if os.environ.get("GITHUB_ACTIONS", "") == "true":
        where = sys.stderr if json_file == STDOUT else sys.stdout  # the code host reads both
        for line in notes:
            where.write(f"{line}\n")


def _foreseen(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of --plan: how many games the gate plays, and how long they take."""
    from marchsim.studies.gate.sizes import POWER, DealsNeeded

    yield f"tier 1: {plan['fixed']:,} fixed games, about {plan['fixed_seconds']:.1f} s"
    yield f"tier 2: {plural(plan['games'], 'game')}, about {plan['seconds']:.1f} s"
    yield (
        "deals that each metric needs: to be identical, if no game has changed; and to be equivalent, "
        "if every game has changed but no mean has moved, where pairing removes half of the variance of a "
        f"difference, or none (all metrics together in {POWER:.0%} of such gates):"
    )
    yield from (f"  {DealsNeeded(**need).words}" for need in plan["needs"])
    yield from (f"warning: {line}" for line in plan["warnings"])
