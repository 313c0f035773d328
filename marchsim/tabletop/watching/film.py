"""The frames of one game: its look at the start, and the changes that each event makes.

Each event that a story shows has a frame. The changes by a silent event are part of the next frame. The last
frame is the end of the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from marchsim.errors import plain
from marchsim.kernel.telling import Decision, Moment
from marchsim.tabletop.drawing import element
from marchsim.tabletop.telling.decisions import best_and_chosen
from marchsim.tabletop.watching.scene import Area, Holding, Look, Pictured

Item = TypeVar("Item", bound=Hashable)
END = "(end)"  # no kind of event has such a name


class Index(Generic[Item]):
    """A set of things, each with a number, from 0."""

    def __init__(self) -> None:
        self.numbers: dict[Item, int] = {}

    def number(self, item: Item) -> int:
        """The number of a thing. A new thing is added with the next number."""
        return self.numbers.setdefault(item, len(self.numbers))

    def __iter__(self) -> Any:
        return iter(self.numbers)


@dataclass(frozen=True)
class Frame:
    """An event on the page: its number and kind, its time, the seat that acted, and the changes by it.

    `secret` is the only seat that may see the event, or -1. `scores` has the scores after it, by seat.
    `delta` maps each changed key to its new value. Key `aN` has the symbols of place N. Keys `sN`, `nN`, `tN`
    and `lN.K` have score, numbers, signs and list K of seat N. `f` has the facts, `o` the opponent's score.
    """

    event: int
    kind: str
    round: int
    phase: str
    depth: int
    seat: int
    secret: int
    text: str
    scores: tuple[int, ...]
    delta: dict[str, Any]
    reasons: list[list[Any]] = field(default_factory=list)


class Film:
    """Collects the frames of one game while a story describes it."""

    def __init__(self, teller: Pictured) -> None:
        self.teller = teller
        self.scenery = teller.scenery()
        self.frames: list[Frame] = []
        self.words: Index[str] = Index()
        self.places: Index[tuple[str, str, tuple[float, float]]] = Index()
        self.symbols: Index[tuple[int, int, str]] = Index()
        self.phases: Index[str] = Index()
        self.styles: dict[str, str] = {}
        self.areas: Mapping[str, Area] = {}
        self.state: dict[str, Any] = {}
        self.reasons: list[list[Any]] = []

    def happened(self, moment: Moment) -> None:
        """Add a frame for an event, if a story shows it."""
        if moment.line is not None:
            last = moment.line.rpartition("\n")[2]
            depth = (len(last) - len(last.lstrip(" "))) // 2
            secret = moment.seat if moment.secret else -1
            kind = moment.mark or str(moment.row.get("event", ""))
            self.take(
                moment.number, kind, moment.round, moment.phase, depth, moment.seat, secret, moment.text
            )

    def decided(self, decision: Decision) -> None:
        """Keep an explained decision for the next frame, which shows its consequences."""
        self.reasons.append(self.reason(decision))

    def ended(self, events: int, words: str) -> None:
        """Add the last frame. `events` is the number of events, and `words` the end of the game in words."""
        last = self.frames[-1]
        self.take(events, END, last.round, last.phase, 0, -1, -1, words)

    def take(
        self, event: int, kind: str, number: int, phase: str, depth: int, seat: int, secret: int, text: str
    ) -> None:
        """Add a frame that shows the present position."""
        look = self.teller.look()
        found = self.board(look) | self.table(look)
        delta = {key: value for key, value in found.items() if self.state.get(key) != value}
        self.state |= delta
        scores = tuple(holding.score for holding in look.seats)
        self.phases.number(phase)
        self.frames.append(
            Frame(event, kind, number, phase, depth, seat, secret, plain(text), scores, delta, self.reasons)
        )
        self.reasons = []

    def board(self, look: Look) -> dict[str, Any]:
        """The symbols in all areas that have changed since the last frame, keyed by place."""
        found: dict[str, Any] = {}
        for key, area in self.areas.items():
            now = look.areas.get(key)
            if now is None or now.at != area.at:
                found[f"a{self.place(key, area)}"] = []
        for key, area in look.areas.items():
            if area is not self.areas.get(key):
                found[f"a{self.place(key, area)}"] = [self.symbol(piece) for piece in area.pieces]
        self.areas = look.areas
        return found

    def place(self, key: str, area: Area) -> int:
        """The number by which the page refers to an area at its place in the drawing."""
        return self.places.number((key, area.name, area.at))

    def symbol(self, piece: Any) -> int:
        """The number of the symbol that shows a piece at its place."""
        markup = "".join(element(shape, self.styles) for shape in piece.shapes)
        return self.symbols.number((self.word(piece.place), self.word(piece.words), markup))

    def table(self, look: Look) -> dict[str, Any]:
        """The possessions of the players and the common facts, by key."""
        found: dict[str, Any] = {"f": [self.word(fact) for fact in look.facts]}
        if look.opponent is not None:
            found["o"] = look.opponent
        for seat, holding in enumerate(look.seats):
            found |= self.holding(seat, holding)
        return found

    def holding(self, seat: int, holding: Holding) -> dict[str, Any]:
        """The possessions of a player, by key."""
        lists = {
            f"l{seat}.{at}": [self.word(item) for item in items] for at, items in enumerate(holding.lists)
        }
        return {
            f"s{seat}": holding.score,
            f"n{seat}": list(holding.numbers),
            f"t{seat}": [self.word(sign) for sign in holding.signs],
            **lists,
        }

    def word(self, text: str) -> int:
        """The number by which the page refers to a text."""
        return self.words.number(plain(text))

    def reason(self, decision: Decision) -> list[Any]:
        """An explained decision with its best options, as a list for the page.

        Its items: seat, question, subject, kind of decision, number of options, and a list for each
        shown option (words, 1 if chosen, score, its parts, number of rollouts, standard error).
        """
        row = decision.row
        told = [
            [
                self.word(one["option"]), int(one["index"] == row["chosen"]), one["score"],
                [[self.word(part["what"]), part["score"]] for part in one["parts"]],
                one.get("samples", 0), one.get("error", 0),
            ]
            for one in best_and_chosen(row)
        ]  # fmt: skip
        words = [self.word(str(row[key])) for key in ("asked", "about", "by")]
        return [decision.seat, *words, len(row["options"]), told]
