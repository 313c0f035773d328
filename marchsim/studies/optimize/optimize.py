"""The stages of a search: screening, start, batches and sealed deals. Each is a resumable run folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from marchsim.analysis.variants.quantities import FEW, Measured
from marchsim.errors import ConfigError, NothingMeasured, plural
from marchsim.runner.configuration.schema import MOST_BLOCKS
from marchsim.runner.planning.plan import BASE
from marchsim.studies import measuring
from marchsim.studies.optimize import confirmation, screening
from marchsim.studies.optimize.confirmation import RuleSetResult
from marchsim.studies.optimize.preparation import PreparedOptimize, Values
from marchsim.studies.optimize.search import SURE, Belief, Search, with_value
from marchsim.studies.optimize.sizes import FEWEST_SEALED, FINALISTS, LEFT_OUT, OptimizeOptions, Sizes
from marchsim.studies.stages import PlayedStages, StagePlayer, mark
from marchsim.studies.tuning.everybody import tune_all
from marchsim.studies.tuning.preparation import SearchRequest

CONFIRM = "optimize-confirm"
REFEREE_BLOCKS = 2_500


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


def referee(
    prepared: PreparedOptimize, values: Values, player: StagePlayer, blocks: int
) -> tuple[RuleSetResult, RuleSetResult]:
    """Judge a submitted change on separate sealed deals. Returns the base game and the submission."""
    arms = {BASE: prepared.base, **({"submission": values} if values != prepared.base else {})}
    made = prepared.stage("referee", arms, blocks)
    found = measuring.played(
        player, "referee", made, prepared.quantities, "optimize-referee", "sealed deals of the referee"
    )
    results = list(confirmation.judge(prepared.targets, arms, found).values())
    if len(results) < len(arms):
        raise NothingMeasured("too few sealed deals measure each target; give a larger --confirm.")
    return results[0], results[-1]


def optimize(
    prepared: PreparedOptimize, options: OptimizeOptions, player: StagePlayer,
    clock: Callable[[], float] = time.monotonic,
) -> Optimized:  # fmt: skip
    """Search, then judge the finalists on sealed deals.

    The folder of `player` gets a run folder for each stage. The same call resumes them. Results depend on the
    sizes of the stages, but not on workers or backend. `clock` is in seconds. Raises NothingMeasured if no
    deal measures a target, and Interrupted on Ctrl-C.
    """
    if options.retune and len(prepared.configuration.design.players) > 1:
        raise ConfigError(
            "--retune: strategies are tuned for one number of players; give players = [4], for instance."
        )
    return _Optimizing(prepared, options, player, Sizes(prepared, options, player, clock)).optimize()


@dataclass
class _Optimizing:
    """One call of `optimize`."""

    prepared: PreparedOptimize
    options: OptimizeOptions
    player: StagePlayer
    sizes: Sizes
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
        with self.sizes.playing():
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
        own, laid = self.prepared, self.sizes.laid
        blocks = self._sealed_blocks(FINALISTS, laid.whole - laid.screen_games - laid.games)
        search = Search(own, np.random.default_rng(own.configuration.seed), blocks)

        def measure(at: int, arms: Sequence[Values], blocks: int) -> list[Measured]:
            word = f"batch-{at:02}" if at else "start"
            note = f"search: batch {at} of at most {laid.batches}" if at else "start"
            note = f"{note}: {plural(len(arms), 'rule set')}"
            named = {f"set-{number:03}": values for number, values in enumerate(arms)}
            return self._measured(word, named, blocks, f"optimize-{word}", note)

        search.go(measure, laid.start, self.sizes.of_search())
        return search

    def _sealed_blocks(self, finalists: int, games: float) -> int:
        """The number of sealed blocks for each rule set, if there are `games` games in all."""
        if self.options.confirm is not None:
            return self.options.confirm
        sets = 1 + finalists * (2 if self.options.retune else 1) + (1 + self.prepared.file.changes) / LEFT_OUT
        return max(FEWEST_SEALED, min(MOST_BLOCKS, int(games / (sets * self.sizes.laid.each))))

    def _sealed(self, finalists: Sequence[Values]) -> tuple[list[RuleSetResult], int]:
        """Play finalists on sealed deals, also with retuned strategies on request.

        Returns results and blocks.
        """
        own, blocks = self.prepared, self._sealed_blocks(len(finalists), self.sizes.left())
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
        path = self.player.folder / f"retuned-{mark([own.overlay(values), games])}.toml"
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

    def _screen(self) -> None:
        """Measure all knobs and keep up to screening.KNOBS that move a target, or raise NothingMeasured."""
        own, (arms, pairs) = self.prepared, screening.design(self.prepared, self.prepared.configuration.seed)
        note = f"screening: {plural(len(own.knobs), 'rule')}, alone and together"
        found = self._measured("screen", arms, self.sizes.laid.screen_blocks, "optimize-screen", note)
        moving = screening.moving(own.targets, pairs, found)
        if not moving:
            raise NothingMeasured(
                f"{own.file.path}: free: none of {len(own.knobs)} rules moves a target in one step; write "
                "[free] with numbers of components, or wider ranges."
            )
        self.screened = tuple(own.knobs[at].name for at in moving)
        self.prepared = replace(own, knobs=tuple(own.knobs[at] for at in sorted(moving)))
