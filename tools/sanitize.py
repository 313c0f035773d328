"""The compiled engine under AddressSanitizer and UndefinedBehaviorSanitizer: golden games and the fuzz.

`make sanitize`. The group is compiled once more, in build/sanitize, with the checks in it (some minutes); the
tests of TESTS run against that copy in a process that has the sanitizers' library loaded first. Every object
has memory of its own (PYTHONMALLOC), so that none is used after it is gone; leaks are not looked for, since
Python leaves much to the end of the process. The first finding ends the tests, and exit code 1 says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "sanitize"
COPIED = ("marchsim", "tests", "strategies", "configs", "docs", "pyproject.toml", "setup.py", "borrowing.py",
          "incremental.py", "README.md")  # fmt: skip
TESTS = ("tests/march/test_golden.py", "tests/march/test_fuzz.py", "tests/march/test_laws.py")
LEFT = shutil.ignore_patterns("*.so", "__pycache__", "_build.json")


def copied() -> None:
    """Lay the sources as they are now into the folder; what was compiled there stays."""
    for name in COPIED:
        source, target = ROOT / name, PLACE / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=LEFT, dirs_exist_ok=True)
        else:
            PLACE.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def library() -> str:
    """Return where the compiler has AddressSanitizer's library."""
    asked = [os.environ.get("CC", "gcc"), "-print-file-name=libasan.so"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def environment() -> dict[str, str]:
    """Return what the tests' process needs around it."""
    return {
        **os.environ,
        "LD_PRELOAD": library(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(PLACE),
    }


def main(arguments: Sequence[str]) -> int:
    """Build and test; `arguments` go to pytest (usual: the fast tests of TESTS)."""
    copied()
    compiling = {**os.environ, "MARCHSIM_SANITIZE": "1"}
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=PLACE, env=compiling, check=True
    )
    checked = "import marchsim; assert marchsim.MODE.compiled, marchsim.MODE; print(marchsim.__file__)"
    subprocess.run([sys.executable, "-c", checked], cwd=PLACE, env=environment(), check=True)
    wanted = arguments or ["-m", "not slow", *TESTS]
    asked = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", *wanted]
    return subprocess.run(asked, cwd=PLACE, env=environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
