"""Tables of counts: `fisher`, `cramer`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, figure, p, quantities, span, write
from marchsim.cli.stats.numbers import Counts, JsonOption
from marchsim.reporting.pages.format import DASH

MOST_EXACT = 10_000_000  # with up to this many trials all tables are enumerated
MOST_ROWS = 100


def fisher(
    w1: Annotated[int, typer.Argument(metavar="W1", parser=numbers.whole, help="Games won by the first.")],
    l1: Annotated[int, typer.Argument(metavar="L1", parser=numbers.whole, help="Games lost by the first.")],
    w2: Annotated[int, typer.Argument(metavar="W2", parser=numbers.whole, help="Games won by the second.")],
    l2: Annotated[int, typer.Argument(metavar="L2", parser=numbers.whole, help="Games lost by the second.")],
    as_json: JsonOption = False,
) -> None:
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
    values: dict[str, Any] = dict.fromkeys(("p", "odds_ratio", "ci"))
    reason = "one side played no game, or all games went the same way, so there is nothing to test"
    if found is not None:
        values = {"p": found.p, "odds_ratio": found.odds_ratio, "ci": list(found.interval)}
        reason = (
            "" if found.interval[1] is not None else "if one side has no loss or no win, odds are infinite"
        )
    bounds = values["ci"]
    rows = [
        ("p", p(values["p"]), "exact test that both have the same odds to win"),
        ("odds_ratio", figure(values["odds_ratio"]), "odds of the first over those of the second"),
        ("ci", f"{figure(bounds[0])} to {figure(bounds[1])}" if bounds else DASH, "95 % interval, exact"),
    ]
    write(StatsAnswer(values, [quantities("Two shares of few games", rows)], reason=reason), as_json)


def cramer(
    table: Annotated[
        list[Counts],
        typer.Argument(metavar="C11,C12,... C21,C22,...", parser=numbers.counts, help="Counts, row by row."),
    ],
    as_json: JsonOption = False,
) -> None:
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
    values: dict[str, Any] = dict.fromkeys(("v", "v_corrected", "ci", "chi2", "df", "p"))
    if found is not None:
        values = {
            "v": found.v,
            "v_corrected": found.corrected,
            "ci": span(found.interval),
            "chi2": found.chi2,
            "df": found.df,
            "p": found.p,
        }
    reason = "" if found else "fewer than two rows or columns have any counts, so there is nothing to compare"
    bounds = values["ci"]
    degrees = DASH if values["df"] is None else f"{values['df']}"
    rows = [
        ("v", figure(values["v"]), "Cramér's V: 0 no association, 1 complete"),
        (
            "v_corrected",
            figure(values["v_corrected"]),
            "the same, corrected for its upward bias (Bergsma 2013)",
        ),
        (
            "ci",
            f"{figure(bounds[0])} to {figure(bounds[1])}" if bounds else DASH,
            "95 % interval of the true V",
        ),
        ("chi2", figure(values["chi2"], 3), "Pearson's test of independence"),
        ("df", degrees, "its degrees of freedom"),
        ("p", p(values["p"]), "its p value"),
    ]
    write(StatsAnswer(values, [quantities("Rows and columns of a table", rows)], reason=reason), as_json)
