"""Play one game for an audience. The studies that play, replay and compare games use this module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marchsim.errors import ConfigError, error_words, nearest
from marchsim.games import lacking
from marchsim.kernel.game import Game, Outcome, Session, Variant
from marchsim.kernel.telling import Decision, Moment, Narrated, Teller, Terminal
from marchsim.runner.configuration import sources
from marchsim.runner.playing import process_state
from marchsim.runner.playing.attempts import void_outcome
from marchsim.runner.playing.watch import TimeUp, Watch, still

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
