"""Plays the chunks of a run in a Dask worker, with a separate process for each of the worker's threads.

The time limit of decisions therefore works as on one machine. Strategies that hang or kill their process are
handled in the same way. The Dask worker itself stays free to talk to its scheduler.
"""

from __future__ import annotations

import threading
from hashlib import sha256
from itertools import count

import marchsim
from marchsim import games
from marchsim.errors import ConfigError, StateMismatch
from marchsim.runner.backends.choosing import Multiprocess, Report
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.planning.plan import engine_fingerprint
from marchsim.runner.playing.worker import GameJob

IDLE_SECONDS = 60.0  # after which a process exits that no run needs any more
LOOK_SECONDS = 0.25
MOST_ENDED = 1000

Said = list[tuple[str, str]]


class RunEnded(Exception):
    """Raised if a run ends while one of its chunks is being played."""


class _Player(Multiprocess):
    """A process that plays one chunk at a time and keeps the output of the strategies."""

    def __init__(self, job: GameJob) -> None:
        self._said: Said = []
        super().__init__(job, 1, lambda *line: self._said.append(line), next(_numbers), IDLE_SECONDS)

    def said(self) -> Said:
        """The output since the last call."""
        said, self._said = self._said, []
        return said


_lock = threading.Lock()
_idle: dict[str, list[_Player]] = {}  # processes of this worker, by run
_ended: dict[str, None] = {}  # runs
_numbers = count(1)


def refusal(version: str, engine: str, where: str) -> str:
    """The reason why this worker cannot play for a parent with this version and engine. '' if it can."""
    if marchsim.__version__ != version:
        return f"has marchsim {marchsim.__version__}, and this run is played with {version}"
    try:
        own = engine_fingerprint(where)
    except (AssertionError, ImportError):
        return "does not have the game"
    return "" if own == engine else "has another engine source than this one"


def play(run: str, version: str, job: GameJob, chunk: Chunk) -> tuple[Report, Said]:
    """Play a chunk of a run in a separate process. Returns its result and the output of the strategies.

    Raises RunEnded if the run ends before the chunk does.
    """
    player = _taken(run) or _new_player(version, job)
    try:
        player.submit(chunk)
        reports: list[Report] = []
        while not reports:
            reports = player.reports(LOOK_SECONDS)
            if run in _ended:
                raise RunEnded(run)
    except BaseException:
        player.close()
        raise
    said = player.said()
    with _lock:
        _idle.setdefault(run, []).append(player)
    return reports[0], said


def end(run: str) -> None:
    """Stop all games of a run on this worker at once."""
    with _lock:
        _ended[run] = None
        while len(_ended) > MOST_ENDED:
            del _ended[next(iter(_ended))]
        players = _idle.pop(run, [])
    for player in players:
        player.close()


def _taken(run: str) -> _Player | None:
    """An idle player of a run, None if there is none. Players whose process has exited are removed."""
    with _lock:
        for key, players in list(_idle.items()):
            alive = [player for player in players if player.alive()]
            for player in players:
                if player not in alive:
                    player.close()
            _idle[key] = alive
            if not alive:
                del _idle[key]
        idle = _idle.get(run)
        return idle.pop() if idle else None


def _new_player(version: str, job: GameJob) -> _Player:
    """Start a player. Raises StateMismatch if version, engine or a source differs from the parent's."""
    try:
        games.register(job.game, job.where)
        refused = refusal(version, job.engine, job.where)
    except ConfigError as error:
        refused = f"cannot load the game: {error}"
    for entrant in job.entrants:
        if sha256(entrant.source.text.encode()).hexdigest() != entrant.source.sha256:
            refused = f"was sent another source of strategy {entrant.name!r} than its fingerprint says"
    if refused:
        raise StateMismatch(f"a Dask worker {refused}; install the same marchsim on all machines.")
    return _Player(job)
