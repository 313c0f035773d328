"""The folder of a study: it has one writer at a time, atomic files, and belongs to one study."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from marchsim import files
from marchsim.errors import RecordError
from marchsim.recorder.lock import FILE as LOCK
from marchsim.recorder.lock import Lock


class OwnFolder:
    """A context manager that locks a folder, so that no other process writes to it.

    `asked` is the path that the user gave, for error messages. A subclass reads and repairs the contents in
    `_open`, under the lock. Raises RecordError if the folder cannot be created or is a link.
    """

    def __init__(self, folder: Path, asked: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(
                f"{asked}: cannot be created ({error.strerror}); choose another --out."
            ) from None
        if not files.is_own_folder(folder):
            raise RecordError(f"{folder}: a link, where a folder must be; choose another --out.")
        self._lock = Lock(folder)
        try:
            self._open()
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()
        if kind is None:
            (self.folder / LOCK).unlink(missing_ok=True)

    def _open(self) -> None:
        raise NotImplementedError

    def _sweep(self, unfinished: Callable[[str], object]) -> None:
        """Remove unfinished files left by a killed process. The lock keeps other writers out."""
        for path in list(self.folder.iterdir()):
            if unfinished(path.name):
                files.remove(path)

    def _save(self, name: str, content: bytes) -> None:
        """Write a file atomically. Raises RecordError if that fails."""
        try:
            files.replace(self.folder / name, content)
        except OSError as error:
            raise RecordError(
                f"{self.folder / name}: cannot be written ({error.strerror or error}). Nothing stored is "
                "lost: free some space or fix the folder; then the same command resumes."
            ) from None


def differing(stored: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The keys whose values differ, with the keys of `stored` first."""
    return [key for key in {**stored, **now} if stored.get(key) != now.get(key)]
