"""Builds the package: the engine compiled by mypyc where that works, plain Python where it does not.

Compilation is all or nothing: without a C compiler, or if any module fails, no compiled module is left
behind and `_build.json` says why. `MARCHSIM_PURE=1 pip install .` asks for plain Python.
The list of compiled modules is `[tool.marchsim.compile]` in pyproject.toml.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import shlex
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from types import ModuleType

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "marchsim"
GROUP = "marchsim"  # mypyc names the library that holds the group after it: marchsim__mypyc
SHIPPED = ("strategies", "configs")  # folders of the repository that the wheel carries in marchsim/shipped
GENERATED = "build/mypyc"
PIECES = "build/pieces"  # the same for a quick build, which makes a library of each module
NOTED = "build/mypy"  # what mypyc knows of the modules from one quick build to the next
SEEN = "build/mypy/seen.json"  # the sources that it knows them from
HELPERS = ("borrowing.py", "incremental.py")
HINTED = "build/hinted"
# What fails is rare: told so, the compiler lays it aside, and more of what runs fits the processor's cache.
COLD = """#include <Python.h>
void CPy_AddTraceback(const char *, const char *, int, PyObject *) __attribute__((cold));
PyAPI_FUNC(void) PyErr_SetNone(PyObject *) __attribute__((cold));
"""
# `make sanitize`: checks of memory and of undefined behaviour. Shifts of negative numbers, which mypyc's own
# code has and the compilers that it supports define, are none.
SANITIZE = "MARCHSIM_SANITIZE"
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize=shift-base", "-fno-omit-frame-pointer", "-g1"]
QUICK = "MARCHSIM_QUICK_BUILD"  # `make build`: an edit is compiled in seconds, and not optimised
COUNTED = "MARCHSIM_COUNTED"  # `make bench COUNTED=1`: every reference is counted, to see what that costs
LOG = "build/compile.log"  # what mypyc and the C compiler said, where they failed
IN_RANGE = re.compile(r"( (cpy_r_r\d+) = \(uint64_t\)\w+ < \(uint64_t\)\w+;\n    if \()\2\)")  # an index


def beside(path: Path) -> ModuleType:
    """Return a module that is no part of an installed package yet, from its file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


mode = beside(PACKAGE / "kernel" / "mode.py")
borrowing = beside(ROOT / "borrowing.py")


class Unavailable(Exception):
    """Why the engine cannot be compiled here, in a line; `said` is what the compilers said of it."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(mode.one_line(reason, 120))
        self.said = said


def sources() -> tuple[list[str], list[str]]:
    """Return the modules to compile and those that stay interpreted, as paths from the repository."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    table = settings["tool"]["marchsim"]["compile"]
    found = {path for pattern in table["include"] for path in ROOT.glob(pattern)}
    names = sorted(path.relative_to(ROOT).as_posix() for path in found if path.name != "__init__.py")
    left_out = {path for pattern in table["interpreted"] for path in ROOT.glob(pattern)}
    interpreted = [name for name in names if not left_out.isdisjoint((ROOT / name, *(ROOT / name).parents))]
    return [name for name in names if name not in interpreted], interpreted


def recipe() -> str:
    """Return what besides the sources decides the compiled code: the files that build it, mypyc's release."""
    from mypy.version import __version__

    files = (Path(__file__), *(ROOT / name for name in HELPERS))
    return ", ".join([f"mypyc {__version__}", *(f"{file.name} {mode.digest(file)}" for file in files)])


def record_of(modules: list[str], interpreted: list[str]) -> dict[str, object]:
    """Return what a compiled build is known by: the hash of each source, as it is now."""

    def inside(name: str) -> str:
        return name.removeprefix("marchsim/")

    return {
        "compiled": True,
        "quick": is_quick(),
        "recipe": recipe(),
        "suffix": sysconfig.get_config_var("EXT_SUFFIX"),
        "sources": {inside(name): mode.digest(ROOT / name) for name in modules},
        "interpreted": [inside(name) for name in interpreted],
    }


def is_quick() -> bool:
    """Return whether the build is to be quick rather than the engine."""
    return os.environ.get(QUICK, "") not in ("", "0")


