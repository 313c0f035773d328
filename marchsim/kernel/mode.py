"""Which code runs: the compiled modules, or the Python sources beside them.

The engine's modules are compiled as one group and used as one group. A build leaves `_build.json` in the
package with a hash of every source it compiled; where a source differs now, or MARCHSIM_PURE is set, the
whole group runs from its sources, so that an edited rule is never answered by an old build.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

RECORD = "_build.json"
LIBRARY = "marchsim__mypyc"  # the library that holds the compiled group, beside the package
SWITCH = "MARCHSIM_PURE"


class Mode(NamedTuple):
    """Whether the compiled modules are used, and if not, why; `surprise` is what a user should be told."""

    compiled: bool
    reason: str = ""
    surprise: str = ""


def digest(path: Path) -> str:
    """Return the hash of a source file, '' if there is none."""
    try:
        return blake2b(path.read_bytes(), digest_size=16).hexdigest()
    except FileNotFoundError:
        return ""


def changed(package: Path, record: Mapping[str, Any]) -> str:
    """Return the first source that is not as it was when the group was compiled, or ''."""
    sources: dict[str, str] = record["sources"]
    for name, known in sources.items():
        if digest(package / name) != known:
            return name
    known_names = {*sources, *record["interpreted"]}
    for folder in sorted({name.rpartition("/")[0] for name in sources}):
        for entry in sorted((package / folder).glob("*.py")):
            name = f"{folder}/{entry.name}"
            if entry.name != "__init__.py" and name not in known_names:
                return name
    return ""


def missing(package: Path, record: Mapping[str, Any]) -> str:
    """Return the first compiled module of the group that is not there, or ''."""
    suffix = record["suffix"]
    files = [package.parent / f"{LIBRARY}{suffix}"]
    files += [package / f"{name.removesuffix('.py')}{suffix}" for name in record["sources"]]
    return next((file.name for file in files if not file.is_file()), "")


def hindrance(package: Path, record: Mapping[str, Any], suffixes: Sequence[str]) -> str:
    """Return why the compiled modules that a record tells of cannot be used, or ''."""
    if record["suffix"] not in suffixes:
        return "it was compiled for another Python"
    if importlib.util.find_spec("librt") is None:
        return "librt is not installed"
    absent = missing(package, record)
    if absent:
        return f"{absent} is missing"
    stale = changed(package, record)
    return f"{package.name}/{stale} is not what was compiled" if stale else ""


def choose(package: Path, environ: Mapping[str, str], suffixes: Sequence[str] = EXTENSION_SUFFIXES) -> Mode:
    """Decide how the package in this folder runs; reads files, changes nothing."""
    try:
        record = json.loads((package / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        record = {"compiled": False, "reason": "it was not built"}
    switch = environ.get(SWITCH, "")
    if switch not in ("", "0"):
        return Mode(False, f"{SWITCH}={switch}")
    if not record["compiled"]:
        return Mode(False, record["reason"])
    reason = hindrance(package, record, suffixes)
    return Mode(not reason, reason, reason)


def rebuild_command(package: Path) -> str:
    """Return the command that compiles this copy of the package again."""
    if (package.parent / "setup.py").is_file():
        return f"make -C {package.parent} build"
    return "pip install --force-reinstall marchsim"


class SourceFinder:
    """Finds the modules of the package as sources, even where a compiled module lies beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the source of a module lies; None for packages and for whatever is not ours."""
        package, _, _ = name.partition(".")
        if package != "marchsim" or path is None:
            return None
        for folder in path:
            source = Path(folder, f"{name.rpartition('.')[2]}.py")
            if source.is_file():
                return importlib.util.spec_from_file_location(name, source)
        return None


class LibraryFinder:
    """Finds the group's library beside this very package, wherever else another one may lie."""

    package = Path()

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the library lies; None for anything else."""
        if name != LIBRARY:
            return None
        library = cls.package.parent / f"{LIBRARY}{EXTENSION_SUFFIXES[0]}"
        return importlib.util.spec_from_file_location(name, library)


def settle(package: Path) -> Mode:
    """Decide the mode of this process and make it so; must run before any module of the group is loaded.

    A fall-back that the user did not ask for is told once, on stderr; worker processes inherit it silently.
    """
    mode = choose(package, os.environ)
    LibraryFinder.package = package
    sys.meta_path.insert(0, LibraryFinder if mode.compiled else SourceFinder)
    if mode.surprise:
        os.environ[SWITCH] = "stale"
        with contextlib.suppress(
            OSError, AttributeError
        ):  # whoever reads stderr may have gone, or none began
            sys.stderr.write(
                f"marchsim: notice: {mode.surprise}; running interpreted (same results, slower)."
                f" Rebuild: {rebuild_command(package)}\n"
            )
    return mode
