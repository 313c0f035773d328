"""Play the tasks of a search one by one, and store the games of each finished task in a folder.

A step is a finished task, and its candidates depend on the steps before it. The folder has the identity of
the search (tune.json) and a file for each step, which is written atomically. The file's name has the step's
number, the hash of its candidates and the hash of its contents. A file that does not match its name raises
StateMismatch and is never used, so a damaged search stops without a result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import polars as pl

from marchsim import files, jsonfile
from marchsim.errors import StateMismatch
from marchsim.recorder import parquet
from marchsim.runner.backends.choosing import Backend, Where
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.planning.chunks import ChunkQueue
from marchsim.runner.planning.plan import canonical
from marchsim.runner.playing.worker import ChunkResult
from marchsim.runner.progress.display import Progress
from marchsim.studies.candidates import GAMES, Task, TuneJob
from marchsim.studies.own_folder import OwnFolder, differing

FILE = "tune.json"
SCHEMA = "marchsim.tune/2"
LARGEST = 20_000_000  # bytes of tune.json
LARGEST_STEP = 200_000_000
_STEP = re.compile(r"step-(\d{5})-([0-9a-f]{32})-([0-9a-f]{32})\.parquet", re.ASCII)
_UNFINISHED = re.compile(r"\.(tune\.json|step-[\w-]+\.parquet)\.([0-9a-f]{16}\.tmp|new)", re.ASCII)
_AGAIN = "remove the folder to begin again, or choose another --out"


class Steps(OwnFolder):
    """Locks the folder of a search as its only writer. `identity` defines the search in the user's words."""

    def __init__(self, folder: Path, identity: Mapping[str, str]) -> None:
        self._identity = dict(identity)
        super().__init__(folder, folder)

    def _open(self) -> None:
        if self._is_new():
            found = {"schema": SCHEMA, "identity": self._identity}
            self._save(FILE, (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())
        listed = (_STEP.fullmatch(path.name) for path in self.folder.iterdir())
        steps = {int(found[1]): found for found in listed if found}
        self._finished: list[re.Match[str]] = []
        while (at := len(self._finished)) in steps:
            self._finished.append(steps[at])
        kept = {found[0] for found in self._finished}
        self._sweep(lambda name: (_STEP.fullmatch(name) and name not in kept) or _UNFINISHED.fullmatch(name))

    def stored(self, at: int, task: Task) -> pl.DataFrame | None:
        """The games of a step, or None if not stored. Raises StateMismatch if they are of another task."""
        if at >= len(self._finished):
            return None
        name, _, candidates, games = (self._finished[at][part] for part in range(4))
        path = self.folder / name
        if candidates != fingerprint(task):
            raise StateMismatch(
                f"{path}: other candidates than this search draws, as after a change of numpy or of the "
                f"machine; {_AGAIN}."
            )
        try:
            content = files.content(path, LARGEST_STEP, own=True)
        except OSError as error:
            raise StateMismatch(f"{path}: cannot be read ({error.strerror}); {_AGAIN}.") from None
        if _hash(content) != games:
            raise StateMismatch(f"{path}: not what was stored; it is damaged. To go on, {_AGAIN}.")
        return pl.read_parquet(BytesIO(content))

    def keep(self, at: int, task: Task, games: pl.DataFrame) -> None:
        """Store the games of a finished step."""
        content = parquet.encode(games)
        name = f"step-{at:05}-{fingerprint(task)}-{_hash(content)}.parquet"
        found = _STEP.fullmatch(name)
        assert found and at == len(self._finished), (name, len(self._finished))
        self._save(name, content)
        self._finished.append(found)

    def _is_new(self) -> bool:
        """Whether the folder has no search yet. Raises StateMismatch if it has anything but this search."""
        path = self.folder / FILE
        if not path.exists() and not path.is_symlink():
            return True
        found = jsonfile.read(path, "search", LARGEST, StateMismatch, own=True, mend=_AGAIN)
        try:
            stored, schema = {**found["identity"]}, found["schema"]
        except (KeyError, TypeError, ValueError, AttributeError):
            raise StateMismatch(f"{path}: not the file of a search; {_AGAIN}.") from None
        if schema != SCHEMA:
            raise StateMismatch(f"{path}: a search of another version of marchsim; {_AGAIN}.")
        if changed := differing(stored, self._identity):
            raise StateMismatch(
                f"{self.folder}: holds another search (differs in "
                f"{', '.join(changed[:5])}); undo the change, or "
                f"{_AGAIN}."
            )
        return False


def fingerprint(task: Task) -> str:
    """A hash that identifies a task."""
    candidates = [dict(one) for one in task.candidates]
    seated = [[*task.who], task.company, [*task.shares]]
    return _hash(canonical([task.stage, task.first, task.deals, candidates, seated]).encode())


def _hash(content: bytes) -> str:
    """Half of a SHA-256, which is enough to detect damage and short enough for a file's name."""
    return sha256(content).hexdigest()[:32]


MOST_CHUNKS = 256  # under way at a time


class Stepper:
    """Plays tasks of a job with one number of players. If `steps` is None, nothing is stored.

    `done` counts the games of all tasks, and `voids` the void ones among them. `played` counts the games of
    this call, for which the workers needed `seconds`. `words` are shown beside the progress.
    """

    def __init__(
        self, job: TuneJob, players: int, where: Where, steps: Steps | None, progress: Progress
    ) -> None:
        self._job, self._players, self._where, self._steps = job, players, where, steps
        self._progress = progress
        self._backend: Backend | None = None
        self._dispatch = Dispatch(progress.note, [entrant.name for entrant in job.entrants])
        self._at = 0
        self.workers = 1
        self.done = self.voids = self.played = 0
        self.seconds = 0.0
        self.words: list[str] = []

    def games(self, task: Task) -> pl.DataFrame:
        """The games of the next step. They are played unless they are stored."""
        at, self._at = self._at, self._at + 1
        games = self._steps.stored(at, task) if self._steps else None
        if games is None:
            games = self._play(task)
            if self._steps:
                self._steps.keep(at, task, games)
        self.done += len(games)
        self.voids += int((games["void"] != "").sum())
        self._progress.update(self.done, (), self.words)
        return games

    def stretch(self, tasks: Sequence[Task]) -> pl.DataFrame:
        """The games of several tasks, with positions numbered consecutively."""
        parts: list[pl.DataFrame] = []
        before = 0
        for task in tasks:
            parts.append(self.games(task).with_columns(pl.col("position") + before))
            before += task.games(self._players)
        return pl.concat(parts)

    def close(self) -> None:
        """Stop all workers."""
        if self._backend is not None:
            self._backend.close()

    def _play(self, task: Task) -> pl.DataFrame:
        total = task.games(self._players)
        found: list[pl.DataFrame] = []

        def keep(result: ChunkResult) -> None:
            found.extend(table.rows() for table in result.tables.values())
            self.seconds += result.seconds
            self.played += result.last - result.first + 1

        def look(under_way: int) -> None:
            done = sum(map(len, found)) + under_way
            self._progress.update(self.done + done, (), self.words)

        self._dispatch.play(self._opened(), ChunkQueue([(0, total - 1)], task), keep, look)
        games = pl.concat(found).sort("position")
        assert games["position"].equals(pl.int_range(total, dtype=pl.Int32, eager=True).alias("position"))
        return games.select(column.name for column in GAMES.columns)

    def _opened(self) -> Backend:
        """The backend, which is created at the first game."""
        if self._backend is None:
            self._backend = self._where.opened(self._job, MOST_CHUNKS, self._progress.note)
            self.workers = self._backend.workers
        return self._backend


def parts(task: Task, players: int, most: int) -> list[Task]:
    """Split a task into pieces of at most `most` games or one deal. An interruption loses only one piece."""
    each = max(1, most // (len(task.candidates) * players))
    return [
        replace(task, first=task.first + at, deals=min(each, task.deals - at))
        for at in range(0, task.deals, each)
    ]
