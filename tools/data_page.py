"""Make the page on run folders, with tables from the descriptions of the stored tables."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim import games
from marchsim.games.march.table.record import EVENT_NAMES
from marchsim.games.march.telling.events import KINDS, EventKind
from marchsim.games.march.telling.values import MEASURES, Measure
from marchsim.kernel.game import Column, Table
from marchsim.recorder import tables as described

HEAD = r"""# Run folders

`marchsim run` writes a folder that describes itself. You can read its tables with one line of polars,
pandas or DuckDB ([below](#reading-it-elsewhere)), or with `marchsim.load` ([From Python](library.md)). The
tables on this page come from their own descriptions (`make docs`).

```text
runs/NAME/
  manifest.json                    origin of the run, list of parts, digests, counts of void games
  tables/games/part-0-999.parquet  the rows of games 0 to 999, and so on
  tables/seats/ rounds/ cards/ events/ timings/ thinking/ horde/    the same parts of the other tables
  tables/items/part-0-0.parquet    cards and tiles in force, by variant
  saved.json                       number and check of the manifest that was saved last
  lock                             held by the run that writes here
  journal.jsonl                    during a run: changes that the manifest does not have yet
  quarantine/                      what `marchsim runs repair` moved aside
```

Games are numbered through blocks, then player counts, line-ups, rotations and variants, so numbers keep
their meaning when blocks are added.

**Parts.** The manifest lists the parts that count (`tables.NAME.parts`), each with its size, its SHA-256,
its number of rows and their sum (see Digests), made by the worker that encoded it. During a run,
`journal.jsonl` has a line for each change since the manifest was written: parts removed, parts added, and
the changes that come with them (games that are owed, history). marchsim writes a part under a hidden name,
counts it when its line is on disk, and then gives it its name. The next verb that writes cleans up after a
crash or an error in between. Small parts are merged into larger ones in the same way. If a run is a part of
a plan (`marchsim run --part`), a part file holds the games of its range that belong to it.

**Checks.** Manifest and journal have a checksum of their own content (`check` in the manifest, made of
everything else in it as compact JSON), so marchsim refuses an edited or damaged manifest. It also refuses
an older one put back alone (from a backup, say): each has a number (`saves`), and `saved.json` has the last
one. It reads no file that differs, in any byte, from the manifest. Any other file in these folders does not
belong to the run. We never read it, but other programs would, so `run`, `extend`, `merge` and `verify` stop
at it (except for hidden files). All files are regular ones. A symbolic link inside a run folder is refused.
Nothing in a run folder is ever executed.

**Resuming.** The same `marchsim run` plays missing games. It refuses, with exit code 6, if rules, components,
strategies, design, seed or the engine's source are not those of the folder (`identity` in the manifest).
`looks` in it lists the sizes at which the run was finished before ([runs](../explain/runs.md)).

**Rounds and events.** `rounds` has the actions and the position of each seat after each round, and is
always recorded. With `record = "events"` the table `events` has every single event of every game as well,
each with its round. `run.events` in Python and `marchsim export` add the meaning (`a_is`) and the name
(`a_name`: a card, a reason) of each value.

[Runs](../explain/runs.md) describes how you check, divide, merge, extend and stop runs.

## Reading it elsewhere

One line reads a table (here `seats`). Texts are plain texts (in the files: dictionaries). The same
quantity has the same type in all tables, so you can join tables and concatenate runs. polars:

```python
import polars; seats = polars.read_parquet("runs/demo/tables/seats/*.parquet")
```

pandas (with pyarrow installed):

```python
import pandas; seats = pandas.read_parquet("runs/demo/tables/seats")
```

DuckDB:

```sql
SELECT strategy, avg(credit) FROM 'runs/demo/tables/seats/*.parquet' GROUP BY strategy;
```

Rows of a finished run are in the order of the table's key, part by part.

`marchsim export RUN --format csv` (or `parquet`) writes one file a table instead, with `schema.json`, which
describes every column. Games, seats, rounds and cards have the columns of the frames in Python, so that each
row carries strategy, number of players and wins. In CSV null is an empty field and an empty text
is `""`. A text that a spreadsheet would read as a formula (it begins with `=`, `+`, `-` or `@`) gets an
apostrophe in front. Control characters are escaped (`\\n`, `\\x1b`, `\\u202e`), since they control
terminals. Parquet has texts as they are. The folder of an export holds the old export or the new one,
whole. Your other files in it stay, tables of an earlier export among them.

In Python `marchsim.load("runs/demo")` gives you the tables checked and joined already
([From Python](library.md)).

## Joins

These examples add the cost of each card, the number of assumed values of each game's variant, and the round
in which each card was played. The last one concatenates two runs (their fields may differ, and the column
`run` names each). In `rounds`, `score` and `food` are those at the end of the round, in `seats` at the end
of the game. polars:

```python
import polars

def table(name, run="runs/demo"):
    return polars.read_parquet(f"{run}/tables/{name}/*.parquet")

games, cards, items = table("games"), table("cards"), table("items")
costs = cards.join(items.filter(polars.col("kind") == "card"), left_on="card", right_on="id")
assumed = games.join(items.group_by("variant").agg(polars.sum("assumed")), on="variant")
played = cards.filter(polars.col("fate").str.starts_with("played")).with_columns(
    round=polars.col("fate").str.extract(r"^played (\d+)").cast(polars.Int16)
).join(table("rounds"), on=("game", "round", "seat"))
both = polars.concat(
    [table("seats", run).with_columns(run=polars.lit(run)) for run in ("runs/demo", "runs/other")]
)
```

pandas:

```python
import pandas

def table(name, run="runs/demo"):
    return pandas.read_parquet(f"{run}/tables/{name}")

games, cards, items = table("games"), table("cards"), table("items")
costs = cards.merge(items[items["kind"] == "card"], left_on="card", right_on="id")
assumed = games.merge(items.groupby("variant", as_index=False)["assumed"].sum(), on="variant")
played = cards[cards["fate"].str.startswith("played")].assign(
    round=lambda rows: rows["fate"].str.extract(r"^played (\d+)")[0].astype("int16")
).merge(table("rounds"), on=["game", "round", "seat"])
both = pandas.concat(table("seats", run).assign(run=run) for run in ("runs/demo", "runs/other"))
```

DuckDB (four separate queries):

```sql
SELECT * FROM 'runs/demo/tables/cards/*.parquet' AS cards
JOIN 'runs/demo/tables/items/*.parquet' AS items ON cards.card = items.id AND items.kind = 'card';
```

```sql
SELECT * FROM 'runs/demo/tables/games/*.parquet' JOIN (
  SELECT variant, sum(assumed) AS assumed FROM 'runs/demo/tables/items/*.parquet' GROUP BY variant
) USING (variant);
```

```sql
SELECT * FROM (
  SELECT *, CAST(regexp_extract(fate, '^played (\d+)', 1) AS SMALLINT) AS round
  FROM 'runs/demo/tables/cards/*.parquet' WHERE fate LIKE 'played%'
) JOIN 'runs/demo/tables/rounds/*.parquet' USING (game, round, seat);
```

```sql
SELECT *, 'runs/demo' AS run FROM 'runs/demo/tables/seats/*.parquet'
UNION ALL SELECT *, 'runs/other' FROM 'runs/other/tables/seats/*.parquet';
```

If a run has several variants, join `games` first: cards and tiles are listed by variant.

## Void games

A strategy that fails makes its game *void*. The game keeps its row in `games` with the reason in
`void`, and its rows in `seats` with null results. It is never a loss and has no rows elsewhere.
Reasons:

- `error`: an exception, an answer that is no option, harm to the process, or the worker process died.
- `limit`: too many decisions.
- `time`: a decision that took more than `decision_seconds` of processor time.
- `memory`: memory ran out.
- `answer`: a person left the game.

Only `time` and `memory` may depend on the machine and the number of workers. Such a game was void twice,
the second time while nothing else was played. `marchsim replay RUN GAME` replays a game. Twenty void games
of one strategy in a row stop the run with exit code 2.

## Games against an opponent

If a variant of the manifest has a name in `opponent`, its players win or lose together against it.
`winners` then holds all seats or none, `credit` is 1 or 0 for every seat, and `games` has the
`opponent`'s score and the `margin` (0 is a win). Elsewhere `opponent` is '' and both columns are null.

## Variants

`variants` in the manifest has the content of each. The first has all rules and components (`resolved`),
the others their differences from it (`differs`: paths as keys from the outside in, with the `value` there, or
none if it was removed).

## Older folders

You can read and report every older folder, but not resume it.

- Schema 1 was recorded before there were opponents, and lacks their columns.
- Schemas 1 and 2 hold enumerations in place of texts, `cards` with eight columns in place of `round_drawn`
  and `fate`, `resolved` for all variants, digests of another kind, and no checksums.
- Schema 3 lacks the checksum of the manifest.

## Digests

The manifest has a digest of each table except `timings` and `thinking`, equal for equal rows with any
number of workers, chunks or order of writing. You can compare a merge with its parts, and lost games must
have the stored sum when they are replayed. A digest detects damage, loss and duplication, but not a folder
that was forged together with its manifest.

Method: each game's rows, in the order of the key, are hashed with SHA-256, and the hashes, as little-endian
numbers, are added up modulo 2^256 (in `items`: the rows of each variant). So the sums of parts add up to
that of the table. A row is a bit for each column, lowest first, that is set if there is a value, in as many
bytes as that takes. Fixed-width little-endian values follow, 0 for a missing one. A text is the first eight
bytes of its SHA-256. The digest is SHA-256 over lines with the table's name, name and type of each column,
the number of rows, and the sum in 64 hexadecimal digits.
"""

PLAIN = ("count", "change")


def text() -> str:
    """The text of the page."""
    game = games.load("march")
    variant = game.variant("base", "standard", ())
    own = {table.name: table for table in game.tables(variant, "events")}
    seats = described.seats((), own.pop("seats").columns)
    found = [
        described.games(()),
        seats,
        *own.values(),
        described.items(variant.items()),
        described.TIMINGS,
        described.thinking(()),
    ]
    sections = (_section(table) + (_events() if table.name == "events" else "") for table in found)
    return HEAD + "".join(sections)


def _events() -> str:
    kinds = {EVENT_NAMES[number]: kind for number, kind in KINDS.items()}
    listed = "".join(_kind(name, kind) for name, kind in sorted(kinds.items()))
    measures = "".join(
        f"| {name} | {_measure(measure)} |\n" for name, measure in MEASURES.items() if name not in PLAIN
    )
    return (
        "\n### Events\n\nA value that is no plain number has its measure in parentheses (see below). "
        "Values that have no meaning here are 0. Changes of food and larvae do not add up to what a player "
        "has, since the start and a `wake` are not among them: take that from `rounds`.\n\n"
        "| event | meaning | `seat` | `a` | `b` | `c` | `d` |\n|---|---|---|---|---|---|---|\n"
        f"{listed}\n| measure | meaning |\n|---|---|\n{measures}"
    )


def _kind(name: str, kind: EventKind) -> str:
    values = [
        value.meaning if value.measure in (value.meaning, *PLAIN) else f"{value.meaning} ({value.measure})"
        for value in kind.values
    ]
    cells = [f"`{name}`", kind.meaning, kind.seat or "null", *values, *[""] * (4 - len(values))]
    return f"| {' | '.join(cells)} |\n"


def _measure(measure: Measure) -> str:
    if measure.names is None:
        return measure.meaning
    return f"{measure.meaning}: {', '.join(f'{code} {name}' for code, name in measure.names.items())}"


def _section(table: Table) -> str:
    key = ", ".join(f"`{name}`" for name in table.key)
    meaning = table.meaning[:1].upper() + table.meaning[1:].rstrip(".")
    rows = "".join(_row(column) for column in table.columns)
    head = f"\n## Table `{table.name}`\n\n{meaning}. Key: {key}.\n\n"
    return f"{head}| column | type | unit | meaning |\n|---|---|---|---|\n{rows}"


def _row(column: Column) -> str:
    return f"| `{column.name}` | {column.dtype} | {column.unit} | {_escaped(column)} |\n"


def _escaped(column: Column) -> str:
    words: Sequence[str] = [column.meaning, "null if there is none" if column.null is not None else ""]
    return ", ".join(word for word in words if word).replace("|", "\\|")
