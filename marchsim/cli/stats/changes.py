"""The effect of a change: `tost`, `alike` (none seen), `ratio` (to a mean), `predict` (on a new member)."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import files, numbers
from marchsim.cli.stats.answer import (
    Quantity,
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
from marchsim.cli.stats.files import FileArgument
from marchsim.cli.stats.numbers import MarginOption
from marchsim.reporting.pages.format import DASH

MOST_ROWS = 500
SAID = {
    "equivalent": "the 90 % interval lies inside the margin, and the difference from 0 is not significant",
    "changed but trivial": "different from 0, and still inside the margin",
    "changed": "different from 0, and not inside the margin",
    "inconclusive": "neither shown to be inside the margin nor to differ from 0: more data are needed",
}


def tost(
    difference: Annotated[
        float, typer.Option("--diff", metavar="D", parser=numbers.number, help="The difference found.")
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

    p is the larger of the two one-sided tests; ci90 lies inside -M to M exactly when p < 0.05. The verdict
    also uses the two-sided test that the difference is 0.
    """
    from marchsim.stats import equivalence

    test = equivalence.tost(difference, se, df, margin) if se > 0 else None
    verdict = equivalence.verdict(difference, se, df, margin)
    between = f"test that the true difference lies between -{margin:g} and {margin:g}"
    without = "a standard error of 0 says that nothing varied; see `marchsim stats alike`"
    return explained(
        "Equivalence",
        ("p", test.p if test else None, p, between),
        ("ci90", span(test.interval) if test else None, ends, "90 % interval"),
        ("verdict", verdict, lambda word: word or DASH, SAID.get(verdict or "", "")),
        reason="" if test else without,
    )


def alike(
    n: Annotated[
        int, typer.Argument(parser=numbers.positive_whole, help="Independent deals, none of which differs.")
    ],
    reach: Annotated[
        float,
        typer.Option(metavar="D", parser=numbers.positive, help="The largest difference a deal can have."),
    ] = 1.0,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="M",
            parser=numbers.positive,
            help="Also say how many deals rule out an effect of this size.",
        ),
    ] = None,
) -> StatsAnswer:
    """Bound the effect of a change when none of N deals differs before and after it.

    Example:
      marchsim stats alike 200 --margin 0.02

    share is the largest share of deals that may differ (95 %), effect is that share times D, and needed is
    the number of deals that bring the effect below M.
    """
    from marchsim.stats import bounded

    share = bounded.share_bound(n)
    most = "at most, on the mean, if each of these differs by as much as it can"
    told: list[Quantity] = [
        ("share", share, percent, f"of deals to come may differ: 1 - 0.05^(1/{n})"),
        ("effect", share * reach, figure, most),
    ]
    if margin is not None:
        needed = bounded.trials_for_share(margin / reach)
        told.append(("needed", needed, whole, f"deals without a difference rule out {margin:g}"))
    return explained("No difference seen", *told)


def ratio(
    first: Annotated[float, typer.Option(parser=numbers.number, metavar="A", help="The mean before.")],
    second: Annotated[float, typer.Option(parser=numbers.number, metavar="B", help="The mean after.")],
    se_first: Annotated[float, typer.Option(parser=numbers.not_negative, metavar="S", help="Error of A.")],
    se_second: Annotated[float, typer.Option(parser=numbers.not_negative, metavar="S", help="Error of B.")],
    df: Annotated[float, typer.Option(parser=numbers.degrees, metavar="DF", help="Deals - 1.")],
    correlation: Annotated[
        float, typer.Option(parser=numbers.number, metavar="R", help="Of A and B, on the same deals.")
    ] = 0.0,
) -> StatsAnswer:
    """Give the ratio B / A of two means with Fieller's intervals.

    Example:
      marchsim stats ratio --first 60.2 --second 61.0 --se-first 0.4 --se-second 0.4 --df 399

    A change of less than 5 % is shown if ci90 lies inside 0.95 to 1.05 (two one-sided tests at 5 %). There
    is no interval if A does not differ significantly from 0.
    """
    from marchsim.stats.contrasts import fieller

    if abs(correlation) > 1:
        raise typer.BadParameter(
            f"must lie between -1 and 1, not {correlation:g}.", param_hint="--correlation"
        )
    given = (first, second, (se_first**2, se_second**2), correlation * se_first * se_second, df)
    wide = fieller(*given, 0.95)
    without = "the first mean does not differ significantly from 0, so the ratio has no bounds"
    return explained(
        "Ratio of means",
        ("ratio", second / first if first else None, percent, "of the second mean to the first"),
        ("ci90", span(fieller(*given, 0.9)), percents, "90 % interval (Fieller)"),
        ("ci95", span(wide), percents, "95 % interval (Fieller)"),
        reason="" if wide else without,
    )


def predict(file: FileArgument) -> StatsAnswer:
    """Predict the true effect on one more member of a field, from estimates for those that were seen.

    Example:
      marchsim stats predict effects.csv

    FILE has columns effect and variance (the squared standard error), a row for each independent estimate.
    mean is the mean over all possible members, tau the SD of their true effects, prediction the 95 % interval
    for one more. Neither mean nor tau is taken as known.
    """
    import numpy as np

    from marchsim.stats import prediction

    effects, variances = (np.array(column) for column in files.estimates(file, MOST_ROWS))
    found = prediction.field(effects, np.diag(variances)) if len(effects) else None
    values: dict[str, Any] = dict.fromkeys(("mean", "mean_ci95", "tau", "tau_ci95", "prediction"))
    reason = f"under {prediction.FEWEST} estimates say nothing about another"
    if found is not None:
        reason = ""
        values = {
            "mean": found.mean,
            "mean_ci95": span(found.mean_interval),
            "tau": found.tau,
            "tau_ci95": span(found.tau_interval),
            "prediction": span(found.prediction),
        }
    rows = [
        ("mean", figure(values["mean"]), f"mean true effect; 95 % {ends(values['mean_ci95'])}"),
        ("tau", figure(values["tau"]), f"SD of true effects; 95 % {ends(values['tau_ci95'])}"),
        ("prediction", ends(values["prediction"]), "95 % prediction interval: the effect on one more"),
    ]
    return StatsAnswer(values, [quantities("Another member", rows)], reason=reason)
