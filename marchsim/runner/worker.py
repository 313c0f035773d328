"""Plays a chunk of games and returns their encoded tables, in a worker process or in the parent.

Results depend on the job and the game ids alone, never on the chunk, the worker or what was played before.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any

from marchsim import games
from marchsim.errors import StateMismatch, told
from marchsim.kernel.game import Clocked, Game, Outcome, Session, Variant
from marchsim.recorder import tables as described
from marchsim.recorder.parts import Encoded
from marchsim.runner import interrupt
from marchsim.runner.chunks import Chunk
from marchsim.runner.plan import Job, VariantRecipe, engine_fingerprint
from marchsim.runner.rows import Rows
from marchsim.runner.schedule import Entry
from marchsim.runner.tally import Streaks, Void, Won
from marchsim.runner.watch import TimeUp, Watch

UNSURE = ("time", "memory")  # kinds of void games that another playing may not make void
CLOCKED = 11  # every so-manieth game is clocked: a prime, so that all rotations and variants have their turn


@dataclass
class ChunkResult:
    """What came of a chunk: encoded tables, or none where a strategy's voids stopped it (`stopped`).

    `first` and `last` are positions, as in the chunk; voids have ids of games. `won` counts the games
    against an opponent.
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

    def unsure(self) -> list[dict[str, Any]]:
        """Return the void games that another playing may not make void, as the ledger keeps them."""
        found = (void for void in self.voids if void.unsure)
        return [{"game": void.game, "kind": void.kind, "seat": void.seat} for void in found]


class _Again(Exception):
    """The chunk has to begin anew, with the game at this position void."""

    def __init__(self, position: int, seat: int, fault: str) -> None:
        super().__init__(position)
        self.verdict = void_outcome("time", seat, fault)
        self.position = position


class ChunkPlayer:
    """A job made ready in this process, with a session for each variant and player count."""

    def __init__(
        self, job: Job, number: int = 0, beat: MutableSequence[int] | None = None, parent: int | None = None
    ) -> None:
        self.job = job
        self.number = number
        self.watch = Watch(job.decision_seconds, [-1, 0, 0] if beat is None else beat, parent)
        self.schedule = job.schedule()
        self.portion = job.portion(self.schedule)
        self._game = _loaded(job)
        self._variants = [resolved(self._game, recipe) for recipe in job.variants]
        self._makers = makers(self._game, job)
        self._sessions: dict[tuple[int, int], Session] = {}
        self._clocks: dict[tuple[int, int], Clocked] = {}  # the same sessions, where they can be clocked
        self._spent: dict[int, tuple[int, int, float]] = {}
        self._host = socket.gethostname()
        self.tables = descriptions(self._game, self._variants, job)

    def play(self, chunk: Chunk) -> ChunkResult:
        """Play the games of a chunk.

        A game stopped by the clock is void, and the others are played without it.
        """
        verdicts = {d.game: void_outcome(d.kind, d.seat, d.fault) for d in chunk.void}
        return self.play_all(range(chunk.first, chunk.last + 1), verdicts)

    def play_all(self, positions: Sequence[int], verdicts: dict[int, Outcome]) -> ChunkResult:
        """Play the games at these positions of the portion, those with a verdict excepted."""
        while True:
            try:
                with self.watch:
                    return self._play(positions, verdicts)
            except _Again as again:
                self._sessions.clear()
                verdicts[again.position] = again.verdict

    def _play(self, positions: Sequence[int], verdicts: Mapping[int, Outcome]) -> ChunkResult:
        begun, cpu = time.perf_counter(), time.process_time()
        result = ChunkResult(positions[0], positions[-1], 0.0, 0, {}, Streaks())
        rows = Rows(self.tables)
        self._spent.clear()
        for done, position in enumerate(positions):
            entry = self.schedule.entry(self.portion.game(position))
            outcome = verdicts.get(position) or self._one(entry, position, done)
            rows.add(entry, outcome)
            result.decisions += outcome.decisions
            self._judge(result, entry, outcome, position in verdicts or outcome.void in UNSURE)
            interrupt.heed()
            if result.streaks.too_many():
                result.stopped = True
                return result
        self.watch.leave()
        self.watch.beat[0] = -1
        result.seconds = time.perf_counter() - begun
        rows.timing(
            self.portion.game(positions[0]), len(positions), result.seconds, time.process_time() - cpu,
            self.number, self._host,
        )  # fmt: skip
        rows.thinking(self.portion.game(positions[0]), self._spent)
        for (variant, players), session in self._sessions.items():
            own = self._game.tables(self._variants[variant], self.job.record)
            rows.take(variant, players, own, session.take())
        result.tables = rows.encoded()
        return result

    def _judge(self, result: ChunkResult, entry: Entry, outcome: Outcome, unsure: bool) -> None:
        """Keep count of who made games void, and of games against an opponent."""
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

    def _one(self, entry: Entry, position: int, done: int) -> Outcome:
        """Play one game; raise _Again where its end leaves the session in an unknown state."""
        session = self._session(entry.variant, entry.players)
        try:
            self.watch.enter(session, position, done)
            strategies = self._made(entry)
            if isinstance(strategies, Outcome):
                return strategies
            outcome = self._played(session, entry, strategies)
        except TimeUp as error:
            raise _Again(position, -1, str(error)) from None
        finally:
            self.watch.leave()
        if not self.watch.fired:
            return outcome
        fault = f"no answer within {self.job.decision_seconds:g} s"
        if not outcome.void:
            raise _Again(position, -1, fault)
        return void_outcome("time", outcome.fault_seat, fault)

    def _played(self, session: Session, entry: Entry, strategies: list[object]) -> Outcome:
        """Play one game; of every so-manieth note what the answers of its strategies cost."""
        keys = entry.seat_keys()
        clock = self._clocks.get((entry.variant, entry.players))
        if clock is None:
            return session.play(entry.game, entry.deal_key, keys, strategies)
        clock.clocked = entry.game % CLOCKED == 0
        outcome = session.play(entry.game, entry.deal_key, keys, strategies)
        if clock.clocked and not outcome.void:
            for strategy, (answers, seconds) in zip(entry.seats, clock.spent, strict=True):
                games, before, spent = self._spent.get(strategy, (0, 0, 0.0))
                self._spent[strategy] = (games + 1, before + answers, spent + seconds)
        return outcome

    def _made(self, entry: Entry) -> list[object] | Outcome:
        """Return a fresh strategy for each seat, or the void outcome of one that cannot be made."""
        strategies = []
        for seat, strategy in enumerate(entry.seats):
            try:
                strategies.append(self._makers[entry.variant][strategy]())
            except (Exception, SystemExit) as error:
                fault = f"it could not be made: {told(error)}"
                return void_outcome("error", seat, fault)
        return strategies

    def _session(self, variant: int, players: int) -> Session:
        key = (variant, players)
        if key not in self._sessions:
            session = self._game.session(self._variants[variant], players, self.job.record)
            self._sessions[key] = session
            if isinstance(session, Clocked):
                self._clocks[key] = session
        return self._sessions[key]


