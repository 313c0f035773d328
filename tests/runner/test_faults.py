"""Faults.

Workers that die or stand still, strategies that never answer, Ctrl-C. Nothing is lost or counted twice.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.backends import process
from marchsim.runner.progress.display import Lines, Rewritten
from tests import policies
from tests.toy import script

ROOT = Path(__file__).parents[2]
HOPELESS = 300.0  # seconds after which nobody waits any more for what should have come at once
TRIGGER = "if turn == 2 and score == 9 and self.rng.random() < 0.5:\n"
RARE = TRIGGER.replace("0.5", "0.4")
FOREVER = TRIGGER + "    while True: pass\nreturn 0"


def configure(place: Path, body: str, seconds: float = 0.4, blocks: int = 2) -> str:
    """Write a gauntlet of one odd strategy, so that no other file sits in every game."""
    (place / "odd.py").write_text(script(body))
    text = (place / "race.toml").read_text().replace("blocks = 6", f"blocks = {blocks}")
    (place / "c.toml").write_text(f"decision_seconds = {seconds}\n{text}\n[[strategies]]\nuse = 'odd.py'\n")
    return "c.toml"


def void_games(folder: RunFolder) -> dict[int, str]:
    rows = folder.scan("games").filter(pl.col("void") != "").select("game", "void").collect()
    return dict(rows.iter_rows())


def others(folder: RunFolder, void: dict[int, str]) -> list[tuple[int, str]]:
    rows = folder.scan("games").filter(~pl.col("game").is_in(list(void))).select("game", "digest").collect()
    return rows.rows()


@pytest.fixture
def plain(place: Path) -> list[tuple[int, str]]:
    """Games and digests of the same run with a strategy that behaves."""
    return others(run(configure(place, "return 0"), "plain", workers=1).folder, {})


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_decision_that_stays_open_is_stopped(
    place: Path, plain: list[tuple[int, str]], workers: int
) -> None:
    """A game whose strategy loops for ever is void `time`, by that strategy.

    All other games are as without it.
    """
    result = run(configure(place, FOREVER, 0.1), "run", workers=workers)
    assert result.voids.keys() == {"odd"} and result.voids["odd"].keys() == {"time"}
    void = void_games(result.folder)
    assert 0 < len(void) < 15 and others(result.folder, void) == [row for row in plain if row[0] not in void]


def test_a_strategy_cannot_swallow_the_clock(place: Path, plain: list[tuple[int, str]]) -> None:
    """Catching the stop and answering after all makes the game void, and none of its rows stay."""
    body = TRIGGER + "    try:\n        while True: pass\n    except BaseException: pass\nreturn 0"
    result = run(configure(place, body, 0.1), "run", workers=1)
    void = void_games(result.folder)
    assert void and set(void.values()) == {"time"}
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]
    rounds = result.folder.scan("rounds").select(pl.col("game").unique()).collect()["game"].to_list()
    assert not set(rounds) & set(void) and len(rounds) == len(plain) - len(void)


def test_a_worker_stuck_outside_of_python_is_killed(
    place: Path, processes: None, plain: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no timer is heard the parent ends the worker; the game is void `time` and the rest is played."""
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.3)
    body = RARE + "    sum(range(10**13))\nreturn 0"
    result = run(configure(place, body, 0.1), "run", workers=1)
    void = void_games(result.folder)
    assert void and set(void.values()) == {"time"} and list(result.voids) == ["odd"]
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]


def test_a_deadly_game_is_found_and_void(place: Path, plain: list[tuple[int, str]]) -> None:
    """A strategy that kills its process costs its own games only, whatever chunk they were in."""
    body = RARE + "    os._exit(9)\nreturn 0"
    result = run(configure(place, body), "run", workers=2)
    void = void_games(result.folder)
    assert void and set(void.values()) == {"error"}
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]


