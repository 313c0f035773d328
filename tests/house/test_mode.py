"""Compiled or interpreted: who decides, and what the user is told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import marchsim
from marchsim.kernel import mode

SUFFIX = ".so"


def left_behind(root: Path, quick: bool) -> Path:
    """Write a package of two engine modules as a build has left it."""
    (root / "engine").mkdir(parents=True)
    for name in ("__init__", "dice", "moves", "words"):
        (root / "engine" / f"{name}.py").write_text(f"NAME = {name!r}\n", encoding="utf-8")
    sources = {f"engine/{name}.py": mode.digest(root / f"engine/{name}.py") for name in ("dice", "moves")}
    libraries = ("engine/dice__mypyc", "engine/moves__mypyc") if quick else ("../marchsim__mypyc",)
    for module in (*libraries, "engine/dice", "engine/moves"):
        (root / f"{module}{SUFFIX}").write_bytes(b"code")
    record = {"compiled": True, "suffix": SUFFIX, "sources": sources, "interpreted": ["engine/words.py"]}
    record["quick"] = quick
    record["made"] = mode.compiled_hashes(root, record)
    (root / mode.RECORD).write_text(json.dumps(record), encoding="utf-8")
    return root


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package `toy` whose modules are one library."""
    return left_behind(tmp_path / "toy", quick=False)


def test_a_quick_build_is_used_and_says_so(tmp_path: Path) -> None:
    """`make build` leaves a library for each module; nobody takes its speed for that of the engine."""
    package = left_behind(tmp_path / "toy", quick=True)
    chosen = mode.choose(package, {}, [SUFFIX])
    assert chosen.compiled and chosen.quick and "hurry" in chosen.reason and chosen.surprise == ""
    (package / "engine" / f"moves__mypyc{SUFFIX}").unlink()
    assert mode.choose(package, {}, [SUFFIX]).surprise == f"moves__mypyc{SUFFIX} is missing"


def test_an_untouched_build_is_used(package: Path) -> None:
    assert mode.choose(package, {}, [SUFFIX]) == mode.Mode(True)


def test_no_build_is_no_surprise(tmp_path: Path) -> None:
    """A checkout that nobody compiled runs interpreted without a notice."""
    assert mode.choose(tmp_path, {}, [SUFFIX]) == mode.Mode(False, "it was not built")


def test_a_build_without_compiler_says_so(package: Path) -> None:
    record = {"compiled": False, "reason": "no compiler"}
    (package / mode.RECORD).write_text(json.dumps(record), encoding="utf-8")
    assert mode.choose(package, {}, [SUFFIX]) == mode.Mode(False, "no compiler")


@pytest.mark.parametrize(("value", "compiled"), [("1", False), ("0", True), ("", True)])
def test_the_switch_asks_for_sources(package: Path, value: str, compiled: bool) -> None:
    found = mode.choose(package, {"MARCHSIM_PURE": value}, [SUFFIX])
    assert (found.compiled, found.surprise) == (compiled, "")


@pytest.mark.parametrize("edit", ["change", "remove", "add"])
def test_a_stale_build_never_wins(package: Path, edit: str) -> None:
    """A source that was changed, removed or added since the build turns the whole group off."""
    source = package / "engine" / ("new.py" if edit == "add" else "moves.py")
    if edit == "remove":
        source.unlink()
    else:
        source.write_text("NAME = 'other'\n", encoding="utf-8")
    found = mode.choose(package, {}, [SUFFIX])
    assert found == mode.Mode(False, f"toy/engine/{source.name} is not what was compiled", found.reason)


def test_what_is_not_compiled_may_change(package: Path) -> None:
    (package / "engine" / "words.py").write_text("NAME = 'other'\n", encoding="utf-8")
    assert mode.choose(package, {}, [SUFFIX]).compiled


@pytest.mark.parametrize("name", ["../marchsim__mypyc.so", "engine/dice.so"])
def test_a_group_with_a_gap_is_not_used(package: Path, name: str) -> None:
    """A mixture of compiled modules and sources never runs."""
    (package / name).unlink()
    assert mode.choose(package, {}, [SUFFIX]).surprise == f"{Path(name).name} is missing"


@pytest.mark.parametrize("name", ["../marchsim__mypyc.so", "engine/dice.so"])
@pytest.mark.parametrize("content", [b"co", b"edoc"])
def test_a_library_that_is_not_what_was_built_is_not_used(package: Path, name: str, content: bytes) -> None:
    """To load one that was cut could end the process; an earlier one of this size plays other rules."""
    (package / name).write_bytes(content)
    assert mode.choose(package, {}, [SUFFIX]).surprise == f"{Path(name).name} is not as it was built"


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "3", "null", '{"compiled": 1}', '{"compiled": false}', '{"compiled": true}', "[" * 9999,
     '{"compiled": true, "suffix": ".so", "sources": {"a": 1}, "interpreted": [], "made": []}',
     '{"compiled": true, "suffix": ".so", "sources": {}, "interpreted": [[]], "made": []}'],
)  # fmt: skip
def test_a_record_that_is_none_runs_the_sources(package: Path, text: str) -> None:
    (package / mode.RECORD).write_text(text, encoding="utf-8")
    assert mode.choose(package, {}, [SUFFIX]).surprise == "_build.json is damaged"


