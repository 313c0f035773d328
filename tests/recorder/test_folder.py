"""Run folders as readers see them: manifests are untrusted, damage is named with the command that goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Column, Table
from marchsim.recorder import RunFolder, compaction, parquet, tables
from marchsim.recorder.writer import RunWriter

GAME, SEAT = Column("game", "i64", ""), Column("seat", "i8", "")
VOID = Column("void", "str", "", labels=tables.VOIDS)
GAMES = Table("games", "Games.", (GAME, VOID, Column("void_seat", "i8", "")), ("game",))
SEATS = Table("seats", "Seats.", (GAME, SEAT, Column("strategy", "str", "", labels=("a",))), ("game", "seat"))
TABLES = {"games": GAMES, "seats": SEATS}
MANIFEST = {"schema": 2, "identity": {"seed": "1"}}


def write(writer: RunWriter, first: int, last: int) -> None:
    games = np.arange(first, last + 1)
    zeros = np.zeros(len(games), dtype=np.int64)
    nulls = np.full(len(games), parquet.NULL)
    writer.write(
        first,
        last,
        {
            "games": parquet.encode(parquet.frame(GAMES, {"game": games, "void": zeros, "void_seat": nulls})),
            "seats": parquet.encode(parquet.frame(SEATS, {"game": games, "seat": zeros, "strategy": zeros})),
        },
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run folder of two parts, written out of order."""
    monkeypatch.setattr(compaction, "TARGET", 0)
    with RunWriter(tmp_path / "run", TABLES, MANIFEST) as writer:
        write(writer, 10, 19)
        write(writer, 0, 9)
        writer.finish()
    return tmp_path / "run"


def change(folder: Path, **changes: Any) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_a_folder_explains_itself(folder: Path) -> None:
    """Descriptions, sizes and digests come back from the manifest, and parts in the order of their games."""
    run = RunFolder(folder)
    assert run.tables == TABLES and run.complete
    assert run.scan("games").collect()["game"].to_list() == list(range(20))
    entry = run.manifest["tables"]["games"]
    assert entry["rows"] == 20 and entry["digest"] == run.digests()["games"]
    assert list(entry["parts"]) == ["part-0-9.parquet", "part-10-19.parquet"]


def test_an_empty_run_has_typed_tables(tmp_path: Path) -> None:
    """Before the first game is stored, tables are empty frames of the right types."""
    with RunWriter(tmp_path / "run", TABLES, MANIFEST):
        run = RunFolder(tmp_path / "run")
    assert run.scan("seats").collect().height == 0 and not run.complete
    assert dict(run.scan("seats").collect().schema) == parquet.schema(SEATS)


def test_unknown_tables_name_the_nearest(folder: Path) -> None:
    """A table that is not there is an error with advice."""
    with pytest.raises(RecordError, match=r"no table 'game'. Did you mean 'games'"):
        RunFolder(folder).scan("game")


