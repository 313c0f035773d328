"""Values of scenarios as people write them: numbers, flags, lists and names, in tables or texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from marchsim.errors import ScenarioError
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import Unknown

YES = ("", "true", "yes")
KEYS = ("game", "name", "text", "rules", "pass", "run", "answers", "position", "overlay", "expect", "steps")
MOST = 999
Found = TypeVar("Found")


def split_text(text: str, source: str) -> dict[str, str]:
    """A mapping given as text ("soil: red; red: food 2"). A semicolon, bar or line break ends each part."""
    parts: dict[str, str] = {}
    for part in re.split(r"[;|\n]", text):
        if not part.strip():
            continue
        key, colon, value = part.partition(":")
        if not colon:
            message = f"{source}: {shown(part.strip())} has no colon; write NAME: what it has."
            raise ScenarioError(message)
        if key.strip() in parts:
            message = f"{source}: {shown(key.strip())} appears twice; put both into one part."
            raise ScenarioError(message)
        parts[key.strip()] = value.strip()
    return parts


def split_items(text: str) -> list[str]:
    """The items of a text, separated by commas."""
    return [item for item in (part.strip() for part in text.split(",")) if item]


def misplaced(key: str) -> str:
    """A hint for a key that belongs to the top of the file, not below a heading. '' for any other key."""
    return (
        f" In TOML a key belongs to the table above it: write {key} before the first [table]."
        if key in KEYS
        else ""
    )


def named(place: Place, key: str, name: str, find: Callable[[str], Found]) -> Found:
    """The result of `find` for a name. Raises an error about `key` if `find` does not know the name."""
    try:
        return find(name)
    except Unknown as error:
        raise place.wrong(key, str(error)) from None


def whole(place: Place, key: str, value: object, low: int = 0, high: int = MOST) -> int:
    """A whole number from `low` to `high`. It can also be given as a text of digits."""
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value.strip()):
        value = int(value)
    return place.number(key, value, low, high)


def flag(place: Place, key: str, value: object) -> bool:
    """True or false. A text counts as true if it is in `YES`."""
    if isinstance(value, str) and value in YES:
        return True
    return place.flag(key, value)


def texts(place: Place, key: str, value: object, separator: str) -> list[str]:
    """A list of texts. It can also be given as one text with separators."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(separator) if part.strip()]
    if not isinstance(value, list):
        raise place.wrong(key, f"must be a text or a list of texts, not {shown(value)}.")
    return [place.line(key, part, 200, 1) for part in value]
