"""Differences between two pieces of nested data, such as two resolved variants: place, old and new value.

Tables are compared key by key in their order, and lists of tables by position. Anything else is one value. A
part that only one side has counts as one change, however large the part is. This module knows no game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from typing import Any

from marchsim import errors

MOST = 1000  # changes
DEEPEST = 12  # levels of tables; deeper parts are compared as one value
VALUE = 60  # letters of a shown value
SOURCES = ("provenance",)  # where a number comes from is no rule


class _Absent:
    """The type of ABSENT, which marks a value that does not exist."""

    def __repr__(self) -> str:
        return "(none)"


ABSENT = _Absent()


@dataclass(frozen=True)
class ChangedValue:
    """One changed value: its path of keys, and the old and new values (ABSENT if there is none)."""

    path: tuple[str, ...]
    old: Any
    new: Any

    def data(self) -> dict[str, Any]:
        """The change as plain JSON data, without absent values."""
        values = {key: value for key, value in (("old", self.old), ("new", self.new)) if value is not ABSENT}
        return {"path": list(self.path), **values}


def changes(old: Any, new: Any) -> list[ChangedValue]:
    """The differences between two pieces of data, at most MOST. Tables named in SOURCES do not count."""
    return list(islice(_walk((), old, new), MOST))


def _walk(path: tuple[str, ...], old: Any, new: Any) -> Iterator[ChangedValue]:
    if len(path) < DEEPEST and isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys(chain(old, new)):
            if key not in SOURCES:
                yield from _walk((*path, str(key)), old.get(key, ABSENT), new.get(key, ABSENT))
    elif len(path) < DEEPEST and _tables(old) and _tables(new):
        for at in range(max(len(old), len(new))):
            one, other = (part[at] if at < len(part) else ABSENT for part in (old, new))
            yield from _walk((*path, str(at + 1)), one, other)
    elif not _same(old, new):
        yield ChangedValue(path, old, new)


def _tables(value: Any) -> bool:
    """Whether a value is a list of tables."""
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(part, Mapping) for part in value)
    )


def _same(old: Any, new: Any) -> bool:
    """Whether two values are equal. True is not 1, and a list equals a tuple of the same values."""
    if isinstance(old, bool) != isinstance(new, bool):
        return False
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(_same(*pair) for pair in zip(old, new, strict=True))
    return bool(old == new)


def settings(found: Sequence[ChangedValue]) -> list[str] | None:
    """The changes as words NAME=VALUE of a command line. None if a change cannot be written in this form."""
    words = []
    for change in found:
        if change.new is ABSENT or isinstance(change.new, Mapping) or _tables(change.new):
            return None
        path = change.path[1:] if change.path[:1] == ("rules",) else change.path
        if any("." in key or "=" in key for key in path):
            return None
        words.append(f"{'.'.join(path)}={json.dumps(change.new, ensure_ascii=False)}")
    return words


# in words ----------------------------------------------------------------------
def lines(found: Sequence[ChangedValue], most: int = 40, within: Any = None) -> list[str]:
    """The changes in words, with a line for each parameter or card: `cards royal-jelly: cost 2 -> 3`.

    The first two keys identify the parameter or card. If its table in the data `within` has a `name`, the
    line shows it beside the key. Lines beyond `most` are only counted.
    """
    things = [(key, list(group)) for key, group in groupby(found, key=lambda change: change.path[:2])]
    told = [_line(key, group, _name(within, key)) for key, group in things[:most]]
    rest = len(things) - most
    return [*told, f"... and {rest} more"] if rest > 0 else told


def _name(whole: Any, path: tuple[str, ...]) -> str:
    """The name of a parameter or card. '' if its key already says the same."""
    for key in (*path, "name"):
        whole = whole.get(key) if isinstance(whole, Mapping) else None
    plain = errors.plain(whole)[:VALUE] if isinstance(whole, str) else ""
    same = plain.casefold().replace(" ", "-").replace("'", "") == path[-1].casefold() if path else True
    return "" if same else plain


def _line(thing: tuple[str, ...], found: Iterable[ChangedValue], called: str) -> str:
    parts = []
    for change in found:
        inner = ".".join(change.path[2:])
        if change.old is ABSENT or change.new is ABSENT:
            what = "new" if change.old is ABSENT else "gone"
            only = change.new if change.old is ABSENT else change.old
            text = shown(only)
            more = "" if isinstance(only, Mapping) and text.endswith("…") else f" {text}"
            parts.append(f"{inner} {what}{more}".strip())
        else:
            parts.append(f"{inner} {shown(change.old)} -> {shown(change.new)}".strip())
    words = [errors.plain(key) for key in thing] or ["whole"]
    return f"{' '.join(words)}{f' ({called})' if called else ''}: {', '.join(parts)}"


def shown(value: Any) -> str:
    """A value as a short text that can be printed anywhere."""
    text = errors.plain(
        value if isinstance(value, str) else json.dumps(value, default=repr, ensure_ascii=False)
    )
    text = f'"{text}"' if isinstance(value, str) else text
    return text if len(text) <= VALUE else f"{text[: VALUE - 1]}…"
