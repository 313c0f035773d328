"""The stages of a search: screening, a start, batches, sealed deals; each is a run folder that resumes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from marchsim.analysis.variants.quantities import FEW, Measured, measure
from marchsim.errors import ConfigError, NothingMeasured, plural
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import BASE
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.stats.clusters import NOTHING
from marchsim.stats.intervals import t_quantile
from marchsim.studies.optimize import sealed
from marchsim.studies.optimize.prepared import Knob, PreparedOptimize, Values
from marchsim.studies.optimize.sealed import RuleSetResult
from marchsim.studies.optimize.search import BATCH, SURE, Belief, Search, with_value
from marchsim.studies.stages import PlayedStages, StagePlayer
from marchsim.studies.trying.budget import Budget, blocks_for
from marchsim.studies.tuning.asked import SearchRequest
from marchsim.studies.tuning.everybody import tune_all

SEARCH_SHARE = 0.5  # of all games; the sealed deals have the rest
FINALISTS, RETUNED = 3, 2
LEFT_OUT = 4  # the rule sets without one of the changes have a fourth of the sealed deals
START_EACH, FEWEST_START, MOST_START = 6, 24, 120
BATCHES = 15
FEWEST_BLOCKS, USUAL_BLOCKS, MOST_BLOCKS_EACH = 8, 20, 400  # of a rule set of the search
FEWEST_SEALED = 30
SCREENED_BLOCKS, KNOBS = 30, 8
SCREEN_ERROR = 0.05
CONFIRM = "optimize-confirm"


@dataclass(frozen=True)
class OptimizeOptions:
    """How much is played: games in all, deals of the confirmation (None: what is left), games of retuning."""

    games: int
    confirm: int | None = None
    retune: int = 0


@dataclass(frozen=True)
class LeftOut:
    """The best rule set without one of its changes: the value of each target's quantity, by target."""

    knob: Knob
    values: tuple[float, ...]


@dataclass(frozen=True)
class Optimized:
    """What was found: rule sets on the sealed deals (the base game first), `at` the one to take.

    `believed` is what the search thought of each of them, `front` its best for each number of changes,
    `region` the rule sets a step from the best that it believes to meet all targets. `looked` counts rule
    sets. `way` is the place of the target that stands in the way, None where none is missed. `screened` names
    the knobs that move a target where the file frees none. `retuned` are finalists by strategies tuned for
    them.
    """

    prepared: PreparedOptimize
    results: tuple[RuleSetResult, ...]
    at: int
    believed: tuple[Belief, ...]
    front: tuple[Belief, ...]
    region: tuple[Values, ...]
    left_out: tuple[LeftOut, ...]
    looked: int
    way: int | None
    deals: int
    screened: tuple[str, ...]
    retuned: tuple[RuleSetResult, ...]
    played: PlayedStages

    @property
    def best(self) -> RuleSetResult:
        """The rule set to take."""
        return self.results[self.at]

    @property
    def tuned(self) -> RuleSetResult | None:
        """The same rule set by retuned strategies, None if it was not played by them."""
        return next((one for one in self.retuned if one.values == self.best.values), None)

    @property
    def verdict(self) -> str:
        """The verdict of the best rule set; where strategies were retuned it must hold for both."""
        told = [self.best.verdict, *([self.tuned.verdict] if self.tuned else [])]
        return next(word for word in (sealed.MISSED, sealed.INCONCLUSIVE, sealed.MET) if word in told)


@dataclass(frozen=True)
class Layout:
    """How games are laid out: rule sets of the start, batches, blocks of each rule set of the search."""

    start: int
    batches: int
    blocks: int
    each: int  # games of a block under one rule set

    @property
    def games(self) -> int:
        """The games of the search."""
        return (self.start + self.batches * (BATCH + 1)) * self.blocks * self.each


def usual_games(prepared: PreparedOptimize, seconds: float) -> int:
    """How many games the reference machine plays in so many seconds; the same on every machine."""
    return blocks_for(prepared.configuration, Budget(seconds=seconds), prepared.folders) * _each(prepared)


def _each(prepared: PreparedOptimize) -> int:
    plan = plans.make(prepared.configuration.changed(blocks=1), prepared.folders, "pilot")
    return plan.schedule.games_per_block


def layout(prepared: PreparedOptimize, options: OptimizeOptions) -> Layout:
    """How the games of a search are laid out; ConfigError for too few."""
    each, games = _each(prepared), int(SEARCH_SHARE * options.games)
    start = min(MOST_START, max(FEWEST_START, START_EACH * len(prepared.knobs)))
    for enough, most in ((USUAL_BLOCKS, BATCHES), (FEWEST_BLOCKS, 2)):
        for batches in range(most, 0, -1):
            blocks = games // ((start + batches * (BATCH + 1)) * each)
            if blocks >= enough:
                return Layout(start, batches, min(MOST_BLOCKS_EACH, blocks), each)
    least = math.ceil((start + BATCH + 1) * each * FEWEST_BLOCKS / SEARCH_SHARE)
    raise ConfigError(
        f"--budget: {options.games:,} games are too few; a search of these numbers takes {least:,}."
    )


