"""What is installed: the wheel in an empty environment, with and without a C compiler."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest

import marchsim

ROOT = Path(__file__).resolve().parents[2]
NOT_COPIED = shutil.ignore_patterns(
    ".venv*", ".git", "build", "dist", "runs", "*.so", "_build.json", "*.egg-info", ".*_cache"
)


def quietly(arguments: Iterable[object], folder: Path, **environment: str) -> str:
    """Run a program and return what it prints; a failure shows all of it."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "MARCHSIM_PURE")}
    result = subprocess.run(
        [str(argument) for argument in arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=folder,
        env={**kept, **environment},
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


def build(root: Path, target: Path, **environment: str) -> Path:
    """Build the wheel of a source tree with the tools of this environment."""
    arguments = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", target, root)
    quietly([sys.executable, *arguments], root, **environment)
    (wheel,) = target.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into an environment that borrows only third-party packages; return its programs."""
    venv.create(folder, symlinks=True, with_pip=False)
    site = next(folder.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository as it is in version control: nothing compiled."""
    target = tmp_path_factory.mktemp("sources") / "marchsim"
    shutil.copytree(ROOT, target, ignore=NOT_COPIED)
    return target


@pytest.fixture(scope="module")
def pure_wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that a machine without a C compiler builds."""
    return build(sources, tmp_path_factory.mktemp("wheel"), CC="/bin/false")


def test_the_wheel_holds_everything(pure_wheel: Path) -> None:
    """Every module, component file and template, and the shipped strategies and configurations."""
    names = set(zipfile.ZipFile(pure_wheel).namelist())
    wanted = [path.relative_to(ROOT) for path in (ROOT / "marchsim").rglob("*.py")]
    wanted += [path.relative_to(ROOT) for path in (ROOT / "marchsim").rglob("*.toml")]
    wanted += [path.relative_to(ROOT) for path in (ROOT / "marchsim").rglob("templates/*")]
    wanted += [
        Path("marchsim/shipped") / path.relative_to(ROOT) for path in (ROOT / "strategies").glob("*.py")
    ]
    wanted += [
        Path("marchsim/shipped") / path.relative_to(ROOT) for path in (ROOT / "configs").glob("*.toml")
    ]
    wanted += [Path("marchsim/py.typed"), Path("marchsim/_build.json")]
    assert {path.as_posix() for path in wanted} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    assert not [name for name in names if name.startswith(("tests/", "strategies/", "configs/"))]


def test_without_a_compiler_it_runs_interpreted(pure_wheel: Path, tmp_path: Path) -> None:
    """All or nothing: no compiled module is left behind, and --version says why."""
    python = install(pure_wheel, tmp_path / "venv")
    version = quietly([python, "-m", "marchsim", "--version"], tmp_path)
    assert "interpreted: no working C compiler with Python's headers was found" in version
    place = quietly([python, "-c", "import marchsim; print(marchsim.__file__)"], tmp_path)
    assert place.startswith(str(tmp_path / "venv"))


@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiled build")
def test_the_installed_package_runs_the_demo_in_an_empty_folder(pure_wheel: Path, tmp_path: Path) -> None:
    """`marchsim run demo` finds its configuration and strategies inside the package, and runs compiled.

    The compiled modules are those of this repository: to compile them anew takes minutes.
    """
    python = install(pure_wheel, tmp_path / "venv")
    site = next((tmp_path / "venv").glob("lib/python*/site-packages"))
    for path in (*ROOT.glob("*.so"), *(ROOT / "marchsim").rglob("*.so"), ROOT / "marchsim/_build.json"):
        shutil.copy(path, site / path.relative_to(ROOT))
    runs_the_demo(python, tmp_path / "empty")


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiled build")
def test_the_wheel_runs_the_demo_in_an_empty_folder(tmp_path: Path) -> None:
    """The same of the wheel that is compiled here."""
    runs_the_demo(install(build(ROOT, tmp_path / "wheel"), tmp_path / "venv"), tmp_path / "empty")


def runs_the_demo(python: Path, empty: Path) -> None:
    """Play a block of the demo in an empty folder."""
    empty.mkdir()
    assert "(compiled" in quietly([python, "-m", "marchsim", "--version"], empty)
    quietly([python, "-m", "marchsim", "run", "demo", "--blocks", "1", "--workers", "1", "--quiet"], empty)
    assert (empty / "runs" / "demo" / "manifest.json").is_file()


@pytest.mark.slow
def test_a_source_distribution_builds_the_same_wheel(sources: Path, tmp_path: Path, pure_wheel: Path) -> None:
    """The sdist has all that a wheel needs."""
    code = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    quietly([sys.executable, "-c", code, tmp_path], sources)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path, filter="data")
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    wheel = build(unpacked, tmp_path / "wheel", CC="/bin/false")
    assert zipfile.ZipFile(wheel).namelist() == zipfile.ZipFile(pure_wheel).namelist()


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiler")
def test_it_compiles_where_there_is_nothing_but_the_build_tools(sources: Path, tmp_path: Path) -> None:
    """As `pip install` builds it: neither numpy nor anything else that it needs to run is there."""
    root = tmp_path / "marchsim"
    shutil.copytree(sources, root)
    venv.create(tmp_path / "venv", symlinks=True, with_pip=False)
    site = next((tmp_path / "venv").glob("lib/python*/site-packages"))
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    tops = {
        file.parts[0]: metadata.distribution(name).locate_file(file.parts[0])
        for name in with_what_they_need(asked) for file in metadata.files(name) or ()
    }  # fmt: skip
    for top, place in tops.items():
        if top not in ("..", "__pycache__"):
            (site / top).symlink_to(str(place))
    python = tmp_path / "venv" / "bin" / "python"
    quietly([python, "setup.py", "-q", "build_ext", "--inplace"], root, MARCHSIM_QUICK_BUILD="1")
    assert json.loads((root / "marchsim" / "_build.json").read_text(encoding="utf-8"))["compiled"]


def with_what_they_need(asked: Iterable[str]) -> set[str]:
    """Return the names of requirements and of all that these need in turn, extras left out."""
    found: set[str] = set()
    left = [re.split(r"[^\w.-]", one)[0] for one in asked]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            needed = (one for one in metadata.requires(name) or () if "extra ==" not in one)
            left += [re.split(r"[^\w.-]", one)[0] for one in needed if installed(one)]
    return found


def installed(requirement: str) -> bool:
    """Return whether a requirement is there; one for older versions of Python is not."""
    try:
        metadata.distribution(re.split(r"[^\w.-]", requirement)[0])
    except metadata.PackageNotFoundError:
        return False
    return True


@pytest.mark.slow
def test_one_module_that_does_not_compile_turns_all_off(sources: Path, tmp_path: Path) -> None:
    """A type error in one module gives an interpreted installation, not a broken one."""
    broken = tmp_path / "broken"
    shutil.copytree(sources, broken)
    with (broken / "marchsim" / "kernel" / "rng.py").open("a", encoding="utf-8") as file:
        file.write("\n\nWRONG: int = 'text'\n")
    wheel = build(broken, tmp_path / "wheel")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".so")]
    python = install(wheel, tmp_path / "venv")
    version = quietly([python, "-m", "marchsim", "--version"], tmp_path)
    assert "interpreted: mypyc did not accept the sources" in version
