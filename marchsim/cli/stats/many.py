"""Many p values at once (`holm`, `bh`), and many estimates, shrunk toward their mean (`shrink`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli.stats import files, numbers
from marchsim.cli.stats.answer import StatsAnswer, figure, p, quantities
from marchsim.cli.stats.files import FileArgument
from marchsim.errors import ConfigError
from marchsim.kernel.showing import Sheet

if TYPE_CHECKING:
    from marchsim.stats.heterogeneity import Spread

MOST_ROWS = 100_000
PValues = Annotated[
    list[float], typer.Argument(metavar="P...", parser=numbers.probability, help="p values, 0 to 1.")
]


def holm(p_values: PValues) -> StatsAnswer:
    """Adjust p values so that the chance of any false finding stays at the level (Holm 1979).

    Example:
      marchsim stats holm 0.001 0.012 0.04 0.3
    """
    from marchsim.stats import multiplicity

    return _adjusted("Holm: chance of any false finding", p_values, multiplicity.holm(p_values))


def bh(p_values: PValues) -> StatsAnswer:
    """Adjust p values so that the share of false findings stays at the level (Benjamini-Hochberg 1995).

    Example:
      marchsim stats bh 0.001 0.012 0.04 0.3
    """
    from marchsim.stats import multiplicity

    adjusted = multiplicity.benjamini_hochberg(p_values)
    return _adjusted("Benjamini-Hochberg: share of false findings", p_values, adjusted)


def _adjusted(title: str, before: Sequence[float], after: Sequence[float]) -> StatsAnswer:
    rows = [(str(at), p(one), p(two)) for at, (one, two) in enumerate(zip(before, after, strict=True), 1)]
    heads = {"#": "right", "p": "right", "adjusted": "right"}
    return StatsAnswer({"adjusted": list(after)}, [Sheet(title, heads, rows)])


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
