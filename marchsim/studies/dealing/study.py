"""Play each deal several times: the games of one deal in a process, and all missing deals on a backend.

The folder of a study has its identity in study.json, and its rows as files of Parquet. While a study runs,
its rows are in several files (parts), each written atomically. If it is stopped, a later call plays only the
deals that no part has. To detect altered files, study.json lists the SHA-256 of each file under `sums`,
before that file is written.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import polars as pl

from marchsim import files, jsonfile
from marchsim.errors import ConfigError, RecordError, StateMismatch
from marchsim.kernel.game import Arranged, Outcome, Table
from marchsim.recorder import parquet, parts
from marchsim.recorder.parts import encoded
from marchsim.recorder.portion import coalesced, missing
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.planning.chunks import ChunkQueue
from marchsim.runner.planning.plan import Job, Plan
from marchsim.runner.planning.schedule import Entry, Schedule
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.worker import ChunkPlayer, ChunkResult, PlayAgain, Streaks
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import Interrupted
from marchsim.studies.own_folder import OwnFolder, differing

Row = dict[str, Any]
T = TypeVar("T")
DATA = "data"
FILE = "study.json"
LARGEST = 20_000_000  # bytes of study.json
MOST_ROWS = 20_000_000
_PART = re.compile(r"part-(\d{6})\.parquet", re.ASCII)


class VoidGame(Exception):
    """Raised if a game of a deal is void."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.void)
        self.outcome = outcome


class DealPlayer(ChunkPlayer):
    """Plays the deals of a study (a DealWork) in one process. A position is a deal.

    A subclass describes its rows in `rows_of`, and makes the rows of a deal in `_rows`, or in `_void_rows` if
    one of the deal's games is void.
    """

    rows_of: Table
    study: Any

    def __init__(
        self, study: Any, number: int = 0, beat: MutableSequence[int] | None = None,
        handles: Sequence[int] = (),
    ) -> None:  # fmt: skip
        super().__init__(study.job, number, beat, handles)
        self.study = study

    def _rows(self, position: int, done: int) -> tuple[Entry, list[Row]]:
        """Play the games of a deal. Return the first game and the rows. Raises VoidGame if a game is void."""
        raise NotImplementedError

    def _void_rows(self, position: int) -> tuple[Entry, list[Row]]:
        """The first game of a deal, and the rows to store if the deal is void.

        The caller adds the reason to the rows.
        """
        raise NotImplementedError

    def _dealt(
        self, entry: Entry, position: int, done: int, table: str, exchange: tuple[str, str] | None,
        forbid: tuple[int, str] | None = None,
    ) -> tuple[Outcome, list[list[int]]]:  # fmt: skip
        """Play a game with a changed deal. Return its outcome and its rows of `table`.

        Raises VoidGame if the game is void.
        """
        session = self.attempts.session(entry.variant, entry.players)
        assert isinstance(self._game, Arranged)
        self._game.arrange(session, self.study.column, exchange, forbid)
        outcome = self._one(entry, position, done)
        rows = session.take()[table]
        if outcome.void:
            raise VoidGame(outcome)
        return outcome, rows.tolist()

    def _deal(self, result: ChunkResult, position: int, done: int, verdict: Outcome | None) -> Iterable[Row]:
        """The rows of a deal. They give the reason if a game is void, or if `verdict` is a void outcome."""
        try:
            if verdict is not None:
                raise VoidGame(verdict)
            entry, rows = self._rows(position, done)
        except VoidGame as void:
            entry, rows = self._void_rows(position)
            self._judge(result, entry, void.outcome, unsure=False)
            return [row | {"void": void.outcome.void} for row in rows]
        result.streaks.good(entry.seats)
        return rows

    def _play(self, positions: Sequence[int], verdicts: Mapping[int, Outcome]) -> ChunkResult:
        begun = time.perf_counter()
        result = ChunkResult(positions[0], positions[-1], 0.0, 0, {}, Streaks())
        rows: list[Row] = []
        for done, position in enumerate(positions):
            try:
                rows += self._deal(result, position, done, verdicts.get(position))
            except PlayAgain as retry:
                result.end_before(position, retry.why)
                break
            interrupt.raise_if_noted()
            if result.streaks.too_many():
                result.stopped = True
                return result
        result.seconds = time.perf_counter() - begun
        if not rows:
            return result
        columns = {column.name: [row[column.name] for row in rows] for column in self.rows_of.columns}
        result.tables = {self.rows_of.name: encoded(self.rows_of, parquet.frame(self.rows_of, columns))}
        return result


