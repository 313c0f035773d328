"""Runs, repairs and merges with a fault at each call to the file system: the same command ends the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from marchsim.errors import MarchsimError
from marchsim.recorder import RunFolder, compaction, writer
from marchsim.recorder.merging import merge
from marchsim.runner import run
from marchsim.runner.planning import plan
from marchsim.runner.playing import worker
from marchsim.runner.repairing import repair
from marchsim.runner.replay import verify
from tests.toy import HERE
from tools.faults import FAULTS, Dead, calls, failing, numbers


@pytest.fixture
def small(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs store three chunks, merge them as they go and once more at the end.

    The program's own sources, which are hashed at the start of each, are read by no call that counts.
    """
    for module in (plan, worker):
        monkeypatch.setattr(module, "engine_fingerprint", lambda where: "e" * 64)
    monkeypatch.setattr(writer, "MANY", 2)
    monkeypatch.setattr(compaction, "TARGET", 6_000)
    return place


def played() -> None:
    run("race.toml", "run", workers=1, blocks=1, chunk=4)


def extended() -> None:
    run("race.toml", "run", workers=1, blocks=2, chunk=4)


def repaired() -> None:
    repair("run", workers=1, strategy_paths=HERE)


def merged() -> None:
    if not Path("run").exists():  # or the merge was done before the fault
        merge(["one", "two"], "run")


def damage() -> None:
    played()
    part = next(path for path in sorted(Path("run/tables/seats").iterdir()))
    part.write_bytes(part.read_bytes()[:-1])


def halves() -> None:
    for number, name in enumerate(("one", "two"), 1):
        run("race.toml", name, workers=1, blocks=2, part=f"{number}/2", chunk=4)


ACTIONS: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "run": (lambda: None, played),
    "extend": (played, extended),
    "repair": (damage, repaired),
    "merge": (halves, merged),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", ACTIONS)
def test_after_a_fault_at_any_call_the_same_command_ends_the_same(small: Path, name: str, fault: str) -> None:
    """Full disk, broken disk, sudden death: an error of ours, nothing lost, doubled or passed off as true."""
    goes_on(name, [fault], 1)


@pytest.mark.parametrize("name", ACTIONS)
def test_after_a_fault_at_some_calls_the_same_command_ends_the_same(small: Path, name: str) -> None:
    """Every 180th call (of a merge, which makes many, every 700th), the faults in turn."""
    goes_on(name, FAULTS, 700 if name == "merge" else 180)


def goes_on(name: str, faults: Sequence[str], every: int) -> None:
    before, action = ACTIONS[name]
    before()
    Path("begun").mkdir()
    for path in ("run", "one", "two"):
        if Path(path).exists():
            shutil.copytree(path, Path("begun") / path)
    count = calls(action)
    whole = RunFolder("run").digests()
    for at, number in enumerate(numbers(count, every)):
        for path in ("run", "one", "two"):
            shutil.rmtree(path, ignore_errors=True)
        shutil.copytree("begun", ".", dirs_exist_ok=True)
        with failing(number, faults[at % len(faults)]) as found, suppress(MarchsimError, Dead):
            action()
        assert found.count >= number
        readable(whole)
        action()
        again = RunFolder("run")
        assert again.digests() == whole and again.complete, (number, found.made[number - 1])
        assert verify("run", 0, strategy_paths=HERE).problems == []
        assert [path for path in Path().rglob(".*") if path.suffix in (".new", ".tmp", ".merging")] == []


def readable(whole: dict[str, str]) -> None:
    """Whoever reads what a fault left is told what is wrong, or finds what was stored."""
    try:
        folder = RunFolder("run")
        for name in folder.tables:
            folder.scan(name).collect()
    except MarchsimError:
        return
    assert not folder.complete or len(folder.stored()) == 1
