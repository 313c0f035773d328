"""The reader of TOML files that people write (configurations, overlays, scenarios), with uniform messages.

A byte order mark, which some editors write, is skipped. Files are untrusted: their size is limited, and they
can raise only MarchsimErrors.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from marchsim import files
from marchsim.errors import ConfigError, MarchsimError

LARGEST = 1_000_000  # bytes


def read(path: Path, what: str, error: type[MarchsimError] = ConfigError) -> tuple[str, dict[str, Any]]:
    """Read a TOML file: its text and its parsed contents. Any problem raises `error`, which names the file.

    `what` is the kind of file for messages: configuration, overlay or scenario.
    """
    try:
        content = files.content(path, LARGEST)
    except FileNotFoundError:
        raise error(f"{path}: there is no such {what}; check the path.") from None
    except (OSError, ValueError) as trouble:
        why = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else trouble
        raise error(f"{path}: this {what} cannot be read: {why}; check the path.") from None
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        return text, tomllib.loads(text)
    except UnicodeDecodeError as trouble:
        raise error(f"{path}: this {what} is not UTF-8 text (byte {trouble.start}).") from None
    except tomllib.TOMLDecodeError as trouble:
        raise error(f"{path}: this {what} is not TOML: {trouble}.") from None
    except RecursionError:
        raise error(f"{path}: this {what} is nested too deeply.") from None
    except ValueError as trouble:  # a number of thousands of digits
        raise error(f"{path}: this {what} cannot be used: {trouble}.") from None


def line_of(path: Path, keys: Sequence[str]) -> int | None:
    """The line (from 1) in which a file sets the value at the path `keys`, or begins its table.

    Only `[table.name]` and `key = value` are understood. The result is None if there is no such line.
    """
    try:
        lines = files.content(path, LARGEST).decode("utf-8-sig").splitlines()
    except (OSError, ValueError):
        return None
    table: tuple[str, ...] = ()
    begins = None
    for number, line in enumerate(lines, 1):
        head = line.partition("#")[0].strip()
        words = head.partition("=")
        if head.startswith("["):
            table = _keys(head.strip("[]"))
        here = table if head.startswith("[") else (*table, *_keys(words[0]))
        if not here or here != tuple(keys[: len(here)]) or not (head.startswith("[") or words[1]):
            continue
        if not head.startswith("["):
            return number
        begins = number
    return begins


def _keys(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))