@dataclass(frozen=True)
class DealWork:
    """The deals of a study as work for any backend (runner.backends.Work).

    Positions run through all `parts` (items or numbers of players) of one deal before the next deal. All
    parts therefore have about the same number of deals at any time, and more deals can be added later. The
    key of a row begins with the part and the deal. `column` is the kind of item that the study changes.
    """

    job: Job
    parts: tuple[Any, ...]
    column: str
    plays: ClassVar[type[DealPlayer]]

    @property
    def decision_seconds(self) -> float:
        """The time limit for a decision, in seconds."""
        return self.job.decision_seconds

    @cached_property
    def schedule(self) -> Schedule:
        """The schedule of line-ups and deals."""
        return self.job.schedule()

    def place(self, position: int) -> tuple[Any, int]:
        """The part and the deal number at a position."""
        deal, at = divmod(position, len(self.parts))
        return self.parts[at], deal

    def alternating(self, deal: int, at: int, variant: int = 0) -> Entry:
        """The game as dealt of a deal in matchup `at`. Line-ups and rotations alternate from deal to deal."""
        schedule, matchup = self.schedule, self.schedule.matchups[at]
        first = schedule.first_game(deal, at, deal % matchup.size())
        return schedule.entry(first + deal % matchup.rotations * schedule.variants + variant)

    @property
    def trusted(self) -> bool:
        """Whether all strategies are shipped ones."""
        return self.job.trusted

    def games(self, position: int) -> int:
        """The number of games played on the deal at a position."""
        raise NotImplementedError

    def played(self, rows: pl.DataFrame) -> Iterator[int]:
        """Yield the positions of the deals that already have rows."""
        places = {part: at for at, part in enumerate(self.parts)}
        for part, deal in rows.select(self.plays.rows_of.key[:2]).unique().iter_rows():
            if part in places:
                yield deal * len(places) + places[part]

    def player(
        self, number: int = 0, beat: MutableSequence[int] | None = None, handles: Sequence[int] = ()
    ) -> DealPlayer:
        """Create the object that plays the study in this process."""
        return self.plays(self, number, beat, handles)


def configured(config: str | Configuration, deals: int, called: str) -> Configuration:
    """Load the configuration for `deals` deals. Raises ConfigError if it has several rule sets."""
    within("--deals", deals, 1, MOST_BLOCKS)
    found = configs.load(config) if isinstance(config, str) else config
    if found.variants:
        raise ConfigError(
            f"{found.file}: variants: {called} has one ruleset; remove [[variants]] and [sweep]."
        )
    return replace(found, design=replace(found.design, blocks=deals), stop=Stop())


def manifest(plan: Plan, **own: Any) -> dict[str, Any]:
    """The manifest of a study, made from its plan's manifest.

    The tournament's own part is left out, and the items `own` are added.
    """
    return {key: value for key, value in plan.manifest().items() if key != "plan"} | own