def check_compiler() -> None:
    """Raise Unavailable unless a C compiler builds a file against Python's headers."""
    from distutils.ccompiler import new_compiler
    from distutils.errors import CompileError, DistutilsError
    from distutils.sysconfig import customize_compiler

    if sys.platform == "win32":
        raise Unavailable("Windows runs it interpreted")
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint main(void) { return 0; }\n", encoding="utf-8")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_paths()["include"]])
        except (CompileError, DistutilsError, OSError) as error:
            raise Unavailable("no working C compiler with Python's headers was found") from error


def generate(modules: list[str]) -> list[Extension]:
    """Return the group's extensions, with their C code written; raises Unavailable."""
    try:
        from mypyc import build
    except ImportError as error:
        raise Unavailable("mypyc is not installed") from error
    # What is not compiled is followed and not judged: pip builds without the packages it imports.
    asked = ["--ignore-missing-imports", "--follow-imports=silent", *modules]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            if is_quick():
                # A cache of its own: `mypy` asks otherwise, and each would throw away what the other noted.
                asked.insert(0, f"--cache-dir={ROOT / NOTED}")
                seen = forget_if_deceived(modules)
                extensions = beside(ROOT / "incremental.py").extensions(asked, PIECES)
                (ROOT / SEEN).write_text(json.dumps(seen), encoding="utf-8")
            else:
                extensions = build.mypycify(
                    asked, group_name=GROUP, debug_level="0", target_dir=GENERATED, multi_file=True
                )
    except (SystemExit, Exception) as error:
        first = next((line for line in said.getvalue().splitlines() if ": error: " in line), repr(error))
        raise Unavailable(f"mypyc did not accept the sources: {first}", said.getvalue()) from error
    for extension in extensions:
        extension.extra_compile_args = [
            # -Werror would make a compiler's new warning the end of an installation.
            *(flag for flag in extension.extra_compile_args if flag != "-Werror"),
            "-ffp-contract=off",  # no fused multiply-add: machines must agree on every score
        ]
    return extensions if is_quick() else optimised(extensions, build.write_file)


def forget_if_deceived(modules: list[str]) -> dict[str, list[object]]:
    """Drop what mypy knows from the last quick build if it would take a changed source for the same.

    It goes by size and time in whole seconds; a clock that was set back makes both agree. So it does after a
    build that failed, whose notes nobody knows. Return digest, size and time of each source.
    """
    seen = {name: [mode.digest(ROOT / name), *looks(ROOT / name)] for name in modules}
    try:
        before = json.loads((ROOT / SEEN).read_text(encoding="utf-8"))
        deceived = any(before[name][1:] == seen[name][1:] and before[name] != seen[name] for name in modules)
    except (OSError, ValueError, LookupError, TypeError):
        deceived = True
    if deceived:
        for folder in (NOTED, PIECES):
            shutil.rmtree(ROOT / folder, ignore_errors=True)
    (ROOT / SEEN).unlink(missing_ok=True)
    return seen


def looks(path: Path) -> list[int]:
    """Return what mypy knows a file by: its size and its time in whole seconds."""
    found = path.stat()
    return [found.st_size, int(found.st_mtime)]


def optimised(extensions: list[Extension], write: Callable[[str, str], None]) -> list[Extension]:
    """Return the extensions with what makes them fast: hints in C, and all compiled as one program."""
    cold = ROOT / HINTED / "cold.h"
    write(str(cold), COLD)  # leaves a file alone that says so already
    together = SANITIZED if os.environ.get(SANITIZE) else whole_program()
    hinted = hints([source for extension in extensions for source in extension.sources], write)
    for extension in extensions:
        extension.sources = [hinted.get(source, source) for source in extension.sources]
        extension.include_dirs.append(GENERATED)
        extension.extra_compile_args += [
            *("-include", str(cold)),
            "-fvisibility=hidden",  # calls between the group's files need no detour by the dynamic linker
            *together,
        ]
        extension.extra_link_args = [*extension.extra_link_args, *together]
    return extensions


def hints(sources: list[str], write: Callable[[str, str], None]) -> dict[str, str]:
    """Return copies of generated C files, by path, that say more: an index is likely to be in range.

    References are not counted in them where that is not needed.
    """
    files = [Path(source) for source in sources if Path(source).is_relative_to(GENERATED)]
    texts = {str(file): file.read_text(encoding="utf-8") for file in files}
    if not os.environ.get(COUNTED):
        texts = borrowing.lean(texts)
    copies = {str(file): str(Path(HINTED, *file.relative_to(GENERATED).parts)) for file in files}
    for source, copy in copies.items():
        write(copy, IN_RANGE.sub(r"\1likely(\2))", texts[source]))
    return copies


