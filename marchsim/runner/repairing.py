"""Repairs a damaged run folder: moves bad files aside, replays their games, and compares the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from marchsim import games
from marchsim.errors import RecordError, StateMismatch, StrategyError
from marchsim.recorder import losses
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.manifest import compare, is_last
from marchsim.recorder.portion import coalesced, games_in
from marchsim.recorder.survey import MISSING, Finding, survey
from marchsim.recorder.writer import RunWriter
from marchsim.runner.backends import choosing as places
from marchsim.runner.planning.plan import Plan, resolved_variants
from marchsim.runner.progress.display import Progress
from marchsim.runner.replay import plan_of, played
from marchsim.runner.tournament import play
from marchsim.runner.verifying import verify

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
