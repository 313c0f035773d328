"""Looks: the earlier sizes at which a run was finished, so that its verdicts could be seen.

They are a list in the manifest, extended when a finished run is continued. Copies, checks and repairs keep
the list, and another report at the same size adds nothing. A run that was finished only once has no list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from marchsim.errors import StateMismatch

LOOKS = "looks"


@dataclass(frozen=True)
class Look:
    """A size at which a run was finished: its blocks, and the rule that stopped it ('': the plan's end)."""

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
    """The size of a run at present, or as planned. None if the manifest lacks it."""
    plan, stopped = manifest.get("plan"), manifest.get("stopped")
    if isinstance(stopped, Mapping):
        return _look(stopped.get("blocks"), stopped.get("by"))
    return _look(plan.get("blocks"), "") if isinstance(plan, Mapping) else None


def continued(before: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The looks of a folder, as plain data, when its run is continued with the manifest `wanted`."""
    own = present(before) if before.get("complete") else None
    new = () if own is None or own == present(wanted) else (own,)
    return data((*earlier(before), *new))


def data(looks: Iterable[Look]) -> list[dict[str, Any]]:
    """The looks as plain data, each once, the smallest first."""
    return [asdict(one) for one in sorted(set(looks), key=lambda one: (one.blocks, one.by))]


def number(manifest: Mapping[str, Any]) -> int:
    """The number of the look at a run's present size, from 1. Looks at other sizes came before it."""
    own = present(manifest)
    return 1 + len({one.blocks for one in earlier(manifest)} - {own.blocks if own else 0})


def _look(blocks: object, by: object) -> Look | None:
    sound = isinstance(blocks, int) and not isinstance(blocks, bool) and blocks > 0 and isinstance(by, str)
    return Look(blocks, by) if sound else None  # type: ignore[arg-type]  # sound
