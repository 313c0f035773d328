"""The folder that a search goes on from: what makes it (tune.json), and the games of each finished step.

Steps follow each other: what the next one plays depends on those before. A step is written whole, then
noted in tune.json with its hash; what does not match is never used (StateMismatch), so a damaged search ends
instead of becoming a result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any

import polars as pl

from marchsim import files, jsonfile
from marchsim.errors import RecordError, StateMismatch
from marchsim.recorder import parquet
from marchsim.recorder.lock import FILE as LOCK
from marchsim.recorder.lock import Lock
from marchsim.runner.planning.plan import canonical
from marchsim.studies.tuning.deals import Task

FILE = "tune.json"
SCHEMA = "marchsim.tune/1"
LARGEST = 20_000_000  # bytes of tune.json
LARGEST_STEP = 200_000_000
_STEP = re.compile(r"step-\d{5}\.parquet", re.ASCII)
_UNFINISHED = re.compile(r"\.(tune\.json|step-\d{5}\.parquet)\.([0-9a-f]{16}\.tmp|new)", re.ASCII)
_AGAIN = "remove the folder to begin again, or choose another --out"


class Steps:
    """The one writer of a search's folder; `identity` names what makes the search, by the reader's words."""

    def __init__(self, folder: Path, identity: Mapping[str, str]) -> None:
        self.folder = folder
        self._identity = dict(identity)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(
                f"{folder}: cannot be made a folder ({error.strerror}); choose another --out."
            ) from None
        if not files.is_own_folder(folder):
            raise RecordError(f"{folder}: a link, where a folder must be; choose another --out.")
        self._lock = Lock(folder)
        try:
            self._noted = self._read()
            self._sweep()
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> Steps:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()
        if kind is None:
            (self.folder / LOCK).unlink(missing_ok=True)

    def stored(self, at: int, task: Task) -> pl.DataFrame | None:
        """Return the games of a step if it is finished; StateMismatch if they are not those of the task."""
        if at >= len(self._noted):
            return None
        path = self.folder / _name(at)
        noted = self._noted[at]
        if noted["task"] != fingerprint(task):
            raise StateMismatch(
                f"{path}: other candidates than this search draws, as after a change of numpy or of the "
                f"machine; {_AGAIN}."
            )
        try:
            content = files.content(path, LARGEST_STEP, own=True)
        except OSError as error:
            raise StateMismatch(f"{path}: cannot be read ({error.strerror}); {_AGAIN}.") from None
        if sha256(content).hexdigest() != noted["games"]:
            raise StateMismatch(f"{path}: not what was stored; it is damaged. To go on, {_AGAIN}.")
        return pl.read_parquet(BytesIO(content))

    def keep(self, at: int, task: Task, games: pl.DataFrame) -> None:
        """Store the games of a finished step."""
        assert at == len(self._noted), (at, len(self._noted))
        content = parquet.encode(games)
        self._save(_name(at), content)
        self._noted.append({"task": fingerprint(task), "games": sha256(content).hexdigest()})
        self._note()

    def _read(self) -> list[dict[str, str]]:
        """Return what is noted of the steps; StateMismatch if the folder holds something else."""
        path = self.folder / FILE
        if not path.exists() and not path.is_symlink():
            return []
        found = jsonfile.read(path, "search", LARGEST, StateMismatch, own=True, mend=_AGAIN)
        try:
            stored = dict(found["identity"])
            noted = [{key: str(step[key]) for key in ("task", "games")} for step in found["steps"]]
        except (KeyError, TypeError, ValueError, AttributeError):
            raise StateMismatch(f"{path}: not what `marchsim tune` writes; {_AGAIN}.") from None
        changed = [key for key in {**stored, **self._identity} if stored.get(key) != self._identity.get(key)]
        if changed:
            raise StateMismatch(
                f"{self.folder}: holds another search ({', '.join(changed[:5])} differ); undo the change, or "
                f"{_AGAIN}."
            )
        return noted

    def _sweep(self) -> None:
        """Remove what a killed process left unfinished; nobody else writes here, since we hold the lock."""
        finished = {_name(at) for at in range(len(self._noted))}
        for path in list(self.folder.iterdir()):
            left = _STEP.fullmatch(path.name) and path.name not in finished
            if left or _UNFINISHED.fullmatch(path.name):
                files.remove(path)
        self._note()

    def _note(self) -> None:
        found: dict[str, Any] = {"schema": SCHEMA, "identity": self._identity, "steps": self._noted}
        self._save(FILE, (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())

    def _save(self, name: str, content: bytes) -> None:
        try:
            files.replace(self.folder / name, content)
        except OSError as error:
            raise RecordError(
                f"{self.folder / name}: cannot be written ({error.strerror or error}). Nothing stored is "
                "lost: make room or mend the folder, and the same command goes on."
            ) from None


def fingerprint(task: Task) -> str:
    """Return what tells a task from any other."""
    candidates = [dict(one) for one in task.candidates]
    return sha256(canonical([task.stage, task.first, task.deals, candidates]).encode()).hexdigest()


def _name(at: int) -> str:
    return f"step-{at:05}.parquet"
