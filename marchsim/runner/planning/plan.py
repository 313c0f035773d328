"""A configuration prepared for playing: resolved variants, checked strategies, schedule and job.

The job is the plain data that a worker needs: texts and numbers, never a path. To resume a stored run, the
plan must have the same identity.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import marchsim
from marchsim import games
from marchsim.errors import ConfigError, MarchsimError, StrategyError, nearest
from marchsim.kernel.game import Game, StrategySource, Variant
from marchsim.recorder import manifest as manifests
from marchsim.recorder import metrics
from marchsim.recorder import portion as portions
from marchsim.recorder.manifest import FORMER, SCHEMA
from marchsim.recorder.metrics import component
from marchsim.recorder.portion import Portion
from marchsim.runner.configuration import sources
from marchsim.runner.configuration.design import Design
from marchsim.runner.configuration.populations import overlaid
from marchsim.runner.configuration.schema import Configuration, Overlay, VariantEntry
from marchsim.runner.configuration.sources import is_shipped
from marchsim.runner.planning.schedule import Schedule
from marchsim.tabletop.watching.scene import Watchable

BASE = "base"


@dataclass(frozen=True)
class VariantRecipe:
    """The data from which a worker makes a variant, and the fingerprint that it must have.

    `strategies` has the changed parameters by strategy. `base` marks the configuration itself.
    """

    name: str
    preset: str
    overlays: tuple[Overlay, ...]
    fingerprint: str
    strategies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    base: bool = False

    def parameters(self, entrant: Entrant) -> dict[str, Any]:
        """The parameters that an entrant has in this variant."""
        return dict(self.strategies.get(entrant.name, entrant.parameters))

    def identity(self) -> str:
        """The hash of all that determines the variant's games: rules, components, changed parameters."""
        if not self.strategies:
            return self.fingerprint
        return sha256(f"{self.fingerprint}\n{canonical(self.strategies)}".encode()).hexdigest()


@dataclass(frozen=True)
class Entrant:
    """A strategy of the field as plain data."""

    name: str
    source: StrategySource
    parameters: dict[str, Any]

    def fingerprint(self) -> str:
        """The hash of the source text, class and parameters, which determine how the strategy plays."""
        words = [self.source.sha256, self.source.class_name, canonical(self.parameters)]
        return sha256("\n".join(words).encode()).hexdigest()


@dataclass(frozen=True)
class Job:
    """The plain data that a worker needs to play any game of a plan."""

    game: str
    where: str
    engine: str
    record: str
    decision_seconds: float
    seed: int
    stage: str
    design: Design
    variants: tuple[VariantRecipe, ...]
    entrants: tuple[Entrant, ...]
    part: tuple[int, int] = (1, 1)
    known: tuple[int, ...] = ()  # by variant, how many first blocks need not be played (runner.known_games)

    def knows(self, block: int, variant: int) -> bool:
        """Whether the games of a block and variant can be copied from another run."""
        return bool(self.known) and block < self.known[variant]

    @property
    def trusted(self) -> bool:
        """Whether all strategies are shipped ones."""
        return all(is_shipped(one.source.origin, one.source.text) for one in self.entrants)

    @property
    def stretch(self) -> int:
        """The number of consecutive games to which a chunk is limited. 0 if there is no limit."""
        return 0

    def marks(self) -> dict[str, str]:
        """Further entries for the identity of the plan, for a study whose own data affect its games."""
        return {}

    def portion(self, schedule: Schedule) -> Portion:
        """The games of the schedule that are to be played: all, or only a part of the blocks."""
        return Portion(*self.part, schedule.games_per_block)

    def schedule(self) -> Schedule:
        """The schedule of all games."""
        names = [entrant.name for entrant in self.entrants]
        return Schedule(self.design, names, len(self.variants), self.seed, self.stage)


