"""The three stages of levelling. Each is a run folder, from which the same call resumes.

The study has three stages with separate deals. The sweep moves every lever one and two units up and down. The
comparison plays options near the solution, and the confirmation plays the best.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from marchsim import games
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.source import look_words, part_at
from marchsim.analysis.variants.seat_effects import (
    Lever,
    SeatEffects,
    SeatShares,
    Units,
    foretold,
    seat_effects,
    seat_shares,
)
from marchsim.analysis.variants.seats_level import (
    LEVELLED,
    SeatsLevel,
    deals_to_decide,
    more_level,
    seats_level,
    unevenness,
)
from marchsim.errors import ConfigError, NothingMeasured, RulesError, nearest, plural
from marchsim.kernel.numbers import Handicap, Handicapped
from marchsim.recorder import metrics
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.checking import check
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Design, Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration, VariantEntry
from marchsim.runner.configuration.verdict_tables import GateOptions, ReportOptions
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.single import number_of_players
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.repairing import begun_blocks
from marchsim.stats.clusters import FEW
from marchsim.stats.compensation import options
from marchsim.stats.contrasts import HypothesisTest
from marchsim.studies.stages import PlayedStages, StagePlayer, mark

MOST_EACH = 5  # units of a resource that a seat is given or loses
WORSE = 0.05  # p below which a start is shown to be less level than the game as it is
MOST_UNITS = 12  # of all seats and resources together


@dataclass(frozen=True)
class ComparedStart:
    """Units by lever, and the seat balance that was measured with these units in the comparison."""

    units: Units
    unevenness: float
    found: SeatsLevel


@dataclass(frozen=True)
class Levelled:
    """The results: `compared`, with the best first, and `best`, the units confirmed on `deals` fresh deals.

    `after` equals `before` if `best` changes nothing. `closer` tests that the seats are more balanced. `look`
    is a sentence on the number of interim looks at the data, '' at the first. Each call with more blocks adds
    a look. `moved` tests whether the compared combinations have the full effect that the sweep predicts.
    """

    prepared: PreparedLevel
    effects: SeatEffects
    compared: tuple[ComparedStart, ...]
    compared_deals: int
    best: Units
    before: SeatsLevel
    after: SeatsLevel
    closer: HypothesisTest | None
    deals: int
    left_out: int
    played: PlayedStages
    look: str = ""
    moved: Estimate | None = None

    @property
    def units(self) -> Units:
        """The recommended units. There are none if the seats are level already or would become less level."""
        worse = self.closer is not None and self.closer.p < WORSE and self.closer.statistic < 0
        return _nothing(self.prepared) if worse or self.before.verdict == LEVELLED else self.best

    @property
    def verdict(self) -> str:
        """The verdict on the seats when these units are given."""
        return (self.after if any(self.units) else self.before).verdict


def forecast(prepared: PreparedLevel, workers: Workers = None) -> dict[str, Any]:
    """Play a few games of the sweep, store nothing, and estimate the length of the study as plain data.

    The estimate assumes a comparison of all options and a confirmation of the smallest size.
    """
    checked = check(prepared.sweep(), workers=workers, strategy_paths=prepared.folders)
    variants = {SWEEP: len(prepared.ways()), COMPARE: 1 + MOST_OPTIONS, CONFIRM: 2}
    each = prepared.blocks * prepared.players
    played = {stage: TIMES[stage] * each * variants[stage] for stage in TIMES}
    games = sum(played.values())
    return {
        "schema": "marchsim.level-plan/1",
        "players": prepared.players,
        "resources": list(prepared.resources),
        "stages": played,
        "games": games,
        "workers": checked.workers,
        "seconds": checked.seconds / checked.games * games,
    }


def level(
    prepared: PreparedLevel, out: Path, *, workers: Workers = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
) -> Levelled:  # fmt: skip
    """Find starting resources with which all seats win equally often, and confirm them on fresh deals.

    `out` (usually `usual_folder`) gets a run folder for each stage. The same call resumes them, and more
    blocks extend them. Results do not depend on workers. Raises NothingMeasured if void games
    leave too few deals, StateMismatch if a folder belongs to another study, and Interrupted on Ctrl-C.
    """
    for warning in prepared.warnings:
        warn(warning)
    player = StagePlayer(out, progress or Quiet(), {"workers": workers}, prepared.folders)
    swept, first = _shares(player, SWEEP, prepared.sweep(), "sweep")
    effects = seat_effects(swept, prepared.levers, prepared.ways())
    chosen = candidates(effects, prepared)
    named = {f"option-{at}": units for at, units in enumerate(chosen, 1)}
    tried, _ = _shares(player, COMPARE, prepared.stage(COMPARE, named), f"compare-{mark(chosen)}")
    compared = _compared([_nothing(prepared), *chosen], tried, prepared.margin)
    units, part, look = compared[0].units, part_at(first), look_words(first)
    last, name = {AFTER: units} if any(units) else {}, f"confirm-{mark([units])}"
    best = tried.shares[:, [_nothing(prepared), *chosen].index(units)]
    counts = [min(MOST_BLOCKS, times * prepared.blocks) for times in MOST_TIMES]
    many = max(deals_to_decide(best, prepared.margin, part, counts), begun_blocks(out / name))
    fresh, _ = _shares(player, CONFIRM, prepared.stage(CONFIRM, last, many), name)
    before, after = fresh.shares[:, 0], fresh.shares[:, -1]
    options_alone = replace(tried, shares=tried.shares[:, 1:])
    moved = foretold(swept, prepared.ways(), effects, options_alone, chosen)
    return Levelled(
        prepared, effects, compared, tried.deals, units, seats_level(before, prepared.margin, part),
        seats_level(after, prepared.margin, part), more_level(before, after), fresh.deals, fresh.left_out,
        player.played, look, moved,
    )  # fmt: skip


def usual_folder(prepared: PreparedLevel) -> Path:
    """The default folder for a study."""
    return Path("levelled") / f"{prepared.configuration.name}-{prepared.players}"


def _shares(
    player: StagePlayer, stage: str, configuration: Configuration, name: str
) -> tuple[SeatShares, dict[str, Any]]:
    """Play a stage into its run folder. Return the seats' shares by deal, and the manifest.

    Every repetition of a study extends the sweep, so its manifest counts the looks.
    """
    ways = plural(len(configuration.variants) + 1, "way")
    deals = plural(configuration.design.blocks, "deal")
    folder = player.play(name, configuration, stage, f"{name.partition('-')[0]}: {ways} to begin on {deals}")
    found = seat_shares(folder)
    if found.deals < FEW:
        raise NothingMeasured(
            f"{folder.path}: {found.deals} deals have no void game; under {FEW} there is no test; "
            f"`marchsim runs show {shlex.quote(str(folder.path))}` shows the void games by strategy."
        )
    return found, folder.manifest


def _nothing(prepared: PreparedLevel) -> Units:
    return (0,) * len(prepared.own)


def candidates(effects: SeatEffects, prepared: PreparedLevel) -> list[Units]:
    """The combinations of units to compare, which are simple and near the solution.

    They are the best one for each resource alone, the best for each number of changed parameters, and the
    best overall. At most players - 1 parameters change, since there are that many equations for level seats.
    """
    every, changes = range(len(effects.levers)), prepared.players - 1
    parts = [effects.of(name) for name in prepared.resources]
    alone = [options(effects.surface, own, MOST_EACH, MOST_UNITS, changes) for own in parts]
    mixed = options(effects.surface, every, MOST_EACH, MOST_UNITS, changes) if len(alone) > 1 else alone[0]
    firsts = [next((one for one in mixed if one.changes == many), mixed[0]) for many in range(1, changes + 1)]
    found: list[Units] = []
    for option in [*(own[0] for own in alone), *firsts, *mixed]:
        if option.units not in found and prepared.possible(option.units):
            found.append(option.units)
        if len(found) == MOST_OPTIONS:
            break
    return found


def _compared(ways: Sequence[Units], tried: SeatShares, margin: float) -> tuple[ComparedStart, ...]:
    """Sort the combinations, the most level first and, among equally level ones, the smallest first."""
    found = [
        ComparedStart(units, unevenness(tried.shares[:, at]), seats_level(tried.shares[:, at], margin))
        for at, units in enumerate(ways)
    ]
    return tuple(
        sorted(found, key=lambda one: (round(one.unevenness, 12), int(np.abs(one.units).sum()), one.units))
    )


SWEEP, COMPARE, CONFIRM = "level-sweep", "level-compare", "level-confirm"
TIMES = {SWEEP: 1, COMPARE: 2, CONFIRM: 4}  # blocks of a stage at least, where the sweep has one
MOST_TIMES = (4, 5, 6, 8, 10, 12, 16, 24, 32)  # of the confirmation: so many that 80 % of studies decide
SWEPT = (1, -1, 2, -2)  # units of each lever, the further ones where the rules allow them
MOST_OPTIONS = 8  # that are compared, besides the game as it is
AFTER = "levelled"  # the variant that is confirmed
LEAVE_OUT = "A seat cannot begin with so much; name other resources with --by, or change the rules."


@dataclass(frozen=True)
class PreparedLevel:
    """A study ready to play. `resources` are swept, and `own` is the configured value of each lever.

    `begun` has all non-zero handicaps of the configuration, including those for resources that are not swept.
    `margin` is the largest deviation from an equal share that counts as level.
    """

    configuration: Configuration
    folders: tuple[Path, ...]
    players: int
    resources: Mapping[str, Handicap]
    own: Mapping[Lever, int]
    begun: Mapping[str, int]
    blocks: int
    margin: float
    dropped: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def levers(self) -> tuple[Lever, ...]:
        """The levers: each resource of each seat."""
        return tuple(self.own)

    def parameter(self, lever: Lever) -> str:
        """The name of the rule parameter that a lever sets."""
        return self.resources[lever.resource].parameter(lever.seat)

    def rules(self, units: Sequence[int]) -> dict[str, int]:
        """The parameters that differ from the configuration if each lever gets `units` more."""
        told = zip(self.own.items(), units, strict=True)
        return {self.parameter(lever): own + more for (lever, own), more in told if more}

    def overlay(self, units: Sequence[int]) -> dict[str, int]:
        """All non-zero handicaps if each lever gets `units` more, for use with any configuration."""
        return {**self.begun, **self.rules(units)}

    def ways(self) -> tuple[Units, ...]:
        """The combinations of the sweep: one without extra units, then some units of each lever alone."""
        nothing = (0,) * len(self.own)
        alone = [(*nothing[:at], units, *nothing[at + 1 :]) for at in range(len(nothing)) for units in SWEPT]
        return (nothing, *(way for way in alone if abs(sum(way)) == 1 or self.possible(way)))

    def sweep(self) -> Configuration:
        """The configuration of the sweep, in which single levers get one or two units more or fewer."""
        named = {}
        for way in self.ways()[1:]:
            (at,) = np.flatnonzero(way)
            many = "two-" * (abs(way[at]) == 2)
            named[f"{self.parameter(self.levers[at])}-{many}{'more' if way[at] > 0 else 'fewer'}"] = way
        return self.stage(SWEEP, named)

    def stage(
        self, stage: str, options: Mapping[str, Sequence[int]], blocks: int | None = None
    ) -> Configuration:
        """The configuration of a stage: the current game, and one variant for each of `options`."""
        many = TIMES[stage] * self.blocks if blocks is None else blocks
        design = replace(self.configuration.design, blocks=min(MOST_BLOCKS, many))
        variants = tuple(VariantEntry(name, {"rules": self.rules(units)}) for name, units in options.items())
        return replace(self.configuration, design=design, variants=variants)

    def possible(self, units: Sequence[int]) -> bool:
        """Whether the rules allow each lever to get `units` more."""
        one = self.stage(CONFIRM, {AFTER: units})
        try:
            plans.resolved_variants(one, games.load(one.game))
        except RulesError:
            return False
        return True


def prepare(
    config: str | Configuration, by: Sequence[str] = (), players: int | None = None, blocks: int = 500, *,
    strategy_paths: Sequence[Path] = (),
) -> PreparedLevel:  # fmt: skip
    """Prepare a study. Raises ConfigError, RulesError or StrategyError if it cannot be played."""
    within("--deals", blocks, FEW, MOST_BLOCKS)
    asked = configs.load(config) if isinstance(config, str) else config
    if asked.variants:
        raise ConfigError(
            f"{asked.file}: variants: seats are levelled for one set of rules; remove [[variants]] and "
            "[sweep]."
        )
    count = number_of_players(asked, players, "seats are levelled for one", fewest=2)
    known, resources = _resources(asked, by)
    alone, dropped = _without_baselines(asked, count)
    plan = plans.make(alone, strategy_paths, stage=SWEEP)
    if opponent := plan.variants[0].opponent:
        raise ConfigError(
            f"{asked.file}: the players win or lose together, against {opponent}, so no seat wins more than "
            "another; choose rules by which they play against each other."
        )
    values = plan.variants[0].resolved()["rules"]
    own = {
        Lever(name, seat): int(values[handicap.parameter(seat)])
        for name, handicap in resources.items()
        for seat in range(count)
    }
    parameters = [handicap.parameter(seat) for handicap in known.values() for seat in range(count)]
    begun = {name: int(values[name]) for name in parameters if values[name]}
    margin = metrics.question_margin(metrics.SEATS, asked.reported.margins) / 100 / count
    made = PreparedLevel(
        alone, tuple(strategy_paths), count, resources, own, begun, blocks, margin, dropped, plan.warnings()
    )
    try:
        plans.make(made.sweep(), strategy_paths, stage=SWEEP)
    except RulesError as error:
        raise RulesError(f"{error} {LEAVE_OUT}") from None
    return made


def _resources(asked: Configuration, by: Sequence[str]) -> tuple[Mapping[str, Handicap], dict[str, Handicap]]:
    """All resources of the game by name, and the selected ones (all of them if `by` is empty)."""
    game = games.able(asked.game, Handicapped, "no seat can begin with more or less than another")
    for name in by:
        if name not in game.handicaps:
            known = ", ".join(game.handicaps)
            raise ConfigError(
                f"--by: seats begin with no {name!r}.{nearest(name, game.handicaps)} Known: {known}."
            )
    return game.handicaps, {name: one for name, one in game.handicaps.items() if not by or name in by}


def _without_baselines(asked: Configuration, players: int) -> tuple[Configuration, tuple[str, ...]]:
    """The configuration without baselines, and their names. A game with a baseline would not count."""
    dropped = tuple(entry.name for entry in asked.strategies if entry.baseline)
    field = tuple(entry for entry in asked.strategies if not entry.baseline)
    if not field:
        raise ConfigError(
            f"{asked.file}: all strategies are baseline players ({', '.join(dropped)}), whose games do not "
            "count; add strategies, or mark those to be played with `baseline = false`."
        )
    names = {entry.name for entry in field}
    shares = tuple(pair for pair in asked.design.shares if pair[0] in names)  # of a mixture
    alone = replace(
        asked, design=Design("random", (players,), 1, shares=shares), strategies=field, record="rounds",
        stop=Stop(), gating=GateOptions(), reported=ReportOptions((), asked.reported.margins),
    )  # fmt: skip
    return alone, dropped
