"""Mutants of code: which there are, that a seed draws the same, and what becomes of each kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.code_mutants import CodeMutant, Source, drawn, mutants, sources, verdict
from tools.code_trial import Trial
from tools.equivalent import EQUIVALENT

ROOT = Path(__file__).parents[2]
SAMPLE = b'''
class Ant:
    """Walks."""

    def walk(self, steps: int) -> int:
        assert steps > 0, "never" + "mind"
        if steps < 3 and self.larvae:  # a comment with and
            self.step("so" + "far")
        if steps == 9:
            raise ValueError("too" + str(steps + 1))
        self.taken += 1
        return steps - 1 if steps in self.known else 0
'''
CHANGES = {
    "if steps < 3 and self.larvae: # a comment with and": {
        "if steps <= 3 and self.larvae: # a comment with and",
        "if steps < 3 or self.larvae: # a comment with and",
        "if True: # a comment with and",
        "if False: # a comment with and",
    },
    'self.step("so" + "far")': {"pass"},
    "if steps == 9:": {"if steps != 9:", "if True:", "if False:"},
    "self.taken += 1": {"self.taken -= 1"},
    "return steps - 1 if steps in self.known else 0": {
        "return steps + 1 if steps in self.known else 0",
        "return steps - 1 if steps not in self.known else 0",
        "return steps - 1 if True else 0",
        "return steps - 1 if False else 0",
    },
}
# A package of its own, its tests, and mutants of it: run in a process that has not loaded ours.
ENGINE = """
def steps(n):
    taken = 0
    while taken < n:
        taken += 1
    if n > 100:
        taken = 0
    return taken

def unused():
    return 1 + 1
"""
TESTS = """
from marchsim.games.engine import steps

def test_steps_are_taken():
    assert steps(3) == 3
"""
RUN = """
import importlib.util, json, sys
from dataclasses import dataclass
from pathlib import Path
spec = importlib.util.spec_from_file_location("code_trial", sys.argv[1])
trial = importlib.util.module_from_spec(spec)
sys.modules["code_trial"] = trial
spec.loader.exec_module(trial)
trial.GRACE = 0.3
ROOT = Path.cwd()

@dataclass
class Engine:
    path = "marchsim/games/engine.py"

@dataclass
class Mutant:
    source: Engine
    lines: tuple
    was: str
    now: str
    def mutated(self):
        return (ROOT / self.source.path).read_text().replace(self.was, self.now).encode()

found = {}
tried = [("taken < n", "taken <= n", 4), ("taken += 1", "taken -= 1", 5), ("n > 100", "n > 101", 6),
         ("1 + 1", "1 - 1", 11), ("taken < n", "taken < ", 4)]
for jobs in json.loads(sys.argv[2]):
    before = (ROOT / "marchsim/games/engine.py").read_bytes()
    ms = [Mutant(Engine(), (line, line), was, now) for was, now, line in tried]
    for one in trial.Trials(ROOT, jobs=jobs).all(ms):
        found[f"{jobs} {one.mutant.now}"] = (one.tests, one.by)
    assert (ROOT / "marchsim/games/engine.py").read_bytes() == before
Path("found.json").write_text(json.dumps(found))
"""


def test_each_place_that_can_be_changed_is_found() -> None:
    """Comparisons, and/or, plus and minus of numbers, calls, conditions; nothing in checks and messages."""
    found: dict[str, set[str]] = {}
    for mutant in mutants([Source("ant.py", SAMPLE)]):
        assert mutant.function == "Ant.walk"
        was, _, now = mutant.change.partition(" -> ")
        found.setdefault(was, set()).add(now)
        compile(mutant.mutated(), "ant.py", "exec")
    assert found == CHANGES


def test_the_same_seed_draws_the_same_mutants() -> None:
    """Of the engine's thousands; another seed draws others, and none twice."""
    every = mutants(sources())
    assert len(every) > 2000
    first = drawn(every, 50, 1)
    assert first == drawn(every, 50, 1) != drawn(every, 50, 2)
    assert len({(mutant.place, mutant.start, mutant.text) for mutant in first}) == 50


def test_each_equivalent_is_a_mutant_of_the_code() -> None:
    """What the code no longer says is to be taken off the list; each entry has its reason."""
    keys = {mutant.key for mutant in mutants(sources())}
    assert [key for key in EQUIVALENT if key not in keys] == []
    assert all(len(reason) > 20 for reason in EQUIVALENT.values())


def test_an_equivalent_that_is_noticed_is_told() -> None:
    """Nobody may excuse what a test notices."""
    every = {mutant.key: mutant for mutant in mutants(sources())}
    own, other = every[next(iter(EQUIVALENT))], next(m for m in every.values() if m.key not in EQUIVALENT)

    def said(mutant: CodeMutant, tests: int, by: str) -> str:
        return verdict(Trial(mutant, tests, by))

    assert (said(own, 3, ""), said(own, 3, "test")) == ("equivalent", "EQUIVALENT, BUT NOTICED")
    assert (said(other, 3, ""), said(other, 3, "test")) == ("NOT NOTICED", "noticed")
    assert said(other, 0, "") == "NO TEST RUNS IT"


@pytest.mark.parametrize("jobs", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_mutants_are_noticed_cut_off_or_survive(jobs: int, tmp_path: Path) -> None:
    """By a test that fails, by processor time, by an import that fails; no file of the engine changes."""
    for name, text in (
        ("marchsim/__init__.py", ""),
        ("marchsim/games/__init__.py", ""),
        ("marchsim/games/engine.py", ENGINE),
        ("tests/march/test_engine.py", TESTS),
        ("pytest.ini", "[pytest]\npythonpath = .\n"),
        ("run.py", RUN),
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "run.py", str(ROOT / "tools/code_trial.py"), f"[{jobs}]"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, stdout=subprocess.DEVNULL)
    found = json.loads((tmp_path / "found.json").read_text())
    test = "tests/march/test_engine.py::test_steps_are_taken"
    assert {key: found[f"{jobs} {key}"] for key in ("taken <= n", "taken -= 1", "n > 101", "1 - 1")} == {
        "taken <= n": [1, test],
        "taken -= 1": [1, test],
        "n > 101": [1, ""],
        "1 - 1": [0, ""],
    }
    assert found[f"{jobs} taken < "][1] in ("imports", test)
