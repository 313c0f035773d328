"""Many p values at once: `holm`, `bh`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, p
from marchsim.kernel.showing import Sheet

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
