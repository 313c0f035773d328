"""Adds blocks to a stored run, with the configuration in its manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from marchsim.errors import ConfigError, StateMismatch
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.survey import opened
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import MOST_BLOCKS
from marchsim.runner.configuration.stop import Stop
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import RunResult, run


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
