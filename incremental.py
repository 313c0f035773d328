"""Writes C code for those modules alone that an edit reaches: what `make build` is quick by.

Every module becomes a library of its own, so that the others can stay as they are. mypyc notes in mypy's
cache what a module offers (its classes with their attributes and methods, its functions), and writes it anew
if its source, its C code or what mypy knows of its imports changed. Two things that mypyc 2.4 leaves out are
done here: which bits tell that an attribute is set is worked out for classes from the cache, too; and if what
a module offers changed in another way (the order of two methods, say), all that rests on it is written anew.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from mypy.build import BuildResult
from mypy.errors import CompileError
from mypy.fscache import FileSystemCache
from mypyc import build
from mypyc.analysis.attrdefined import detect_undefined_bitmap
from mypyc.codegen import emitmodule
from mypyc.errors import Errors
from mypyc.ir import deps
from mypyc.ir.class_ir import ClassIR
from mypyc.irbuild.mapper import Mapper
from mypyc.options import CompilerOptions
from setuptools import Extension

Written = tuple[list[list[tuple[str, str]]], list[tuple[str, list[str], bool]]]


def extensions(paths: list[str], folder: str) -> list[Extension]:
    """Return an extension and a library for each module, their C code written to a folder where it changed.

    `paths` may hold options of mypy, too. Prints why a module is not accepted, and raises SystemExit.
    """
    written = None
    while written is None:
        written = generate(paths, folder)
    return build.mypycify(
        paths,
        separate=True,
        include_runtime_files=False,
        target_dir=folder,
        opt_level="1",
        debug_level="0",
        skip_cgen_input=written,
    )


def generate(paths: list[str], folder: str) -> Written | None:
    """Return what is to be written, as mypycify takes it; None if other modules turned out to be stale."""
    asked = CompilerOptions(separate=True, include_runtime_files=False, target_dir=folder)
    cache = FileSystemCache()
    sources, everything, options = build.get_mypy_config(paths, None, asked, cache)
    groups = build.construct_groups(sources, True, True, None)
    try:
        result = emitmodule.parse_and_typecheck(everything, options, asked, groups, cache)
    except CompileError as error:
        build.emit_messages(options, error.messages, 0.0, serious=not error.use_stdout)
        raise SystemExit(1) from error
    try:
        names = {source.module: name for group, name in groups for source in group}
        before = offers(result, list(names))
        mapper = Mapper(names)
        errors = Errors(options)
        compiled = emitmodule.compile_modules_to_ir(result, mapper, asked, errors)
        if errors.num_errors:
            build.emit_messages(options, errors.new_messages(), 0.0)
            raise SystemExit(1)
        seen: set[ClassIR] = set()
        for known in mapper.type_to_ir.values():
            detect_undefined_bitmap(known, seen)
        texts = emitmodule.compile_ir_to_c(groups, compiled, result, mapper, asked)
        emitmodule.write_cache(compiled, result, names, texts)
        now = offers(result, list(compiled))
        changed = {name for name in now if before.get(name, now[name]) != now[name]}
        stale = resting_on(changed, result) & names.keys() - compiled.keys()
        for name in stale:
            result.manager.metastore.remove(emitmodule.get_state_ir_cache_name(result.graph[name]))
        result.manager.metastore.commit()
        return None if stale else ([texts[name] for _, name in groups], runtime(result, list(names)))
    finally:
        result.manager.metastore.close()


def noted(result: BuildResult, modules: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield by module what mypyc's cache says of it, if it does."""
    for module in modules:
        with contextlib.suppress(OSError):
            text = result.manager.metastore.read(emitmodule.get_state_ir_cache_name(result.graph[module]))
            yield module, json.loads(text)["ir"]


def offers(result: BuildResult, modules: list[str]) -> dict[str, dict[str, Any]]:
    """Return by module what it offers to others, without the lines where that stands."""
    found = dict(noted(result, modules))
    for ir in found.values():
        for function in ir["functions"]:
            del function["line"]
    return found


def runtime(result: BuildResult, modules: list[str]) -> list[tuple[str, list[str], bool]]:
    """Return the C files of mypyc itself that any module needs: path, folders of headers, internal."""
    needed = set()
    for _, ir in noted(result, modules):
        for dep in ir["dependencies"]:
            if dep["type"] == "Capsule":
                needed.add(deps.Capsule(dep["name"]).internal_dep())
            elif dep["type"] == "SourceDep" and dep["internal"]:
                needed.add(deps.SourceDep(dep["path"], include_dirs=dep["include_dirs"]))
    return sorted((dep.path, dep.include_dirs, dep.internal) for dep in needed)


def resting_on(changed: set[str], result: BuildResult) -> set[str]:
    """Return the modules that import one of these, or one that does."""
    found: set[str] = set()
    more = set(changed)
    while more:
        found |= more
        more = {name for name, state in result.graph.items() if not found.isdisjoint(state.dependencies)}
        more -= found
    return found
