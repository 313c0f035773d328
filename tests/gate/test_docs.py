"""The page on continuous integration holds what it shows, in an empty folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from marchsim.cli import main
from marchsim.runner.configuration import config
from marchsim.studies.gate.preparation import metric_names, prepare
from marchsim.studies.gate.starter import CONFIG as STARTED
from tests.gate.conftest import ENVIRONMENT
from tests.gate.mutating import CONFIG, ROOT, prepared, stored

PAGE = (ROOT / "docs/howto/ci.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs/reference/gate.md").read_text(encoding="utf-8")
TOML = re.findall(r"```toml\n(.*?)```", PAGE + REFERENCE, re.DOTALL)
SMALL = {"blocks = 2200": "blocks = 110", "games = 200": "games = 12"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the two files of the page, of fewer games."""
    monkeypatch.chdir(tmp_path)
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    rules, gate, _ = TOML
    assert gate.startswith(STARTED[: STARTED.index("{")])
    for large, small in SMALL.items():
        assert large in gate
        gate = gate.replace(large, small)
    (tmp_path / "rules.toml").write_text(rules)
    (tmp_path / "gate.toml").write_text(gate)
    return tmp_path


def test_every_command_of_the_page_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In their order; the change of the page is found, and accepted with the line of the page."""
    lines = re.findall(r"^(?:    |\$ )marchsim ([^|\n]*)", PAGE, re.MULTILINE)
    create, gate, again, accept, few, plan = (shlex.split(line) for line in lines)
    assert gate == again and few == [*create[:-1], "few.json"]
    for command in (create, gate, plan, accept):
        command += ["--workers", "1"]
    for command in (create, gate, plan, ["baseline", "show", "baseline.json"]):
        assert main.run(command) == 0, command
    (folder / "rules.toml").write_text(TOML[0].replace("march_steps = 5", "march_steps = 4"))
    capsys.readouterr()
    assert main.run([*gate, "--tiers", "0,1"]) == 3
    out = capsys.readouterr().out
    assert "what differs between the rules and components:\n  rules march_steps: 5 -> 4\n" in out
    assert "tier 1, fixed games played again: failed" in out
    assert main.run(accept) == main.run([*gate, "--tiers", "1"]) == 0


@pytest.mark.parametrize("kind", ["yaml", "make"])
def test_the_commands_of_the_snippets_run(folder: Path, kind: str) -> None:
    """Those of GitHub, GitLab and Make, as they stand."""
    (folder / "gate.toml").write_text((folder / "gate.toml").read_text().replace("= 110", "= 1"))
    make = ["baseline", "create", "gate.toml", "--rules", "rules.toml", "--out", "baseline.json"]
    assert main.run(make) == 0
    for block in re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL):
        found = re.findall(r"marchsim (gate .*)", block)
        assert len(found) == 1, block
        assert main.run([*shlex.split(found[0]), "--tiers", "0,1"]) == 0


def test_the_tables_of_the_page_are_read(tmp_path: Path) -> None:
    """Every key that it shows is known, and every metric that it names."""
    more = "".join(f"[[strategies]]\nuse = '{name}'\n" for name in ("warlord", "random", "first", "last"))
    path = tmp_path / "page.toml"
    path.write_text(more + TOML[2])
    gating = prepare(str(path)).gating
    assert gating.targets == {"turns": (40.0, 4.0)} and gating.margins["turns"] == 0.05
    found = config.load(str(path))
    known = ("rounds", "decisions", "score")
    path.write_text(more + f"[gate]\nmetrics = {list(known)}\n".replace("'", '"'))
    found = config.load(str(path))
    assert metric_names(found, prepare(str(path)).variant) == known
    for name in (*known, "won", "margin"):
        assert f"`{name}`" in REFERENCE


def test_the_projects_own_gate_is_ready() -> None:
    """Its baseline is of its configuration; `.ci/run` runs it; it knows no strategy but frozen policies."""
    stored().check_workload(prepared())
    assert stored().fingerprints["rules and components"] == prepared().variant.fingerprint, (
        "rules or cards have changed: marchsim baseline accept tests/gate/standard.json --reason 'what for'"
    )
    assert "marchsim gate configs/gate.toml --baseline tests/gate/standard.json" in (
        ROOT / ".ci" / "run"
    ).read_text(encoding="utf-8")
    uses = {entry.use for entry in config.load(CONFIG).strategies}
    assert uses <= {"random", "first", "last"}
