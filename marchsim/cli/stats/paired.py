"""Several results of the same games: `mcnemar`, `cochran`."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli.stats import files, numbers
from marchsim.cli.stats.answer import StatsAnswer, explained, p, thousandths
from marchsim.cli.stats.files import FileArgument
from marchsim.errors import ConfigError


def mcnemar(
    b: Annotated[int, typer.Argument(metavar="B", parser=numbers.whole, help="Pairs only the first won.")],
    c: Annotated[int, typer.Argument(metavar="C", parser=numbers.whole, help="Pairs only the second won.")],
) -> StatsAnswer:
    """Compare two results of the same games, from the pairs in which they differ.

    Example:
      marchsim stats mcnemar 31 17

    Exact binomial test on the discordant pairs; pairs in which both won or both lost do not count.
    """
    from marchsim.stats.paired import mcnemar_exact

    even = f"exact test that {b:,} and {c:,} come from even odds"
    return explained("Pairs that differ", ("p", mcnemar_exact(b, c).p, p, even))


def cochran(file: FileArgument) -> StatsAnswer:
    """Test that several 0/1 results of the same games have equal shares (Cochran's Q).

    Example:
      marchsim stats cochran seats.csv

    FILE has a column for each result and a row for each game, cells 0 or 1, with or without a first row of
    names. With two columns it is McNemar's chi-square.
    """
    import numpy as np

    from marchsim.stats.paired import cochran_q

    rows = files.read(file)
    names = [f"{at}" for at in range(1, len(rows[0].cells) + 1)]
    if not all(cell in ("0", "1") for cell in rows[0].cells):
        names, rows = rows[0].cells, rows[1:]
    if len(names) < 2 or not rows:
        raise ConfigError(f"{file}: needs two columns of 0 and 1 or more, and a row of them.")
    for row in rows:
        for name, cell in zip(names, row.cells, strict=True):
            if cell not in ("0", "1"):
                shown = files.shown(cell)
                raise ConfigError(f"{file}: line {row.line}, column {name}: {shown} is neither 0 nor 1.")
    test = cochran_q(np.array([row.cells for row in rows]).astype(np.int64))
    size = f"{len(names)} columns, {len(rows):,} rows; on {len(names) - 1} df"
    return explained(
        "Cochran's Q",
        ("q", test.statistic if test else None, thousandths, size),
        ("p", test.p if test else None, p, "test that all columns have the same share of 1"),
        reason="" if test else "the columns differ in no row, so there is nothing to compare",
    )
