"""Plays one game after another in this process. A game whose strategy fails or hangs is void.

A game may run out of time or memory, or harm the process, through no fault of its strategies. The cause may
be the machine or an earlier game. The result of such a game therefore asks the caller for a replay (D-61).

The owner of running code is the entrant whose file contains it, or else contains its caller.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from types import FrameType, FunctionType, TracebackType
from typing import Any, NamedTuple

from marchsim.errors import StrategyError, error_words, out_of_memory
from marchsim.kernel.game import Clocked, Game, Outcome, Session, StrategySource, Variant
from marchsim.runner.configuration.sources import is_shipped
from marchsim.runner.planning.chunks import ALONE
from marchsim.runner.planning.plan import Job
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing import process_state
from marchsim.runner.playing.process_state import DAMAGED, HARMS, ProcessState
from marchsim.runner.playing.watch import HARM, SEAT, TimeUp, Watch, still

CLOCKED = 11  # every n-th game is clocked; n is a prime, so that all rotations and variants are sampled


class Attempt(NamedTuple):
    """The outcome of a game, and the reason to replay it before it is recorded ('' if there is none)."""

    outcome: Outcome
    retry: str = ""


class StartOver(Exception):
    """Raised if a game leaves its session in an unknown state. The chunk is then replayed without it."""

    def __init__(self, position: int, attempt: Attempt) -> None:
        super().__init__(position)
        self.position = position
        self.attempt = attempt


class Attempts:
    """A context manager that plays the games of a job. It has a session for each variant and player count.

    A worker process gives its `beat` and the `handles` (file descriptors) that it needs. If a strategy
    damages a worker process, the process exits. Any other process ends the run instead, and shows the output
    of strategies at once.
    """

    def __init__(
        self, job: Job, game: Game, variants: Sequence[Variant], beat: MutableSequence[int] | None,
        handles: Sequence[int],
    ) -> None:  # fmt: skip
        self._job = job
        self._game = game
        self._variants = variants
        self.classes = [game.strategy_class(entrant.source) for entrant in job.entrants]
        self._makers = makers(game, job, self.classes)
        self._owners = CodeOwners([entrant.source for entrant in job.entrants], self.classes)
        self._worker = beat is not None
        self._process = ProcessState(handles or (1, 2), handles)
        self._output = process_state.at_once()  # of a process that is no worker
        self._context = contextlib.ExitStack()
        self._clocks: dict[tuple[int, int], Clocked] = {}  # the same sessions, if they can be clocked
        self._inside: FrameType | None = None
        self._culprit = self._suspect = -1
        self.watch = Watch(job.decision_seconds, still() if beat is None else beat, self._owners.seat)
        self.sessions: dict[tuple[int, int], Session] = {}
        self.spent: dict[int, tuple[int, int, float]] = {}

    def __enter__(self) -> Attempts:
        if not self._worker:
            self._context.enter_context(process_state.live_output(self.speaker, self._output))
        self._context.enter_context(self.watch)
        self._context.enter_context(self._process)
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()

    def speaker(self, frame: FrameType | None) -> str:
        """The name of the strategy whose code runs in a frame or called it. '' if there is none."""
        at = self._owners.entrant(frame)
        return self._job.entrants[at].name if at >= 0 else ""

    def let(self, entrant: int, make: Callable[[], object]) -> None:
        """Replace the function that makes an entrant's strategies, from the next game on."""
        for strategies in self._makers:
            strategies[entrant] = make

    def play(self, entry: Entry, position: int, done: int, closely: bool = False) -> Attempt:
        """Play one game. Raises StartOver if it leaves the session in an unknown state.

        If `closely`, play is slower, but shows which strategy harmed or ended the process.
        """
        session = self.session(entry.variant, entry.players)
        outcome: Outcome | None = None
        error: BaseException | None = None
        self._owners.seats, self._culprit, self._suspect = entry.seats, -1, -1
        try:
            self.watch.enter(session, position, done)
            outcome = self._played(session, entry, closely)
        except TimeUp:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            error = failure
        finally:
            self.watch.leave()
        harm = self._process.restore() if self._owners.user_code() else 0
        if harm and self._process.harm():
            self._unfit(harm, entry)
        attempt = self._judged(outcome, error, harm)
        if outcome is None or (attempt.outcome.void and not outcome.void):
            raise StartOver(position, attempt)
        return attempt

    def _judged(self, outcome: Outcome | None, error: BaseException | None, harm: int) -> Attempt:
        """The result of a game that ended with an outcome or an error, did harm, or ran out of time."""
        if harm:
            return Attempt(void_outcome("error", self._guilty(), f"it {HARMS[harm]}"), "error")
        if self.watch.fired:
            known = outcome.fault_seat if outcome is not None else -1
            seat = self.watch.seat if self.watch.seat >= 0 else known
            return Attempt(void_outcome("time", seat, self.watch.fired), "time")
        if error is not None:
            seat = self._owners.failed(error.__traceback__)
            if seat < 0 and not isinstance(error, MemoryError):
                raise error
            outcome = void_outcome("error", seat, error_words(error))
        assert outcome is not None
        if outcome.void == "error" and out_of_memory(outcome.fault):
            outcome = outcome._replace(void="memory")
        return Attempt(outcome, outcome.void if outcome.void in ALONE else "")

    def _played(self, session: Session, entry: Entry, closely: bool) -> Outcome:
        if not closely:
            return self._game_of(session, entry)
        before = sys.getprofile()
        sys.setprofile(self._follow)
        try:
            return self._game_of(session, entry)
        finally:
            sys.setprofile(before)
            self._inside = None

    def _game_of(self, session: Session, entry: Entry) -> Outcome:
        """Play one game. If its id is a multiple of CLOCKED, the answers of strategies are timed."""
        strategies = self._fresh(entry)
        if isinstance(strategies, Outcome):
            return strategies
        keys = entry.seat_keys()
        clock = self._clocks.get((entry.variant, entry.players))
        if clock is None:
            return session.play(entry.game, entry.deal_key, keys, strategies)
        clock.clocked = entry.game % CLOCKED == 0
        outcome = session.play(entry.game, entry.deal_key, keys, strategies)
        if clock.clocked and not outcome.void:
            for strategy, (answers, seconds) in zip(entry.seats, clock.spent, strict=True):
                games, before, spent = self.spent.get(strategy, (0, 0, 0.0))
                self.spent[strategy] = (games + 1, before + answers, spent + seconds)
        return outcome

    def _fresh(self, entry: Entry) -> list[object] | Outcome:
        """A new strategy for each seat, or the outcome of a void game if one cannot be made."""
        strategies = []
        for seat, strategy in enumerate(entry.seats):
            try:
                strategies.append(self._makers[entry.variant][strategy]())
            except (Exception, SystemExit) as error:
                return void_outcome("error", seat, f"it could not be made: {error_words(error)}")
        return strategies

    def _follow(self, frame: FrameType, event: str, called: Any) -> None:
        """Follow calls and returns of Python code, to note which strategy runs and whether it does harm."""
        if event == "call" and self._inside is None and self._owners.owns(frame):
            self._inside = frame
            self.watch.beat[SEAT] = self._owners.seat(frame)
        elif event == "c_call" and called in (process_state.set_limit, sys.setrecursionlimit):
            self._suspect = self._owners.seat(frame)
        elif event == "return" and frame is self._inside:
            if self._culprit < 0 and self._process.harm():
                self._culprit = self._owners.seat(frame)
            self._inside = None
            self.watch.beat[SEAT] = -1

    def _guilty(self) -> int:
        """The seat that did harm, or whose code was about to when tracing ended. -1 if there is none."""
        return self._culprit if self._culprit >= 0 else self._suspect

    def _unfit(self, harm: int, entry: Entry) -> None:
        """End this process if it cannot be restored: exit a worker, else raise StrategyError."""
        if self._worker:
            self.watch.beat[HARM] = harm
            self.watch.beat[SEAT] = self._culprit
            os._exit(DAMAGED)
        names = dict.fromkeys(self._job.entrants[at].name for at in entry.seats)
        raise StrategyError(
            f"one of {', '.join(names)} {HARMS[harm]} in game {entry.game}, so no more can be stored and the "
            "run was stopped; leave out --workers 0: a worker process is replaced, and names it."
        )

    def session(self, variant: int, players: int) -> Session:
        """The session for games of a variant with a number of players. It is made when first needed."""
        key = (variant, players)
        if key not in self.sessions:
            session = self._game.session(self._variants[variant], players, self._job.record)
            self.sessions[key] = session
            if isinstance(session, Clocked):
                self._clocks[key] = session
        return self.sessions[key]


