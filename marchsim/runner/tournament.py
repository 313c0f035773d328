"""The run itself: plays the games that a folder lacks and stores them, even if workers die.

The parent is the only writer. It keeps counts but no rows, so its memory does not grow with the number of
games.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from marchsim.errors import RecordError, StrategyError
from marchsim.kernel.game import Table
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet, survey
from marchsim.recorder import tables as described
from marchsim.recorder.digest import ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.parts import Damaged, Encoded, encoded
from marchsim.recorder.portion import common, games_in
from marchsim.recorder.writer import RunWriter
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Stop
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.known_games import KnownGames, NoLongerKnown, known_games
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.chunks import Chunk, ChunkQueue, Declared, cut
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.worker import TOO_MANY, ChunkResult, GameJob, OpponentTally, Void, descriptions
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.progress.ending import Ending, Stopped
from marchsim.runner.progress.standings import LiveStandings

MOST_DAMAGES = 3


@dataclass(frozen=True)
class RunResult:
    """The result of a run: its folder, its number of games, and the number played by this call.

    `standing` has lines about the games won against an opponent. `stopped` is the reason for an early end, ''
    if there was none. `taken` counts the games copied from other runs, by folder.
    """

    folder: RunFolder
    games: int
    played: int
    decisions: int
    seconds: float
    voids: dict[str, dict[str, int]]
    standing: list[str]
    stopped: str = ""
    taken: Mapping[Path, int] = field(default_factory=dict)

    @property
    def void_games(self) -> int:
        """The number of void games in the folder."""
        return sum(sum(kinds.values()) for kinds in self.voids.values())


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C during a run. Finished games are stored, and the same command resumes the run."""


def run(
    config: str | Configuration,
    out: str | Path | None = None,
    *,
    workers: places.Workers = None,
    blocks: int | None = None,
    seed: int | None = None,
    rules: Sequence[str] = (),
    strategy_paths: Sequence[Path] = (),
    part: str = "",
    stage: str = "main",
    chunk: int | None = None,
    extending: tuple[int, int] | None = None,
    beside: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] | None = None,
) -> RunResult:
    """Play the tournament of a configuration (path, shipped name or Configuration) into a run folder.

    If the folder has games of the same run, the run is resumed. `part`, such as `1/3`, plays every third
    block and leaves the others to other machines. `stage` separates the deals of different uses. `chunk`
    fixes the number of games that a worker plays at a time and changes no result. `extending` (blocks before,
    blocks wanted) is kept in the manifest until it is reached. Games of finished runs in the folders `beside`
    are copied (runner.known_games). `workers` is as in runner.backends.choosing. `warn` gets warnings about
    the plan. A finished run leaves its folder unchanged. Raises StateMismatch if the folder
    holds another run, and Interrupted on Ctrl-C.
    """
    where = places.read(workers)
    plan = planned(config, rules, strategy_paths, seed=seed, blocks=blocks, part=part, stage=stage)
    if warn is not None:
        for warning in plan.warnings():
            warn(warning)
    folder = Path(out) if out is not None else usual_folder(plan)
    done = _finished(plan, folder)
    if done is not None:
        return done
    told = {"extending": dict(zip(("from", "to"), extending, strict=True))} if extending else {}
    return play(plan, folder, where, chunk=chunk, progress=progress, told=told, beside=beside)


def planned(
    config: str | Configuration, rules: Sequence[str], strategy_paths: Sequence[Path], *,
    seed: int | None, blocks: int | None, part: str, stage: str = "main",
) -> plans.Plan:  # fmt: skip
    """The plan of a configuration, after changes by the options of `run`."""
    found = configs.load(config) if isinstance(config, str) else config
    changed = found.changed(seed, blocks, configs.read_overlays(rules, found.game))
    return plans.make(changed, strategy_paths, stage, part=part)


def play(
    plan: plans.Plan, folder: Path, where: Where, *,
    chunk: int | None = None, progress: Progress | None = None, told: Mapping[str, Any] | None = None,
    lost: bool = False, beside: Sequence[Path] = (),
) -> RunResult:  # fmt: skip
    """Play the games of a plan that a folder lacks. If `lost`, play only games that it had before and lost.

    `told` is added to the plan in the manifest. `beside` is as in `run`.
    """
    items = [
        {**row, "variant": recipe.name, "item": at}
        for recipe, variant in zip(plan.job.variants, plan.variants, strict=True)
        for at, row in enumerate(variant.items())
    ]
    tables: dict[str, Table] = descriptions(plan.game, list(plan.variants), plan.job)
    tables["items"] = described.items(items)
    with RunWriter(folder, tables, {**plan.manifest(), **(told or {})}) as writer:
        known = known_games(plan, tables, beside)
        return _Run(plan, writer, items, where, chunk, progress or Quiet(), lost, known).result()


