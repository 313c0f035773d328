"""Reads checked values from TOML. Wrong types, ranges and keys raise errors with file, place and advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from marchsim.errors import ConfigError, nearest

T = TypeVar("T")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,63}")


class Fields:
    """One table of a configuration. It returns checked values, and remembers which keys were read."""

    def __init__(self, data: Mapping[str, Any], file: str, place: str = "") -> None:
        self.data = data
        self.file = file
        self.place = place
        self.known: list[str] = []

    def error(self, key: str, problem: str) -> ConfigError:
        """A ConfigError that names the place of a key in the file, for the caller to raise."""
        where = ".".join(part for part in (self.place, key) if part)
        return ConfigError(f"{self.file}: {where}: {problem}")

    def get(self, key: str) -> Any:
        """The value of a key, unchecked. None if it is absent. The key counts as known from now on."""
        self.known.append(key)
        return self.data.get(key)

    def _typed(self, key: str, kind: type[T], words: str, default: T | None) -> T:
        value = self.get(key)
        if value is None:
            if default is None:
                raise self.error(key, f"missing; give {words}.")
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, f"{value!r} is not {words}.")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text of at most 1,000 characters. Raises ConfigError for anything else."""
        value = self._typed(key, str, "a text in quotes", default)
        if len(value) > 1000:
            raise self.error(key, "longer than 1,000 characters; shorten it.")
        return value

    def name(self, key: str, default: str | None = None) -> str:
        """A name of letters, digits, '-', '_' and '.'. Raises ConfigError for anything else."""
        value = self.text(key, default)
        if not NAME.fullmatch(value):
            own = "" if key in self.data else f" Give it one of its own: {key} = ..."
            raise self.error(
                key,
                f"{value!r} is not a name: use at most 64 of a to z, A to Z, digits, '-', '_' and '.'.{own}",
            )
        return value

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> str:
        """A text that is one of `options`. Raises ConfigError for any other."""
        value = self.text(key, default)
        if value not in options:
            raise self.error(key, f"{value!r} is not one of {', '.join(options)}.{nearest(value, options)}")
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`. Raises ConfigError for anything else."""
        value = self._typed(key, int, "a whole number", default)
        if not low <= value <= high:
            raise self.error(key, f"{value} is outside {low} to {high}.")
        return value

    def number(self, key: str, low: float, high: float, default: T) -> float | T:
        """A number from `low` to `high`, or the default if the key is absent."""
        value = self.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise self.error(key, f"{value!r} is not a number from {low:g} to {high:g}.")
        return float(value)

    def flag(self, key: str) -> bool | None:
        """True or false. None if the key is absent."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.error(key, f"{value!r} is neither true nor false.")
        return value

    def table(self, key: str) -> dict[str, Any]:
        """A table as it is. Empty if the key is absent."""
        return self._typed(key, dict, f"a table ([{key}])", {})

    def inner(self, key: str) -> Fields:
        """A table inside this one, to be read with its own Fields. Empty if the key is absent."""
        return Fields(self.table(key), self.file, ".".join(part for part in (self.place, key) if part))

    def tables(self, key: str, most: int) -> list[Fields]:
        """A list of tables ([[key]]), each to be read with its own Fields. Empty if the key is absent."""
        value = self._typed(key, list, f"a list of tables ([[{key}]])", [])
        if len(value) > most:
            raise self.error(key, f"{len(value)} entries; at most {most} are allowed.")
        for at, entry in enumerate(value, 1):
            if not isinstance(entry, dict):
                raise self.error(f"{key}[{at}]", f"{entry!r} is not a table; write [[{key}]] above its keys.")
        return [Fields(entry, self.file, f"{key}[{at}]") for at, entry in enumerate(value, 1)]

    def one_or_more(self, key: str, kind: type[T], words: str) -> tuple[T, ...]:
        """A value, or a list of values of one type, as a tuple without repeats. Empty if absent."""
        value = self.get(key)
        if value is None:
            return ()
        values = value if isinstance(value, list) else [value]
        for at in values:
            if not isinstance(at, kind) or isinstance(at, bool):
                raise self.error(key, f"{at!r} is not {words}.")
        if not values or len(set(values)) < len(values):
            raise self.error(key, f"give {words}, or a list of them without repeats.")
        return tuple(values)

    def rest(self) -> dict[str, Any]:
        """The keys that have not been read, with their values."""
        return {key: value for key, value in self.data.items() if key not in self.known}

    def finish(self) -> None:
        """Raise ConfigError if the table has keys that have not been read."""
        for key in self.rest():
            raise self.error(
                key,
                f"unknown key.{nearest(key, self.known)} Known here: {', '.join(sorted(set(self.known)))}.",
            )


def within(option: str, value: float | None, low: float, high: float) -> None:
    """Raise ConfigError if the value of an option is out of range. None means that it is not given."""
    if value is not None and not low <= value <= high:  # NaN is in no range
        raise ConfigError(f"{option}: {value} is outside {low} to {high}.")