@dataclass(frozen=True)
class Plan:
    """A tournament that is ready to be played, and its description for the manifest."""

    configuration: Configuration
    game: Game
    variants: tuple[Variant, ...]
    job: Job
    schedule: Schedule

    @property
    def portion(self) -> Portion:
        """The games of the schedule that are to be played."""
        return self.job.portion(self.schedule)

    @property
    def blocks(self) -> range:
        """The numbers of the blocks that are to be played."""
        number, of = self.job.part
        return range(number - 1, self.job.design.blocks, of)

    def identity(self) -> dict[str, str]:
        """Everything that determines the games, by name. The number of blocks may grow, so it is left out."""
        design = {key: value for key, value in self.job.design.data().items() if key != "blocks"}
        parts = {
            "game": self.job.game,
            "engine": self.job.engine,
            "seed": str(self.job.seed),
            "stage": self.job.stage,
            "record": self.job.record,
            "design": canonical(design),
            "order of strategies": canonical([entrant.name for entrant in self.job.entrants]),
            "order of variants": canonical([recipe.name for recipe in self.job.variants]),
        }
        if self.portion.words:
            parts["part"] = self.portion.words
        parts |= self.job.marks()
        parts |= {f"variant {recipe.name}": recipe.identity() for recipe in self.job.variants}
        return parts | {f"strategy {e.name}": e.fingerprint() for e in self.job.entrants}

    def baselines(self) -> frozenset[str]:
        """The names of the baselines, whose games count in no verdict."""
        return frozenset(one.name for one in self.configuration.strategies if one.baseline)

    def handicapped(self) -> frozenset[str]:
        """The names of the handicapped strategies, which no verdict judges."""
        return frozenset(one.name for one in self.configuration.strategies if one.handicapped)

    def players(self) -> tuple[int, ...]:
        """The numbers of players that occur in the games."""
        return tuple(sorted({matchup.players for matchup in self.schedule.matchups}))

    def warnings(self) -> tuple[str, ...]:
        """Warnings about the variants, each given once with the names of its variants."""
        found: dict[str, list[str]] = {}
        for variant in self.variants:
            for warning in variant.warnings(self.players()):
                found.setdefault(warning, []).append(variant.name)
        for former, word in FORMER.items():
            if re.search(rf"\b{former}\s*=", self.configuration.text):
                told = f"`{former}` is called `{word}` now. The next release no longer reads the former word"
                found[told] = [variant.name for variant in self.variants]
        return tuple(
            warning if len(names) == len(self.variants) else f"variant {', '.join(names)}: {warning}"
            for warning, names in found.items()
        )

    def manifest(self) -> dict[str, Any]:
        """The description of the plan for the manifest, as plain JSON data."""
        return {
            "schema": SCHEMA,
            "marchsim": marchsim.__version__,
            "game": self._game,
            "identity": self.identity(),
            "versions": versions(),
            "configuration": {
                "file": Path(self.configuration.file).name,
                "text": self.configuration.text,
                "resolved": self.configuration.data(),
            },
            "plan": size(self.job, self.schedule),
            "variants": manifests.compact(
                [
                    _described(recipe, variant, self.players())
                    for recipe, variant in zip(self.job.variants, self.variants, strict=True)
                ]
            ),
            "strategies": [
                {
                    "name": entrant.name,
                    "use": entrant.source.use,
                    "class": entrant.source.class_name,
                    "file": entrant.source.origin,
                    "sha256": entrant.source.sha256,
                    "parameters": entrant.parameters,
                    "baseline": entrant.name in self.baselines(),
                    "handicapped": entrant.name in self.handicapped(),
                    "source": entrant.source.text,
                }
                for entrant in self.job.entrants
            ],
            **self._population(),
        }

    @property
    def _game(self) -> dict[str, Any]:
        """The names of the game, and its word for games without a winner if it has one."""
        told = getattr(self.game, "unwon", "")
        known = {"name": self.game.name, "title": self.game.title, "watched": self._watched}
        return {**known, **({"unwon": told} if told else {})}

    @property
    def _watched(self) -> bool:
        return isinstance(self.game, Watchable) and self.game.watchable

    def _population(self) -> dict[str, Any]:
        """The population, with the fingerprints of its players in each variant."""
        cast = self.configuration.population
        if cast is None:
            return {}
        prints = {
            recipe.name: {
                entrant.name: replace(entrant, parameters=recipe.parameters(entrant)).fingerprint()
                for entrant in self.job.entrants
                if entrant.name in cast.played and (recipe.base or entrant.name in recipe.strategies)
            }
            for recipe in self.job.variants
        }
        told = {name: found for name, found in prints.items() if found}
        return {"population": {**cast.data(), "players": told}}


def size(job: Job, schedule: Schedule) -> dict[str, Any]:
    """The numbers of blocks, games and deals to be played, as plain data for the manifest."""
    portion = job.portion(schedule)
    blocks = job.design.blocks
    found: dict[str, Any] = {
        "games": portion.size(blocks),
        "deals": schedule.deals() // blocks * portion.blocks(blocks),
        "blocks": blocks,
        "games_per_block": schedule.games_per_block,
    }
    return found | ({"part": portion.words} if portion.words else {})


