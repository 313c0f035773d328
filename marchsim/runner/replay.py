"""Prepares a replay: finds the data of a recorded game and checks them against the manifest.

A run folder never runs code by itself. Strategies are looked up by name, or in folders that the caller
allows, and must equal those that played. The sources in the manifest are used only on request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError, nearest
from marchsim.kernel.game import Game, StrategySource, Variant
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import RunFolder
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Entrant, Plan, VariantRecipe
from marchsim.runner.planning.schedule import Entry

HELD = "(--recorded-strategies plays the sources that the run folder holds, if you trust it.)"


@dataclass(frozen=True)
class RecordedGame:
    """A game of a run that is ready to be replayed.

    `names` and `makers` are by seat. A maker returns a new strategy object. `row` is the game's row in the
    table `games`, or None if it is not stored. `notices` are reasons why its digest may differ. `files` maps
    the files of the strategies to their names.
    """

    game: Game
    recipe: VariantRecipe
    variant: Variant
    entry: Entry
    names: tuple[str, ...]
    makers: tuple[Callable[[], object], ...]
    decision_seconds: float
    row: dict[str, Any] | None
    notices: tuple[str, ...]
    folder: RunFolder
    files: Mapping[str, str]

    def events(self) -> list[dict[str, Any]]:
        """The rows of the game's events, in order. Empty if the run did not record events."""
        return _rows(self.folder, "events", self.entry.game) if "events" in self.folder.tables else []

    @property
    def stopped(self) -> bool:
        """Whether the clock stopped the recorded game, so that a replay may go further."""
        return self.row is not None and self.row["void"] == "time"


def game_of(
    run_folder: str | Path, game_id: int, folders: Sequence[Path] = (), recorded_strategies: bool = False
) -> RecordedGame:
    """Prepare one game of a run for a replay.

    `folders` may hold strategies that are not shipped. If `recorded_strategies`, the sources in the manifest
    are played, so you must trust the run.
    """
    folder = RunFolder(run_folder)
    plan = plan_of(folder, folders, recorded_strategies)
    total = plan.schedule.total()
    if not 0 <= game_id < total:
        raise ConfigError(f"GAME: {game_id} is not in this run; its games are 0 to {total - 1}.")
    entry = plan.schedule.entry(game_id)
    entrants = [plan.job.entrants[at] for at in entry.seats]
    same = folder.manifest["identity"].get("engine") == plan.job.engine
    notices = () if same else ("the source of the engine has changed since this run was played",)
    recipe = plan.job.variants[entry.variant]
    makers = tuple(
        plan.game.strategy_factory(plan.game.strategy_class(entrant.source), recipe.parameters(entrant))
        for entrant in entrants
    )
    return RecordedGame(
        plan.game, recipe, plan.variants[entry.variant], entry,
        tuple(entrant.name for entrant in entrants), makers, plan.job.decision_seconds,
        next(iter(_rows(folder, "games", game_id)), None), notices, folder,
        {entrant.source.origin or entrant.source.use: entrant.name for entrant in entrants},
    )  # fmt: skip


def plan_of(folder: RunFolder, folders: Sequence[Path] = (), recorded_strategies: bool = False) -> Plan:
    """Rebuild and check the plan of a run. If it differs, StateMismatch names the changes."""
    configuration, identity = played(folder)
    games.load(configuration.game)
    names = [entry.name for entry in configuration.strategies]
    entrants = _entrants(folder, names) if recorded_strategies else None
    stage, part = (str(identity.get(key, usual)) for key, usual in (("stage", "main"), ("part", "")))
    try:
        plan = plans.make(configuration, folders, stage, entrants, part)
    except StrategyError as error:
        raise StrategyError(f"{error} {HELD}") from None
    differing = [key for key in manifests.differing(identity, plan.identity()) if key != "engine"]
    if differing:
        held = f" {HELD}" if all(key.startswith("strategy ") for key in differing) else ""
        raise StateMismatch(
            f"{folder.path}: {', '.join(differing[:5])} changed since this run was played, so its "
            f"games cannot be played again; go back to the files of that time.{held}"
        )
    return plan


def rules_of(run_folder: str | Path, game: Game, name: str, wanted: str = "") -> Variant:
    """The variant of another run that has the rules for a game to be played again.

    It is the variant `wanted`, if given, else the one called `name`, else the only one. Raises ConfigError if
    there is none, and StateMismatch if its rules have changed since the run.
    """
    folder = RunFolder(run_folder)
    configuration, identity = played(folder)
    if configuration.game != game.name:
        raise ConfigError(f"{folder.path}: this is a run of {configuration.game}, not of {game.name}.")
    recipes, variants = plans.resolved_variants(configuration, game)
    found = {variant.name: variant for variant in variants}
    identities = {recipe.name: recipe.identity() for recipe in recipes}
    only = next(iter(found)) if len(found) == 1 else ""
    chosen = wanted or (name if name in found else only)
    if chosen not in found:
        which = f"there is no variant {chosen!r} in it" if chosen else "it has several variants"
        raise ConfigError(
            f"{folder.path}: {which}; choose with --variant: {', '.join(found)}.{nearest(chosen, found)}"
        )
    if identity.get(f"variant {chosen}") != identities[chosen]:
        raise StateMismatch(
            f"{folder.path}: variant {chosen} changed since this run was played: the program has other rules "
            "or components now; go back to the files of that time."
        )
    return found[chosen]


def played(folder: RunFolder) -> tuple[Configuration, dict[str, Any]]:
    """The configuration and the identity of a run, as recorded in its manifest."""
    configured = folder.manifest.get("configuration")
    resolved = configured.get("resolved") if isinstance(configured, dict) else None
    identity = folder.manifest.get("identity")
    texts = isinstance(identity, dict) and all(isinstance(value, str) for value in identity.values())
    if not isinstance(resolved, dict) or not isinstance(identity, dict) or not texts:
        raise RecordError(f"{folder.path}: its manifest does not say what was played; it is damaged.")
    return configs.from_data(resolved, str(folder.path / manifests.FILE)), identity


def _entrants(folder: RunFolder, names: Sequence[str]) -> list[Entrant]:
    """The strategies `names` of a run, with the sources stored in its manifest."""
    try:
        found = [_entrant(item) for item in folder.manifest["strategies"]]
        if [entrant.name for entrant in found] != list(names):
            raise ValueError(names)
    except (KeyError, TypeError, ValueError):
        raise RecordError(
            f"{folder.path}: its manifest does not hold the strategies that were played; it is damaged."
        ) from None
    return found


def _entrant(item: Mapping[str, Any]) -> Entrant:
    """Read a strategy from a manifest. Raises KeyError, TypeError or ValueError if the data are invalid."""
    words = [item[key] for key in ("name", "use", "source", "sha256", "class", "file")]
    if not all(isinstance(word, str) for word in words):
        raise TypeError(words)
    name, use, text, fingerprint, class_name, origin = words
    if sha256(text.encode()).hexdigest() != fingerprint:
        raise ValueError(name)
    return Entrant(name, StrategySource(use, text, fingerprint, class_name, origin), dict(item["parameters"]))


def _rows(folder: RunFolder, table: str, game_id: int) -> list[dict[str, Any]]:
    """The rows that a game has in a table, in the order of the key."""
    import polars as pl

    rows = folder.scan(table).filter(pl.col("game") == game_id).sort(folder.tables[table].key).collect()
    return rows.to_dicts()
