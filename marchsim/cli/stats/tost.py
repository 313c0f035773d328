"""`marchsim stats tost`: tests whether a difference is too small to matter (two one-sided tests)."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import (
    StatsAnswer,
    ends,
    explained,
    p,
    span,
)
from marchsim.cli.stats.numbers import MarginOption
from marchsim.reporting.pages.format import DASH

SAID = {
    "equivalent": "the 90 % interval lies inside the margin, and the difference from 0 is not significant",
    "changed but trivial": "different from 0, and still inside the margin",
    "changed": "different from 0, and not inside the margin",
    "inconclusive": "neither shown to be inside the margin nor to differ from 0: more data are needed",
}


def tost(
    difference: Annotated[
        float, typer.Option("--diff", metavar="D", parser=numbers.number, help="Observed difference.")
    ],
    se: Annotated[
        float, typer.Option("--se", metavar="S", parser=numbers.not_negative, help="Its standard error.")
    ],
    df: Annotated[
        float,
        typer.Option("--df", metavar="DF", parser=numbers.degrees, help="Degrees of freedom: deals - 1."),
    ],
    margin: MarginOption,
) -> StatsAnswer:
    """Test whether a difference is too small to matter (two one-sided tests).

    Example:
      marchsim stats tost --diff 0.004 --se 0.006 --df 399 --margin 0.02

    p is the larger p value of the two one-sided tests. ci90 lies inside -M to M exactly when p < 0.05. The
    verdict also uses the two-sided test that the difference is 0.
    """
    from marchsim.stats import equivalence

    test = equivalence.tost(difference, se, df, margin) if se > 0 else None
    verdict = equivalence.verdict(difference, se, df, margin)
    between = f"test that the true difference lies between -{margin:g} and {margin:g}"
    without = "a standard error of 0 says that nothing varied"
    return explained(
        "Equivalence",
        ("p", test.p if test else None, p, between),
        ("ci90", span(test.interval) if test else None, ends, "90 % interval"),
        ("verdict", verdict, lambda word: word or DASH, SAID.get(verdict or "", "")),
        reason="" if test else without,
    )
