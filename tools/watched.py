"""Pages on which games are watched, read back: data, texts, and how the game stands in each frame."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Decision, Moment
from marchsim.tabletop.watching.film import Film
from marchsim.tabletop.watching.page import About, page


class _Reader(HTMLParser):
    """Collects what is between the tags of a page, as a browser would take it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.parts: list[str] = []
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag; what follows belongs to it."""
        self.tags.append((tag, dict(attrs)))
        self.parts.append("")
        self.open = True

    def handle_endtag(self, tag: str) -> None:
        """Note that what follows belongs to no tag of interest."""
        self.open = False

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if self.open:
            self.parts[-1] += data


@dataclass
class Page:
    """A page that has been read: `states` has for each frame all that its data adds up to."""

    text: str
    tags: list[tuple[str, dict[str, str | None]]]
    parts: list[str]
    data: dict[str, Any]
    states: list[dict[str, Any]] = field(default_factory=list)

    def of(self, tag: str) -> list[str]:
        """Return the texts of all elements with a tag."""
        return [part for (name, _), part in zip(self.tags, self.parts, strict=True) if name == tag]

    @property
    def story(self) -> list[str]:
        """Return the sentences of the frames."""
        first = next(at for at, (_, attributes) in enumerate(self.tags) if attributes.get("id") == "story")
        pairs = zip(self.tags[first + 1 :], self.parts[first + 1 :], strict=True)
        found = [part for (name, attributes), part in pairs if name == "li" and "class" in attributes]
        return found[: len(self.data["frames"])]

    def words(self, numbers: list[int]) -> list[str]:
        """Return words by their numbers."""
        return [self.data["words"][number] for number in numbers]

    def board(self, frame: int) -> dict[str, tuple[tuple[float, float], dict[str, list[str]]]]:
        """Return each area that is seen in a frame: where it lies, and what is at each of its places."""
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
        """Return the lists of a player in a frame, by name."""
        state = self.states[frame]
        return {name: self.words(state[f"l{seat}.{at}"]) for at, (name, _) in enumerate(self.data["lists"])}


def read(content: bytes) -> Page:
    """Return a page as a browser takes it."""
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
    """An audience that takes a film, and beside it what the engine's own position says at each event.

    `position` returns how the game stands, by the engine.
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
        """Take both, if the story tells the event."""
        self.film.happened(moment)
        self.count += 1
        if moment.line is not None:
            self.texts.append(moment.text)
            self.positions.append(self.position())

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Hear nothing."""

    def decided(self, decision: Decision) -> None:
        """Hear nothing."""

    def shoot(self, story: Any, title: str, play: Callable[[], Outcome]) -> Page:
        """Return the page of a game that this plays, told by a story that has this audience."""
        self.story, self.film = story, Film(story)
        outcome = play()
        assert not outcome.void
        self.digest = outcome.digest
        ending = story.over(outcome)
        self.film.ended(self.count, ending[0])
        self.positions.append(self.position())
        self.texts.append(ending[0])
        return read(page(self.film, story.players, outcome, About("a game", title, "", ending)))
