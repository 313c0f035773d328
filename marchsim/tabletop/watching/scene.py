"""The look of a game for a viewer: contents of the board, possessions of each player, and the picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.tabletop.drawing import (
    Circle,
    Drawing,
    Lettering,
    Line,
    Paint,
    Point,
    Polygon,
    Shape,
    cut,
    extent,
    moved,
    wrapped,
)
from marchsim.tabletop.naming import number
from marchsim.tabletop.telling.narrator import Story


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


# The picture of a position: the board, beside it the possessions of each player, and a legend
MARGIN = 24.0
LEAST = 460.0  # width of a small board, so that the title has room
HEAD = 88.0  # room for the title
WIDTH = 400.0  # of what stands beside the board
INDENT = 40.0
ROW = 18.0
TEXT = 13.0
INK, MUTED, FAINT = "#1f2328", "#59636e", "#c8ced6"


def snapshot(
    scenery: Scenery,
    look: Look,
    players: Sequence[str],
    title: str,
    below: str = "",
    shown: str = "the board",
) -> Drawing:
    """The picture of a position. `below` is a smaller line under the title. `shown` describes the board."""
    left, top, right, bottom = _edges(scenery, list(look.areas.values()))
    beside = max(right - left + 2 * MARGIN, LEAST)
    corner = (beside / 2 - (left + right) / 2, HEAD - top)
    shapes: list[Shape] = []
    for area in look.areas.values():
        at = (area.at[0] + corner[0], area.at[1] + corner[1])
        shapes += [moved(shape, at) for piece in area.pieces for shape in piece.shapes]
    listed, height = _panel(scenery, look, players, (beside, MARGIN))
    room = beside - 2 * MARGIN
    shapes.append(Lettering((MARGIN, 30), cut(title, 24, room, bold=True), 24, INK, "start", bold=True))
    for index, line in enumerate(wrapped(below, 14, room, 2)):
        shapes.append(Lettering((MARGIN, 54 + 18 * index), line, 14, MUTED, "start"))
    scores = ", ".join(f"{name} {held.score}" for name, held in zip(players, look.seats, strict=True))
    alt = f"{title}: {shown}; {scenery.score[1]}: {scores}."
    size = (beside + WIDTH + MARGIN, max(HEAD + bottom - top + MARGIN, height + 2 * MARGIN))
    return Drawing(*size, title, alt, shapes + listed)


def _edges(scenery: Scenery, areas: Sequence[Area]) -> tuple[float, float, float, float]:
    _, _, x, y = extent([scenery.outline]) if scenery.outline else (0.0, 0.0, 0.0, 0.0)
    boxes = [(one.at[0] - x, one.at[1] - y, one.at[0] + x, one.at[1] + y) for one in areas] or [(0.0,) * 4]
    columns = list(zip(*boxes, strict=True))
    return min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])


def _panel(scenery: Scenery, look: Look, players: Sequence[str], at: Point) -> tuple[list[Shape], float]:
    """The shapes of the panel beside the board, and its height. `at` is its upper left corner."""
    x, y = at
    shapes: list[Shape] = []
    for tone, name, held in zip(scenery.tones, players, look.seats, strict=False):
        some, y = _seat(scenery, tone, name, held, (x, y))
        shapes += some
    facts = list(look.facts)
    if scenery.opponent:
        facts.insert(0, f"{scenery.opponent}: {number(look.opponent or 0, *scenery.score)}")
    for line in wrapped(", ".join(facts), TEXT, WIDTH, 3):
        shapes.append(Lettering((x, y + 6), line, TEXT, INK, "start"))
        y += ROW
    some, y = _key(scenery, (x, y + 10))
    return shapes + some, y - at[1]


def _seat(scenery: Scenery, tone: Tone, name: str, held: Holding, at: Point) -> tuple[list[Shape], float]:
    """The shapes of a player's possessions, and the y at which those of the next player begin."""
    x, y = at
    middle = (x + 15, y + 15)
    shapes: list[Shape] = [Circle(middle, 15, Paint(tone.disc, tone.edge, 1.2))]
    shapes.append(Lettering(middle, tone.letter, 17.2, tone.ink, bold=True))
    called = cut(name, 17, WIDTH - INDENT - 80, bold=True)
    shapes.append(Lettering((x + INDENT, y + 13), called, 17, INK, "start", bold=True))
    shapes.append(Lettering((x + WIDTH, y + 13), str(held.score), 22, INK, "end", bold=True))
    y += 32
    numbers = [number(n, *names) for n, names in zip(held.numbers, scenery.numbers, strict=True)]
    lines = [words for words in (", ".join(numbers), ", ".join(held.signs)) if words]
    for listing, items in zip(scenery.lists, held.lists, strict=True):
        if items and not listing.secret:
            lines.append(f"{listing.name}: {', '.join(items)}")
    for line in lines:
        for part in wrapped(line, TEXT, WIDTH - INDENT, 3):
            shapes.append(Lettering((x + INDENT, y + 4), part, TEXT, INK, "start"))
            y += ROW
    shapes.append(Line(((x, y + 6), (x + WIDTH, y + 6)), Paint("", FAINT, 1)))
    return shapes, y + 20


def _key(scenery: Scenery, at: Point) -> tuple[list[Shape], float]:
    """The shapes of the legend, and the y at which it ends."""
    x, y = at
    shapes: list[Shape] = []
    for sign, words in scenery.key:
        lines = wrapped(words, TEXT, WIDTH - INDENT - 12, 2)
        _, top, _, bottom = extent(sign) if sign else (0.0, 0.0, 0.0, 0.0)
        half = max(bottom, -top, ROW * len(lines) / 2) + 4
        shapes += [moved(shape, (x, y + half)) for shape in sign]
        for index, line in enumerate(lines):
            place = (x + INDENT + 12, y + half + ROW * (index - (len(lines) - 1) / 2))
            shapes.append(Lettering(place, line, TEXT, MUTED, "start"))
        y += 2 * half
    return shapes, y + 10


# The games of a session, drawn
class Sight:
    """Draws the games of a session. A game defines `look` and `shown`.

    `over` is the number of the phase that ends a game. `phases` has the names of all phases.
    """

    def __init__(self, scenery: Scenery, players: Sequence[str], phases: Sequence[str], over: int) -> None:
        self.scenery, self.players, self.phases, self.over = scenery, players, phases, over

    def look(self, g: Any) -> Look:
        """The position of a game, for a picture or a viewer."""
        raise NotImplementedError

    def shown(self, g: Any) -> str:
        """A description of the board for those who cannot see the picture."""
        raise NotImplementedError

    def picture(self, g: Any, heading: str = "", below: str = "") -> Drawing:
        """The picture of a position. If `heading` is '', the round and phase are the heading."""
        heading = heading or self.heading(g)
        return snapshot(self.scenery, self.look(g), self.players, heading, below, self.shown(g))

    def heading(self, g: Any) -> str:
        """The round and phase of a game, in words."""
        if g.s.phase == self.over:
            return "End of the game"
        return f"Round {g.s.round}, {self.phases[g.s.phase]}" if g.s.round else "Set-up"


class PicturedStory(Story):
    """A story of games that can also be drawn (implements kernel.telling.Drawn, and Pictured)."""

    sight: Sight

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """The picture of the present position, as the bytes of its file (kernel.telling.Drawn.picture)."""
        return self.sight.picture(self.session.game, heading, below).content(form)

    def scenery(self) -> Scenery:
        """The parts of a picture that never change."""
        return self.sight.scenery

    def look(self) -> Look:
        """The present look of the game."""
        return self.sight.look(self.session.game)
