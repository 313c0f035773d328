"""Calculators for shares of independent games, for equivalence (`tost`), and for sample sizes (`power`)."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import answer
from marchsim.cli.stats.answer import (
    Counts,
    MarginOption,
    StatsAnswer,
    ends,
    explained,
    figure,
    p,
    percent,
    percents,
    quantities,
    span,
    whole,
)
from marchsim.kernel.showing import Sheet
from marchsim.reporting.pages.format import DASH

WinsArgument = Annotated[int, typer.Argument(metavar="WINS", parser=answer.read_whole, help="Games won.")]
GamesArgument = Annotated[int, typer.Argument(metavar="N", parser=answer.read_whole, help="Games played.")]
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
            "--against", metavar="P", parser=answer.probability, help="Test that the true share is P."
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

    answer.not_above(wins, n)
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
        int, typer.Argument(metavar="W1", parser=answer.read_whole, help="Games won by the first side.")
    ],
    n1: Annotated[
        int, typer.Argument(metavar="N1", parser=answer.read_whole, help="Games of the first side.")
    ],
    w2: Annotated[
        int, typer.Argument(metavar="W2", parser=answer.read_whole, help="Games won by the other.")
    ],
    n2: Annotated[
        int, typer.Argument(metavar="N2", parser=answer.read_whole, help="Games of the other side.")
    ],
) -> StatsAnswer:
    """Compare two shares of different games: difference, interval and test.

    Example:
      marchsim stats diff 112 400 88 400

    The two sides must be independent. For two results of the same games use `marchsim report variants`.
    p is the score test (chi-square without correction).
    """
    from marchsim.stats.shares import equal_shares, newcombe

    answer.not_above(w1, n1, "W1 and N1")
    answer.not_above(w2, n2, "W2 and N2")
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
            metavar="C1,C2,...", parser=answer.read_counts, help="Count of each kind, such as wins by seat."
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
        float, typer.Option("--diff", metavar="D", parser=answer.read_number, help="Observed difference.")
    ],
    se: Annotated[
        float, typer.Option("--se", metavar="S", parser=answer.not_negative, help="Its standard error.")
    ],
    df: Annotated[
        float,
        typer.Option("--df", metavar="DF", parser=answer.degrees, help="Degrees of freedom: deals - 1."),
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


PowerOption = Annotated[
    float, typer.Option("--power", parser=answer.inner, help="Probability of finding a true effect.")
]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--n",
        metavar="GAMES",
        parser=answer.read_positive,
        help="Give the power of this number of games instead.",
    ),
]
POWER, ALPHA = 0.8, 0.05


def power_group() -> None:
    """Compute the number of games that a question needs, or with --n the power of a number of games.

    Examples:
      marchsim stats power share --p 0.25 --diff 0.02
      marchsim stats power share --p 0.25 --diff 0.02 --n 2000
    """


def power_share(
    p: Annotated[float, typer.Option("--p", metavar="P", parser=answer.inner, help="Reference share.")],
    difference: Annotated[
        float, typer.Option("--diff", metavar="D", parser=answer.read_number, help="True difference from it.")
    ],
    n: GamesOption = None,
    power: PowerOption = POWER,
) -> StatsAnswer:
    """Compute the games needed to distinguish a share of P + D from P, or with --n the power of N games.

    Examples:
      marchsim stats power share --p 0.25 --diff 0.02
      marchsim stats power share --p 0.25 --diff 0.02 --n 2000

    The test is two-sided at 5 %, and n counts independent games. h is Cohen's effect size (0.2 small, 0.5
    medium) and power_h the power computed from it.
    """
    from marchsim.stats.power import cohen_h, games_for_share, power_of_h, power_of_share

    other = p + difference
    if not 0 < other < 1:
        raise typer.BadParameter(f"--p and --diff: {p:g} + {difference:g} is not a share between 0 and 1.")
    _big_enough(difference, "--diff")
    what = f"to distinguish {percent(other)} from {percent(p)}"
    if n is None:
        _apart(power)
        return _size(games_for_share(p, difference, power, ALPHA), f"games {what}", power)
    h = cohen_h(other, p)
    found = power_of_share(p, other, n, ALPHA)
    return _power(found, h, power_of_h(h, n, None, ALPHA), what, f"{n:,} games")


def power_two(
    p1: Annotated[
        float, typer.Option("--p1", metavar="P1", parser=answer.inner, help="True share of the first side.")
    ],
    p2: Annotated[
        float, typer.Option("--p2", metavar="P2", parser=answer.inner, help="True share of the other.")
    ],
    n: GamesOption = None,
    power: PowerOption = POWER,
) -> StatsAnswer:
    """Compute the games of each side needed to distinguish two shares, or with --n the power of N games.

    Examples:
      marchsim stats power two --p1 0.27 --p2 0.25
      marchsim stats power two --p1 0.27 --p2 0.25 --n 4000

    The test is the two-sided score test (diff) at 5 %, and the sides have no game in common. h is Cohen's
    effect size and power_h the power computed from it.
    """
    from marchsim.stats.power import cohen_h, games_for_difference, power_of_difference, power_of_h

    _big_enough(p1 - p2, "--p1 and --p2")
    what = f"to distinguish {percent(p1)} from {percent(p2)}"
    if n is None:
        _apart(power)
        needed = games_for_difference(p1, p2, power, ALPHA)
        return _size(needed, f"games of each side {what}", power)
    h, found = cohen_h(p1, p2), power_of_difference(p1, p2, n, n, ALPHA)
    return _power(found, h, power_of_h(h, n, n, ALPHA), what, f"{n:,} games of each side")


def power_tost(
    sd: Annotated[
        float,
        typer.Option("--sd", metavar="S", parser=answer.positive, help="SD of the difference per deal."),
    ],
    margin: MarginOption,
    power: PowerOption = POWER,
) -> StatsAnswer:
    """Compute the deals needed to show that a difference lies inside the margin.

    Example:
      marchsim stats power tost --sd 0.5 --margin 0.02

    The power is exact, for paired differences with a true mean of 0. Each one-sided test has a level of 5 %.
    """
    from marchsim.stats.power import deals_for_tost

    _apart(power)
    if not margin / sd >= 1e-5:
        raise typer.BadParameter("--margin: more than 100,000 times smaller than --sd; no run can show that.")
    n = deals_for_tost(sd, margin, power, ALPHA)
    return _size(n, f"deals to show a difference within {margin:g}", power)


def _apart(power: float) -> None:
    if power <= ALPHA:
        raise typer.BadParameter(f"--power: {power:g} is reached without data at a level of {ALPHA:g}.")


def _big_enough(effect: float, name: str) -> None:
    if abs(effect) < 1e-5:
        raise typer.BadParameter(f"{name}: {effect:g} is too small for any run to find; at least 0.00001.")


def _power(power: float, h: float, power_h: float, what: str, games: str) -> StatsAnswer:
    return explained(
        "Power",
        ("power", power, percent, f"chance of {games} {what} (level {100 * ALPHA:g} %)"),
        ("h", h, figure, "effect size (Cohen)"),
        ("power_h", power_h, percent, "the same chance by h"),
    )


def _size(n: int, what: str, power: float) -> StatsAnswer:
    meaning = f"{what} (power {100 * power:g} %, level {100 * ALPHA:g} %)"
    return explained("Sample size", ("n", n, whole, meaning))
