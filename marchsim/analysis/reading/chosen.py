"""Chooses the panel that a report shows in full, if a run has too many to show them all."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from marchsim.analysis.reading.panels import PANEL
from marchsim.analysis.reading.source import GAMES, Run, scan, variants
from marchsim.errors import ConfigError, nearest

Key = tuple[str, int]


def keys(run: Run) -> list[Key]:
    """The panels of a run as (variant, players), in order of the variants and then of the players."""
    variant = pl.col("variant").cast(pl.String)
    first = scan(run, "games", GAMES).group_by(variant, "players").agg(pl.col("game").min()).collect()
    place = {name: at for at, name in enumerate(first.sort("game")["variant"].unique(maintain_order=True))}
    return sorted(first.select(*PANEL).iter_rows(), key=lambda key: (place[key[0]], key[1]))


def several(run: Run) -> bool:
    """Whether a run has several variants."""
    return len(variants(run.manifest)) > 1


def choose(run: Run, variant: str = "", players: int | None = None) -> Key | None:
    """The requested panel, by default the base or the first. None if there are no games.

    Raises ConfigError for a variant or a number of players that the run does not have.
    """
    held = keys(run)
    names = list(dict.fromkeys(name for name, _ in held))
    if variant and held and variant not in names:
        raise ConfigError(
            f"--variant: the run has no games of {variant!r}.{nearest(variant, names)} "
            f"It has: {', '.join(names[:20])}{' ...' if len(names) > 20 else ''}."
        )
    name = variant or base(run, names)
    counts = [count for one, count in held if one == name]
    if players is not None and held and players not in counts:
        raise ConfigError(
            f"--players: the run has no games of {name!r} with {players}; it has: "
            f"{', '.join(map(str, counts))}."
        )
    return (name, players if players is not None else counts[0]) if held else None


def base(run: Run, names: Sequence[str]) -> str:
    """The variant that is the configuration itself, or the first one with games."""
    bases = [str(one.get("name")) for one in variants(run.manifest) if one.get("base") is True]
    bases = bases if several(run) else []
    return next((name for name in (*bases, "base") if name in names), names[0] if names else "")