def start(place: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start `marchsim run` with the toy in a process of its own."""
    command = [sys.executable, "-c", policies.PROGRAM, "run", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TOY_SLOW": "1"}
    return subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def wait_for(event: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for an event, however slow a busy machine is, as long as the process that is to bring it runs."""
    until = time.monotonic() + HOPELESS
    while not event():
        ended = process is not None and process.poll() is not None
        assert event() or not (ended or time.monotonic() > until), "it never came"
        time.sleep(0.02)


def wait_for_parts(place: Path, folder: str, count: int, process: subprocess.Popen[str]) -> None:
    stored = place / folder / "tables" / "games"
    wait_for(lambda: len(list(stored.glob("part-*"))) >= count, process)


def alive(pid: int) -> bool:
    """Tell whether a process still runs; one that waits for its parent to read its exit code does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def children(pid: int) -> list[int]:
    """Return the worker processes of a run."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
    return found


SLOW = "if 'TOY_SLOW' in os.environ: time.sleep(0.004)\nreturn 0"  # in the processes that `start` starts
STANDING = "if os.path.exists('stand'): open('standing', 'w').close(); time.sleep(3000)\n" + SLOW


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_an_interrupt_stops_quickly_and_the_same_command_goes_on(place: Path, workers: str) -> None:
    """Ctrl-C waits for no game: the strategy would take an hour.

    Exit 130, finished chunks stay, the command to go on is printed and works.
    """
    config = configure(place, STANDING, 100, blocks=15)
    process = start(place, config, "--out", "run", "--workers", workers)
    wait_for_parts(place, "run", 1, process)
    (place / "stand").touch()
    wait_for((place / "standing").exists, process)
    (place / "stand").unlink()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 130
    assert "games are stored in run. The same command resumes it:" in err and f"run {config} --out run" in err
    stored = RunFolder("run").scan("games").collect().height
    assert 0 < stored < 450 and not RunFolder("run").complete
    again = run(config, "run", workers=1)
    assert again.games == 450 and again.played == 450 - stored
    assert again.folder.scan("games").select(pl.col("game").n_unique()).collect().item() == 450


def test_killed_workers_and_a_killed_parent_lose_nothing(place: Path) -> None:
    """kill -9 of a worker repeats its chunk.

    Kill -9 of the parent leaves what is stored, and no workers behind.
    """
    config = configure(place, SLOW, blocks=5)
    process = start(place, config, "--out", "run", "--workers", "2")
    wait_for_parts(place, "run", 1, process)
    os.kill(children(process.pid)[0], signal.SIGKILL)
    wait_for_parts(place, "run", 3, process)
    assert process.poll() is None
    left = children(process.pid)
    process.kill()
    process.communicate(timeout=HOPELESS)
    result = run(config, "run", workers=1)
    assert result.games == 150 and result.void_games == 0
    whole = run(configure(place, "return 0", blocks=5), "whole", workers=1)
    assert result.folder.digests() == whole.folder.digests()
    wait_for(lambda: not any(alive(pid) for pid in left))


def test_a_run_in_another_thread_needs_no_signals(place: Path) -> None:
    """Called from a thread, where signals are not to be had, a run works all the same."""
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(run("race.toml", "run", workers=1).games))
    thread.start()
    thread.join()
    assert found == [72]


def test_a_full_disk_is_an_error_that_says_what_to_do(place: Path) -> None:
    """When a file cannot be written, nothing half-written stays, and the same command goes on later."""
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from marchsim import games; games.register('toy', 'tests.toy:TOY')\n"
        "import polars, marchsim.cli.run\n"
        "from marchsim.runner.planning import chunks\n"
        "chunks.Sizer.size = lambda self, left, seconds=0: left\n"  # however slow the machine is
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY))\n"
        "from marchsim.cli.main import main\nmain()"
    )
    arguments = ["run", "race.toml", "--workers", "1", "--out", "run", "--blocks", "90"]
    command = [sys.executable, "-c", code, *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "cannot be written (File too large). Nothing stored is lost" in done.stderr
    result = run("race.toml", "run", workers=1, blocks=90)
    assert result.games == 1080 and not list((place / "run").rglob("*.tmp"))
    assert result.folder.digests() == run("race.toml", "b", workers=1, blocks=90).folder.digests()


def test_progress_tells_pace_and_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    """Both kinds of lines say how many games are done; text from data is never taken for markup."""
    lines = Lines(sys.stderr, every=0.0)
    lines.begin(100, 50)
    lines.update(50)
    lines.update(75)
    lines.note("[red]x")
    lines.end()
    err = capsys.readouterr().err
    assert "50 of 100 games, starting" in err and "75 of 100 games, " in err and " a second, " in err
    line = Rewritten(sys.stderr)
    line.note("before")
    line.begin(10, 0)
    line.update(5)
    line.note("[red]x")
    line.end()
    assert "marchsim: [red]x\n" in capsys.readouterr().err
