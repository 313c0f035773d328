"""Make docs/examples/library.ipynb from library.py beside it: the same cells, with their output.

A cell begins with `# %%`, and is text if it is marked `[markdown]`. If a cell's last line prints something,
that is its result. `make docs` runs the cells in order in one empty folder. The tests run them again and
compare.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "docs" / "examples" / "library.py"
NOTEBOOK = SCRIPT.with_suffix(".ipynb")
Cell = dict[str, Any]


def cells(script: str) -> list[Cell]:
    """The cells of a script."""
    found = re.split(r"^# %%(.*)\n", script, flags=re.MULTILINE)[1:]
    made = []
    for number, (head, body) in enumerate(zip(found[::2], found[1::2], strict=True)):
        lines = body.strip().split("\n")
        kind, more, source = "code", {"execution_count": None, "outputs": []}, shown(body.strip())
        if "[markdown]" in head:
            kind, more = "markdown", {}
            source = "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines)
        made.append({"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source, **more})
    return made


def shown(source: str) -> str:
    """Replace a `print` at the end of a cell by its argument, since a notebook shows that by itself."""
    last = ast.parse(source).body[-1:]
    if not last or not isinstance(last[0], ast.Expr) or not isinstance(last[0].value, ast.Call):
        return source
    call, before = last[0].value, source.split("\n")[: last[0].lineno - 1]
    if ast.unparse(call.func) != "print":
        return source
    return "\n".join([*before, textwrap.dedent(ast.get_source_segment(source, call.args[0]) or "")])


def run_here(made: list[Cell]) -> None:
    """Run the code cells in this process and this folder, and add their output to them."""
    import matplotlib

    matplotlib.use("agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in made if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, 1):
        tree, said = ast.parse(cell["source"]), io.StringIO()
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(said):
            exec(compile(tree, f"cell {number}", "exec"), names)
            value = (
                eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
            )
        cell["execution_count"] = number
        cell["outputs"] = outputs(said.getvalue(), value, number)


def outputs(said: str, value: Any, number: int) -> list[Cell]:
    """The output of a cell: its printed text, its pictures and its result."""
    from matplotlib import pyplot

    found: list[Cell] = []
    if said:
        found.append({"output_type": "stream", "name": "stdout", "text": said})
    for figure in map(pyplot.figure, pyplot.get_fignums()):
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=80, metadata={"Software": None})
        data = {"image/png": base64.b64encode(file.getvalue()).decode(), "text/plain": "<Figure>"}
        found.append({"output_type": "display_data", "metadata": {}, "data": data})
        pyplot.close(figure)
    if value is not None:
        data = {"text/plain": repr(value)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_()
        found.append(
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data}
        )
    return found


def executed() -> dict[str, Any]:
    """The notebook, with its cells run in another process in an empty folder."""
    code = (
        "import json, sys; from tools.notebook import run_here; made = json.loads(sys.stdin.read());"
        "run_here(made); print(json.dumps(made), file=sys.stderr)"
    )
    made = cells(SCRIPT.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            [sys.executable, "-c", code], input=json.dumps(made), capture_output=True, text=True, check=False,
            cwd=place, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": json.loads(done.stderr.splitlines()[-1]),
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip


def texts(notebook: dict[str, Any]) -> list[list[str]]:
    """The words and numbers in each cell's source and output, without the lines drawn around them."""
    found = []
    for cell in notebook["cells"]:
        shown = [one.get("text") or one["data"]["text/plain"] for one in cell.get("outputs", ())]
        found.append(re.findall(r"[\w.%:]+", " ".join([cell["source"], *shown])))
    return found


def main() -> None:
    """Write the notebook if its output has changed."""
    made = executed()
    if not NOTEBOOK.exists() or texts(json.loads(NOTEBOOK.read_text(encoding="utf-8"))) != texts(made):
        NOTEBOOK.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"wrote {NOTEBOOK.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
