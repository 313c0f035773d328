"""manifest.json, which describes the origin of a run and the contents of its folder. It is untrusted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from marchsim import files, jsonfile
from marchsim.errors import MissingRun, RecordError, StateMismatch, plain
from marchsim.recorder import names

SCHEMA = 4  # the only one that is read
CHECK = "check"
SAVES = "saves"
FILE = "manifest.json"
LAST = "saved.json"  # beside it: number and check of the manifest that was saved last
TABLES = "tables"  # the folder beside it that holds the tables of a run
LARGEST = 50_000_000
AGAIN = "play the run again with `marchsim run CONFIG --out OTHER`"
ANEW = f"restore it from a copy of the folder, or {AGAIN}"


def called(run: Path) -> Path:
    """The folder of a run that the user named. A bare name that is not a folder here means one in runs/."""
    inside = Path("runs") / run
    return inside if not run.exists() and len(run.parts) == 1 and inside.is_dir() else run


def exists(folder: Path) -> bool:
    """Whether a folder has a manifest, or anything else with its name."""
    path = folder / FILE
    return path.is_symlink() or path.exists()


def read(folder: Path) -> dict[str, Any]:
    """Read the manifest of a run folder. Raises MissingRun without one, StateMismatch if it is damaged."""
    path = folder / FILE
    if not exists(folder):
        place = plain(str(folder))
        raise MissingRun(
            f"{place}: not a run folder (no {FILE} in it); `marchsim run CONFIG --out DIR` makes one."
        )
    last = _last(folder)  # read first: a run that is being written saves its manifest before this
    data = jsonfile.read(path, "manifest", LARGEST, StateMismatch, own=True, mend=ANEW)
    _check(path, data)
    _check_newest(path, data, last)
    return {key: value for key, value in data.items() if key != CHECK}


def _last(folder: Path) -> tuple[int, str] | None:
    """The number and checksum of the manifest that was saved last. None if there is no record of them."""
    path = folder / LAST
    if not (path.is_symlink() or path.exists()):
        return None
    mend = f"put {FILE} and {LAST} back from one copy of the folder"
    data = jsonfile.read(path, "record of the last manifest", 1_000, StateMismatch, own=True, mend=mend)
    saves, check = (data.get(key) if isinstance(data, dict) else None for key in (SAVES, CHECK))
    if type(saves) is not int or saves < 0 or not names.is_hex(check, 64):
        raise StateMismatch(f"{path}: damaged; {mend}.")
    return saves, str(check)


def is_last(folder: Path, data: Mapping[str, Any]) -> bool:
    """Whether a manifest matches the record of the last save.

    It does not match if the program ended after it had saved the manifest and before it wrote the record.
    """
    last = _last(folder)
    return last is None or last[0] == data.get(SAVES)


def _check_newest(path: Path, data: Mapping[str, Any], last: tuple[int, str] | None) -> None:
    """Raise StateMismatch if a manifest is older than the last save, so that it lacks games stored since.

    A manifest that is newer than the record of the last save is fine. The record is written after the
    manifest, and the program may have ended between the two.
    """
    saves = data.get(SAVES, 0)
    if type(saves) is not int or saves < 0:
        raise StateMismatch(f"{path}: {SAVES}: not a number, so it is damaged; {ANEW}.")
    if last is not None and data.get(CHECK) != last[1] and saves <= last[0]:
        raise StateMismatch(
            f"{path}: save {saves} of the manifest, but the folder's last one was save {last[0]} (see "
            f"{LAST}). Put back the newest {FILE}, or all files of one backup, or {AGAIN}."
        )


def stamp(folder: Path) -> tuple[int, ...]:
    """A mark that changes when the manifest of a folder is replaced."""
    try:
        found = os.lstat(folder / FILE)
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size


def check_of(data: Mapping[str, Any]) -> str:
    """The checksum of a manifest, computed without its own entry for it."""
    rest = {key: value for key, value in data.items() if key != CHECK}
    text = json.dumps(rest, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _check(path: Path, data: Any) -> None:
    if not isinstance(data, dict) or not isinstance(data.get("tables"), dict):
        raise StateMismatch(
            f"{path}: not a manifest of a run (no tables); the file is damaged or of another program."
        )
    if data.get("schema") != SCHEMA:
        raise StateMismatch(
            f"{path}: schema {data.get('schema')!r}, but this version reads only {SCHEMA}; use the version "
            "that wrote it, or play the run again."
        )
    if data.get(CHECK) != check_of(data):
        raise StateMismatch(f"{path}: not what was written, so it is damaged; {ANEW}.")
    for name, entry in data["tables"].items():
        if not names.is_table(name) or not isinstance(entry, dict):
            raise StateMismatch(f"{path}: tables: {name!r} is not the name of a table.")
        parts = entry.get("parts", {})
        if not isinstance(parts, dict):
            raise StateMismatch(f"{path}: tables.{name}.parts: not a list of files.")
        for part in parts:
            if names.part_range(part) is None:
                raise StateMismatch(
                    f"{path}: tables.{name}.parts: {part!r} is not a bare name part-FIRST-LAST.parquet."
                )


def write(folder: Path, data: Mapping[str, Any], laid_out: bool = True) -> None:
    """Replace the manifest of a folder atomically. `laid_out` indents it for readers, which is slower."""
    data = {**data, CHECK: check_of(data)}
    text = json.dumps(data, indent=1 if laid_out else None, ensure_ascii=False, allow_nan=False)
    last = json.dumps({SAVES: data[SAVES], CHECK: data[CHECK]})
    with storing(folder / FILE):
        files.replace(folder / FILE, text.encode() + b"\n")
        files.replace(folder / LAST, last.encode() + b"\n")


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """If reading or writing a file fails with a system error, raise a RecordError instead."""
    try:
        yield
    except OSError as error:
        raise unwritten(Path(error.filename or path), error) from None


def unwritten(path: Path, error: OSError) -> RecordError:
    """The error for a file that cannot be written."""
    return RecordError(
        f"{path}: cannot be written ({error.strerror or error}). Nothing stored is lost: "
        "free some space or fix the folder; then the same command resumes the run."
    )


def compare(path: Path, stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise StateMismatch if the run in a folder is not the one requested. It names the differences."""
    old = stored.get("identity")
    new = wanted["identity"]
    if not isinstance(old, dict):
        raise StateMismatch(f"{path}: its manifest has no identity; choose another --out.")
    if wrong := differing(new, old):
        raise StateMismatch(
            f"{path}: holds a run that was played with another {', '.join(wrong[:5])}. "
            "Choose another --out for this run, or restore what that one was played with."
        )


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The names of the entries in which two identities differ."""
    return [key for key in dict.fromkeys((*one, *other)) if one.get(key) != other.get(key)]
