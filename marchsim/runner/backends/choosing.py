"""The choice of a backend. It changes no result, so it belongs to no configuration and no identity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from marchsim.errors import ConfigError, nearest
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

BACKENDS = ("serial", "multiprocess")


@dataclass(frozen=True)
class Where:
    """The place to play: a backend with a number of workers (None: the default), or a Dask scheduler."""

    backend: str
    scheduler: str = ""
    workers: int | None = None
    apart: bool = False  # even a single worker is a process of its own

    def opened(self, job: Work, most: int, note: Callable[[str], None]) -> Backend:
        """Start the backend, which plays up to `most` chunks at a time.

        `note` gets messages about a cluster, and the output of strategies. Dask plays only a GameJob.
        """
        workers = max(1, min(self.workers or usual_workers(), most))
        if self.scheduler:
            from marchsim.runner.backends.cluster import Dask

            assert isinstance(job, GameJob)
            return Dask(job, self.scheduler, note)
        if self.backend == "serial" or (workers == 1 and not self.apart and not may_harm(job)):
            return Serial(job)
        return Multiprocess(job, workers, printing.as_notes(note))


def may_harm(job: Work) -> bool:
    """Whether a strategy that is not shipped plays. Then even a single worker is a process of its own."""
    return not job.trusted


def read(backend: str = "", scheduler: str = "", workers: int | None = None) -> Where:
    """The place to play that these options name. Raises ConfigError if they exclude each other."""
    if backend and backend not in BACKENDS:
        meant = " --scheduler ADDRESS plays on a Dask cluster." if backend == "dask" else ""
        raise ConfigError(
            f"--backend: {backend!r} is not one of {', '.join(BACKENDS)}."
            f"{meant or nearest(backend, BACKENDS)}"
        )
    within("--workers", workers, 1, MOST_WORKERS)
    if scheduler and (backend or workers is not None):
        surplus = "--backend" if backend else "--workers"
        raise ConfigError(f"{surplus}: with a scheduler, its own workers play; leave this out.")
    chosen = backend or "multiprocess"
    if chosen == "serial" and workers not in (None, 1):
        raise ConfigError(f"--workers: serial plays in this process only, not in {workers}; leave it out.")
    return Where(chosen, scheduler, workers, apart=backend == "multiprocess")
