"""The effective number of strategies, from the entropy of their shares."""

from __future__ import annotations

import math
from collections.abc import Sequence


def effective_number(shares: Sequence[float]) -> float | None:
    """The number of equally strong strategies with the same entropy (Hill 1973, Ecology 54, order 1).

    `shares` are non-negative and may have any total. None if all are 0.
    """
    total = math.fsum(shares)
    if total <= 0:
        return None
    parts = (share / total for share in shares)
    return math.exp(-math.fsum(part * math.log(part) for part in parts if part > 0))


def normalised_entropy(shares: Sequence[float]) -> float | None:
    """Shannon's (1948) entropy divided by its maximum: 1 if all shares are equal, 0 if only one is above 0.

    None if all shares are 0 or there is only one share.
    """
    number = effective_number(shares)
    return None if number is None or len(shares) < 2 else math.log(number) / math.log(len(shares))
