# %% [markdown]
# # Who wins, from where, and does a card matter?
# Three joins and a plot in Python. `library.py` and `library.ipynb` are one example: the notebook is made of
# the script, with its outputs (`python -m tools.notebook`). `help(marchsim)` says where to begin.

# %% A run
import matplotlib.pyplot as plt
import polars as pl

import marchsim

pl.Config(fmt_str_lengths=80, tbl_rows=15)
run = marchsim.run("field-4", "runs/example", blocks=500)  # plays it, or loads what it has played before
seats = run.seats.filter("counted", ~pl.col("baseline"))  # as verdicts: whole blocks, without dummies
print(run.columns("seats").filter(pl.col("column").is_in(["wins", "counted", "baseline"])))

# %% [markdown]
# **By strategy.** A row of `run.seats` is a seat of a game, joined with its game. The mean of `wins` is wins
# where 100 are fair. `run.strategies` has the same number with an interval, for all strategies at once.

# %% Who wins?
told = seats.group_by("strategy").agg(
    pl.mean("wins"), pl.mean("score"), pl.mean("points_battle"), seats=pl.len()
)
intervals = run.strategies["strategy", "wins_low", "wins_high"]
print(told.join(intervals, on="strategy").sort("wins", descending=True))

# %% [markdown]
# **By seat.** The same rows, joined with what the report says of each seat; below, the verdict.

# %% From where?
told = seats.group_by("seat").agg(pl.mean("wins"), pl.mean("score"), games=pl.len())
print(told.join(run.report.seats()["seat", "wins_low", "wins_high"], on="seat").sort("seat"))

# %%
print(run.verdicts.filter(question="seats")["sentence"].item())

# %% [markdown]
# **By card.** Who *plays* a card is often ahead already, so wins of those who played it are no effect. Hands
# are dealt at random: `extra` compares who was dealt the card with who was not. `adjusted` is its p value,
# adjusted for looking at all cards: from 0.1 on nothing is shown.

# %% Does a card matter?
cards = run.cards.filter("counted", ~pl.col("baseline"))
told = cards.filter("played").group_by("card", "name", "type").agg(pl.mean("wins"), played=pl.len())
extra = run.report.cards()["card", "extra", "extra_low", "extra_high", "adjusted"]
print(told.join(extra, on="card").sort("adjusted", nulls_last=True).drop("card").head(5))

# %% [markdown]
# **A plot.** All intervals hold at once, with 95 % and more.

# %% How sure is the ranking?
ranked = run.strategies.drop_nulls("wins").sort("wins")
below, above = ranked["wins"] - ranked["wins_low"], ranked["wins_high"] - ranked["wins"]
figure, axes = plt.subplots(figsize=(6, 0.6 + 0.3 * len(ranked)), layout="constrained")
axes.errorbar(ranked["wins"], ranked["strategy"], xerr=[below, above], fmt="o", color="#0072b2", capsize=3)
axes.axvline(100, color="grey", linewidth=1)
axes.set_xlabel("wins where 100 are fair")
figure.savefig("wins.png")
