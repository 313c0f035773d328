"""Many estimates, shrunk toward their mean: `shrink`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marchsim.cli.stats import files
from marchsim.cli.stats.answer import StatsAnswer, figure, p, quantities
from marchsim.cli.stats.files import FileArgument
from marchsim.errors import ConfigError
from marchsim.kernel.showing import Sheet

if TYPE_CHECKING:
    from marchsim.stats.heterogeneity import Spread

MOST_ROWS = 100_000


def shrink(file: FileArgument) -> StatsAnswer:
    """Shrink estimates toward their mean, to the extent that they differ by chance (empirical Bayes).

    Example:
      marchsim stats shrink effects.csv

    FILE has columns effect and variance (the squared standard error), a row for each independent estimate.
    tau2 is the variance of the true effects, by DerSimonian and Laird and by Paule and Mandel; mean and
    shrunk effects are at the latter.
    """
    import numpy as np

    from marchsim.stats import heterogeneity

    effects, variances = (np.array(column) for column in files.estimates(file, MOST_ROWS))
    if not len(variances):
        raise ConfigError(f"{file}: no row under the names; give an effect and its variance in each.")
    found = heterogeneity.spread(effects, variances)
    values: dict[str, Any] = dict.fromkeys(("mean", "tau2_dl", "tau2_pm", "shrunk"))
    if found is None:
        return StatsAnswer(values, [], reason=f"{len(effects)} estimate cannot show how estimates differ")
    shrunk = heterogeneity.shrink(effects, variances, found.paule_mandel)
    values = {
        "mean": found.mean,
        "tau2_dl": found.dersimonian_laird,
        "tau2_pm": found.paule_mandel,
        "shrunk": shrunk.tolist(),
    }
    each = [
        (str(at), figure(float(raw)), figure(float(variance**0.5)), figure(float(new)))
        for at, (raw, variance, new) in enumerate(zip(effects, variances, shrunk, strict=True), 1)
    ]
    heads = dict.fromkeys(("Row", "Effect", "SE", "Shrunk"), "right")
    sheets = [quantities("True effects", _rows(found)), Sheet("Estimates", heads, each)]
    return StatsAnswer(values, sheets)


def _rows(found: Spread) -> list[tuple[str, str, str]]:
    """Return the rows about the spread of true effects."""
    low, high = figure(found.interval.low), figure(found.interval.high)
    return [
        ("mean", figure(found.mean), f"mean true effect (SE {figure(found.se)})"),
        ("tau2_dl", figure(found.dersimonian_laird), "variance of true effects: DerSimonian and Laird"),
        ("tau2_pm", figure(found.paule_mandel), f"Paule and Mandel; 95 % {low} to {high}"),
        ("tau", figure(found.paule_mandel**0.5), "its root: SD of true effects, in the effects' unit"),
        ("Q", figure(found.q, 2), f"on {found.df} df, p {p(found.p)}: do they differ at all?"),
    ]
