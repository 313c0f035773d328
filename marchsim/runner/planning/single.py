"""One variant of a configuration as a configuration of its own, for studies that play one set of rules."""

from __future__ import annotations

from dataclasses import replace

from marchsim import games
from marchsim.errors import ConfigError, nearest
from marchsim.runner.configuration.config import Configuration
from marchsim.runner.planning.plan import VariantRecipe, resolved_variants


def of(configuration: Configuration, name: str) -> Configuration:
    """Return a variant by name (`base`: without one), with the parameters that its strategies have in it."""
    recipes, _ = resolved_variants(configuration, games.load(configuration.game))
    found = {recipe.name: recipe for recipe in recipes}
    if name not in found:
        raise ConfigError(
            f"--variant: {configuration.file}: there is no variant {name!r}.{nearest(name, found)} "
            f"Known: {', '.join(found)}."
        )
    return alone(configuration, found[name])


def every(configuration: Configuration) -> dict[str, Configuration]:
    """Return all variants by name, the base first unless one that is listed equals it."""
    recipes, _ = resolved_variants(configuration, games.load(configuration.game))
    return {recipe.name: alone(configuration, recipe) for recipe in recipes}


def alone(configuration: Configuration, recipe: VariantRecipe) -> Configuration:
    """Return the configuration that plays a variant alone."""
    strategies = tuple(
        replace(entry, parameters=recipe.strategies.get(entry.name, entry.parameters))
        for entry in configuration.strategies
    )
    return replace(configuration, overlays=recipe.overlays, strategies=strategies, variants=())
