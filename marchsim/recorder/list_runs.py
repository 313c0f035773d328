"""Lists and describes run folders from their manifests and file names, without reading a table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from marchsim.errors import MarchsimError, StateMismatch
from marchsim.recorder import lock
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.portion import games_in
from marchsim.recorder.survey import glance

DEEPEST = 4


@dataclass(frozen=True)
class Summary:
    """A line in the list of run folders.

    `state` is complete, stopped (with the reason), running, unfinished, damaged or record (without tables).
    """

    path: Path
    name: str
    game: str
    done: int
    total: int
    size: int
    date: str
    state: str


def opened(path: str | Path) -> RunFolder:
    """Open a run folder. Raises StateMismatch if the path is not one."""
    try:
        return RunFolder(path)
    except StateMismatch:
        raise
    except MarchsimError as error:
        raise StateMismatch(str(error)) from None


def run_folders(place: Path) -> list[Summary]:
    """The run folders in a folder and its subfolders, sorted by path."""
    return [summary(path) for path in _folders(place, 0)]


def _folders(place: Path, depth: int) -> Iterator[Path]:
    if (place / manifests.FILE).is_file():
        yield place
        return
    try:
        inner = sorted(entry.name for entry in os.scandir(place) if entry.is_dir(follow_symlinks=False))
    except OSError:
        return
    for name in inner if depth < DEEPEST else []:
        if not name.startswith("."):
            yield from _folders(place / name, depth + 1)


def summary(path: Path) -> Summary:
    """The summary of a run folder. Its state is `damaged` if the folder cannot be read."""
    size = sum(_bytes(entry) for entry in path.rglob("*"))
    written = datetime.fromtimestamp((path / manifests.FILE).stat().st_mtime, UTC)
    date = written.isoformat(timespec="minutes")
    try:
        folder = RunFolder(path)
        manifest = folder.manifest
        plan = _table(manifest, "plan")
        resolved = _table(_table(manifest, "configuration"), "resolved")
        name = str(resolved.get("name") or path.name)
        told = f"{name} {folder.portion.words}".strip()
        game = str(_table(manifest, "game").get("name") or "?")
        date = str(manifest.get("ended") or date)
        done, total = games_in(folder.stored()), _number(plan.get("games"))
        return Summary(path, told, game, done, total, size, date, state(folder))
    except MarchsimError as error:
        return Summary(path, path.name, "?", 0, 0, size, date, f"damaged: {error}")


def _bytes(path: Path) -> int:
    """The size of a file. 0 if it has gone, as after a merge."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def state(folder: RunFolder) -> str:
    """The state of a run, as text."""
    writer = lock.holder(folder.path)
    if writer is not None:
        return f"running: {writer}" if writer else "running"
    if folder.ledger.owed:
        return "damaged: games were lost, and not all of them have been replayed yet"
    if folder.complete and not (folder.path / "tables").exists():
        return "record: the manifest, without its tables"
    if found := glance(folder):
        return f"damaged: {found[0].words}{f' (and {len(found) - 1} more)' if len(found) > 1 else ''}"
    stopped = folder.manifest.get("stopped")
    if folder.complete and isinstance(stopped, Mapping):
        return f"stopped ({stopped.get('by')})"
    return "complete" if folder.complete else "unfinished"


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def described(folder: RunFolder) -> dict[str, Any]:
    """The description of a run folder as plain data: plan, variants, strategies, digests, void games."""
    manifest, line = folder.manifest, summary(folder.path)
    asked = _table(_table(manifest, "configuration"), "resolved")
    tables = {
        name: {
            "rows": _number(entry.get("rows")),
            "digest": entry.get("digest"),
            "parts": len(folder.ledger.parts[name]),
        }
        for name, entry in manifest["tables"].items()
    }
    return {
        "name": line.name,
        "game": line.game,
        "state": line.state,
        "games": line.done,
        "plan": {
            **_table(manifest, "plan"),
            **{key: _number(_table(manifest, "plan").get(key)) for key in ("games", "deals", "blocks")},
        },
        "stopped": dict(_table(manifest, "stopped")),
        "begun": manifest.get("begun"),
        "ended": manifest.get("ended"),
        "bytes": line.size,
        "marchsim": manifest.get("marchsim"),
        "versions": dict(_table(manifest, "versions")),
        "design": dict(_table(asked, "design")),
        "stop": dict(_table(asked, "stop")),
        "variants": [
            _pick(one, "name", "preset", "fingerprint", "strategies") for one in _list(manifest, "variants")
        ],
        "strategies": [
            _pick(one, "name", "use", "parameters", "sha256") for one in _list(manifest, "strategies")
        ],
        "identity": dict(_table(manifest, "identity")),
        "merged": _list(manifest, "merged"),
        "voids": dict(_table(manifest, "voids")),
        "tables": tables,
    }


def _list(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = data.get(key)
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _pick(data: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: data.get(key) for key in keys}
