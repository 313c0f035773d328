"""`marchsim stats`: calculators that need no game; each calls functions of `marchsim.stats`."""

from __future__ import annotations

from marchsim.cli.frame import plain_app
from marchsim.cli.stats import (
    changes,
    elo,
    many,
    paired,
    power,
    rank,
    sequential,
    shares,
    tables,
)
from marchsim.cli.stats.answer import command
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


app.command("share", context_settings=NUMBERS)(command(shares.share))
app.command("diff", context_settings=NUMBERS)(command(shares.diff))
app.command("counts", context_settings=NUMBERS)(command(shares.counts))
app.command("kshares", context_settings=NUMBERS)(command(shares.kshares))
app.command("fisher", context_settings=NUMBERS)(command(tables.fisher))
app.command("cramer", context_settings=NUMBERS)(command(tables.cramer))
app.command("mcnemar", context_settings=NUMBERS)(command(paired.mcnemar))
app.command("cochran")(command(paired.cochran))
app.command("holm", context_settings=NUMBERS)(command(many.holm))
app.command("bh", context_settings=NUMBERS)(command(many.bh))
app.command("tost")(command(changes.tost))
app.command("tost-share", context_settings=NUMBERS)(command(shares.tost_share))
app.command("alike", context_settings=NUMBERS)(command(changes.alike))
app.command("ratio")(command(changes.ratio))
app.command("predict")(command(changes.predict))
app.add_typer(powers, name="power")
app.command("elo", context_settings=NUMBERS)(command(elo.elo))
app.command("sprt")(command(sequential.sprt))
app.command("sprt-plan")(command(sequential.sprt_plan))
app.command("cs", context_settings=NUMBERS)(command(sequential.cs))
app.command("anytime-counts", context_settings=NUMBERS)(command(sequential.anytime_counts))
app.command("shrink")(command(many.shrink))
app.command("rank")(command(rank.rank))

powers.callback()(power.group)
powers.command("share")(command(power.share))
powers.command("two")(command(power.two))
powers.command("counts")(command(power.counts))
powers.command("tost")(command(power.tost))
powers.command("pairs")(command(power.pairs))
