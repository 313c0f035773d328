"""The ledger of a run folder: which parts count, and what each must be, byte for byte.

The manifest holds it as of the last save; `journal.jsonl` beside it holds what has happened since, a line for
each change, with a check of its own. A part counts from the moment its line is on disk. Until then its file
lies there under a waiting name, which a crash leaves behind and the next run puts in order. A file that no
line names is no part of the run, whatever it is called.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from marchsim import files, jsonfile
from marchsim.errors import RecordError
from marchsim.recorder import names
from marchsim.recorder.digest import MODULUS, Sum

JOURNAL = "journal.jsonl"
LARGEST = 200_000_000  # bytes of a journal
MOST_ROWS = 50_000_000  # of a part: parts of ours hold some 4,000 games, or about 1 MB
_CHECK = 16


@dataclass(frozen=True)
class Entry:
    """What a part must be: bytes, their SHA-256 ('' in folders of earlier versions), and the sum of its rows.

    `token` is in the name of its file while that waits for its place ('' where it does not).
    """

    size: int
    sha256: str
    sum: Sum
    token: str = ""

    def data(self) -> dict[str, Any]:
        """Return it as plain data for the manifest."""
        told = {
            "bytes": self.size,
            "sha256": self.sha256,
            "rows": self.sum.rows,
            "sum": f"{self.sum.value:064x}",
        }
        return told | ({"token": self.token} if self.token else {})


Parts = dict[str, Entry]  # by the name of the file


@dataclass(frozen=True)
class Change:
    """One step of a run folder: of each table the parts that it takes away, and those that it puts in.

    `owed` replaces what is owed, `voids` are added to those that are known.
    """

    take: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    put: Mapping[str, Parts] = field(default_factory=dict)
    owed: tuple[Mapping[str, Any], ...] | None = None
    voids: tuple[Mapping[str, Any], ...] = ()


class Ledger:
    """The parts of every table of a run folder; `number` counts its changes since the run began.

    `owed` are games whose parts were lost, with the sums that they must have when they are played again;
    `voids` are the void games that another playing might not make void, by number. `torn` says that the
    journal's last line was cut off by a crash, `broken` what is wrong with it beyond that ('' if nothing).
    """

    def __init__(self, tables: Iterable[str]) -> None:
        self.parts: dict[str, Parts] = {name: {} for name in tables}
        self.owed: tuple[Mapping[str, Any], ...] = ()
        self.voids: dict[int, Mapping[str, Any]] = {}
        self.number = 0
        self.last = Change()
        self.torn = False
        self.broken = ""

    def apply(self, change: Change) -> None:
        """Take a change in; one that does not fit is a RecordError."""
        for table, gone in change.take.items():
            for name in gone:
                if self.parts[table].pop(name, None) is None:
                    raise RecordError(f"takes {table}/{name} away, which is not there")
        for table, new in change.put.items():
            for name, entry in new.items():
                if name in self.parts[table]:
                    raise RecordError(f"puts {table}/{name} where there is one")
                self.parts[table][name] = entry
        if change.owed is not None:
            self.owed = change.owed
        for void in change.voids:
            self.voids.pop(int(void["game"]), None)
            if void["kind"]:
                self.voids[int(void["game"])] = void
        self.number += 1
        self.last = change

    def names(self, table: str) -> list[str]:
        """Return the parts of a table in the order of their games."""
        return sorted(self.parts[table], key=names.span_of)

    def total(self, table: str) -> Sum:
        """Return the sum of all rows of a table."""
        return sum((entry.sum for entry in self.parts[table].values()), Sum())

    def overlapping(self) -> Iterator[tuple[str, str, str]]:
        """Yield table and names of parts that hold the same games."""
        for table in self.parts:
            for before, after in pairwise(self.names(table)):
                if names.span_of(after)[0] <= names.span_of(before)[1]:
                    yield table, before, after


def load(folder: Path, manifest: Mapping[str, Any]) -> Ledger:
    """Return the ledger of a run folder; what cannot be one is a RecordError that names the place."""
    place = folder / "manifest.json"
    ledger = Ledger(manifest["tables"])
    for table, described in manifest["tables"].items():
        for name, told in described.get("parts", {}).items():
            ledger.parts[table][name] = _entry(f"{place}: tables.{table}.parts.{name}", name, told)
    ledger.number = _count(manifest.get("changes", 0), f"{place}: changes")
    ledger.owed = _owed(manifest.get("owed", []), ledger, f"{place}: owed")
    ledger.voids = {void["game"]: void for void in _voids(manifest.get("unsure", []), f"{place}: unsure")}
    _journal(folder / JOURNAL, ledger)
    for table, before, after in ledger.overlapping():
        raise RecordError(
            f"{place}: tables.{table}: {before} and {after} hold the same games, so the manifest is damaged; "
            "the same `marchsim run` with another --out plays the run again."
        )
    return ledger


def _journal(path: Path, ledger: Ledger) -> None:
    """Take in the changes that the manifest does not know yet, up to the first line that is not sound."""
    try:
        content = files.content(path, LARGEST, own=True)
    except FileNotFoundError:
        return
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}.") from None
    *lines, rest = content.split(b"\n")
    ledger.torn = bool(rest)
    for at, line in enumerate(lines, 1):
        try:
            number, change = _change(line, ledger, f"{path}: line {at}")
            if number == ledger.number + 1:
                ledger.apply(change)
            elif number > ledger.number:
                raise RecordError(f"is change {number}, after change {ledger.number}")
        except RecordError as error:
            ledger.broken = f"{path}: line {at}: {str(error).removeprefix(f'{path}: line {at}: ')}"
            return


def line(number: int, change: Change) -> bytes:
    """Return a change as a line of the journal."""
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
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return _checked(text) + b" " + text + b"\n"


def append(path: Path, content: bytes) -> None:
    """Add a line to a journal, on disk when this returns; a failure leaves the journal as it was."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, 0o666)
    try:
        size = os.fstat(handle).st_size
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        except BaseException:
            os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)


