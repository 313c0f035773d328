"""The ledger of looks: earlier sizes at which a run was finished and its verdicts were shown.

It is a list in the manifest, extended when a finished run is continued. So copies, checks and repairs of a
folder keep it, and another report at the same size adds nothing. A run that was finished once has no list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from marchsim.errors import StateMismatch

LOOKS = "looks"


@dataclass(frozen=True)
class Look:
    """A size at which a run was finished: its blocks, and the stopping rule ('': its plan)."""

    blocks: int
    by: str = ""


def earlier(manifest: Mapping[str, Any]) -> tuple[Look, ...]:
    """The looks before the present one. Raises StateMismatch if they are unreadable."""
    listed = manifest.get(LOOKS, [])
    rows = listed if isinstance(listed, list) else [None]
    found = tuple(_look(row.get("blocks"), row.get("by")) if isinstance(row, dict) else None for row in rows)
    looks = tuple(one for one in found if one is not None)
    if len(looks) != len(found):
        raise StateMismatch(f"{LOOKS}: not the sizes at which a run was finished; its manifest is damaged.")
    return looks


def present(manifest: Mapping[str, Any]) -> Look | None:
    """The present or planned size of a run, or None if its manifest lacks it."""
    plan, stopped = manifest.get("plan"), manifest.get("stopped")
    if isinstance(stopped, Mapping):
        return _look(stopped.get("blocks"), stopped.get("by"))
    return _look(plan.get("blocks"), "") if isinstance(plan, Mapping) else None


def kept(before: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The looks of a folder, as data, when its run is continued as `wanted`."""
    own = present(before) if before.get("complete") else None
    new = () if own is None or own == present(wanted) else (own,)
    return data((*earlier(before), *new))


def data(looks: Iterable[Look]) -> list[dict[str, Any]]:
    """The looks as data, each once, smallest first."""
    return [asdict(one) for one in sorted(set(looks), key=lambda one: (one.blocks, one.by))]


def number(manifest: Mapping[str, Any]) -> int:
    """The number of the look at a run's present size, from 1. Each earlier, different size adds one."""
    own = present(manifest)
    return 1 + len({one.blocks for one in earlier(manifest)} - {own.blocks if own else 0})


def _look(blocks: object, by: object) -> Look | None:
    sound = isinstance(blocks, int) and not isinstance(blocks, bool) and blocks > 0 and isinstance(by, str)
    return Look(blocks, by) if sound else None  # type: ignore[arg-type]  # sound