def _described(recipe: VariantRecipe, variant: Variant, players: Sequence[int]) -> dict[str, Any]:
    return {
        "name": variant.name,
        "preset": variant.preset,
        "fingerprint": variant.fingerprint,
        "opponent": variant.opponent,
        "warnings": list(variant.warnings(players)),
        "provenance": variant.provenance(),
        "base": recipe.base,
        "strategies": recipe.strategies,
        "resolved": variant.resolved(),
    }


def make(
    configuration: Configuration,
    folders: Sequence[Path] = (),
    stage: str = "main",
    entrants: Sequence[Entrant] | None = None,
    part: str = "",
) -> Plan:
    """Prepare a configuration for playing.

    Strategies come from `strategy_folders`, unless the caller gives `entrants`. `part`, such as `1/3`, leaves
    the other blocks to other machines.
    """
    share = portions.read(part, 1) if part else Portion()
    for folder in folders:
        if not folder.is_dir():
            raise ConfigError(f"--strategy-path: {folder}: there is no such folder; check the path.")
    game = games.load(configuration.game)
    recipes, variants = resolved_variants(configuration, game)
    _check_components(configuration, game, variants)
    if entrants is None:
        entrants = _entrants(configuration, game, strategy_folders(configuration, folders))
    _check_changes(configuration, game, recipes, entrants)
    if share.words and configuration.stop.open_ended:
        raise ConfigError(
            f"--part: {share.words}: a part of a run cannot know when the whole run should stop by [stop] "
            "minutes or precision; remove these, or play the run undivided."
        )
    where = games.where(configuration.game)
    job = Job(
        configuration.game, where, engine_fingerprint(where), configuration.record,
        configuration.decision_seconds, configuration.seed, stage, configuration.design, recipes,
        tuple(entrants), (share.number, share.of),
    )  # fmt: skip
    schedule = _checked(configuration, job, variants)
    most = configuration.stop.blocks_of(job.design.blocks, schedule.games_per_block)
    if most < job.design.blocks:
        job = replace(job, design=replace(job.design, blocks=most))
        schedule = job.schedule()
    return Plan(configuration, game, variants, job, schedule)


def _check_components(configuration: Configuration, game: Game, variants: Sequence[Variant]) -> None:
    """Raise ConfigError if a metric is about a component that no variant deals to seats."""
    own, gated = configuration.reported, configuration.gating
    asked = {
        "claims": [claim.metric for claim in configuration.claims],
        "report.metrics": own.metrics, "report.margins": own.margins,
        "gate.metrics": gated.metrics, "targets": gated.targets,
    }  # fmt: skip
    named = [(place, name) for place, names in asked.items() for name in names if component(name)]
    known = (
        {name for variant in variants for name in metrics.known_components(game, variant)} if named else set()
    )
    for place, name in named:
        if name not in known:
            near = nearest(name, sorted(known)) or f" Seats of {game.title} are dealt no components."
            raise ConfigError(f"{configuration.file}: {place}: there is no metric {name!r}.{near}")


def _check_changes(
    configuration: Configuration, game: Game, recipes: Sequence[VariantRecipe], entrants: Sequence[Entrant]
) -> None:
    """Raise StrategyError if a strategy does not accept the parameters that a variant gives it."""
    for recipe in recipes:
        for entrant in entrants:
            if entrant.name in recipe.strategies:
                try:
                    game.strategy_factory(game.strategy_class(entrant.source), recipe.parameters(entrant))
                except StrategyError as error:
                    place = f"{configuration.file}: variant {recipe.name!r}: strategies.{entrant.name}"
                    raise StrategyError(f"{place}: {error}") from None


def _checked(configuration: Configuration, job: Job, variants: Sequence[Variant]) -> Schedule:
    """The schedule of a job. Raises ConfigError if a variant does not allow one of the numbers of players."""
    try:
        schedule = job.schedule()
    except ConfigError as error:
        raise ConfigError(f"{configuration.file}: {error}") from None
    for players in sorted({matchup.players for matchup in schedule.matchups}):
        for recipe, variant in zip(job.variants, variants, strict=True):
            if refusal := variant.refusal(players):
                raise ConfigError(f"{configuration.file}: design.players: variant {recipe.name!r}: {refusal}")
    return schedule


