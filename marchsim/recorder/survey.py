"""Compares a run folder with its ledger. Finds missing and damaged parts, and files that are not parts.

It also lists and describes run folders from their manifests and file names, without reading a table.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from marchsim import files
from marchsim.errors import MarchsimError, RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import lock, parquet, portion
from marchsim.recorder import manifest as manifests
from marchsim.recorder.compaction import check_keys
from marchsim.recorder.digest import summed
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.journal import JOURNAL
from marchsim.recorder.ledger import Ledger, repair
from marchsim.recorder.parts import Damaged, Missing, Part, check, columns, read_sorted
from marchsim.recorder.portion import games_in

MISSING, DAMAGED, DOUBLED = "missing", "damaged", "doubled"
FOREIGN, LINKED, BROKEN = "foreign", "linked", "broken"


@dataclass(frozen=True)
class Finding:
    """A problem in a run folder: its place, its kind, and a description.

    The games of a missing or damaged `part` of the ledger must be replayed. Duplicate and unknown files do
    not belong to the run.
    """

    path: Path
    kind: str
    problem: str
    games: tuple[int, int] | None = None
    part: Part | None = None

    @property
    def words(self) -> str:
        """The problem as one line of text."""
        if self.games is None:
            return f"{self.path}: {self.problem}"
        first, last = self.games
        games = f"game {first}" if first == last else f"games {first} to {last}"
        return f"{self.path} ({games}): {self.problem}"


def survey(folder: RunFolder, rows: bool = False) -> list[Finding]:
    """The problems of the files in a run folder. Each part is read once.

    If `rows`, the parts are also unpacked, and their rows compared with the ledger.
    """
    links = linked(folder)
    broken = folder.ledger.broken
    damaged = [Finding(folder.path / JOURNAL, BROKEN, broken.partition(": ")[2])] if broken else []
    try:
        return [*links, *damaged, *([] if links else [*_parts(folder, rows), *_others(folder)])]
    except OSError as error:
        raise RecordError(f"{error.filename or folder.path}: cannot be read ({error.strerror}).") from None


def linked(folder: RunFolder) -> list[Finding]:
    """A finding for each folder of a table that is a symbolic link."""
    return [Finding(path, LINKED, "a symbolic link, where a folder must be") for path in folder.linked()]


def glance(folder: RunFolder) -> list[Finding]:
    """The problems that show without reading a part: missing parts, wrong sizes, unknown files."""
    found = [finding for name in folder.tables for part in folder.parts(name) for finding in _size(part)]
    return [*found, *_others(folder)]


def _size(part: Part) -> Iterator[Finding]:
    games = part.first, part.last
    try:
        size = part.lies_at().stat().st_size
    except OSError:
        yield Finding(part.path, MISSING, "missing", games, part)
    else:
        if size != part.entry.size:
            told = f"damaged: {size:,} bytes, and {part.entry.size:,} were stored"
            yield Finding(part.path, DAMAGED, told, games, part)


def _parts(folder: RunFolder, rows: bool) -> Iterator[Finding]:
    for name, table in folder.tables.items():
        for part in folder.parts(name):
            try:
                check(part)
                if columns(part) != parquet.schema(table):
                    raise Damaged(part, "its columns are not those of the manifest")
                if rows and (problem := wrong_rows(part, table, read_sorted(part, table))):
                    raise Damaged(part, problem)
            except Damaged as damage:
                kind = MISSING if isinstance(damage, Missing) else DAMAGED
                yield Finding(part.path, kind, damage.problem, (part.first, part.last), part)


def wrong_rows(part: Part, table: Table, rows: pl.DataFrame) -> str:
    """The fault in the sorted rows of a part, such as a wrong key, sum or game. '' if there is none."""
    if table.name != "items" and rows.height:
        games = rows[table.key[0]]
        low, high = int(games[0]), int(games[-1])
        if not part.first <= low <= high <= part.last:
            return f"holds games {low} to {high}"
    try:
        check_keys(table, rows)
    except StateMismatch as error:
        return str(error)
    if summed(table, rows) != part.entry.sum:
        return "its rows do not have the checksum in the manifest"
    return ""


def _others(folder: RunFolder) -> Iterator[Finding]:
    """Yield findings for files beside the parts that are not parts, but that other programs would read."""
    ledger = folder.ledger
    for path in unnamed(folder.path, ledger) if ledger.broken else ():
        told = "a temporary file that no valid line of the journal names"
        yield Finding(path, FOREIGN, told)
    for name in folder.tables:
        spans = [portion.span_of(part) for part in ledger.parts[name]]
        for path in entries(folder.path / "tables" / name):
            if path.name in ledger.parts[name] or (name, path.name) in ledger.leaving or _hidden(path):
                continue
            span = portion.part_range(path.name)
            doubled = span and any(first <= span[1] and span[0] <= last for first, last in spans)
            told = "holds games that other parts also hold" if doubled else "is not a part of the run"
            yield Finding(path, DOUBLED if doubled else FOREIGN, told, span)


def _hidden(path: Path) -> bool:
    """Whether programs that read a whole folder would skip a file, because its name begins with a dot."""
    return path.name.startswith(".") and path.suffix != ".parquet" and not files.is_own_folder(path)


def unnamed(folder: Path, ledger: Ledger) -> list[Path]:
    """The temporary files that the ledger does not name."""
    return [
        path
        for table, parts in ledger.parts.items()
        for kept in [{portion.waiting_name(name, entry.token) for name, entry in parts.items()}]
        for path in entries(folder / "tables" / table)
        if portion.is_waiting(path.name) and path.name not in kept
    ]


def entries(place: Path) -> list[Path]:
    """The contents of a folder of ours, in alphabetical order. [] if there is no such folder."""
    return sorted(place.iterdir()) if files.is_own_folder(place) else []


def refuse(path: Path, found: list[Finding]) -> None:
    """Raise StateMismatch for any problem but missing parts, which are simply replayed."""
    bad = [finding for finding in found if finding.kind != MISSING]
    if bad:
        more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        raise StateMismatch(f"{bad[0].words}{more}; {repair(path)}")


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
