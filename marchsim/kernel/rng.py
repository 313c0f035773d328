"""Chance: Threefry-2x32 with 20 rounds (Salmon et al. 2011, Random123), on 32-bit lanes, and its keys.

One published counter-based function serves all streams and keyed shuffles. It needs no multiplication, so 63
bits suffice, and there are published test vectors. Draws are unbiased (Lemire 2019).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from marchsim.kernel.compat import i64, vec

LANE: Final = 0xFFFFFFFF
PARITY: Final = 0x1BD11BDA
SHELVES: Final = 64  # of a sort
SHELF: Final = 57  # bits of a key below those that name its shelf


def threefry(key_low: i64, key_high: i64, count_low: i64, count_high: i64) -> i64:
    """The two 32-bit output words as `low | high << 32`, without the highest bit (63 bits remain)."""
    k2: i64 = PARITY ^ key_low ^ key_high
    x: i64 = (count_low + key_low) & LANE
    y: i64 = (count_high + key_high) & LANE
    group: i64 = 0
    while group < 5:  # carries beyond 32 bits gather in x until they are cut off
        if group % 2 == 0:
            x += y
            y = ((y << 13) ^ (y >> 19) ^ x) & LANE
            x += y
            y = ((y << 15) ^ (y >> 17) ^ x) & LANE
            x += y
            y = ((y << 26) ^ (y >> 6) ^ x) & LANE
            x += y
            y = ((y << 6) ^ (y >> 26) ^ x) & LANE
        else:
            x += y
            y = ((y << 17) ^ (y >> 15) ^ x) & LANE
            x += y
            y = ((y << 29) ^ (y >> 3) ^ x) & LANE
            x += y
            y = ((y << 16) ^ (y >> 16) ^ x) & LANE
            x += y
            y = ((y << 24) ^ (y >> 8) ^ x) & LANE
        group += 1
        first: i64 = key_low
        second: i64 = key_high
        if group % 3 == 1:
            first = key_high
            second = k2
        elif group % 3 == 2:
            first = k2
            second = key_low
        x = (x + first) & LANE
        y = (y + second + group) & LANE
    return x | ((y & 0x7FFFFFFF) << 32)


class Stream:
    """A private stream of random numbers, determined by a 64-bit key (kernel.rng)."""

    def __init__(self, key: int) -> None:
        self.low: i64 = key & 0xFFFFFFFF
        self.high: i64 = (key >> 32) & 0xFFFFFFFF
        self.count: i64 = 0

    def bits(self) -> i64:
        """The next 32 random bits."""
        word = threefry(self.low, self.high, self.count & LANE, self.count >> 32)
        self.count += 1
        return word & LANE

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely (1 <= n < 2**31)."""
        product: i64 = self.bits() * n
        low: i64 = product & LANE
        if low < n:
            threshold: i64 = (LANE + 1 - n) % n
            while low < threshold:
                product = self.bits() * n
                low = product & LANE
        return product >> 32

    def keyed(self, salt: i64, low: i64, high: i64) -> i64:
        """The 63-bit sorting key of item (`low`, `high`) in the shuffle named by `salt`. Uses no draw."""
        return threefry((self.low ^ salt) & LANE, self.high, low, high)


def sort_by_key(items: vec[i64], keys: vec[i64], n: i64) -> None:
    """Sort the first `n` items in place by their keys, smallest first.

    A bucket sort by the highest bits nearly orders random keys, and an insertion sort completes the order.
    """
    ends: vec[i64] = vec[i64]([0] * SHELVES)
    for i in range(n):
        ends[(keys[i] >> SHELF) & (SHELVES - 1)] += 1
    total: i64 = n
    for shelf in range(SHELVES - 1, -1, -1):
        total -= ends[shelf]
        ends[shelf] += total
    laid: vec[i64] = vec[i64]([0] * n)  # numbers of the items, shelf by shelf
    for i in range(n - 1, -1, -1):
        shelf = (keys[i] >> SHELF) & (SHELVES - 1)
        ends[shelf] -= 1
        laid[ends[shelf]] = i
    old_items = items[:n]
    old_keys = keys[:n]
    for i in range(n):
        item = old_items[laid[i]]
        key = old_keys[laid[i]]
        j = i - 1
        while j >= 0 and (keys[j] > key or (keys[j] == key and items[j] > item)):
            items[j + 1] = items[j]
            keys[j + 1] = keys[j]
            j -= 1
        items[j + 1] = item
        keys[j + 1] = key


# The keys of streams, from names. The same words give the same key on every machine, in every process
_BEGUN = blake2b(digest_size=8, person=b"marchsim")


def stream_key(*words: str | int) -> int:
    """The 64-bit key of the random stream named by `words` (BLAKE2b over an unambiguous encoding)."""
    return _key("\x1f".join([f"i{word}" if isinstance(word, int) else f"s{word}" for word in words]))


def deal_key(seed: int, stage: str, players: int, deal: int, line_up: str = "") -> int:
    """The key of a deal, which never depends on rules, components, variants or rotations."""
    return stream_key("deal", seed, stage, players, deal, line_up)


def seat_key(deal: int, rotation: int, seat: int) -> int:
    """The key of the private random stream for the strategy in a seat."""
    return _key(f"sseat\x1fi{deal}\x1fi{rotation}\x1fi{seat}")  # the words seat, deal, rotation, seat


def _key(text: str) -> int:
    hashed = _BEGUN.copy()
    hashed.update(text.encode())
    return int.from_bytes(hashed.digest(), "little")
