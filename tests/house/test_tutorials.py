"""The tutorials: every file is written and every command runs, in the order of the page.

`own-game.md` needs an installed package: `tests/small/test_tutorial.py` runs it.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import marchsim
from marchsim.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs/tutorial").glob("*.md"))
# A step: a file to write (its name ends the line before the block), or a command.
STEP = re.compile(
    r"`([\w-]+\.(?:toml|py))`:\n\n```\w+\n(.*?)```|^    marchsim ([^\n]*)$",
    re.DOTALL | re.MULTILINE,
)
SMALL = {
    "run": ["--workers", "1", "--quiet", "--blocks", "2"],
    "try": ["--deals", "2", "--workers", "1"],
    "tune": ["--plan", "--workers", "1"],
    "runs": ["--workers", "1"],
    "optimize": ["--plan", "--workers", "1"],
}


def test_there_are_six_of_at_most_eight_kilobytes() -> None:
    assert len(PAGES) == 6
    assert all(path.stat().st_size < 8_000 for path in PAGES)


@pytest.mark.skipif(not marchsim.MODE.compiled, reason="a tournament takes long interpreted")
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("page", [one for one in PAGES if one.stem != "own-game"], ids=lambda path: path.stem)
def test_a_tutorial_runs(page: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one folder, with small tournaments and tries. A search is only planned."""
    done = 0
    for name, content, command in STEP.findall(page.read_text(encoding="utf-8")):
        if name:
            (folder / name).write_text(content, encoding="utf-8")
            continue
        verb, *rest = shlex.split(command, comments=True)
        rest = [word for at, word in enumerate(rest) if word != "--deals" and rest[at - 1] != "--deals"]
        assert main.run([verb, *rest, *SMALL.get(verb, [])]) == 0, (
            f"{command}\n{''.join(capsys.readouterr())}"
        )
        done += 1
    assert done > 3
