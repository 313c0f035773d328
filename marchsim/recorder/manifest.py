"""manifest.json: what made a run and what lies in its folder.

It is untrusted when read: names are bare, sizes limited.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marchsim.errors import RecordError, StateMismatch

SCHEMA = 2  # 2: `games` has `opponent` and `margin`, variants say whom they are played against
READABLE = (1, SCHEMA)
FILE = "manifest.json"
LARGEST = 200_000_000
_PART = re.compile(r"part-(\d{1,18})-(\d{1,18})\.parquet", re.ASCII)
MERGED = ".merged"
_MERGED = re.compile(r"\.part-(\d{1,18})-(\d{1,18})\.merged", re.ASCII)
_TABLE = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


def part_name(first: int, last: int) -> str:
    """Return the bare file name of the part that holds games first..last."""
    return f"part-{first}-{last}.parquet"


def merged_name(first: int, last: int) -> str:
    """Return the bare file name under which a part waits to take the place of smaller ones."""
    return f".part-{first}-{last}{MERGED}"


def part_range(name: str) -> tuple[int, int] | None:
    """Return first and last game of a part's file name, None if it is no such name."""
    return _range(_PART.fullmatch(name))


def merged_range(name: str) -> tuple[int, int] | None:
    """Return first and last game of a merged part's waiting name, None if it is no such name."""
    return _range(_MERGED.fullmatch(name))


def span_of(name: str) -> tuple[int, int]:
    """Return first and last game of a part of ours, waiting or not."""
    span = part_range(name) or merged_range(name)
    assert span is not None, name
    return span


def _range(match: re.Match[str] | None) -> tuple[int, int] | None:
    if match is None or int(match[1]) > int(match[2]):
        return None
    return int(match[1]), int(match[2])


def read(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run folder, its form checked; trouble is a RecordError saying what to do."""
    path = folder / FILE
    if not path.is_file():
        raise RecordError(
            f"{folder}: not a run folder (no {FILE} in it); `marchsim run CONFIG --out DIR` makes one."
        )
    try:
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path}: larger than {LARGEST} bytes, so not a manifest of ours.")
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise RecordError(
            f"{path}: damaged ({error}); the same `marchsim run` with another --out plays the run again."
        ) from None
    _check(path, data)
    return dict(data)


def _check(path: Path, data: Any) -> None:
    if not isinstance(data, dict) or not isinstance(data.get("tables"), dict):
        raise RecordError(
            f"{path}: not a manifest of a run (no tables); the file is damaged or of another program."
        )
    if data.get("schema") not in READABLE:
        raise StateMismatch(
            f"{path}: schema {data.get('schema')!r}, and this version reads "
            f"{' and '.join(map(str, READABLE))}; use the version that wrote it."
        )
    for name, entry in data["tables"].items():
        if not _TABLE.fullmatch(name) or not isinstance(entry, dict):
            raise RecordError(f"{path}: tables: {name!r} is not the name of a table.")
        parts = entry.get("parts", {})
        if not isinstance(parts, dict):
            raise RecordError(f"{path}: tables.{name}.parts: not a list of files with their sizes.")
        for part, size in parts.items():
            if part_range(part) is None or not isinstance(size, int):
                raise RecordError(
                    f"{path}: tables.{name}.parts: {part!r} is not a bare name part-FIRST-LAST.parquet."
                )


def write(folder: Path, data: Mapping[str, Any], laid_out: bool = True) -> None:
    """Replace the manifest of a folder in one step; it is quicker if it is not `laid_out` for readers."""
    text = json.dumps(data, indent=1 if laid_out else None, ensure_ascii=False, allow_nan=False)
    replace_file(folder / FILE, text.encode() + b"\n")


def replace_file(path: Path, content: bytes, sync_name: bool = True) -> None:
    """Write a file whole or not at all.

    Temporary file, fsync, rename, and (`sync_name`) fsync of the folder.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
        if sync_name:
            sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise RecordError(
            f"{path}: cannot be written ({error.strerror or error}). Nothing stored is lost: "
            "make room or mend the folder, and the same command goes on."
        ) from None


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder survive a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
