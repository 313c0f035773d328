"""Plays a chunk of games and returns their encoded tables, in a worker process or in the parent.

Results depend only on the job and the game ids, never on the chunk, the worker or earlier games.

It counts void games, consecutive void games, and games won against an opponent.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from marchsim import games
from marchsim.errors import StateMismatch, plural
from marchsim.kernel.game import Game, Outcome, Variant
from marchsim.recorder import tables as described
from marchsim.recorder.parts import Encoded
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.planning.plan import Job, VariantRecipe, engine_fingerprint
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.attempts import Attempt, Attempts, StartOver, void_outcome
from marchsim.runner.playing.rows import ChunkRows
from marchsim.runner.playing.watch import GAME

UNSURE = ("time", "memory")  # kinds of void games that may not be void in a replay


@dataclass
class ChunkResult:
    """The result of a chunk: encoded tables, or none if void games of a strategy `stopped` it.

    `first` and `last` are positions, as in the chunk. `voids` name games by id. `won` counts games won and
    played against an opponent. If `retry` is not -1, the chunk ends before the game at this position, which
    must be replayed for the reason `why`. If that is the first game, there are no tables.
    """

    first: int
    last: int
    seconds: float
    decisions: int
    tables: dict[str, Encoded]
    streaks: Streaks
    voids: list[Void] = field(default_factory=list)
    stopped: bool = False
    won: Won = field(default_factory=dict)
    retry: int = -1
    why: str = ""
    chunk: Chunk | None = None

    def end_before(self, position: int, why: str) -> None:
        """Cut the result off before a position, whose game must be replayed for the reason `why`."""
        self.last, self.retry, self.why = position - 1, position, why

    def unsure(self) -> list[dict[str, Any]]:
        """The void games that might be valid when replayed, in the form of the ledger."""
        found = (void for void in self.voids if void.unsure)
        return [{"game": void.game, "kind": void.kind, "seat": void.seat} for void in found]


class PlayAgain(Exception):
    """Raised if a game must be replayed, for the reason `why`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class ChunkPlayer:
    """A job ready to be played here. A worker process gives its `number`, `beat` and `handles`."""

    def __init__(
        self, job: Job, number: int = 0, beat: MutableSequence[int] | None = None, handles: Sequence[int] = ()
    ) -> None:
        self.job = job
        self.number = number
        self.schedule = job.schedule()
        self.portion = job.portion(self.schedule)
        self._game = _loaded(job)
        self._variants = [resolved(self._game, recipe) for recipe in job.variants]
        self.attempts = Attempts(job, self._game, self._variants, beat, handles)
        self._second = False  # whether a game is played a second time
        self._first: dict[int, Attempt] = {}  # results of games that are to be replayed
        self._host = socket.gethostname()
        self.tables = descriptions(self._game, self._variants, job)

    def play(self, chunk: Chunk) -> ChunkResult:
        """Play the games of a chunk. The result ends before the first game that must be replayed."""
        verdicts = {d.game: void_outcome(d.kind, d.seat, d.fault) for d in chunk.void}
        self._second = bool(chunk.second)
        self._first.clear()
        with self.attempts:
            while True:
                try:
                    result = self._play(range(chunk.first, chunk.last + 1), verdicts)
                except StartOver as lost:  # without a game that has left its session in an unknown state
                    self.attempts.sessions.clear()
                    if lost.attempt.retry and not self._second:
                        self._first[lost.position] = lost.attempt
                    else:
                        verdicts[lost.position] = lost.attempt.outcome
                else:
                    result.chunk = chunk
                    return result

    def _play(self, positions: Sequence[int], verdicts: Mapping[int, Outcome]) -> ChunkResult:
        begun, cpu = time.perf_counter(), time.process_time()
        result = ChunkResult(positions[0], positions[-1], 0.0, 0, {}, Streaks())
        rows = ChunkRows(self.tables)
        self.attempts.spent.clear()
        known = 0
        for done, position in enumerate(positions):
            entry = self.schedule.entry(self.portion.game(position))
            if self.job.knows(entry.block, entry.variant):
                known += 1
                continue
            try:
                outcome = verdicts.get(position) or self._one(entry, position, done)
            except PlayAgain as retry:
                result.end_before(position, retry.why)
                break
            rows.add(entry, outcome)
            result.decisions += outcome.decisions
            self._judge(result, entry, outcome, position in verdicts or outcome.void in UNSURE)
            interrupt.raise_if_noted()
            if result.streaks.too_many():
                result.stopped = True
                return result
        self.attempts.watch.beat[GAME] = -1
        games = len(positions) if result.retry < 0 else done
        if not games:
            return result
        result.seconds = time.perf_counter() - begun
        first = self.portion.game(positions[0])
        rows.timing(first, games - known, result.seconds, time.process_time() - cpu, self.number, self._host)
        rows.thinking(first, self.attempts.spent)
        for (variant, players), session in self.attempts.sessions.items():
            own = self._game.tables(self._variants[variant], self.job.record)
            rows.take(variant, players, own, session.take())
        result.tables = rows.encoded()
        return result

    def _one(self, entry: Entry, position: int, done: int) -> Outcome:
        """Play one game. Raises PlayAgain if it must be replayed."""
        attempt = self._first.get(position)
        if attempt is None:
            attempt = self.attempts.play(entry, position, done, closely=self._second)
        if attempt.retry and not self._second:
            raise PlayAgain(attempt.retry)
        return attempt.outcome

    def _judge(self, result: ChunkResult, entry: Entry, outcome: Outcome, unsure: bool) -> None:
        """Count a game in the result: as void, or as won or lost against an opponent."""
        if not outcome.void:
            result.streaks.good(entry.seats)
            if outcome.opponent is not None:
                won, games = result.won.get((entry.variant, entry.players), (0, 0))
                result.won[entry.variant, entry.players] = (won + (outcome.winners > 0), games + 1)
            return
        seat = outcome.fault_seat
        result.streaks.void(entry.seats, seat)
        strategy = entry.seats[seat] if seat >= 0 else -1
        result.voids.append(Void(entry.game, strategy, outcome.void, outcome.fault[:300], seat, unsure))


