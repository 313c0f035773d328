"""The journal of a run folder: a line with a checksum for each change since the manifest was saved.

Manifest and journal are untrusted. RecordError, with the place, is raised for anything of a wrong form.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from marchsim import files, jsonfile
from marchsim.errors import RecordError, StateMismatch
from marchsim.recorder import manifest as manifests
from marchsim.recorder import portion, tables
from marchsim.recorder.digest import Sum
from marchsim.recorder.ledger import Change, Ledger, StoredPart
from marchsim.recorder.portion import Portion, of_manifest

JOURNAL = "journal.jsonl"
LARGEST = 200_000_000  # bytes of a journal
_CHECK = 16
MOST_ROWS = 50_000_000  # in a part: parts of ours hold some 4,000 games, or about 1 MB


def load(folder: Path, manifest: Mapping[str, Any]) -> Ledger:
    """The ledger of a run folder, from manifest and journal. RecordError names the place if it is invalid."""
    place = folder / manifests.FILE
    ledger = Ledger(manifest["tables"])
    for table, described in manifest["tables"].items():
        for name, told in described.get("parts", {}).items():
            ledger.put(table, name, entry(told, name, f"{place}: tables.{table}.parts.{name}"))
    try:
        portion = of_manifest(manifest)
    except ValueError as error:
        raise StateMismatch(f"{place}: {error}; it is damaged.") from None
    ledger.number = count(manifest.get("changes", 0), f"{place}: changes")
    ledger.owed = owed(manifest.get("owed", []), ledger.parts, f"{place}: owed")
    unsure = voids(manifest.get("unsure", []), portion, f"{place}: unsure")
    ledger.voids = {void["game"]: void for void in unsure}
    ledger.history = [*history(manifest.get("history", []), f"{place}: history")]
    ledger.promised = promised(_promise(manifest, ledger), f"{place}: promised")
    _read(folder / JOURNAL, ledger, portion)
    for table, before, after in ledger.overlapping():
        raise RecordError(
            f"{place}: tables.{table}: {before} and {after} hold the same games, so the manifest is damaged; "
            f"{manifests.ANEW}."
        )
    return ledger


def _promise(manifest: Mapping[str, Any], ledger: Ledger) -> Any:
    """The number of games and the digests that a run had when it was complete. None if it never was.

    They stay recorded while some of these games are replayed.
    """
    if not manifest.get("complete"):
        return manifest.get("promised")
    tables = manifest["tables"].items()
    digests = {name: one["digest"] for name, one in tables if one.get("digest") is not None}
    return {"games": ledger.total("games").rows if "games" in ledger.parts else 0, "digests": digests}


def _read(path: Path, ledger: Ledger, portion: Portion) -> None:
    """Apply the changes of the journal that the manifest lacks, up to the first damaged line."""
    try:
        content = files.content(path, LARGEST, own=True)
    except FileNotFoundError:
        return
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}.") from None
    for at, line in enumerate(content.split(b"\n")[:-1], 1):
        place = f"{path}: line {at}"
        try:
            number, change = _change(line, ledger, portion, place)
            if number == ledger.number + 1:
                ledger.apply(change)
            elif number > ledger.number:
                raise RecordError(f"is change {number}, after change {ledger.number}")
        except RecordError as error:
            ledger.broken = f"{place}: {str(error).removeprefix(f'{place}: ')}"
            return
        ledger.sound += len(line) + 1


def line(number: int, change: Change) -> bytes:
    """A change as a line of the journal."""
    body: dict[str, Any] = {"change": number}
    if change.take:
        body["take"] = {table: list(gone) for table, gone in change.take.items()}
    if change.put:
        body["put"] = {
            table: {name: entry.data() for name, entry in new.items()} for table, new in change.put.items()
        }
    if change.owed is not None:
        body["owed"] = list(change.owed)
    if change.voids:
        body["voids"] = list(change.voids)
    if change.history:
        body["history"] = list(change.history)
    if change.released:
        body["released"] = True
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return _checked(text) + b" " + text + b"\n"


def append(path: Path, content: bytes, at: int) -> None:
    """Write a line at byte `at` of a journal, in place of anything after it, and sync it to the disk.

    Anything after it is an incomplete line. A failure leaves the journal unchanged.
    """
    handle = files.opened(path, os.O_WRONLY | os.O_CREAT, own=True)
    try:
        os.ftruncate(handle, at)
        os.lseek(handle, at, os.SEEK_SET)
        try:
            files.write(handle, content)
            os.fsync(handle)
            if not at:
                files.sync_folder(path.parent)
        except BaseException:
            os.ftruncate(handle, at)
            raise
    finally:
        os.close(handle)


def _checked(text: bytes) -> bytes:
    return sha256(text).hexdigest()[:_CHECK].encode()


def _change(content: bytes, ledger: Ledger, portion: Portion, place: str) -> tuple[int, Change]:
    check, _, text = content.partition(b" ")
    if check != _checked(text):
        raise RecordError(f"{place}: not what was written")
    data = jsonfile.parse(text, place, "line", RecordError)
    if not isinstance(data, dict):
        raise RecordError(f"{place}: no change")
    take = {
        table: tuple(name for name in gone if _named(table, name, ledger, place))
        for table, gone in _table(data, "take", place).items()
    }
    put = {
        table: {
            name: entry(told, name, place)
            for name, told in _table(new, None, place).items()
            if _named(table, name, ledger, place)
        }
        for table, new in _table(data, "put", place).items()
    }
    return count(data.get("change"), place), Change(
        take, put, owed(data["owed"], ledger.parts, place) if "owed" in data else None,
        voids(data.get("voids", []), portion, place),
        history(data.get("history", []), place), data.get("released") is True,
    )  # fmt: skip


def _named(table: str, name: Any, ledger: Ledger, place: str) -> bool:
    if table not in ledger.parts or not isinstance(name, str) or portion.part_range(name) is None:
        raise RecordError(f"{place}: {table!r}, {name!r}: not the name of a part of a table")
    return True


def _table(data: Any, key: str | None, place: str) -> Mapping[str, Any]:
    found = data if key is None else data.get(key, {})
    if not isinstance(found, dict):
        raise RecordError(f"{place}: {key or 'put'}: not a list of parts")
    return found


def entry(told: Any, name: str, place: str) -> StoredPart:
    """The stored contents of a part, read from its entry."""
    size, rows, check, value = (_got(told, key) for key in ("bytes", "rows", "sha256", "sum"))
    token = told.get("token", "") if isinstance(told, dict) else None
    sound = (
        is_count(size) and is_count(rows) and rows <= MOST_ROWS and portion.is_hex(check, 64)
        and portion.is_hex(value, 64) and (token == "" or portion.is_hex(token, 16))
    )  # fmt: skip
    if not sound:
        raise RecordError(f"{place}: the entry of {name} is not a size, checksum, sum and number of rows.")
    return StoredPart(size, check, Sum(rows, int(value, 16)), str(token))


def owed(data: Any, table_names: Iterable[str], place: str) -> tuple[Mapping[str, Any], ...]:
    """The owed games: spans `{"first", "last", "sums": {table: [rows, sum]}}`, in order."""
    wanted = set(tables.counted(table_names))
    if not isinstance(data, list) or not all(_is_debt(one, wanted) for one in data):
        raise RecordError(f"{place}: not a list of games to be replayed.")
    found = sorted(data, key=lambda one: one["first"])
    if any(after["first"] <= before["last"] for before, after in pairwise(found)):
        raise RecordError(f"{place}: lists the same games to be replayed twice.")
    return tuple(found)


def _is_debt(one: Any, wanted: set[str]) -> bool:
    first, last, sums = (_got(one, key) for key in ("first", "last", "sums"))
    if not (is_count(first) and is_count(last) and first <= last and isinstance(sums, dict)):
        return False
    return set(sums) == wanted and all(
        isinstance(two, list) and len(two) == 2 and is_count(two[0]) and portion.is_hex(two[1], 64)
        for two in sums.values()
    )


def voids(data: Any, portion: Portion, place: str) -> tuple[Mapping[str, Any], ...]:
    """The void games, each as `{"game", "kind", "seat"}`. The kind is '' if the game is valid now."""
    if not isinstance(data, list) or not all(_is_void(one, portion) for one in data):
        raise RecordError(f"{place}: not a list of void games.")
    return tuple(data)


def _is_void(one: Any, portion: Portion) -> bool:
    game, kind, seat = (_got(one, key) for key in ("game", "kind", "seat"))
    if not is_count(game) or not isinstance(kind, str) or type(seat) is not int:
        return False
    try:
        portion.position(game)
    except ValueError:
        return False
    return True


def history(data: Any, place: str) -> tuple[Mapping[str, Any], ...]:
    """The history of a run: all changes other than played games."""
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise RecordError(f"{place}: not a list of history entries.")
    return tuple(data)


def promised(data: Any, place: str) -> Mapping[str, Any] | None:
    """The promise `{"games", "digests": {table: digest}}` of a run that is or was complete, else None."""
    if data is None:
        return None
    games, digests = _got(data, "games"), _got(data, "digests")
    if (
        is_count(games)
        and isinstance(digests, dict)
        and all(portion.is_hex(one, 64) for one in digests.values())
    ):
        return {"games": games, "digests": digests}
    raise RecordError(f"{place}: not a number of games and digests of tables.")


def count(value: Any, place: str) -> int:
    """Read a number of changes. Raises RecordError unless it is an integer of at least 0."""
    if not is_count(value):
        raise RecordError(f"{place}: {value!r} is not a number of changes")
    return int(value)


def is_count(value: Any) -> bool:
    """Whether a value is an integer of at least 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _got(told: Any, key: str) -> Any:
    return told.get(key) if isinstance(told, dict) else None
