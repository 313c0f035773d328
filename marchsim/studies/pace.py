"""The size of a study's stages from a time limit, at the speed that the study has had so far."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from marchsim import jsonfile
from marchsim.errors import RecordError
from marchsim.studies import toml_text
from marchsim.studies.stages import PlayedStages

MOST_BYTES = 1 << 20
SPENT = ("spent", "played", "playing")


class Pace:
    """The games that a time allows. A file keeps the size of each stage, so a resumed study plays the same.

    `key` identifies the study: with another one, the file begins anew. `seconds` is the limit, `guess` the
    games that it allows at a first guess, and `now` a clock in seconds. Raises RecordError if the file is
    damaged.
    """

    def __init__(self, path: Path, key: str, seconds: float, guess: int, now: Callable[[], float]) -> None:
        self._path, self._seconds, self._now, self._begun = path, seconds, now, now()
        self._kept: dict[str, Any] = {"search": key, "games": guess, **dict.fromkeys(SPENT, 0.0)}
        if path.is_file():
            words = "record of a search"
            stored = jsonfile.read(path, words, MOST_BYTES, RecordError, mend="delete it")
            if isinstance(stored, dict) and stored.get("search") == key:
                numbers = {name for name, value in stored.items() if type(value) in (int, float)}
                if numbers | {"search"} != self._kept.keys() | stored.keys():
                    raise RecordError(f"{path}: this {words} is damaged; delete it.")
                self._kept = stored
        self._begun -= self._kept["spent"]

    @property
    def guess(self) -> int:
        """The number of games that the time allows, as guessed when the study began."""
        return int(self._kept["games"])

    def games(self, share: float) -> float:
        """The number of games until a share of the time is over."""
        kept = self._kept
        speed = kept["played"] / kept["playing"] if kept["played"] else kept["games"] / self._seconds
        return float((share * self._seconds - (self._now() - self._begun)) * speed)

    def size(self, stage: str, count: Callable[[], int]) -> int:
        """The size of a stage. It is counted when the stage is first asked for, and stored."""
        if stage not in self._kept:
            self._kept[stage] = count()
            self._save()
        return int(self._kept[stage])

    @contextmanager
    def playing(self, played: PlayedStages) -> Iterator[None]:
        """A context for playing a stage, whose games and seconds count for the speed.

        Those of each earlier stage count half as much as those of the next.
        """
        begun, games = self._now(), played.now
        yield
        self._kept["played"] = self._kept["played"] / 2 + played.now - games
        self._kept["playing"] = self._kept["playing"] / 2 + self._now() - begun
        self._save()

    def _save(self) -> None:
        self._kept["spent"] = self._now() - self._begun
        toml_text.put(self._path, json.dumps(self._kept, indent=1) + "\n")
