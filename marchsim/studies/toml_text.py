"""Write files for studies atomically, and format plain data as TOML with safe comments."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from marchsim import files
from marchsim.errors import RecordError


def put(path: Path, content: str) -> None:
    """Write a file atomically. Raises RecordError if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.put(path, content.encode())
    except OSError as error:
        raise RecordError(
            f"{path}: cannot be written ({error.strerror or error}). The search is stored: fix the path, "
            "and the same command writes it."
        ) from None


def put_answer(overlay: Path, text: str, data: Path, content: Any) -> None:
    """Write an overlay and its JSON data, either both or neither. Raises RecordError if that fails."""
    told = json.dumps(content, indent=1, ensure_ascii=False)
    try:
        files.put_all({overlay: text.encode(), data: f"{told}\n".encode()})
    except OSError as error:
        raise RecordError(
            f"{error.filename}: cannot be written ({error.strerror or error}). All games are stored: fix "
            "the path, and the same command writes it."
        ) from None


def commented(text: str) -> str:
    """Replace unprintable characters in a comment, so that none can end its line."""
    lines = text.split("\n")
    return "\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines)


def table(name: str, rows: Mapping[str, Any], brackets: str = "[]") -> str:
    """Format a TOML table. With [[]] as `brackets` it is an entry in an array of tables."""
    half = len(brackets) // 2
    head = f"{brackets[:half]}{name}{brackets[half:]}"
    return "\n".join([head, *(f"{key(one)} = {value(each)}" for one, each in rows.items())]) + "\n"


def leaves(table: Mapping[str, Any], ends: Collection[str] = (), at: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted names and the values of a table. `"seat.1" = ...` and `seat.1 = ...` are the same.

    A table with one of the keys `ends` is a value.
    """
    for one, found in table.items():
        if isinstance(found, Mapping) and not set(ends) & set(found):
            yield from leaves(found, ends, f"{at}{one}.")
        else:
            yield f"{at}{one}", found


def key(name: str) -> str:
    """Format a TOML key, quoted if necessary."""
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else value(name)


def value(found: Any) -> str:
    """Format a value of plain data as TOML."""
    if isinstance(found, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(each)}" for name, each in found.items()) + " }"
    if isinstance(found, (list, tuple)):
        return "[" + ", ".join(value(each) for each in found) + "]"
    if isinstance(found, str):
        return json.dumps(found, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(found)
