"""Checks of the values in files that people write. All values are untrusted, and their sizes are limited.

Each error names the file, the table, the key, the fault and the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from marchsim.errors import ComponentsError, MarchsimError, nearest

_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")


def shown(value: object, most: int = 60) -> str:
    """A value from a file as text for a message: escaped, and cut to at most `most` characters."""
    words = repr(value)
    return words if len(words) <= most else words[: most - 3] + "..."


def plain_key(key: str) -> str:
    """A key as text for a message: escaped if it is long or not printable."""
    return key if key.isprintable() and len(key) <= 60 else shown(key)


@dataclass(frozen=True)
class Place:
    """A place in a file, to be named in errors of type `error`. `table` is '' for the top of the file."""

    source: str
    table: str
    error: type[MarchsimError] = ComponentsError

    def wrong(self, key: str, what: str) -> MarchsimError:
        """An error about a key, or about the whole table if `key` is ''."""
        key = key if key.isprintable() else shown(key)
        table = f"[{self.table}]" if self.table else ""
        return self.error(f"{self.source}: {' '.join(part for part in (table, key) if part)}: {what}")

    def known(self, key: str, keys: Iterable[str], what: str = "field") -> None:
        """Raise an error unless `key` is one of `keys`. The message calls a key `what`."""
        names = list(keys)
        if key not in names:
            raise self.wrong(key, f"unknown {what}; known are {', '.join(names)}.{nearest(key, names)}")

    def table_of(self, value: object) -> Mapping[str, Any]:
        """Return the value if it is a table, else raise an error."""
        if not isinstance(value, Mapping):
            raise self.wrong("", f"must be a table, not {shown(value)}.")
        return value

    def number(self, key: str, value: object, low: int, high: int) -> int:
        """Return the value if it is a whole number from `low` to `high`, else raise an error."""
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key, f"must be a whole number from {low} to {high}, not {shown(value)}.")
        return value

    def flag(self, key: str, value: object) -> bool:
        """Return the value if it is true or false, else raise an error."""
        if not isinstance(value, bool):
            raise self.wrong(key, f"must be true or false, not {shown(value)}.")
        return value

    def word(self, key: str, value: object, words: tuple[str, ...]) -> str:
        """Return the value if it is one of `words`, else raise an error."""
        if not isinstance(value, str) or value not in words:
            near = nearest(value, words) if isinstance(value, str) else ""
            choices = ", ".join(f'"{word}"' for word in words)
            raise self.wrong(key, f"must be one of {choices}, not {shown(value)}.{near}")
        return value

    def line(self, key: str, value: object, most: int, least: int = 0) -> str:
        """Return a text with single blanks. Raises an error unless it is printable and has a valid length."""
        if not isinstance(value, str):
            raise self.wrong(key, f"must be a text, not {shown(value)}.")
        words = " ".join(value.split())
        if not least <= len(words) <= most:
            raise self.wrong(key, f"must have {least} to {most} characters; it has {len(words)}.")
        if not words.isprintable():
            raise self.wrong(key, "must hold printable characters only.")
        return words


def check_id(place: Place, name: str) -> None:
    """Raise an error unless a name can be an id of a card: small letters, digits and hyphens, at most 40."""
    if not _ID.fullmatch(name):
        form = "at most 40 of a to z, digits and hyphens, a letter first"
        raise place.wrong("", f"{shown(name)} cannot be an id: use {form}.")
