"""The games of a plan that belong to a folder: all of them, or every n-th block of a divided plan.

The games of a portion have consecutive *positions*, from 0. In an undivided run, position and id are equal.

File names say which games a part has. Files with other names are not ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.errors import ConfigError

MOST_PARTS = 1000
_WORDS = re.compile(r"(\d{1,4})/(\d{1,4})", re.ASCII)

Span = tuple[int, int]


@dataclass(frozen=True)
class Portion:
    """Every `of`-th block of a plan, from block `number` - 1 on. A block has `games_per_block` games."""

    number: int = 1
    of: int = 1
    games_per_block: int = 1

    @property
    def words(self) -> str:
        """The portion as text, such as `1/3`. '' for the whole plan."""
        return "" if self.of == 1 else f"{self.number}/{self.of}"

    def blocks(self, blocks: int) -> int:
        """How many of the first `blocks` blocks of the plan are in this portion."""
        return len(range(self.number - 1, blocks, self.of))

    def size(self, blocks: int) -> int:
        """How many games the portion has in the first `blocks` blocks of the plan."""
        return self.blocks(blocks) * self.games_per_block

    def game(self, position: int) -> int:
        """The id of the game at a position."""
        block, at = divmod(position, self.games_per_block)
        return (block * self.of + self.number - 1) * self.games_per_block + at

    def position(self, game: int) -> int:
        """The position of a game. Raises ValueError if it belongs to another portion."""
        block, at = divmod(game, self.games_per_block)
        if block % self.of != self.number - 1:
            raise ValueError(f"game {game} does not belong to part {self.words}")
        return block // self.of * self.games_per_block + at


def read(words: str, games_per_block: int) -> Portion:
    """Parse a portion such as `1/3`. Raises ConfigError unless it is K/N with 1 <= K <= N <= MOST_PARTS."""
    found = _WORDS.fullmatch(words)
    if found is None or not 1 <= int(found[1]) <= int(found[2]) <= MOST_PARTS:
        raise ConfigError(
            f"--part: {words!r} is not a part of a plan: write 1/3 for the first of three, "
            f"and at most {MOST_PARTS} parts."
        )
    return Portion(int(found[1]), int(found[2]), games_per_block)


def of_manifest(manifest: Mapping[str, Any]) -> Portion:
    """The portion that an (untrusted) manifest records. Raises ValueError if it is impossible."""
    plan = manifest.get("plan")
    if not isinstance(plan, Mapping) or plan.get("part") is None:
        return Portion()
    per_block = plan.get("games_per_block")
    if not isinstance(per_block, int) or isinstance(per_block, bool) or per_block < 1:
        raise ValueError("plan.games_per_block is no number of games")
    try:
        return read(str(plan["part"]), per_block)
    except ConfigError:
        raise ValueError(f"plan.part: {plan['part']!r} is not a part") from None


def planned(manifest: Mapping[str, Any]) -> int | None:
    """The number of games that a run has when complete: those of its plan, or fewer if a rule stopped it.

    None if the (untrusted) manifest does not record it.
    """
    plan, stopped = manifest.get("plan"), manifest.get("stopped")
    ended = stopped if isinstance(stopped, Mapping) else plan
    if not isinstance(plan, Mapping) or not isinstance(ended, Mapping):
        return None
    blocks, per_block = ended.get("blocks"), plan.get("games_per_block")
    if type(blocks) is not int or type(per_block) is not int or blocks < 0 or per_block < 1:
        return None
    part = of_manifest(manifest)
    return Portion(part.number, part.of, per_block).size(blocks)


def is_whole(manifest: Mapping[str, Any], stored: Sequence[Span]) -> bool:
    """Whether the stored positions are exactly those of the plan. True if there is no plan."""
    total = planned(manifest)
    return total is None or list(stored) == ([(0, total - 1)] if total else [])


def coalesced(spans: Iterable[Span]) -> list[Span]:
    """The spans in order. Those that touch or overlap are joined."""
    found: list[Span] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def games_in(spans: Iterable[Span]) -> int:
    """The number of games in these spans."""
    return sum(last - first + 1 for first, last in spans)


def missing(total: int, stored: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans of positions 0..total-1 that are not stored. `stored` is in order without overlaps."""
    at = 0
    for first, last in stored:
        if at < first:
            yield at, min(first, total) - 1
        at = last + 1
    if at < total:
        yield at, total - 1


def within(span: Span, cover: Iterable[Span]) -> bool:
    """Whether a span is inside one of the spans of `cover`, which neither touch nor overlap."""
    return any(first <= span[0] and span[1] <= last for first, last in cover)


def common(one: Iterable[Span], other: Iterable[Span]) -> list[Span]:
    """The positions that are in both lists of spans."""
    others = list(other)
    both = [(max(a, c), min(b, d)) for a, b in one for c, d in others]
    return coalesced((first, last) for first, last in both if first <= last)


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
