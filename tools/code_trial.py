"""Run tests against mutants of code: those that reach its line, the quickest first, until one fails.

A map has the lines that each test runs, and its processor time. The map is made with coverage.py, and made
again whenever a source or a test differs. Each mutant has its own process, forked before any of our modules
is imported, in which the changed file compiles to the changed code. Files are written only to build/mutants.
Limits on processor time and memory stop mutants that loop or grow, and these count as noticed.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from hashlib import blake2b
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, Generic, Protocol, TypeVar

import coverage
import hypothesis  # noqa: F401 (imported here, it need not be in each process)
import pytest

TESTS = ("tests/march", "tests/components", "tests/rules_data", "tests/strategies/test_ratings.py")
# Tests of tools, of processes of their own, and of pictures and sentences: none of them holds a rule.
NO_RULE_TESTS = {"test_bench.py", "test_board.py", "test_modes.py", "test_mutants.py", "test_code_mutants.py"}
READ = (
    "marchsim/**/*.py",
    "marchsim/**/*.toml",
    "strategies/**/*.py",
    "tests/scenarios/*",
    "tests/**/conftest.py",
)
OPTIONS = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis is here already
BATCH = 12  # tests of the first round; each round after it has four times as many
SLACK = 8.0  # a test may take so many times as long as without a mutant
GRACE = 5.0  # and so many seconds of processor time more
START = 20.0  # seconds of processor time for imports
MEMORY = 3 << 30


class Changed(Protocol):
    """The properties that a mutant must have."""

    @property
    def source(self) -> Any:
        """The mutant's file, which has a `path` below the root."""

    @property
    def lines(self) -> tuple[int, int]:
        """The first and last line of the changed statement."""

    def mutated(self) -> bytes:
        """The file with the change."""


M = TypeVar("M", bound=Changed)


@dataclass(frozen=True)
class Trial(Generic[M]):
    """A mutant, the number of tests that reach it, and the test that noticed it ('' if none did)."""

    mutant: M
    tests: int
    by: str


def of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


class TooLong(BaseException):
    """Raised if a test took much more processor time than without the mutant."""


@dataclass
class Map:
    """The lines that each test runs, and the processor time that it takes."""

    data: coverage.CoverageData
    seconds: dict[str, float]
    root: Path

    def reaching(self, path: str, lines: tuple[int, int]) -> list[str]:
        """The tests that run one of the lines, quickest first, or all tests if they run only at import."""
        by_line = self.data.contexts_by_lineno(str(self.root / path))
        met = {test for line in range(lines[0], lines[1] + 1) for test in by_line.get(line, [])}
        tests = met & self.seconds.keys()
        if "" in met and not tests:
            tests = set(self.seconds)
        return sorted(tests, key=lambda test: (self.seconds[test], test))


class Mapper:
    """A pytest plugin that records the lines and the time of each test, and empties caches between tests."""

    def __init__(self, recorder: coverage.Coverage) -> None:
        self.recorder = recorder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record the lines that a test runs, with its fixtures."""
        forget()
        self.recorder.switch_context(item.nodeid)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.process_time() - begun, 3)
            self.recorder.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failed test."""
        if not report.passed:
            self.failed.add(report.nodeid)


def forget() -> None:
    """Empty all caches of the package, so that each test runs everything that it needs."""
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith("marchsim."):
            thing.cache_clear()


def stamp(root: Path) -> str:
    """A digest of all files on which the tests depend."""
    found = sorted(file for pattern in READ for file in root.glob(pattern))
    return digest(root, found)


def digest(root: Path, found: Iterable[Path]) -> str:
    """A digest of some files and their paths."""
    total = blake2b(digest_size=16)
    for file in found:
        total.update(f"{file.relative_to(root)}\n".encode() + file.read_bytes())
    return total.hexdigest()


def rule_tests(root: Path) -> dict[str, str]:
    """The files of the rule tests, each with its digest."""
    found = [
        file for name in TESTS for file in sorted(root.glob(name if ".py" in name else f"{name}/test_*.py"))
    ]
    return {
        file.relative_to(root).as_posix(): digest(root, [file])
        for file in found
        if file.name not in NO_RULE_TESTS
    }


def survey(root: Path, folder: Path, files: Sequence[str]) -> int:
    """Run some test files without a mutant in another process, and store the lines that they run."""
    recorder = coverage.Coverage(
        data_file=str(folder / "part.db"), source=[str(root / "marchsim/games")], config_file=False
    )
    recorder.erase()
    recorder.start()
    mapper = Mapper(recorder)
    code = pytest.main([*OPTIONS, *(str(root / file) for file in files)], plugins=[mapper])
    recorder.stop()
    recorder.save()
    told = {"failed": sorted(mapper.failed), "seconds": mapper.seconds}
    (folder / "part.json").write_text(json.dumps(told), encoding="utf-8")
    return int(code)