def _loaded(job: Job) -> Game:
    """Load the game of a job. Raises StateMismatch if its source differs from the parent's."""
    if engine_fingerprint(job.where) != job.engine:
        raise StateMismatch(
            "the source of the engine changed during the run; start the same command again "
            "with another --out, or undo the change."
        )
    games.register(job.game, job.where)
    return games.load(job.game)


def resolved(game: Game, recipe: VariantRecipe) -> Variant:
    """Make the variant of a recipe. Raises StateMismatch if it has another fingerprint than the recipe."""
    variant = game.variant(recipe.name, recipe.preset, recipe.overlays)
    if variant.fingerprint != recipe.fingerprint:
        raise StateMismatch(
            f"variant {recipe.name!r}: its rules or components changed since the run began; "
            "undo the change, or start a run with another --out."
        )
    return variant


def descriptions(game: Game, variants: list[Variant], job: Job) -> dict[str, Any]:
    """The descriptions of all tables of a job, by name: the tables that every run has, and the game's own."""
    own = described.merged([game.tables(variant, job.record) for variant in variants])
    seats = own.pop("seats", None)
    return {
        "games": described.games([recipe.name for recipe in job.variants]),
        "seats": described.seats([entrant.name for entrant in job.entrants], seats.columns if seats else ()),
        **own,
        "timings": described.TIMINGS,
        "thinking": described.thinking([entrant.name for entrant in job.entrants]),
    }


