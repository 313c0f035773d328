"""Answers that hold however often one looks at the data: `cs`, `anytime-counts`."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, explained, figure, p, percent
from marchsim.cli.stats.numbers import Counts


def cs(
    wins: Annotated[int, typer.Argument(metavar="WINS", parser=numbers.whole, help="Games won so far.")],
    n: Annotated[int, typer.Argument(metavar="N", parser=numbers.whole, help="Games played so far.")],
    n_opt: Annotated[
        int,
        typer.Option(
            "--n-opt",
            metavar="GAMES",
            parser=numbers.positive_whole,
            help="Where the sequence is narrowest; chosen before the first look.",
        ),
    ] = 1000,
) -> StatsAnswer:
    """Give an interval for a share that holds at every look at once (confidence sequence).

    Example:
      marchsim stats cs 112 400 --n-opt 2000

    For independent games, won or not. With 95 % chance the true share is inside at every look, so you may
    stop at any time. Keep --n-opt the same at every look.
    """
    from marchsim.stats.anytime import beta_binomial

    numbers.not_above(wins, n)
    found = beta_binomial(wins, n, n_opt)
    return explained(
        "A share, at any time",
        ("lower", found.low, percent, f"after {wins:,} wins in {n:,} games"),
        ("upper", found.high, percent, f"95 % at every look, narrowest about {n_opt:,} games"),
    )


def anytime_counts(
    counts: Annotated[
        Counts,
        typer.Argument(
            metavar="C1,C2,...", parser=numbers.counts, help="How often each kind occurred so far."
        ),
    ],
    k: Annotated[
        float | None,
        typer.Option(
            "--k",
            metavar="K",
            parser=numbers.positive,
            help="The prior's weight in games; chosen before the first look.  [default: the number of kinds]",
        ),
    ] = None,
) -> StatsAnswer:
    """Test at any time that several kinds are equally likely (Bayes factor against Dirichlet shares).

    Example:
      marchsim stats anytime-counts 112,98,101,89 --k 200

    The alternative to equal shares is Dirichlet(k p0) with p0 equal: a large k looks for small departures. p
    is 1 over the Bayes factor, at most 1. If all are equal, p falls below 0.05 at any look with a chance of
    at most 5 %.
    """
    from marchsim.stats.anytime import dirichlet_equal

    found = dirichlet_equal(counts, k)
    weight = len(counts) if k is None else k
    against = f"against equal shares, prior of {weight:g}"
    return explained(
        "Equal shares, at any time",
        ("log_bayes_factor", found.log_bayes_factor, figure, against),
        ("p", found.p, p, f"at any look, after {sum(counts):,} games"),
    )
