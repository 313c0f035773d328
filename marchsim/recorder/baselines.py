"""Which strategies of a run are baselines, and which are handicapped.

Games with a baseline count in no verdict. A handicapped strategy is limited on purpose: its games count, but
no verdict judges its wins. If a run was recorded before manifests had these marks, it has the default
baselines and no handicapped strategy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FORMER = {"yardstick": "baseline", "narrow": "handicapped"}  # words until 0.3, read for one release
RENAMED = FORMER | {"yardsticks": "baselines", "yardsticks_left_out": "baselines_left_out"}
USUAL = ("first", "last", "random")  # policies that do not plan, which every game may have


def usual(use: str) -> bool:
    """Whether a strategy with this `use` is a baseline by default."""
    return use.partition(":")[0] in USUAL


def baselines(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the baselines of a run. Empty for a table from outside, whose manifest declares none."""
    return frozenset(
        str(one.get("name"))
        for one in renamed(_listed(manifest))
        if one.get("baseline", usual(str(one.get("use")))) is True
    )


def handicapped(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the handicapped strategies of a run. Empty for a table from outside."""
    listed = renamed(_listed(manifest))
    return frozenset(str(one.get("name")) for one in listed if one.get("handicapped") is True)


def _listed(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = manifest.get("strategies")
    return [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []


def renamed(data: Any) -> Any:
    """Plain data with new names for keys that have been renamed since the data were written."""
    if isinstance(data, Mapping):
        return {RENAMED.get(key, key): renamed(value) for key, value in data.items()}
    return [renamed(one) for one in data] if isinstance(data, list) else data
