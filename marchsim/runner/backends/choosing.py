"""The choice of a backend. It changes no result, so it is not part of a configuration or an identity."""

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
    """A backend with its number of workers (None: the default), or the address of a Dask scheduler."""

    backend: str
    scheduler: str = ""
    workers: int | None = None
    apart: bool = False  # even a single worker is a process of its own

    def opened(self, job: Work, most: int, note: Callable[[str], None]) -> Backend:
        """The backend, ready to play up to `most` chunks at a time.

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
    """Whether strategies that are not shipped play. If so, even one worker is a separate process."""
    return not job.trusted


def read(backend: str = "", scheduler: str = "", workers: int | None = None) -> Where:
    """The backend for a run. Raises ConfigError if the arguments exclude each other."""
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
