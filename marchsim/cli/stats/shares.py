"""Calculators for shares of independent games (`share`, `diff`, `counts`), and `tost` for a difference."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import (
    StatsAnswer,
    ends,
    explained,
    figure,
    p,
    percent,
    percents,
    quantities,
    span,
)
from marchsim.cli.stats.numbers import Counts, MarginOption
from marchsim.kernel.showing import Sheet
from marchsim.reporting.pages.format import DASH

WinsArgument = Annotated[int, typer.Argument(metavar="WINS", parser=numbers.whole, help="Games won.")]
GamesArgument = Annotated[int, typer.Argument(metavar="N", parser=numbers.whole, help="Games played.")]
FEWEST_EXPECTED = 5  # with fewer expected a kind, chi-square is only a rough guide (Cochran 1954)
SAID = {
    "equivalent": "the 90 % interval lies inside the margin, and the difference from 0 is not significant",
    "changed but trivial": "different from 0, and still inside the margin",
    "changed": "different from 0, and not inside the margin",
    "inconclusive": "neither shown to be inside the margin nor to differ from 0: more data are needed",
}


def share(
    wins: WinsArgument,
    n: GamesArgument,
    against: Annotated[
        float | None,
        typer.Option(
            "--against", metavar="P", parser=numbers.probability, help="Test that the true share is P."
        ),
    ] = None,
) -> StatsAnswer:
    """Compute intervals for a share of wins, and test it against a value.

    Example:
      marchsim stats share 112 400 --against 0.25

    Games must be independent: each with a deal of its own, won or not. p is the exact binomial test.
    """
    from marchsim.stats.intervals import clopper_pearson, jeffreys, wilson
    from marchsim.stats.shares import share_test

    numbers.not_above(wins, n)
    estimate, *intervals = (
        (wins / n, *(span(one(wins, n)) for one in (wilson, clopper_pearson, jeffreys))) if n else [None] * 4
    )
    tested = share_test(wins, n, against).p if n and against is not None else None
    what = "" if against is None else f" that the true share is {percent(against)}"
    reason = "" if against is not None else "no share to test against was given (--against P)"
    return explained(
        "A share of independent games",
        ("estimate", estimate, percent, f"{wins:,} of {n:,} games"),
        ("wilson", intervals[0], percents, "95 % interval, the usual choice"),
        ("exact", intervals[1], percents, "95 % interval that never covers less (Clopper-Pearson)"),
        ("jeffreys", intervals[2], percents, "95 % interval from Jeffreys' prior"),
        ("p", tested, p, "exact binomial test" + what),
        reason=reason if n else "no game was played",
    )


def diff(
    w1: Annotated[
        int, typer.Argument(metavar="W1", parser=numbers.whole, help="Games won by the first side.")
    ],
    n1: Annotated[int, typer.Argument(metavar="N1", parser=numbers.whole, help="Games of the first side.")],
    w2: Annotated[int, typer.Argument(metavar="W2", parser=numbers.whole, help="Games won by the other.")],
    n2: Annotated[int, typer.Argument(metavar="N2", parser=numbers.whole, help="Games of the other side.")],
) -> StatsAnswer:
    """Compare two shares of different games: difference, interval and test.

    Example:
      marchsim stats diff 112 400 88 400

    The two sides must be independent. For two results of the same games use `marchsim report variants`.
    p is the score test (chi-square without correction).
    """
    from marchsim.stats.shares import equal_shares, newcombe

    numbers.not_above(w1, n1, "W1 and N1")
    numbers.not_above(w2, n2, "W2 and N2")
    wins, games = (w1, w2), (n1, n2)
    played = n1 > 0 and n2 > 0
    test = equal_shares(wins, games) if played else None
    interval = span(newcombe(wins, games)) if played else None
    reason = "all games went the same way, so there is nothing to test"
    if not played:
        reason = "no game was played on one side"
    told = f"{w1:,} of {n1:,} minus {w2:,} of {n2:,}, in points"
    return explained(
        "Two shares of different games",
        ("diff", w1 / n1 - w2 / n2 if played else None, percent, told),
        ("newcombe", interval, percents, "95 % interval (Newcombe 1998, method 10)"),
        ("p", test.p if test else None, p, "score test that both shares are equal"),
        reason="" if test else reason,
    )


def counts(
    values: Annotated[
        Counts,
        typer.Argument(
            metavar="C1,C2,...", parser=numbers.counts, help="Count of each kind, such as wins by seat."
        ),
    ],
) -> StatsAnswer:
    """Test whether several kinds are equally likely, with simultaneous intervals for all shares.

    Example:
      marchsim stats counts 112,98,101,89

    Games must be independent, with one winner each. chi2 and g test the same hypothesis. w is the effect size
    (Cohen: 0.1 small, 0.3 medium). goodman are simultaneous 95 % intervals.
    """
    found, reason = _counts(values), "" if sum(values) else "no game was counted"
    df = len(values) - 1
    rows = [
        ("chi2", figure(found["chi2"], 3), f"Pearson's test on {df} degrees of freedom"),
        ("p", p(found["p"]), "its p value"),
        ("g", figure(found["g"], 3), "likelihood-ratio test of the same"),
        ("g_p", p(found["g_p"]), "its p value"),
        ("w", figure(found["w"]), "size of the departure from equal shares (Cohen)"),
    ]
    each = [
        (str(place + 1), f"{count:,}", percent(part), percents(bounds))
        for place, (count, part, bounds) in enumerate(
            zip(values, found["shares"] or _none(values), found["goodman"] or _none(values), strict=True)
        )
    ]
    heads = {"Kind": "left", "Count": "right", "Share": "right", "All at once (Goodman)": "right"}
    few = 0 < sum(values) < FEWEST_EXPECTED * len(values)
    notes = ["With so few games chi-square is only a rough guide."] if few else []
    sheets = [quantities("Are all kinds equally likely?", rows), Sheet("Shares", heads, each)]
    return StatsAnswer(found, sheets, notes, reason)


def _none(values: Counts) -> list[None]:
    return [None] * len(values)


def _counts(values: Counts) -> dict[str, Any]:
    from marchsim.stats.tables import chi_square_equal, effect_size, g_equal, goodman

    if not sum(values):
        return dict.fromkeys(("chi2", "p", "g", "g_p", "shares", "goodman", "w"))
    pearson, ratio = chi_square_equal(values), g_equal(values)
    return {
        "chi2": pearson.statistic,
        "p": pearson.p,
        "g": ratio.statistic,
        "g_p": ratio.p,
        "shares": [count / sum(values) for count in values],
        "goodman": [span(interval) for interval in goodman(values)],
        "w": effect_size(values),
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
