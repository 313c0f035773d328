"""Games whose parts were lost: what of them is moved aside, and that played again they are what they were.

A debt is `{"first", "last", "left", "sums"}`: positions, how many of them are still to be played, and for
each table the rows and the sum that these have to have.
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
from marchsim.recorder.portion import Portion, Span, coalesced, within

QUARANTINE = "quarantine"

Debt = Mapping[str, Any]
Stored = Mapping[str, Sequence[Part]]  # by table


def affected(stored: Stored, lost: Iterable[Part], portion: Portion) -> list[Span]:
    """Return the positions that have to be played again: such that no part of any table is cut in two."""
    found = coalesced(positions(part, portion) for part in lost if _counted(part))
    every = [positions(part, portion) for name in tables.counted(stored) for part in stored[name]]
    while True:
        wider = coalesced([*found, *(one for one in every if any(_meet(one, span) for span in found))])
        if wider == found:
            return found
        found = wider


def _counted(part: Part) -> bool:
    return bool(tables.counted([part.path.parent.name]))


def _meet(one: Span, other: Span) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def taken(
    stored: Stored, lost: Sequence[Part], spans: Sequence[Span], portion: Portion
) -> dict[str, list[Part]]:
    """Return what is to leave: what was lost, and all that tables have of games to be played again."""
    return {
        name: [part for part in parts if part in lost or (name != "items" and _inside(part, spans, portion))]
        for name, parts in stored.items()
    }


def _inside(part: Part, spans: Iterable[Span], portion: Portion) -> bool:
    return within(positions(part, portion), spans)


def owed(leaving: Stored, spans: Sequence[Span], portion: Portion) -> list[Debt]:
    """Return the debts of games whose parts leave."""
    return [
        debt(span, {name: _total(leaving[name], span, portion) for name in tables.counted(leaving)})
        for span in spans
    ]


def _total(parts: Iterable[Part], span: Span, portion: Portion) -> Sum:
    return sum((part.entry.sum for part in parts if _inside(part, [span], portion)), Sum())


def debt(span: Span, sums: Mapping[str, Sum], left: int | None = None) -> Debt:
    """Return the debt of the games at some positions, whose rows had these sums."""
    left = span[1] - span[0] + 1 if left is None else left
    return {
        "first": span[0], "last": span[1], "left": left,
        "sums": {name: [one.rows, f"{one.value:064x}"] for name, one in sums.items()},
    }  # fmt: skip


def sums(one: Debt) -> dict[str, Sum]:
    """Return by table the rows and the sum that a debt still asks for."""
    return {name: Sum(rows, int(value, 16)) for name, (rows, value) in one["sums"].items()}


def spans_of(debts: Iterable[Debt]) -> list[Span]:
    """Return the positions that debts are about, in order."""
    return sorted((one["first"], one["last"]) for one in debts)


def apart(missing: Iterable[Span], debts: Iterable[Debt]) -> Iterator[Span]:
    """Yield spans of missing positions cut such that each lies within a debt or outside of all."""
    edges = sorted({edge for first, last in spans_of(debts) for edge in (first, last + 1)})
    for first, last in missing:
        for edge in edges:
            if first < edge <= last:
                yield first, edge - 1
                first = edge
        yield first, last


def paid(debts: Sequence[Debt], span: Span, new: Mapping[str, Sum], where: Path) -> tuple[Debt, ...]:
    """Return what is still owed when the games at some positions have been played again.

    StateMismatch where the last of a debt do not give the sums that were stored.
    """
    return tuple(rest for one in debts for rest in _paid(one, span, new, where))


def _paid(before: Debt, span: Span, new: Mapping[str, Sum], where: Path) -> Iterator[Debt]:
    whole = before["first"], before["last"]
    if not _meet(span, whole):
        yield before
        return
    assert within(span, [whole]), (before, span)
    left = before["left"] - (span[1] - span[0] + 1)
    rest = {name: one - new[name] for name, one in sums(before).items()}
    if left > 0:
        yield debt(whole, rest, left)
    elif wrong := [name for name, one in rest.items() if one != Sum()]:
        raise StateMismatch(
            f"{where}: {whole[1] - whole[0] + 1} games were lost (positions {whole[0]} to {whole[1]}), and "
            f"played again they are not what they were (table {', '.join(wrong)}), so they were not stored. "
            "What plays here is not what played then; another --out plays the whole run anew."
        )


def joined(debts: Sequence[Debt], new: Sequence[Debt]) -> tuple[Debt, ...]:
    """Return all debts; those that touch each other become one."""
    found: list[Debt] = []
    for one in sorted([*debts, *new], key=lambda one: one["first"]):
        if found and one["first"] <= found[-1]["last"]:
            last = found.pop()
            both = {name: total + sums(one)[name] for name, total in sums(last).items()}
            span = last["first"], max(last["last"], one["last"])
            one = debt(span, both, last["left"] + one["left"])
        found.append(one)
    return tuple(found)


def move(folder: Path, paths: Iterable[Path]) -> Path | None:
    """Move files of a run folder into a new folder of its quarantine and return that.

    None if there are none.
    """
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