def makers(game: Game, job: Job, classes: Sequence[type]) -> list[list[Callable[[], object]]]:
    """The functions that make a new strategy for each game, by variant and entrant."""
    usual = [game.strategy_factory(cls, e.parameters) for cls, e in zip(classes, job.entrants, strict=True)]
    return [
        [
            game.strategy_factory(cls, recipe.parameters(e)) if e.name in recipe.strategies else make
            for cls, e, make in zip(classes, job.entrants, usual, strict=True)
        ]
        for recipe in job.variants
    ]


def void_outcome(kind: str, seat: int, fault: str) -> Outcome:
    """The outcome of a void game."""
    return Outcome((), (), 0, 0, 0, 0, "", void=kind, fault=fault, fault_seat=seat)


class CodeOwners:
    """Finds the entrant to whom a Python frame belongs. `seats` are the entrants at the table, by seat."""

    def __init__(self, sources: Sequence[StrategySource], classes: Sequence[type]) -> None:
        self.seats: Sequence[int] = ()
        self._files: dict[str, list[int]] = {}
        self._user_code = frozenset(
            at
            for at, (source, cls) in enumerate(zip(sources, classes, strict=True))
            if any(_code(cls)) and not is_shipped(source.origin, source.text)
        )
        self._spaces = [_space(cls) for cls in classes]
        for at, source in enumerate(sources):
            self._files.setdefault(source.origin or source.use, []).append(at)

    def entrant(self, frame: FrameType | None) -> int:
        """The entrant whose code runs in a frame, or else in its nearest caller. -1 if there is none."""
        while frame is not None:
            found = self._files.get(frame.f_code.co_filename)
            if found is not None:
                return next((at for at in found if self._spaces[at] is frame.f_globals), found[0])
            frame = frame.f_back
        return -1

    def user_code(self) -> bool:
        """Whether code of a user plays at the table, and not only shipped strategies with other weights."""
        return not self._user_code.isdisjoint(self.seats)

    def seat(self, frame: FrameType | None) -> int:
        """The first seat of the entrant whose code runs in a frame. -1 if there is none."""
        at = self.entrant(frame)
        return self.seats.index(at) if at in self.seats else -1

    def owns(self, frame: FrameType) -> bool:
        """Whether the code of a frame is in a strategy's file."""
        return frame.f_code.co_filename in self._files

    def failed(self, traceback: TracebackType | None) -> int:
        """The seat whose code raised an exception or let it through. -1 if there is none."""
        seat = -1
        while traceback is not None:
            if self.owns(traceback.tb_frame):
                seat = self.seat(traceback.tb_frame)
            traceback = traceback.tb_next
        return seat


def _code(cls: type) -> Iterator[object]:
    """Yield everything callable in a class and in those of its bases that are in the same file."""
    for base in cls.__mro__:
        for key, value in vars(base).items() if base.__module__ == cls.__module__ else ():
            if key not in ("__dict__", "__weakref__") and (callable(value) or hasattr(value, "__get__")):
                yield value


def _space(cls: type) -> dict[str, Any] | None:
    """The global names of the file that defines a class. None if no function of the class has them."""
    functions = (getattr(value, "__func__", value) for value in _code(cls))
    return next((code.__globals__ for code in functions if isinstance(code, FunctionType)), None)
