"""The meta-game: games among the whole population, and the mixture against which no member has an edge.

The edge of one strategy over another is its lead in games that exactly one of them wins, at tables with the
whole population (D-112).
"""

from __future__ import annotations

import polars as pl

from marchsim.analysis.field import matchups
from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.analysis.reading.orders import by_winners, orders
from marchsim.analysis.reading.panels import panels
from marchsim.errors import NothingMeasured, plural
from marchsim.studies.responding.field import DrawnField, Sought
from marchsim.studies.stages import StagePlayer
from marchsim.studies.tuning.playing import stage

META = "answer-meta"


def mixture(of: DrawnField, sought: Sought, seed: int, player: StagePlayer) -> list[MixtureWeight]:
    """Play games among the whole population and find its mixture, with the largest share first."""
    if len(of.entries) == 1:
        return [MixtureWeight(of.entries[0].name, 1.0, (1.0, 1.0), 1.0, 0.5)]
    found = panels(player.play("meta", of.configured(of.entries, sought.meta), stage(META, seed)))
    if found and not found[0].valid.is_empty():
        entries = found[0].entries.with_columns(won=(pl.col("credit") > 0).fill_null(False))
        told = matchups.mixture(by_winners(orders(found[0].valid, entries, "won")))
        if told:
            return told
    raise NothingMeasured(
        f"--meta: {plural(sought.meta, 'deal')} of {len(of.entries)} strategies leave pairs that never met "
        "in games that count, so there is no mixture of them; give more."
    )
