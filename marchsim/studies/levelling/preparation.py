"""Prepare a levelling study: strategies, levers (resource and seat), and numbers of games.

The study has three stages with separate deals. The sweep moves every lever one and two units up and down. The
comparison plays options near the solution, and the confirmation plays the best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from marchsim import games
from marchsim.analysis.variants.seat_effects import Lever, Units
from marchsim.errors import ConfigError, RulesError, nearest
from marchsim.kernel.numbers import Handicap, Handicapped
from marchsim.recorder import metrics
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Design, Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration, VariantEntry
from marchsim.runner.configuration.verdict_tables import GateOptions, ReportOptions
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.single import number_of_players
from marchsim.stats.clusters import FEW

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
