"""Finds the strategies and configurations that are shipped: ours, and those of installed games.

In a repository, ours are top-level folders. In an installed wheel, they are inside the package. An installed
game has its own in the folders `strategies` and `configs` of its package.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from marchsim import games


def folder(kind: str) -> Path:
    """The folder of all shipped `configs` or `strategies`, or of those of a game (`strategies/march`)."""
    top, _, below = kind.partition("/")
    name, _, below = below.partition("/")
    if top == "strategies" and name and (home := games.home(name)) is not None:
        return home / top / below
    package = Path(str(files("marchsim")))
    installed = package / "shipped" / kind
    return installed if installed.is_dir() else package.parent / kind


def configurations() -> dict[str, Path]:
    """The shipped configurations by name, in alphabetical order. Ours take precedence over those of games."""
    places = [home / "configs" for home in games.homes().values()]
    found = {path.stem: path for place in (*places, folder("configs")) for path in _files(place, ".toml")}
    return dict(sorted(found.items()))


def is_strategy(file: str, text: str) -> bool:
    """Whether a strategy's text is that of the shipped file with the same name."""
    if file != Path(file).name:
        return False
    ours = [place for place in sorted(folder("strategies").iterdir()) if place.is_dir()]
    places = [*ours, *(home / "strategies" for home in games.homes().values())]
    return any(
        (place / file).is_file() and (place / file).read_text(encoding="utf-8") == text for place in places
    )


def names(kind: str, ending: str) -> tuple[str, ...]:
    """The names of the shipped files of a kind, without their ending, in alphabetical order."""
    return tuple(path.stem for path in _files(folder(kind), ending))


def _files(place: Path, ending: str) -> list[Path]:
    """The files in a folder that have this ending, in alphabetical order. [] if there is no such folder."""
    if not place.is_dir():
        return []
    return sorted(path for path in place.glob(f"*{ending}") if not path.name.startswith("_"))
