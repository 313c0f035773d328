"""A folder that a search resumes from: what makes it (tune.json), and the games of each finished step.

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
from typing import Any

import polars as pl

from marchsim import files, jsonfile
from marchsim.errors import StateMismatch
from marchsim.recorder import parquet
from marchsim.runner.planning.plan import canonical
from marchsim.studies.own_folder import OwnFolder, differing
from marchsim.studies.tuning.playing import Task

FILE = "tune.json"
SCHEMA = "marchsim.tune/1"
LARGEST = 20_000_000  # bytes of tune.json
LARGEST_STEP = 200_000_000
_STEP = re.compile(r"step-\d{5}\.parquet", re.ASCII)
_UNFINISHED = re.compile(r"\.(tune\.json|step-\d{5}\.parquet)\.([0-9a-f]{16}\.tmp|new)", re.ASCII)
_AGAIN = "remove the folder to begin again, or choose another --out"


class Steps(OwnFolder):
    """The one writer of a search's folder; `identity` names what makes the search, by the reader's words."""

    def __init__(self, folder: Path, identity: Mapping[str, str]) -> None:
        self._identity = dict(identity)
        super().__init__(folder, folder)

    def _open(self) -> None:
        self._noted = self._read()
        finished = {_name(at) for at in range(len(self._noted))}
        self._sweep(
            lambda name: (_STEP.fullmatch(name) and name not in finished) or _UNFINISHED.fullmatch(name)
        )
        self._note()

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
            stored = {**found["identity"]}
            noted = [{key: str(step[key]) for key in ("task", "games")} for step in found["steps"]]
        except (KeyError, TypeError, ValueError, AttributeError):
            raise StateMismatch(f"{path}: not the file of a search; {_AGAIN}.") from None
        if changed := differing(stored, self._identity):
            raise StateMismatch(
                f"{self.folder}: holds another search (differs in "
                f"{', '.join(changed[:5])}); undo the change, or "
                f"{_AGAIN}."
            )
        return noted

    def _note(self) -> None:
        found: dict[str, Any] = {"schema": SCHEMA, "identity": self._identity, "steps": self._noted}
        self._save(FILE, (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())


def fingerprint(task: Task) -> str:
    """Return what tells a task from any other."""
    candidates = [dict(one) for one in task.candidates]
    seated = [[*task.who], task.company, [*task.shares]]
    return sha256(canonical([task.stage, task.first, task.deals, candidates, seated]).encode()).hexdigest()


def _name(at: int) -> str:
    return f"step-{at:05}.parquet"
