"""Prepare a search: its options, its strategies and weights, and its numbers of games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.errors import ConfigError, nearest
from marchsim.kernel.numbers import Tunable
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Design, Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import Configuration, StrategyEntry
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning import single
from marchsim.runner.planning.plan import Plan
from marchsim.runner.planning.single import number_of_players
from marchsim.studies.candidates import Task, TuneJob, stage
from marchsim.studies.tuning.search import Space, Values, chosen, library, population

GENERATIONS = 40  # that a budget is laid out for: fewer deals a generation before fewer generations
MOST_GAMES = 1_000_000_000
MOST_DEALS = 10_000_000
PILOT_DEALS = 50
ABLATION = 400
STEP_GAMES = 4_000  # of a step of the confirmation: what an interruption can cost


@dataclass(frozen=True)
class SearchRequest:
    """The options of a search. If None, `scale` comes from the pilot, and `players` from the configuration.

    `games` is the budget of the search. `confirm` and `ablation` are numbers of deals, each played in every
    seat. The ablation reuses the first deals of the confirmation, and None stands for the default number. If
    `team` is set, the candidate takes all seats in a game that players win together.
    """

    focal: str
    players: int | None = None
    games: int = 130_000
    weights: tuple[str, ...] = ()
    by_round: bool = False
    against: tuple[str, ...] = ()
    scale: float | None = None
    confirm: int = 1_000
    ablation: int | None = None
    stage_seed: int = 1
    team: bool = False

    def check(self) -> None:
        """Raise ConfigError if an option is out of range."""
        for option, value, low, high in (
            ("--games", self.games, 1, MOST_GAMES),
            ("--confirm", self.confirm, 2, MOST_DEALS),
            ("--ablation", self.set_back, 0, MOST_DEALS),
            ("stage_seed", self.stage_seed, 0, 2**63 - 1),
            ("--scale", self.scale, 0.01, 1e6),
        ):
            within(option, value, low, high)
        if self.set_back > self.confirm:
            raise ConfigError(
                f"--ablation: {self.set_back} deals are more than the {self.confirm} of --confirm, of which "
                "they are the first; give fewer, or 0 for none."
            )

    @property
    def set_back(self) -> int:
        """The number of deals of the ablation, which sets one weight back at a time."""
        return min(ABLATION, self.confirm) if self.ablation is None else self.ablation

    def data(self) -> dict[str, Any]:
        """The options as plain data."""
        found = {**asdict(self), "ablation": self.set_back}
        return found if self.team else {key: value for key, value in found.items() if key != "team"}


@dataclass(frozen=True)
class SearchBudget:
    """The numbers of games of a search: generations of candidates, each on `deals` deals in every seat."""

    generations: int
    candidates: int
    deals: int
    players: int
    confirm: int
    ablated: int

    @property
    def pilot(self) -> int:
        """The number of games of the pilot."""
        return PILOT_DEALS * self.players

    @property
    def search(self) -> int:
        """The number of games of the search."""
        return self.generations * self.candidates * self.deals * self.players

    @property
    def sealed(self) -> int:
        """The largest number of games that the confirmation and the ablation can have."""
        return (2 * self.confirm + self.ablated) * self.players

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.pilot + self.search + self.sealed


def budget(asked: SearchRequest, players: int, size: int, weights: int) -> SearchBudget:
    """The numbers of games for a space of `size` dimensions and for `weights` weights."""
    candidates = population(size)
    each = candidates * players
    deals = max(1, asked.games // (GENERATIONS * each))
    generations = asked.games // (each * deals)
    if not generations:
        raise ConfigError(
            f"--games: {asked.games:,} are not one generation: {candidates} candidates in {players} seats "
            f"take {each:,} games at least, and some {GENERATIONS} generations find something."
        )
    return SearchBudget(generations, candidates, deals, players, asked.confirm, asked.set_back * weights)


class NoWeights(ConfigError):
    """Raised if a strategy has no weights to tune."""


METHOD = "1"  # of how games become a result; a search is not continued under another


@dataclass(frozen=True)
class PreparedTuning:
    """A search ready to run. The first strategy of its plan is the focal one, which is tuned."""

    configuration: Configuration
    plan: Plan
    job: TuneJob
    game: Tunable
    asked: SearchRequest
    players: int
    space: Space
    budget: SearchBudget
    shares: tuple[float, ...] = ()  # of the others, where they are a mixture
    variant: str = ""  # of the configuration; '' if it has none

    @property
    def against(self) -> tuple[str, ...]:
        """The names of the other strategies, or () if there is only one player."""
        if self.players == 1:
            return ()
        return tuple(entry.name for entry in self.plan.configuration.strategies[1:])

    def parameters(self, values: Values) -> dict[str, object]:
        """The focal strategy's parameters, in which these weights replace its own."""
        changed = self.space.changed(values)
        own = self.job.entrants[0].parameters
        return self.game.weighed(own, {name: values[name] for name in changed}) if changed else dict(own)

    def task(self, word: str, first: int, deals: int, candidates: Sequence[Values]) -> Task:
        """A task in which `candidates` play deals of a stage."""
        words = stage(word, self.asked.stage_seed)
        made = tuple(self.parameters(values) for values in candidates)
        return Task(words, first, deals, made, shares=self.shares, team=self.asked.team)

    def identity(self) -> dict[str, str]:
        """The identity of the search in the user's words. If anything in it differs, it is another search."""
        parts = {key: value for key, value in self.plan.identity().items() if key not in ("stage", "record")}
        options = {**self.asked.data(), "players": self.players}
        asked = {f"--{key.replace('_', '-')}": json.dumps(value) for key, value in options.items()}
        weights = [[weight.name, *weight.values] for weight in self.space.weights]
        mixed = {"shares": json.dumps(self.shares)} if self.shares else {}
        return parts | asked | {"weights": json.dumps(weights), "method": METHOD} | mixed


