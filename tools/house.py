"""Print the size of the package by part (lines, modules, types, commands, parameters), and check budgets.

`python -m tools.house` prints the table, and `--check` fails if a package is over its budget in budgets.toml.
A budget falls as the code shrinks, and rises only in a commit that names the feature that needs it.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "marchsim"
BUDGETS = Path(__file__).with_name("budgets.toml")
BLANK = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


@dataclass(frozen=True)
class Size:
    """Lines of files, lines of code (no blanks, comments, docstrings), modules and dataclasses."""

    lines: int = 0
    code: int = 0
    modules: int = 0
    dataclasses: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(
            self.lines + other.lines,
            self.code + other.code,
            self.modules + other.modules,
            self.dataclasses + other.dataclasses,
        )


def size(text: str) -> Size:
    """The size of one module, from its text."""
    tree = ast.parse(text)
    docs = {line for node in _docstrings(tree) for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BLANK:
            code.update(range(token.start[0], token.end[0] + 1))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return Size(text.count("\n"), len(code - docs), 1, sum(map(_is_dataclass, classes)))


def _docstrings(tree: ast.AST) -> Iterator[ast.Expr]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, owners) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            assert isinstance(first, ast.Expr)
            yield first


def _is_dataclass(node: ast.ClassDef) -> bool:
    names = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(ast.unparse(name).endswith("dataclass") for name in names)


def sizes(root: Path = PACKAGE) -> dict[str, Size]:
    """The size of each package directly under a folder. `modules` are the modules beside the packages."""
    found: dict[str, Size] = {}
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root).parts
        name = inside[0] if len(inside) > 1 else "modules"
        found[name] = found.get(name, Size()) + size(path.read_text(encoding="utf-8"))
    return found


def over(found: dict[str, Size], budgets: dict[str, int]) -> list[str]:
    """A sentence for each package that is over its budget or has none, and each budget without a package."""
    said = [
        f"marchsim/{name}: {one.lines:,} lines, and its budget is {budgets[name]:,}."
        for name, one in found.items()
        if name in budgets and one.lines > budgets[name]
    ]
    said += [f"marchsim/{name}: no budget in {BUDGETS.name}." for name in found.keys() - budgets.keys()]
    return said + [
        f"{BUDGETS.name}: {name} is no package any more." for name in budgets.keys() - found.keys()
    ]


def commands() -> tuple[int, int]:
    """The number of commands of the program, and of their parameters without those of all: --help, --json."""
    from typer.main import get_command

    from marchsim.cli import main

    leaves = list(_leaves(get_command(main.app)))
    return len(leaves), sum(len(one.params) for one in leaves)


def _leaves(command: Any) -> Iterator[Any]:
    if not hasattr(command, "list_commands"):
        yield command
        return
    context = command.make_context("marchsim", [], resilient_parsing=True)
    for word in command.list_commands(context):
        yield from _leaves(command.get_command(context, word))


def table(found: dict[str, Size], budgets: dict[str, int]) -> str:
    """The table as text."""
    rows = [f"{'package':<12}{'lines':>8}{'budget':>8}{'code':>8}{'modules':>9}{'dataclasses':>13}"]
    for name, one in [*found.items(), ("all", sum(found.values(), Size()))]:
        budget = sum(budgets.values()) if name == "all" else budgets.get(name, 0)
        rows.append(
            f"{name:<12}{one.lines:>8,}{budget:>8,}{one.code:>8,}{one.modules:>9,}{one.dataclasses:>13,}"
        )
    verbs, parameters = commands()
    return "\n".join([*rows, f"{verbs} commands with {parameters} parameters"])


def main(arguments: list[str]) -> int:
    """Print the table or, with --check, the packages that are over their budgets."""
    found = sizes()
    budgets: dict[str, int] = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))["lines"]
    said = over(found, budgets)
    if "--check" not in arguments:
        print(table(found, budgets))
    if said:
        print("\n".join(said), file=sys.stderr)
    return 3 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