def resolved_variants(
    configuration: Configuration, game: Game
) -> tuple[tuple[VariantRecipe, ...], tuple[Variant, ...]]:
    """The recipes and the variants, in order. The base is first unless a listed variant equals it.

    A preset that a variant names replaces that of the configuration.
    """
    preset = configuration.preset
    base = _resolved(configuration, game, BASE, configuration.overlays)
    recipes: list[VariantRecipe] = []
    variants: list[Variant] = []
    for entry in configuration.variants:
        replaced = {"preset"} & set(entry.overlay)
        below = [
            (source, {key: value for key, value in overlay.items() if key not in replaced})
            for source, overlay in configuration.overlays
        ]
        overlays = (*below, (f"{configuration.file}: variants.{entry.name}", dict(entry.overlay)))
        variants.append(_resolved(configuration, game, entry.name, overlays))
        changed = _changed(configuration, entry)
        equal = variants[-1].fingerprint == base.fingerprint and not changed
        same = equal and not any(recipe.base for recipe in recipes)
        recipes.append(VariantRecipe(entry.name, preset, overlays, variants[-1].fingerprint, changed, same))
    if not any(recipe.base for recipe in recipes):
        if any(recipe.name == BASE for recipe in recipes):
            raise ConfigError(
                f"{configuration.file}: variants: the name {BASE!r} stands for the configuration "
                "without a variant; choose another name."
            )
        variants.insert(0, base)
        recipes.insert(0, VariantRecipe(BASE, preset, configuration.overlays, base.fingerprint, base=True))
    return tuple(recipes), tuple(variants)


def _changed(configuration: Configuration, entry: VariantEntry) -> dict[str, Mapping[str, Any]]:
    """The complete parameters of each strategy that a variant changes."""
    own = {strategy.name: strategy.parameters for strategy in configuration.strategies}
    below = {**own, **entry.population}
    names = dict.fromkeys([*entry.population, *entry.strategies])
    whole = {name: overlaid(below[name], entry.strategies.get(name, {})) for name in names}
    return {name: parameters for name, parameters in whole.items() if parameters != own[name]}


def _resolved(configuration: Configuration, game: Game, name: str, overlays: Sequence[Overlay]) -> Variant:
    """Resolve a variant. An error that names no overlay is about the preset of the configuration."""
    try:
        return game.variant(name, configuration.preset, overlays)
    except MarchsimError as error:
        if any(str(error).startswith(source) for source, _ in overlays):
            raise
        raise type(error)(f"{configuration.file}: {error}") from None


def strategy_folders(configuration: Configuration, folders: Sequence[Path]) -> list[Path]:
    """The folders in which strategies are looked up.

    If the configuration is from a file, the file's folder and the working folder come first.
    """
    return [*([configuration.folder, Path.cwd()] if configuration.folder else ()), *folders]


def _entrants(configuration: Configuration, game: Game, folders: Sequence[Path]) -> tuple[Entrant, ...]:
    found = []
    for at, entry in enumerate(configuration.strategies, 1):
        place = f"{configuration.file}: strategies[{at}].use"
        source = sources.find(entry.use, folders, place, configuration.game)
        try:
            game.strategy_factory(game.strategy_class(source), entry.parameters)
        except StrategyError as error:
            by = _played_by(configuration, entry.name)
            raise StrategyError(f"{configuration.file}: strategies[{at}]{by}: {error}") from None
        found.append(Entrant(entry.name, source, dict(entry.parameters)))
    return tuple(found)


def _played_by(configuration: Configuration, name: str) -> str:
    """A phrase that names the population that sets a strategy's parameters. '' if no population sets them."""
    cast = configuration.population
    return "" if cast is None or name not in cast.played else f" ({name} of the population {cast.name})"


def engine_fingerprint(where: str) -> str:
    """The hash of all source code that plays a game (`games.where`). Other games are not part of it."""
    whole = sha256()
    for name in played_by(where):
        for label, path in _files(name):
            whole.update(f"{name}/{label} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def played_by(where: str) -> tuple[str, ...]:
    """The packages whose code plays a game: kernel, tabletop, and the package or module of the game."""
    module = where.partition(":")[0]
    parts = module.split(".")
    own = ".".join(parts[:3]) if parts[:2] == ["marchsim", "games"] else module
    return "marchsim.kernel", "marchsim.tabletop", own


def _files(name: str) -> list[tuple[str, Path]]:
    spec = find_spec(name)
    assert spec is not None, name
    if not spec.submodule_search_locations:
        assert spec.origin is not None, name
        return [(Path(spec.origin).name, Path(spec.origin))]
    folder = Path(next(iter(spec.submodule_search_locations)))
    return sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.py"))


def versions() -> dict[str, str]:
    """The versions of the software that plays and records. They are in the manifest, but in no identity."""
    import polars

    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "polars": polars.__version__,
        "engine": "compiled" if marchsim.MODE.compiled else "interpreted",
    }


def canonical(data: Any) -> str:
    """Plain data as JSON text, the same for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
