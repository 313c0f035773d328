"""The places of the shipped strategies and configurations.

In a repository they are its top-level folders. In an installed wheel they are inside the package.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def folder(kind: str) -> Path:
    """Return the folder of shipped `configs` or `strategies`, or of one game's (`strategies/march`)."""
    package = Path(str(files("marchsim")))
    installed = package / "shipped" / kind
    return installed if installed.is_dir() else package.parent / kind


def is_strategy(file: str, text: str) -> bool:
    """Return whether a strategy's text equals the shipped file of this name."""
    if file != Path(file).name:
        return False
    places = [game / file for game in sorted(folder("strategies").iterdir()) if game.is_dir()]
    return any(place.is_file() and place.read_text(encoding="utf-8") == text for place in places)


def names(kind: str, ending: str) -> tuple[str, ...]:
    """Return the names (without ending) of the shipped files of a kind, in alphabetical order."""
    here = folder(kind)
    if not here.is_dir():
        return ()
    return tuple(sorted(p.stem for p in here.glob(f"*{ending}") if not p.name.startswith("_")))
