"""A quick build compiles the modules that an edit reaches, and they fit together after every edit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import marchsim

ROOT = Path(__file__).parents[2]

BUILD = """
import importlib.util, pathlib, shutil
spec = importlib.util.spec_from_file_location("made", {file!r})
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)
asked = made.extensions(["box.py", "reader.py", "apart.py"])
for library, name in made.compiled(asked, pathlib.Path("build")):
    shutil.copy2(library, name)
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
    """A folder with three modules, each compiled into a library of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("apart", "def apart() -> int:\n    return 3\n")
        self.write("box", BOX)
        self.write("reader", READER)
        self.write("build_it", BUILD.format(file=str(ROOT / "setup.py")))

    def write(self, name: str, text: str) -> None:
        """Write a module."""
        (self.folder / f"{name}.py").write_text(text, encoding="utf-8")

    def run(self, *words: str) -> str:
        """The output of Python in the folder. It must end well."""
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={**os.environ, "MARCHSIM_QUICK_BUILD": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip().splitlines()[-1] if done.stdout else ""

    def built(self) -> tuple[str, set[str]]:
        """The result of the compiled code after a build, and the modules that the build compiled."""
        before = self._times()
        self.run("build_it.py")
        after = self._times()
        said = self.run("-c", "import reader; print(reader.__file__.endswith('.so'), reader.read(1))")
        return said, {name for name in after if before.get(name) != after[name]}

    def _times(self) -> dict[str, int]:
        files = self.folder.glob("build/temp/**/__native_*.o")
        return {file.stem.removeprefix("__native_"): file.stat().st_mtime_ns for file in files}


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiler")
def test_modules_fit_together_after_every_edit(tmp_path: Path) -> None:
    """A module that uses a class finds its methods and attributes where they are now."""
    pile = Pile(tmp_path)
    assert pile.built() == ("True 101", {"apart", "box", "reader"})
    assert pile.built() == ("True 101", set())
    pile.write("reader", READER.replace("+ box.late", "+ box.late * 2"))
    assert pile.built() == ("True 201", {"reader"})
    first, second = BOX.index("    def first"), BOX.index("    def second")
    pile.write("box", BOX[:first] + BOX[second:] + "\n" + BOX[first:second])
    assert pile.built() == ("True 201", {"box", "reader"})
    pile.write("box", BOX.replace("late: i64", "later: i64\n    late: i64"))
    said, compiled = pile.built()
    assert said == "True 201" and "apart" not in compiled
