"""Who answers whom, by which rules: a population under one set of rules with one number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from marchsim import games
from marchsim.errors import ConfigError
from marchsim.kernel.tuning import Tunable
from marchsim.runner.configuration import sources
from marchsim.runner.configuration.design import Design
from marchsim.runner.configuration.gate_options import GateOptions
from marchsim.runner.configuration.report_options import ReportOptions
from marchsim.runner.configuration.schema import Configuration, StrategyEntry
from marchsim.runner.configuration.stop import Stop
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.runner.planning.single import number_of_players
from marchsim.studies.responding.sought import Sought
from marchsim.studies.tuning.prepared import named
from marchsim.studies.tuning.search import library

LEAST_SHARE = 0.005  # of a mixture; who has less is not drawn
MOST_STRATEGIES = 30  # of whose pairs a mixture is made


@dataclass(frozen=True)
class DrawnField:
    """A population: `entries` and, where it is a mixture, how often each is drawn (0: never)."""

    configuration: Configuration
    players: int
    entries: tuple[StrategyEntry, ...]
    shares: dict[str, float] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()

    @property
    def drawn(self) -> tuple[StrategyEntry, ...]:
        """Return those that sit at tables."""
        return tuple(one for one in self.entries if not self.shares or self.shares[one.name] > 0)

    def weights(self) -> tuple[float, ...]:
        """Return how often each of `drawn` sits at a table; () if all equally often."""
        return tuple(self.shares[one.name] for one in self.drawn) if self.shares else ()

    def mixed(self, shares: dict[str, float]) -> DrawnField:
        """Return it as a mixture; shares under LEAST_SHARE are none."""
        kept = {name: share if share >= LEAST_SHARE else 0.0 for name, share in shares.items()}
        whole = sum(kept.values())
        return replace(self, shares={name: share / whole for name, share in kept.items()})

    def joined(self, entry: StrategyEntry) -> DrawnField:
        """Return it with one more, and without shares."""
        return replace(self, entries=(*self.entries, entry), shares={})

    def configured(self, entries: Sequence[StrategyEntry], blocks: int = 1) -> Configuration:
        """Return a configuration in which line-ups of entries are drawn, all equally often."""
        return replace(
            self.configuration, design=Design("random", (self.players,), blocks), strategies=tuple(entries),
            record="rounds", stop=Stop(), gating=GateOptions(), reported=ReportOptions(), population=None,
        )  # fmt: skip

    def plan(self, entries: Sequence[StrategyEntry]) -> Plan:
        """Return the plan of such a configuration."""
        return plans.make(self.configured(entries), self.folders, stage="answer")


def population(single: Configuration, sought: Sought, folders: Sequence[Path]) -> DrawnField:
    """Return the population of a configuration of one variant: all but yardsticks, or those of --against."""
    players = number_of_players(single, sought.players, "an answer is to games with one number of players")
    known = named(single, "--against", sought.against)
    names = sought.against or tuple(name for name, entry in known.items() if not entry.yardstick)
    if not names:
        raise ConfigError(
            f"{single.file}: strategies: all are yardsticks, which make no population; name some with "
            "--against."
        )
    if len(names) + sought.rounds > MOST_STRATEGIES:
        raise ConfigError(
            f"{single.file}: strategies: {len(names)} and an answer in each of {sought.rounds} rounds are "
            f"more than {MOST_STRATEGIES}, whose pairs are too many; name some with --against."
        )
    found = DrawnField(single, players, tuple(known[name] for name in names), {}, tuple(folders))
    shares = dict(single.design.shares)
    found = found.mixed({name: shares[name] for name in names}) if shares else found
    _check(found, sought)
    return found


def _check(found: DrawnField, sought: Sought) -> None:
    """Raise an error before a game is played: where nobody can be exploited, or not by what is asked for."""
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
    """Return the strategies that search: those that are named, or the slow ones that the game ships."""
    game = found.configuration.game
    if sought.search is not None:
        return tuple(StrategyEntry(use, use) for use in sought.search)
    quick = sources.quick(game)
    return tuple(StrategyEntry(name, name) for name in sources.available(game) if name not in quick)


def tunable(found: DrawnField) -> tuple[StrategyEntry, ...]:
    """Return those of the population whose weights can be tuned."""
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
    """Return a searcher with weights of a plan, as far as it has weights of these names; else as it is."""
    game = games.load(found.configuration.game)
    assert isinstance(game, Tunable)
    plan = found.plan([searcher])
    entrant = plan.job.entrants[0]
    known = game.weights_of(plan.variants[0], found.players, entrant.source, entrant.parameters)
    same = {weight.name: values[weight.name] for weight in known if weight.name in values}
    return replace(searcher, parameters=game.weighed(searcher.parameters, same)) if same else searcher
