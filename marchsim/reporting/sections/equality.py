"""Section: the tests of all strategies and all seats together, with their statistics, for every panel."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.field.together import Together
from marchsim.analysis.field.winrates import Equality
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.pages.document import Column, Section, Table, Value

COLUMNS = (
    Column("panel", "Panel"),
    Column("question", "Question"),
    Column("estimate", "Estimate (points)", "points"),
    Column("interval", "95 % interval", "pointses"),
    Column("statistic", "Statistic", "number"),
    Column("df1", "df", "count"),
    Column("df2", "df 2", "count"),
    Column("p", "p", "p"),
    Column("detectable", "Detectable (points)", "size"),
    Column("method", "Test, or why there is none"),
)


def equality_tests(
    panels: Sequence[PanelResult | Together], names: Sequence[str], wins: bool = True, seats: bool = True
) -> list[Section]:
    """Return the section of the tests of each panel, none where there are none; `names` are the panels'.

    `wins` asks for the tests of strategies, `seats` for those of seats.
    """
    rows: list[dict[str, Value]] = []
    for result, name in zip(panels, names, strict=True):
        if isinstance(result, Together):
            if wins and len(result.members) > 1:
                question = "games with each strategy are won equally often"
                rows.append(
                    {
                        "panel": name,
                        "question": question,
                        **_row(result.equal, [one.share for one in result.members]),
                    }
                )
            continue
        if result.players == 1:
            continue
        if wins:
            question, held = "all strategies win equally often", [one.share for one in result.shares]
            rows.append({"panel": name, "question": question, **_row(result.equal, held)})
        if seats:
            question, held = "all seats win equally often", [one.share for one in result.seats]
            rows.append({"panel": name, "question": question, **_row(result.seats_equal, held)})
        if seats and result.trend is not None:
            rows.append(
                {
                    "panel": name,
                    "question": "linear trend of the share over seats, per seat",
                    "estimate": result.trend.slope,
                    "interval": (result.trend.low, result.trend.high),
                    "p": result.trend.p,
                    "method": "t by deal",
                }
            )
    note = (
        "Exploratory: not adjusted for each other. Detectable: how far one share must be off, the others "
        "alike, for the test to find it in 80 % of such runs."
    )
    table = Table("tests", "Tests, by panel", COLUMNS, rows, note)
    return [Section("tests", "Tests of all together", 2, [table])] if rows else []


def _row(equality: Equality, shares: Sequence[Estimate]) -> dict[str, Value]:
    test = equality.test
    if test is None:
        return {"method": equality.reason}
    return {
        "statistic": test.statistic,
        "df1": test.df1,
        "df2": test.df2,
        "p": test.p,
        "detectable": equality.detectable(max((one.se for one in shares if one.se), default=None)),
        "method": test.method,
    }
