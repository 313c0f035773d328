"""Narrate all or part of a game line by line, and draw the board at the requested moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim.errors import ConfigError
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Decision, Drawn, Moment
from marchsim.studies.sitting import Follower
from marchsim.tabletop.watching.page import About, Film, page
from marchsim.tabletop.watching.scene import Pictured

FORMS = ("svg", "png")


@dataclass(frozen=True)
class Excerpt:
    """The part of a game to narrate: one round (0 is the set-up) or all, up to event number `until`.

    The picture shows the end of this part, or the end of round `at`.
    """

    round: int | None = None
    until: int | None = None
    at: int | None = None

    def holds(self, moment: Moment) -> bool:
        """Whether an event belongs to this part."""
        return self.round in (None, moment.round) and (self.until is None or moment.number <= self.until)


@dataclass(frozen=True)
class Watched:
    """The page to write about a game, given by its file, the game's name, and a line about the game."""

    file: Path
    name: str
    line: str

    def __post_init__(self) -> None:
        if self.file.suffix.lower() not in (".html", ".htm"):
            raise ConfigError(f"--html: {self.file}: a page is an .html file; give its name that ending.")


def form_of(board: Path) -> str:
    """The format of a picture, from the ending of its file's name."""
    form = board.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise ConfigError(
            f"--board: {board}: a picture is an .svg or .png file; give its name one of these endings."
        )
    return form


class Telling(Follower):
    """Narrates part of a game. It also draws the board if `form` is set, and a page if `watched` is set."""

    def __init__(
        self,
        tell: Callable[[str], None],
        part: Excerpt,
        form: str = "",
        below: str = "",
        watched: Watched | None = None,
        title: str = "",
    ) -> None:
        super().__init__()
        self.watched, self.title = watched, title
        self.film: Film | None = None
        self.page: bytes | None = None
        self.tell = tell
        self.part = part
        self.form = form
        self.below = below
        self.events: list[dict[str, Any]] = []
        self.picture: bytes | None = None
        self.spans: dict[int, tuple[int, int]] = {}  # first and last event of each round
        self.moments: list[Moment] = []  # told or not
        self.decisions: list[dict[str, Any]] = []
        self.ending: tuple[str, ...] = ()

    def seated(self) -> None:
        """Prepare the drawing and the page. Raises ConfigError if the game does not support them."""
        teller: object = self.teller
        if self.form and not isinstance(teller, Drawn):
            raise ConfigError(f"--board: {self.title} has no board to draw; leave the option out.")
        if self.watched:
            if not isinstance(teller, Pictured):
                raise ConfigError(f"--html: {self.title} cannot be watched; leave the option out.")
            self.film = Film(teller)

    def happened(self, moment: Moment) -> None:
        """Narrate an event if it belongs to the part."""
        if self.film:
            self.film.happened(moment)
        first, _ = self.spans.get(moment.round, (moment.number, 0))
        self.spans[moment.round] = (first, moment.number)
        self.moments.append(moment)
        if not self.part.holds(moment):
            return
        for line in [] if moment.line is None else moment.line.split("\n"):
            self.tell(line)
        self.events.append(moment.row)
        if moment.number == self.part.until:
            self.caught("", f"event {moment.number}: {moment.text}")

    def decided(self, decision: Decision) -> None:
        """Narrate an explained decision."""
        if self.film:
            self.film.decided(decision)
        for line in decision.lines:
            self.tell(line)
        self.decisions.append(decision.row)

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Narrate the standings after a round if the part includes them."""
        if self.part.round in (None, number) and self.goes_on():
            for line in lines:
                self.tell(line)
        if number == self.part.at or (number == self.part.round and self.part.until is None):
            self.caught(f"After round {number}" if number else "After the set-up", "")

    def ended(self, outcome: Outcome, lines: Sequence[str]) -> None:
        """Narrate the end of the game if the part includes it. Raises ConfigError if the part is missing."""
        last = max(self.spans, default=0)
        if self.part.round in (None, last) and self.goes_on():
            for line in lines:
                self.tell(line)
        self.check(last)
        self.ending = tuple(lines)
        self.filmed(outcome, lines)
        if not self.moments:
            if self.form:
                raise ConfigError(
                    f"--board: there is nothing to draw, since nothing has happened ({outcome.fault})."
                )
        elif self.picture is None:
            self.caught("", f"void: {outcome.fault}" if outcome.void else "")

    def filmed(self, outcome: Outcome, lines: Sequence[str]) -> None:
        """Make the page, if requested. It always shows the whole game."""
        if not self.film or not self.watched:
            return
        if not self.film.frames:
            raise ConfigError(
                f"--html: there is nothing to watch, since nothing has happened ({outcome.fault})."
            )
        self.film.ended(len(self.moments), lines[0] if lines else "")
        about = About(self.watched.name, self.title, self.watched.line, lines)
        self.page = page(self.film, self.players, outcome, about)

    def goes_on(self) -> bool:
        """Whether the part goes on after the last event so far."""
        return self.part.until is None or self.part.until >= len(self.moments)

    def files(self, board: Path | None) -> dict[Path, bytes]:
        """The files to write and their contents: the picture `board`, and the page."""
        found = {board: self.picture} if board and self.picture is not None else {}
        return found | ({self.watched.file: self.page} if self.watched and self.page is not None else {})

    def caught(self, heading: str, what: str) -> None:
        """Draw the board as it is now."""
        if self.form:
            teller: object = self.teller
            assert isinstance(teller, Drawn), "asked before the game"
            below = "; ".join(words for words in (self.below, what) if words)
            self.picture = teller.picture(self.form, heading, below)

    def check(self, last: int) -> None:
        """Raise ConfigError if the game has no such part."""
        part = self.part
        if self.teller is None and part != Excerpt():
            raise ConfigError("this game cannot be described in words; leave --round and --until out.")
        for option, number in (("--round", part.round), ("--at", part.at)):
            if number is not None and number > last:
                raise ConfigError(f"{option}: {number}: the game ended in round {last} (0 is the set-up).")
        if part.until is None:
            return
        first, final = self.spans[part.round] if part.round is not None else (0, len(self.moments) - 1)
        if not first <= part.until <= final:
            whose = "the game" if part.round is None else f"round {part.round}"
            raise ConfigError(f"--until: {part.until}: {whose} has the events {first} to {final}.")
