"""Which strategies of a run are marked: yardsticks, and narrow ones.

Others are measured by a yardstick, but its games count in no verdict. A narrow strategy is limited on
purpose: its games count, but whether it wins too much or too little is no question. A run recorded before
manifests had the marks has the usual baselines, and no narrow strategy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL = ("first", "last", "random")  # policies that do not plan, which every game may have


def usual(use: str) -> bool:
    """Return whether a strategy from this source is a baseline, if a configuration does not say."""
    return use.partition(":")[0] in USUAL


def yardsticks(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the baselines of a run: none for an outside table, which declares nothing."""
    return frozenset(
        str(one.get("name"))
        for one in _listed(manifest)
        if one.get("yardstick", usual(str(one.get("use")))) is True
    )


def narrow(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The names of the handicapped strategies of a run: none for an outside table."""
    return frozenset(str(one.get("name")) for one in _listed(manifest) if one.get("narrow") is True)


def _listed(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = manifest.get("strategies")
    return [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
