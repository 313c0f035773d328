"""What a study could have seen: the minimum detectable effect."""

from __future__ import annotations

# z(0.975) + z(0.80), rounded as usual: two-sided 5 % level, 80 % power (Bloom 1995, Evaluation Review 19).
DETECTABLE = 2.80


def detectable(se: float) -> float:
    """Return the true difference that a two-sided 5 % test with this SE finds in 80 % of studies."""
    return DETECTABLE * se
