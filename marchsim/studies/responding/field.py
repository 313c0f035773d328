"""The options of a search for best responses, and a population under one rule set.

Candidates play against it on the same deals, with the same opponents, and in every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import polars as pl

from marchsim import games
from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.analysis.reading.estimates import Estimate, share_of
from marchsim.errors import ConfigError, NothingMeasured
from marchsim.kernel.numbers import Tunable
from marchsim.kernel.rng import stream_key
from marchsim.runner.configuration import sources
from marchsim.runner.configuration.design import Design, Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import Configuration, StrategyEntry
from marchsim.runner.configuration.verdict_tables import GateOptions, ReportOptions
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan, canonical
from marchsim.runner.planning.single import number_of_players
from marchsim.runner.playing import interrupt
from marchsim.runner.tournament import Interrupted
from marchsim.stats.clusters import FEW
from marchsim.studies.candidates import Task, TuneJob, stage
from marchsim.studies.stages import PlayedStages, StagePlayer
from marchsim.studies.stepping import Stepper, Steps, parts
from marchsim.studies.tuning.findings import by_deal
from marchsim.studies.tuning.preparation import named
from marchsim.studies.tuning.search import library

MOST_GAMES = 1_000_000_000
MOST_DEALS = 10_000_000
MOST_ROUNDS = 20
MOST_PLANS = 20
PILOT_DEALS = 200


@dataclass(frozen=True)
class Sought:
    """The options. `budget` is the number of games for tuning, per round and variant.

    All other sizes are numbers of deals. `plans` is the number of plans to tune. They are those with the most
    wins before tuning, and share the budget equally. `search` names strategies that search, or is None for
    all slow strategies of the game.
    """

    against: tuple[str, ...] = ()
    players: int | None = None
    budget: int = 130_000
    rounds: int = 1
    plans: int = 2
    search: tuple[str, ...] | None = None
    choose: int = 100
    confirm: int = 400
    meta: int = 1_000

    def check(self) -> None:
        """Raise ConfigError if an option is out of range or a strategy is named twice."""
        for option, value, low, high in (
            ("--games", self.budget, 1, MOST_GAMES),
            ("--plans", self.plans, 1, MOST_PLANS),
            ("--rounds", self.rounds, 1, MOST_ROUNDS),
            ("--choose", self.choose, 2, MOST_DEALS),
            ("--confirm", self.confirm, 2, MOST_DEALS),
            ("--meta", self.meta, FEW, MOST_DEALS),
        ):
            within(option, value, low, high)
        if len(set(self.against)) < len(self.against):
            raise ConfigError("--against: a strategy is named twice; name each once.")

    def seed(self, number: int) -> int:
        """The seed of a round. Each round has another seed, so that no two rounds share deals."""
        return stream_key("best-response", 1, number) >> 2


LEAST_SHARE = 0.005  # of a mixture; who has less is not drawn
MOST_STRATEGIES = 30  # of whose pairs a mixture is made


@dataclass(frozen=True)
class DrawnField:
    """A population with its `entries` and, if it is a mixture, their probabilities (0 if never drawn)."""

    configuration: Configuration
    players: int
    entries: tuple[StrategyEntry, ...]
    shares: dict[str, float] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()

    @property
    def drawn(self) -> tuple[StrategyEntry, ...]:
        """The entries with a positive probability."""
        return tuple(one for one in self.entries if not self.shares or self.shares[one.name] > 0)

    def weights(self) -> tuple[float, ...]:
        """The probabilities of `drawn`, or () if all of them are equal."""
        return tuple(self.shares[one.name] for one in self.drawn) if self.shares else ()

    def mixed(self, shares: dict[str, float]) -> DrawnField:
        """The population as a mixture with these shares. Shares under LEAST_SHARE become 0."""
        kept = {name: share if share >= LEAST_SHARE else 0.0 for name, share in shares.items()}
        whole = sum(kept.values())
        return replace(self, shares={name: share / whole for name, share in kept.items()})

    def joined(self, entry: StrategyEntry) -> DrawnField:
        """The population with one more entry. It is no longer a mixture."""
        return replace(self, entries=(*self.entries, entry), shares={})

    def configured(self, entries: Sequence[StrategyEntry], blocks: int = 1) -> Configuration:
        """A configuration with random line-ups of `entries`, which are all equally likely."""
        return replace(
            self.configuration, design=Design("random", (self.players,), blocks), strategies=tuple(entries),
            record="rounds", stop=Stop(), gating=GateOptions(), reported=ReportOptions(), population=None,
        )  # fmt: skip

    def plan(self, entries: Sequence[StrategyEntry]) -> Plan:
        """A plan with random line-ups of `entries`."""
        return plans.make(self.configured(entries), self.folders, stage="answer")


def population(single: Configuration, sought: Sought, folders: Sequence[Path]) -> DrawnField:
    """The population of a single-variant configuration: `sought.against`, or else all but its baselines."""
    players = number_of_players(single, sought.players, "an answer is to games with one number of players")
    known = named(single, "--against", sought.against)
    names = sought.against or tuple(name for name, entry in known.items() if not entry.baseline)
    if not names:
        raise ConfigError(
            f"{single.file}: strategies: all are baseline players, which make no population; name some with "
            "--against."
        )
    if len(names) + sought.rounds > MOST_STRATEGIES:
        raise ConfigError(
            f"{single.file}: strategies: {len(names)}, plus an answer in each of {sought.rounds} rounds, are "
            f"more than {MOST_STRATEGIES}; choose some with --against."
        )
    found = DrawnField(single, players, tuple(known[name] for name in names), {}, tuple(folders))
    shares = dict(single.design.shares)
    found = found.mixed({name: shares[name] for name in names}) if shares else found
    _check(found, sought)
    return found


def _check(found: DrawnField, sought: Sought) -> None:
    """Raise an error before play if nobody can be exploited, or if a requested method is not available."""
    configuration = found.configuration
    if opponent := found.plan(found.entries).variants[0].opponent:
        raise ConfigError(
            f"{configuration.file}: players win or lose together against {opponent}, so nobody exploits "
            "anybody; `marchsim tune` finds a better member of a team."
        )
    if found.players < 2:
        raise ConfigError(f"{configuration.file}: design.players: one player has nobody to answer.")
    allowed = plans.strategy_folders(configuration, found.folders)
    for entry in searchers(found, sought):
        sources.find(entry.use, allowed, "--search", configuration.game)
    if tunable(found):
        library()


def searchers(found: DrawnField, sought: Sought) -> tuple[StrategyEntry, ...]:
    """The strategies that search: those named in the options, or all slow ones that the game ships."""
    game = found.configuration.game
    if sought.search is not None:
        return tuple(StrategyEntry(use, use) for use in sought.search)
    quick = sources.quick(game)
    return tuple(StrategyEntry(name, name) for name in sources.available(game) if name not in quick)


def tunable(found: DrawnField) -> tuple[StrategyEntry, ...]:
    """The members of the population that have weights to tune."""
    game = games.load(found.configuration.game)
    if not isinstance(game, Tunable):
        return ()
    plan = found.plan(found.entries)
    return tuple(
        entry
        for entry, entrant in zip(found.entries, plan.job.entrants, strict=True)
        if game.weights_of(plan.variants[0], found.players, entrant.source, entrant.parameters)
    )


def thinking_as(
    found: DrawnField, searcher: StrategyEntry, values: dict[str, tuple[float, ...]]
) -> StrategyEntry:
    """The searcher with a plan's values for all weights that both of them have."""
    game = games.load(found.configuration.game)
    assert isinstance(game, Tunable)
    plan = found.plan([searcher])
    entrant = plan.job.entrants[0]
    known = game.weights_of(plan.variants[0], found.players, entrant.source, entrant.parameters)
    same = {weight.name: values[weight.name] for weight in known if weight.name in values}
    return replace(searcher, parameters=game.weighed(searcher.parameters, same)) if same else searcher


