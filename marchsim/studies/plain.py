"""Numbers in results as plain data, rounded to digits on which all machines agree."""

from __future__ import annotations

from typing import Any

from marchsim.stats.intervals import Interval

PLACES = 6


def rounded(value: float | None, places: int = PLACES) -> Any:
    """The number rounded, with -0.0 as 0. None stays None."""
    return None if value is None else round(float(value), places) + 0.0


def ends(found: Interval | None, places: int = PLACES) -> list[float] | None:
    """The ends of an interval, rounded to `places`. None if there is no interval."""
    return None if found is None else [rounded(found.low, places), rounded(found.high, places)]


def bounds(low: float | None, high: float | None) -> dict[str, float]:
    """Both ends of an interval by name. Empty if one is missing."""
    return {} if low is None or high is None else {"low": rounded(low), "high": rounded(high)}
