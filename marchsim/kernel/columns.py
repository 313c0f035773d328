"""Integer rows: the event stream of a game with its digests, and the tables that a session fills.

An event is six integers: kind (0-63), seat (-1 to 6) and four values whose meanings the game defines. The
digest of a game is the hash of its canonical event stream. Each round has its own digest.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from marchsim.kernel.compat import append, extend, i64, mypyc_attr, to_bytes, vec

EVENT_WIDTH: Final = 6
WORDS: Final = 1536  # events for which there is room at first
ROWS: Final = 64  # rows for which there is room at first
NO_WORDS: Final = vec[i64]([0] * WORDS)  # to copy it is quicker than to fill one
BLANK: Final = blake2b(digest_size=8)  # to copy it is quicker than to make one


@mypyc_attr(allow_interpreted_subclasses=True)
class Watcher:
    """An observer that is called after each event. It may read the game but must not change it."""

    def saw(self, kind: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Observe the event that has just happened."""


class Events:
    """The event stream of one game. Moves add events, which are hashed at the end of each round.

    The hash takes one word per event: kind, seat, two values of 16 bits and two of 11. `rows` keeps the six
    integers of each event, unless `keep` is off. If the last value only explains the others (`add_told`), it
    is recorded and shown but not hashed, so it does not change the game's digest.
    """

    def __init__(self) -> None:
        self.rows: vec[i64] = vec[i64]()
        self.words: vec[i64] = NO_WORDS[:]  # the first `count` of them are taken
        self.count: i64 = 0
        self.keep = True
        self.imagined = False  # nobody asks for digests either
        self.hashed: i64 = 0
        self.digests: Final[list[str]] = []
        self.watcher: Watcher | None = None

    def add(self, kind: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Record one event."""
        word = (kind << 57) | ((seat + 1) << 54) | ((a & 0xFFFF) << 38) | ((b & 0xFFFF) << 22)
        self.put(word | ((c & 0x7FF) << 11) | (d & 0x7FF))
        if self.keep or self.watcher is not None:
            self.tell(kind, seat, a, b, c, d)

    def add_told(self, kind: i64, seat: i64, a: i64, b: i64, c: i64, told: i64) -> None:
        """Record one event whose last value only explains the others. That value is not hashed."""
        word = (kind << 57) | ((seat + 1) << 54) | ((a & 0xFFFF) << 38) | ((b & 0xFFFF) << 22)
        self.put(word | ((c & 0x7FF) << 11))
        if self.keep or self.watcher is not None:
            self.tell(kind, seat, a, b, c, told)

    def put(self, word: i64) -> None:
        """Store the word of an event, to be hashed at the end of the round."""
        count = self.count
        if count < len(self.words):
            self.words[count] = word
        else:
            self.words = append(self.words, word)
        self.count = count + 1

    def tell(self, kind: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Keep the six integers of an event, and show it to the observer."""
        if self.keep:
            rows = self.rows
            rows = append(rows, kind)
            rows = append(rows, seat)
            rows = append(rows, a)
            rows = append(rows, b)
            rows = append(rows, c)
            rows = append(rows, d)
            self.rows = rows
        watcher = self.watcher
        if watcher is not None:
            watcher.saw(kind, seat, a, b, c, d)

    def clear(self) -> None:
        """Clear all records before a new game."""
        self.rows = vec[i64]()
        self.count = 0
        self.hashed = 0
        self.digests.clear()

    def end_round(self) -> None:
        """Store the digest of the round: a hash of the events since the last call, 16 hexadecimal digits."""
        if self.imagined:
            self.count = 0
            return
        hashed = BLANK.copy()
        hashed.update(to_bytes(self.words, self.hashed, self.count))
        self.hashed = self.count
        self.digests.append(hashed.hexdigest())

    def digest(self) -> str:
        """The digest of the whole game: a hash of the digests of its rounds, in order."""
        hashed = BLANK.copy()
        hashed.update("".join(self.digests).encode())
        return hashed.hexdigest()


class Rows:
    """A table under construction: `count` values in consecutive rows of `width` integers."""

    def __init__(self, width: i64) -> None:
        self.width: i64 = width
        self.values: vec[i64] = vec[i64]([0] * (ROWS * width))  # beyond `count` is room to write in
        self.count: i64 = 0

    def room(self) -> vec[i64]:
        """The values, with space for one more row. Write that row at index `count`, then call `keep`."""
        if self.count + self.width > len(self.values):
            self.values = extend(self.values, self.values)  # what lies beyond `count` does not matter
        return self.values

    def keep(self) -> None:
        """Add the row at index `count`, which has just been written, to the table."""
        self.count += self.width

    def cut(self, length: i64) -> None:
        """Remove all values from index `length` on."""
        self.count = length
