"""Reads the ledger's data from a manifest or a journal: parts, owed games, void games, history, promise.

Both files are untrusted. If anything has a wrong form, a RecordError names its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from marchsim.errors import RecordError
from marchsim.recorder import names, tables
from marchsim.recorder.digest import Sum
from marchsim.recorder.ledger import StoredPart
from marchsim.recorder.portion import Portion

MOST_ROWS = 50_000_000  # in a part: parts of ours hold some 4,000 games, or about 1 MB


def entry(told: Any, name: str, place: str) -> StoredPart:
    """The stored contents of a part, read from its entry."""
    size, rows, check, value = (_got(told, key) for key in ("bytes", "rows", "sha256", "sum"))
    token = told.get("token", "") if isinstance(told, dict) else None
    sound = (
        is_count(size) and is_count(rows) and rows <= MOST_ROWS and names.is_hex(check, 64)
        and names.is_hex(value, 64) and (token == "" or names.is_hex(token, 16))
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
        isinstance(two, list) and len(two) == 2 and is_count(two[0]) and names.is_hex(two[1], 64)
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
        and all(names.is_hex(one, 64) for one in digests.values())
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
