"""`marchsim runs`: lists, describes, verifies, repairs, merges and extends run folders."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import (
    QuietOption,
    RecordedOption,
    WorkersOption,
    resumable,
)
from marchsim.cli.run import end, following
from marchsim.cli.show import RunArgument, StrategyPathOption, run_folders
from marchsim.errors import plural
from marchsim.kernel.showing import Sheet
from marchsim.runner.playing import interrupt

if TYPE_CHECKING:
    from marchsim.runner.repairing import Repair

app = typer.Typer(no_args_is_help=True)
QUARANTINE = "quarantine"


@app.callback()
def runs() -> None:
    """List, describe, verify, repair, merge and extend run folders.

    Examples:
      marchsim runs ls
      marchsim runs verify runs/demo
      marchsim runs repair runs/demo
      marchsim runs merge runs/demo-part-1-of-2 runs/demo-part-2-of-2 --out runs/whole
    """


@app.command("ls")
def ls(
    place: Annotated[Path, typer.Argument(metavar="[DIR]", help="Folder to search.")] = Path("runs"),
) -> None:
    """List the run folders in a folder: games, size, date and state.

    Examples:
      marchsim runs ls
      marchsim runs ls /data/runs --json
    """
    from marchsim.recorder.survey import run_folders

    if not place.is_dir():
        raise errors.ConfigError(f"{place}: there is no such folder; `marchsim run` makes runs/.")
    lines = run_folders(place)
    if show.in_json():
        show.write_json([{**vars(line), "path": str(line.path)} for line in lines])
        return
    if not lines:
        typer.echo(f"no run folders in {place}")
        return
    headings = {"folder": "wide", "run": "wide", "games": "right", "size": "right", "date": "left"}
    rows = [
        (
            str(line.path), f"{line.name} ({line.game})", f"{line.done:,} of {line.total:,}",
            size_words(line.size), line.date[:16].replace("T", " "), line.state.partition(":")[0],
        )
        for line in lines
    ]  # fmt: skip
    show.page([Sheet(f"Run folders in {place}", {**headings, "state": "left"}, rows)])
    explained = ("damaged", "running", "record")
    show.story(f"{line.path}: {line.state}" for line in lines if line.state.startswith(explained))


@app.command("show")
def show_(
    run: RunArgument,
) -> None:
    """Describe a run: plan, variants, strategies, versions, void games, digests.

    Example:
      marchsim runs show runs/demo
    """
    from marchsim.recorder.survey import described, opened

    found = described(opened(run))
    show.write(found, _lines(found))


def _lines(found: dict[str, Any]) -> list[str]:
    """The lines that describe a run."""
    plan, design = found["plan"], found["design"]
    lines = [
        f"{found['name']}: {found['game']}, {found['state']}",
        f"games: {found['games']:,} of {plan['games']:,} on {plan['deals']:,} deals, "
        f"{plan.get('blocks')} blocks of {plan.get('games_per_block')} games; "
        f"{size_words(found['bytes'])}",
        f"design: {', '.join(f'{key} {value}' for key, value in design.items())}",
    ]
    if found["stop"]:
        lines.append(f"stop: {', '.join(f'{key} {value}' for key, value in found['stop'].items())}")
    if found["stopped"]:
        lines.append(f"stopped: {found['stopped'].get('words')}")
    if found["merged"]:
        parts = [f"{one.get('folder')} {one.get('part')}".strip() for one in found["merged"]]
        lines.append(f"merged from: {', '.join(parts)}")
    lines.append(f"begun {found['begun'] or '(not known)'}, ended {found['ended'] or '(not yet)'}")
    versions = ", ".join(f"{key} {value}" for key, value in found["versions"].items())
    lines.append(f"marchsim {found['marchsim']}, {versions}")
    lines += ["", "variants:"]
    for one in found["variants"]:
        changed = f", {one['strategies']}" if one["strategies"] else ""
        lines.append(f"  {one['name']}: {one['preset']}, {str(one['fingerprint'])[:16]}{changed}")
    lines.append("strategies:")
    for one in found["strategies"]:
        parameters = f", {one['parameters']}" if one["parameters"] else ""
        lines.append(f"  {one['name']}: {one['use']}, {str(one['sha256'])[:16]}{parameters}")
    lines.append("tables:")
    for name, one in found["tables"].items():
        told = f"{one['rows']:,} rows, {str(one['digest'])[:16]}" if one["digest"] else "no digest"
        lines.append(f"  {name}: {told}, {plural(one['parts'], 'file')}")
    voids = [f"{name or '?'}: {kinds}" for name, kinds in (found["voids"] or {}).items()]
    return [*lines, f"void games: {'; '.join(voids) or 'none'}"]


@app.command("verify")
def verify(
    run: RunArgument,
    sample: Annotated[int, typer.Option(metavar="N", help="Number of games to replay: 0 for none.")] = 20,
    strategy_path: StrategyPathOption = None,
    recorded_strategies: RecordedOption = False,
) -> None:
    """Check a run: digests of tables, unique keys, and a sample of games replayed and compared row by row.

    Examples:
      marchsim runs verify runs/demo
      marchsim runs verify runs/demo --sample 1000000      (all games of the run)

    Exit code 6: damage, another difference, no run folder, or strategies that are missing or changed.
    """
    from marchsim.runner.replay import verify

    with interrupt.noted():
        verdict = verify(run, sample, strategy_path or (), recorded_strategies)
    show.write({"schema": "marchsim.verified/1", "run": run, **asdict(verdict)}, verdict.checked)
    if verdict.problems:
        for problem in verdict.problems:
            show.aside(f"differs: {problem}")
        if verdict.remedy:
            show.aside(verdict.remedy)
        raise typer.Exit(errors.STATE_MISMATCH)
    if not show.in_json():
        typer.echo("no differences found")


@app.command("merge")
def merge(
    sources: Annotated[
        list[Path], typer.Argument(metavar="RUN RUN...", help="Run folders of one run.", callback=run_folders)
    ],
    out: Annotated[Path, typer.Option(help="Run folder to write.")],
) -> None:
    """Merge the parts of one run that were played on different machines.

    Each machine plays its part with `marchsim run CONFIG --part N/M`. Games that are in several folders must
    be equal. The result has the same digests as an undivided run.

    Example: marchsim runs merge runs/field-part-1-of-2 runs/field-part-2-of-2 --out runs/field

    Exit code 6: the folders are not parts of one run.
    """
    from marchsim.recorder.merging import merge
    from marchsim.recorder.survey import summary

    line = summary(merge(sources, out).path)
    rest = shlex.join(["marchsim", "runs", "extend", str(out), "--blocks", "0"])
    after = rest if line.done < line.total else following(out)
    if show.in_json():
        show.write_json({
            "schema": "marchsim.merged/1", "run": out, "games": line.done, "planned": line.total,
            "state": line.state, "next": after,
        })  # fmt: skip
        return
    typer.echo(f"{line.done:,} of {line.total:,} games, {line.state}\nrun folder: {shlex.quote(str(out))}")
    typer.echo(f"next: {after}")


@app.command("repair")
def repair(
    run: RunArgument,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report the damage and change nothing.")] = False,
    workers: WorkersOption = None,
    strategy_path: StrategyPathOption = None,
    recorded_strategies: RecordedOption = False,
    quiet: QuietOption = False,
) -> None:
    """Repair a damaged run: move bad files aside, replay their games, and check that they are the same.

    Damaged, duplicate and unknown files move to quarantine/ inside the run folder. Nothing is deleted. The
    games that are then missing are replayed and must have the same checksums as before.

    Examples:
      marchsim runs repair runs/demo --dry-run
      marchsim runs repair runs/demo

    Exit code 6: damage found by --dry-run, no run folder, or games that cannot be replayed
    (strategies are missing or changed, or games have other results).
    """
    from marchsim.runner.progress.display import shown
    from marchsim.runner.repairing import repair

    result = repair(
        run, dry_run=dry_run, workers=workers, strategy_paths=strategy_path or (),
        recorded_strategies=recorded_strategies, progress=shown(quiet),
    )  # fmt: skip
    if show.in_json():
        show.write_json(_repair_data(run, result, dry_run))
    elif not quiet or dry_run:
        show.story(finding.words for finding in result.found)
        typer.echo(_repaired(run, result, dry_run))
    if dry_run and (result.found or result.owed):
        raise typer.Exit(errors.STATE_MISMATCH)


def _repair_data(run: Path, result: Repair, dry_run: bool) -> dict[str, Any]:
    """The results of a repair as plain data."""
    found = [
        {"path": one.path, "kind": one.kind, "problem": one.problem, "games": one.games}
        for one in result.found
    ]
    return {
        "schema": "marchsim.repaired/1", "run": run, "dry_run": dry_run, "found": found,
        "missing": result.missing, "moved_along": result.along, "to_replay": result.owed,
        "replayed": result.played, "whole": result.whole,
    }  # fmt: skip


def _repaired(run: Path, result: Repair, dry_run: bool) -> str:
    """The results of a repair in one sentence."""
    if not result.found and not result.owed:
        return "nothing to repair: every part is as it was stored"
    bad = len(result.found) - result.missing
    told = [_files(bad, f"{'to move' if dry_run else 'moved'} {'aside' if dry_run else f'to {QUARANTINE}/'}")]
    told += [_files(result.along, "of the same games with them, though sound")] if result.along else []
    told += [f"{plural(result.missing, 'part')} missing"] if result.missing else []
    if dry_run:
        return f"{', '.join(told)}, {plural(result.owed, 'game')} to replay; nothing was changed"
    again = f"{result.played:,} games were replayed and are the same as before" if result.owed else ""
    rest = shlex.join(["marchsim", "runs", "extend", str(run), "--blocks", "0"])
    end = "the digests are unchanged" if result.whole else f"to play the games that are missing: {rest}"
    return f"{', '.join(told)}; {again or 'no game was lost'}; {end}"


def _files(count: int, words: str) -> str:
    return f"{plural(count, 'file')} {words}"


@app.command("retry")
def retry(
    run: RunArgument,
    reason: Annotated[
        str, typer.Option(metavar="error|answer|limit|time|memory", help="Only games void for this reason.")
    ] = "",
    workers: WorkersOption = None,
    strategy_path: StrategyPathOption = None,
    recorded_strategies: RecordedOption = False,
    quiet: QuietOption = False,
) -> None:
    """Replay the void games of a run and store the new results.

    Useful for games that a busy machine stopped (`time`) or that ran out of memory (`memory`). Old reasons
    stay in the manifest's history. Digests change if a game counts now.

    Examples:
      marchsim runs retry runs/demo
      marchsim runs retry runs/demo --reason time

    Exit code 6: not a run folder, or its games cannot be replayed.
    """
    from marchsim.runner.progress.display import shown
    from marchsim.runner.repairing import retry

    games = retry(
        run, reason, workers=workers, strategy_paths=strategy_path or (),
        recorded_strategies=recorded_strategies, progress=shown(quiet),
    )  # fmt: skip
    left = Counter(after for _, _, after in games if after)
    mended = len(games) - left.total()
    if show.in_json():
        show.write_json({
            "schema": "marchsim.retried/1", "run": run, "replayed": len(games), "mended": mended,
            "void_again": dict(sorted(left.items())),
        })  # fmt: skip
        return
    if quiet:
        return
    told = "".join(f"; {count:,} are void again ({kind})" for kind, count in sorted(left.items()))
    typer.echo(f"{plural(len(games), 'void game')} replayed: {mended:,} count now{told}")


@app.command("extend")
def extend(
    run: RunArgument,
    blocks: Annotated[
        int | None, typer.Option(metavar="N", help="Blocks to add. 0 plays only missing games.")
    ] = None,
    to: Annotated[int | None, typer.Option(metavar="N", help="Number of blocks in total.")] = None,
    workers: WorkersOption = None,
    strategy_path: StrategyPathOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play more blocks of a run, with the configuration in its manifest.

    Stored games stay as they are. A rule that stopped the run is ignored. The longer run counts as another
    interim analysis, so its verdicts use a part of the error probability, and reports name it. The same
    command resumes an extension that was interrupted: --blocks counts from its beginning.

    Examples:
      marchsim runs extend runs/demo --blocks 100
      marchsim runs extend runs/demo --to 500
    """
    from marchsim.runner.progress.display import shown
    from marchsim.runner.repairing import extend

    with resumable():
        result = extend(
            run, blocks, to, workers=workers, strategy_paths=strategy_path or (), progress=shown(quiet),
        )  # fmt: skip
    end(result, quiet)


def size_words(size: int) -> str:
    """Format a size in bytes, kB, MB or GB."""
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" or size >= 10 else f"{size:.1f} {unit}"
        size /= 1000  # type: ignore[assignment]  # a share of a unit
    return f"{size:.1f} GB"
