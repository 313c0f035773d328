"""The file names in a run folder: parts and temporary files. Files with other names are not ours."""

from __future__ import annotations

import re

_PART = re.compile(r"part-(\d{1,18})-(\d{1,18})\.parquet", re.ASCII)
_WAITING = re.compile(r"\.part-\d{1,18}-\d{1,18}\.parquet\.[0-9a-f]{16}\.(?:new|tmp)", re.ASCII)
_TABLE = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_HEX = re.compile(r"[0-9a-f]+", re.ASCII)


def part_name(first: int, last: int) -> str:
    """The file name, without folder, of the part that has games first..last."""
    return f"part-{first}-{last}.parquet"


def waiting_name(name: str, token: str) -> str:
    """The temporary name of a part. It contains a token that nobody can guess."""
    return f".{name}.{token}.new"


def is_waiting(name: str) -> bool:
    """Whether a file name is the temporary name of a part."""
    return _WAITING.fullmatch(name) is not None


def part_range(name: str) -> tuple[int, int] | None:
    """The first and last game according to a part's file name. None if it is not the name of a part."""
    match = _PART.fullmatch(name)
    if match is None or int(match[1]) > int(match[2]):
        return None
    return int(match[1]), int(match[2])


def span_of(name: str) -> tuple[int, int]:
    """The first and last game according to the file name of a part, which must be valid."""
    span = part_range(name)
    assert span is not None, name
    return span


def is_table(name: str) -> bool:
    """Whether a name is allowed for a table."""
    return _TABLE.fullmatch(name) is not None


def is_hex(text: object, length: int) -> bool:
    """Whether a value is a text of `length` hexadecimal digits."""
    return isinstance(text, str) and len(text) == length and _HEX.fullmatch(text) is not None