def whole_program() -> list[str]:
    """Return the flags that inline small functions across files, where compiler and linker know them."""
    from distutils.ccompiler import new_compiler
    from distutils.errors import CCompilerError, DistutilsError
    from distutils.sysconfig import customize_compiler

    for flags in (["-flto=auto", "-fno-semantic-interposition"], ["-flto"]):
        with tempfile.TemporaryDirectory() as folder:
            probe = Path(folder, "probe.c")
            probe.write_text("int probe(void) { return 0; }\n", encoding="utf-8")
            try:
                compiler = new_compiler()
                customize_compiler(compiler)
                made = compiler.compile([str(probe)], output_dir=folder, extra_postargs=[*flags, "-Werror"])
                compiler.link_shared_object(made, str(Path(folder, "probe.so")), extra_postargs=flags)
            except (CCompilerError, DistutilsError, OSError):
                continue
            return flags
    return []


class Compiler(build_ext):
    """Compiles C files side by side, and only those whose text, headers or flags changed.

    Digests tell that, never times: a clock may be set back, and an older file put back (D-396).
    """

    def build_extensions(self) -> None:
        self.locks: dict[str, Lock] = defaultdict(Lock)  # by object: a quick build's libraries share some
        self.compiler.compile = self._compile_changed
        super().build_extensions()

    def _compile_changed(
        self,
        sources: list[str],
        output_dir: str | None = None,
        macros: object = None,
        include_dirs: list[str] | None = None,
        debug: bool = False,
        extra_preargs: list[str] | None = None,
        extra_postargs: list[str] | None = None,
        depends: list[str] | None = None,
    ) -> list[str]:
        """Do what the compiler's own method of this signature does, one file after the other."""
        compiler = self.compiler
        _, objects, postargs, options, build = compiler._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        arguments = compiler._get_cc_args(options, debug, extra_preargs)
        flags = [*arguments, *postargs, *options]

        def compile_one(item: str) -> None:
            source, extension = build[item]
            note, read = Path(f"{item}.of"), f"{item}.d"
            with self.locks[item]:
                if self.anew or not still_is(note, flags):
                    note.unlink(missing_ok=True)
                    telling = ["-MMD", "-MF", read]  # the compiler writes down which files it has read
                    compiler._compile(item, source, extension, arguments, [*postargs, *telling], options)
                    told = Path(read).read_text(encoding="utf-8").replace("\\\n", " ")
                    files = shlex.split(told.partition(":")[2])
                    of = {file: mode.digest(Path(file)) for file in (*files, item)}
                    note.write_text(json.dumps({"flags": flags, "files": of}), encoding="utf-8")

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, objects))
        return objects


def still_is(note: Path, flags: list[str]) -> bool:
    """Return whether an object and the files that it was made of are as an earlier build noted."""
    try:
        noted = json.loads(note.read_text(encoding="utf-8"))
        same = all(mode.digest(Path(file)) == digest for file, digest in noted["files"].items())
    except (OSError, ValueError, LookupError, TypeError):
        return False
    return same and noted["flags"] == flags


