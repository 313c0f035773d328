"""A run as data: joined tables, verdicts, and the estimates of its reports."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from marchsim.analysis.judging.verdict import VARIANTS, Verdict
from marchsim.analysis.reading.source import entry
from marchsim.analysis.variants.rulesets import strategies as listed_in
from marchsim.errors import RecordError, nearest
from marchsim.library import joins, worth
from marchsim.library.described_frames import reading, shown
from marchsim.library.estimates import TABLES, Estimates
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import EVENTS, UNRECORDED, RunFolder
from marchsim.recorder.manifest import baselines, called

REPORT = "report."
FRAMES = ("games", "seats", "rounds", "cards", "items", "strategies", "verdicts")
BYTES = 300  # of a row of cards while the frame is made
MANY = 3_000_000  # rows of cards: about 1 GB
LESS = 'run.scan("cards").filter("played").group_by("card").agg(pl.mean("wins")).collect()'
OWN = {table.name: table for table in (worth.STANDINGS, worth.VERDICTS)}


def load(run: str | Path) -> LoadedRun:
    """Load the run folder at a path, or the one of that name in runs/: `marchsim.load("runs/demo")`.

    Each table is checked and read at its first use, and no code in the folder is executed. Raises MissingRun
    if there is no run and StateMismatch if it is damaged (both are MarchsimError), with one line that names
    the file and the remedy. Frames of an unfinished run have the games stored so far.
    """
    return LoadedRun(run)


class LoadedRun:
    """A run folder as polars frames, each read once, at its first use.

    - `games`: a row for each game. Rules (`variant`), `players`, length, sole winner (`winner`).
    - `seats`: a row for each seat of each game. `strategy`, `seat`, `players`, `score`, `won`, `credit`,
      `wins` and the columns of the game: `run.seats.group_by("players", "strategy").agg(pl.mean("wins"))`.
    - `rounds`: a row for each round of each seat. Its actions and holdings, with `strategy` and `won`.
    - `cards`: a row for each card that a seat held. `name`, `type`, `cost`, `opening` (hand), `drawn`,
      `played`, `strategy` of the holder, `won`, `wins`.
    - `events`: a row for each event, with `record = "events"`. `event`, `seat`, its values `a` to `d`, each
      with its meaning (`a_is`) and name (`a_name`).
    - `items`: a row for each card and tile in force, as recorded.
    - `strategies`: a row for each strategy. `use`, `baseline`, `wins` over all numbers of players.
    - `verdicts`: a row for each question about the game. `chip`, `sentence`, `estimate`, `margin`.

    `columns("seats")` describes each column, with unit and type. Seats count from 0, rounds as in the game.
    `wins` is the wins index: credit (1 for a win, divided among joint winners) x players x 100. `counted` is
    false in games that reports leave out: void ones (whose results are null) and those of unfinished blocks.
    `baseline` is true for games with a baseline player, which verdicts leave out.

    `report` has the estimates of reports with their intervals. Every frame has `.to_pandas()` (with pandas
    and pyarrow installed) and the rest of polars. `scan(name)` gives a lazy frame, for large runs.
    """

    def __init__(self, run: str | Path) -> None:
        self.folder = RunFolder(called(Path(run)).absolute())

    @property
    def path(self) -> Path:
        """The absolute path of the run folder."""
        return self.folder.path

    @property
    def name(self) -> str:
        """The name of the played configuration."""
        return str(entry(self.manifest, "configuration", "resolved", "name") or "")

    @property
    def manifest(self) -> Mapping[str, Any]:
        """The manifest as plain data: origin and contents of the run folder (docs/reference/data.md)."""
        return self.folder.manifest

    @property
    def complete(self) -> bool:
        """Whether all games of the plan have been played and stored."""
        return self.folder.complete

    if not TYPE_CHECKING:  # a checker of types knows the names

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError with the names of all frames, and a hint at `scan` for other tables."""
            known = (*FRAMES, "report")
            hint = nearest(name, known)
            if not name.startswith("_") and name in self.folder.tables:
                hint = f' Use run.scan("{name}").'
            elif name == EVENTS:
                hint = f" {UNRECORDED}"
            raise AttributeError(f"a run has no {name!r}.{hint} Frames: {', '.join(FRAMES)}.")

    # frames ---------------------------------------------------------------------------
    @cached_property
    def games(self) -> pl.DataFrame:
        """A row for each game: the table `games`, with `winner`, `counted` and `baseline`."""
        return self._joined("games")

    @cached_property
    def seats(self) -> pl.DataFrame:
        """A row for each seat of each game: the table `seats`, with columns of `games`, `won` and `wins`."""
        return self._joined("seats")

    @cached_property
    def rounds(self) -> pl.DataFrame:
        """A row for each round and seat of each game: the table `rounds`, with strategies and results."""
        return self._joined("rounds")

    @cached_property
    def cards(self) -> pl.DataFrame:
        """A row for each card that a seat held: the card, whether it was played, the holder, and its result.

        From three million rows on (1 GB) a UserWarning recommends `scan("cards")`, which reads only what you
        ask for. Raises RecordError if the run did not record its cards.
        """
        parts = self.folder.parts("cards") if "cards" in self.folder.tables else []
        rows = sum(part.entry.sum.rows for part in parts)
        if rows > MANY:
            told = f"{self.path}: {rows:,} rows of cards need {rows * BYTES / 1e9:.1f} GB; {LESS} needs less"
            warnings.warn(told, UserWarning, stacklevel=3)  # the caller, past functools
        return self._joined("cards")

    @cached_property
    def events(self) -> pl.DataFrame:
        """A row for each event, with the names of its values. Raises AttributeError if none were recorded."""
        if EVENTS not in self.folder.tables:
            raise AttributeError  # `__getattr__` says how they are recorded
        return self._joined(EVENTS)

    @cached_property
    def items(self) -> pl.DataFrame:
        """A row for each card and tile in force in each variant: the table `items` as recorded."""
        with reading(self.folder):
            return joins.plain(self.folder, "items").collect()

    @cached_property
    def strategies(self) -> pl.DataFrame:
        """A row for each strategy by variant, best first, with its source, its wins and their interval."""
        found, listed = self.judgements, entry(self.manifest, "variants")
        named = [str(entry(one, "name")) for one in (listed if isinstance(listed, list) else [])]
        rules = named or list(dict.fromkeys(one.rules for one in found if one.question != VARIANTS))
        return worth.strategies(listed_in(self.folder), rules, found, baselines(self.manifest))

    @cached_property
    def verdicts(self) -> pl.DataFrame:
        """A row for each verdict about the game, as `marchsim report` prints them."""
        return worth.verdicts(self.judgements, manifests.look_number(self.manifest))

    @property
    def judgements(self) -> list[Verdict]:
        """The verdicts as objects, including those on single strategies and numbers of players."""
        return self.report.judgements

    @cached_property
    def report(self) -> Estimates:
        """The estimates of reports: `run.report.winrate()`, `.seats()`, `.pace()`, `.cards()` ..."""
        return Estimates(self.folder)

    def scan(self, table: str) -> pl.LazyFrame:
        """A lazy frame, for runs larger than memory: `run.scan("cards").filter("played")`.

        `games`, `seats`, `rounds`, `cards` and `events` are joined like the attributes, without order. Other
        tables, such as `timings`, are as recorded. Raises RecordError if there is none of that name.
        """
        if table not in joins.MADE:
            return self.folder.scan(table)
        with reading(self.folder):
            return joins.MADE[table](self.folder).lazy()

    # what they are --------------------------------------------------------------------
    def columns(self, frame: str) -> pl.DataFrame:
        """The description of a frame's columns: a row for each, with `column`, `type`, `unit` and `meaning`.

        `frame` is the name of an attribute (`seats`), an estimate (`report.winrate`) or a recorded table
        (`timings`). Raises RecordError, with the nearest name, if there is no such frame.
        """
        own = {**OWN, **{REPORT + name: table for name, table in TABLES.items()}}
        if frame in own:
            return shown(own[frame])
        if frame in joins.MADE:
            with reading(self.folder):
                return shown(joins.MADE[frame](self.folder).table)
        if frame not in self.folder.tables:
            known = list(dict.fromkeys([*joins.MADE, *own, *self.folder.tables]))
            raise RecordError(
                f"{self.path}: there is no frame {frame!r}.{nearest(frame, known)} Known: {', '.join(known)}."
            )
        return shown(self.folder.tables[frame])

    def __repr__(self) -> str:
        """The path of the run, a summary of its games, and the next steps."""
        game = entry(self.manifest, "game", "title")
        names = ", ".join(listed_in(self.folder))
        state = "" if self.complete else ", not finished"
        return (
            f"<run {self.name!r} of {game} in {self.path}{state}: strategies {names}; frames games, seats, "
            "rounds, cards, items, strategies, verdicts; report.winrate(), ...; columns(NAME) explains each>"
        )

    def _repr_html_(self) -> str:
        """A summary, the verdicts and the strategies, for a notebook."""
        game = str(entry(self.manifest, "game", "title") or "")
        state = "" if self.complete else ", not finished"
        played = sum(last - first + 1 for first, last in self.folder.stored())
        head = f"<p><b>{escape(self.name)}</b>: {escape(game)}, {played:,} games{state}</p>"
        told = self.verdicts.select("question", "chip", "sentence")._repr_html_()
        return f"{head}{told}<details><summary>strategies</summary>{self.strategies._repr_html_()}</details>"

    def _joined(self, name: str) -> pl.DataFrame:
        with reading(self.folder):
            return joins.MADE[name](self.folder).collect()
