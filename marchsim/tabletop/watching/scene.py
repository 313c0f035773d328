"""The look of a game for a viewer: the contents of the board, and the possessions of each player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from marchsim.tabletop.drawing import Point, Polygon, Shape


@dataclass(frozen=True)
class Piece:
    """A piece in an area: the name of its place there, its words, and its shapes, drawn around (0, 0)."""

    place: str
    words: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Area:
    """A part of the board: its name, the centre of its drawing, and its pieces from back to front."""

    name: str
    at: Point
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Holding:
    """The possessions of a player, and the player's score.

    `numbers` and `lists` have the same order as in the `Scenery`. `signs` are words such as "rested".
    """

    score: int
    numbers: tuple[int, ...]
    lists: tuple[tuple[str, ...], ...]
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look:
    """The look of a game: areas by a short key, possessions by seat, and common facts in words.

    `opponent` is the score of the players' common opponent, or None if there is none. If an area has not
    changed, using the same object again is faster.
    """

    areas: Mapping[str, Area]
    seats: tuple[Holding, ...]
    facts: tuple[str, ...] = ()
    opponent: int | None = None


@dataclass(frozen=True)
class Listing:
    """A list that each player has, such as a hand of cards. If it is `secret`, only its player may see it."""

    name: str
    secret: bool = False


@dataclass(frozen=True)
class Landmark:
    """A group of kinds of events to which a viewer can jump: its name, the plural, and the key to press."""

    name: str
    many: str
    key: str
    kinds: Collection[str]


@dataclass(frozen=True)
class Tone:
    """The mark of a seat: a letter on a disc, and the colours of its lines on light and dark backgrounds."""

    letter: str
    disc: str
    ink: str
    light: str
    dark: str
    edge: str = "#1f2328"  # around the disc


@dataclass(frozen=True)
class Scenery:
    """The parts of a watched game that never change.

    `numbers` has the singular and plural names of a player's numbers, `score` those of the score.
    `outline` is drawn around a changed area. `key` explains the signs of the board: shapes around (0, 0),
    40 pixels wide, and words. `opponent` is the common opponent of the players ('' if none). Scoring
    `much` at once is a key moment (0 for never).
    """

    numbers: tuple[tuple[str, str], ...]
    lists: tuple[Listing, ...]
    tones: Sequence[Tone]
    outline: Polygon | None = None
    landmarks: tuple[Landmark, ...] = ()
    key: tuple[tuple[tuple[Shape, ...], str], ...] = ()
    opponent: str = ""
    score: tuple[str, str] = ("point", "points")
    much: int = 3


@runtime_checkable
class Watchable(Protocol):
    """A game that can be watched if `watchable` is true. Its tellers are then `Pictured`."""

    watchable: bool


@runtime_checkable
class Pictured(Protocol):
    """A teller (kernel.telling) of a game that can be watched frame by frame."""

    def scenery(self) -> Scenery:
        """The parts of the session's games that never change."""

    def look(self) -> Look:
        """The present look of the game."""