class BuildExt(build_ext):
    """Compiles the whole group or none of it, and leaves the record that the package reads when it starts."""

    def run(self) -> None:
        modules, interpreted = sources()
        package = PACKAGE if self.inplace else Path(self.build_lib, "marchsim")
        try:
            self._build(package, modules, interpreted)
        except Unavailable as error:
            self._remove_compiled(package)
            record: dict[str, object] = {"compiled": False, "reason": self._told(error)}
            self._write(package, record)
            print(
                f"marchsim: notice: built interpreted (same results, slower): {record['reason']}",
                file=sys.stderr,
            )

    def _told(self, error: Unavailable) -> str:
        """Return why there is no compiled engine, and where it is said at length."""
        if not error.said:
            return str(error)
        if not (self.inplace or self.editable_mode):
            print(error.said, file=sys.stderr)
            return f"{error}; `pip install -v` shows the rest"
        log = ROOT / LOG
        log.parent.mkdir(exist_ok=True)
        log.write_text(error.said, encoding="utf-8", errors="replace")
        return f"{error}; {log} holds the rest"

    def _build(self, package: Path, modules: list[str], interpreted: list[str]) -> None:
        if os.environ.get(mode.SWITCH, "") not in ("", "0"):
            raise Unavailable(f"{mode.SWITCH} was set when it was built")
        check_compiler()
        try:
            record = record_of(modules, interpreted)
        except ImportError as error:
            raise Unavailable("mypyc is not installed") from error
        built = self._built(record)
        if built is None:
            built = record
            self._remove_compiled(package)
            self._compile(generate(modules))
        elif self.inplace:
            print("marchsim: the compiled engine is up to date")
        else:
            self._copy_compiled(package.parent)
        self._write(package, built | {"made": mode.compiled_hashes(package, built)})

    def _built(self, record: dict[str, object]) -> dict[str, object] | None:
        """Return the record of what is in the source tree if a build would make no other."""
        try:
            known = json.loads((PACKAGE / mode.RECORD).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if is_quick() and isinstance(known, dict) and known.get("quick") is False:
            record = record | {"quick": False}  # what is optimised serves, too
        same = known == record | {"made": mode.compiled_hashes(PACKAGE, record)}
        return record if same and not self.force else None

    def _compile(self, extensions: list[Extension]) -> None:
        from distutils.errors import CCompilerError, DistutilsError

        self.distribution.ext_modules = extensions
        inner = Compiler(self.distribution)
        for option in ("inplace", "build_lib", "build_temp", "editable_mode"):
            setattr(inner, option, getattr(self, option))
        inner.anew, inner.force = bool(self.force), True  # libraries are linked anew each time
        if is_quick():
            # Objects of other flags, and a library that is not taken for the full one while no source changes
            inner.build_temp = str(Path(self.build_temp, "quick"))
            inner.build_lib = str(Path(self.build_lib, "quick"))
        inner.parallel = os.cpu_count()
        said: list[str] = []
        try:
            inner.ensure_finalized()
            with overheard(said):
                inner.run()
        except (CCompilerError, DistutilsError, OSError) as error:
            raise Unavailable("the C compiler failed", "\n".join([*said, str(error)])) from error
        self.extensions = inner.extensions

    def _copy_compiled(self, target: Path) -> None:
        for file in compiled_files(ROOT):
            copy = target / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)

    def _remove_compiled(self, package: Path) -> None:
        self.extensions = []
        for file in compiled_files(package.parent):
            file.unlink()
        (package / mode.RECORD).unlink(missing_ok=True)

    def _write(self, package: Path, record: dict[str, object]) -> None:
        package.mkdir(parents=True, exist_ok=True)
        (package / mode.RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


@contextlib.contextmanager
def overheard(said: list[str]) -> Iterator[None]:
    """Keep what this process and those that it starts say, instead of letting it be seen."""
    kept = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as file:
        try:
            for number in (1, 2):
                os.dup2(file.fileno(), number)
            yield
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, before in zip((1, 2), kept, strict=True):
                os.dup2(before, number)
                os.close(before)
            file.seek(0)
            said.append(file.read().decode(errors="replace"))


def compiled_files(root: Path) -> list[Path]:
    """Return the compiled modules under a folder that holds the package, for whatever Python."""
    found = [*root.glob(f"{GROUP}__mypyc.*"), *(root / "marchsim").rglob("*.so")]
    return sorted(file for file in found if file.suffix in (".so", ".pyd"))


class BuildPy(build_py):
    """Copies the package, and the shipped strategies and configurations into it as data."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # nothing of an earlier build may slip in
        super().run()
        if not self.editable_mode:
            for source, target in self._shipped():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else outputs + [str(target) for _, target in self._shipped()]

    def _shipped(self) -> list[tuple[Path, Path]]:
        files = [path for folder in SHIPPED for path in sorted((ROOT / folder).rglob("*"))]
        target = Path(self.build_lib, "marchsim", "shipped")
        wanted = (path for path in files if path.suffix in (".py", ".toml", ".md"))
        return [(path, target / path.relative_to(ROOT)) for path in wanted]


if __name__ == "__main__":
    setup(
        # Stands for the group until build_ext knows it, so that the wheel is marked as one for this platform.
        ext_modules=[Extension(f"{GROUP}__mypyc", sources=[])],
        cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
    )
