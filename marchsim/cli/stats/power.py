"""`marchsim stats power`: the games that a question needs, or the power that some games have."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, explained, figure, percent, whole
from marchsim.cli.stats.numbers import MarginOption

PowerOption = Annotated[
    float, typer.Option("--power", parser=numbers.inner, help="Probability of finding a true effect.")
]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--n",
        metavar="GAMES",
        parser=numbers.positive_whole,
        help="Give the power of this number of games instead.",
    ),
]
POWER, ALPHA = 0.8, 0.05


def group() -> None:
    """Compute the number of games that a question needs, or with --n the power of a number of games.

    Examples:
      marchsim stats power share --p 0.25 --diff 0.02
      marchsim stats power share --p 0.25 --diff 0.02 --n 2000
    """


def share(
    p: Annotated[float, typer.Option("--p", metavar="P", parser=numbers.inner, help="Reference share.")],
    difference: Annotated[
        float, typer.Option("--diff", metavar="D", parser=numbers.number, help="True difference from it.")
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


def two(
    p1: Annotated[
        float, typer.Option("--p1", metavar="P1", parser=numbers.inner, help="True share of the first side.")
    ],
    p2: Annotated[
        float, typer.Option("--p2", metavar="P2", parser=numbers.inner, help="True share of the other.")
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


def tost(
    sd: Annotated[
        float,
        typer.Option("--sd", metavar="S", parser=numbers.positive, help="SD of the difference per deal."),
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
