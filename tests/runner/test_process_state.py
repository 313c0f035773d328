"""A strategy that changes the process it plays in: undone after its game, or void where it does harm."""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
from pathlib import Path

import pytest

from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.configuration import sources
from marchsim.runner.playing.process_state import HARMS, ProcessState
from tests.runner.test_faults import HOPELESS, TRIGGER, configure, others, start, void_games
from tests.runner.test_run import digests

MEDDLING = """
import signal, sys, resource
os.chdir('/'); os.umask(0o777); os.environ['TOY_GAMES'] = str(int(os.environ.get('TOY_GAMES', 0)) + 1)
os.environ.pop('HOME', None)
signal.signal(signal.SIGALRM, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.setitimer(signal.ITIMER_REAL, 0); signal.setitimer(signal.ITIMER_PROF, 60)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
sys.setrecursionlimit(5000); sys.stdout = sys.stderr = None
return int(turn == 0 and int(os.environ['TOY_GAMES']) > 4)
"""
CLOSING = TRIGGER + "    os.closerange(3, 1024)\nreturn 0"
MISDEEDS = """
import sys, resource
if turn == 2 and score == 9: os.closerange(3, 1024)
if turn == 3 and score == 4: resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))
if turn == 3 and score == 13: raise MemoryError
return 0
""".strip()
# To just above the present depth: what is called next fails, whatever runs the tests. Frames are counted by
# hand, since `inspect.stack` reads every file on the stack and may take longer than a decision may.
LOWERING = (
    "import sys\n"
    + TRIGGER
    + "    frame, depth = sys._getframe(), 0\n"
    + "    while frame:\n        frame, depth = frame.f_back, depth + 1\n"
    + "    sys.setrecursionlimit(depth + {room})\nreturn 0"
)
LIMITING = "import resource\n" + TRIGGER + "    resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))\nreturn 0"


def everything() -> tuple[object, ...]:
    """Return what all games of this process share."""
    return (
        str(Path.cwd()), os.umask(0o22), dict(os.environ), sys.getrecursionlimit(), sys.stdout, sys.stderr,
        [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM)],
        [signal.getitimer(timer)[1] for timer in (signal.ITIMER_REAL, signal.ITIMER_PROF)],
        signal.pthread_sigmask(signal.SIG_BLOCK, ()), resource.getrlimit(resource.RLIMIT_NOFILE),
    )  # fmt: skip


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_no_game_notices_what_another_has_changed(place: Path, workers: int) -> None:
    """Folder, environment, signals, timers, streams, limits: each game finds them as the first one did.

    The strategy plays otherwise in its second game, if its environment were still what it made it.
    """
    before = everything()
    result = run(configure(place, MEDDLING.strip()), "run", workers=workers, chunk=30)
    assert everything() == before
    assert result.void_games == 0
    assert digests(result.folder) == digests(run(configure(place, "return 0"), "plain", workers=1).folder)


@pytest.mark.parametrize(
    ("workers", "room"),
    [(1, 8), *(pytest.param(*case, marks=pytest.mark.slow)
               for case in ((1, 3), (1, 200), (2, 3), (2, 8), (2, 200)))],
)  # fmt: skip
def test_a_lowered_recursion_limit_makes_a_game_void(place: Path, workers: int, room: int) -> None:
    """Void `error` by who lowered it, wherever it is played, and the limit is what it was."""
    limit = sys.getrecursionlimit()
    plain = others(run(configure(place, "return 0"), "plain", workers=1).folder, {})
    result = run(configure(place, LOWERING.format(room=room)), "run", workers=workers)
    void = void_games(result.folder)
    assert sys.getrecursionlimit() == limit
    assert result.voids == {"odd": {"error": len(void)}} and void
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]


def test_a_worker_that_is_unfit_is_replaced(place: Path, processes: None) -> None:
    """Descriptors closed: that game is void by who closed them, and all others are whole."""
    plain = others(run(configure(place, "return 0"), "plain", workers=1).folder, {})
    result = run(configure(place, CLOSING), "run", workers=1)
    void = void_games(result.folder)
    assert result.voids == {"odd": {"error": len(void)}} and void
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]


@pytest.mark.slow
def test_misdeeds_of_several_kinds_are_told_apart(place: Path) -> None:
    """Descriptors closed, limits lowered, memory used up: void by who did it, and all other games whole."""
    plain = others(run(configure(place, "return 0"), "plain", workers=1).folder, {})
    result = run(configure(place, MISDEEDS), "run", workers=2)
    void = void_games(result.folder)
    errors, memory = (list(void.values()).count(kind) for kind in ("error", "memory"))
    assert result.voids == {"odd": {"error": errors, "memory": memory}} and errors > 1 and memory
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]


def test_a_run_in_an_unfit_process_ends(place: Path) -> None:
    """Without worker processes nothing more could be stored: exit code 2, and what was stored is whole."""
    config = configure(place, LIMITING)
    process = start(place, config, "--out", "run", "--workers", "0")
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 2 and "Traceback" not in err and "bug" not in err
    assert "lowered a limit of its process (resource.setrlimit) in game 51" in err and "odd lowered" in err
    assert RunFolder("run").scan("games").collect().height < 60
    assert run(configure(place, "return 0"), "again", workers=1).games == 60


def test_shipped_strategies_change_nothing() -> None:
    """They are trusted not to, so nothing is put right after them: they import nothing but the game."""
    names = sources.available()
    assert len(names) > 10
    for name in names:
        tree = ast.parse(sources.find(name).text)
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        modules = {getattr(node, "module", "") or node.names[0].name for node in imports}
        assert all(module.startswith(("marchsim.", "__future__", "typing")) for module in modules), name


def test_each_harm_is_found() -> None:
    """Lower limits and closed descriptors; what is harmless or higher is no harm."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    reader, other = os.pipe()[0], os.open(os.devnull, os.O_RDONLY)
    with ProcessState((reader,)) as state:
        assert state.restore() == 0
        sys.setrecursionlimit(sys.getrecursionlimit() + 9)
        assert state.restore() == 0
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
        assert HARMS[state.restore()].startswith("lowered a limit")
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard) and state.harm() == 0
        os.dup2(other, reader)
        assert HARMS[state.restore()].startswith("closed file descriptors") and state.harm() != 0
    os.close(reader)
    os.close(other)


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_a_copy_of_the_process_plays_nothing(place: Path, workers: str) -> None:
    """`os.fork` in a strategy: its copy ends with the game, and nothing is stored twice."""
    config = configure(place, TRIGGER + "    os.fork()\nreturn 0")
    process = start(place, config, "--out", "run", "--workers", workers)
    out, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 0 and out.startswith("60 games in "), err
    assert out.count("next: marchsim report") == 1
    plain = run(configure(place, "return 0"), "plain", workers=1)
    assert digests(RunFolder("run")) == digests(plain.folder)


def test_exceptions_of_any_kind_make_a_game_void(place: Path) -> None:
    """Also those that are no Exception, which a game lets through."""
    config = configure(place, "class Odd(BaseException): pass\n" + TRIGGER + "    raise Odd('!')\nreturn 0")
    assert run(config, "run", workers=1).voids == {"odd": {"error": 1}}


@pytest.mark.slow
def test_threads_that_are_left_behind_keep_no_command(place: Path) -> None:
    """A strategy's threads end with the command that played it."""
    body = (
        "import threading\nif turn == 0: threading.Thread(target=time.sleep, args=(3000,)).start()\nreturn 0"
    )
    process = start(place, configure(place, body), "--out", "run", "--workers", "1")
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 0, err
    assert RunFolder("run").complete
