"""Strategies that harm the process they play in: their games are void for a reason, others are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchsim.recorder import RunFolder
from tests.runner.test_faults import HOPELESS, TRIGGER, configure, others, void_games, wait_for
from tests.runner.test_orphans import Command

WRITING = "for fd in {fds}:\n    try: os.write(int(fd), {data})\n    except OSError: pass"
EVERY = "os.listdir('/proc/self/fd')"
RESULT = "(d := pickle.dumps(('done', None))) and len(d).to_bytes(4, 'big') + d"

# What a strategy does, and as what its game is void ('': it is not).
KINDS: dict[str, tuple[str, str]] = {
    "writes into descriptors": (WRITING.format(fds="range(3, 64)", data="b'x' * 7"), "error"),
    "writes one letter": (WRITING.format(fds="range(3, 64)", data="b'?'"), "error"),
    "writes into all": (WRITING.format(fds=EVERY, data="bytes(100)"), "error"),
    "writes a result": (WRITING.format(fds="range(3, 64)", data=RESULT), "error"),
    "writes from a thread": (
        "def write():\n    time.sleep(0.05)\n    for fd in range(3, 64):\n        try: os.write(fd, b'zz')\n"
        "        except OSError: pass\nthreading.Thread(target=write, daemon=True).start(); time.sleep(0.1)",
        "error",
    ),
    "reads from descriptors": (
        "for fd in range(3, 64):\n    try: os.set_blocking(fd, False); os.read(fd, 9)\n"
        "    except OSError: pass",
        "",
    ),
    "makes descriptors not block": (
        "for fd in range(64):\n    try: os.set_blocking(fd, False)\n    except OSError: pass", ""
    ),
    "closes descriptors": ("os.closerange(3, 200)", "error"),
    "closes all": ("os.closerange(0, 200)", "error"),
    "limits processor time": ("resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nwhile True: pass", "memory"),
    "lowers its processor limit": ("resource.setrlimit(resource.RLIMIT_CPU, (900, 900))", "error"),
    "lowers its memory": ("resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))", "error"),
    "lowers its files": ("resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))", "error"),
    "clears the modules": ("sys.modules.clear()", "error"),
    "has modules of its own": ("sys.modules = {}", "error"),
    "copies itself": ("os.fork()", ""),
    "leaves a copy that works": ("if os.fork() == 0:\n    while True: pass", ""),
    "leaves a copy that sleeps": ("if os.fork() == 0:\n    time.sleep(1000)", ""),
    "starts a program": ("subprocess.Popen(['sleep', '1000'])", ""),
    "becomes a program": ("os.execv('/bin/true', ['true'])", "error"),
    "leaves a thread": ("threading.Thread(target=time.sleep, args=(1000,)).start()", ""),
    "exits": ("os._exit(3)", "error"),
    "exits well": ("os._exit(0)", "error"),
    "leaves Python": ("sys.exit(3)", "error"),
    "aborts": ("os.abort()", "error"),
    "reads at address 0": ("ctypes.string_at(0)", "error"),
    "kills itself": ("os.kill(os.getpid(), signal.SIGKILL)", "memory"),
    "kills its group": ("os.killpg(0, signal.SIGKILL)", "memory"),
    "ends its group": ("os.kill(0, signal.SIGTERM)", "error"),
    "interrupts itself": ("os.kill(os.getpid(), signal.SIGINT)", ""),
    "sets an alarm": ("signal.signal(signal.SIGALRM, signal.SIG_DFL); signal.alarm(9)", ""),
    "calls itself": ("f = lambda: f()\nf()", "error"),
    "takes all memory": ("[bytearray(1 << 40) for _ in range(9)]", "memory"),
    "works for ever": ("while True: pass", "time"),
    "raises what is no Exception": ("raise BaseException('x')", "error"),
    "raises an interrupt": ("raise GeneratorExit", "error"),
    "traces": ("sys.settrace(lambda *a: None)", ""),
    "collects no garbage": ("gc.disable()", ""),
    "leaves no streams": ("sys.stdout = sys.stderr = None", ""),
    "prints without end": ("print('x' * 10**6, end='')", ""),
    "exits at the exit": ("atexit.register(os._exit, 9)", ""),
    "leaves its folder": ("os.chdir('/'); os.environ.clear(); os.umask(0o777)", ""),
}  # fmt: skip
QUICK = ("writes one letter", "clears the modules", "leaves a copy that works", "kills its group")
IMPORTS = "import atexit, ctypes, gc, os, pickle, resource, signal, subprocess, sys, threading, time\n"


@pytest.mark.parametrize(
    ("workers", "kind"),
    [
        *(("1", kind) for kind in QUICK),
        *(pytest.param("1", kind, marks=pytest.mark.slow) for kind in KINDS if kind not in QUICK),
        *(pytest.param("2", kind, marks=pytest.mark.slow) for kind in KINDS),
    ],
)
def test_a_hostile_strategy_harms_no_game_but_its_own(place: Path, workers: str, kind: str) -> None:
    """Exit code 0, a reason for each void game, the others as with one that behaves, no process left."""
    body, void = KINDS[kind]
    lines = IMPORTS + TRIGGER + "".join(f"    {line}\n" for line in body.split("\n")) + "return 0"
    configure(place, lines)
    command = Command(place, "--workers", workers)
    assert command.process.wait(HOPELESS) == 0, command.said.read_text()
    wait_for(lambda: not command.started())
    assert "Traceback" not in command.said.read_text()
    folder = RunFolder(command.mark.decode())
    found = void_games(folder)
    assert folder.manifest["voids"] == ({"odd": {void: len(found)}} if void else {})
    configure(place, IMPORTS + TRIGGER + "    pass\nreturn 0")
    plain = Command(place, "--workers", "1")
    assert plain.process.wait(HOPELESS) == 0
    behaved = others(RunFolder(plain.mark.decode()), found)
    assert others(folder, found) == behaved and len(behaved) + len(found) == 60
