"""Calculators for shares of independent games: `share`, `diff` and `counts`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, explained, figure, p, percent, percents, quantities, span
from marchsim.cli.stats.numbers import Counts
from marchsim.kernel.showing import Sheet

WinsArgument = Annotated[int, typer.Argument(metavar="WINS", parser=numbers.whole, help="Games won.")]
GamesArgument = Annotated[int, typer.Argument(metavar="N", parser=numbers.whole, help="Games played.")]
FEWEST_EXPECTED = 5  # with fewer expected a kind, chi-square is only a rough guide (Cochran 1954)


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
