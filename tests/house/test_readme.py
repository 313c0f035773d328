"""What the first pages promise: the targets of the Makefile and the commands of the README."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

import marchsim
from marchsim.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line, comments=True) for line in re.findall(r"^    (marchsim .*)$", README, re.MULTILINE)
]


def test_every_target_has_a_line_of_help() -> None:
    """`make` lists each target; the README and the CI entry name only targets that exist."""
    (targets,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    shown = subprocess.run(["make", "help"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for target in targets.split():
        assert re.search(rf"^  make {target} +[A-Z].*\.$", shown, re.MULTILINE), target
    pages = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:`|    )make ([a-z-]+)", pages + (ROOT / ".ci/run").read_text(encoding="utf-8"))
    assert set(named) <= set(targets.split())


def test_the_pages_link_to_files_that_exist() -> None:
    for page in ("README.md", "CONTRIBUTING.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
            assert (ROOT / link).is_file(), link


@pytest.mark.skipif(not marchsim.MODE.compiled, reason="a tournament takes long interpreted")
@pytest.mark.usefixtures("undrawn")
def test_the_tour_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of the README, in one folder (tournaments cut to two blocks, searches to plans)."""
    assert len(COMMANDS) > 5
    for _, *arguments in COMMANDS:
        if arguments[0] == "run":
            arguments += ["--blocks", "2", "--workers", "1", "--quiet"]
        elif arguments[0] == "try":
            arguments += ["--deals", "2", "--workers", "1"]
        elif arguments[0] == "optimize":
            arguments += ["--plan", "--workers", "1"]
        assert main.run(arguments) == 0, f"marchsim {shlex.join(arguments)}\n{''.join(capsys.readouterr())}"
