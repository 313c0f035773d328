"""The names of the files of a run folder: parts and temporary files. Other names are not ours."""

from __future__ import annotations

import re

_PART = re.compile(r"part-(\d{1,18})-(\d{1,18})\.parquet", re.ASCII)
_WAITING = re.compile(r"\.part-\d{1,18}-\d{1,18}\.parquet\.[0-9a-f]{16}\.(?:new|tmp)", re.ASCII)
_TABLE = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_HEX = re.compile(r"[0-9a-f]+", re.ASCII)


def part_name(first: int, last: int) -> str:
    """Return the bare file name of the part that holds games first..last."""
    return f"part-{first}-{last}.parquet"


def waiting_name(name: str, token: str) -> str:
    """Return the temporary name of a part. Nobody can guess the token."""
    return f".{name}.{token}.new"


def is_waiting(name: str) -> bool:
    """Return whether a file is a temporary file of ours."""
    return _WAITING.fullmatch(name) is not None


def part_range(name: str) -> tuple[int, int] | None:
    """Return first and last game of a part's file name, None if it is not such a name."""
    match = _PART.fullmatch(name)
    if match is None or int(match[1]) > int(match[2]):
        return None
    return int(match[1]), int(match[2])


def span_of(name: str) -> tuple[int, int]:
    """Return first and last game of a part of ours."""
    span = part_range(name)
    assert span is not None, name
    return span


def is_table(name: str) -> bool:
    """Return whether a table may have this name."""
    return _TABLE.fullmatch(name) is not None


def is_hex(text: object, length: int) -> bool:
    """Return whether this is text of that many hexadecimal digits."""
    return isinstance(text, str) and len(text) == length and _HEX.fullmatch(text) is not None
