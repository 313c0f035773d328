"""A Dask cluster on this machine, in processes of its own that end with the process that started it.

It is private: all connections use TLS with a key made for this cluster, which is kept in memory only and
needed on both sides. It listens only on the loopback and shows no pages. Its processes form a session of
their own, so Ctrl-C at the terminal does not reach them, and all of them can be killed at once. The first
process reads its input from standard input, writes the scheduler's address, and waits until the parent closes
the pipe.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

from marchsim.errors import ConfigError

if TYPE_CHECKING:
    from distributed.security import Security

INSTALL = "--backend dask needs the extra `cluster`: pip install 'marchsim[cluster]'."
START = """\
import os, shutil, signal, sys, threading
wanted = sys.stdin.readline()
folder = sys.stdin.readline().rstrip("\\n")

def end():
    sys.stdin.read()
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL) if hasattr(os, "killpg") else os._exit(1)

threading.Thread(target=end, daemon=True).start()
from marchsim.runner.backends import local_cluster
local_cluster.serve(wanted, folder)
"""


class LocalCluster:
    """A local cluster of Dask workers with one thread each.

    `address` is that of their scheduler, `security` what a client needs to connect to it.
    """

    def __init__(self, workers: int) -> None:
        self.security = _security()
        self._folder = tempfile.mkdtemp(prefix="marchsim-")  # for the workers; no other user may enter it
        self._process = subprocess.Popen(
            [sys.executable, "-c", START],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = {
            "workers": workers,
            "certificate": self.security.tls_client_cert,
            "key": self.security.tls_client_key,
        }
        try:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(f"{json.dumps(wanted)}\n{self._folder}\n")
                self._process.stdin.flush()
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
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def _security() -> Security:
    """Return a certificate and its key, made now and good for both sides of each connection."""
    try:
        from distributed.security import Security

        return Security.temporary()
    except ImportError:  # of distributed, or of the cryptography that makes the key
        raise ConfigError(INSTALL) from None


def serve(wanted: str, folder: str) -> None:
    """Start the cluster, write the address of its scheduler, and stay until the process is ended."""
    from distributed import Nanny, SpecCluster
    from distributed.security import Security

    from marchsim.runner.backends.nodes import Scheduler, Worker

    told = json.loads(wanted)
    certificate, key = told["certificate"], told["key"]
    security = Security(
        require_encryption=True, tls_ca_file=certificate,
        tls_client_cert=certificate, tls_client_key=key, tls_scheduler_cert=certificate,
        tls_scheduler_key=key, tls_worker_cert=certificate, tls_worker_key=key,
    )  # fmt: skip
    answer = os.dup(1)
    os.dup2(2, 1)  # what workers print leads nowhere
    here = {"host": "127.0.0.1", "protocol": "tls://", "security": security}
    worker = {
        "cls": Nanny,
        "options": {
            **here, "nthreads": 1, "memory_limit": None, "local_directory": folder, "worker_class": Worker,
        },
    }  # fmt: skip
    cluster = SpecCluster(
        scheduler={"cls": Scheduler, "options": {**here, "port": 0}},
        workers=dict.fromkeys(range(told["workers"]), worker), security=security,
    )  # fmt: skip
    os.write(answer, f"{cluster.scheduler_address}\n".encode())
    os.close(answer)
    signal.pause()