def _loaded(job: Job) -> Game:
    """Return the job's game; its source must be what the parent saw."""
    if engine_fingerprint(job.where) != job.engine:
        raise StateMismatch(
            "the source of the engine changed while the run was under way; start the same command again "
            "with another --out, or undo the change."
        )
    games.register(job.game, job.where)
    return games.load(job.game)


def resolved(game: Game, recipe: VariantRecipe) -> Variant:
    """Return the variant of a recipe; another fingerprint than promised is a StateMismatch."""
    variant = game.variant(recipe.name, recipe.preset, recipe.overlays)
    if variant.fingerprint != recipe.fingerprint:
        raise StateMismatch(
            f"variant {recipe.name!r}: its rules or components are not what they were when the run began; "
            "undo the change, or start a run with another --out."
        )
    return variant


def makers(game: Game, job: Job) -> list[list[Callable[[], object]]]:
    """Return what makes a fresh strategy object for each game, by variant and entrant."""
    classes = [game.strategy_class(entrant.source) for entrant in job.entrants]
    usual = [game.strategy_factory(cls, e.parameters) for cls, e in zip(classes, job.entrants, strict=True)]
    return [
        [
            game.strategy_factory(cls, recipe.parameters(e)) if e.name in recipe.strategies else make
            for cls, e, make in zip(classes, job.entrants, usual, strict=True)
        ]
        for recipe in job.variants
    ]


def void_outcome(kind: str, seat: int, fault: str) -> Outcome:
    """Return the outcome of a game that says nothing but that it is void."""
    return Outcome((), (), 0, 0, 0, 0, "", void=kind, fault=fault, fault_seat=seat)


def descriptions(game: Game, variants: list[Variant], job: Job) -> dict[str, Any]:
    """Return the descriptions of all tables of a job by name: the general ones and the game's own."""
    own = described.merged([game.tables(variant, job.record) for variant in variants])
    seats = own.pop("seats", None)
    return {
        "games": described.games([recipe.name for recipe in job.variants]),
        "seats": described.seats([entrant.name for entrant in job.entrants], seats.columns if seats else ()),
        **own,
        "timings": described.TIMINGS,
        "thinking": described.thinking([entrant.name for entrant in job.entrants]),
    }