def _finished(plan: plans.Plan, path: Path) -> RunResult | None:
    """The result of a run that is finished and undamaged. None if it is not."""
    stored = manifests.read(path) if manifests.exists(path) else {}
    if not stored.get("complete") or not manifests.is_last(path, stored):
        return None
    wanted = json.loads(json.dumps(plan.manifest()))
    if any(stored.get(key) != value for key, value in wanted.items() if key not in ("marchsim", "versions")):
        return None
    folder = RunFolder(path)
    found = survey.survey(folder)
    survey.refuse(path, found)
    if found:
        return None
    stopped = folder.manifest.get("stopped")
    words = str(stopped.get("words", "")) if isinstance(stopped, Mapping) else ""
    standing = _standing(plan, folder).words()
    return RunResult(folder, games_in(folder.stored()), 0, 0, 0.0, folder.voids(), standing, words)


def usual_folder(plan: plans.Plan) -> Path:
    """The default folder of a run. Each part of a divided plan has its own."""
    name = plan.configuration.name
    number, of = plan.job.part
    return Path("runs") / (f"{name}-part-{number}-of-{of}" if of > 1 else name)


class _Run(Dispatch):
    """One call of `run`. It passes results to the writer and applies the stopping rules."""

    def __init__(
        self,
        plan: plans.Plan,
        writer: RunWriter,
        items: Sequence[Mapping[str, Any]],
        where: Where,
        chunk: int | None,
        progress: Progress,
        lost: bool = False,
        known: KnownGames | None = None,
    ) -> None:
        super().__init__(progress.note, [one.name for one in plan.job.entrants], size=chunk)
        self._plan = plan
        self._known = known
        self._taken: Mapping[Path, int] = known.taken if known else {}
        self._writer = writer
        self._lost = lost
        self._progress = progress
        self._portion = plan.portion
        self._total = self._portion.size(plan.job.design.blocks)
        self._before = writer.stored()
        spent = writer.before.get("seconds", 0)
        self._ending = Ending(
            Stop() if lost else plan.configuration.stop, plan.schedule.games_per_block, self._total,
            float(spent) if isinstance(spent, (int, float)) else 0.0,
        )  # fmt: skip
        self._stopped: Stopped | None = None
        self._where = where
        self._decisions = 0
        self._standings = _standings(plan) if progress.follows else None
        self._count()
        if plan.configuration.stop.minutes and not lost:
            writer.save(complete=False, seconds=round(self._ending.seconds(), 1))
        writer.write_items(_encoded(writer.tables["items"], items))

    def _count(self) -> None:
        """Count the games that are stored, and queue those that are missing."""
        spans = self._writer.stored()
        self._stored = games_in(spans)
        self._ending.stored(spans)
        missing = self._writer.lost() if self._lost else self._writer.missing(self._total)
        self._queue = ChunkQueue(cut(missing, self._plan.job.stretch))
        self._standing = _standing(self._plan, self._writer.reader() if spans else None)

    def result(self) -> RunResult:
        """Play the missing games, complete the folder with its digests, and return the result."""
        begun = time.monotonic()
        self._tell()
        self._progress.begin(self._total, self._stored)
        try:
            with interrupt.noted():
                folder = self._played_out()
        except KeyboardInterrupt:
            self._writer.save(complete=False, seconds=round(self._ending.seconds(), 1))
            stored = f"{self._stored:,} of {self._total:,} games are stored in {self._writer.path}"
            raise Interrupted(stored) from None
        finally:
            self._progress.end()
        self._tell()
        voids: dict[str, dict[str, int]] = folder.manifest.get("voids", {})
        before = games_in(common(self._before, [(0, self._stored - 1)]))
        if self._taken:
            self._standing = _standing(self._plan, folder)
        return RunResult(
            folder, self._stored, max(0, self._stored - before - sum(self._taken.values())), self._decisions,
            time.monotonic() - begun, voids, self._standing.words(),
            self._stopped.words if self._stopped else "", self._taken,
        )  # fmt: skip

    def _tell(self) -> None:
        """Show the messages of the writer."""
        while self._writer.notices:
            self._progress.note(self._writer.notices.pop(0))

    def _played_out(self) -> RunFolder:
        """Play until all games are stored or a rule stops the run. Damaged parts are replayed at the end."""
        for _ in range(MOST_DAMAGES):
            try:
                self._loop()
                if self._stopped is not None:
                    self._writer.cut(self._stopped.position)
                    self._count()
                seconds = round(self._ending.seconds(), 1)
                if self._lost:
                    return self._writer.restore()
                stopped = self._stopped.data() if self._stopped else None
                return self._writer.finish(seconds=seconds, stopped=stopped, extending=None)
            except Damaged as damage:
                self._progress.note(f"{damage.part.path}: {damage.problem}; its games will be replayed")
                self._writer.lose([damage.part])
                self._before = common(self._before, self._writer.stored())
                self._count()
            except NoLongerKnown as problem:
                self._progress.note(f"{problem}; its games are played instead")
                self._known = None
                self._count()
        raise RecordError(
            f"{self._writer.path}: {MOST_DAMAGES} parts were damaged between writing and reading; check the "
            "disk, then the same command resumes the run."
        )

    def _loop(self) -> None:
        self._look()
        if self._stopped or not self._queue:
            return
        if self._known and self._writer.ledger.owed:
            self._known = None  # a game to be replayed must not come from elsewhere
        own = replace(self._plan.job, known=self._known.blocks if self._known else ())
        job = own if isinstance(own, GameJob) else GameJob.of(own)
        backend = self._where.opened(job, self._queue.left(), self._progress.note)
        with closing(backend):
            self.play(backend, self._queue, self._store, self._show)

    def _show(self, under_way: int) -> None:
        """Show the progress of the run."""
        boards = self._standings.boards if self._standings else ()
        self._progress.update(self._stored + under_way, boards, self._standing.words())

    def over(self, queued: bool, waiting: int) -> bool:
        """Update the standings. Returns whether a rule ends the run now."""
        if not waiting and queued and self._ending.out_of_time():
            self._stopped = self._ending.by_clock()
        self._look()
        if self._standings is not None:
            self._standings.look(
                self._writer.reader, self._ending.prefix(), not (self._stopped or queued or waiting)
            )
        return self._stopped is not None

    def seconds(self) -> float:
        """The time that remains, in seconds. Above 0 until a block is finished, even if time is up."""
        return 0.0 if self._ending.out_of_time() else max(self._ending.left(), 1e-9)

    def named(self, chunk: Chunk) -> str:
        """The name of a chunk's only game in messages, which is its number."""
        return f"game {self._portion.game(chunk.first)}"

    def died(self, chunk: Chunk) -> str:
        """The message that a worker died while playing these games."""
        first, last = (self._portion.game(at) for at in (chunk.first, chunk.last))
        return f"a worker died at games {first} to {last}; replaying them"

    def _look(self) -> None:
        """Check whether a stopping rule ends the run."""
        if self._stopped is None and self._ending.due():
            self._stopped = self._ending.verdict(self._writer.reader())

    def declared(self, chunk: Chunk) -> Chunk:
        """The chunk, in which games that were void before and must not be played are declared void."""
        known = self._writer.declared(chunk.first, chunk.last)
        stored = (
            Declared(self._portion.position(void["game"]), void["kind"], "as it was stored", void["seat"])
            for void in known
        )
        return replace(chunk, void=(*chunk.void, *stored)) if known else chunk

    def _store(self, result: ChunkResult) -> None:
        games = result.last - result.first + 1
        first, last = (self._portion.game(at) for at in (result.first, result.last))
        found = result.tables
        if self._known:
            found = self._known.added(first, last, found)
        self._writer.write(first, last, found, result.unsure())
        self._ending.stored([(result.first, result.last)])
        self._writer.compact(self._ending.mergeable())
        self._standing.add(result.won)
        self._stored += games
        self._decisions += result.decisions

    def given_up(self, name: str, last: Void) -> StrategyError:
        """The error that stops a run in which a strategy makes one game after another void."""
        self._writer.save(complete=False)
        return StrategyError(
            f"strategy {name!r} made {TOO_MANY} games void in a row, so the run was stopped. Game "
            f"{last.game}: {last.kind}: {last.fault}. See it: marchsim replay "
            f"{shlex.quote(str(self._writer.path))} {last.game}"
        )


def _standing(plan: plans.Plan, stored: RunFolder | None) -> OpponentTally:
    """A tally of the games won against an opponent, with the stored games counted."""
    pairs = zip(plan.job.variants, plan.variants, strict=True)
    named = {at: (recipe.name, variant.opponent) for at, (recipe, variant) in enumerate(pairs)}
    standing = OpponentTally({at: both for at, both in named.items() if both[1]})
    if stored is not None and standing.variants:
        place = {name: at for at, (name, _) in named.items()}
        found = stored.won()
        standing.add({(place[name], players): count for (name, players), count in found.items()})
    return standing


def _standings(plan: plans.Plan) -> LiveStandings | None:
    """An object that keeps the standings. None if strategies play only against themselves."""
    if plan.job.design.kind == "mirror":
        return None
    together = frozenset(variant.name for variant in plan.variants if variant.opponent)
    return LiveStandings(plan.schedule.games_per_block, together, plan.baselines())


def _encoded(table: Table, rows: Sequence[Mapping[str, Any]]) -> Encoded:
    columns = {c.name: [described.cell(c, row.get(c.name)) for row in rows] for c in table.columns}
    return encoded(table, ordered(parquet.frame(table, columns), table.key))
