"""docs/examples: the script runs, and the notebook made of it shows what it shows today."""

from __future__ import annotations

import json

import pytest

import marchsim
from tools import notebook


def test_the_notebook_is_made_of_the_script() -> None:
    """The same cells, as they stand; what they show is looked at in `make test-slow`."""
    made = notebook.cells(notebook.SCRIPT.read_text(encoding="utf-8"))
    stored = json.loads(notebook.NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    again = "run `python -m tools.notebook` and commit the notebook"
    assert len(made) > 10
    assert [(one["cell_type"], one["source"]) for one in made] == [
        (one["cell_type"], one["source"]) for one in stored
    ], again


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="two thousand games take long interpreted")
def test_the_notebook_shows_what_its_cells_show() -> None:
    """Every cell runs, and the words and numbers that are stored are those of today; pictures are there."""
    made, stored = notebook.executed(), json.loads(notebook.NOTEBOOK.read_text(encoding="utf-8"))
    again = "a cell shows something else: run `python -m tools.notebook` and commit the notebook"
    for now, then in zip(notebook.texts(made), notebook.texts(stored), strict=True):
        assert now == then, again
    shown = [output for cell in stored["cells"] for output in cell.get("outputs", ())]
    assert sum("image/png" in output.get("data", ()) for output in shown) == 1
    assert sum("text/html" in output.get("data", ()) for output in shown) == 4
    assert notebook.NOTEBOOK.stat().st_size < 100_000
    code = "".join(cell["source"] for cell in stored["cells"] if cell["cell_type"] == "code")
    assert code.count(".join(") == 3, "the example has three joins"
