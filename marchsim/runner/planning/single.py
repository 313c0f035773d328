"""Reduces a configuration to one variant or one number of players, for studies that need it."""

from __future__ import annotations

from dataclasses import replace

from marchsim import games
from marchsim.errors import ConfigError, nearest
from marchsim.runner.configuration.design import MOST_PLAYERS
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning.plan import VariantRecipe, resolved_variants


def of(configuration: Configuration, name: str) -> Configuration:
    """The configuration that plays only the variant `name`. `base` is the configuration without a variant."""
    recipes, _ = resolved_variants(configuration, games.load(configuration.game))
    found = {recipe.name: recipe for recipe in recipes}
    if name not in found:
        raise ConfigError(
            f"--variant: {configuration.file}: there is no variant {name!r}.{nearest(name, found)} "
            f"Known: {', '.join(found)}."
        )
    return alone(configuration, found[name])


def every(configuration: Configuration) -> dict[str, Configuration]:
    """A configuration for each variant, by name. The base comes first, unless a listed variant equals it."""
    recipes, _ = resolved_variants(configuration, games.load(configuration.game))
    return {recipe.name: alone(configuration, recipe) for recipe in recipes}


def alone(configuration: Configuration, recipe: VariantRecipe) -> Configuration:
    """The configuration that plays only the variant of this recipe."""
    strategies = tuple(
        replace(entry, parameters=recipe.strategies.get(entry.name, entry.parameters))
        for entry in configuration.strategies
    )
    return replace(configuration, overlays=recipe.overlays, strategies=strategies, variants=())


def number_of_players(configuration: Configuration, wanted: int | None, why: str, fewest: int = 1) -> int:
    """The number of players for a study: `wanted`, or the design's only one. `why` goes into the error."""
    counts = configuration.design.players
    if wanted is None and len(counts) > 1:
        listed = ", ".join(map(str, counts))
        raise ConfigError(f"{configuration.file}: design.players: {listed}; {why}: give --players.")
    count = counts[0] if wanted is None else wanted
    within("--players", count, fewest, MOST_PLAYERS)
    return count
