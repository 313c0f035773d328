"""Numbers of results as plain data, rounded to as many digits as all machines agree on."""

from __future__ import annotations

from typing import Any

from marchsim.analysis.reading.estimates import Estimate
from marchsim.stats.intervals import Interval

PLACES = 6


def rounded(value: float | None, places: int = PLACES) -> Any:
    """Round a number, with -0.0 as 0. None stays None."""
    return None if value is None else round(float(value), places) + 0.0


def ends(found: Interval | Estimate | None, places: int = PLACES) -> list[float] | None:
    """The ends of an interval, rounded to `places`, or None if there is no interval."""
    if found is None or found.low is None or found.high is None:
        return None
    return [rounded(found.low, places), rounded(found.high, places)]


def bounds(low: float | None, high: float | None) -> dict[str, float]:
    """The bounds of an interval as `low` and `high`, or {} if one of them is missing."""
    return {} if low is None or high is None else {"low": rounded(low), "high": rounded(high)}
