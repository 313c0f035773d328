"""Test the compiled engine under AddressSanitizer and UndefinedBehaviorSanitizer.

`make sanitize` compiles the group again with these checks, in build/sanitize (some minutes). The tests of
TESTS (golden games and the fuzz) run against that copy, in a process that loads the sanitizers' library
first. Every object has memory of its own (PYTHONMALLOC), so that a use after its end is noticed. Leaks are
not checked, since Python frees much only at the end of the process. The first finding ends the tests with
exit code 1.
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
COPIED = ("marchsim", "tests", "tools", "strategies", "configs", "docs", "pyproject.toml", "setup.py",
          "README.md")  # fmt: skip
TESTS = ("tests/march/test_golden.py", "tests/march/test_fuzz.py", "tests/march/test_laws.py")
# mypyc shifts negative numbers, which the compilers that it supports define.
CHECKS = "-fsanitize=address,undefined -fno-sanitize=shift-base -fno-omit-frame-pointer -g1"
LEFT = shutil.ignore_patterns("*.so", "__pycache__", "_build.json")


def copied() -> None:
    """Copy the present sources into the folder."""
    for name in COPIED:
        source, target = ROOT / name, PLACE / name
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)  # a module that is gone must not be compiled
            shutil.copytree(source, target, ignore=LEFT)
        else:
            PLACE.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def library() -> str:
    """The path of the compiler's AddressSanitizer library."""
    asked = [os.environ.get("CC", "gcc"), "-print-file-name=libasan.so"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def environment() -> dict[str, str]:
    """The environment for the process of the tests."""
    return {
        **os.environ,
        "LD_PRELOAD": library(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(PLACE),
    }


def main(arguments: Sequence[str]) -> int:
    """Build and test. `arguments` are passed to pytest (default: the fast tests of TESTS)."""
    copied()
    compiling = {**os.environ, "MARCHSIM_QUICK_BUILD": "1", "CFLAGS": CHECKS, "LDFLAGS": CHECKS}
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
