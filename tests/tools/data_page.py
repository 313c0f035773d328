"""The page on run folders, its tables made from their own descriptions."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim import games
from marchsim.kernel.game import Column, Table
from marchsim.recorder import tables as described

HEAD = """# Run folders

Made from the tables' own descriptions by `make docs`. `marchsim run` writes a folder that explains
itself:

```text
runs/NAME/
  manifest.json                    what made the run, what lies here, digests, counts of void games
  tables/games/part-0-999.parquet  the rows of games 0 to 999, and so on
  tables/seats/ rounds/ cards/ events/ timings/ thinking/    the same parts of the other tables
  tables/items/part-0-0.parquet    cards and tiles in force, by variant
  lock                             held by the run that writes here
```

Games are numbered through blocks, then player counts, line-ups, rotations and variants, so numbers
keep their meaning when blocks are added. A part counts from the moment its file in `games` has its
name; files are written whole (temporary file, fsync, rename). Small parts are merged into larger ones
as a run goes and at its end: `.part-0-999.merged` is about to take the place of those in its range.
Where a run is a part of a plan (`marchsim run --part`), a part file holds the games of its range that
belong to it. The same `marchsim run` plays what is missing and refuses, with exit code 6, if rules,
components, strategies, design, seed or the engine's source are not those of the folder (`identity` in
the manifest). Whatever writes, reads or
merges: nothing in a run folder is ever executed.

Per-round events: `rounds` says for each seat and round what it did and how it stood, and is always
recorded. With `record = "events"` the table `events` holds every single event of every game as
well, each with its round.

docs/runs.md tells how runs are checked, divided, merged, extended and stopped.

## Reading it elsewhere

One line each reads a table (here `seats`); text columns with few values are enumerations. polars:

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

Rows of a finished run stand in the order of the table's key, part by part. `marchsim export RUN
--format csv` (or `parquet`) writes one file a table instead, with `schema.json`, which holds what the
sections below say of this run's own columns. In CSV null is an empty field and an empty text is `""`;
a text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, tab or return)
is led by an apostrophe.

In this program `marchsim.recorder.RunFolder("runs/demo").scan("seats")` is a checked polars
LazyFrame.

## Void games

A strategy that fails makes its game *void*: the game keeps its row in `games` with the reason in
`void`, and its rows in `seats` with null results; it is never a loss and has no rows elsewhere.
Reasons: `error` (an exception, an answer that is no option, harm to the process that it was played in,
or the worker process died), `limit` (too many decisions), `time` (a decision that took more than
`decision_seconds` of processor time), `memory` (memory ran out), `answer` (a person left the game).
`time` and `memory` alone may differ between machines, and between numbers of workers; each of them has
come out so twice, the second time while nothing else was played. `marchsim replay RUN GAME` plays a game
again. Twenty void games of one strategy in a row end the run with exit code 2.

## Games against an opponent

Where a variant of the manifest has a name in `opponent`, its players win or lose together against it:
`winners` holds all seats or none, `credit` is 1 or 0 for every seat, and `games` says the
`opponent`'s score and the `margin` (0 is a win). Elsewhere `opponent` is '' and both columns are null.
Folders of schema 1 were recorded before there were opponents; they lack the columns and are read and
reported as they are, but not continued.

## Digests

The manifest holds a digest of each table but `timings` and `thinking`, equal for equal rows whatever the
number of workers, the chunks or the order of writing: rows in the order of their key; every column a stream
of its own (fixed-width little-endian values and a byte a row that says whether there is one, or
UTF-8 texts and their lengths as 32 bits, all ones for null); SHA-256 over name, number of rows, and
name, type and stream digests of the columns.
"""


def text() -> str:
    """Return the page."""
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
    return HEAD + "".join(_section(table) for table in found)


def _section(table: Table) -> str:
    key = ", ".join(f"`{name}`" for name in table.key)
    meaning = table.meaning[:1].upper() + table.meaning[1:].rstrip(".")
    rows = "".join(_row(column) for column in table.columns)
    head = f"\n## Table `{table.name}`\n\n{meaning}. Key: {key}.\n\n"
    return f"{head}| column | type | unit | meaning |\n|---|---|---|---|\n{rows}"


def _row(column: Column) -> str:
    kind = "enum" if column.labels or column.name in ("variant", "strategy") else column.dtype
    return f"| `{column.name}` | {kind} | {column.unit} | {_escaped(column)} |\n"


def _escaped(column: Column) -> str:
    words: Sequence[str] = [column.meaning, "null if there is none" if column.null is not None else ""]
    return "; ".join(word for word in words if word).replace("|", "\\|")
