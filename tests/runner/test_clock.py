"""The clock over decisions: processor time counts; what may be the machine's doing is played once more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from marchsim.runner import run
from marchsim.runner.backends.choosing import Multiprocess
from marchsim.runner.backends.process import processor_seconds
from marchsim.runner.configuration import config as configs
from marchsim.runner.dispatch import apart
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.playing import watch
from marchsim.runner.playing.worker import ChunkResult, GameJob
from marchsim.runner.progress.display import Quiet
from tests.runner.test_faults import RARE, TRIGGER, configure, others, void_games, wait_for
from tests.runner.test_run import digests

FIRST_TIME = (
    "if turn == 2 and score == 9 and not os.path.exists('before'):\n"
    "    open('before', 'w').close()\n"
    "    {}\n"
    "return 0"
)
linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process knows the time of another")


class Noting(Quiet):
    """Keeps what a run says in between."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Keep it."""
        self.notes.append(text)


def test_who_sleeps_takes_no_processor_time(place: Path) -> None:
    """A decision that waits for five times `decision_seconds` counts; its game is as any other."""
    result = run(configure(place, TRIGGER + "    time.sleep(0.5)\nreturn 0", 0.1), "run", workers=1)
    assert result.void_games == 0
    assert digests(result.folder) == digests(run(configure(place, "return 0", 0.1), "b", workers=1).folder)


def test_time_on_the_wall_is_a_far_cap(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty times the processor time, a minute at least; beyond it the game is void, by who waits."""
    assert (watch.far(10), watch.far(1)) == (200, 60)
    monkeypatch.setattr(watch, "LEAST_FAR", 0.0)
    monkeypatch.setattr(watch, "FAR", 3)
    told = Noting()
    result = run(
        configure(place, TRIGGER + "    time.sleep(60)\nreturn 0", 0.1), "run", workers=1, progress=told
    )
    assert result.voids == {"odd": {"time": 1}}
    assert told.notes == ["game 51 took too long; it is replayed once, alone"]


@linux
def test_a_stopped_worker_is_not_late(place: Path) -> None:
    """SIGSTOP, for longer than the parent's patience: no game is void, for no processor time goes by."""
    configure(place, "if os.path.exists('stop'): os.kill(os.getpid(), 19)\nreturn 0", 0.3)
    backend = Multiprocess(GameJob.of(plans.make(configs.load("c.toml")).job), 1, print)
    try:
        (place / "stop").touch()
        backend.submit(Chunk(0, 29))
        worker = backend._busy[0].process.pid
        wait_for(lambda: Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] == "T")
        (place / "stop").unlink()
        before, until = processor_seconds(worker), time.monotonic() + 1.5 * 0.3 + 2.5
        while time.monotonic() < until:
            assert backend.reports(0.25) == []
        assert (
            0 < before <= processor_seconds(worker) < before + 0.01
        )  # what it had begun when it was stopped
        os.kill(worker, signal.SIGCONT)
        reports: list[object] = []
        wait_for(lambda: reports.extend(backend.reports(0.25)) or reports)
    finally:
        backend.close()
    (result,) = reports
    assert isinstance(result, ChunkResult) and (result.last, result.retry, result.voids) == (29, -1, [])


@linux
def test_the_processor_time_of_another_process_is_known() -> None:
    """It grows while the process works; of one that has ended it is not known."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        wait_for(lambda: processor_seconds(process.pid) > 0.2)
    finally:
        process.kill()
        process.wait()
    assert processor_seconds(process.pid) == 0.0


@pytest.mark.parametrize(
    ("workers", "body", "why"),
    [
        (0, "raise MemoryError", "ran out of memory"),
        (1, "while True: pass", "took too long"),
        pytest.param(0, "while True: pass", "took too long", marks=pytest.mark.slow),
        pytest.param(2, "raise MemoryError", "ran out of memory", marks=pytest.mark.slow),
    ],
)
def test_what_goes_well_the_second_time_is_recorded(
    place: Path, processes: None, workers: int, body: str, why: str
) -> None:
    """The game of one that took too long or ran out of memory, alone, and all others: as if nothing was.

    In this process, in one worker and in several.
    """
    told = Noting()
    config = configure(place, FIRST_TIME.format(body), 0.1)
    result = run(config, "run", workers=workers, progress=told)
    assert result.void_games == 0 and any(f" {why}; it is replayed once, alone" in n for n in told.notes)
    plain = run(configure(place, "return 0", 0.1), "plain", workers=1)
    assert digests(result.folder) == digests(plain.folder)


@pytest.mark.slow
def test_a_game_that_is_out_of_memory_alone_too_is_void(place: Path) -> None:
    """Killed by the system, in each of its processes: void `memory`, by the strategy that was asked."""
    plain = others(run(configure(place, "return 0", 0.1), "plain", workers=1).folder, {})
    result = run(configure(place, RARE + "    os.kill(os.getpid(), 9)\nreturn 0", 0.1), "run", workers=2)
    void = void_games(result.folder)
    assert result.voids == {"odd": {"memory": len(void)}} and void
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]
    column = result.folder.scan("games").select(pl.col("void").cast(pl.String)).collect()["void"]
    assert set(column) == {"", "memory"}


def test_games_that_are_not_stored_have_a_second_time_too(place: Path) -> None:
    """As `check` and `verify` play them; the result of that is final."""
    body = "while True: pass\nif turn == 3 and score > 11: raise MemoryError"
    configure(place, FIRST_TIME.format(body), 0.1)
    with apart(plans.make(configs.load("c.toml")).job) as play:
        results = play(range(1, 60, 2))
    assert (place / "before").exists()
    assert {void.kind for one in results for void in one.voids} == {"memory"}
    assert sorted(one.first for one in results if one.tables) == list(range(1, 60, 2))
