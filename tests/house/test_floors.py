"""The floors of the house: imports go downward only."""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_contracts_hold() -> None:
    """Every contract of pyproject.toml is kept by every module."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert result.returncode == 0, result.stdout


def imported(path: Path, name: str, modules: set[str]) -> set[str]:
    """Return the modules that a file takes names from when it is loaded, or for its types alone."""
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    for node in waiting:
        if isinstance(node, ast.FunctionDef):
            continue  # imports of a function are those of its call
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.ImportFrom) and node.module:
            deeper = {f"{node.module}.{one.name}" for one in node.names} & modules
            found |= deeper or {node.module} & modules
    return found - {name}


def test_no_file_imports_itself_in_a_circle() -> None:
    """Not even for types: of two files one can be read before the other (D-271)."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted((ROOT / "marchsim").rglob("*.py"))
    }
    graph = {name: imported(path, name, set(paths)) for name, path in paths.items()}
    assert len(graph) > 500 and sum(map(len, graph.values())) > 2000
    graphlib.TopologicalSorter(graph).prepare()  # a CycleError names the files of a circle


def test_layers_below_the_games_name_none_of_their_strategies() -> None:
    """No text in them is a game, or a strategy that not every game has."""
    fields = [{path.stem for path in place.glob("*.py")} for place in (ROOT / "strategies").iterdir()]
    own = set.union(*fields) - set.intersection(*fields)
    named = {place.name for place in (ROOT / "strategies").iterdir()} | own
    found = {
        (path.relative_to(ROOT).as_posix(), node.value)
        for layer in ("kernel", "stats", "recorder", "runner", "analysis")
        for path in (ROOT / "marchsim" / layer).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in named
    }
    assert len(own) > 10 and found == set()
