"""Narrow a configuration to one variant or one number of players, for studies of a single variant."""

from __future__ import annotations

from dataclasses import replace

from marchsim import games
from marchsim.errors import ConfigError, nearest
from marchsim.runner.configuration.design import MOST_PLAYERS
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning.plan import VariantRecipe, resolved_variants


def of(configuration: Configuration, name: str) -> Configuration:
    """The configuration that plays one variant, given by name. `base` is the game without a variant."""
    recipes, _ = resolved_variants(configuration, games.load(configuration.game))
    found = {recipe.name: recipe for recipe in recipes}
    if name not in found:
        raise ConfigError(
            f"--variant: {configuration.file}: there is no variant {name!r}.{nearest(name, found)} "
            f"Known: {', '.join(found)}."
        )
    return alone(configuration, found[name])


def every(configuration: Configuration) -> dict[str, Configuration]:
    """The configuration of each variant by name, the base first unless a listed variant equals it."""
    recipes, _ = resolved_variants(configuration, games.load(configuration.game))
    return {recipe.name: alone(configuration, recipe) for recipe in recipes}


def alone(configuration: Configuration, recipe: VariantRecipe) -> Configuration:
    """The configuration that plays only this variant."""
    strategies = tuple(
        replace(entry, parameters=recipe.strategies.get(entry.name, entry.parameters))
        for entry in configuration.strategies
    )
    return replace(configuration, overlays=recipe.overlays, strategies=strategies, variants=())


def number_of_players(configuration: Configuration, wanted: int | None, why: str, fewest: int = 1) -> int:
    """The number of players of a study: `wanted` or the only one. `why` it must be one is for messages."""
    counts = configuration.design.players
    if wanted is None and len(counts) > 1:
        listed = ", ".join(map(str, counts))
        raise ConfigError(f"{configuration.file}: design.players: {listed}; {why}: give --players.")
    count = counts[0] if wanted is None else wanted
    within("--players", count, fewest, MOST_PLAYERS)
    return count