def test_a_reason_is_one_line(package: Path) -> None:
    """However much a compiler had to say."""
    record = {"compiled": False, "reason": "the C compiler failed " + "x" * 2000 + "\nmore"}
    (package / mode.RECORD).write_text(json.dumps(record), encoding="utf-8")
    reason = mode.choose(package, {}, [SUFFIX]).reason
    assert len(reason) <= mode.LONGEST and reason.startswith("the C compiler failed x") and "\n" not in reason


def test_another_python_runs_the_sources(package: Path) -> None:
    found = mode.choose(package, {}, [".cpython-399-x86_64-linux-gnu.so"])
    assert found.surprise == "it was compiled for another Python"


def imported(root: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Import the engine from a folder in a process of its own; print the version and where a module lies."""
    code = (
        "import marchsim.kernel.rng as rng, marchsim.cli.main as cli;"
        "print(cli.version()); print(rng.__file__); print(rng.Stream(7).below(1000))"
    )
    kept = {key: value for key, value in os.environ.items() if key != mode.SWITCH}
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**kept, "PYTHONPATH": str(root), **environment},
        cwd=root,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package, with its compiled modules."""
    home = Path(marchsim.__file__).parent
    shutil.copytree(home, tmp_path / "marchsim", ignore=shutil.ignore_patterns("__pycache__"))
    for library in home.parent.glob("marchsim__mypyc*"):
        shutil.copy2(library, tmp_path)
    return tmp_path


@pytest.mark.both
def test_pure_mode_runs_the_sources(copy: Path) -> None:
    """The same number either way, from the file beside the compiled module."""
    pure = imported(copy, MARCHSIM_PURE="1")
    plain = imported(copy)
    version, place, number = pure.stdout.splitlines()
    assert "interpreted: MARCHSIM_PURE=1" in version
    assert place.endswith("rng.py")
    assert plain.stdout.splitlines()[2] == number
    assert pure.stderr == ""


@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiled build")
def test_an_edited_rule_is_run_and_told_once(copy: Path) -> None:
    """One line on stderr names the file and the command that rebuilds; worker processes stay silent."""
    assert imported(copy).stdout.splitlines()[1].endswith(".so")
    source = copy / "marchsim" / "kernel" / "rng.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    stale = imported(copy)
    assert stale.stdout.splitlines()[1].endswith("rng.py")
    assert "interpreted: marchsim/kernel/rng.py is not what was compiled" in stale.stdout
    (notice,) = stale.stderr.splitlines()
    assert notice.startswith("marchsim: notice: marchsim/kernel/rng.py is not what was compiled; ")
    assert notice.endswith("Rebuild: pip install --force-reinstall marchsim")
    assert imported(copy, MARCHSIM_PURE="stale").stderr == ""


def spoil_library(copy: Path) -> None:
    """Put what is no library in its place, as if that had been built."""
    (library,) = copy.glob("marchsim__mypyc*")
    library.write_bytes(b"\x7fELF".ljust(library.stat().st_size, b"."))
    package = copy / "marchsim"
    record = json.loads((package / mode.RECORD).read_text(encoding="utf-8"))
    record["made"] = mode.compiled_hashes(package, record)
    (package / mode.RECORD).write_text(json.dumps(record), encoding="utf-8")


def spoil_librt(copy: Path) -> None:
    """Let another release of librt be found first."""
    (copy / "librt").mkdir()
    (copy / "librt" / "__init__.py").write_text("raise ImportError('librt of another release')\n")


@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiled build")
@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(
            spoil_library, marks=pytest.mark.skipif(marchsim.MODE.quick, reason="needs the group's library")
        ),
        spoil_librt,
    ],
)
def test_a_library_that_cannot_be_loaded_is_told_of_once(copy: Path, spoil: Callable[[Path], None]) -> None:
    """The sources run, the version says so, and one line why; processes of this one stay silent."""
    number = imported(copy).stdout.splitlines()[2]
    spoil(copy)
    found = imported(copy)
    version, place, again = found.stdout.splitlines()
    assert "(interpreted: the compiled engine cannot be loaded (" in version
    assert place.endswith("rng.py") and again == number
    (notice,) = found.stderr.splitlines()
    assert notice.startswith("marchsim: notice: the compiled engine cannot be loaded (")


def test_a_checkout_is_rebuilt_by_make(tmp_path: Path) -> None:
    (tmp_path / "setup.py").touch()
    assert mode.rebuild_command(tmp_path / "marchsim") == f"make -C {tmp_path} build"
