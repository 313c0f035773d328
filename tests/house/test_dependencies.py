"""What an installation brings along is all that the program needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]

# Plays and reports in one process, in which nothing but what an installation brings can be imported.
CODE = """
import sys

absent = set(sys.argv[1:])


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Absent())
from marchsim.cli.main import run

assert run(["run", "demo", "--blocks", "1", "--workers", "0", "--quiet"]) == 0
assert run(["report", "part", "winrate", "demo"]) == 0
assert run(["play", "--strategies", "forager,first,last", "--board", "board.png"]) == 0
"""


def one_form(name: str) -> str:
    """Return the name of a distribution as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def brought(requirements: list[str]) -> set[str]:
    """Return the distributions that these requirements install, those that they require themselves too."""
    found: set[str] = set()
    waiting = list(requirements)
    while waiting:
        name = one_form(re.split(r"[^\w.-]", waiting.pop())[0])
        if name in found:
            continue
        found.add(name)
        try:
            wanted = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # for another system
        waiting += [line for line in wanted if "extra ==" not in line]
    return found


def test_it_runs_with_what_an_installation_brings(tmp_path: Path) -> None:
    """Tools for development and what they bring, mypy's modules among them, are out of reach."""
    here = brought(DECLARED) | {"marchsim"}
    absent = [
        module
        for module, owners in metadata.packages_distributions().items()
        if not here & set(map(one_form, owners))
    ]
    assert {"mypy", "pytest"} <= set(absent)
    result = subprocess.run(
        [sys.executable, "-c", CODE, *absent], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr


def test_what_ci_installs_is_pinned_with_hashes() -> None:
    """constraints.txt (`make constraints`) has a version of all that is declared, each within its bounds.

    But for what builds the site, which no test needs.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = [extra for name, extra in project["project"]["optional-dependencies"].items() if name != "docs"]
    declared = [
        *project["build-system"]["requires"],
        *DECLARED,
        *(line for extra in extras for line in extra),
    ]
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pins: dict[str, list[Version]] = {}
    for entry in re.split(r"\n(?=\S)", text):
        if not entry.startswith("#"):
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
            name, version = re.match(r"(\S+)==(\S+)", entry).groups()  # type: ignore[union-attr]
            pins.setdefault(one_form(name), []).append(Version(version))
    for line in declared:
        wanted = Requirement(line)
        found = pins.get(one_form(wanted.name), [])
        assert found and all(version in wanted.specifier for version in found), line
