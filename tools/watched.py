"""Read the pages on which games are watched: data, texts, and the state of the game in each frame."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Decision, Moment
from marchsim.tabletop.watching.page import About, Film, page


class _Reader(HTMLParser):
    """Collects the contents of a page's tags, as a browser would."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.parts: list[str] = []
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag, to which the following text belongs."""
        self.tags.append((tag, dict(attrs)))
        self.parts.append("")
        self.open = True

    def handle_endtag(self, tag: str) -> None:
        """Record that the following text belongs to no tag of interest."""
        self.open = False

    def handle_data(self, data: str) -> None:
        """Record a text."""
        if self.open:
            self.parts[-1] += data


@dataclass
class Page:
    """A page that has been read. `states` has the sum of all its data up to each frame."""

    text: str
    tags: list[tuple[str, dict[str, str | None]]]
    parts: list[str]
    data: dict[str, Any]
    states: list[dict[str, Any]] = field(default_factory=list)

    def of(self, tag: str) -> list[str]:
        """The texts of all elements with a tag."""
        return [part for (name, _), part in zip(self.tags, self.parts, strict=True) if name == tag]

    @property
    def story(self) -> list[str]:
        """The sentences of the frames."""
        first = next(at for at, (_, attributes) in enumerate(self.tags) if attributes.get("id") == "story")
        pairs = zip(self.tags[first + 1 :], self.parts[first + 1 :], strict=True)
        found = [part for (name, attributes), part in pairs if name == "li" and "class" in attributes]
        return found[: len(self.data["frames"])]

    def words(self, numbers: list[int]) -> list[str]:
        """The words with these numbers."""
        return [self.data["words"][number] for number in numbers]

    def board(self, frame: int) -> dict[str, tuple[tuple[float, float], dict[str, list[str]]]]:
        """Each area visible in a frame, with its position and the contents of each of its places."""
        found = {}
        for number, (name, x, y) in enumerate(self.data["places"]):
            if symbols := self.states[frame].get(f"a{number}"):
                places: dict[str, list[str]] = {}
                for place, words, _ in (self.data["symbols"][symbol] for symbol in symbols):
                    places.setdefault(self.data["words"][place], []).append(self.data["words"][words])
                assert name not in found
                found[name] = ((x, y), places)
        return found

    def lists(self, frame: int, seat: int) -> dict[str, list[str]]:
        """The lists of a player in a frame, by name."""
        state = self.states[frame]
        return {name: self.words(state[f"l{seat}.{at}"]) for at, (name, _) in enumerate(self.data["lists"])}


def read(content: bytes) -> Page:
    """Read a page as a browser would."""
    text = content.decode()
    reader = _Reader()
    reader.feed(text)
    at = next(at for at, (_, attributes) in enumerate(reader.tags) if attributes.get("id") == "game")
    found = Page(text, reader.tags, reader.parts, json.loads(reader.parts[at]))
    state: dict[str, Any] = {}
    for frame in found.data["frames"]:
        state = state | frame[6]
        found.states.append(state)
    return found


class Camera:
    """An audience that makes a film, and records the engine's own position at each event.

    `position` returns the engine's position.
    """

    def __init__(self, position: Callable[[], Any]) -> None:
        self.position = position
        self.story: Any = None
        self.film: Film
        self.texts: list[str] = []
        self.positions: list[Any] = []
        self.count = 0
        self.digest = ""

    def happened(self, moment: Moment) -> None:
        """Add the event to the film, and record text and position if the story includes it."""
        self.film.happened(moment)
        self.count += 1
        if moment.line is not None:
            self.texts.append(moment.text)
            self.positions.append(self.position())

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Ignore the end of a round."""

    def decided(self, decision: Decision) -> None:
        """Ignore a decision."""

    def shoot(self, story: Any, title: str, play: Callable[[], Outcome]) -> Page:
        """The page of the game that `play` plays, as filmed by this audience of a story."""
        self.story, self.film = story, Film(story)
        outcome = play()
        assert not outcome.void
        self.digest = outcome.digest
        ending = story.over(outcome)
        self.film.ended(self.count, ending[0])
        self.positions.append(self.position())
        self.texts.append(ending[0])
        return read(page(self.film, story.players, outcome, About("a game", title, "", ending)))
