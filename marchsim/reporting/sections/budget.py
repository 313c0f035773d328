"""The budget of error of a page: which families of verdicts stand on it, and how often any of them is wrong.

It is made from the families themselves, and said once in the summary and once in the methods. What is in no
family is exploratory and uses no verdict words.
"""

from __future__ import annotations

from dataclasses import dataclass

from marchsim.analysis.judging.chips import Family
from marchsim.analysis.variants.verdicts import ALPHA
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import percent

NOTHING = "Nothing here is tested for a verdict: all is exploratory and not adjusted for looking at it."


@dataclass(frozen=True)
class Budget:
    """The families of a page.

    `judged` is that of the verdicts about the game, None without tested ones. `tests` counts those of what
    variants change, None where none are compared.
    """

    judged: Family | None = None
    tests: int | None = None

    @property
    def total(self) -> float:
        """Return in how many of such runs at most any verdict of a family is wrong."""
        return (self.judged.total if self.judged else 0.0) + (ALPHA if self.tests else 0.0)


def line(budget: Budget) -> str:
    """Return how far the verdicts may be wrong, '' on a page without any."""
    if budget.judged is None:
        return _of_changes(budget)
    each = _each(budget.judged)
    if budget.tests is None:
        share = f" ({each})" if each else ""
        return (
            f"At most {percent(budget.total)} of such runs have {_wrong(budget)}{share}; everything below "
            "the verdicts is exploratory."
        )
    parts = [_with(f"{percent(budget.judged.total)} for the verdicts about the game", each)]
    if budget.tests:
        parts.append(_with(f"{percent(ALPHA)} for “changed”", _holm(budget.tests)))
    return (
        f"At most {percent(budget.total)} of such runs have {_wrong(budget)}: {words.listed(parts)}. "
        f"{_single()} Everything else is exploratory."
    )


def _of_changes(budget: Budget) -> str:
    if budget.tests is None:
        return ""
    if not budget.tests:
        return f"Nothing could be called changed. {_single()} Everything else is exploratory."
    return (
        f"At most {percent(ALPHA)} of such runs have {_wrong(budget)} ({_holm(budget.tests)}). "
        f"{_single()} Everything else is exploratory."
    )


def _wrong(budget: Budget) -> str:
    """Return what the budget counts: of changes “changed” alone; “equivalent” has an error of its own."""
    if budget.judged is None:
        return "anything wrongly called changed"
    if budget.tests is None:
        return "any wrong verdict"
    return "any wrong verdict about the game, or anything wrongly called changed"


def _with(text: str, more: str) -> str:
    return f"{text} ({more})" if more else text


def _each(family: Family) -> str:
    return f"{percent(family.each)} for each of {family.tests} that are tested" if family.tests > 1 else ""


def _holm(tests: int) -> str:
    return f"Holm over {words.plural(tests, 'test')}"


def _single() -> str:
    return (
        "“Equivalent”, “identical” and “trivial” are not in that: each is wrong in at most "
        f"{percent(ALPHA)} of cases for its metric by itself, so of several one is oftener."
    )


def methods(budget: Budget) -> str:
    """Return the error of the whole page: which families, which levels, how much in all."""
    told = []
    if budget.judged is not None:
        many = words.plural(budget.judged.tests, "question")
        verb = "is" if budget.judged.tests == 1 else "are"
        told.append(
            "the verdicts about the game, one family over all rule sets and numbers of players of this run: "
            f"{many} {verb} tested, each with an error of {percent(budget.judged.each)} (Bonferroni)"
        )
    if budget.tests:
        told.append(
            "what variants change, one family over all metrics of it, variants and numbers of players: "
            f"“changed” is said at {percent(ALPHA)} (Holm over {words.plural(budget.tests, 'test')})"
        )
    if not told:
        return NOTHING
    families = "One family" if len(told) == 1 else "Two families, whose errors add up"
    single = f" {_single()}" if budget.tests is not None else ""
    return (
        f"Budget of error of this page: of such runs at most {percent(budget.total)} have {_wrong(budget)}. "
        f"{families}: {'; '.join(told)}.{single} All else on the page is exploratory, ranks that flip and "
        "targets of variants too: its p values and intervals are adjusted within their own table where that "
        "says so, nowhere for the page, and no verdict rests on them."
    )
