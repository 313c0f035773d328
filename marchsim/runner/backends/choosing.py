"""The place to play. It changes no result, so it belongs to no configuration and no identity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from marchsim.errors import ConfigError
from marchsim.runner.backends.multiprocess import (
    MOST_WORKERS,
    Backend,
    Multiprocess,
    Serial,
    Work,
    usual_workers,
)
from marchsim.runner.configuration.fields import within
from marchsim.runner.playing import printing
from marchsim.runner.playing.worker import GameJob

Workers = int | str | None
"""A number of worker processes (0: this process, None: one per processor), or a Dask scheduler's address."""


@dataclass(frozen=True)
class Where:
    """The place to play: worker processes (0: this process), or the workers of a Dask scheduler."""

    workers: int
    scheduler: str = ""

    @property
    def at_once(self) -> int:
        """The number of processes that play at a time. For a cluster, the guess is that of this machine."""
        return max(1, self.workers)

    def opened(self, job: Work, most: int, note: Callable[[str], None]) -> Backend:
        """Start the backend, which plays up to `most` chunks at a time.

        `note` gets messages about a cluster, and the output of strategies. Raises ConfigError if a cluster
        cannot play this job, or cannot be reached.
        """
        if self.scheduler:
            from marchsim.runner.backends.cluster import Dask

            if not isinstance(job, GameJob):
                raise ConfigError("--workers: a Dask cluster cannot play this study; give a number.")
            return Dask(job, self.scheduler, note)
        workers = min(self.workers, max(1, most))
        if workers == 0 or (workers == 1 and not may_harm(job)):
            return Serial(job)
        return Multiprocess(job, workers, printing.as_notes(note))


def may_harm(job: Work) -> bool:
    """Whether any strategy is not shipped, so that even a single worker must be a separate process."""
    return not job.trusted


def read(workers: Workers = None) -> Where:
    """The place to play that --workers names. Raises ConfigError if it is no number and no address."""
    text = str(workers if workers is not None else usual_workers()).strip()
    if "://" in text:
        return Where(usual_workers(), text)
    if not text.isascii() or not text.isdigit():
        raise ConfigError(
            f"--workers: {text[:40]!r} is neither a number of processes nor the address of a Dask scheduler; "
            "write 4, or tcp://HOST:8786."
        )
    within("--workers", int(text), 0, MOST_WORKERS)
    return Where(int(text))
