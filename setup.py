"""Build the package: the engine compiled by mypyc where that works, plain Python where it does not.

Compilation is all or nothing: without a C compiler, or if any module fails, no compiled module is left
behind and `_build.json` has the reason. `MARCHSIM_PURE=1 pip install .` asks for plain Python.
The list of compiled modules is `[tool.marchsim.compile]` in pyproject.toml.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import shutil
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

ROOT = Path(__file__).resolve().parent
SHIPPED = ("strategies", "configs")  # folders of the repository that the wheel carries in marchsim/shipped
QUICK = os.environ.get("MARCHSIM_QUICK_BUILD", "") not in ("", "0")  # `make build`
KIND = "quick" if QUICK else "full"
# A library for each module, so that an edit compiles few, or one for all that is optimised as a whole
LIBRARIES = {"separate": True, "opt_level": "1"} if QUICK else {"group_name": "marchsim", "multi_file": True}
# mypy looks at no installed package, since pip builds without them, and keeps no notes.
MYPY = ["--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent", "--cache-dir=/dev/null"]
FAST = ["-include", str(RARE := ROOT / "tools/rare.h"), "-fvisibility=hidden"]
TOGETHER = (["-flto=auto", "-fno-semantic-interposition"], ["-flto"], [])  # the first that works
SPEC = importlib.util.spec_from_file_location("mode", ROOT / "marchsim/kernel/mode.py")
mode = importlib.util.module_from_spec(SPEC)  # of a package that is not installed yet
SPEC.loader.exec_module(mode)


class Unavailable(Exception):
    """The reason why the engine cannot be compiled here."""


def sources() -> tuple[list[str], list[str]]:
    """Return the modules to compile and those that stay interpreted, as paths from the repository."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["marchsim"]
    table = settings["compile"]
    found = {path for pattern in table["include"] for path in ROOT.glob(pattern)}
    names = sorted(path.relative_to(ROOT).as_posix() for path in found if path.name != "__init__.py")
    left_out = {path for pattern in table["interpreted"] for path in ROOT.glob(pattern)}
    interpreted = [name for name in names if not left_out.isdisjoint((ROOT / name, *(ROOT / name).parents))]
    return [name for name in names if name not in interpreted], interpreted


def record_of(modules: list[str], interpreted: list[str]) -> dict[str, object]:
    """Return the record of a build: the hash of each source, and all else that decides the compiled code."""
    from mypy.version import __version__

    return {
        "compiled": True,
        "quick": QUICK,
        "recipe": f"mypyc {__version__}, setup.py {mode.digest(Path(__file__))}, rare.h {mode.digest(RARE)}",
        "suffix": importlib.machinery.EXTENSION_SUFFIXES[0],
        "sources": {name.removeprefix("marchsim/"): mode.digest(ROOT / name) for name in modules},
        "interpreted": [name.removeprefix("marchsim/") for name in interpreted],
    }


def extensions(modules: list[str]) -> list[Extension]:
    """Write the group's C code and return its extensions. Raises Unavailable."""
    from mypyc.build import mypycify

    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            folder = f"build/mypyc/{KIND}"
            found = mypycify([*MYPY, *modules], target_dir=folder, debug_level="0", **LIBRARIES)
    except (SystemExit, Exception) as error:
        print(said.getvalue(), file=sys.stderr)
        first = next((line for line in said.getvalue().splitlines() if ": error: " in line), repr(error))
        raise Unavailable(f"mypyc did not accept the sources: {first}") from error
    together = [] if QUICK else next(filter(accepts, TOGETHER))
    for extension in found:
        # A new warning ends no installation. Without fused multiply-add, machines agree on every score.
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        extension.extra_compile_args = [*flags, "-ffp-contract=off", *([] if QUICK else FAST), *together]
        extension.extra_link_args = [*extension.extra_link_args, *together]
        extension.depends = [*extension.depends, __file__, str(RARE)]
    return found


def accepts(flags: list[str]) -> bool:
    """Return whether a C compiler compiles and links a file against Python's headers with these flags."""
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return 0; }\n", encoding="utf-8")
        asked = Extension("probe", [str(probe)])
        asked.extra_compile_args, asked.extra_link_args = [*flags, "-Werror"], flags
        try:
            compiled([asked], Path(folder))
        except (BaseError, CCompilerError, OSError):
            return False
    return True


class Parallel(build_ext):
    """Compiles several files of an extension at a time."""

    def build_extensions(self) -> None:
        compile_some = self.compiler.compile

        def compile_each(files: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda file: compile_some([file], **options), files)
                return [item for items in made for item in items]

        self.compiler.compile = compile_each
        super().build_extensions()


def compiled(asked: list[Extension], folder: Path) -> list[tuple[Path, str]]:
    """Compile the extensions whose files have changed. Return each library and its place in a package."""
    command = Parallel(Distribution({"ext_modules": asked}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    names = [command.get_ext_fullname(one.name) for one in asked]
    return [(Path(command.get_ext_fullpath(name)), command.get_ext_filename(name)) for name in names]


class BuildExt(build_ext):
    """Compiles the whole group or none of it, and leaves the record that the package reads when it starts."""

    def run(self) -> None:
        package = ROOT / "marchsim" if self.inplace else Path(self.build_lib, "marchsim")
        package.mkdir(parents=True, exist_ok=True)
        try:
            record = self._build(package)
        except Unavailable as error:
            self._remove_compiled(package)
            record = {"compiled": False, "reason": mode.one_line(str(error), 120)}
            print(f"marchsim: built interpreted (same results, slower): {record['reason']}", file=sys.stderr)
        (package / mode.RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")

    def _build(self, package: Path) -> dict[str, object]:
        if os.environ.get(mode.SWITCH, "") not in ("", "0"):
            raise Unavailable(f"{mode.SWITCH} was set when it was built")
        if sys.platform == "win32":
            raise Unavailable("Windows runs it interpreted")
        if not accepts([]):
            raise Unavailable("no working C compiler with Python's headers was found")
        if importlib.util.find_spec("mypyc") is None:
            raise Unavailable("mypyc is not installed")
        modules, interpreted = sources()
        record = record_of(modules, interpreted)
        known = mode.recorded(package)
        for same in (record, record | {"quick": False}):  # an optimised engine serves as a quick one, too
            if known == same | {"made": mode.compiled_hashes(package, same)} and not self.force:
                print("marchsim: the compiled engine is up to date")
                return known
        self._remove_compiled(package)
        self.extensions = extensions(modules)
        try:
            libraries = compiled(self.extensions, ROOT / "build" / KIND)
        except (BaseError, CCompilerError, OSError) as error:
            raise Unavailable(f"the C compiler failed: {error}") from error
        for library, name in libraries:
            self.copy_file(str(library), str(package.parent / name))
        return record | {"made": mode.compiled_hashes(package, record)}

    def _remove_compiled(self, package: Path) -> None:
        self.extensions = []
        for file in (*package.parent.glob("marchsim__mypyc*.so"), *package.rglob("*.so")):
            file.unlink()
        (package / mode.RECORD).unlink(missing_ok=True)


class BuildPy(build_py):
    """Copies the package, and the shipped strategies and configurations into it as data."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # nothing of an earlier build may slip in
        super().run()
        for folder in () if self.editable_mode else SHIPPED:
            target = Path(self.build_lib, "marchsim", "shipped", folder)
            shutil.copytree(ROOT / folder, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))


if __name__ == "__main__":
    setup(
        # Stands for the group until build_ext knows it, so that the wheel is marked as one for this platform.
        ext_modules=[Extension("marchsim__mypyc", sources=[])],
        cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
    )
