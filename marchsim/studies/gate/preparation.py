"""A configuration prepared for the gate (metrics, fixed games, fingerprints), and the games of its tier 2."""

from __future__ import annotations

import shlex
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from marchsim.analysis.variants.blocks import Blocks, blocks
from marchsim.analysis.variants.verdicts import Paired
from marchsim.errors import ConfigError, NothingMeasured, StrategyError, nearest
from marchsim.kernel.game import StrategySource, Variant
from marchsim.recorder import metrics as catalogue
from marchsim.recorder.claims import Claim
from marchsim.recorder.metrics import ALL_SEATS, OF, USUAL, USUAL_TOGETHER, Margin
from marchsim.runner import run
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import settings, sources
from marchsim.runner.configuration.design import Stop
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


@dataclass(frozen=True)
class MetricValues:
    """Metric values by number of players, blocks played, blocks planned (`of`), and void games by reason."""

    blocks: Sequence[Blocks]
    played: int
    of: int
    games: int
    voids: dict[str, int]
    seconds: float


def measure(
    prepared: PreparedGate,
    workers: Workers = None,
    stage: str = "main",
    most_blocks: int | None = None,
    seconds: float | None = None,
) -> MetricValues:
    """Play the blocks of the design and measure them, up to `most_blocks` blocks or `seconds` seconds."""
    configuration = prepared.configuration
    stop = Stop(minutes=max(seconds, 0.1) / 60) if seconds is not None else Stop()
    wanted = most_blocks or configuration.design.blocks
    configuration = replace(configuration.changed(blocks=wanted), stop=stop, record="rounds")
    with tempfile.TemporaryDirectory(prefix="marchsim-gate-") as folder:
        result = run(
            configuration, Path(folder) / "run", workers=workers, strategy_paths=prepared.folders, stage=stage
        )  # fmt: skip
        found = blocks(result.folder, prepared.metrics) if result.games else []
    barred = prepared.plan.baselines()
    if result.games and not found and barred:
        raise NothingMeasured(
            f"{configuration.file}: a baseline player ({', '.join(sorted(barred))}) plays in every game, and "
            "such games do not count, so tier 2 has nothing to measure; add strategies, or mark those "
            "to be measured with `baseline = false`."
        )
    voids: Counter[str] = Counter()
    for kinds in result.voids.values():
        voids.update(kinds)
    per_block = prepared.plan.schedule.games_per_block
    return MetricValues(found, result.games // per_block, wanted, result.games, voids, result.seconds)


def paired(then: Sequence[Blocks], now: Sequence[Blocks]) -> list[Paired]:
    """Pair the values of each metric on common deals, for each number of players, in the order of `now`."""
    found = []
    before = {part.players: part for part in then}
    for part in now:
        known = before.get(part.players)
        if known is None:
            continue
        place = {deal: at for at, deal in enumerate(known.deals)}
        here = [at for at, deal in enumerate(part.deals) if deal in place]
        there = [place[part.deals[at]] for at in here]
        for metric, values in part.values.items():
            if metric not in known.values:
                continue
            old = np.array(known.values[metric], dtype=np.float64)[there]  # NaN where there is none
            new = np.array(values, dtype=np.float64)[here]
            whole = ~np.isnan(old) & ~np.isnan(new)
            if whole.any():
                found.append(Paired(metric, part.players, old[whole], new[whole]))
    return found