def optimize(
    prepared: PreparedOptimize, options: OptimizeOptions, out: Path, *, workers: int | None = None,
    backend: str = "", scheduler: str = "", progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
) -> Optimized:  # fmt: skip
    """Search, then judge the finalists on sealed deals.

    `out` gets a run folder for each stage; the same call resumes them. Results depend on neither workers nor
    backend. Raises NothingMeasured for a target that no deal says anything of, Interrupted on Ctrl-C.
    """
    where = {"workers": workers, "backend": backend, "scheduler": scheduler, "warn": warn}
    player = StagePlayer(out, progress or Quiet(), where, prepared.folders)
    if options.retune and len(prepared.configuration.design.players) > 1:
        raise ConfigError(
            "--retune: strategies are tuned for one number of players; give players = [4], for instance."
        )
    return _Optimizing(prepared, options, player).optimize()


@dataclass
class _Optimizing:
    """One call of `optimize`."""

    prepared: PreparedOptimize
    options: OptimizeOptions
    player: StagePlayer
    spent: int = 0
    screened: tuple[str, ...] = field(default=())

    def optimize(self) -> Optimized:
        if not self.prepared.file.free:
            self._screen()
        search = self._search()
        beliefs = search.look()
        finalists = search.finalists(beliefs, FINALISTS)
        results, retuned, deals = self._sealed(finalists)
        at = sealed.best(results, [self.prepared.cost(one.values) for one in results])
        best = results[at]
        near = [one for one in dict.fromkeys(search.near(best.values)) if self.prepared.possible(one)]
        region = tuple(one.values for one in search.believe(near) if one.chance >= SURE)
        way = search.in_the_way(beliefs) if best.verdict == sealed.MISSED else None
        return Optimized(
            self.prepared, tuple(results), at, tuple(search.believe(one.values for one in results)),
            tuple(search.front(beliefs)), region, self._left_out(best.values, deals),
            len(set(search.played)), way, deals, self.screened, tuple(retuned), self.player.played,
        )  # fmt: skip

    # stages ------------------------------------------------------------------------
    def _measured(
        self, word: str, arms: Mapping[str, Values], blocks: int, deals: str, note: str,
        populations: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> list[Measured]:  # fmt: skip
        """Play rule sets, of which the first is the base game; return what each target's quantity was."""
        names = [BASE, *list(arms)[1:]]
        made = self.prepared.stage(word, arms, blocks)
        if populations:
            own = [replace(one, population=populations.get(one.name, {})) for one in made.variants]
            made = replace(made, variants=tuple(own))
        folder = self.player.play(f"{word}-{_mark(made)}", made, deals, note)
        self.spent += (len(arms)) * blocks * _each(self.prepared)
        found = measure(folder, self.prepared.quantities, names)
        for one in found:
            if one.deals[0] < FEW:
                raise NothingMeasured(
                    f"{one.quantity.name}: {plural(int(one.deals[0]), 'deal')} of {blocks:,} with "
                    f"{one.quantity.players} players say anything of it in the base game; leave the target "
                    "out, or play more."
                )
        return found

    def _search(self) -> Search:
        """Play the start and the batches."""
        own, laid = self.prepared, layout(self.prepared, self.options)
        sealed_blocks = self._sealed_blocks(FINALISTS)
        search = Search(own, np.random.default_rng(own.configuration.seed), sealed_blocks)
        arms = search.start(laid.start)
        self._told(search, "start", arms, laid.blocks, f"start: {plural(len(arms), 'rule set')}")
        for at in range(1, laid.batches + 1):
            wanted = search.ask()
            if not wanted:
                break
            arms = [own.base, *(one for one in wanted if one != own.base)]
            self._told(
                search, f"batch-{at:02}", arms, laid.blocks, f"search: batch {at} of at most {laid.batches}"
            )
        return search

    def _told(self, search: Search, word: str, arms: Sequence[Values], blocks: int, note: str) -> None:
        named = {f"set-{at:03}": values for at, values in enumerate(arms)}
        found = self._measured(word, named, blocks, f"optimize-{word}", note)
        search.tell(arms, found, blocks)

    def _sealed_blocks(self, finalists: int) -> int:
        """How many blocks each rule set has on the sealed deals."""
        if self.options.confirm is not None:
            return self.options.confirm
        sets = (
            1 + finalists + (RETUNED if self.options.retune else 0) + (1 + self.prepared.changes) / LEFT_OUT
        )
        left = self.options.games - (self.spent or int(SEARCH_SHARE * self.options.games))
        return max(FEWEST_SEALED, min(MOST_BLOCKS, int(left / (sets * _each(self.prepared)))))

    def _sealed(self, finalists: Sequence[Belief]) -> tuple[list[RuleSetResult], list[RuleSetResult], int]:
        """Play finalists on sealed deals; return results, those by retuned strategies, and the blocks."""
        own, blocks = self.prepared, self._sealed_blocks(len(finalists))
        arms = {f"final-{at}": one.values for at, one in enumerate(finalists, 1)}
        tuned = {f"{name}-retuned": name for name in list(arms)[:RETUNED] if self.options.retune}
        populations = {name: self._retuned(arms[of]) for name, of in tuned.items()}
        whole = {BASE: own.base, **arms, **{name: arms[of] for name, of in tuned.items()}}
        note = f"confirmation: {plural(len(whole), 'rule set')} on {plural(blocks, 'sealed block')}"
        found = self._measured("confirm", whole, blocks, CONFIRM, note, populations)
        places = list(range(1 + len(arms)))
        results = sealed.judge(own.targets, [own.base, *arms.values()], _columns(found, places))
        again = [0, *range(1 + len(arms), len(whole))]
        others = [own.base, *(arms[of] for of in tuned.values())]
        retuned = sealed.judge(own.targets, others, _columns(found, again))[1:] if tuned else []
        return results, retuned, blocks

    def _retuned(self, values: Values) -> dict[str, Any]:
        """Tune every strategy for a rule set; return whole parameters by name."""
        own = self.prepared
        rules = own.configuration.changed(overlays=[("finalist", own.overlay(values))])
        asked = SearchRequest(
            "", own.configuration.design.players[0], self.options.retune, confirm=30, ablation=0
        )
        path = self.player.folder / f"retuned-{_mark(own.overlay(values))}.toml"
        places = {key: value for key, value in self.player.where.items() if key != "warn"}
        found = tune_all(
            rules, asked, path, lambda name: self.player.progress.note(f"retuning {name}"),
            strategy_paths=own.folders, progress=self.player.progress, **places,
        )  # fmt: skip
        return {one.prepared.asked.focal: one.prepared.parameters(one.values) for one in found.found}

    def _left_out(self, values: Values, blocks: int) -> tuple[LeftOut, ...]:
        """Play the best rule set without each of its changes in turn, on the sealed deals."""
        own = self.prepared
        changed = own.changed(values)
        if len(changed) < 2:
            return ()
        arms = {f"without-{at}": with_value(values, at, own.base[at]) for at in changed}
        whole = {BASE: own.base, **{name: one for name, one in arms.items() if own.possible(one)}}
        note = f"each change left out: {plural(len(whole), 'rule set')}"
        found = self._measured("without", whole, max(FEWEST_SEALED, blocks // LEFT_OUT), CONFIRM, note)
        means = np.stack([one.means for one in found], axis=1)
        return tuple(
            LeftOut(own.knobs[at], tuple(float(value) for value in means[row]))
            for row, name in enumerate(whole)
            if name != BASE
            for at in [int(name.removeprefix("without-"))]
        )

    # which knobs matter --------------------------------------------------------------
    def _screen(self) -> None:
        """Move each knob alone a step up and down, and keep those that move a target (Holm at 5 %)."""
        own = self.prepared
        arms: dict[str, Values] = {BASE: own.base}
        for at, knob in enumerate(own.knobs):
            for value in knob.neighbours(knob.base):
                one = with_value(own.base, at, value)
                if own.possible(one):
                    arms[f"{knob.name}-{value}"] = one
        note = f"screening: {plural(len(own.knobs), 'rule')}, each a step down and up"
        found = self._measured("screen", arms, SCREENED_BLOCKS, "optimize-screen", note)
        strength = _strengths(found)
        limit = t_quantile(1 - SCREEN_ERROR / max(1, strength.size), SCREENED_BLOCKS - 1)
        best: dict[int, float] = {}
        for row, values in enumerate(arms.values()):
            for at in own.changed(values):
                best[at] = max(best.get(at, 0.0), float(strength[:, row].max()))
        moving = sorted((at for at in best if best[at] > limit), key=lambda at: (-best[at], at))[:KNOBS]
        if not moving:
            raise NothingMeasured(
                f"{own.file.path}: free: none of {len(own.knobs)} rules moves a target by a step; write "
                "[free] with numbers of components, or wider ranges."
            )
        knobs = tuple(own.knobs[at] for at in sorted(moving))
        self.screened = tuple(own.knobs[at].name for at in moving)
        self.prepared = replace(own, knobs=knobs)


def _strengths(found: Sequence[Measured]) -> np.ndarray:
    """Return by target and rule set how many standard errors its values are from the base game's."""
    rows = []
    for one in found:
        apart = one.values - one.values[:, :1]
        deals = np.maximum(np.isfinite(apart).sum(axis=0), 1)
        mean = np.nansum(apart, axis=0) / deals
        se = np.sqrt(np.nansum((apart - mean) ** 2, axis=0) / np.maximum(deals - 1, 1) / deals)
        rows.append(np.where(se > NOTHING, np.abs(mean) / np.maximum(se, NOTHING), 0.0))
    return np.stack(rows)


def _columns(found: Sequence[Measured], places: Sequence[int]) -> list[Measured]:
    """Return what was measured of some of the rule sets alone."""
    return [replace(one, values=one.values[:, list(places)]) for one in found]


def _mark(made: Any) -> str:
    """Return a short name for rule sets and their number of deals: other ones are another run."""
    if isinstance(made, Configuration):
        told: Any = [[entry.data() for entry in made.variants], made.design.blocks]
    else:
        told = made
    return sha256(plans.canonical(told).encode()).hexdigest()[:8]