class GameJob(Job):
    """A job that any backend can play (multiprocess.Work). Its chunks are played by the class `plays`."""

    plays: ClassVar[type[ChunkPlayer]] = ChunkPlayer

    @classmethod
    def of(cls, job: Job, **own: Any) -> Self:
        """Make the work from the job of a plan and from the fields that this class adds."""
        return cls(**{field.name: getattr(job, field.name) for field in fields(Job)}, **own)

    def player(
        self, number: int = 0, beat: MutableSequence[int] | None = None, handles: Sequence[int] = ()
    ) -> ChunkPlayer:
        """Prepare the job to be played in this process."""
        return self.plays(self, number, beat, handles)


TOO_MANY = 20
MOST_TOLD = 6  # with more variants and numbers of players than this, a standing is one number


@dataclass(frozen=True)
class Void:
    """A void game: the strategy at fault (-1: unknown), the kind, a description, and the strategy's seat.

    `unsure` is True if the game might be valid when it is replayed.
    """

    game: int
    strategy: int
    kind: str
    fault: str
    seat: int = -1
    unsure: bool = False


@dataclass
class Streaks:
    """Counts consecutive void games by strategy. If none is to blame, a game counts for all at its table."""

    open: dict[int, int] = field(default_factory=dict)
    seen_good: set[int] = field(default_factory=set)

    def good(self, seats: Iterable[int]) -> None:
        """Record a valid game of these strategies."""
        self.seen_good.update(seats)
        if self.open:
            for strategy in seats:
                self.open.pop(strategy, None)

    def void(self, seats: tuple[int, ...], seat: int) -> None:
        """Record a void game, caused by the strategy at `seat`. -1 means that it may be any at the table."""
        guilty = set(seats) if seat < 0 else {seats[seat]}
        self.good(set(seats) - guilty)
        for strategy in guilty:
            self.open[strategy] = self.open.get(strategy, 0) + 1

    def too_many(self) -> bool:
        """Whether a strategy has made too many games void in a row."""
        return bool(self.open) and max(self.open.values()) >= TOO_MANY

    def worst(self) -> int:
        """The strategy with the most void games in a row."""
        return max(sorted(self.open), key=lambda strategy: self.open[strategy])

    def follow(self, later: Streaks) -> None:
        """Append the streaks of a later chunk."""
        for strategy in sorted(later.seen_good):
            self.open.pop(strategy, None)
        for strategy, count in later.open.items():
            self.open[strategy] = self.open.get(strategy, 0) + count


Won = dict[tuple[int, int], tuple[int, int]]  # (variant, players): (games won together, games)


@dataclass
class OpponentTally:
    """Counts games won against an opponent. `variants` has the names of each variant and its opponent."""

    variants: Mapping[int, tuple[str, str]]
    won: Won = field(default_factory=dict)

    def add(self, found: Won) -> None:
        """Add the counts of further games."""
        for key, (won, played) in found.items():
            before = self.won.get(key, (0, 0))
            self.won[key] = (before[0] + won, before[1] + played)

    def words(self) -> list[str]:
        """A line for each opponent, such as `won against X: 3 of 10 games`."""
        parts: dict[str, Won] = {}
        for key, count in sorted(self.won.items()):
            parts.setdefault(self.variants[key[0]][1], {})[key] = count
        return [f"won against {opponent}: {self._counts(found)}" for opponent, found in parts.items()]

    def _counts(self, found: Won) -> str:
        if not 1 < len(found) <= MOST_TOLD:
            won, played = (sum(count[at] for count in found.values()) for at in (0, 1))
            return f"{won:,} of {played:,} games"
        parts = (f"{won:,} of {played:,} ({self._label(key, found)})" for key, (won, played) in found.items())
        return "; ".join(parts)

    def _label(self, key: tuple[int, int], found: Won) -> str:
        """The label that tells a count from the others: its variant, its number of players, or both."""
        variant, players = key
        names = [self.variants[variant][0]] if len({other for other, _ in found}) > 1 else []
        if len({other for _, other in found}) > 1:
            names.append(plural(players, "player"))
        return ", ".join(names)
