"""Ctrl-C where it strikes: also inside a strategy, whose exceptions a game turns into a void one."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli.main import run as command_line
from marchsim.errors import StrategyError
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.checking import check
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import Quiet
from marchsim.runner.progress.standings import LiveBoard
from marchsim.runner.replay import verify
from marchsim.runner.tournament import Interrupted
from marchsim.studies.gate import gate
from tests.runner.test_faults import configure
from tests.toy import HERE

STRIKE = "if 'TOY_STRIKE' in os.environ: os.kill(int(os.environ['TOY_STRIKE']), 2)\nreturn 0"


def strike() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupt_that_a_strategy_swallows_stops_the_run_after_the_game() -> None:
    """The exception may be lost or turned into another: the end is an interruption, and then it is over."""
    with pytest.raises(KeyboardInterrupt), interrupt.noted():
        with pytest.raises(KeyboardInterrupt):
            strike()
        with pytest.raises(KeyboardInterrupt):
            interrupt.raise_if_noted()
    interrupt.raise_if_noted()
    with pytest.raises(KeyboardInterrupt), interrupt.noted():
        try:
            strike()
        except KeyboardInterrupt:
            raise StrategyError("it failed") from None
    with pytest.raises(StrategyError), interrupt.noted():
        raise StrategyError("it failed by itself")
    interrupt.raise_if_noted()


def test_what_is_lost_before_anything_is_played_ends_a_verb(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a module that is being loaded, where Python may drop it."""
    assert command_line(["gate", "no.toml", "--baseline", "no.json"]) == errors.BAD_INPUT
    read = gate.read_tiers

    def dropping(tiers: str) -> object:
        with contextlib.suppress(KeyboardInterrupt):
            strike()
        return read(tiers)

    monkeypatch.setattr(gate, "read_tiers", dropping)
    assert command_line(["gate", "no.toml", "--baseline", "no.json"]) == errors.INTERRUPTED
    assert capsys.readouterr().err.endswith("marchsim: interrupted\n")


def test_it_may_be_nested_and_means_nothing_in_threads() -> None:
    """An inner end leaves the outer one to stop; other threads hear no signals."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupt.noted():
        with pytest.raises(KeyboardInterrupt), interrupt.noted():
            strike()
        interrupt.raise_if_noted()
    assert signal.getsignal(signal.SIGINT) is before
    entered: list[bool] = []

    def enter() -> None:
        with interrupt.noted():
            entered.append(signal.getsignal(signal.SIGINT) is before)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert entered == [True]


class Swallowing(Quiet):
    """Is struck by Ctrl-C at every look, in code that lets no exception out, as some libraries do."""

    def update(self, done: int, boards: Sequence[LiveBoard] = (), won: Sequence[str] = ()) -> None:
        """Lose what Ctrl-C raises."""
        with contextlib.suppress(KeyboardInterrupt):
            strike()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_stops_for_an_interrupt_that_a_library_swallows(place: Path, workers: int) -> None:
    """The run stops at its next look, and the same command goes on."""
    config = configure(place, "return 0", 10)
    with pytest.raises(Interrupted, match="games are stored in run"):
        run(config, "run", workers=workers, chunk=5, progress=Swallowing())
    stored = RunFolder("run").scan("games").collect().height
    ended = run(config, "run", workers=1)
    assert stored < ended.games and ended.played == ended.games - stored


def test_every_verb_that_plays_stops_for_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run stops with what is stored, a check and a verification stop; none makes void games of it."""
    config = configure(place, STRIKE, 10)
    done = run(config, "done", workers=1, blocks=1)
    monkeypatch.setenv("TOY_STRIKE", str(os.getpid()))
    with pytest.raises(Interrupted, match="games are stored in run"):
        run(config, "run", workers=0)
    with pytest.raises(KeyboardInterrupt), interrupt.noted():
        check(config, workers=1)
    with pytest.raises(KeyboardInterrupt), interrupt.noted():
        verify(done.folder.path, None, strategy_paths=HERE)
    monkeypatch.undo()
    monkeypatch.chdir(place)
    assert run(config, "run", workers=1).void_games == 0


def test_ctrl_c_stays_blocked_while_the_first_worker_starts() -> None:
    """Python unblocks it when it starts its tracker of resources, so that has to run before."""
    words = (
        "import signal; from multiprocess import resource_tracker\n"
        "from marchsim.runner.backends.process import _bare_start\n"
        "with _bare_start():\n"
        "    resource_tracker.ensure_running()\n"
        "    assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
    )
    ended = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
