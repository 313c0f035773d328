"""Decides which code runs: the compiled modules, or the Python sources beside them.

The engine's modules are compiled and used as one group. A quick build has one library per module instead of
one for all, so that an edit recompiles few modules. A build leaves `_build.json` in the package with a hash
of every source and every compiled file. If any of them differs now, or MARCHSIM_PURE is set, the whole group
runs from its sources, so an outdated build is never used. The same happens if the compiled library cannot be
loaded when the first module of the group is imported (for a quick build, only librt is tried).
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

RECORD = "_build.json"
LONGEST = 300  # letters of a reason
LIBRARY = "marchsim__mypyc"  # the library that holds the compiled group, beside the package
SWITCH = "MARCHSIM_PURE"
FLOORS = ("kernel", "tabletop", "games")  # whose modules may be compiled


class Mode(NamedTuple):
    """Whether the compiled modules are used. `reason` explains why not, or has a remark on a quick build.

    `surprise` is a notice for a user who did not ask for the sources. `quick` marks a quick build.
    """

    compiled: bool
    reason: str = ""
    surprise: str = ""
    quick: bool = False


def digest(path: Path) -> str:
    """The hash of a file, or '' if the file does not exist."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


def changed(package: Path, record: Mapping[str, Any]) -> str:
    """The first source that has changed since the group was compiled, or '' if none has."""
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


def compiled_files(package: Path, record: Mapping[str, Any]) -> list[Path]:
    """The paths of the group's compiled files, libraries first."""
    suffix = record["suffix"]
    modules = [package / name.removesuffix(".py") for name in record["sources"]]
    libraries = [package.parent / LIBRARY]
    if record.get("quick"):
        libraries = [Path(f"{stem}__mypyc") for stem in modules]
    return [Path(f"{stem}{suffix}") for stem in (*libraries, *modules)]


def compiled_hashes(package: Path, record: Mapping[str, Any]) -> list[str]:
    """The hashes of the compiled files, with '' for each missing file."""
    return [digest(file) for file in compiled_files(package, record)]


def damaged(package: Path, record: Mapping[str, Any]) -> str:
    """The problem with the first compiled file that is missing or damaged, or '' if there is none."""
    now, built = compiled_hashes(package, record), record["made"]
    for at, file in enumerate(compiled_files(package, record)):
        if not now[at]:
            return f"{file.name} is missing"
        if at >= len(built) or now[at] != built[at]:
            return f"{file.name} is not as it was built"
    return ""


def hindrance(package: Path, record: Mapping[str, Any], suffixes: Sequence[str]) -> str:
    """The reason why a build's compiled modules cannot be used, or '' if they can."""
    if record["suffix"] not in suffixes:
        return "it was compiled for another Python"
    if importlib.util.find_spec("librt") is None:
        return "librt is not installed"
    wrong = damaged(package, record)
    if wrong:
        return wrong
    stale = changed(package, record)
    return f"{package.name}/{stale} is not what was compiled" if stale else ""


def recorded(package: Path) -> Any:
    """The record of the last build, or None if it is damaged or was not written by our build."""
    try:
        record = json.loads((package / RECORD).read_text(encoding="utf-8"))
    except OSError:
        return {"compiled": False, "reason": "it was not built"}
    except (ValueError, RecursionError):
        return None
    return record if _is_record(record) else None


def _is_record(record: Any) -> bool:
    if not isinstance(record, dict) or not isinstance(record.get("compiled"), bool):
        return False
    if not record["compiled"]:
        return isinstance(record.get("reason"), str)
    kinds = {"suffix": str, "sources": dict, "interpreted": list, "made": list}
    if not all(isinstance(record.get(key), kind) for key, kind in kinds.items()):
        return False
    texts = (*record["sources"].values(), *record["interpreted"])
    return all(isinstance(text, str) for text in texts)


def one_line(reason: str, most: int = LONGEST) -> str:
    """The first line of a reason, cut off after `most` characters."""
    first = reason.strip().partition("\n")[0]
    return first if len(first) <= most else f"{first[: most - 3]}..."


