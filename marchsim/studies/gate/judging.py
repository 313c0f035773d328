"""Judge tier 2: the metrics by the margins stored in the baseline, and the claims by their intervals.

A claim flips if the games of this gate alone show the opposite. In at most 5 % of gates, one or more claims
have a wrong interval. The 5 % for metrics come on top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from marchsim.analysis.variants import verdicts
from marchsim.analysis.variants.verdicts import Compared, Paired
from marchsim.errors import plural
from marchsim.recorder.claims import ABOVE, BELOW, WITHIN, Claim, worded
from marchsim.recorder.metrics import Margin, described, shown, spoken
from marchsim.stats import bounded
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL
from marchsim.stats.intervals import Interval, t_interval
from marchsim.studies.gate import case
from marchsim.studies.gate.case import BETTER, FAILED, PASSED, WORSE, Case
from marchsim.studies.gate.preparation import PreparedGate, chosen_claims

Margins = Mapping[int, Mapping[str, float]]


def judged(prepared: PreparedGate, margins: Margins, pairs: Sequence[Paired], command: str) -> list[Case]:
    """A case for each metric at each number of players. `command` repeats the cases that did not pass.

    `margins` are those of the baseline, in each metric's own unit.
    """
    fixed = [Margin(margins[pair.players][pair.metric]) for pair in pairs]
    return [_case(prepared, one, command) for one in verdicts.compare(pairs, fixed)]


def _case(prepared: PreparedGate, one: Compared, command: str) -> Case:
    good = (IDENTICAL, EQUIVALENT, TRIVIAL)  # trivial: passes with a warning (D-415)
    status = PASSED if one.verdict in good else FAILED if one.verdict == CHANGED else case.INCONCLUSIVE
    numbers = {
        "metric": one.metric, "players": one.players, "deals": one.deals, "then": one.then, "now": one.now,
        "difference": one.difference, "se": one.se, "margin": one.margin, "p": one.p, "holm": one.holm,
        "method": one.method, "verdict": one.verdict, "changed": one.verdict in (CHANGED, TRIVIAL),
        "ci95": [one.wide.low, one.wide.high] if one.wide else None,
        "ci90": [one.narrow.low, one.narrow.high] if one.narrow else None,
        "detectable": one.detectable, "differ": one.differ, "may_differ": one.may_differ,
    }  # fmt: skip
    name = f"{one.metric}, {plural(one.players, 'player')}"
    details = [described(one.metric).meaning]
    if one.note:
        details.append(one.note)
    times, _ = shown(one.metric, one.players)
    if one.verdict == INCONCLUSIVE:
        details += _missing(one)
    elif status == FAILED and one.narrow and abs(one.difference) < one.margin:
        details.append(f"a difference from 0 is shown, and {_outside(one)}")
    target = prepared.gating.targets.get(one.metric)
    ideal = target[0] if target else described(one.metric).even(one.players)
    direction = _direction(one, ideal)
    if target:
        met = abs(one.now - target[0]) <= target[1]
        numbers["target"] = {"value": target[0], "tolerance": target[1], "met": met}
        details.append(
            f"target {times * target[0]:g} +/- {times * target[1]:g}: {'met' if met else 'missed'}"
        )
    seen = command if status != PASSED or one.verdict == TRIVIAL else ""
    return Case(2, name, status, _summary(one), tuple(details), seen, direction, numbers)


def _missing(one: Compared) -> list[str]:
    """Lines that explain an inconclusive metric: the width of its interval, and the detectable change."""
    told = []
    times, _ = shown(one.metric, one.players)
    if one.narrow and one.differ:
        told.append(f"{_outside(one)}, and no difference from 0 is shown")
    if one.detectable:
        told.append(
            f"a true difference of {times * one.detectable:.3g} is found in four of five such gates, after "
            "Holm's adjustment"
        )
    return told


def _outside(one: Compared) -> str:
    """The 90 % interval of a metric, which is not inside the margin, in words."""
    times, _ = shown(one.metric, one.players)
    low, high = (times * end for end in ((one.narrow.low, one.narrow.high) if one.narrow else (0.0, 0.0)))
    return (
        f"the 90 % interval, {low:+.3g} to {high:+.3g}, is not inside the margin of {times * one.margin:.3g}"
    )


def _direction(one: Compared, ideal: float | None) -> str:
    """BETTER or WORSE if a change moves significantly toward or away from the ideal, otherwise ''."""
    nearer = None if ideal is None else one.nearer(ideal)
    return "" if nearer is None else BETTER if nearer else WORSE


def _summary(one: Compared) -> str:
    """Describe a metric on one line.

    The 95 % interval is for this metric alone, while Holm's p takes account of all metrics.
    """
    times, unit = shown(one.metric, one.players)
    told = f"{one.verdict}: {times * one.then:.4g} -> {times * one.now:.4g}{f' {unit}' if unit else ''}"
    if one.verdict == IDENTICAL:
        return f"{told} in all {plural(one.deals, 'deal')} (at most {one.may_differ:.2%} of deals differ)"
    if one.difference or one.wide:
        told += f" ({times * one.difference:+.3g}"
        told += f", 95 % {times * one.wide.low:+.3g} to {times * one.wide.high:+.3g}" if one.wide else ""
        told += f", margin {times * one.margin:.3g}"
        told += f", Holm p {one.holm:.2g})" if one.holm is not None else ")"
    return f"{told} on {plural(one.deals, 'deal')}"


CLAIMS_ERROR = 0.05  # of any wrong word, over all claims and numbers of players
TRUE, FALSE, UNSURE = "true", "false", "unsure"


def judged_claims(prepared: PreparedGate, pairs: Sequence[Paired], command: str) -> list[Case]:
    """A case for each claim at each number of players. `command` repeats the cases that did not pass."""
    found = [
        (claim, pair)
        for claim in chosen_claims(prepared.configuration)
        for pair in pairs
        if pair.metric == claim.metric
    ]
    return [
        _claim_case(prepared, claim, pair, 1 - CLAIMS_ERROR / len(found), command) for claim, pair in found
    ]


def _claim_case(prepared: PreparedGate, claim: Claim, pair: Paired, level: float, command: str) -> Case:
    line = claim.fair(pair.players)
    assert line is not None  # the configuration's reader sees to it
    way = claim.way or (BELOW if pair.then.mean() < line else ABOVE)
    margin = claim.margin or prepared.margin(claim.metric, pair.players).at(float(pair.then.mean()))
    before, after = (_interval(values, claim.metric, level) for values in (pair.then, pair.now))
    was, is_now = _verdict(before, way, line, margin), _verdict(after, way, line, margin)
    status = FAILED if is_now == FALSE and was != FALSE else PASSED
    if is_now == UNSURE and was == TRUE:
        status = case.INCONCLUSIVE
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
