"""Level seats: find starting amounts with which all seats win equally often, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import SHARE, bounds, ends, frame
from marchsim.library.playing import Paths, warned
from marchsim.runner.configuration import config as configs
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import shown
from marchsim.studies.levelling import output
from marchsim.studies.levelling.level import Levelled, prepare, usual_folder
from marchsim.studies.levelling.level import level as find_level

SEATS = Table(
    "seats",
    "One row for each seat, before and with the start that was found, on the same fresh deals.",
    (
        Column("seat", "i8", "seat in turn order, 0 begins"),
        Column("before", "f64", "share of wins as the game is", SHARE),
        *ends("before_", "95 % interval, all seats at once", SHARE),
        Column("after", "f64", "share of wins with the start", SHARE),
        *ends("after_", "95 % interval, all seats at once", SHARE),
    ),
    ("seat",),
)


@dataclass(frozen=True)
class LevelledSeats:
    """The result of levelling: `verdict` (level, uneven or open), `rules` as an overlay, `seats` as a frame.

    `answer` is the result in sentences, `file` the path of the overlay, `folder` that of the games.
    """

    verdict: str
    answer: tuple[str, ...]
    rules: dict[str, Any]
    seats: pl.DataFrame = field(repr=False)
    file: Path
    folder: Path

    def __str__(self) -> str:
        """The answer."""
        return "\n".join(self.answer)

    def _repr_html_(self) -> str:
        """The answer and the seats for a notebook."""
        return f"<p>{'<br>'.join(map(escape, self.answer))}</p>{self.seats._repr_html_()}"


def level(
    config: str | Path,
    *,
    players: int | None = None,
    by: tuple[str, ...] = (),
    deals: int = 500,
    out: str | Path | None = None,
    strategy_paths: Paths = (),
    workers: int | None = None,
    progress: bool = False,
) -> LevelledSeats:
    """Find starting amounts with which all seats win equally often, as `marchsim level` does.

    `by` names the resources (by default all of the game), and `deals` is the number of deals in the sweep.
    The same call resumes a study that was stopped. Play with the result: `marchsim.run(config,
    rules=[found.file])`. Raises MarchsimError, with one clear line, if the study cannot be played.
    """
    prepared = prepare(
        configs.load(str(config)), by, players, deals, strategy_paths=[Path(path) for path in strategy_paths]
    )
    folder = usual_folder(prepared) if out is None else Path(out)
    with interrupt.noted():
        found = find_level(prepared, folder, workers=workers, progress=shown(not progress), warn=warned)
    path = output.write(found, folder)
    return LevelledSeats(
        found.verdict,
        tuple(output.answer(found)),
        prepared.overlay(found.units),
        _seats(found),
        path,
        folder,
    )


def _seats(found: Levelled) -> pl.DataFrame:
    both = zip(
        found.before.shares, found.before.together, found.after.shares, found.after.together, strict=True
    )
    rows = [
        {"seat": seat, "before": was, **bounds("before_", then), "after": is_now, **bounds("after_", now)}
        for seat, (was, then, is_now, now) in enumerate(both)
    ]
    return frame(SEATS, rows)
