"""Worlds of games whose truth is known: strategies on one ladder, or off it, by deal.

A deal has one line-up, played once with each rotation of its seats. `luck` is what a deal favours each
strategy by, in all its games; `beats` adds to a strategy's strength for each other one at its table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats


@dataclass(frozen=True)
class Games:
    """Games as the ladders take them: items, ranks (1 is the best), seats (games, k), deals (games,)."""

    items: Ints
    ranks: Ints
    seats: Ints
    deals: Ints

    @property
    def won(self) -> Ints:
        """Return ranks that tell winners alone."""
        return np.where(self.ranks == 1, 1, 2)


def played(
    worth: Floats,
    deals: int,
    generator: np.random.Generator,
    k: int = 4,
    luck: float = 0.0,
    seat: Floats | None = None,
    beats: Floats | None = None,
) -> Games:
    """Return games of k of the strategies with these log worths that follow Plackett and Luce's model."""
    number = len(worth)
    line_up = np.argsort(generator.random((deals, number)), axis=1)[:, :k]
    items = np.concatenate([np.roll(line_up, -turn, axis=1) for turn in range(k)])
    deal = np.tile(np.arange(deals), k)
    strength = worth[items] + (0.0 if seat is None else seat)
    strength = strength + luck * generator.normal(size=(deals, number))[deal[:, None], items]
    if beats is not None:
        strength = strength + beats[items[:, :, None], items[:, None, :]].sum(axis=2)
    values = strength + generator.gumbel(size=items.shape)
    ranks = (-values).argsort(axis=1).argsort(axis=1) + 1
    return Games(items, ranks, np.tile(np.arange(k), (len(items), 1)), deal)


def wheel(number: int, size: float) -> Floats:
    """Return `beats` of three strategies of which each is stronger beside the next: rock, paper, scissors."""
    beats = np.zeros((number, number))
    for one, other in ((0, 1), (1, 2), (2, 0)):
        beats[one, other], beats[other, one] = size, -size
    return beats
