"""64-bit stream keys from names. The same words give the same key on every machine, in every process."""

from __future__ import annotations

from hashlib import blake2b

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
