"""A strategy that a configuration reads from a separate TOML file, such as `marchsim tune` writes.

    use = "warden-tuned.toml"       # in [[strategies]]; name and parameters given there override the file's

The file's table [strategy] is an entry of a configuration, and is read together with it. The resolved
configuration, which is also in manifests, has the contents of the file. Runs therefore never need it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.errors import ConfigError
from marchsim.runner.configuration.fields import Fields

ENDING = ".toml"


def expanded(data: Mapping[str, Any], file: str, folders: Sequence[Path]) -> dict[str, Any]:
    """The data of a configuration, with the contents of strategy files in place of their names."""
    listed = data.get("strategies")
    if not isinstance(listed, list):
        return dict(data)
    whole = [_expanded(entry, f"{file}: strategies[{at}].use", folders) for at, entry in enumerate(listed, 1)]
    return {**data, "strategies": whole}


def _expanded(entry: Any, place: str, folders: Sequence[Path]) -> Any:
    """An entry on top of the contents of its file. An entry without a file is returned unchanged."""
    use = entry.get("use") if isinstance(entry, Mapping) else None
    if not isinstance(use, str) or not use.endswith(ENDING):
        return entry
    own = {key: value for key, value in entry.items() if key != "use"}
    return overlaid(_read(find(use, place, folders, "strategy")), own)


def find(use: str, place: str, folders: Sequence[Path], what: str) -> Path:
    """The file that a configuration names, in one of the folders. `what` is the word for it in errors."""
    if not use.isprintable():
        raise ConfigError(f"{place}: {use!r}: its path holds control characters; rename the file.")
    paths = [((folder.resolve() / use).resolve(), folder.resolve()) for folder in folders]
    for path, folder in paths:
        if path.is_file() and path.is_relative_to(folder):
            return path
    if any(path.is_file() for path, _ in paths):
        raise ConfigError(f"{place}: {use!r} lies outside the folder of the configuration; copy it there.")
    raise ConfigError(f"{place}: there is no {what} file {use!r}; `marchsim tune` writes such files.")


def _read(path: Path) -> dict[str, Any]:
    """Read the table [strategy] of a file. The file may also have a table [tuned], which is not used here."""
    _, data = tomlfile.read(path, "strategy file")
    top = Fields(data, str(path))
    if "strategies" in data and "strategy" not in data:
        raise top.error(
            "strategies", "this is a population; play it with --population, or population = FILE."
        )
    if "strategy" not in data:
        raise top.error(
            "strategy", "missing; a strategy file has a table [strategy] with `use` and parameters."
        )
    strategy = top.inner("strategy")
    top.table("tuned")
    top.finish()
    if (use := strategy.text("use")).endswith(ENDING):
        raise strategy.error("use", f"{use!r} is a strategy file too; name the strategy itself.")
    strategy.name("name", path.stem)
    return {"name": path.stem, **strategy.data}


def overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Put plain data on top of other data. Tables are merged, and everything else is replaced."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = overlaid(old, value)
        merged[key] = value
    return merged