def test_no_run_folder_is_an_error(tmp_path: Path) -> None:
    """A folder without a manifest, or none at all, is named as such."""
    for place in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(RecordError, match="not a run folder"):
            RunFolder(place)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "damaged"),
        ("[]", "not a manifest"),
        ('{"schema": 1}', "not a manifest"),
        ('{"schema": 1, "tables": {}}', "describes no table `games`"),
        ('{"schema": 1, "tables": {"../x": {}}}', "is not the name of a table"),
        ('{"schema": 1, "tables": {"games": {}}}', "not a description of a table"),
        ('{"schema": 1, "tables": {"games": {"parts": 3}}}', "not a list of files"),
        ('{"schema": 1, "tables": {"games": {"parts": {"../../x": 3}}}}', "is not a bare name"),
        ('{"schema": 1, "tables": {"games": {"parts": {"part-9-1.parquet": 3}}}}', "is not a bare name"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_bad_manifests_are_errors(folder: Path, content: str, message: str) -> None:
    """A manifest is untrusted: whatever is wrong with it is a RecordError, never a traceback."""
    (folder / "manifest.json").write_text(content)
    with pytest.raises(RecordError, match=message):
        RunFolder(folder)


def test_other_schemas_are_not_read(folder: Path) -> None:
    """A folder of another version is a mismatch, not a guess."""
    change(folder, schema=3)
    with pytest.raises(StateMismatch, match="schema 3, and this version reads 1 and 2"):
        RunFolder(folder)


def test_a_folder_of_an_earlier_version_is_read_and_not_continued(folder: Path) -> None:
    """Its tables are as its manifest describes them; a run that would write others into it is refused."""
    change(folder, schema=1)
    assert RunFolder(folder).scan("games").collect().height == 20
    before = sorted(path.stat().st_mtime_ns for path in folder.rglob("*.parquet"))
    with pytest.raises(StateMismatch, match=r"a run of an earlier version.* Choose another --out"):
        RunWriter(folder, TABLES, MANIFEST)
    assert sorted(path.stat().st_mtime_ns for path in folder.rglob("*.parquet")) == before


@pytest.mark.parametrize("key", ["dtype", "columns", "key"])
def test_bad_descriptions_are_errors(folder: Path, key: str) -> None:
    """Unknown types, doubled columns and keys that are no columns are refused."""
    data = json.loads((folder / "manifest.json").read_text())
    entry = data["tables"]["games"]
    if key == "dtype":
        entry["columns"][0]["dtype"] = "object"
    elif key == "columns":
        entry["columns"] += entry["columns"]
    else:
        entry["key"] = ["nothing"]
    change(folder, tables=data["tables"])
    with pytest.raises(RecordError, match=r"manifest\.json: "):
        RunFolder(folder)


def test_damaged_parts_are_named_with_the_command_that_goes_on(folder: Path) -> None:
    """Truncated, foreign and missing files are each told apart."""
    part = folder / "tables" / "seats" / "part-0-9.parquet"
    whole = part.read_bytes()
    run = RunFolder(folder)
    part.write_bytes(whole[:-5])
    with pytest.raises(RecordError, match=r"part-0-9.* were stored\). `marchsim run CONFIG --out"):
        run.scan("seats")
    part.write_bytes(b"x" * len(whole))
    with pytest.raises(RecordError, match=r"part-0-9.*damaged.*plays its games again"):
        run.scan("seats")
    part.write_bytes(whole.replace(b"strategy", b"strateqy"))
    with pytest.raises(RecordError, match=r"part-0-9"):
        run.scan("seats").collect()
    part.unlink()
    with pytest.raises(RecordError, match=r"part-0-9.parquet: missing"):
        run.scan("seats")


def test_overlapping_parts_are_not_counted_twice(folder: Path) -> None:
    """Two parts that hold the same games are an error that names both."""
    with RunWriter(folder, TABLES, MANIFEST) as writer:
        write(writer, 5, 12)
    with pytest.raises(RecordError, match=r"part-5-12.parquet: holds games that part-0-9.parquet holds too"):
        RunFolder(folder).scan("games")


def test_strange_files_in_a_folder_are_left_alone(folder: Path) -> None:
    """Only names of ours are read."""
    (folder / "tables" / "games" / "part-x.parquet").write_text("x")
    (folder / "tables" / "games" / "notes.txt").write_text("x")
    assert RunFolder(folder).scan("games").collect().height == 20


def test_a_folder_in_the_place_of_a_part_is_a_missing_part(folder: Path) -> None:
    """A part is a file."""
    part = folder / "tables" / "seats" / "part-0-9.parquet"
    part.unlink()
    part.mkdir()
    with pytest.raises(RecordError, match=r"part-0-9.parquet: missing"):
        RunFolder(folder).scan("seats")


def test_a_run_folder_may_have_any_name(tmp_path: Path) -> None:
    """Brackets, stars and spaces in a path are no pattern of files."""
    place = tmp_path / "my [old] *ünï* runs"
    with RunWriter(place, TABLES, MANIFEST) as writer:
        write(writer, 0, 9)
        writer.finish()
    assert RunFolder(place).scan("games").collect().height == 10
    assert RunFolder(place).digests()


def test_a_lock_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A folder that refuses us is named with what to do."""
    (tmp_path / "lock").mkdir()
    with pytest.raises(RecordError, match=r"lock: cannot be written .* choose another --out"):
        RunWriter(tmp_path, TABLES, MANIFEST)


def test_tables_without_a_manifest_are_not_overwritten(folder: Path) -> None:
    """If the manifest is lost, the folder is not silently taken over."""
    (folder / "manifest.json").unlink()
    with pytest.raises(RecordError, match="tables without a manifest"):
        RunWriter(folder, TABLES, MANIFEST)
