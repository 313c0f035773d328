"""The stages of a search: screening, start, batches and sealed deals. Each is a resumable run folder."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from marchsim.analysis.variants.quantities import FEW, Measured
from marchsim.errors import ConfigError, NothingMeasured, plural
from marchsim.runner.configuration.schema import MOST_BLOCKS
from marchsim.runner.planning.plan import BASE
from marchsim.stats.clusters import NOTHING
from marchsim.stats.intervals import t_quantile
from marchsim.studies.optimize import confirmation, measuring
from marchsim.studies.optimize.confirmation import RuleSetResult
from marchsim.studies.optimize.preparation import PreparedOptimize, Values
from marchsim.studies.optimize.search import BATCH, SURE, Belief, Search, with_value
from marchsim.studies.stages import PlayedStages, StagePlayer
from marchsim.studies.trying.playing import Budget, blocks_for
from marchsim.studies.tuning.everybody import tune_all
from marchsim.studies.tuning.preparation import SearchRequest

SCREEN_SHARE = 0.25  # of all games, at most
SEARCH_SHARE = 0.5  # of all others; the sealed deals have the rest
FINALISTS = 3
LEFT_OUT = 4  # the rule sets without one of the changes have a fourth of the sealed deals
START_EACH, FEWEST_START, MOST_START = 6, 24, 120
BATCHES = 15
FEWEST_BLOCKS, USUAL_BLOCKS, MOST_BLOCKS_EACH = 8, 20, 400  # of a rule set of the search
FEWEST_SEALED = 30
SCREENED_BLOCKS, KNOBS = 30, 8
SCREEN_ERROR = 0.05
CONFIRM = "optimize-confirm"
REFEREE_BLOCKS = 2_500


@dataclass(frozen=True)
class OptimizeOptions:
    """The size of a search: all games, deals of the confirmation (None: the rest), games of retuning."""

    games: int
    confirm: int | None = None
    retune: int = 0


@dataclass(frozen=True)
class Optimized:
    """The result: rule sets on the sealed deals, base game first. `at` is the index of the recommended one.

    `believed` has the search's prediction for each of these rule sets, and `front` the best prediction for
    each number of changes. `region` has the rule sets one step from the recommended one that should meet all
    targets. `left_out` has rule sets with one change fewer. `looked` counts the rule sets that were played.
    `way` is the index of the target that prevents success, None if all are met. `screened` names the knobs
    that move a target. It is empty if the targets file has a table [free].
    """

    prepared: PreparedOptimize
    results: tuple[RuleSetResult, ...]
    at: int
    believed: tuple[Belief, ...]
    front: tuple[Belief, ...]
    region: tuple[Values, ...]
    left_out: tuple[RuleSetResult, ...]
    looked: int
    way: int | None
    deals: int
    screened: tuple[str, ...]
    played: PlayedStages

    @property
    def best(self) -> RuleSetResult:
        """The recommended rule set."""
        return self.results[self.at]


@dataclass(frozen=True)
class Layout:
    """The size of the stages: rule sets and blocks of the screening, of the start and of each batch."""

    screened: int
    screen_blocks: int
    start: int
    batches: int
    blocks: int
    each: int  # games of a block under one rule set

    @property
    def screen_games(self) -> int:
        """The number of games of the screening."""
        return self.screened * self.screen_blocks * self.each

    @property
    def games(self) -> int:
        """The number of games of the search."""
        return (self.start + self.batches * (BATCH + 1)) * self.blocks * self.each


def usual_games(prepared: PreparedOptimize, seconds: float) -> int:
    """The number of games for a budget of `seconds` on the reference machine. It is the same everywhere."""
    return blocks_for(prepared.configuration, Budget(seconds=seconds), prepared.folders) * _each(prepared)


def _each(prepared: PreparedOptimize) -> int:
    return measuring.games_each(prepared.configuration, prepared.quantities, prepared.folders)


def layout(prepared: PreparedOptimize, options: OptimizeOptions) -> Layout:
    """The layout of a search. Raises ConfigError if there are too few games."""
    each, games, arms, screen = _each(prepared), options.games, 0, 0
    if not prepared.file.free:
        arms = len(_alone(prepared))
        screen = min(SCREENED_BLOCKS, max(FEWEST_BLOCKS, int(SCREEN_SHARE * games / (arms * each))))
        games -= arms * screen * each
    many = len(prepared.knobs) if prepared.file.free else min(KNOBS, len(prepared.knobs))
    every = math.prod(len(knob.values) for knob in prepared.knobs)
    start = min(MOST_START, max(FEWEST_START, START_EACH * many), every)
    for enough, most in ((USUAL_BLOCKS, BATCHES), (FEWEST_BLOCKS, 2)):
        for batches in range(most, 0, -1):
            blocks = int(SEARCH_SHARE * games) // ((start + batches * (BATCH + 1)) * each)
            if blocks >= enough:
                return Layout(arms, screen, start, batches, min(MOST_BLOCKS_EACH, blocks), each)
    least = math.ceil(((start + BATCH + 1) / SEARCH_SHARE + arms) * each * FEWEST_BLOCKS)
    raise ConfigError(
        f"{options.games:,} games are too few; a search of these numbers takes {least:,} (--seconds)."
    )


def _alone(prepared: PreparedOptimize) -> dict[str, Values]:
    """The base game, and each knob alone one step up and down."""
    arms = {BASE: prepared.base}
    for at, knob in enumerate(prepared.knobs):
        for value in knob.neighbours(knob.base):
            one = with_value(prepared.base, at, value)
            if prepared.possible(one):
                arms[f"{knob.name}-{value}"] = one
    return arms


def referee(
    prepared: PreparedOptimize, values: Values, player: StagePlayer, blocks: int
) -> tuple[RuleSetResult, RuleSetResult]:
    """Judge a submitted change on separate sealed deals. Returns the base game and the submission."""
    arms = {BASE: prepared.base, **({"submission": values} if values != prepared.base else {})}
    made = prepared.stage("referee", arms, blocks)
    note = "sealed deals of the referee"
    found = measuring.played(player, "referee", made, prepared.quantities, "optimize-referee", note)
    results = list(confirmation.judge(prepared.targets, arms, found).values())
    if len(results) < len(arms):
        raise NothingMeasured("too few sealed deals measure each target; give a larger --confirm.")
    return results[0], results[-1]


def optimize(prepared: PreparedOptimize, options: OptimizeOptions, player: StagePlayer) -> Optimized:
    """Search, then judge the finalists on sealed deals.

    The folder of `player` gets a run folder for each stage. The same call resumes them. Results do not depend
    on workers. Raises NothingMeasured if no deal measures a target, and Interrupted on Ctrl-C.
    """
    if options.retune and len(prepared.configuration.design.players) > 1:
        raise ConfigError(
            "--retune: strategies are tuned for one number of players; give players = [4], for instance."
        )
    return _Optimizing(prepared, options, player, layout(prepared, options)).optimize()


@dataclass
class _Optimizing:
    """One call of `optimize`."""

    prepared: PreparedOptimize
    options: OptimizeOptions
    player: StagePlayer
    laid: Layout
    screened: tuple[str, ...] = field(default=())

    def optimize(self) -> Optimized:
        if not self.prepared.file.free:
            self._screen()
        search = self._search()
        beliefs = search.look()
        results, deals = self._sealed([one.values for one in search.finalists(beliefs, FINALISTS)])
        at = confirmation.best(results, [self.prepared.cost(one.values) for one in results])
        best = results[at]
        near = [one for one in dict.fromkeys(search.near(best.values)) if self.prepared.possible(one)]
        region = tuple(one.values for one in search.believe(near) if one.chance >= SURE)
        missed = best.verdict == confirmation.MISSED and len(self.prepared.targets) > 1
        way = search.in_the_way(beliefs) if missed else None
        return Optimized(
            self.prepared, tuple(results), at, tuple(search.believe(one.values for one in results)),
            tuple(search.front(beliefs)), region, self._left_out(best.values, deals),
            len(set(search.played)), way, deals, self.screened, self.player.played,
        )  # fmt: skip

    # stages ------------------------------------------------------------------------
    def _measured(
        self, word: str, arms: Mapping[str, Values], blocks: int, deals: str, note: str,
        populations: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> list[Measured]:  # fmt: skip
        """Play rule sets, the base game first, and return the quantity of each target."""
        made = self.prepared.stage(word, arms, blocks)
        if populations:
            own = [replace(one, population=populations.get(one.name, {})) for one in made.variants]
            made = replace(made, variants=tuple(own))
        found = measuring.played(self.player, word, made, self.prepared.quantities, deals, note)
        for one in found:
            if one.deals[0] < FEW:
                raise NothingMeasured(
                    f"{one.quantity.name}: only {int(one.deals[0])} of {blocks:,} deals with "
                    f"{one.quantity.players} players measure it in the base game; leave the target out, or "
                    "play more."
                )
        return found

    def _search(self) -> Search:
        """Play the start and the batches."""
        own, laid = self.prepared, self.laid
        blocks = self._sealed_blocks(FINALISTS, laid.screen_games + laid.games)
        search = Search(own, np.random.default_rng(own.configuration.seed), blocks)

        def measure(at: int, arms: Sequence[Values]) -> list[Measured]:
            word = f"batch-{at:02}" if at else "start"
            note = f"search: batch {at} of at most {laid.batches}" if at else "start"
            note = f"{note}: {plural(len(arms), 'rule set')}"
            named = {f"set-{number:03}": values for number, values in enumerate(arms)}
            return self._measured(word, named, laid.blocks, f"optimize-{word}", note)

        search.go(measure, laid.start, laid.batches, laid.blocks)
        return search

    def _sealed_blocks(self, finalists: int, spent: int) -> int:
        """The number of sealed blocks for each rule set, after `spent` games."""
        if self.options.confirm is not None:
            return self.options.confirm
        sets = 1 + finalists * (2 if self.options.retune else 1) + (1 + self.prepared.file.changes) / LEFT_OUT
        blocks = int((self.options.games - spent) / (sets * self.laid.each))
        return max(FEWEST_SEALED, min(MOST_BLOCKS, blocks))

    def _sealed(self, finalists: Sequence[Values]) -> tuple[list[RuleSetResult], int]:
        """Play finalists on sealed deals, also with retuned strategies on request.

        Returns results and blocks.
        """
        own, blocks = self.prepared, self._sealed_blocks(len(finalists), self.player.played.games)
        arms = {f"final-{at}": values for at, values in enumerate(finalists, 1)}
        tuned = arms if self.options.retune else {}
        populations = {
            name + confirmation.RETUNED: self._retuned(name, values) for name, values in tuned.items()
        }
        again = {name: arms[name.removesuffix(confirmation.RETUNED)] for name in populations}
        whole = {BASE: own.base, **arms, **again}
        note = f"confirmation: {plural(len(whole), 'rule set')} on {plural(blocks, 'sealed block')}"
        found = self._measured("confirm", whole, blocks, CONFIRM, note, populations)
        results = confirmation.judge(own.targets, whole, found)
        if again:
            results = confirmation.with_retuned(results)
        return list(results.values()), blocks

    def _retuned(self, name: str, values: Values) -> dict[str, Any]:
        """Tune every strategy for a rule set. Returns the parameters of those that improve."""
        own, games = self.prepared, self.options.retune
        rules = own.configuration.changed(overlays=[("finalist", own.overlay(values))])
        asked = SearchRequest("", own.configuration.design.players[0], games, confirm=30, ablation=0)
        path = self.player.folder / f"retuned-{measuring.mark([own.overlay(values), games])}.toml"
        places = {key: value for key, value in self.player.where.items() if key != "warn"}
        found = tune_all(
            rules, asked, path, lambda focal: self.player.progress.note(f"retuning {focal} for {name}"),
            strategy_paths=own.folders, progress=self.player.progress, **places,
        )  # fmt: skip
        for one in found.found:
            done = one.played
            self.player.played.count(one.folder, done.games, done.voids, done.now, done.seconds)
        better = [one for one in found.found if one.confirmed.difference > 0]
        return {one.prepared.asked.focal: one.prepared.parameters(one.values) for one in better}

    def _left_out(self, values: Values, blocks: int) -> tuple[RuleSetResult, ...]:
        """Play the best rule set without each of its changes in turn, on the sealed deals."""
        own = self.prepared
        changed = own.changed(values)
        fewer = [with_value(values, at, own.base[at]) for at in changed if len(changed) > 1]
        kept = [one for one in fewer if own.possible(one)]
        whole = {BASE: own.base, **{f"without-{at}": one for at, one in enumerate(kept)}}
        if len(whole) < 2:
            return ()
        note = f"each change left out: {plural(len(whole), 'rule set')}"
        found = self._measured("without", whole, max(FEWEST_SEALED, blocks // LEFT_OUT), CONFIRM, note)
        return tuple(confirmation.judge(own.targets, whole, found).values())[1:]

    # which knobs matter --------------------------------------------------------------
    def _screen(self) -> None:
        """Move each knob alone one step up and down. Keep those that move a target (Bonferroni at 5 %)."""
        own, arms, blocks = self.prepared, _alone(self.prepared), self.laid.screen_blocks
        note = f"screening: {plural(len(own.knobs), 'rule')}, each a step down and up"
        found = self._measured("screen", arms, blocks, "optimize-screen", note)
        strength = np.stack([_strengths(one) for one in found])
        limit = t_quantile(1 - SCREEN_ERROR / strength.size, blocks - 1)
        best: dict[int, float] = {}
        for row, values in enumerate(arms.values()):
            for at in own.changed(values):
                best[at] = max(best.get(at, 0.0), float(strength[:, row].max()))
        moving = sorted((at for at in best if best[at] > limit), key=lambda at: (-best[at], at))[:KNOBS]
        if not moving:
            raise NothingMeasured(
                f"{own.file.path}: free: none of {len(own.knobs)} rules moves a target in one step; write "
                "[free] with numbers of components, or wider ranges."
            )
        self.screened = tuple(own.knobs[at].name for at in moving)
        self.prepared = replace(own, knobs=tuple(own.knobs[at] for at in sorted(moving)))


def _strengths(one: Measured) -> np.ndarray:
    """The difference of each rule set from the base game in standard errors, paired by deal."""
    apart = one.values - one.values[:, :1]
    deals = np.maximum(np.isfinite(apart).sum(axis=0), 1)
    mean = np.nansum(apart, axis=0) / deals
    se = np.sqrt(np.nansum((apart - mean) ** 2, axis=0) / np.maximum(deals - 1, 1) / deals)
    return np.where(se > NOTHING, np.abs(mean) / np.maximum(se, NOTHING), 0.0)
