"""Make the page on the library: text by hand, and tables from the descriptions of the frames' columns."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.kernel.game import Column, Table
from marchsim.library import joins, playing
from marchsim.library.estimates import TABLES
from marchsim.library.run_data import OWN

HEAD = """# From Python

You load a run, group its frames, and take estimates with intervals from its report:

```python
import marchsim
import polars as pl

run = marchsim.load("runs/demo")      # or marchsim.run("demo") to play it first
run.seats.filter("counted").group_by("players", "strategy").agg(pl.mean("wins"))
run.report.winrate()                  # the same with intervals, as in `marchsim report part winrate`
run.columns("seats")                  # the meaning of each column
print(marchsim.play("warlord,forager,explorer", seed=7))
marchsim.play("warlord,forager", rules={"march_steps": 4})      # `run` takes a dictionary, too
marchsim.try_change({"march_steps": 4}).changes                 # before and after, as `marchsim try`
marchsim.try_change({"cards.army-head.cost": (2, 3, 4)}).fair   # a tuple tries several values
marchsim.replay("runs/demo", 12)      # a recorded game; in a notebook it shows its story
told = marchsim.run("demo", "runs/told", blocks=5, record="events").events   # every event of every game
told.filter(event="play").group_by("a_name").len()              # how often each card was played
```

[examples/library.py](../examples/library.py) is a script with three joins and a plot,
[examples/library.ipynb](../examples/library.ipynb) the same as an executed notebook. [Python](api.md) has the
signatures. The tables below come from the frames' own descriptions (`make docs`).

- **Frames** are polars frames, read at first use. `.to_pandas()` makes them frames of pandas
  (you need pandas and pyarrow), `.write_csv(FILE)` files. `run.scan("cards")` gives you the same
  lazily, for runs larger than memory, and `run.scan("timings")` another [recorded table](data.md).
- **The scale.** `wins` are a [wins index](../explain/glossary.md#wins-index): credit (1 for a win, divided
  among joint winners) x players x 100. If players win or lose together it is null.
  Always group by `players`, too. A mean over all games, of food or scores as of wins, would weigh numbers
  of players by their numbers of games (`run.strategies` pools them evenly).
- **Games.** Frames hold all games. Reports leave out those with `counted` false (void ones, and blocks that
  are not finished). Verdicts and effects of cards also leave out those with `baseline` true: games with a
  [baseline](../explain/glossary.md#baseline). Other estimates, such as `run.report.winrate()`, count them.
- **Intervals** rest on deals, not on games: the games of a deal are one cluster. `NAME_low` and `NAME_high`
  are the 95 % interval of `NAME` by itself. A mean of a frame has no interval. Take it from `run.report`, or
  average within each deal first, and then take a t interval over deals.
- **Seats** count from 0 in frames. In metrics (`seat.1`) and sentences they count from 1.
- **Errors** are those of the command line: `marchsim.MarchsimError` with one line that names the file and
  your next step.
- `import marchsim` loads nothing heavy. polars comes with the first use of `load`, `run` or `play`. Your
  script may call `run` without `if __name__ == "__main__"`.

## Frames of a run

`run.games`, `run.seats`, `run.rounds`, `run.cards` and, with `record = "events"`, `run.events` have the
columns of the [recorded tables](data.md) of the same names, and these in addition. `run.items` is as
recorded.
"""
ADDED = {
    "games": ((), "`game`"),
    "seats": (joins.OF_GAMES, "`game`, `seat`"),
    "rounds": (joins.OF_SEATS, "`game`, `round`, `seat`"),
    "cards": ((*joins.OF_SEATS, "score"), "`game`, `card`, `seat`"),
    "events": ((), "`game`, `number`"),
}
COLUMNS: dict[str, Sequence[Column]] = {
    "games": (joins.WINNER, joins.COUNTED, joins.BASELINE),
    "seats": (joins.WON, joins.WINS),
    "rounds": (),
    "cards": (*joins.OF_CARDS, *joins.FATES.values(), joins.PLAYED_IN),
    "events": joins.OF_EVENTS,
}
ESTIMATES = """
## Estimates

`run.report` has the numbers of reports, each computed once. A panel is a
[group](../explain/glossary.md#group), a variant with one number of players.
"""
GAME = """
## Events of a game

`marchsim.play(...)` returns a game: `print(game)` prints it, `game.scores` and so on have the result, and
`game.events` has these columns.
"""


def text() -> str:
    """The text of the page."""
    frames = "".join(_frame(name) for name in COLUMNS)
    own = "".join(_section(f"run.{name}", table) for name, table in OWN.items())
    estimates = "".join(_section(f"run.report.{name}()", table) for name, table in TABLES.items())
    return f"{HEAD}{frames}{own}{ESTIMATES}{estimates}{GAME}{_table(playing.EVENTS.columns)}"


def _frame(name: str) -> str:
    more, key = ADDED[name]
    listed = f"Joined: {', '.join(f'`{column}`' for column in more)}. " if more else ""
    return f"\n### `run.{name}`\n\n{listed}Rows are in the order of {key}.\n{_table(COLUMNS[name])}"


def _section(title: str, table: Table) -> str:
    return f"\n### `{title}`\n\n{table.meaning}\n{_table(table.columns)}"


def _table(columns: Sequence[Column]) -> str:
    """Columns as a table, in which the ends of an interval are in the row of their number."""
    names = {column.name for column in columns}
    rows = []
    for column in columns:
        stem, _, end = column.name.rpartition("_")
        if end in ("low", "high") and stem in names:
            continue
        more = f", `{column.name}_low`, `_high`" if f"{column.name}_low" in names else ""
        meaning = column.meaning.replace("|", "\\|")
        rows.append(f"| `{column.name}`{more} | {column.dtype} | {column.unit} | {meaning} |\n")
    return f"\n| column | type | unit | meaning |\n|---|---|---|---|\n{''.join(rows)}" if rows else ""