STEP_GAMES = 4_000  # what an interruption can cost
METHOD = "2"  # of how games become an answer


@dataclass(frozen=True)
class Candidate:
    """A possible answer and its origin: "tuned", "search" or "member" (of the population)."""

    entry: StrategyEntry
    kind: str
    words: str


TrialShares = Callable[[str, str, int, int, Sequence[int]], list[Estimate]]
"""What candidates win: by words for the progress, stage, seed, number of deals, and their places."""


class AnswerTrial:
    """Candidates against a population. The candidates are the first entrants of the job."""

    def __init__(self, candidates: Sequence[Candidate], against: DrawnField) -> None:
        self.candidates, self.players = tuple(candidates), against.players
        entries = [*(one.entry for one in candidates), *against.drawn]
        plan = against.plan(entries)
        self.job = TuneJob.of(plan.job)
        self._shares = against.weights()
        self._identity = {
            key: value for key, value in plan.identity().items() if key not in ("stage", "record")
        } | {
            "players": canonical([[one.name, one.fingerprint()] for one in plan.job.entrants]),
            "shares": canonical(list(self._shares)), "candidates": str(len(candidates)), "method": METHOD,
        }  # fmt: skip

    def identity(self, **asked: object) -> dict[str, str]:
        """The identity of the trial, which includes the options `asked`."""
        return self._identity | {f"--{key.replace('_', '-')}": str(value) for key, value in asked.items()}

    def task(self, word: str, seed: int, deals: int, who: Sequence[int]) -> Task:
        """A task in which the candidates numbered `who` play the deals of a stage."""
        made = tuple(dict(self.job.entrants[at].parameters) for at in who)
        return Task(stage(word, seed), 0, deals, made, tuple(who), len(self.candidates), self._shares)

    @contextmanager
    def sitting(self, place: StagePlayer, name: str, **asked: int) -> Iterator[TrialShares]:
        """Yield a function that plays deals of a stage and returns each candidate's share of wins.

        The games are stored in a folder, from which the trial resumes. At the end, they are counted in
        `place`.
        """
        folder = place.folder / name
        with Steps(folder, self.identity(**asked)) as steps:
            stepper = Stepper(self.job, self.players, place.backend, steps, place.progress)

            def shares(told: str, word: str, seed: int, deals: int, who: Sequence[int]) -> list[Estimate]:
                task = self.task(word, seed, deals, who)
                stepper.words = [told]
                place.progress.begin(stepper.done + task.games(self.players), stepper.done)
                try:
                    with interrupt.noted():
                        games = stepper.stretch(parts(task, self.players, STEP_GAMES))
                except KeyboardInterrupt:
                    raise Interrupted(f"{stepper.done:,} games are stored in {folder}") from None
                return self._shares_of(games, deals, who)

            try:
                yield shares
            finally:
                place.progress.end()
                stepper.close()
        place.played.count(folder, stepper.done, stepper.voids, stepper.played, 0.0)

    def _shares_of(self, games: pl.DataFrame, deals: int, who: Sequence[int]) -> list[Estimate]:
        """The share of wins of each candidate, with the deal as unit."""
        sums, counts = by_deal(games, deals, len(who), self.players)
        if not counts.sum(axis=0).all():
            silent = self.candidates[who[int(np.argmin(counts.sum(axis=0)))]].words
            raise NothingMeasured(f"no game of {silent} counts: all are void; see why with `marchsim run`.")
        return [share_of(sums[:, at], counts[:, at]) for at in range(len(who))]


