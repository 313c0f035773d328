"""What players do and have, round by round, from the numbers that the game keeps in the table `rounds`.

A column that adds up (the game's description says so) counts what happened in a round; any other says how
things stand at its end.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from marchsim.analysis.estimates import Estimate, array, mean_of
from marchsim.analysis.panels import Panel
from marchsim.analysis.source import Run, columns, described, numbers, scan

KEYS = ("game", "round", "seat", "score")


@dataclass(frozen=True)
class Activity:
    """The mean of a column per player at each of `rounds`; `happens`: it counts what happened in one."""

    column: str
    happens: bool
    rounds: tuple[int, ...]
    means: tuple[Estimate, ...]


def activity(panel: Panel, run: Run) -> list[Activity]:
    """Return what the players of a panel did and had; nothing if the run does not record it."""
    if described(run, "rounds") is None or panel.kept.is_empty():
        return []
    frame = scan(run, "rounds", ("game", "round", "seat"))
    names = [name for name in numbers(frame) if name not in KEYS]
    if not names:
        return []
    rows = frame.join(panel.kept.lazy().select("game", "deal"), on="game").group_by("round", "deal")
    sums = rows.agg(pl.len().alias("entries"), *(pl.col(name).cast(pl.Float64).sum() for name in names))
    found = sums.collect(engine="streaming").sort("round", "deal")
    parts = {int(key[0]): part for key, part in found.partition_by("round", as_dict=True).items()}
    told, rounds = columns(run, "rounds"), tuple(sorted(parts))
    return [
        Activity(
            name,
            told.get(name, {}).get("adds") is True,
            rounds,
            tuple(mean_of(array(parts[at], name), array(parts[at], "entries")) for at in rounds),
        )
        for name in names
        if rounds
    ]
