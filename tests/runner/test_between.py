"""Between two verbs: what one of them left half done, another completes, and complete means all games."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import MarchsimError, StateMismatch
from marchsim.recorder import RunFolder, compaction, journal, losses, writer
from marchsim.recorder import manifest as manifests
from marchsim.recorder.catalogue import found as listed
from marchsim.recorder.portion import planned
from marchsim.recorder.store import Store
from marchsim.recorder.writer import RunWriter
from marchsim.runner import plan, run, worker
from marchsim.runner.extending import extend
from marchsim.runner.repairing import repair
from marchsim.runner.retrying import retry
from marchsim.runner.tournament import _Run
from marchsim.runner.verifying import verify
from tests.forging import manifest
from tests.runner.test_repair import flip, killed_after, part
from tests.runner.test_retry import FITFUL
from tests.tools.faults import FAULTS, Dead, calls, failing, numbers
from tests.toy import script

TOLD = ["runs", "verify", "run", "--sample", "0"]


def naive(table: str = "games", folder: str = "run") -> list[int]:
    """Return the games that another program finds, which reads all files of a table."""
    files = sorted(Path(folder, "tables", table).glob("*.parquet"))
    return sorted(game for file in files for game in pl.read_parquet(file)["game"].to_list())


def consistent() -> None:
    """A run that says that it is complete has stored all games of its plan, once each."""
    folder = RunFolder("run")
    if folder.complete:
        assert folder.stored() == [(0, (planned(folder.manifest) or 0) - 1)] and not folder.ledger.owed


def once(monkeypatch: pytest.MonkeyPatch, name: str, meant: Callable[[Path], bool]) -> list[Path]:
    """Let the first call of a method of Path that is meant fail with EIO; returns what it was about."""
    call, failed = getattr(Path, name), list[Path]()

    def failing_once(self: Path, *arguments: Any, **more: Any) -> Any:
        if not failed and meant(self):
            failed.append(self)
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(self))
        return call(self, *arguments, **more)

    monkeypatch.setattr(Path, name, failing_once)
    return failed


@pytest.mark.parametrize("call", ["replace", "unlink"])
@pytest.mark.parametrize("then", ["run", "extend", "repair"])
def test_an_error_after_a_merge_counts_is_put_in_order_by_any_verb(
    place: Path, monkeypatch: pytest.MonkeyPatch, call: str, then: str
) -> None:
    """One failed rename or removal: the run ends with an error, and nothing is lost, doubled or played again."""
    whole = run("race.toml", "whole", workers=1).folder.digests()
    monkeypatch.setattr(writer, "MANY", 10**9)
    with monkeypatch.context() as patched:
        meant = ".part-0-71." if call == "replace" else "part-0-19."
        failed = once(patched, call, lambda path: path.name.startswith(meant) and path.parent.name == "games")
        assert command_line(["run", "race.toml", "--out", "run", "--workers", "1", "--chunk", "20"]) in (2,)
    assert failed and not RunFolder("run").complete
    assert command_line(TOLD) == 0 and set(naive()) | set(range(72)) == set(range(72))
    assert len(naive()) == len(set(naive()))
    if then == "repair":
        assert command_line(["runs", "repair", "run"]) == 0
    elif then == "extend":
        assert extend("run", to=7, workers=1).played == 12
    assert run("race.toml", "run", workers=1, blocks=7 if then == "extend" else 6).played == 0
    assert naive() == list(range(84 if then == "extend" else 72))
    assert then == "extend" or RunFolder("run").digests() == whole
    assert not [path for path in Path("run").rglob(".*") if path.name != "lock"]
    consistent()
