"""Which strategies of a run are marked: yardsticks, and narrow ones.

Others are measured by a yardstick, but its games count in no verdict. A narrow strategy is limited on
purpose: its games count, but whether it wins too much or too little is no question. A run recorded before
they were declared has the default ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MARKED = {
    "yardstick": ("first", "last", "random"),  # policies that do not plan
    "narrow": ("pacifist",),  # plans that leave out a part of the game on purpose
}


def usual(mark: str, use: str) -> bool:
    """Return whether a strategy from this source has a mark, if a configuration does not say."""
    return use.partition(":")[0] in MARKED[mark]


def yardsticks(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the baselines of a run: none for an outside table, which declares nothing."""
    return _marked(manifest, "yardstick")


def narrow(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the handicapped strategies of a run: none for an outside table."""
    return _marked(manifest, "narrow")


def _marked(manifest: Mapping[str, Any], mark: str) -> frozenset[str]:
    listed = manifest.get("strategies")
    found = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return frozenset(
        str(one.get("name")) for one in found if one.get(mark, usual(mark, str(one.get("use")))) is True
    )
