"""Play one game for an audience. The studies that play, replay and compare games use this module.

`Telling` narrates all or part of a game line by line, and draws the board at the requested moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marchsim.errors import ConfigError, error_words, nearest
from marchsim.games import lacking
from marchsim.kernel.game import Game, Outcome, Session, Variant
from marchsim.kernel.telling import Decision, Drawn, Moment, Narrated, Teller, Terminal
from marchsim.runner.configuration import sources
from marchsim.runner.playing import process_state
from marchsim.runner.playing.attempts import void_outcome
from marchsim.runner.playing.watch import TimeUp, Watch, still
from marchsim.tabletop.watching.page import About, Film, page
from marchsim.tabletop.watching.scene import Pictured

EVERYBODY = "all"  # seats that `--explain` means


class Follower:
    """An audience of a game. It knows the game's teller, which puts events into words.

    This base class records nothing.
    """

    def __init__(self) -> None:
        self.teller: Teller | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, or () if the game has no teller."""
        return self.teller.players if self.teller else ()

    def seated(self) -> None:
        """Called before the first event, as soon as the teller is known."""

    def happened(self, moment: Moment) -> None:
        """Called after each event."""

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Called with the standings at the end of a round (round 0 is the set-up)."""

    def decided(self, decision: Decision) -> None:
        """Called with each explained decision."""

    def ended(self, outcome: Outcome, lines: Sequence[str]) -> None:
        """Called with the outcome, while the game is still in its final state."""


class Keeping(Follower):
    """An audience that records all events, and the lines at the end of the game."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[Moment] = []
        self.ending: list[str] = []

    def happened(self, moment: Moment) -> None:
        """Record an event."""
        self.moments.append(moment)

    def ended(self, outcome: Outcome, lines: Sequence[str]) -> None:
        """Record the lines at the end of the game."""
        self.ending = list(lines)


@dataclass(frozen=True)
class Sitting:
    """The full definition of one game: game, variant, strategies by seat, and random keys.

    `makers` create the strategy of each seat, and None stands for a person at the `terminal`. `seconds` is
    the time limit for a decision, or None. The decisions of the `explained` seats are narrated with their
    reasons. `files` maps the strategies' files to names, which label any output that a strategy prints.
    """

    game: Game
    variant: Variant
    strategies: tuple[str, ...]
    makers: tuple[Callable[[], object] | None, ...]
    deal_key: int
    seat_keys: tuple[int, ...]
    game_id: int = 0
    seconds: float | None = None
    terminal: Terminal | None = None
    explained: tuple[int, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    def play(self, reader: Follower) -> Outcome:
        """Play the game for an audience and return its outcome."""
        session = self.game.session(self.variant, len(self.makers), "rounds")
        if isinstance(self.game, Narrated):
            reader.teller = self.game.teller(session, self.strategies, reader)
            if self.explained:
                reader.teller.explain(self.explained)
        reader.seated()
        output = process_state.at_once(process_state.MORE_LINES, process_state.MORE_LETTERS)
        with process_state.live_output(process_state.by_file(self.files), output):
            outcome = self._outcome(session, reader.teller)
        lines = reader.teller.over(outcome) if reader.teller else untold(self.game, self.strategies, outcome)
        reader.ended(outcome, lines)
        return outcome

    def _person(self, teller: Teller | None, seat: int) -> object:
        if teller is None or self.terminal is None:
            raise ConfigError("a person can only play a game that is told, at a terminal.")
        return teller.person(seat, self.terminal)

    def _outcome(self, session: Session, teller: Teller | None) -> Outcome:
        minds = []
        for seat, make in enumerate(self.makers):
            try:
                minds.append(make() if make else self._person(teller, seat))
            except (Exception, SystemExit) as error:
                return void_outcome("error", seat, f"it could not be made: {error_words(error)}")
        if self.seconds is None:
            return session.play(self.game_id, self.deal_key, self.seat_keys, minds)
        watch = Watch(self.seconds, still())
        try:
            with watch:
                watch.enter(session, self.game_id, 0)
                outcome = session.play(self.game_id, self.deal_key, self.seat_keys, minds)
        except TimeUp as late:
            return void_outcome("time", -1, str(late))
        if not watch.fired:
            return outcome
        if not outcome.void:
            return void_outcome("time", -1, watch.fired)
        return outcome._replace(void="time", fault=watch.fired)


def untold(game: Game, players: Sequence[str], outcome: Outcome) -> list[str]:
    """The last lines about a game that has no teller, with a hint on how to add one."""
    lines = [f"{game.title} cannot be shown move by move; {lacking(game, Narrated)}."]
    if not outcome.void:
        points = zip(players, outcome.scores, strict=True)
        scores = ", ".join(f"{player} {score:,}" for player, score in points)
        first = [player for seat, player in enumerate(players) if outcome.winners >> seat & 1]
        lines.append(f"{' and '.join(first) or 'Nobody'} won: {scores} (digest {outcome.digest}).")
    return lines


def parting(left: Sequence[object], right: Sequence[object]) -> int | None:
    """The position of the first difference between two sequences (of event keys or digests), or None."""
    for number, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return number
    return None if len(left) == len(right) else min(len(left), len(right))


def when(number: int, phase: str) -> str:
    """The time of an event in words: a phase of a round, or the set-up (round 0)."""
    return f"round {number}, {phase}" if number else "the set-up"


def outcome_data(result: Outcome) -> dict[str, Any]:
    """The outcome of a game as plain data."""
    return {
        "scores": list(result.scores),
        "ranks": list(result.ranks),
        "winners": [seat for seat in range(len(result.scores)) if (result.winners >> seat) & 1],
        "rounds": result.rounds,
        "turns": result.turns,
        "decisions": result.decisions,
        "decided_by": result.decided_by,
        "opponent": result.opponent,
        "margin": result.margin,
        "digest": result.digest,
        "void": result.void,
        "fault": result.fault,
    }


def name_of(use: str) -> str:
    """The name of a strategy that is given as a name or as a file."""
    return use.removesuffix(".py").rpartition("/")[2]


def explained_seats(who: str, names: Sequence[str]) -> tuple[int, ...]:
    """The seats that `--explain` selects: all, one seat by its number (from 1), or those of a strategy."""
    if who == EVERYBODY:
        return tuple(seat for seat, name in enumerate(names) if name != sources.HUMAN)
    wanted = name_of(who)
    if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(names):
        return (int(wanted) - 1,)
    found = tuple(seat for seat, name in enumerate(names) if name == wanted)
    if not found:
        raise ConfigError(
            f"--explain: {who!r} is neither a seat (1 to {len(names)}) nor a strategy of this game."
            f"{nearest(wanted, names)}"
        )
    if names[found[0]] == sources.HUMAN:
        raise ConfigError("--explain: a person's decisions cannot be explained; name a strategy.")
    return found


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
