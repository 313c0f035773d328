"""What happened in a game as a few letters: its events with their words, compressed, for a baseline.

The words are those of the time of recording, so that a difference can be told when rules, cards and engine
have become others. What is read is data from a file: its size is limited and its form checked.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from marchsim import jsonfile
from marchsim.errors import StateMismatch
from marchsim.kernel.telling import Moment

LARGEST = 8_000_000  # letters of an unpacked game
LEVEL = 9


@dataclass(frozen=True)
class Happening:
    """An event of a recorded game: when it was, what makes it the same event, and its words."""

    round: int
    phase: str
    key: str
    text: str


def happenings(moments: Sequence[Moment]) -> list[Happening]:
    """Return what a baseline keeps of the moments of a game."""
    return [Happening(m.round, m.phase, json.dumps(m.key, default=str), m.text) for m in moments]


def pack(found: Sequence[Happening]) -> str:
    """Return the events of a game as text."""
    rows = [[one.round, one.phase, one.key, one.text] for one in found]
    plain = json.dumps(rows, separators=(",", ":"), ensure_ascii=False)
    return base64.b85encode(zlib.compress(plain.encode(), LEVEL)).decode()


def unpack(text: str) -> list[Happening]:
    """Return the events of a game; raises ValueError for anything that `pack` has not written."""
    try:
        reader = zlib.decompressobj()
        plain = reader.decompress(base64.b85decode(text), LARGEST)
        rows = jsonfile.parse(plain, "a game", "list of events", StateMismatch)
    except (binascii.Error, zlib.error, StateMismatch) as error:
        raise ValueError(f"the events of a game cannot be read ({error})") from None
    if not reader.eof or not isinstance(rows, list):
        raise ValueError("the events of a game are cut off or too many")
    return [_happening(row) for row in rows]


def _happening(row: object) -> Happening:
    if not isinstance(row, list) or [type(value) for value in row] != [int, str, str, str]:
        raise ValueError("an event of a game is not what it should be")
    return Happening(*row)
