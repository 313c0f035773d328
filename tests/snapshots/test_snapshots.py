"""What users see of ten planted runs: report.json, report.md, tables and terminal, as stored files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli import main
from tests import policies
from tests.analysis import held, storms
from tests.analysis.planted import MemoryRun, Planted, in_memory, save
from tests.analysis.ruled import ruled
from tests.conftest import without_drawing
from tests.snapshots import stored

THREE = {"ants": 1.0, "bees": 1.0, "wasps": 1.0}
EVEN = Planted(THREE, players=3, blocks=60, luck=0.5)
FIRST = (2.5, 1.0, 1.0)
RACE = f"""
game = "toy"
[design]
kind = "roundrobin"
players = [2]
{policies.uses("roller.py", "rester.py", "wavering.py")}"""


def planted(**fields: Any) -> MemoryRun:
    """A planted run like the level one but for some fields."""
    return in_memory(Planted(**{**vars(EVEN), **fields}))


def baseline_everywhere() -> MemoryRun:
    """A run in whose every game the baseline player sits."""
    run = planted(worth={"ants": 1.0, "bees": 1.0, "random": 0.1})
    run.manifest["strategies"] = [{"name": name, "use": name} for name in ("ants", "bees", "random")]
    return run


def of_variants() -> MemoryRun:
    """A run of rules that change nothing, and of rules that favour the first seat."""
    run = ruled(EVEN, {"base": {}, "same": {}, "first": {"seat_worth": FIRST}})
    run.manifest["configuration"]["resolved"]["targets"] = {"rounds": {"value": 4, "tolerance": 1}}
    return run


def sweep() -> MemoryRun:
    """A run of three steps of a rule, of which each favours the first seat more."""
    steps = {"v4": 1.0, "base": 1.5, "v6": 2.5}
    run = ruled(EVEN, {name: {"seat_worth": (value, 1.0, 1.0)} for name, value in steps.items()})
    resolved = run.manifest["configuration"]["resolved"]
    resolved["variants"] = [{"name": f"v{n}", "rules": {"steps": n}} for n in (4, 6)]
    for one, steps_of in zip(run.manifest["variants"], (4, 5, 6), strict=True):
        one |= {"resolved": {"rules": {"steps": steps_of}}, "base": one["name"] == "base"}
    return run


RUNS: dict[str, tuple[str, Callable[[], MemoryRun]]] = {
    "level": ("all", planted),
    "first-seat": ("all", lambda: planted(seat_worth=FIRST)),
    "strong-card": ("all", lambda: held.run(EVEN, 10, worth=0.8)),
    "baseline-everywhere": ("all", baseline_everywhere),
    "one-game": ("all", lambda: planted(blocks=1, rotate=False)),
    "all-void": ("all", lambda: planted(blocks=1, void=dict.fromkeys(range(3), "stopped"))),
    "together": ("all", lambda: storms.in_memory(storms.Storm(storms.FOUR, storms.LEVELS, blocks=12))),
    "variants": ("variants", of_variants),
    "sweep": ("variants", sweep),
}


@pytest.fixture(autouse=True)
def pictures() -> Iterator[None]:
    """Pictures are made and not drawn."""
    with without_drawing():
        yield


def changed(name: str, terminal: str, out: Path) -> str:
    """Differences of terminal, JSON, Markdown and tables of a report from what is stored."""
    timeless = re.sub(r"games in \d+ s", "games in 0 s", terminal)
    found = stored.differences(f"{name}/terminal.txt", timeless)
    for path in sorted(out.rglob("*.json")):
        document = stored.plain(json.loads(path.read_text("utf-8")), {})
        found += stored.differences(f"{name}/{path.name}", stored.lines(document))
    for path in sorted(out.glob("*.md")):
        found += stored.differences(f"{name}/{path.name}", path.read_text("utf-8"))
    if name == "first-seat":  # tables are those of report.json: one run shows their form
        tables = [f"# {path.name}\n{path.read_text('utf-8')}" for path in sorted(out.glob("tables/*.csv"))]
        found += stored.differences(f"{name}/tables.csv", "\n".join(tables))
    return found


@pytest.mark.parametrize("name", RUNS)
def test_a_report_is_as_stored(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kind, make = RUNS[name]
    run = make()
    save(folder / name, run.manifest, run.frames)
    assert main.run(["report", kind, name, "--out", "out"]) in (0, 4)
    assert changed(name, capsys.readouterr().out, folder / "out") == "", stored.ADVICE


def test_a_try_is_as_stored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policies.register()
    policies.write(folder, policies.STEADY)
    (folder / "race.toml").write_text(RACE)
    line = ["try", "rounds=8", "race.toml", "--deals", "12", "--workers", "1", "--out", "out"]
    assert main.run(line) in (0, 4)
    assert changed("try", capsys.readouterr().out, folder / "reports") == "", stored.ADVICE