def choose(package: Path, environ: Mapping[str, str], suffixes: Sequence[str] = EXTENSION_SUFFIXES) -> Mode:
    """Decide the mode of the package in this folder. This only reads files."""
    record = recorded(package)
    switch = environ.get(SWITCH, "")
    if switch not in ("", "0"):
        return Mode(False, f"{SWITCH}={switch}")
    if record is not None and not record["compiled"]:
        return Mode(False, one_line(record["reason"]))
    reason = f"{RECORD} is damaged" if record is None else hindrance(package, record, suffixes)
    if not reason and record.get("quick"):
        return Mode(True, "built in a hurry, so slower than it could be", quick=True)
    return Mode(not reason, reason, reason)


def rebuild_command(package: Path) -> str:
    """The command that compiles this copy of the package again."""
    if (package.parent / "setup.py").is_file():
        return f"make -C {package.parent} build"
    return "pip install --force-reinstall marchsim"


class SourceFinder:
    """Finds the sources of the package's modules, even if compiled modules are beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module's source, or None for a package or for a module of another package."""
        package, _, _ = name.partition(".")
        if package != "marchsim" or path is None:
            return None
        for folder in path:
            source = Path(folder, f"{name.rpartition('.')[2]}.py")
            if source.is_file():
                return importlib.util.spec_from_file_location(name, source)
        return None


class LibraryFinder:
    """Finds the group's library beside this package, even if another copy exists elsewhere.

    It is loaded before the first module of the group. If that fails, the group runs from its sources.
    """

    package = Path()
    quick = False
    untried = True

    @classmethod
    def floors(cls) -> tuple[str, ...]:
        """The prefixes of the names of modules that may belong to the group."""
        return tuple(f"{cls.package.name}.{floor}." for floor in FLOORS)

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the library, or None for all other modules, with one exception.

        The first module of the group gets the spec of its source if the compiled code cannot be loaded.
        """
        if name == LIBRARY:
            library = cls.package.parent / f"{LIBRARY}{EXTENSION_SUFFIXES[0]}"
            return importlib.util.spec_from_file_location(name, library)
        if cls.untried and name.startswith(cls.floors()):
            cls.untried = False
            problem = load(cls.quick)
            if problem:
                fall_back(cls.package, f"the compiled engine cannot be loaded ({problem})")
                return SourceFinder.find_spec(name, path, target)
        return None


def load(quick: bool) -> str:
    """Load librt and, unless `quick`, the library that all modules share. Return the error, '' if none."""
    try:
        importlib.import_module("librt.vecs")
        if not quick:
            importlib.import_module(LIBRARY)
    except Exception as error:
        sys.modules.pop(LIBRARY, None)
        return one_line(str(error), 120)
    return ""


def fall_back(package: Path, reason: str) -> None:
    """Switch the group to its sources after all, and inform the user."""
    mode = Mode(False, reason, reason)
    vars(sys.modules[package.name])["MODE"] = mode
    sys.meta_path[sys.meta_path.index(LibraryFinder)] = SourceFinder
    tell(package, mode)


def settle(package: Path) -> Mode:
    """Decide the mode of this process and set it. Call it before any module of the group is loaded.

    A fallback that the user did not request is reported once, on stderr. Workers inherit the mode silently.
    """
    mode = choose(package, os.environ)
    LibraryFinder.package, LibraryFinder.quick = package, mode.quick
    sys.meta_path.insert(0, LibraryFinder if mode.compiled else SourceFinder)
    if mode.surprise:
        tell(package, mode)
    return mode


def tell(package: Path, mode: Mode) -> None:
    """Report on stderr that the sources run although the user did not request it."""
    os.environ[SWITCH] = "stale"
    with contextlib.suppress(OSError, AttributeError):  # there may be no stderr, or nobody who reads it
        sys.stderr.write(
            f"marchsim: notice: {mode.surprise}; running interpreted (same results, slower)."
            f" Rebuild: {rebuild_command(package)}\n"
        )
