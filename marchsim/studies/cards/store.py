"""The folder of a card study: what made it (study.json) and its pairs, in parts while it goes on.

Files are written whole; whatever stops a study, the parts that are there count and the others are played.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import polars as pl

from marchsim.errors import RecordError, StateMismatch
from marchsim.recorder import parquet
from marchsim.recorder.lock import FILE as LOCK
from marchsim.recorder.lock import Lock
from marchsim.recorder.portion import Span
from marchsim.studies.cards.job import CardJob
from marchsim.studies.cards.playing import PAIRS

DATA = "data"
FILE = "study.json"
WHOLE = "pairs.parquet"
SCHEMA = "marchsim.cards/1"


class Store:
    """The one writer of a study's folder; `manifest` says what makes it (`identity`) and what was asked."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder / DATA
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(
                f"{folder}: cannot be made a folder ({error.strerror}); choose another --out."
            ) from None
        self._lock = Lock(self.folder)
        try:
            self._check(manifest)
            self._save(FILE, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())
            self._parts = len(self._listed())
        except BaseException:
            self._lock.close()
            raise

    def _check(self, manifest: Mapping[str, Any]) -> None:
        """Raise StateMismatch if the folder holds a study of something else."""
        path = self.folder / FILE
        if not path.is_file():
            return
        try:
            stored = json.loads(path.read_bytes())["identity"].items()
        except (ValueError, KeyError, TypeError, AttributeError):
            raise RecordError(f"{path}: not what a card study writes; choose another --out.") from None
        now = manifest["identity"]
        changed = [key for key, value in stored if now.get(key) != value]
        changed += [key for key in now if key not in dict(stored)]
        if changed:
            raise StateMismatch(
                f"{self.folder.parent}: holds another card study ({', '.join(changed[:5])} differ); "
                "choose another --out, or undo the change."
            )

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()
        if kind is None:
            (self.folder / LOCK).unlink(missing_ok=True)

    def _listed(self) -> list[Path]:
        return sorted(self.folder.glob("part-*.parquet"))

    def _save(self, name: str, content: bytes) -> None:
        path = self.folder / f".{name}.new"
        with path.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        path.replace(self.folder / name)

    def write(self, content: bytes) -> None:
        """Store some deals, as the bytes of a Parquet file."""
        self._parts += 1
        self._save(f"part-{self._parts:06}.parquet", content)

    def rows(self) -> pl.DataFrame:
        """Return all rows, in the order of the key."""
        whole = self.folder / WHOLE
        paths = [*([whole] if whole.is_file() else []), *self._listed()]
        wanted = parquet.schema(PAIRS)
        try:
            frames = [pl.read_parquet(path).select(*wanted).cast(wanted) for path in paths]  # type: ignore[arg-type]
        except (pl.exceptions.PolarsError, OSError) as error:
            raise RecordError(
                f"{self.folder}: a file of pairs cannot be read ({str(error).splitlines()[0]}); remove it, "
                "and the same command plays its deals again."
            ) from None
        rows = pl.concat([pl.DataFrame(schema=wanted), *frames])
        return rows.unique(PAIRS.key, keep="first").sort(PAIRS.key)

    def stored(self, job: CardJob, deals: int) -> list[Span]:
        """Return the positions that are stored, those that follow each other as one."""
        place = {item: at for at, item in enumerate(job.items)}
        pairs = self.rows().select("item", "deal").unique().iter_rows()
        positions = sorted(
            deal * len(place) + place[item] for item, deal in pairs if item in place and deal < deals
        )
        spans: list[Span] = []
        for position in positions:
            if spans and spans[-1][1] == position - 1:
                spans[-1] = (spans[-1][0], position)
            else:
                spans.append((position, position))
        return spans

    def finish(self) -> None:
        """Put all parts into one file."""
        parts = self._listed()
        if parts:
            self._save(WHOLE, parquet.encode(self.rows()))
        for path in parts:
            path.unlink()
