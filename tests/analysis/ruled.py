"""Makes runs of several rulesets on the same deals: planted odds that differ from variant to variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from tests.analysis.planted import (
    MemoryRun,
    Planted,
    descriptions,
    manifest,
    rows_of,
    seated,
    typed,
)


def ruled(
    plan: Planted, changes: Mapping[str, Mapping[str, Any]], seed: int = 1, apart: bool = False
) -> MemoryRun:
    """Return a run in memory of one variant for each of `changes`, which replace fields of the plan.

    Deals, line-ups and chance are shared, so that equal odds give equal games; unless `apart`: then the games
    of each variant have chance of their own, on the same deals.
    """
    generator = np.random.default_rng(seed)
    whole = replace(plan, variants=tuple(changes))
    games = seated(whole, generator)
    parts = []
    for at, (name, fields) in enumerate(changes.items()):
        own = np.random.default_rng((seed, 7, at if apart else 0))
        parts.append(rows_of(replace(whole, **fields), games, name, own))
    joined = {table: pl.concat([part[table] for part in parts]) for table in parts[0]}
    found = {table: typed(frame, descriptions(whole)[table]) for table, frame in joined.items()}
    return MemoryRun(described(whole), found)


def described(plan: Planted) -> dict[str, Any]:
    """Return the manifest with strategies, the first variant as the base, and rules that name the variant."""
    data = manifest(plan)
    data["strategies"] = [{"name": name, "parameters": {}} for name in plan.worth]
    for at, one in enumerate(data["variants"]):
        one |= {"base": at == 0, "resolved": {"rules": {"kind": one["name"]}}, "strategies": {}}
    return data


def only(run: MemoryRun, variant: str) -> MemoryRun:
    """Return the games of one variant as a run of their own, under the name `base`."""
    games = run.frames["games"]
    kept = games.filter(pl.col("variant").cast(pl.String) == variant)
    frames = {
        name: frame.join(kept.select("game"), on="game", how="semi")
        for name, frame in run.frames.items()
        if "game" in frame.columns
    }
    names = pl.Enum(["base"])
    frames["games"] = frames["games"].with_columns(variant=pl.lit("base").cast(names))
    entry = next(one for one in run.manifest["variants"] if one["name"] == variant)
    return MemoryRun({**run.manifest, "variants": [{**entry, "name": "base", "base": True}]}, frames)
