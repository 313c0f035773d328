"""Phrases that several sections share: an estimate, a test and a list in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from marchsim import errors
from marchsim.analysis.field.differences import Difference
from marchsim.analysis.field.largest import Largest
from marchsim.analysis.field.winrates import FLIP_SEED, Equality, Pair, flips
from marchsim.analysis.judging import verdict
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages import format as f
from marchsim.reporting.pages.document import Value
from marchsim.stats.contrasts import HypothesisTest

ALPHA = 0.05
VOID_BOUNDS = "Share if all void games were lost / won"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def share(estimate: Estimate) -> str:
    """Return '38.1 % (36.0 to 40.2 %)', the interval only where there is one."""
    return _estimate(estimate, "an unknown share", "percent")


def mean(estimate: Estimate) -> str:
    """Return '4.02 (3.98 to 4.06)', the interval only where there is one."""
    return _estimate(estimate, "an unknown number", "number")


def signed(estimate: Estimate) -> str:
    """Return '+4.02 (+3.98 to +4.06)', the interval only where there is one."""
    return _estimate(estimate, "an unknown number of", "signed")


def _estimate(estimate: Estimate, unknown: str, kind: str) -> str:
    if estimate.value is None:
        return unknown
    ends = interval(estimate)
    return f.show(estimate.value, kind) + (f" ({f.show(ends, f'{kind}s')})" if ends else "")


def joined(*parts: str) -> str:
    """Return remarks behind each other, without those that are empty or said already."""
    return "; ".join(dict.fromkeys(part for part in parts if part))


def method(estimate: Estimate) -> str:
    """Return how the interval of an estimate was made, and what limits it."""
    return estimate.note if estimate.method in estimate.note else joined(estimate.method, estimate.note)


def largest(found: Largest, kinds: str) -> str:
    """Return by how much the largest of several deviations deviates, and its size by chance."""
    return (
        f"by {f.size(found.value)} points (its share: {f.show(interval(found.interval), 'percents')}, 95 % "
        f"for all {kinds} at once, over {plural(found.deals, 'deal')}). A largest deviation is biased "
        f"upward: if all were equal, chance would make it {f.size(found.chance)} points in half of such "
        "runs. Exploratory."
    )


def p_words(p: float) -> str:
    """Return 'p = 0.031' or 'p < 0.0001'."""
    text = f.p_value(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def test(result: HypothesisTest) -> str:
    """Return the name, statistic and p of a test, as in brackets behind a statement."""
    statistic = f.number(result.statistic)
    if result.df2 is not None:
        return f"{result.method}: F({result.df1:.0f}, {result.df2:.0f}) = {statistic}, {p_words(result.p)}"
    return f"{result.method}: {statistic} on {result.df1:.0f} degrees of freedom, {p_words(result.p)}"


def flips_made(pairs: Sequence[Pair | Difference]) -> str:
    """Return in a sentence behind others how signs were flipped, '' where no pair was tested so."""
    if not any(pair.method == "sign flip" for pair in pairs):
        return ""
    return f" Sign flips: {f.count(flips(len(pairs)))} draws, seed {FLIP_SEED}."


def found_at(result: Equality, shares: Iterable[Estimate]) -> float | None:
    """Return how far one of the shares must be off, the others alike, to be found."""
    return result.detectable(max((one.se for one in shares if one.se), default=None))


def equality(what: str, result: Equality, shares: Iterable[Estimate], verb: str = "win") -> str:
    """Return what the data say of 'WHAT win equally often'."""
    if result.test is None:
        return f"Whether {what} {verb} equally often was not tested: {result.reason}."
    told = f"Test that {what} {verb} equally often (exploratory): {test(result.test)}."
    found = found_at(result, shares)
    if result.test.p < ALPHA or found is None:
        return told
    return (
        f"{told} It finds one share {f.size(found)} points off, the others alike, in 80 % of such runs; a p "
        "above 5 % does not show that they are equal."
    )


def capital(text: str) -> str:
    """Return a sentence with a capital first letter."""
    return text[:1].upper() + text[1:]


def quoted(name: str) -> str:
    """Return a name from outside in quotation marks, harmless in a sentence."""
    return f"“{f.name(name)}”"


plural, listed = errors.plural, verdict.listed  # of errors, verdicts and pages alike


class Ranged(Protocol):
    """What has two ends: an estimate, an interval, a trend; None where an end is not known."""

    @property
    def low(self) -> float | None:
        """The lower end."""

    @property
    def high(self) -> float | None:
        """The upper end."""


def interval(found: Ranged | tuple[float, float] | None) -> tuple[float, float] | None:
    """Return an interval as a cell of a table, None where there is none."""
    if found is None or isinstance(found, tuple):
        return found
    return None if found.low is None or found.high is None else (found.low, found.high)


def plus_minus(estimate: Estimate) -> Value:
    """Return (mean, half width of the interval) as a cell, or the mean alone where there is no interval."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return estimate.value
    return (estimate.value, (estimate.high - estimate.low) / 2)
