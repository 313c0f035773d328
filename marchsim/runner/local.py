"""A Dask cluster on this machine, in processes of its own that end with whoever asked for it.

They form a session of their own, so Ctrl-C at the terminal does not reach them, and all of them can be killed
at once. The first process writes the scheduler's address and waits until nobody listens any more.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

from marchsim.errors import ConfigError

START = "from marchsim.runner import local; local.serve({workers})"


class LocalCluster:
    """So many Dask workers of one thread each; `address` is that of their scheduler."""

    def __init__(self, workers: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START.format(workers=workers)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        try:
            self.address = self._process.stdout.readline().strip()
        except BaseException:
            self.close()
            raise
        if not self.address:
            self.close()
            raise ConfigError(
                "--backend dask: no local cluster could be started; try --backend multiprocess."
            )

    def close(self) -> None:
        """Kill all its processes."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            _kill(self._process.pid)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def serve(workers: int) -> None:
    """Start the cluster, write its address, and wait for the end of the standard input."""
    from distributed import LocalCluster as Cluster

    cluster = Cluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=None,
        worker_dashboard_address=None,
    )  # fmt: skip
    sys.stdout.write(f"{cluster.scheduler_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    _kill(os.getpid())


def _kill(process: int) -> None:
    """Kill a process and all of its session's."""
    if hasattr(os, "killpg"):
        os.killpg(process, signal.SIGKILL)
    else:
        os.kill(process, signal.SIGTERM)