def best(found: Sequence[Estimate]) -> int:
    """The index of the candidate with the most wins, or of the first one if several are equal."""
    return max(range(len(found)), key=lambda at: (found[at].value or 0.0, -at))


@dataclass(frozen=True)
class RoundAnswer:
    """The answer of a round: the chosen candidate, its wins on sealed deals, and all candidates.

    Candidates are plans (strategies with weights to tune) and searchers. The first comparison is among plans,
    the second among the best plan and the searchers. `shares` has each candidate's share of wins in its last
    comparison. No comparison shares a deal with another, or with the confirmation. `equal` is an equal share,
    1 / players.
    """

    number: int
    chosen: Candidate
    confirmed: Estimate
    equal: float
    candidates: tuple[Candidate, ...]
    shares: tuple[Estimate, ...]
    games: int

    @property
    def gain(self) -> float:
        """The share of wins above an equal share."""
        assert self.confirmed.value is not None
        return self.confirmed.value - self.equal

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The interval of the gain, or None if there are too few deals."""
        if self.confirmed.low is None or self.confirmed.high is None:
            return None
        return self.confirmed.low - self.equal, self.confirmed.high - self.equal

    @property
    def gains(self) -> bool:
        """Whether the whole interval of the gain is above 0."""
        return self.bounds is not None and self.bounds[0] > 0


@dataclass(frozen=True)
class Response:
    """The results for one variant: the populations, an answer for each round, the mixture, and its file."""

    variant: str
    before: DrawnField
    after: DrawnField
    answers: list[RoundAnswer]
    mixture: list[MixtureWeight]
    path: Path
    folder: Path
    played: PlayedStages

    @property
    def ended(self) -> bool:
        """Whether the last answer has no significant gain, which ends the search."""
        return not self.answers[-1].gains
