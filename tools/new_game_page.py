"""Make the page on writing a game, with examples copied from the sources.

A block of code below a line `<!-- FILE: NAME, ... -->` is replaced by the source of these names in the file
(CLASS.METHOD for a method).
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/howto/new-game.md"
BLOCK = re.compile(r"<!-- (tests/\w+\.py): ([\w., ]+) -->\n```python\n(.*?)```", re.DOTALL)


def text() -> str:
    """The text of the page, with the code of its examples."""
    return BLOCK.sub(_block, PAGE.read_text(encoding="utf-8"))


def _block(found: re.Match[str]) -> str:
    file, names = found[1], [name.strip() for name in found[2].split(",")]
    parts = [sources(file)[name] for name in names]
    joined = "".join(parts) if all(part.count("\n") == 1 for part in parts) else "\n".join(parts)
    return f"<!-- {file}: {', '.join(names)} -->\n```python\n{joined}```"


@cache
def sources(file: str) -> dict[str, str]:
    """The source of each class, function, method and constant of a file, by name."""
    code = (ROOT / file).read_text(encoding="utf-8")
    lines = code.splitlines(keepends=True)
    found: dict[str, str] = {}

    def add(name: str, node: ast.stmt) -> None:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        found[name] = dedent("".join(lines[first - 1 : node.end_lineno]))

    for node in ast.parse(code).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            add(node.name, node)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    add(f"{node.name}.{inner.name}", inner)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            add(node.targets[0].id, node)
    return found
