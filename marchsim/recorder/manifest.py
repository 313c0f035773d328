"""manifest.json, which describes the origin of a run and the contents of its folder. It is untrusted.

**Variants** are stored compactly. The first is in full (`resolved`: rules and components, some 60 KB). The
others have `differs` instead, a list of differences from it. Each has a `path` (keys from the outside in) and
the new `value`. If there is no `value`, the path was removed.

**Looks** are the earlier sizes at which a run was finished, so that its verdicts could be seen. The list is
extended when a finished run is continued. Copies, checks and repairs keep it, and another report at the same
size adds nothing. A run that was finished only once has no list.

**Baselines**: games with one count in no verdict. A handicapped strategy is limited on purpose: its games
count, but no verdict judges its wins. If a run was recorded before manifests had these marks, it has the
default baselines and no handicapped strategy.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from marchsim import files, jsonfile
from marchsim.errors import MissingRun, RecordError, StateMismatch, plain
from marchsim.recorder import portion

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
    if type(saves) is not int or saves < 0 or not portion.is_hex(check, 64):
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
        if not portion.is_table(name) or not isinstance(entry, dict):
            raise StateMismatch(f"{path}: tables: {name!r} is not the name of a table.")
        parts = entry.get("parts", {})
        if not isinstance(parts, dict):
            raise StateMismatch(f"{path}: tables.{name}.parts: not a list of files.")
        for part in parts:
            if portion.part_range(part) is None:
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


WHOLE = "resolved"
DIFFERS = "differs"
DEEPEST = 12  # keys of a path


def compact(described: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The variants in stored form: the first in full, the others by their differences from it."""
    found = [dict(one) for one in described]
    for one in found[1:]:
        one[DIFFERS] = list(_differences((), found[0][WHOLE], one.pop(WHOLE)))
    return found


def resolved_variant(variants: Any, described: Mapping[str, Any]) -> Any:
    """The full contents of a variant in a manifest, which is untrusted. None if the manifest lacks them."""
    if DIFFERS not in described:
        return described.get(WHOLE)
    first = variants[0] if isinstance(variants, list) and variants else None
    whole = first.get(WHOLE) if isinstance(first, Mapping) else None
    differs = described[DIFFERS]
    if not isinstance(whole, Mapping) or not isinstance(differs, list):
        return None
    made: Any = dict(whole)
    for change in differs:
        path = change.get("path") if isinstance(change, Mapping) else None
        if not isinstance(path, list) or not 0 < len(path) <= DEEPEST:
            return None
        made = _changed(made, [str(key) for key in path], change)
    return made


def _differences(path: tuple[str, ...], old: Any, new: Any) -> Iterator[dict[str, Any]]:
    """Yield an entry of `differs` for each place where two pieces of plain data differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            if key not in new:
                yield {"path": [*path, key]}
            elif key not in old:
                yield {"path": [*path, key], "value": new[key]}
            else:
                yield from _differences((*path, key), old[key], new[key])
    elif json.dumps(old) != json.dumps(new):  # true is not 1, and a tuple is a list
        yield {"path": list(path), "value": new}


def _changed(data: Any, path: Sequence[str], change: Mapping[str, Any]) -> Any:
    """The data after one change at a path. Unchanged parts are shared, not copied."""
    key, below = path[0], path[1:]
    made = dict(data) if isinstance(data, Mapping) else {}
    if below:
        made[key] = _changed(made.get(key), below, change)
    elif "value" in change:
        made[key] = change["value"]
    else:
        made.pop(key, None)
    return made


LOOKS = "looks"


@dataclass(frozen=True)
class Look:
    """A size at which a run was finished: its blocks, and the rule that stopped it ('': the plan's end)."""

    blocks: int
    by: str = ""


def earlier_looks(manifest: Mapping[str, Any]) -> tuple[Look, ...]:
    """The looks before the present one. Raises StateMismatch if they are unreadable."""
    listed = manifest.get(LOOKS, [])
    rows = listed if isinstance(listed, list) else [None]
    found = tuple(_look(row.get("blocks"), row.get("by")) if isinstance(row, dict) else None for row in rows)
    looks = tuple(one for one in found if one is not None)
    if len(looks) != len(found):
        raise StateMismatch(f"{LOOKS}: not the sizes at which a run was finished; its manifest is damaged.")
    return looks


def present_look(manifest: Mapping[str, Any]) -> Look | None:
    """The size of a run at present, or as planned. None if the manifest lacks it."""
    plan, stopped = manifest.get("plan"), manifest.get("stopped")
    if isinstance(stopped, Mapping):
        return _look(stopped.get("blocks"), stopped.get("by"))
    return _look(plan.get("blocks"), "") if isinstance(plan, Mapping) else None


def continued_looks(before: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The looks of a folder, as plain data, when its run is continued with the manifest `wanted`."""
    own = present_look(before) if before.get("complete") else None
    new = () if own is None or own == present_look(wanted) else (own,)
    return looks_data((*earlier_looks(before), *new))


def looks_data(looks: Iterable[Look]) -> list[dict[str, Any]]:
    """The looks as plain data, each once, the smallest first."""
    return [asdict(one) for one in sorted(set(looks), key=lambda one: (one.blocks, one.by))]


def look_number(manifest: Mapping[str, Any]) -> int:
    """The number of the look at a run's present size, from 1. Looks at other sizes came before it."""
    own = present_look(manifest)
    return 1 + len({one.blocks for one in earlier_looks(manifest)} - {own.blocks if own else 0})


def _look(blocks: object, by: object) -> Look | None:
    sound = isinstance(blocks, int) and not isinstance(blocks, bool) and blocks > 0 and isinstance(by, str)
    return Look(blocks, by) if sound else None  # type: ignore[arg-type]  # sound


FORMER = {"yardstick": "baseline", "narrow": "handicapped"}  # words until 0.3, read for one release
RENAMED = FORMER | {"yardsticks": "baselines", "yardsticks_left_out": "baselines_left_out"}
BASELINES = ("first", "last", "random")  # policies that do not plan, which every game may have


def is_baseline(use: str) -> bool:
    """Whether a strategy with this `use` is a baseline by default."""
    return use.partition(":")[0] in BASELINES


def baselines(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the baselines of a run. Empty for a table from outside, whose manifest declares none."""
    return frozenset(
        str(one.get("name"))
        for one in renamed(_listed(manifest))
        if one.get("baseline", is_baseline(str(one.get("use")))) is True
    )


def handicapped(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the handicapped strategies of a run. Empty for a table from outside."""
    listed = renamed(_listed(manifest))
    return frozenset(str(one.get("name")) for one in listed if one.get("handicapped") is True)


def _listed(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = manifest.get("strategies")
    return [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []


def renamed(data: Any) -> Any:
    """Plain data with new names for keys that have been renamed since the data were written."""
    if isinstance(data, Mapping):
        return {RENAMED.get(key, key): renamed(value) for key, value in data.items()}
    return [renamed(one) for one in data] if isinstance(data, list) else data
