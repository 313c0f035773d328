"""Which strategies of a run are yardsticks: others are measured by them, but their games count in no verdict.

A run recorded before they were declared has the default ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SHIPPED = ("first", "last", "random")  # policies that do not plan


def usual(use: str) -> bool:
    """Return whether a strategy from this source is a yardstick, if a configuration does not say."""
    return use.partition(":")[0] in SHIPPED


def yardsticks(manifest: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the yardsticks of a run; none of an outside table, which declares nothing."""
    listed = manifest.get("strategies")
    found = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return frozenset(
        str(one.get("name")) for one in found if one.get("yardstick", usual(str(one.get("use")))) is True
    )