class StoredStudy:
    """One call of a study that has `deals` deals for each part. `total` is the number of all its games."""

    def __init__(
        self, work: DealWork, store: DealStore, deals: int, folder: Path, progress: Progress
    ) -> None:
        self._work, self._store, self._progress = work, store, progress
        self._total, self._folder = deals * len(work.parts), folder
        stored = [position for position in work.played(store.rows()) if position < self._total]
        self._stored = len(stored)
        self._games = self._before = sum(work.games(position) for position in stored)
        self.total = sum(work.games(position) for position in range(self._total))
        spans = coalesced((position, position) for position in sorted(stored))
        self._queue = ChunkQueue(missing(self._total, spans))

    def play(self, where: Where) -> tuple[int, float]:
        """Play the missing deals, merge all parts, and return the games and seconds of this call."""
        begun = time.monotonic()
        self._progress.begin(self.total, self._games)
        try:
            self._loop(where)
            self._store.finish()
        except KeyboardInterrupt:
            told = f"{self._stored:,} of {self._total:,} deals are stored in {self._folder}"
            raise Interrupted(told) from None
        finally:
            self._progress.end()
        return self._games - self._before, time.monotonic() - begun

    def _loop(self, where: Where) -> None:
        if not self._queue:
            return
        names, note = [entrant.name for entrant in self._work.job.entrants], self._progress.note
        with closing(where.opened(self._work, self._queue.left(), note)) as backend:
            Dispatch(note, names, "deal").play(backend, self._queue, self._keep, self._look)

    def _look(self, under_way: int) -> None:
        self._progress.update(self._games + under_way * self.total // self._total)

    def _keep(self, result: ChunkResult) -> None:
        for table in result.tables.values():
            self._store.write(table.content)
        self._stored += result.last - result.first + 1
        self._games += sum(self._work.games(at) for at in range(result.first, result.last + 1))


@dataclass(frozen=True)
class DealsPlayed:
    """The stored deals of a study with their rows. `deals` is the number of deals for each part.

    `games` counts all games of the study. This call played `played` of them in `seconds` seconds.
    """

    plan: Plan
    work: DealWork
    folder: Path
    deals: int
    games: int
    played: int
    seconds: float
    rows: pl.DataFrame

    @property
    def void(self) -> int:
        """The number of deals with a void game, which do not count."""
        key = self.work.plays.rows_of.key[:2]
        return self.rows.filter(pl.col("void") != "").select(key).n_unique()

    @property
    def counted(self) -> pl.DataFrame:
        """The rows of all deals without a void game."""
        return self.rows.filter(pl.col("void") == "").drop("void")


def play_deals(
    plan: Plan, work: DealWork, folder: Path, deals: int, called: str, known: Mapping[str, Any], where: Where,
    progress: Progress, judge: Callable[[DealsPlayed], T],
) -> T:  # fmt: skip
    """Play the missing deals of a study into a folder, pass the deals to `judge`, and return its result.

    `judge` is called while this process holds the lock of the folder. `called` is the study's name in
    messages, and `known` its manifest.
    """
    with DealStore(folder, known, work.plays.rows_of, called) as store:
        study = StoredStudy(work, store, deals, folder, progress)
        played, seconds = study.play(where)
        rows = store.rows().filter(pl.col("deal") < deals)
        return judge(DealsPlayed(plan, work, folder, deals, study.total, played, seconds, rows))


class DealStore(OwnFolder):
    """Locks the folder of a study and is the only one to write it.

    `manifest` has the study's identity and options, `table` describes the rows, and `called` is the study's
    name in messages.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], table: Table, called: str) -> None:
        self._manifest, self._table, self._called = manifest, table, called
        self._whole = f"{table.name}.parquet"
        self._sums: dict[str, list[str]] | None = {}
        super().__init__(folder / DATA, folder)

    def _open(self) -> None:
        self._check(self._manifest)
        names = rf"\.(study|{self._table.name}|part-\d{{6}})\.(json|parquet)\.([0-9a-f]{{16}}\.tmp|new)"
        self._sweep(re.compile(names, re.ASCII).fullmatch)
        self._describe()
        self._parts = max((int(path.stem[-6:]) for path in self._listed()), default=0)

    def _check(self, manifest: Mapping[str, Any]) -> None:
        """Raise StateMismatch if the folder belongs to another study."""
        path = self.folder / FILE
        if not path.exists():
            return
        another = "choose another --out"
        found = jsonfile.read(path, self._called, LARGEST, RecordError, own=True, mend=another)
        try:
            stored, self._sums = {**found["identity"]}, parts.sums_of(found)
        except (KeyError, TypeError):
            raise RecordError(f"{path}: not the file of a {self._called}; {another}.") from None
        if changed := differing(stored, manifest["identity"]):
            raise StateMismatch(
                f"{self.folder.parent}: holds another {self._called} (differs in {', '.join(changed[:5])}); "
                "choose another --out, or undo the change."
            )

    def _listed(self) -> list[Path]:
        return sorted(path for path in self.folder.iterdir() if _PART.fullmatch(path.name))

    def write(self, content: bytes) -> None:
        """Store the rows of some deals, given as the bytes of a Parquet file."""
        self._parts += 1
        self._store(f"part-{self._parts:06}.parquet", content)

    def _store(self, name: str, content: bytes) -> None:
        """Write a file, after its checksum has been added to study.json."""
        if self._sums is not None:
            self._sums[name] = [*self._sums.get(name, ()), sha256(content).hexdigest()]
            self._describe()
        self._save(name, content)

    def _describe(self) -> None:
        """Write study.json."""
        sums = {} if self._sums is None else {"sums": self._sums}
        text = json.dumps({**self._manifest, **sums}, indent=1, ensure_ascii=False)
        self._save(FILE, text.encode() + b"\n")

    def rows(self) -> pl.DataFrame:
        """All rows, sorted by key."""
        whole = self.folder / self._whole
        paths = [*([whole] if whole.is_file() else []), *self._listed()]
        found = [_rows(path, self._table, self._sums) for path in paths]
        rows = pl.concat([pl.DataFrame(schema=parquet.schema(self._table)), *found])
        return rows.unique(self._table.key, keep="first").sort(self._table.key)

    def finish(self) -> None:
        """Merge all parts into one file, after the last deal."""
        parts = self._listed()
        if parts:
            self._store(self._whole, parquet.encode(self.rows()))
        for path in parts:
            files.remove(path)
        if parts and self._sums is not None:
            self._sums = {self._whole: self._sums[self._whole][-1:]}
            self._describe()


def _rows(path: Path, table: Table, sums: Mapping[str, Sequence[str]] | None) -> pl.DataFrame:
    """The rows of one file. Raises RecordError if it is unreadable or altered."""
    wanted = parquet.schema(table)
    try:
        known = None if sums is None else sums.get(path.name, ())
        found = parts.read_untrusted(path, MOST_ROWS, own=True, sums=known)
        return found.select(*wanted).cast(wanted)  # type: ignore[arg-type]
    except (pl.exceptions.PolarsError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error).strip().partition("\n")[0][:200]
        raise RecordError(
            f"{path}: cannot be read ({why}); remove it, and the same command replays its deals."
        ) from None
