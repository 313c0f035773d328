"""Shares of independent games: `share`, `tost-share`, `diff`, `counts`, `kshares`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, explained, figure, p, percent, percents, quantities, span
from marchsim.cli.stats.numbers import Counts, MarginOption, Ratio
from marchsim.kernel.showing import Sheet
from marchsim.reporting.pages.format import DASH

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
    """Give intervals for a share of wins, and test it against a value.

    Example:
      marchsim stats share 112 400 --against 0.25

    For independent games: each with a deal of its own, won or not. p is the exact binomial test.
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


def tost_share(
    wins: WinsArgument,
    n: GamesArgument,
    against: Annotated[
        float, typer.Option("--against", metavar="P", parser=numbers.probability, help="What it should be.")
    ],
    margin: MarginOption,
) -> StatsAnswer:
    """Test whether a share is near a value (two exact one-sided binomial tests).

    Example:
      marchsim stats tost-share 260 1000 --against 0.25 --margin 0.04

    For independent games. p is the larger of the two tests; ci90 (Clopper-Pearson) lies inside P - M to P + M
    exactly when p < 0.05.
    """
    from marchsim.stats.shares import share_tost

    numbers.not_above(wins, n)
    found = share_tost(wins, n, against, margin) if n else None
    low, high = percent(max(0.0, against - margin)), percent(min(1.0, against + margin))
    return explained(
        "A share near a value",
        ("p", found.p if found else None, p, f"test that the true share lies between {low} and {high}"),
        (
            "ci90",
            span(found.interval) if found else None,
            percents,
            f"90 % interval, {wins:,} of {n:,} games",
        ),
        ("shown", found.p < 0.05 if found else None, _said, "at 5 %; “no” does not mean that it differs"),
        reason="" if found else "no game was played",
    )


def _said(shown: bool | None) -> str:
    return DASH if shown is None else "yes" if shown else "no"


def diff(
    w1: Annotated[int, typer.Argument(metavar="W1", parser=numbers.whole, help="Games won by the first.")],
    n1: Annotated[int, typer.Argument(metavar="N1", parser=numbers.whole, help="Games of the first.")],
    w2: Annotated[int, typer.Argument(metavar="W2", parser=numbers.whole, help="Games won by the second.")],
    n2: Annotated[int, typer.Argument(metavar="N2", parser=numbers.whole, help="Games of the second.")],
) -> StatsAnswer:
    """Compare two shares of different games: difference, interval and test.

    Example:
      marchsim stats diff 112 400 88 400

    For independent games that have nothing in common; for two results of the same games see mcnemar.
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
            metavar="C1,C2,...",
            parser=numbers.counts,
            help="How often each kind occurred, such as wins by seat.",
        ),
    ],
) -> StatsAnswer:
    """Test that several kinds are equally likely, from counts; intervals for all shares at once.

    Example:
      marchsim stats counts 112,98,101,89

    For independent games with one winner each. chi2 and g test the same; w is the size of the departure
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


def kshares(
    shares: Annotated[
        list[Ratio],
        typer.Argument(metavar="W1/N1 W2/N2 ...", parser=numbers.ratio, help="Wins and games of each."),
    ],
) -> StatsAnswer:
    """Compare several shares of different games: one test for all, and every pair with Holm's adjustment.

    Example:
      marchsim stats kshares 112/400 88/400 95/390

    For independent games that have nothing in common. Pairs are named by position, from 1.
    """
    from marchsim.stats.shares import equal_shares, share_pairs

    if len(shares) < 2:
        raise typer.BadParameter("one share alone cannot be compared; give two or more W/N.")
    if any(n == 0 for _, n in shares):
        raise typer.BadParameter("a share of no games cannot be compared; N must be 1 or more.")
    wins, games = [w for w, _ in shares], [n for _, n in shares]
    test, pairs = equal_shares(wins, games), share_pairs(wins, games)
    found = [
        {"a": pair.a + 1, "b": pair.b + 1, "diff": pair.difference, "p": pair.p, "holm": pair.holm}
        for pair in pairs
    ]
    chi2, p_all = (test.statistic, test.p) if test else (None, None)
    values = {"chi2": chi2, "p": p_all, "pairs": found}
    all_equal = f"test that all are equal, on {len(shares) - 1} degrees of freedom"
    rows = [("chi2", figure(chi2, 3), all_equal), ("p", p(p_all), "its p value")]
    each = [
        (f"{pair.a + 1} - {pair.b + 1}", percent(pair.difference), p(pair.p), p(pair.holm)) for pair in pairs
    ]
    heads = {"Pair": "left", "Difference": "right", "p": "right", f"Holm over {len(pairs)}": "right"}
    tested = test is not None and all(pair.p is not None for pair in pairs)
    reason = "" if tested else "if all games went the same way, there is nothing to test"
    sheets = [quantities("Several shares of different games", rows), Sheet("Pairs", heads, each)]
    return StatsAnswer(values, sheets, reason=reason)
