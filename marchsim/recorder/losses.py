"""Lost games: moves their files aside, and verifies that the replayed games are the same.

A debt `{"first", "last", "sums"}` is a span of lost positions. For each table, `sums` has the number of lost
rows and their sum (`recorder.digest`). A debt stays until all of its games are replayed. The new parts count
if their rows have the same numbers and sums. If not, they are removed, and the games can be replayed again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from marchsim.errors import StateMismatch
from marchsim.recorder import tables
from marchsim.recorder.digest import Sum
from marchsim.recorder.parts import Part, positions
from marchsim.recorder.portion import Portion, Span, coalesced, missing, within

QUARANTINE = "quarantine"

Debt = Mapping[str, Any]
Stored = Mapping[str, Sequence[Part]]  # by table


def affected(stored: Stored, lost: Iterable[Part], portion: Portion) -> list[Span]:
    """The positions to replay if parts are lost, widened so that no part of any table is split."""
    found = coalesced(positions(part, portion) for part in lost if tables.counted([part.path.parent.name]))
    every = [positions(part, portion) for name in tables.counted(stored) for part in stored[name]]
    while True:
        wider = coalesced([*found, *(one for one in every if any(_meet(one, span) for span in found))])
        if wider == found:
            return found
        found = wider


def _meet(one: Span, other: Span) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def taken(
    stored: Stored, lost: Sequence[Part], spans: Sequence[Span], portion: Portion
) -> dict[str, list[Part]]:
    """The parts to remove: the lost ones, and all other parts with games to be replayed."""
    return {
        name: [part for part in parts if part in lost or (name != "items" and _inside(part, spans, portion))]
        for name, parts in stored.items()
    }


def _inside(part: Part, spans: Iterable[Span], portion: Portion) -> bool:
    return within(positions(part, portion), spans)


def owed(leaving: Stored, spans: Sequence[Span], debts: Sequence[Debt], portion: Portion) -> tuple[Debt, ...]:
    """The earlier debts, and new debts for the removed parts. Games in an earlier debt are in no new one."""
    found = list(debts)
    for span in apart(spans, debts):
        if not within(span, spans_of(debts)):
            sums = {name: _total(leaving[name], span, portion) for name in tables.counted(leaving)}
            told = {name: [one.rows, f"{one.value:064x}"] for name, one in sums.items()}
            found.append({"first": span[0], "last": span[1], "sums": told})
    return tuple(sorted(found, key=lambda one: one["first"]))


def _total(parts: Iterable[Part], span: Span, portion: Portion) -> Sum:
    return sum((part.entry.sum for part in parts if _inside(part, [span], portion)), Sum())


def spans_of(debts: Iterable[Debt]) -> list[Span]:
    """The spans of positions of these debts, in order."""
    return sorted((one["first"], one["last"]) for one in debts)


def apart(spans: Iterable[Span], debts: Iterable[Debt]) -> Iterator[Span]:
    """Yield the spans, split so that each piece is inside one debt or outside all debts."""
    edges = sorted({edge for first, last in spans_of(debts) for edge in (first, last + 1)})
    for first, last in spans:
        for edge in edges:
            if first < edge <= last:
                yield first, edge - 1
                first = edge
        yield first, last


def due(debts: Iterable[Debt], span: Span) -> Debt | None:
    """The debt that includes some of these positions. None if there is none."""
    return next((one for one in debts if _meet(span, (one["first"], one["last"]))), None)


def differing(one: Debt, found: Stored, new: Mapping[str, Sum]) -> list[str]:
    """The tables in which the replayed games of a debt differ from the lost ones."""
    sums = {name: Sum(rows, int(value, 16)) for name, (rows, value) in one["sums"].items()}
    played = {name: sum((part.entry.sum for part in found.get(name, ())), new[name]) for name in sums}
    return [name for name, total in sums.items() if total != played[name]]


def left(debts: Iterable[Debt], stored: Iterable[Span]) -> list[Span]:
    """The positions of debts whose games are still missing."""
    there = list(stored)
    return [
        (max(first, low), last)
        for low, high in spans_of(debts)
        for first, last in missing(high + 1, there)
        if low <= last
    ]


def otherwise(where: Path, one: Debt, wrong: Sequence[str]) -> StateMismatch:
    """The error to raise if replayed games differ from the stored ones."""
    first, last = one["first"], one["last"]
    return StateMismatch(
        f"{where}: {last - first + 1} games were lost (positions {first} to {last}), and their replay "
        f"differs (table {', '.join(wrong)}), so it does not count; their stored files "
        f"are in {QUARANTINE}/. The engine, the rules or a strategy have changed since. Undo that, and the "
        "same command replays them; or choose another --out to play the whole run again."
    )


def move(folder: Path, paths: Iterable[Path]) -> Path | None:
    """Move files into a new folder in a run's quarantine. Returns the folder, None if no file exists."""
    present = [path for path in paths if path.is_symlink() or path.exists()]
    if not present:
        return None
    place = folder / QUARANTINE
    place.mkdir(exist_ok=True)
    if place.is_symlink():
        raise StateMismatch(f"{place}: a symbolic link, where a folder must be; remove it.")
    target = place / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}"
    for path in present:
        new = target / path.relative_to(folder)
        new.parent.mkdir(parents=True, exist_ok=True)
        path.rename(new)
    return target
