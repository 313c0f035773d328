"""`marchsim stats`: calculators that need no game; each calls functions of `marchsim.stats`."""

from __future__ import annotations

from marchsim.cli.frame import plain_app
from marchsim.cli.stats import (
    anytime,
    changes,
    elo,
    equivalence,
    many,
    paired,
    power,
    rank,
    sequential,
    shares,
    shrink,
    tables,
)
from marchsim.cli.stats.numbers import NUMBERS

app = plain_app()
powers = plain_app()


@app.callback()
def group() -> None:
    """Compute statistics from numbers or files; no game is needed.

    Example:
      marchsim stats share 112 400 --against 0.25

    Each answers with a table, or with --json for programs. Shares lie between 0 and 1. docs/stats.md says
    when to use which.
    """


app.command("share", context_settings=NUMBERS)(shares.share)
app.command("diff", context_settings=NUMBERS)(shares.diff)
app.command("counts", context_settings=NUMBERS)(shares.counts)
app.command("kshares", context_settings=NUMBERS)(shares.kshares)
app.command("fisher", context_settings=NUMBERS)(tables.fisher)
app.command("cramer", context_settings=NUMBERS)(tables.cramer)
app.command("mcnemar", context_settings=NUMBERS)(paired.mcnemar)
app.command("cochran")(paired.cochran)
app.command("holm", context_settings=NUMBERS)(many.holm)
app.command("bh", context_settings=NUMBERS)(many.bh)
app.command("tost")(equivalence.tost)
app.command("tost-share", context_settings=NUMBERS)(shares.tost_share)
app.command("alike", context_settings=NUMBERS)(changes.alike)
app.command("ratio")(changes.ratio)
app.command("predict")(changes.predict)
app.add_typer(powers, name="power")
app.command("elo", context_settings=NUMBERS)(elo.elo)
app.command("sprt")(sequential.sprt)
app.command("sprt-plan")(sequential.sprt_plan)
app.command("cs", context_settings=NUMBERS)(anytime.cs)
app.command("anytime-counts", context_settings=NUMBERS)(anytime.anytime_counts)
app.command("shrink")(shrink.shrink)
app.command("rank")(rank.rank)

powers.callback()(power.group)
powers.command("share")(power.share)
powers.command("two")(power.two)
powers.command("counts")(power.counts)
powers.command("tost")(power.tost)
powers.command("pairs")(power.pairs)
