"""A configuration prepared for the gate: metrics, the table for fixed games, and fingerprints."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marchsim.errors import ConfigError, StrategyError, nearest
from marchsim.kernel.game import StrategySource, Variant
from marchsim.recorder import metrics as catalogue
from marchsim.recorder.claims import Claim
from marchsim.recorder.metrics import ALL_SEATS, OF, USUAL, USUAL_TOGETHER, Margin
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import settings, sources
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.configuration.verdict_tables import POLICIES, GateOptions
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.studies.gate.fixed_games import FixedTable


@dataclass(frozen=True)
class PreparedGate:
    """A rule set ready for the gate, with the plan for tier 2, the table for tier 1, and the metrics."""

    config: str
    rules: tuple[str, ...]
    configuration: Configuration
    plan: Plan
    table: FixedTable
    policies: Mapping[str, StrategySource]
    metrics: tuple[str, ...]
    folders: tuple[Path, ...]
    population: str = ""

    @property
    def chosen(self) -> list[str]:
        """The command-line words that select these rules, players and folders."""
        words = settings.options(self.rules)
        words += ["--population", self.population] if self.population else []
        return [*words, *(word for folder in self.folders for word in ("--strategy-path", str(folder)))]

    def command(self, baseline: Path, *words: str) -> str:
        """The command of this gate, with `words` added at its end."""
        return shlex.join(
            ["marchsim", "gate", self.config, "--baseline", str(baseline), *self.chosen, *words]
        )

    @property
    def variant(self) -> Variant:
        """The rule set of the gate."""
        return self.plan.variants[0]

    @property
    def gating(self) -> GateOptions:
        """The configuration's [gate] table."""
        return self.configuration.gating

    def workload(self) -> dict[str, Any]:
        """The settings in which two gates must agree to be comparable: all but rules, components and code."""
        barred = sorted(self.plan.baselines())
        return {
            "game": self.configuration.game,
            "seed": self.configuration.seed,
            "design": self.configuration.design.data(),
            "strategies": self.configuration.data()["strategies"],
            "players": list(self.plan.players()),
            "policies": list(self.gating.policies),
            "games": self.gating.games,
            "metrics": list(self.metrics),
            "margins": dict(sorted(self.gating.margins.items())),
            **({"baselines": barred} if barred else {}),  # their games are left out of all values
        }

    def fingerprints(self) -> dict[str, Any]:
        """A hash of each part that may change: rules, engine, strategies and policies."""
        return {
            "rules and components": self.variant.fingerprint,
            "engine": self.plan.job.engine,
            **{f"strategy {entrant.name}": entrant.fingerprint() for entrant in self.plan.job.entrants},
            **{f"policy {use}": source.sha256 for use, source in self.policies.items()},
        }

    def margin(self, metric: str, players: int) -> Margin:
        """The declared or default margin of a metric. A smaller difference counts as no change."""
        several = players if catalogue.component(metric) else 0
        return catalogue.margin(metric, self.gating.margins, several)


def prepare(
    config: str, rules: Sequence[str] = (), folders: Sequence[Path] = (), population: str = "",
    named: bool = True,
) -> PreparedGate:  # fmt: skip
    """Prepare a configuration for the gate, with overlay files on top of its rules.

    A population replaces the configuration's players. `named` is False if the baseline named the
    configuration and the user did not. Strategy files are then loaded only from `folders`.
    """
    configuration = configs.load(config, population, settings.preset_of(rules))
    if not named:
        configuration = replace(configuration, folder=None)
    overlays = configs.read_overlays(rules, configuration.game)
    configuration = configuration.changed(overlays=overlays)
    if configuration.variants:
        raise ConfigError(
            f"{configuration.file}: variants: a gate compares one ruleset with its baseline; remove "
            "[[variants]] and [sweep]."
        )
    configuration = with_policies(configuration)
    plan = plans.make(configuration, folders)
    metrics = metric_names(configuration, plan.variants[0])
    place = f"{configuration.file}: gate.policies"
    found, makers = {}, {}
    allowed = plans.strategy_folders(configuration, folders)
    for use in configuration.gating.policies:
        found[use] = sources.find(use, allowed, place, configuration.game)
    for use, source in found.items():
        try:
            makers[use] = plan.game.strategy_factory(plan.game.strategy_class(source), {})
        except StrategyError as error:
            raise StrategyError(f"{place}: {error}") from None
    table = FixedTable(plan.game, plan.variants[0], makers, configuration.seed)
    return PreparedGate(
        config, tuple(rules), configuration, plan, table, found, metrics, tuple(folders), population
    )  # fmt: skip


def with_policies(configuration: Configuration) -> Configuration:
    """The configuration, with its own strategies as policies unless the game ships all default policies.

    If the configuration names its policies, they stay.
    """
    gating = configuration.gating
    if gating.policies != POLICIES or set(POLICIES) <= set(sources.available(configuration.game)):
        return configuration
    uses = tuple(dict.fromkeys(entry.use for entry in configuration.strategies))[: len(POLICIES)]
    return replace(configuration, gating=replace(gating, policies=uses))


def chosen_claims(configuration: Configuration) -> tuple[Claim, ...]:
    """The claims that [gate] selects by text or metric. Raises ConfigError for an unknown name."""
    named = {claim.text or claim.metric: claim for claim in configuration.claims}
    for name in configuration.gating.claims:
        if name not in named:
            known = ", ".join(named) or "none; add [[claims]]"
            raise ConfigError(
                f"{configuration.file}: gate.claims: there is no claim {name!r}.{nearest(name, named)} "
                f"Known: {known}."
            )
    return tuple(named[name] for name in configuration.gating.claims)


def metric_names(configuration: Configuration, variant: Variant) -> tuple[str, ...]:
    """The metrics of a configuration, or the default ones. Raises ConfigError for an unknown name."""
    gating = configuration.gating
    together = bool(variant.opponent)
    names = [entry.name for entry in configuration.strategies]
    known = [*([] if together else [ALL_SEATS]), *catalogue.known(together, names)]
    usual = USUAL_TOGETHER if together else (*USUAL, *(OF + name for name in configuration.design.focal))
    chosen = gating.metrics or usual
    where = {
        "gate.metrics": gating.metrics, "gate.margins": gating.margins, "targets": gating.targets,
        "gate.claims": [claim.metric for claim in chosen_claims(configuration)],
    }  # fmt: skip
    for place, asked in where.items():
        for name in asked:
            unknown = name not in known and not catalogue.component(name)
            if unknown or (name == ALL_SEATS and place == "targets"):
                raise ConfigError(
                    f"{configuration.file}: {place}: there is no metric {name!r} here.{nearest(name, known)} "
                    f"Known: {', '.join(known)}."
                )
            if name not in chosen:
                raise ConfigError(
                    f"{configuration.file}: {place}: metric {name!r} is not among those compared "
                    f"({', '.join(chosen)}); add it to gate.metrics."
                )
    return catalogue.expanded(chosen, max(configuration.design.players))
