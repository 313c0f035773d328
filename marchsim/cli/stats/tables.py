"""Tables of counts: `fisher`, `cramer`."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, ends, explained, figure, p, span, thousandths
from marchsim.cli.stats.numbers import Counts
from marchsim.reporting.pages.format import DASH

MOST_EXACT = 10_000_000  # with up to this many trials all tables are enumerated
MOST_ROWS = 100


def fisher(
    w1: Annotated[int, typer.Argument(metavar="W1", parser=numbers.whole, help="Games won by the first.")],
    l1: Annotated[int, typer.Argument(metavar="L1", parser=numbers.whole, help="Games lost by the first.")],
    w2: Annotated[int, typer.Argument(metavar="W2", parser=numbers.whole, help="Games won by the second.")],
    l2: Annotated[int, typer.Argument(metavar="L2", parser=numbers.whole, help="Games lost by the second.")],
) -> StatsAnswer:
    """Compare two shares of few games exactly: Fisher's test and the odds ratio.

    Example:
      marchsim stats fisher 8 2 1 5

    For independent games that have nothing in common. Two-sided; the odds ratio is the conditional one, with
    its exact interval. For many games see diff.
    """
    from marchsim.stats import tables

    if w1 + l1 + w2 + l2 > MOST_EXACT:
        raise typer.BadParameter(f"more than {MOST_EXACT:,} games are too many for an exact test; see diff.")
    found = tables.fisher([[w1, l1], [w2, l2]])
    reason = "one side played no game, or all games went the same way, so there is nothing to test"
    if found is not None:
        infinite = "if one side has no loss or no win, odds are infinite"
        reason = "" if found.interval[1] is not None else infinite
    ratio = found.odds_ratio if found else None
    return explained(
        "Two shares of few games",
        ("p", found.p if found else None, p, "exact test that both have the same odds to win"),
        ("odds_ratio", ratio, figure, "odds of the first over those of the second"),
        ("ci", list(found.interval) if found else None, ends, "95 % interval, exact"),
        reason=reason,
    )


def cramer(
    table: Annotated[
        list[Counts],
        typer.Argument(metavar="C11,C12,... C21,C22,...", parser=numbers.counts, help="Counts, row by row."),
    ],
) -> StatsAnswer:
    """Measure how strongly the rows and columns of a table are associated (Cramér's V).

    Example:
      marchsim stats cramer 131,98,101,70 96,104,99,101

    For independent games, each counted once, such as how games ended under each ruleset. v runs from 0 (no
    association) to 1; v_corrected corrects its upward bias. p is the chi-square test that v is 0.
    """
    from marchsim.stats import tables

    if len(table) < 2:
        raise typer.BadParameter("one row cannot be compared; give two or more.")
    if len(table) > MOST_ROWS:
        raise typer.BadParameter(f"{len(table)} rows are too many; at most {MOST_ROWS}.")
    if len({len(row) for row in table}) > 1:
        raise typer.BadParameter("rows must have the same number of counts.")
    found = tables.cramer(table)
    corrected = "the same, corrected for its upward bias (Bergsma 2013)"
    without = "fewer than two rows or columns have any counts, so there is nothing to compare"
    return explained(
        "Rows and columns of a table",
        ("v", found.v if found else None, figure, "Cramér's V: 0 no association, 1 complete"),
        ("v_corrected", found.corrected if found else None, figure, corrected),
        ("ci", span(found.interval) if found else None, ends, "95 % interval of the true V"),
        ("chi2", found.chi2 if found else None, thousandths, "Pearson's test of independence"),
        (
            "df",
            found.df if found else None,
            lambda df: DASH if df is None else f"{df}",
            "its degrees of freedom",
        ),
        ("p", found.p if found else None, p, "its p value"),
        reason="" if found else without,
    )
