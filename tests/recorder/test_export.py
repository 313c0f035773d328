"""Exports: one file a table for other programs, with no formula in it and every column explained."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StateMismatch
from marchsim.kernel.game import Column, Table
from marchsim.recorder import RunFolder, compaction, parquet, tables
from marchsim.recorder.export import export
from marchsim.recorder.parts import encoded
from marchsim.recorder.writer import RunWriter
from marchsim.runner import run

BAD = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tx", "\rx", "\n=x", "fine", "a=b", "'q",
       "\x1b[2Jx", "two\r\nlines", "a\u202eb", "a\u2028b", "=\x00", "")  # fmt: skip
GAMES = Table("games", "Games.", (Column("game", "i64", ""), Column("void", "str", "", labels=tables.VOIDS)),
              ("game",))  # fmt: skip
NOTES = Table(
    "notes",
    "Texts of all kinds.",
    (
        Column("game", "i64", "game"),
        Column("=note", "str", "a text"),
        Column("word", "str", "one of some", labels=tuple(sorted(BAD))),
        Column("share", "f64", "a number", "wins"),
        Column("flag", "bool", "yes or no"),
    ),
    ("game", "word"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    """A folder of two parts whose texts are as bad as can be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compaction, "TARGET", 0)
    size = len(BAD)
    with RunWriter(
        tmp_path / "run", {"games": GAMES, "notes": NOTES}, {"schema": 4, "identity": {}}
    ) as writer:
        for first in (size, 0):
            numbers = np.arange(first, first + size)
            notes = {
                "game": numbers, "=note": [*BAD[:-1], None], "word": np.arange(size)[::-1].astype(np.int64),
                "share": [0.5] * (size - 1) + [None], "flag": numbers % 2,
            }  # fmt: skip
            voids = {"game": numbers, "void": np.zeros(size, dtype=np.int64)}
            writer.write(
                first, first + size - 1,
                {"games": encoded(GAMES, parquet.frame(GAMES, voids)),
                 "notes": encoded(NOTES, parquet.frame(NOTES, notes)[::-1].sort("game"))},
            )  # fmt: skip
        writer.save(complete=True)
    return RunFolder(tmp_path / "run")


