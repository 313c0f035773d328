"""Vectors of a game's state: quick to make, shared with views, and copied into rollouts."""

from __future__ import annotations

from typing import Final

from marchsim.kernel.compat import append, i64, vec

MOST: Final = 7500  # values of the longest vector of zeros
EMPTY: Final = vec[i64]([0] * MOST)  # to copy a part of it is quicker than to fill a vector


def zeros(n: i64) -> vec[i64]:
    """A vector of `n` zeros. `n` is at most MOST."""
    return EMPTY[:n]


def vector(values: list[int]) -> vec[i64]:
    """The values of a list as a vector."""
    found: vec[i64] = vec[i64]()
    for value in values:
        found = append(found, value)
    return found


def shared(public: list[vec[i64]], one: vec[i64]) -> vec[i64]:
    """Add a vector to the public vectors of a state. Returns the added vector."""
    public.append(one)
    return one


def copy_all(sources: list[vec[i64]], targets: list[vec[i64]]) -> None:
    """Copy the values of each source into the target at the same position. Their lengths must be equal."""
    for at in range(len(sources)):
        source = sources[at]
        same(source, targets[at], len(source))


def same(source: vec[i64], target: vec[i64], n: i64) -> None:
    """Copy the first `n` values of `source` into `target`."""
    for i in range(n):
        target[i] = source[i]


def wipe(target: vec[i64], n: i64) -> None:
    """Set the first n values of a vector to 0."""
    for i in range(n):
        target[i] = 0
