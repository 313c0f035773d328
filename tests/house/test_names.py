"""A module, class or function is named after what it is or does, not by a participle alone."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "marchsim"
BARE = {"told", "found", "held", "asked", "written", "prepared", "made", "kept"}
NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def bare(path: Path) -> list[str]:
    """The names of a module and of its classes and functions that are bare participles."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = [path.stem, *(node.name for node in tree if isinstance(node, NAMED))]
    return [name for name in names if name.lower().strip("_") in BARE]


def test_a_bare_participle_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "written.py"
    module.write_text("class Held:\n    def _told(self): ...\n\n\ndef told_apart(): ...\n")
    assert bare(module) == ["written", "Held", "_told"]


def test_no_name_is_a_bare_participle() -> None:
    found = {str(path.relative_to(ROOT)): bare(path) for path in ROOT.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}
