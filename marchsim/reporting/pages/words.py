"""Phrases that several sections use: an estimate, a test or a list in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from marchsim import errors
from marchsim.analysis.field.winrates import FLIP_SEED, Equality, Largest, Pair, flips
from marchsim.analysis.judging import verdict
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages import format as f
from marchsim.reporting.pages.document import Value
from marchsim.stats.contrasts import HypothesisTest

ALPHA = 0.05
VOID_BOUNDS = "Share if all void games were lost / won"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def share(estimate: Estimate) -> str:
    """A share such as '38.1 % (36.0 to 40.2 %)', without the interval if there is none."""
    return _estimate(estimate, "an unknown share", "percent")


def mean(estimate: Estimate) -> str:
    """A mean such as '4.02 (3.98 to 4.06)', without the interval if there is none."""
    return _estimate(estimate, "an unknown number", "number")


def signed(estimate: Estimate) -> str:
    """A difference such as '+4.02 (+3.98 to +4.06)', without the interval if there is none."""
    return _estimate(estimate, "an unknown number of", "signed")


def _estimate(estimate: Estimate, unknown: str, kind: str) -> str:
    if estimate.value is None:
        return unknown
    ends = interval(estimate)
    return f.show(estimate.value, kind) + (f" ({f.show(ends, f'{kind}s')})" if ends else "")


def joined(*parts: str) -> str:
    """Remarks joined into one text. Empty and repeated remarks are left out."""
    return "; ".join(dict.fromkeys(part for part in parts if part))


def method(estimate: Estimate) -> str:
    """The method of an estimate's interval, with any remark on its limits."""
    return estimate.note if estimate.method in estimate.note else joined(estimate.method, estimate.note)


def largest(found: Largest, kinds: str) -> str:
    """A phrase on the largest of several deviations, with the size that chance would give it."""
    return (
        f"by {f.size(found.value)} points (its share: {f.show(interval(found.interval), 'percents')}, 95 % "
        f"for all {kinds} at once, over {plural(found.deals, 'deal')}). A largest deviation is biased "
        f"upward: if all were equal, chance would make it {f.size(found.chance)} points in half of such "
        "runs. Exploratory."
    )


def p_words(p: float) -> str:
    """A p value such as 'p = 0.031' or 'p < 0.0001'."""
    text = f.p_value(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def test(result: HypothesisTest) -> str:
    """The name, statistic and p value of a test, for use in brackets."""
    statistic = f.number(result.statistic)
    if result.df2 is not None:
        return f"{result.method}: F({result.df1:.0f}, {result.df2:.0f}) = {statistic}, {p_words(result.p)}"
    return f"{result.method}: {statistic} on {result.df1:.0f} degrees of freedom, {p_words(result.p)}"


def flips_sentence(pairs: Sequence[Pair]) -> str:
    """A sentence on the sign-flip test of pairs, or '' if no pair was tested with it."""
    if not any(pair.method == "sign flip" for pair in pairs):
        return ""
    return f" Sign flips: {f.count(flips(len(pairs)))} draws, seed {FLIP_SEED}."


def equality(what: str, result: Equality, shares: Iterable[Estimate], verb: str = "win") -> str:
    """A sentence on the test of whether all `what` win equally often, or on why it was not made.

    `verb` replaces 'win', and `shares` are the compared estimates.
    """
    if result.test is None:
        return f"Whether {what} {verb} equally often was not tested: {result.reason}."
    told = f"Test that {what} {verb} equally often (exploratory): {test(result.test)}."
    found = result.detectable(max((one.se for one in shares if one.se), default=None))
    if result.test.p < ALPHA or found is None:
        return told
    return (
        f"{told} It finds one share {f.size(found)} points off, the others alike, in 80 % of such runs. A p "
        "above 5 % does not show that they are equal."
    )


def are(number: int) -> str:
    """The word 'is' for one thing, or 'are' for any other number."""
    return "is" if number == 1 else "are"


def capital(text: str) -> str:
    """A sentence with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def quoted(name: str) -> str:
    """A name from outside in quotation marks, safe in a sentence."""
    return f"“{f.name(name)}”"


plural, listed = errors.plural, verdict.listed  # shared with errors and verdicts


class Ranged(Protocol):
    """Protocol of an estimate, interval or trend with two ends. An unknown end is None."""

    @property
    def low(self) -> float | None:
        """The lower end."""

    @property
    def high(self) -> float | None:
        """The upper end."""


def interval(found: Ranged | tuple[float, float] | None) -> tuple[float, float] | None:
    """An interval as the value of a table cell, or None if an end is unknown."""
    if found is None or isinstance(found, tuple):
        return found
    return None if found.low is None or found.high is None else (found.low, found.high)


def plus_minus(estimate: Estimate) -> Value:
    """A mean and half the width of its interval as a table cell, or only the mean without an interval."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return estimate.value
    return (estimate.value, (estimate.high - estimate.low) / 2)
