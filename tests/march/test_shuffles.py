"""The sort that every shuffle is made by: keys of any kind come into order, and nothing beyond them moves."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import marchsim
from marchsim.kernel.rng import sort_by_key

KEYS: dict[str, Callable[[random.Random], int]] = {
    "random": lambda rng: rng.getrandbits(63),
    "tied": lambda rng: rng.randrange(3) << 60,
    "on one shelf": lambda rng: rng.randrange(50),
}


@pytest.mark.parametrize("kind", KEYS)
def test_items_are_sorted_by_key_then_by_number(kind: str) -> None:
    """As Python's own sort has it, for each length that a pile may have."""
    rng = random.Random(kind)
    for n in range(120):
        keys = [KEYS[kind](rng) for _ in range(n)]
        items = rng.sample(range(200), n)
        pile, order = items + [7, 7], keys + [0, 0]  # two more that are none of its business
        if marchsim.MODE.compiled:
            pile, order = vec[i64](pile), vec[i64](order)  # type: ignore[assignment]
        sort_by_key(pile, order, n)  # type: ignore[arg-type]
        assert list(zip(order, pile, strict=True)) == [*sorted(zip(keys, items, strict=True)), (0, 7), (0, 7)]
