"""The effect of a change: none seen (`alike`), relative to a mean (`ratio`), on a new member (`predict`)."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli.stats import files, numbers
from marchsim.cli.stats.answer import StatsAnswer, figure, percent, percents, quantities, span, whole, write
from marchsim.cli.stats.files import FileArgument
from marchsim.cli.stats.numbers import JsonOption
from marchsim.errors import ConfigError
from marchsim.reporting.pages.format import DASH

MOST_ROWS = 500
SMALLEST = 1e-24


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
    as_json: JsonOption = False,
) -> None:
    """Bound the effect of a change when none of N deals differs before and after it.

    Example:
      marchsim stats alike 200 --margin 0.02

    share is the largest share of deals that may differ (95 %), effect is that share times D, and needed is
    the number of deals that bring the effect below M.
    """
    from marchsim.stats import bounded

    share = bounded.share_bound(n)
    values: dict[str, Any] = {"share": share, "effect": share * reach}
    rows = [
        ("share", percent(share), f"of deals to come may differ: 1 - 0.05^(1/{n})"),
        (
            "effect",
            figure(share * reach),
            "at most, on the mean, if each of these differs by as much as it can",
        ),
    ]
    if margin is not None:
        values["needed"] = bounded.trials_for_share(margin / reach)
        rows.append(("needed", whole(values["needed"]), f"deals without a difference rule out {margin:g}"))
    write(StatsAnswer(values, [quantities("No difference seen", rows)]), as_json)


def ratio(
    first: Annotated[float, typer.Option(parser=numbers.number, metavar="A", help="The mean before.")],
    second: Annotated[float, typer.Option(parser=numbers.number, metavar="B", help="The mean after.")],
    se_first: Annotated[float, typer.Option(parser=numbers.not_negative, metavar="S", help="Error of A.")],
    se_second: Annotated[float, typer.Option(parser=numbers.not_negative, metavar="S", help="Error of B.")],
    df: Annotated[float, typer.Option(parser=numbers.degrees, metavar="DF", help="Deals - 1.")],
    correlation: Annotated[
        float, typer.Option(parser=numbers.number, metavar="R", help="Of A and B, on the same deals.")
    ] = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Give the ratio B / A of two means with Fieller's intervals.

    Example:
      marchsim stats ratio --first 60.2 --second 61.0 --se-first 0.4 --se-second 0.4 --df 399

    A change of less than 5 % is shown if ci90 lies inside 0.95 to 1.05 (two one-sided tests at 5 %). There
    is no interval if A does not differ significantly from 0.
    """
    from marchsim.stats.ratios import fieller

    if abs(correlation) > 1:
        raise typer.BadParameter(
            f"must lie between -1 and 1, not {correlation:g}.", param_hint="--correlation"
        )
    given = (first, second, (se_first**2, se_second**2), correlation * se_first * se_second, df)
    found = {"ci90": fieller(*given, 0.9), "ci95": fieller(*given, 0.95)}
    values: dict[str, Any] = {"ratio": second / first if first else None}
    values |= {name: span(one) if one else None for name, one in found.items()}
    rows = [
        ("ratio", percent(values["ratio"]), "of the second mean to the first"),
        ("ci90", percents(values["ci90"]), "90 % interval (Fieller)"),
        ("ci95", percents(values["ci95"]), "95 % interval (Fieller)"),
    ]
    reason = (
        ""
        if found["ci95"]
        else "the first mean does not differ significantly from 0, so the ratio has no bounds"
    )
    write(StatsAnswer(values, [quantities("Ratio of means", rows)], reason=reason), as_json)


def predict(file: FileArgument, as_json: JsonOption = False) -> None:
    """Predict the true effect on one more member of a field, from estimates for those that were seen.

    Example:
      marchsim stats predict effects.csv

    FILE has columns effect and variance (the squared standard error), a row for each independent estimate.
    mean is the mean over all possible members, tau the SD of their true effects, prediction the 95 % interval
    for one more. Neither mean nor tau is taken as known.
    """
    import numpy as np

    from marchsim.stats import prediction

    effects, variances = (np.array(column) for column in files.columns(file, ("effect", "variance")))
    if len(effects) > MOST_ROWS:
        raise ConfigError(f"{file}: {len(effects)} rows are too many; at most {MOST_ROWS}.")
    for at, variance in enumerate(variances.tolist(), start=2):
        if not variance >= SMALLEST:
            raise ConfigError(f"{file}: line {at}, column variance: must be above 0, not {variance:g}.")
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
        ("mean", figure(values["mean"]), f"mean true effect; 95 % {_ends(values['mean_ci95'])}"),
        ("tau", figure(values["tau"]), f"SD of true effects; 95 % {_ends(values['tau_ci95'])}"),
        ("prediction", _ends(values["prediction"]), "95 % prediction interval: the effect on one more"),
    ]
    write(StatsAnswer(values, [quantities("Another member", rows)], reason=reason), as_json)


def _ends(bounds: list[float] | None) -> str:
    return f"{figure(bounds[0])} to {figure(bounds[1])}" if bounds else DASH
