"""What holds for all tests: examples of hypothesis are the same in every run, never timed; a folder.

Byte code of imports is kept, also by the processes that tests start, whatever the environment says: without
it each of them compiles all that it imports, and every worker of pytest all tests.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser import NAMES, Browser, program

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Waiting for the disk guards against power cuts, which no test makes.
os.fsync = lambda handle: None

EMPTY = "<svg></svg>"  # a picture that is left out

# A busy machine is no failure, and a run that fails can be run again.
settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that tests/long.txt lists, by file or by function (`make long` writes it)."""
    listed = set((Path(__file__).parent / "long.txt").read_text(encoding="utf-8").split())
    for item in items:
        name = item.nodeid.partition("[")[0]
        if name in listed or name.partition("::")[0] in listed:
            item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """Let the collector of garbage never again look at the thousands of tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def short_pilots() -> None:
    """A forecast plays a handful of games and does not go on for a second; no test asserts what it tells."""
    from marchsim.runner import checking

    checking.LONGER = 0.02


@pytest.fixture(scope="session", autouse=True)
def few_processes() -> Iterator[pytest.MonkeyPatch]:
    """A run with one worker, or that asks for none, plays in this process whoever plays: a start takes 0.6 s.

    Runs with two workers, and programs that tests start, have their processes as ever.
    """
    with pytest.MonkeyPatch.context() as patched:
        _play_here(patched)
        yield patched


@pytest.fixture
def processes(few_processes: pytest.MonkeyPatch) -> Iterator[None]:
    """Workers as users have them, for tests that need theirs in processes of their own."""
    few_processes.undo()
    yield
    _play_here(few_processes)


def _play_here(patched: pytest.MonkeyPatch) -> None:
    from marchsim.runner.backends import choosing

    patched.setattr(choosing, "usual_workers", lambda: 1)
    patched.setattr(choosing, "may_harm", lambda job: False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium; where there is none its tests are skipped and say so."""
    path = program()
    if path is None:
        pytest.skip(f"no browser on this machine ({', '.join(NAMES)}, or CHROMIUM=PATH)")
    with Browser(path, tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@contextmanager
def without_drawing() -> Iterator[None]:
    """Make figures and leave out their drawing, for tests of words and numbers that others draw as well."""
    from marchsim.reporting.pages import document

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(document.Figure, "svg", EMPTY)
        yield


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports have empty pictures, for tests of what else is in them."""
    from marchsim.reporting.pages import document

    monkeypatch.setattr(document.Figure, "svg", EMPTY)
