"""Games of dealt hands as arrays: a deck, seats, strategies that rotate, luck, and planted worths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.choices import Ints
from marchsim.stats.treatments import Entries, Hands


@dataclass(frozen=True)
class World:
    """What is played: `deals` of hands of `hand` items from `items`, each with `seats` rotations.

    `worth` is what an item adds to a seat's log odds, (items,), `special` what one adds for a strategy.
    Strategies and seats have odds of their own unless they are `alike`; a deal gives each
    seat luck.
    """

    deals: int
    items: int = 16
    hand: int = 2
    seats: int = 4
    luck: float = 0.7
    worth: tuple[float, ...] = ()
    special: tuple[tuple[int, int, float], ...] = ()  # item, strategy, log odds
    alike: bool = False


@dataclass(frozen=True)
class Played:
    """Entries and hands; strata are strategy x seats + seat."""

    entries: Entries
    hands: Hands
    strategy: Ints
    seat: Ints


def play(world: World, seed: int) -> Played:
    """Return the games of a world: each deal played by strategies 0 to seats - 1 in all rotations."""
    generator = np.random.default_rng(seed)
    d, k = world.deals, world.seats
    decks = generator.permuted(np.tile(np.arange(world.items), (d, 1)), axis=1)
    hands = decks[:, : k * world.hand].reshape(d, k, world.hand)
    worth = np.zeros(world.items)
    worth[: len(world.worth)] = world.worth
    who = (np.arange(k)[:, None] + np.arange(k)) % k  # (turn, seat)
    odds = (worth[hands].sum(axis=2) + generator.normal(0, world.luck, (d, k)))[:, None, :]
    odds = odds + (0.0 if world.alike else 1.0) * (0.3 * who + 0.2 * np.arange(k))
    for item, strategy, more in world.special:
        odds = odds + more * (hands == item).any(axis=2)[:, None, :] * (who == strategy)
    winner = (odds + generator.gumbel(size=odds.shape)).argmax(axis=2)
    won = (winner[:, :, None] == np.arange(k)).astype(float)
    cluster = np.repeat(np.arange(d), k * k)
    seat = np.tile(np.arange(k), d * k)
    stratum = np.tile((who * k + np.arange(k)).ravel(), d)
    entries = Entries(cluster, seat, stratum, won.ravel(), np.ones(d * k * k))
    return Played(
        entries,
        Hands(
            np.repeat(np.arange(d), k * world.hand), np.tile(np.repeat(np.arange(k), world.hand), d),
            hands.ravel(), d, k, world.items,
        ),
        np.arange(k * k) // k, np.arange(k * k) % k,
    )  # fmt: skip
