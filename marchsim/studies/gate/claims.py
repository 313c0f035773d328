"""The claims of a gate: whether earlier claims about the game still hold under the present rules.

A claim flips if the games of this gate alone show the opposite. In at most 5 % of gates, one or more claims
have a wrong interval. The 5 % for metrics come on top.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marchsim.analysis.variants.verdicts import Paired
from marchsim.errors import plural
from marchsim.recorder.claims import ABOVE, BELOW, WITHIN, Claim, worded
from marchsim.recorder.metrics import described, spoken
from marchsim.stats import bounded
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.intervals import Interval, t_interval
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, PASSED, Case
from marchsim.studies.gate.preparation import PreparedGate, chosen_claims

ALPHA = 0.05  # of any wrong word, over all claims and numbers of players
TRUE, FALSE, UNSURE = "true", "false", "unsure"


def judged(prepared: PreparedGate, pairs: Sequence[Paired], command: str) -> list[Case]:
    """A case for each claim at each number of players. `command` repeats the cases that did not pass."""
    found = [
        (claim, pair)
        for claim in chosen_claims(prepared.configuration)
        for pair in pairs
        if pair.metric == claim.metric
    ]
    return [_case(prepared, claim, pair, 1 - ALPHA / len(found), command) for claim, pair in found]


def _case(prepared: PreparedGate, claim: Claim, pair: Paired, level: float, command: str) -> Case:
    line = claim.fair(pair.players)
    assert line is not None  # the configuration's reader sees to it
    way = claim.way or (BELOW if pair.then.mean() < line else ABOVE)
    margin = claim.margin or prepared.margin(claim.metric, pair.players).at(float(pair.then.mean()))
    before, after = (_interval(values, claim.metric, level) for values in (pair.then, pair.now))
    was, is_now = _verdict(before, way, line, margin), _verdict(after, way, line, margin)
    status = FAILED if is_now == FALSE and was != FALSE else PASSED
    if is_now == UNSURE and was == TRUE:
        status = INCONCLUSIVE
    text = worded(claim, way, line, pair.players)
    numbers = {
        "claim": text, "metric": claim.metric, "players": pair.players, "is": way,
        "line": line, "margin": margin if way == WITHIN else None, "deals": len(pair.now),
        "then": float(pair.then.mean()), "now": float(pair.now.mean()),
        "interval": [after.low, after.high], "level": level, "was": was, "verdict": is_now,
    }  # fmt: skip
    name = f'claim "{text}", {pair.players} player{"s"[: pair.players > 1]}'
    then, now, *ends = (
        spoken(claim.metric, float(one), pair.players)
        for one in (pair.then.mean(), pair.now.mean(), after.low, after.high)
    )
    summary = f"{_said(was, is_now)}: {then} -> {now}"
    reach = " to ".join(ends) if np.isfinite(after.low) else f"no interval with under {FEW} deals"
    summary += f" ({reach}) on {plural(len(pair.now), 'deal')}"
    return Case(2, name, status, summary, (), "" if status == PASSED else command, "", numbers)


def _interval(values: Floats, metric: str, level: float) -> Interval:
    """The interval of a mean over deals, or an infinite one if there are fewer than FEW deals."""
    if len(values) < FEW:
        return Interval(-np.inf, np.inf, "too few deals")
    if bounded.sparse(values):
        reach = float(np.abs(values).max())
        low, high = (0.0, 1.0) if described(metric).bounded else (-reach, reach)
        return bounded.mean_interval(values, low, high, level)
    se = float(values.std(ddof=1)) / len(values) ** 0.5
    return t_interval(float(values.mean()), se, len(values) - 1, level)


def _verdict(found: Interval, way: str, line: float, margin: float) -> str:
    """The verdict on a claim: true, false or open, depending on the interval."""
    low, high = found.low - line, found.high - line
    if way == WITHIN:
        return (
            TRUE if -margin < low and high < margin else FALSE if low > margin or high < -margin else UNSURE
        )
    if way == BELOW:
        low, high = -high, -low
    return TRUE if low > 0 else FALSE if high < 0 else UNSURE


def _said(was: str, is_now: str) -> str:
    """A sentence on how the verdict on a claim has changed."""
    if is_now == was:
        return {TRUE: "still true", FALSE: "false, as before", UNSURE: "not sure, as before"}[was]
    if is_now == FALSE:
        return "it flipped" if was == TRUE else "it is false now"
    return "no longer sure" if is_now == UNSURE else "true now"
