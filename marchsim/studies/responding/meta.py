"""The meta-game: games of the whole population, and its mixture over which no member has an edge.

An edge is the excess of games in which one wins and the other does not, with all at the tables (D-112).
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from marchsim.analysis.field import matchups
from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.analysis.reading.orders import by_winners, orders
from marchsim.analysis.reading.panels import panels
from marchsim.errors import NothingMeasured, plural
from marchsim.runner import run
from marchsim.runner.backends.choosing import Where
from marchsim.runner.progress.display import Progress
from marchsim.studies.responding.field import DrawnField, Sought
from marchsim.studies.tuning.playing import stage

META = "answer-meta"


def mixture(
    of: DrawnField, sought: Sought, seed: int, folder: Path, where: Where, progress: Progress
) -> tuple[list[MixtureWeight], int, int]:
    """The mixture, heaviest first, from games of the whole population, all games, and those of this call."""
    if len(of.entries) == 1:
        return [MixtureWeight(of.entries[0].name, 1.0, (1.0, 1.0), 1.0, 0.5)], 0, 0
    played = run(
        of.configured(of.entries, sought.meta), folder, workers=where.workers, backend=_asked(where),
        scheduler=where.scheduler, strategy_paths=of.folders, stage=stage(META, seed), progress=progress,
    )  # fmt: skip
    found = panels(played.folder)
    if found and not found[0].kept.is_empty():
        entries = found[0].entries.with_columns(won=(pl.col("credit") > 0).fill_null(False))
        told = matchups.mixture(by_winners(orders(found[0].kept, entries, "won")))
        if told:
            return told, played.games, played.played
    raise NothingMeasured(
        f"--meta: {plural(sought.meta, 'deal')} of {len(of.entries)} strategies leave pairs that never met "
        "in games that count, so there is no mixture of them; give more."
    )


def _asked(where: Where) -> str:
    """The backend as in the options of the command line. A single worker plays in this process."""
    return where.backend if where.apart or where.backend != "multiprocess" else ""
