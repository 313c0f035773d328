"""Reads TOML files that people write (configurations, overlays, scenarios): one reader, the same messages.

A byte order mark, as some editors write it, is skipped. A file is untrusted: its size is limited, and nothing
in it can raise anything but one of our errors.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from marchsim import files
from marchsim.errors import ConfigError, MarchsimError

LARGEST = 1_000_000  # bytes


def read(path: Path, what: str, error: type[MarchsimError] = ConfigError) -> tuple[str, dict[str, Any]]:
    """Return the text and the content of a TOML file; any problem raises `error`, naming the file.

    `what` is the kind of file in a message: configuration, overlay or scenario.
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