class Watch:
    """A pytest plugin that runs some tests in a given order, limits their time, and names a failed one."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float], told: Path) -> None:
        self.order = {test: at for at, test in enumerate(tests)}
        self.seconds = seconds
        self.told = told

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep only the requested tests."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid]
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Stop a test that takes far too long."""
        signal.setitimer(signal.ITIMER_VIRTUAL, GRACE + SLACK * self.seconds[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down the name of a failed test."""
        if report.failed:
            self.told.write_text(report.nodeid, encoding="utf-8")


def too_long(number: int, frame: object) -> None:
    """Stop a test whose time is up."""
    raise TooLong


def put_in(path: Path, text: bytes) -> None:
    """Make a file compile to another text in this process."""
    whole = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path) == path:
            return compile(text, self.path, "exec", dont_inherit=True)
        return whole(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def limit(seconds: float) -> None:
    """Limit the processor time and memory of this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGVTALRM, too_long)


def quiet(log: Path) -> None:
    """Redirect all output of this process to a file."""
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(out, 1)
    os.dup2(out, 2)


def batches(tests: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the tests in batches of growing size, since most mutants are noticed in the first batch."""
    size, at = BATCH, 0
    while at < len(tests):
        yield tests[at : at + size]
        at, size = at + size, 4 * size


def attempt(root: Path, tests: Sequence[str], seconds: dict[str, float], told: Path) -> bool:
    """Run the tests in this process, and return whether all passed."""
    for batch in batches(tests):
        where = list(dict.fromkeys(str(root / of(test)) for test in batch))
        told.write_text("imports", encoding="utf-8")
        if pytest.main([*OPTIONS, "-x", *where], plugins=[Watch(batch, seconds, told)]) != pytest.ExitCode.OK:
            return False
    return True


class Trials(Generic[M]):
    """Runs tests against mutants, several at a time, until all are tried or the time is up."""

    def __init__(self, root: Path, jobs: int = 2, seconds: float = float("inf")) -> None:
        self.root, self.jobs, self.seconds = root, jobs, seconds
        self.folder = root / "build/mutants"
        self.processor = 0.0
        sys.dont_write_bytecode = False  # of the code that is not changed
        os.environ.update(MARCHSIM_PURE="1", COVERAGE_CORE="ctrace")  # contexts need the tracer in C

    def map(self) -> Map:
        """The map of the tests, made again if anything has changed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        known, now = self.known(), rule_tests(self.root)
        changed = [file for file in now if known["files"].get(file) != now[file]]
        data = coverage.CoverageData(str(self.folder / "map.db"))
        if known["stamp"]:
            data.read()
        else:
            data.erase()
        if changed:
            print(f"mapping which test of {len(changed)} files runs which line ...", flush=True)
            self.wait(self.fork(lambda: survey(self.root, self.folder, changed), self.folder / "map.log"))
            told = json.loads((self.folder / "part.json").read_text(encoding="utf-8"))
            part = coverage.CoverageData(str(self.folder / "part.db"))
            part.read()
            data.update(part)
            data.write()
            kept = {test: spent for test, spent in known["seconds"].items() if of(test) not in changed}
            failed = [test for test in known["failed"] if of(test) not in changed]
            known = {
                "stamp": stamp(self.root), "files": now, "seconds": kept | told["seconds"],
                "failed": failed + told["failed"],
            }  # fmt: skip
            (self.folder / "map.json").write_text(json.dumps(known), encoding="utf-8")
        for test in known["failed"]:
            print(f"left out, for it fails without a mutant: {test}")
        out = set(known["failed"])
        return Map(
            data, {test: spent for test, spent in known["seconds"].items() if test not in out}, self.root
        )

    def known(self) -> dict[str, Any]:
        """The stored data of the last map, or nothing if the files on which the tests depend have changed."""
        with contextlib.suppress(OSError, ValueError):
            told: dict[str, Any] = json.loads((self.folder / "map.json").read_text(encoding="utf-8"))
            if told["stamp"] == stamp(self.root):
                return told
        return {"stamp": "", "files": {}, "seconds": {}, "failed": []}

    def fork(self, work: Callable[[], int], log: Path) -> int:
        """Run a function in another process, with its output in a file, and return the process's number."""
        child = os.fork()
        if child:
            return child
        code = 1
        try:
            quiet(log)
            code = int(work())
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def wait(self, child: int) -> int:
        """Wait for a process (-1 for any) and count its time. Return its number."""
        child, self.status, used = os.wait4(child, 0)
        self.processor += used.ru_utime + used.ru_stime
        return child

    def all(self, mutants: Sequence[M]) -> Iterator[Trial[M]]:
        """Try mutants, and yield each trial when it ends."""
        reached = self.map()
        begun = time.monotonic()
        running: dict[int, tuple[M, int, Path]] = {}
        with tempfile.TemporaryDirectory(prefix="marchsim-mutants-") as folder:
            for number, mutant in enumerate(mutants):
                if time.monotonic() - begun > self.seconds:
                    break
                tests = reached.reaching(mutant.source.path, mutant.lines)
                if not tests:
                    yield Trial(mutant, 0, "")
                    continue
                if len(running) == self.jobs:
                    yield self.ended(running)
                told = Path(folder, str(number))
                running[self.start(mutant, tests, reached, told)] = mutant, len(tests), told
            while running:
                yield self.ended(running)

    def start(self, mutant: M, tests: Sequence[str], reached: Map, told: Path) -> int:
        """Start the trial of a mutant and return its process."""

        def work() -> int:
            limit(START + SLACK / 2 * sum(reached.seconds[test] for test in tests))
            put_in(self.root / mutant.source.path, mutant.mutated())
            return 0 if attempt(self.root, tests, reached.seconds, told) else 3

        return self.fork(work, told.with_suffix(".log"))

    def ended(self, running: dict[int, tuple[M, int, Path]]) -> Trial[M]:
        """Wait until one of the running trials is over, and return it."""
        mutant, tests, told = running.pop(self.wait(-1))
        by = ""
        if os.WIFSIGNALED(self.status):
            by = "processor time or memory"
        elif os.WEXITSTATUS(self.status):
            by = told.read_text(encoding="utf-8")
        return Trial(mutant, tests, by)