def prepare(
    config: str | Configuration,
    asked: SearchRequest,
    *,
    strategy_paths: Sequence[Path] = (),
    variant: str = "",
) -> PreparedTuning:
    """Prepare a search under the rules of a variant. Raises ConfigError if it is impossible.

    Raises NoWeights if the strategy has no weights, and StrategyError if it cannot be loaded.
    """
    asked.check()
    library()
    configuration = configs.load(config) if isinstance(config, str) else config
    if variant:
        configuration = single.of(configuration, variant)
    if configuration.variants:
        raise ConfigError(
            f"{configuration.file}: variants: a plan is tuned for one set of rules; say which with --variant "
            "NAME (base: those without a variant)."
        )
    players = number_of_players(configuration, asked.players, "a plan is tuned for one")
    field = _seated(configuration, asked, players)
    design = Design("random", (players,), 1)
    alone = replace(configuration, design=design, strategies=field, record="rounds", stop=Stop())
    plan = plans.make(alone, strategy_paths, stage="tune")
    if asked.team and not plan.variants[0].opponent:
        raise ConfigError(
            f"--team: {configuration.file}: its players play against each other, and among copies of itself "
            'a plan wins its share; a team is tuned for a game that is won together (preset = "coop").'
        )
    game = games.able(configuration.game, Tunable, "its strategies have no weights that can be tuned")
    first = plan.job.entrants[0]
    weights = game.weights_of(plan.variants[0], players, first.source, first.parameters)
    if not weights:
        raise NoWeights(f"--focal: {asked.focal} has no weights, so there is nothing to tune.")
    space = chosen(weights, asked.weights, asked.by_round)
    laid = budget(asked, players, space.size, len(space.weights))
    mixed = dict(configuration.design.shares)
    shares = tuple(mixed[entry.name] for entry in field[1:]) if mixed else ()
    return PreparedTuning(
        configuration, plan, TuneJob.of(plan.job), game, asked, players, space, laid, shares, variant
    )


def ending(path: Path) -> None:
    """Raise ConfigError if a file's name does not end in .toml, or if it is the name of a folder."""
    if path.suffix != ".toml":
        raise ConfigError(f"--out: {path}: configurations know such a file by its ending; name it .toml.")
    if path.is_dir():
        raise ConfigError(f"--out: {path}: is a folder, where a file will be; choose another name.")


def named(configuration: Configuration, option: str, names: Sequence[str]) -> dict[str, StrategyEntry]:
    """The strategies of a configuration by name. Raises ConfigError for an unknown name."""
    known = {entry.name: entry for entry in configuration.strategies}
    for name in names:
        if name not in known:
            raise ConfigError(
                f"{option}: {configuration.file}: no strategy is named {name!r}.{nearest(name, known)} "
                f"Known: {', '.join(known)}."
            )
    return known


def _seated(configuration: Configuration, asked: SearchRequest, players: int) -> tuple[StrategyEntry, ...]:
    """The focal strategy, then the others."""
    known = named(configuration, "--focal", (asked.focal,))
    named(configuration, "--against", asked.against)
    if len(set(asked.against)) < len(asked.against):
        raise ConfigError("--against: a strategy is named twice; name each once.")
    if asked.team:
        if asked.against:
            raise ConfigError("--team: the strategy takes all seats, so nobody is left for --against.")
        return (known[asked.focal],)
    others = asked.against or tuple(name for name in known if name != asked.focal)
    if not others and players > 1:
        raise ConfigError(
            f"{configuration.file}: strategies: {asked.focal} is the only one, so nobody plays against it; "
            f"add others, or give --against {asked.focal} (it plays against itself as it is)."
        )
    return (known[asked.focal], *(known[name] for name in others))
