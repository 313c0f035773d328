"""The ledger of looks: sizes at which a run was finished, kept in its folder as it is played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import StateMismatch
from marchsim.recorder import RunFolder
from marchsim.recorder import manifest as manifests
from marchsim.recorder.merging import merge
from marchsim.runner import run
from marchsim.runner.repairing import extend, repair
from marchsim.runner.replay import verify
from tests.forging import manifest
from tests.runner.test_stop import pair
from tests.toy import HERE


def ledger(place: str) -> list[tuple[int, str]]:
    """Return the looks at a run before its present one."""
    return [(one.blocks, one.by) for one in manifests.earlier_looks(RunFolder(place).manifest)]


def test_each_size_that_was_finished_is_a_look(place: Path) -> None:
    """However it is played on; the same size again, a report or a repair add none."""
    run("race.toml", "run", workers=1, blocks=1)
    assert "looks" not in RunFolder("run").manifest
    run("race.toml", "run", workers=1, blocks=2)
    extend("run", 0, workers=1, strategy_paths=HERE)
    assert ledger("run") == [(1, "")]
    extend("run", to=4, workers=1, strategy_paths=HERE)
    assert command_line(["report", "run", "--out", "page"]) == 0
    assert ledger("run") == [(1, ""), (2, "")] and manifests.look_number(RunFolder("run").manifest) == 3
    next((place / "run" / "tables" / "games").iterdir()).unlink()
    assert repair("run", workers=1, strategy_paths=HERE).whole
    assert ledger("run") == [(1, ""), (2, "")] and not verify("run", 0).problems
    text = (place / "page" / "report.md").read_text()
    assert "Look 3 at this run, finished before after 1 and 2 blocks." in text


def test_an_unfinished_extension_is_no_look(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the size before it is, until it is finished."""
    run("race.toml", "run", workers=1, blocks=1)
    with monkeypatch.context() as patch:
        patch.setattr("marchsim.runner.tournament._Run._loop", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run("race.toml", "run", workers=1, blocks=3)
    extend("run", to=2, workers=1, strategy_paths=HERE)
    assert ledger("run") == [(1, "")]
    assert manifests.look_number(RunFolder("run").manifest) == 2


def test_a_stop_by_precision_is_remembered(place: Path) -> None:
    """Extended by nothing or by more, the run is known to have been stopped."""
    config = pair(place, "precision = 0.45\nevery = 20")
    blocks = run(config, "run", workers=1).folder.manifest["stopped"]["blocks"]
    assert run(config, "run", workers=1).played == 0 and ledger("run") == []
    extend("run", 0, workers=1, strategy_paths=HERE)
    assert ledger("run") == [(blocks, "precision")] and manifests.look_number(RunFolder("run").manifest) == 1
    extend("run", 5, workers=1, strategy_paths=HERE)
    assert ledger("run") == [(blocks, ""), (blocks, "precision")]
    assert manifests.look_number(RunFolder("run").manifest) == 2


def test_merged_parts_have_the_looks_of_all(place: Path) -> None:
    """Parts that were extended were looked at as one run; a part by itself is no look."""
    for part in ("1/2", "2/2"):
        run("race.toml", f"part{part[0]}", workers=1, blocks=2, part=part)
    merge(["part1", "part2"], "short")
    for part in ("1/2", "2/2"):
        extend(f"part{part[0]}", to=4, workers=1, strategy_paths=HERE)
    merge(["part1", "part2"], "whole")
    assert ledger("short") == [] and ledger("whole") == [(2, "")]
    merge(["short", "part1", "part2"], "again")
    assert ledger("again") == [(2, "")]


def test_a_ledger_that_cannot_be_read_is_damage(place: Path) -> None:
    """One line and the exit code of a damaged folder."""
    for wrong in (7, [3], [{"blocks": 0, "by": ""}], [{"blocks": 2}], [{"blocks": True, "by": ""}]):
        with pytest.raises(StateMismatch, match="looks: not the sizes"):
            manifests.earlier_looks({"looks": wrong})
    run("race.toml", "run", workers=1, blocks=1)
    manifest(place / "run", lambda data: data.update(looks=[3]))
    assert command_line(["report", "run"]) == 6
