"""`marchsim stats`: calculators that need no game. Each calls functions of the package `marchsim.stats`."""

from __future__ import annotations

from marchsim.cli.frame import plain_app
from marchsim.cli.stats import rank, shares, sprt
from marchsim.cli.stats.answer import NUMBERS, command

app = plain_app()
powers = plain_app()


@app.callback()
def group() -> None:
    """Compute statistics from numbers or files, without a game.

    Example:
      marchsim stats share 112 400 --against 0.25

    Each command writes a table, or JSON with --json. Shares lie between 0 and 1.
    docs/reference/stats.md helps to choose a command.
    """


app.command("share", context_settings=NUMBERS)(command(shares.share))
app.command("diff", context_settings=NUMBERS)(command(shares.diff))
app.command("counts", context_settings=NUMBERS)(command(shares.counts))
app.command("tost")(command(shares.tost))
app.add_typer(powers, name="power")
app.command("elo", context_settings=NUMBERS)(command(sprt.elo))
app.command("sprt")(command(sprt.sprt))
app.command("rank")(command(rank.rank))

powers.callback()(shares.power_group)
powers.command("share")(command(shares.power_share))
powers.command("two")(command(shares.power_two))
powers.command("tost")(command(shares.power_tost))
