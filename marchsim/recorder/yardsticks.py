"""Which strategies of a run are marked: yardsticks, and narrow ones.

Others are measured by a yardstick, but its games count in no verdict. A narrow strategy is limited on
purpose: its games count, but whether it wins too much or too little is no question. A run recorded before
they were declared has the default ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

SHIPPED = ("first", "last", "random")  # policies that do not plan
LIMITED = ("pacifist",)  # plans that leave out a part of the game on purpose


def usual(use: str) -> bool:
    """Return whether a strategy from this source is a yardstick, if a configuration does not say."""
    return use.partition(":")[0] in SHIPPED


def usually_narrow(use: str) -> bool:
    """Return whether a strategy from this source is narrow, if a configuration does not say."""
    return use.partition(":")[0] in LIMITED


def yardsticks(manifest: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the yardsticks of a run; none of an outside table, which declares nothing."""
    return _marked(manifest, "yardstick", usual)


def narrow(manifest: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the narrow strategies of a run; none of an outside table."""
    return _marked(manifest, "narrow", usually_narrow)


def _marked(manifest: Mapping[str, Any], mark: str, default: Callable[[str], bool]) -> frozenset[str]:
    listed = manifest.get("strategies")
    found = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return frozenset(
        str(one.get("name")) for one in found if one.get(mark, default(str(one.get("use")))) is True
    )
