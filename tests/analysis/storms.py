"""Makes run folders of games that are won or lost together, with planted odds that have a closed form.

A game is won where strength (mean over its seats) - difficulty + luck of the deal + noise of the game is 0 or
more; the margin is that number rounded down. Luck and noise are normal, so the true share is known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tests.analysis import planted
from tests.analysis.planted import MemoryRun, Planted, seated

# strengths of strategies, and what each level of difficulty takes from them
FOUR = {"defender": 3.0, "warlord": 0.0, "farmer": -1.0, "random": -6.0}
LEVELS = {"easy": -2.0, "normal": 1.0, "hard": 4.0}


@dataclass
class Storm:
    """What is planted: strength of each strategy, difficulty of each variant, spread of luck and noise.

    `common` is the share of a game's noise (as variance) that it has under every variant. Variants in `apart`
    are played against each other, with the odds of `planted`.
    """

    strength: Mapping[str, float]
    difficulty: Mapping[str, float] = field(default_factory=lambda: {"base": 0.0})
    players: int = 2
    blocks: int = 60
    kind: str = "roundrobin"
    shared: bool = False
    rotate: bool = True
    luck: float = 3.0
    noise: float = 4.0
    common: float = 0.5
    void: dict[int, str] = field(default_factory=dict)
    apart: Sequence[str] = ()
    opponent: str = "the Storm"
    first_deal: int = 0
    first_game: int = 0

    def planted(self) -> Planted:
        """Return the same design as a plan of games against each other."""
        return Planted(
            dict.fromkeys(self.strength, 1.0), self.players, self.blocks, self.kind, self.rotate, self.shared,
            luck=0.5, void=self.void, variants=[*self.apart, *self.difficulty], first_deal=self.first_deal,
            first_game=self.first_game,
        )  # fmt: skip

    def truth(self, members: Sequence[str], variant: str = "base") -> float:
        """Return the true share of games won by a line-up."""
        x = sum(self.strength[name] for name in members) / len(members) - self.difficulty[variant]
        return 0.5 * (1 + math.erf(x / math.hypot(self.luck, self.noise) / math.sqrt(2)))


def frames(plan: Storm, seed: int = 1) -> dict[str, pl.DataFrame]:
    """Return the tables of a planted run as frames in stored types."""
    generator = np.random.default_rng(seed)
    like = plan.planted()
    games = seated(like, generator)
    luck = generator.normal(0, plan.luck, int(games["deal"].max()) + 1)[games["deal"]]
    shared = generator.normal(0, plan.noise * math.sqrt(plan.common), len(luck))
    parts = [planted.rows_of(like, games, name, generator) for name in plan.apart]
    for variant in plan.difficulty:
        own = generator.normal(0, plan.noise * math.sqrt(1 - plan.common), len(luck))
        strength = np.array(list(plan.strength.values()))[games["who"]].mean(axis=1)
        margin = np.floor(strength - plan.difficulty[variant] + luck + shared + own).astype(int)
        parts.append(_tables(like, games, variant, margin, generator))
    joined = {name: pl.concat([part[name] for part in parts], how="vertical_relaxed") for name in parts[0]}
    return {name: planted.typed(frame, planted.descriptions(like)[name]) for name, frame in joined.items()}


def _tables(
    like: Planted,
    games: dict[str, np.ndarray],
    variant: str,
    margin: np.ndarray,
    generator: np.random.Generator,
) -> dict[str, pl.DataFrame]:
    """Return the tables of one variant: those of a game against each other with another end."""
    found = planted.rows_of(like, games, variant, generator)
    n, k = games["who"].shape
    sound = (found["games"]["void"] == "").to_numpy()
    won = margin >= 0
    lowest = found["seats"]["score"].to_numpy().reshape(n, k).min(axis=1)
    opponent = pl.Series([int(x) if ok else None for x, ok in zip(lowest - margin, sound, strict=True)])
    found["games"] = found["games"].with_columns(
        winners=pl.Series(np.where(won & sound, (1 << k) - 1, 0)),
        decided_by=pl.Series(np.where(won, "players", "storm")),
        opponent=opponent,
        margin=pl.Series([int(x) if ok else None for x, ok in zip(margin, sound, strict=True)]),
    )
    credit = pl.Series(np.repeat(won, k)).cast(pl.Float64)
    found["seats"] = found["seats"].with_columns(
        pl.when(pl.col("credit").is_null()).then(None).otherwise(credit).alias("credit")
    )
    return found


def manifest(plan: Storm, name: str = "storms") -> dict[str, Any]:
    """Return a manifest as the runner writes it, as far as readers look."""
    data = planted.manifest(plan.planted(), name)
    for variant in data["variants"]:
        variant["opponent"] = "" if variant["name"] in plan.apart else plan.opponent
        variant["warnings"] = []
    return data


def in_memory(plan: Storm, seed: int = 1) -> MemoryRun:
    """Return a planted run in memory."""
    return MemoryRun(manifest(plan), frames(plan, seed))


def written(folder: Path, plan: Storm, seed: int = 1, name: str = "storms") -> Path:
    """Write a planted run as a run folder and return its path."""
    return planted.save(folder, manifest(plan, name), frames(plan, seed))


def joined(*plans: Storm) -> tuple[dict[str, Any], dict[str, pl.DataFrame]]:
    """Return manifest and tables of one run that holds several plans, of different numbers of players."""
    parts = []
    deal = game = 0
    for plan in plans:
        plan.first_deal, plan.first_game = deal, game
        parts.append(frames(plan, 1 + plan.players))
        deal = int(parts[-1]["games"]["deal"].max()) + 1  # type: ignore[arg-type]  # a number
        game = int(parts[-1]["games"]["game"].max()) + 1  # type: ignore[arg-type]  # likewise
    return manifest(plans[0]), {name: pl.concat([part[name] for part in parts]) for name in parts[0]}