def _checked(text: bytes) -> bytes:
    return sha256(text).hexdigest()[:_CHECK].encode()


def _change(content: bytes, ledger: Ledger, place: str) -> tuple[int, Change]:
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
            name: _entry(place, name, told)
            for name, told in _table(new, None, place).items()
            if _named(table, name, ledger, place)
        }
        for table, new in _table(data, "put", place).items()
    }
    owed = _owed(data["owed"], ledger, place) if "owed" in data else None
    return _count(data.get("change"), place), Change(take, put, owed, _voids(data.get("voids", []), place))


def _named(table: str, name: Any, ledger: Ledger, place: str) -> bool:
    if table not in ledger.parts or not isinstance(name, str) or names.part_range(name) is None:
        raise RecordError(f"{place}: {table!r}, {name!r}: not the name of a part of a table")
    return True


def _table(data: Any, key: str | None, place: str) -> Mapping[str, Any]:
    found = data if key is None else data.get(key, {})
    if not isinstance(found, dict):
        raise RecordError(f"{place}: {key or 'put'}: not a list of parts")
    return found


def _count(value: Any, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RecordError(f"{place}: {value!r} is no number of changes")
    return value


def _entry(place: str, name: str, told: Any) -> Entry:
    """Return what a manifest or a journal says of a part; manifests of schema 1 and 2 tell its size alone."""
    if isinstance(told, int):
        return Entry(told, "", Sum())
    try:
        size, check, value, token = told["bytes"], told["sha256"], told["sum"], told.get("token", "")
        rows = told["rows"]
        sound = (
            isinstance(size, int) and isinstance(rows, int)
            and 0 <= rows <= MOST_ROWS and names.is_hex(check, 64) and names.is_hex(value, 64)
            and (token == "" or names.is_hex(token, 16))
        )  # fmt: skip
    except (KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise RecordError(f"{place}: what it says of {name} is no size, checksum, sum and number of rows.")
    return Entry(size, check, Sum(rows, int(value, 16)), token)


def _owed(data: Any, ledger: Ledger, place: str) -> tuple[Mapping[str, Any], ...]:
    """Return games that are owed, each `{"first", "last", "sums": {table: [rows, sum]}}`."""
    try:
        for one in data:
            assert 0 <= one["first"] <= one["last"]
            for table, (rows, value) in one["sums"].items():
                assert table in ledger.parts and isinstance(rows, int) and 0 <= int(value, 16) < MODULUS
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError):
        raise RecordError(f"{place}: not a list of games that are to be played again.") from None
    return tuple(data)


def _voids(data: Any, place: str) -> tuple[Mapping[str, Any], ...]:
    """Return void games, each `{"game", "kind", "seat"}`; one of kind '' is void no longer."""
    try:
        for one in data:
            assert (
                isinstance(one["game"], int) and isinstance(one["kind"], str) and isinstance(one["seat"], int)
            )
    except (AssertionError, KeyError, TypeError):
        raise RecordError(f"{place}: not a list of void games.") from None
    return tuple(data)


def repair(folder: Path) -> str:
    """Return the advice that makes a damaged folder whole."""
    return f"`marchsim runs repair {folder}` moves what is bad aside and plays its games again."
