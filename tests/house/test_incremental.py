"""A quick build writes what an edit reaches, and all of that: its modules fit together after every edit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import marchsim

ROOT = Path(__file__).parents[2]

BUILD = """
import sys
sys.path.insert(0, {root!r})
import incremental
from setuptools import setup
made = incremental.extensions(["box.py", "reader.py", "apart.py"], "build")
setup(name="pile", ext_modules=made, script_args=["-q", "build_ext", "--inplace"])
"""
BOX = """
from mypy_extensions import i64

class Box:
    late: i64

    def __init__(self, n: i64) -> None:
        self.n: i64 = n

    def first(self) -> i64:
        return self.n

    def second(self) -> i64:
        return self.n + 10
"""
READER = """
from mypy_extensions import i64
from box import Box

def read(n: i64) -> i64:
    box = Box(n)
    box.late = 100
    return box.first() + box.late
"""


class Pile:
    """A folder with three modules, compiled each for itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("apart", "def apart() -> int:\n    return 3\n")
        self.write("box", BOX)
        self.write("reader", READER)
        self.write("build_it", BUILD.format(root=str(ROOT)))

    def write(self, name: str, text: str) -> None:
        """Write a module."""
        (self.folder / f"{name}.py").write_text(text, encoding="utf-8")

    def run(self, *words: str) -> str:
        """Return what Python prints in the folder; it must end well."""
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def built(self) -> tuple[str, set[str]]:
        """Build; return what the compiled code computes, and which modules' C code was written anew."""
        before = self._times()
        self.run("build_it.py")
        after = self._times()
        said = self.run("-c", "import reader; print(reader.__file__.endswith('.so'), reader.read(1))")
        return said, {name for name in after if before.get(name) != after[name]}

    def _times(self) -> dict[str, int]:
        files = self.folder.glob("build/__native_*.c")
        return {file.stem.removeprefix("__native_"): file.stat().st_mtime_ns for file in files}


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiler")
def test_modules_fit_together_after_every_edit(tmp_path: Path) -> None:
    """What reads a class finds its methods and attributes where they are now."""
    pile = Pile(tmp_path)
    assert pile.built() == ("True 101", {"apart", "box", "reader"})
    assert pile.built() == ("True 101", set())
    pile.write("reader", READER.replace("+ box.late", "+ box.late * 2"))
    assert pile.built() == ("True 201", {"reader"})
    first, second = BOX.index("    def first"), BOX.index("    def second")
    pile.write("box", BOX[:first] + BOX[second:] + "\n" + BOX[first:second])
    assert pile.built() == ("True 201", {"box", "reader"})
    pile.write("box", BOX.replace("late: i64", "later: i64\n    late: i64"))
    said, written = pile.built()
    assert said == "True 201" and "apart" not in written
