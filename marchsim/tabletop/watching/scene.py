"""The look of a game for a viewer: the contents of the board, and the holdings of each player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from marchsim.tabletop.drawing import Point, Polygon, Shape


@dataclass(frozen=True)
class Piece:
    """A piece at one place of an area: the name of the place, its own words, and its shapes about (0, 0)."""

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
    """What a player owns, and the player's score.

    `numbers` and `lists` are in the order of the scenery. `signs` are words such as "rested".
    """

    score: int
    numbers: tuple[int, ...]
    lists: tuple[tuple[str, ...], ...]
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look:
    """The look of a game: areas by a short key, holdings by seat, and common facts in a few words.

    `opponent` is the score of the players' common opponent, None if there is none. An unchanged area may be
    the same object as before, which is faster.
    """

    areas: Mapping[str, Area]
    seats: tuple[Holding, ...]
    facts: tuple[str, ...] = ()
    opponent: int | None = None


@dataclass(frozen=True)
class Listing:
    """A list that each player has, such as a hand of cards. Only its player may see a `secret` list."""

    name: str
    secret: bool = False


@dataclass(frozen=True)
class Landmark:
    """Kinds of events to which a viewer can jump: their name, its plural, and the key to press."""

    name: str
    many: str
    key: str
    kinds: Collection[str]


@dataclass(frozen=True)
class Tone:
    """The mark of a seat: a letter on a disc, and the colours of its lines on light and dark paper."""

    letter: str
    disc: str
    ink: str
    light: str
    dark: str
    edge: str = "#1f2328"  # around the disc


@dataclass(frozen=True)
class Scenery:
    """The unchanging parts of a watched game.

    `outline` is drawn around a changed area. `numbers` are the names of a player's numbers, singular and
    plural. `key` explains the signs of the board: shapes about (0, 0), 40 pixels wide, and their words.
    `opponent` is the common opponent of the players ('' if none). `score` is the name of the score, singular
    and plural. Scoring `much` at once makes a key moment (0 for never).
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
    """A game that declares whether it can be watched, that is, whether its tellers are `Pictured`."""

    watchable: bool


@runtime_checkable
class Pictured(Protocol):
    """A teller (kernel.telling) whose game can be watched frame by frame."""

    def scenery(self) -> Scenery:
        """The unchanging parts of the session's games."""

    def look(self) -> Look:
        """The current look of the game."""
