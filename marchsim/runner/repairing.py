"""Plays on in a stored run folder: repairs it, replays its void games, or adds blocks.

A repair moves bad files aside, replays their games, and compares the results. Void games may be valid now if
a busy or small machine was the cause. Blocks are added with the configuration in the manifest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from marchsim import games
from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError, nearest
from marchsim.recorder import losses
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.manifest import compare, is_last
from marchsim.recorder.portion import coalesced, games_in
from marchsim.recorder.survey import MISSING, Finding, opened, survey
from marchsim.recorder.tables import VOIDS, counted
from marchsim.recorder.writer import RunWriter
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import MOST_BLOCKS
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.planning.chunks import ChunkQueue
from marchsim.runner.planning.plan import Plan, resolved_variants
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.worker import ChunkResult, GameJob
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.replay import plan_of, played, verify
from marchsim.runner.tournament import RunResult, play, run

OWN = (  # what the writer itself says in a manifest
    "schema", "identity", "tables", "complete", "changes", "saves", "owed", "unsure",
    "promised", "begun", "history",
)  # fmt: skip


@dataclass(frozen=True)
class Repair:
    """The problems found in a run folder, the number of games to replay, and the number replayed.

    `along` counts sound parts that had to be moved aside together with damaged parts of the same games.
    `whole` is True if the run is complete.
    """

    found: list[Finding]
    owed: int
    played: int = 0
    along: int = 0
    whole: bool = False

    @property
    def missing(self) -> int:
        """The number of parts whose file is missing, so that nothing could be moved."""
        return sum(finding.kind == MISSING for finding in self.found)


def repair(
    path: str | Path,
    *,
    dry_run: bool = False,
    workers: places.Workers = None,
    strategy_paths: Sequence[Path] = (),
    recorded_strategies: bool = False,
    progress: Progress | None = None,
) -> Repair:
    """Move unknown and damaged files into `quarantine/`, and replay the games that they held.

    Nothing is deleted. Nothing is moved if the games cannot be replayed because the version, the rules or a
    strategy have changed, or if the manifest does not describe them. The remaining games are verified but not
    replayed. The result describes the problems found after the folder was locked. Raises StateMismatch if
    replayed games differ from the stored ones, and RecordError if a fault remains.
    """
    folder = RunFolder(path, check=False)
    configuration, _ = played(folder)
    resolved_variants(configuration, games.load(configuration.game))
    done = _repaired(folder, dry_run, workers, strategy_paths, recorded_strategies, progress)
    if not dry_run and (problems := verify(path, 0).problems):
        raise RecordError(f"{path}: cannot be repaired: {problems[0]}")
    return done


def _repaired(
    folder: RunFolder, dry_run: bool, workers: places.Workers, strategy_paths: Sequence[Path],
    recorded_strategies: bool, progress: Progress | None,
) -> Repair:  # fmt: skip
    found = survey(folder, rows=True)
    owed = lost(folder, found)
    if not found:
        folder.check()
    settled = folder.complete and folder.whole and is_last(folder.path, folder.manifest)
    if dry_run or (settled and not (found or owed)):
        return Repair(found, owed, whole=folder.complete and not (found or owed))
    items = any(one.part in folder.parts("items") for one in found)
    plan = replayable(folder, strategy_paths, recorded_strategies) if owed or items else None
    done, items = _put_right(folder)
    if not (done.owed or items):
        return done
    if plan is None:  # the damage happened after the first look
        plan = replayable(RunFolder(folder.path, check=False), strategy_paths, recorded_strategies)
    told = {key: value for key, value in folder.manifest.items() if key not in OWN}
    result = play(plan, folder.path, places.read(workers), progress=progress, told=told, lost=True)
    return replace(done, played=result.played, whole=RunFolder(folder.path).complete)


def _put_right(folder: RunFolder) -> tuple[Repair, bool]:
    """Move damaged files aside. Returns the repair, and whether components must be stored again."""
    with RunWriter(folder.path, folder.tables, folder.manifest, mend=True) as writer:
        owed = games_in(writer.lost())
        whole = writer.restore().complete
        items = "items" in writer.tables and not writer.ledger.parts["items"]
        return Repair(writer.found, owed, along=len(writer.along), whole=whole), items


def lost(folder: RunFolder, found: Sequence[Finding]) -> int:
    """The number of games that must be replayed because of these findings."""
    gone = [finding.part for finding in found if finding.part is not None]
    if folder.linked():
        gone = [part for name in folder.tables for part in folder.parts(name)]
    spans = losses.affected({name: folder.parts(name) for name in folder.tables}, gone, folder.portion)
    return games_in(coalesced([*spans, *losses.left(folder.ledger.owed, folder.stored())]))


def replayable(folder: RunFolder, strategy_paths: Sequence[Path], recorded_strategies: bool) -> Plan:
    """The plan of a run, from which its games can be replayed. Raises StateMismatch if they cannot."""
    try:
        plan = plan_of(folder, strategy_paths, recorded_strategies)
    except StrategyError as error:
        raise StateMismatch(str(error)) from None
    compare(folder.path, folder.manifest, plan.manifest())
    return plan


def extend(
    path: str | Path,
    blocks: int | None = None,
    to: int | None = None,
    *,
    workers: Workers = None,
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
) -> RunResult:
    """Play `blocks` more blocks into a run folder (0: only missing games), or up to a total of `to` blocks.

    The manifest keeps the target, so the same call resumes after an interruption. If a stopping rule ended
    the run, it is ignored, and the blocks are added to those played until then. For a part of a run, blocks
    are those of the whole plan. Raises StateMismatch if this is not a run folder, or if the version, rules or
    strategies differ.
    """
    if (blocks is None) == (to is None):
        raise ConfigError("give either --blocks (how many more) or --to (how many in total).")
    within("--blocks", blocks, 0, MOST_BLOCKS)
    within("--to", to, 1, MOST_BLOCKS)
    folder = opened(path)
    configuration, have = configs.of_run(folder.path, folder.manifest), _blocks(folder)
    before = _before(folder, have) if blocks else have
    goal = min(before + blocks, MOST_BLOCKS) if blocks is not None else to
    assert goal is not None
    longer = replace(configuration.design, blocks=goal)
    return run(
        replace(configuration, design=longer, stop=Stop()), path, workers=workers,
        strategy_paths=strategy_paths, part=folder.portion.words, progress=progress,
        extending=(before, goal) if goal > before else None,
    )  # fmt: skip


def _before(folder: RunFolder, have: int) -> int:
    """The number of blocks before this extension, or before an earlier one that was interrupted."""
    cut_off = None if folder.complete else folder.manifest.get("extending")
    begun = cut_off.get("from") if isinstance(cut_off, Mapping) else None
    return begun if isinstance(begun, int) and not isinstance(begun, bool) and 0 < begun <= have else have


def _blocks(folder: RunFolder) -> int:
    """The number of blocks in a stored run."""
    plan, stopped = folder.manifest.get("plan"), folder.manifest.get("stopped")
    ended = stopped if isinstance(stopped, Mapping) else plan
    blocks = ended.get("blocks") if isinstance(ended, Mapping) else None
    if not isinstance(blocks, int) or blocks < 1:
        raise StateMismatch(
            f"{folder.path}: its manifest does not say how many blocks it has; it is damaged."
        )
    return blocks


def begun_blocks(folder: Path) -> int:
    """The number of blocks with which the run in a folder was begun. 0 if there is no run."""
    plan = manifests.read(folder).get("plan") if manifests.exists(folder) else None
    blocks = plan.get("blocks") if isinstance(plan, Mapping) else None
    return blocks if isinstance(blocks, int) else 0


ReplayedVoid = tuple[int, str, str]
"""A replayed void game: its number, the former reason, and the present reason ('' if it counts)."""


def retry(
    path: str | Path,
    reason: str = "",
    *,
    workers: places.Workers = None,
    strategy_paths: Sequence[Path] = (),
    recorded_strategies: bool = False,
    progress: Progress | None = None,
) -> list[ReplayedVoid]:
    """Replay the void games of a run (all, or those void for `reason`) and store the new results.

    The former reasons stay in the `history` of the manifest. Digests change if a game is no longer void.
    Raises StateMismatch if the games cannot be replayed.
    """
    kinds = [kind for kind in VOIDS if kind]
    if reason and reason not in kinds:
        raise ConfigError(f"--reason: {reason!r} is not one of {', '.join(kinds)}.{nearest(reason, kinds)}")
    folder = opened(path)
    plan = replayable(folder, strategy_paths, recorded_strategies)
    told = {key: value for key, value in folder.manifest.items() if key not in OWN}
    with RunWriter(folder.path, folder.tables, {**plan.manifest(), **told}) as writer:
        void = pl.col("void").cast(pl.String)
        wanted = void == reason if reason else void != ""
        rows = writer.reader().scan("games").filter(wanted).select("game", void).sort("game").collect()
        before = dict(rows.iter_rows())
        results = _played_alone(plan, list(before), workers, progress or Quiet())
        now_void = {game: one.voids[0].kind if one.voids else "" for game, one in results.items()}
        games = [(game, kind, now_void[game]) for game, kind in before.items()]
        changed = {game: results[game] for game, kind, now in games if now != kind}
        if changed:
            tables = counted(writer.tables)
            writer.replace(
                {game: {name: one.tables[name] for name in tables} for game, one in changed.items()},
                [unsure for one in changed.values() for unsure in one.unsure()],
                [list(one) for one in games if one[0] in changed],
            )
        writer.restore()
    return games


def _played_alone(
    plan: Plan, games: Sequence[int], workers: places.Workers, progress: Progress
) -> dict[int, ChunkResult]:
    """Play each of the given games in a chunk of its own. Returns their results by game."""
    found: dict[int, ChunkResult] = {}
    positions = [plan.portion.position(game) for game in games]
    queue = ChunkQueue((at, at) for at in positions)
    if not queue:
        return found
    backend = places.read(workers).opened(GameJob.of(plan.job), len(games), progress.note)
    progress.begin(len(games), 0)

    def keep(result: ChunkResult) -> None:
        found[plan.portion.game(result.first)] = result
        progress.update(len(found))

    try:
        with interrupt.noted(), closing(backend):
            Dispatch(progress.note).play(backend, queue, keep)
    finally:
        progress.end()
    return found