def test_no_cell_of_a_csv_steers_a_terminal_or_a_spreadsheet(folder: RunFolder) -> None:
    """Texts that a spreadsheet would compute are led by an apostrophe, control characters are spelled out."""
    export("run", "csv", "out")
    with Path("out/notes.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    assert rows[0] == ["game", "'=note", "word", "share", "flag"]
    assert [row[1] for row in rows[1 : len(BAD)]] == [
        "'=1+1", "'+cmd|' /C calc'!A0", "'-2+3", "'@SUM(A1)", "\\tx", "\\rx", "\\n=x", "fine", "a=b", "'q",
        "\\x1b[2Jx", "two\\r\\nlines", "a\\u202eb", "a\\u2028b", "'=\\x00",
    ]  # fmt: skip
    text = Path("out/notes.csv").read_text(encoding="utf-8")
    assert text.replace("\n", "").isprintable() and text.count("\n") == 2 * len(BAD) + 1
    assert [int(row[0]) for row in rows[1:]] == list(range(2 * len(BAD)))
    back = pl.read_csv("out/notes.csv")
    stored = folder.rows("notes", 0, 99)
    assert back["share"].to_list() == stored["share"].to_list()
    assert back["flag"].to_list() == stored["flag"].to_list()


def test_nulls_and_empty_texts_are_told_apart(folder: RunFolder) -> None:
    """Null is an empty field, an empty text is two quotation marks."""
    export("run", "csv", "out", ["notes"])
    lines = Path("out/notes.csv").read_bytes()
    assert b'15,,"",,true\n' in lines
    assert sorted(path.name for path in Path("out").iterdir()) == ["notes.csv", "schema.json"]


def test_a_parquet_export_is_the_table_in_order(folder: RunFolder) -> None:
    """The same rows and types as the folder has, sorted by the key, in one file."""
    paths = export("run", "parquet")
    assert [str(path) for path in paths] == ["exports/run/games.parquet", "exports/run/notes.parquet"]
    assert pl.read_parquet("exports/run/notes.parquet").equals(folder.rows("notes", 0, 99))


def test_the_schema_lies_beside(folder: RunFolder) -> None:
    """Every column of every file with type, unit and meaning, as the manifest has it."""
    export("run", "csv", "out")
    schema = json.loads(Path("out/schema.json").read_text())
    assert schema["notes"] == tables.describe(NOTES) and list(schema) == ["games", "notes"]


def test_what_cannot_be_exported_is_told(folder: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown formats and tables, damage, and places that cannot be written; nothing half-written stays."""
    with pytest.raises(ConfigError, match=r"--format: 'cvs' is not one of csv, parquet. Did you mean 'csv'"):
        export("run", "cvs")
    with pytest.raises(ConfigError, match=r"--table: 'note': no such table. Did you mean 'notes'"):
        export("run", "csv", names=["note"])
    assert command_line(["export", "nothing"]) == 6
    assert "not a run folder" in capsys.readouterr().err
    assert command_line(["export", "run", "--out", "run/manifest.json"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    (part, *_) = sorted(Path("run/tables/notes").iterdir())
    raw = part.read_bytes()
    part.write_bytes(raw[:4] + bytes(len(raw) - 104) + raw[-100:])
    for form in ("csv", "parquet"):
        with pytest.raises(StateMismatch, match="replays their games"):
            export("run", form, "out")
    assert not list(Path("out").glob(".*")) and not Path("out/notes.csv").exists()


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    """A small run of the real game in runs/demo."""
    monkeypatch.chdir(tmp_path)
    uses = "".join(f"[[strategies]]\nuse = '{name}'\n" for name in ("random", "first", "last"))
    Path("demo.toml").write_text(f"[design]\nplayers = 3\nblocks = 2\n{uses}")
    assert "march" in games.names()
    return run("demo.toml", workers=1).folder


def lines_of(section: str, language: str) -> list[str]:
    """Return the code of all blocks of a language of a section of docs/reference/data.md."""
    page = (Path(__file__).parents[2] / "docs/reference/data.md").read_text(encoding="utf-8")
    text = page.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return [block.partition("```")[0].strip() for block in text.split(f"```{language}\n")[1:]]


def test_the_documented_lines_read_a_run(played: RunFolder) -> None:
    """polars, pandas and DuckDB read a run folder by the lines of the page on data, with equal numbers."""
    wanted = played.scan("seats").collect()
    shares = dict(
        wanted.group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("credit").mean()).iter_rows()
    )
    spaces: dict[str, dict[str, object]] = {}
    for code in lines_of("Reading it elsewhere", "python"):
        space: dict[str, object] = {}
        exec(code, space)  # noqa: S102  (our own page)
        spaces[code.split()[1].rstrip(";")] = space
    polars, pandas = spaces["polars"]["seats"], spaces["pandas"]["seats"]
    assert isinstance(polars, pl.DataFrame) and polars.equals(wanted)
    assert isinstance(pandas, pd.DataFrame) and len(pandas) == wanted.height
    by_name = pandas.groupby(pandas["strategy"].astype(str))["credit"].mean().to_dict()
    assert by_name == pytest.approx(shares)
    assert pandas["rank"].tolist() == wanted["rank"].to_list()
    (query, *_) = lines_of("Reading it elsewhere", "sql")
    assert dict(duckdb.sql(query).fetchall()) == pytest.approx(shares)


def test_the_documented_joins_work(played: RunFolder, tmp_path: Path) -> None:
    """Tables of one run and of two with other fields: the same rows in polars, pandas and DuckDB."""
    uses = "".join(f"[[strategies]]\nuse = '{name}'\n" for name in ("forager", "random", "warlord"))
    Path("other.toml").write_text(f"[design]\nplayers = 3\nblocks = 1\n{uses}")
    other = run("other.toml", workers=1).folder
    spaces = []
    for code in lines_of("Joins", "python"):
        spaces.append({})
        exec(code, spaces[-1])  # noqa: S102  (our own page)
    names = ("costs", "assumed", "played", "both")
    found = [[space[name] for name in names] for space in spaces]
    found.append([duckdb.sql(query).pl() for query in lines_of("Joins", "sql")])
    heights = [[len(table) for table in tables] for tables in found]
    assert heights[0] == heights[1] == heights[2]
    cards = played.scan("cards").collect()
    was_played = int(cards["fate"].str.starts_with("played").sum())
    seats = played.scan("seats").collect().height + other.scan("seats").collect().height
    assert heights[0] == [cards.height, played.scan("games").collect().height, was_played, seats]
    assert was_played > 0 and cards.height > was_played
    for costs, _, joined, both in found:
        assert sum(costs["cost"]) == sum(found[0][0]["cost"]) > 0
        assert sum(joined["plays"]) == sum(found[0][2]["plays"]) >= was_played
        assert set(both["strategy"]) == {"random", "first", "last", "forager", "warlord"}


def test_one_idea_has_one_type_in_all_tables() -> None:
    """What has the same name in two tables, or is joined under two names, is stored in the same way."""
    game = games.load("march")
    variant = game.variant("base", "standard", ())
    own = game.tables(variant, "events")
    kinds: dict[str, set[pl.DataType]] = {}
    same = {
        "rounds": "round",
        "round_drawn": "round",
        "id": "card",
        "item": "card number",
        "void_seat": "seat",
    }
    same |= {"opponent": "score", "margin": "score", **dict.fromkeys("abcd", "card number")}
    described = [tables.games(("a",)), tables.seats(("x",), own[0].columns), *own[1:]]
    for table in [*described, tables.items(variant.items()), tables.TIMINGS, tables.thinking(("x",))]:
        for name, kind in parquet.schema(table).items():
            kinds.setdefault(same.get(name, name), set()).add(kind)
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}


def test_exports_are_read_by_others(played: RunFolder) -> None:
    """pandas and DuckDB find in the CSV and Parquet exports what the folder holds."""
    export("runs/demo", "csv", "out")
    export("runs/demo", "parquet", "out")
    wanted = played.scan("seats").collect()
    for found in (pd.read_csv("out/seats.csv"), pd.read_parquet("out/seats.parquet")):
        assert found["score"].tolist() == wanted["score"].to_list()
        assert found["strategy"].astype(str).tolist() == wanted["strategy"].cast(pl.String).to_list()
    for name in ("csv", "parquet"):
        query = f"SELECT count(*), sum(credit) FROM 'out/seats.{name}'"
        assert duckdb.sql(query).fetchall() == [(wanted.height, pytest.approx(wanted["credit"].sum()))]
