"""A local Dask cluster is nobody else's: no other user, and nobody without its key, runs code in it."""

from __future__ import annotations

import contextlib
import os
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marchsim.runner.backends.local_cluster import LocalCluster
from tests.runner.test_cluster import pids_below
from tests.runner.test_faults import ROOT

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sockets and processes are found in /proc")
NOBODY = 65534
INTRUDER = """
import os, sys
from distributed import Client
from distributed.security import Security

def attempt(address, security):
    try:
        client = Client(address, timeout=1, security=security)
        return f"in {client.submit(os.getuid).result(timeout=300)}"
    except (OSError, TypeError) as error:
        return f"out {type(error).__name__}"

other = Security.temporary()
attempt("tls://127.0.0.1:9", other)  # all that is needed is loaded before it is another user's process
if sys.argv[2:]:
    os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
print(attempt(sys.argv[1], other))
print(attempt(sys.argv[1].replace("tls:", "tcp:"), None))
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A cluster of one worker, with a client that has its key."""
    cluster = LocalCluster(1)
    try:
        with distributed.Client(cluster.address, security=cluster.security, timeout=300) as client:
            client.wait_for_workers(1, timeout=300)
            assert client.submit(os.getuid).result() == os.getuid()
            yield cluster
    finally:
        cluster.close()


def members(cluster: LocalCluster) -> list[int]:
    return [cluster._process.pid, *pids_below(cluster._process.pid)]


def listening(pids: list[int]) -> list[tuple[str, int]]:
    """Return address and port of the sockets at which some processes listen."""
    sockets = set()
    for pid in pids:
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            sockets.add(str(handle.readlink()))
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                address, port = fields[1].split(":")
                found.append((address, int(port, 16)))
    return found


def test_it_listens_where_it_must_and_with_a_key_alone(cluster: LocalCluster) -> None:
    """Scheduler, nanny and worker have a port each on the loopback; without the key none says a word."""
    found = listening(members(cluster))
    assert len(found) == 3 and {address for address, _ in found} == {"0100007F"}
    for _, port in found:
        assert b"HTTP" not in said(port, b"GET / HTTP/1.0\r\n\r\n")
        assert said(port, b"", cluster.security, key=False) == b""
        assert said(port, b"", cluster.security, key=True) != b""


def said(port: int, first: bytes, security: Any = None, key: bool = False) -> bytes:
    """Return the first bytes that a server says to who knows its certificate, and may have the key."""
    with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
        link = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=300))
        if security is not None:
            role = security.get_tls_config_for_role("client")
            context = security._get_tls_context(role, ssl.Purpose.SERVER_AUTH)
            if not key:
                context = ssl.create_default_context(cadata=security.tls_ca_file)
                context.check_hostname = False
            link = stack.enter_context(context.wrap_socket(link))
        link.sendall(first)
        return link.recv(1000)
    return b""


@pytest.mark.slow
def test_nobody_runs_code_in_it_without_its_key(cluster: LocalCluster) -> None:
    """With another key, or by a client that knows of none."""
    assert intruder(cluster) == ["out"] * 2


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_another_user_neither_gets_in_nor_finds_the_key(cluster: LocalCluster) -> None:
    """Not from its sockets, its processes or its folder."""
    assert intruder(cluster, NOBODY) == ["out"] * 2
    places = [f"/proc/{pid}/{name}" for pid in members(cluster) for name in ("environ", "mem", "fd")]
    looking = (
        "import os, sys\nos.setgroups([]); os.setgid(65534); os.setuid(65534)\nfor path in sys.argv[1:]:\n"
    )
    looking += "    try: print('IN', (os.listdir if os.path.isdir(path) else open)(path))\n"
    looking += "    except PermissionError: print('out')\n"
    command = [sys.executable, "-c", looking, cluster._folder, *places]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["out"] * (len(places) + 1)


def test_the_key_is_in_no_place_that_others_read(cluster: LocalCluster) -> None:
    """Neither in environments, command lines or names of files, nor in files of its folder."""
    secret = "".join(cluster.security.tls_client_key.split("\n")[3:6]).encode()
    assert len(secret) > 100
    for pid in (os.getpid(), *members(cluster)):
        for name in ("environ", "cmdline"):
            content = Path(f"/proc/{pid}/{name}").read_bytes()
            assert secret[:60] not in content and b"PRIVATE KEY" not in content
    files = [path for path in Path(cluster._folder).rglob("*") if path.is_file()]
    assert not any(b"PRIVATE KEY" in path.read_bytes() for path in files)
    assert Path(cluster._folder).stat().st_mode & 0o77 == 0


def intruder(cluster: LocalCluster, user: int | None = None) -> list[str]:
    """Try to get in by all ways without the key; return how each ended."""
    command = [sys.executable, "-c", INTRUDER, cluster.address, *([str(user)] if user is not None else [])]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return [line.split()[0] for line in done.stdout.splitlines()]
