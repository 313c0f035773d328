"""A folder that somebody sent runs no code: every verb that takes a run, wherever it lies."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from tests import forging
from tests.toy import script

CONFIG = """
name = "demo"
game = "toy"
seed = 5
[design]
players = 2
blocks = 4
[[strategies]]
use = "{use}"
[[strategies]]
use = "{use}"
name = "second"
[gate]
policies = ["{use}"]
games = 4
"""
TARGETS = 'config = "{config}"\n[targets]\nturns = [1, 9]\n[free]\nrounds = [1, 9]\n'
POPULATION = '[[strategies]]\nname = "warden"\nuse = "{use}"\n'
FOLDER = "runs/demo"
CODE = f"{FOLDER}/notes.py"
RUN_VERBS = (
    "runs verify {run}", "runs verify {run} --strategy-path {run}",
    "runs extend {run} --blocks 1 --workers 1", "runs retry {run} --workers 1",
    "runs repair {run} --workers 1", "runs show {run}", "runs ls", "export {run}",
    "replay {run} 0", "replay {run} 0 --strategy-path {run}", "report all {run}", "report part winrate {run}",
    "report part seats {run}", "report variants {run}", "try rounds=2 {run} --deals 2",
    "check {run} --workers 1",
    "run {run} --out runs/again --workers 1", "level {run} --plan", "tune {run} --focal second --plan",
    "best-response {run} --plan", "sensitivity {run} --plan", "cards-study {run} --deals 1",
    "species-study {run} --deals 1", "gate {run} --baseline base.json", "plan --pilot {run}",
    "baseline create {run} --out other.json --workers 1", "runs merge {run} --out runs/merged",
)  # fmt: skip
FILE_VERBS = (
    "run {run}/inner.toml --out runs/inner --workers 1", "check {run}/inner.toml --workers 1",
    "run outer.toml --out runs/outer --workers 1", "optimize {run}/targets.toml --plan",
    "optimize targets.toml --plan", "gate {run}/inner.toml --baseline {run}/base.json",
    "baseline accept {run}/base.json --reason test --workers 1", "baseline show {run}/base.json",
    "play --strategies warden,warden --population {run}/population.toml",
    "run two --population {run}/population.toml --blocks 1 --workers 1 --out runs/two",
)  # fmt: skip


@pytest.fixture
def sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which somebody unpacked runs/demo; `RAN` is there once its code has run."""
    games.register("toy", "tests.toy:TOY")
    maker, victim = tmp_path / "maker", tmp_path / "victim"
    monkeypatch.chdir(_laid(maker, tmp_path / "RAN"))
    (maker / "honest.toml").write_text(CONFIG.format(use="notes.py"))
    shutil.copy(maker / CODE, maker / "notes.py")
    assert command_line(f"run honest.toml --out {FOLDER} --workers 1 --quiet".split()) == 0
    assert command_line(["baseline", "create", "honest.toml", "--out", "base.json", "--workers", "1"]) == 0
    forging.manifest(maker / FOLDER, _named_inside)
    text = (maker / "base.json").read_text().replace("honest.toml", f"{FOLDER}/inner.toml")
    (maker / FOLDER / "base.json").write_text(text)
    shutil.copytree(maker / "runs", victim / "runs")
    (victim / "outer.toml").write_text(CONFIG.format(use=CODE))
    (victim / "targets.toml").write_text(TARGETS.format(config=FOLDER))
    (tmp_path / "RAN").unlink()
    monkeypatch.chdir(victim)
    return tmp_path / "RAN"


def _laid(maker: Path, marker: Path) -> Path:
    """Write a run folder's own files: code, a configuration, targets and a population that name it."""
    (maker / FOLDER).mkdir(parents=True)
    told = f"from pathlib import Path\nPath({str(marker)!r}).write_text('ran')\n"
    (maker / CODE).write_text(told + script("return 0", "Notes"))
    (maker / FOLDER / "inner.toml").write_text(CONFIG.format(use="notes.py"))
    (maker / FOLDER / "targets.toml").write_text(TARGETS.format(config="inner.toml"))
    (maker / FOLDER / "population.toml").write_text(POPULATION.format(use="notes.py"))
    return maker


def _named_inside(data: dict[str, object]) -> None:
    """Let a manifest name the code in its own folder, as from the folder above `runs`."""
    configured = data["configuration"]
    assert isinstance(configured, dict)
    for entry in [*configured["resolved"]["strategies"], *data["strategies"]]:  # type: ignore[misc]
        entry["use"] = CODE
    configured["resolved"]["gate"]["policies"] = [CODE]


@pytest.mark.parametrize("line", [*RUN_VERBS, *FILE_VERBS])
def test_no_verb_runs_code_of_a_run_folder(line: str, sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = command_line(line.format(run=FOLDER).split())
    assert not sent.exists(), line
    assert code != 1, capsys.readouterr().err


@pytest.mark.parametrize("way", ["absolute", "from inside", "linked", "lost part"])
def test_nor_by_another_way_to_the_folder(way: str, sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Path(FOLDER).resolve()
    if way == "from inside":
        monkeypatch.chdir(run)
        (run / "tables" / "games").mkdir(exist_ok=True)
        lines = ["runs verify .", "replay . 0", "runs extend . --blocks 1 --workers 1", "check inner.toml"]
    elif way == "linked":
        Path("elsewhere").symlink_to(run)
        lines = ["runs verify elsewhere", "run elsewhere/inner.toml --out runs/x --workers 1"]
    elif way == "lost part":
        next((run / "tables" / "games").iterdir()).unlink()
        lines = [f"runs repair {FOLDER} --workers 1", f"runs extend {FOLDER} --blocks 0 --workers 1"]
    else:
        lines = [f"runs verify {run}", f"replay {run} 1", f"check {run}/inner.toml"]
    for line in lines:
        assert command_line(line.split()) in (2, 3, 5, 6), line
        assert not sent.exists(), line


def test_the_error_names_the_flag_and_the_flag_works(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever trusts the code copies it out of the folder; the manifest then names it as it lies there."""
    assert command_line(f"runs verify {FOLDER}".split()) == 6
    assert "--strategy-path" in capsys.readouterr().err
    target = Path("trusted") / CODE
    target.parent.mkdir(parents=True)
    shutil.copy(CODE, target)
    assert command_line(f"replay {FOLDER} 0 --strategy-path trusted".split()) in (0, 6)
    assert sent.exists()
