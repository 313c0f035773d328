"""A folder that a search resumes from: its identity (tune.json), and the games of each finished step.

Steps follow each other: the candidates of the next one depend on those before. The file of a step is written
whole, under a name with its number, the hash of its candidates and that of its content. A file that does not
match its name is never used (StateMismatch), so a damaged search ends instead of becoming a result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import polars as pl

from marchsim import files, jsonfile
from marchsim.errors import StateMismatch
from marchsim.recorder import parquet
from marchsim.runner.planning.plan import canonical
from marchsim.studies.own_folder import OwnFolder, differing
from marchsim.studies.tuning.playing import Task

FILE = "tune.json"
SCHEMA = "marchsim.tune/2"
LARGEST = 20_000_000  # bytes of tune.json
LARGEST_STEP = 200_000_000
_STEP = re.compile(r"step-(\d{5})-([0-9a-f]{32})-([0-9a-f]{32})\.parquet", re.ASCII)
_UNFINISHED = re.compile(r"\.(tune\.json|step-[\w-]+\.parquet)\.([0-9a-f]{16}\.tmp|new)", re.ASCII)
_AGAIN = "remove the folder to begin again, or choose another --out"


class Steps(OwnFolder):
    """The one writer of a search's folder; `identity` names what makes the search, by the reader's words."""

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
        """Return the games of a step if it is finished; StateMismatch if they are not those of the task."""
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
        """Return whether the folder holds no search; StateMismatch if it holds another or something else."""
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
    """Return what tells a task from any other."""
    candidates = [dict(one) for one in task.candidates]
    seated = [[*task.who], task.company, [*task.shares]]
    return _hash(canonical([task.stage, task.first, task.deals, candidates, seated]).encode())


def _hash(content: bytes) -> str:
    """Return half of a SHA-256: enough against damage, and short enough for the name of a file."""
    return sha256(content).hexdigest()[:32]
