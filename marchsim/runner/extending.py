"""More blocks for a run that is stored, from the configuration that its own manifest holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from marchsim.errors import ConfigError, StateMismatch
from marchsim.recorder.catalogue import opened
from marchsim.recorder.folder import RunFolder
from marchsim.runner import config as configs
from marchsim.runner.progress import Progress
from marchsim.runner.stop import Stop
from marchsim.runner.tournament import RunResult, run


def extend(
    path: str | Path,
    blocks: int,
    *,
    workers: int | None = None,
    backend: str = "",
    scheduler: str = "",
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
) -> RunResult:
    """Play so many more blocks (0: what is missing of those it has) into a run folder.

    A rule that stopped the run is laid aside: the blocks are added to those after which it stopped. Of a part
    of a run the blocks of the whole plan are counted. StateMismatch if it is no run folder or was made by
    something else.
    """
    if not 0 <= blocks <= configs.MOST_BLOCKS:
        raise ConfigError(f"--blocks: {blocks} is outside 0 to {configs.MOST_BLOCKS}.")
    folder = opened(path)
    configuration, have = stored(folder)
    longer = replace(configuration.design, blocks=min(have + blocks, configs.MOST_BLOCKS))
    return run(
        replace(configuration, design=longer, stop=Stop()), path, workers=workers, backend=backend,
        scheduler=scheduler, strategy_paths=strategy_paths, part=folder.portion.words, progress=progress,
    )  # fmt: skip


def stored(folder: RunFolder) -> tuple[configs.Configuration, int]:
    """Return the configuration of a stored run and the number of blocks that it has."""
    manifest = folder.manifest
    configured, plan = manifest.get("configuration"), manifest.get("plan")
    if not isinstance(configured, Mapping) or not isinstance(configured.get("resolved"), dict):
        raise StateMismatch(f"{folder.path}: its manifest does not say what was played; it is damaged.")
    found = configs.from_data(configured["resolved"], str(folder.path / "manifest.json"))
    found = replace(found, file=str(configured.get("file", "")), text=str(configured.get("text", "")))
    stopped = manifest.get("stopped")
    ended = stopped if isinstance(stopped, Mapping) else plan
    blocks = ended.get("blocks") if isinstance(ended, Mapping) else None
    if not isinstance(blocks, int) or blocks < 1:
        raise StateMismatch(
            f"{folder.path}: its manifest does not say how many blocks it has; it is damaged."
        )
    return found, blocks
