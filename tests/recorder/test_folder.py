"""Run folders as readers see them: manifests are untrusted, damage is named with the command that goes on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Column, Table
from marchsim.recorder import RunFolder, compaction, parquet, tables
from marchsim.recorder import manifest as manifests
from marchsim.recorder.parts import encoded
from marchsim.recorder.writer import RunWriter
from tests.forging import manifest, sealed

GAME, SEAT = Column("game", "i64", ""), Column("seat", "i8", "")
VOID = Column("void", "str", "", labels=tables.VOIDS)
GAMES = Table("games", "Games.", (GAME, VOID, Column("void_seat", "i8", "")), ("game",))
SEATS = Table("seats", "Seats.", (GAME, SEAT, Column("strategy", "str", "", labels=("a",))), ("game", "seat"))
TABLES = {"games": GAMES, "seats": SEATS}
MANIFEST = {"schema": 4, "identity": {"seed": "1"}}


def write(writer: RunWriter, first: int, last: int) -> None:
    games = np.arange(first, last + 1)
    zeros = np.zeros(len(games), dtype=np.int64)
    nulls = np.full(len(games), parquet.NULL)
    writer.write(
        first,
        last,
        {
            "games": encoded(GAMES, parquet.frame(GAMES, {"game": games, "void": zeros, "void_seat": nulls})),
            "seats": encoded(SEATS, parquet.frame(SEATS, {"game": games, "seat": zeros, "strategy": zeros})),
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
    manifest(folder, lambda data: data.update(changes))


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
    with pytest.raises(RecordError) as told:
        RunFolder(tmp_path / "two\nlines")
    assert "\n" not in str(told.value) and r"two\nlines: not a run folder" in str(told.value)


ENTRY = {"bytes": 3, "sha256": "a" * 64, "rows": 1, "sum": "b" * 64}


def told(schema: int = 4, **more: Any) -> str:
    """Return a manifest whose table of games has these parts, or that says more."""
    parts = {name: ENTRY | changed for name, changed in more.pop("parts", {}).items()}
    return json.dumps(
        sealed({"schema": schema, "tables": {"games": tables.describe(GAMES) | {"parts": parts}}} | more)
    )


def told_tables(described: dict[str, Any]) -> str:
    """Return a manifest that describes these tables."""
    return json.dumps(sealed({"schema": 4, "tables": described}))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("[]", "not a manifest"),
        ('{"schema": 1}', "not a manifest"),
        (told_tables({}), "describes no table `games`"),
        (told_tables({"../x": {}}), "is not the name of a table"),
        (told_tables({"games": {}}), "not a description of a table"),
        (told_tables({"games": {"parts": 3}}), "not a list of files"),
        (told_tables({"games": {"parts": {"../../x": 3}}}), "is not a bare name"),
        (told_tables({"games": {"parts": {"part-9-1.parquet": 3}}}), "is not a bare name"),
        ("[" * 100_000, "nested too deeply"),
        ('{"schema": NaN}', "NaN is not a JSON number"),
        ('{"schema": 1e999}', "too large"),
        (f'{{"schema": {"9" * 500}}}', "too large"),
        (told(changes=-1), "not a number of changes"),
        (told(owed=[{"first": 0}]), "owed: not a list"),
        (told(unsure=[0]), "unsure: not a list"),
        (told(unsure=[{"game": -1, "kind": "time", "seat": 0}]), "unsure: not a list"),
        (told(owed=[{"first": 0, "last": 3, "sums": {}}]), "owed: not a list"),
        (told(owed=2 * [{"first": 0, "last": 3, "sums": {"games": [4, "0" * 64]}}]), "replayed twice"),
        (told(history=None), "history: not a list"),
        (told(promised={"digests": {}}), "promised: not a number of games"),
        (told(parts={"part-0-9.parquet": {}}).replace('"check": "', '"check": "0'), "not what was written"),
        (told(parts={"part-0-9.parquet": {"sha256": "x"}}), "not a size, checksum, sum"),
        (told(parts={"part-0-9.parquet": {"rows": 60_000_000}}), "not a size, checksum, sum"),
        (
            told(parts={"part-0-9.parquet": {}, "part-5-9.parquet": {}}),
            "part-0-9.parquet and part-5-9.parquet hold the same games",
        ),
    ],
)
def test_bad_manifests_are_errors(folder: Path, content: str, message: str) -> None:
    """A manifest is untrusted: whatever is wrong with it is an error that names it, never a traceback."""
    (folder / "saved.json").unlink()
    (folder / "manifest.json").write_text(content)
    with pytest.raises((RecordError, StateMismatch), match=message):
        RunFolder(folder)


def test_other_schemas_are_not_read(folder: Path) -> None:
    """A folder of another version is a mismatch, not a guess."""
    for schema in (1, 3, 5):
        change(folder, schema=schema)
        with pytest.raises(StateMismatch, match=f"schema {schema}, but this version reads only 4"):
            RunFolder(folder)


WRONG_DESCRIPTIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "an unknown type": lambda entry: entry["columns"][0].update(dtype="object"),
    "doubled columns": lambda entry: entry.update(columns=entry["columns"] * 2),
    "no column": lambda entry: entry.update(columns=[]),
    "columns that are a text": lambda entry: entry.update(columns="game"),
    "a key that is no column": lambda entry: entry.update(key=["nothing"]),
    "no key": lambda entry: entry.update(key=[]),
    "a key that is a text": lambda entry: entry.update(key="game"),
    "labels that are a text": lambda entry: entry["columns"][0].update(labels="abc"),
}


@pytest.mark.parametrize("wrong", WRONG_DESCRIPTIONS)
def test_bad_descriptions_are_errors(folder: Path, wrong: str) -> None:
    """Whatever a forged manifest says of a table is checked before it is used."""
    data = json.loads((folder / "manifest.json").read_text())
    WRONG_DESCRIPTIONS[wrong](data["tables"]["games"])
    change(folder, tables=data["tables"])
    with pytest.raises(RecordError, match=r"manifest\.json: "):
        RunFolder(folder)


def test_damaged_parts_are_named_with_what_mends_them(folder: Path) -> None:
    """Whatever was changed, one bit included, no row of it is read."""
    part = folder / "tables" / "seats" / "part-0-9.parquet"
    whole = part.read_bytes()
    for content, message in (
        (whole[:-5], r"bytes, and [\d,]+ were stored"),
        (b"x" * len(whole), "its bytes are not those that were stored"),
        (whole.replace(b"strategy", b"strateqy"), "its bytes are not those that were stored"),
        (bytes([whole[0] ^ 1]) + whole[1:], "its bytes are not those that were stored"),
    ):
        part.write_bytes(content)
        for read in (lambda run: run.scan("seats"), lambda run: run.rows("seats", 0, 3)):
            with pytest.raises(
                StateMismatch, match=rf"part-0-9.parquet: damaged: .*{message}; `marchsim runs repair"
            ):
                read(RunFolder(folder))
    part.unlink()
    with pytest.raises(StateMismatch, match=r"part-0-9.parquet: missing; `marchsim runs repair"):
        RunFolder(folder).scan("seats")


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_what_is_no_file_is_no_part(folder: Path, tmp_path: Path, kind: str) -> None:
    """Neither a folder nor a pipe, which would be waited for, nor a link to a file elsewhere."""
    part = folder / "tables" / "seats" / "part-0-9.parquet"
    content = part.read_bytes()
    part.unlink()
    if kind == "folder":
        part.mkdir()
    elif kind == "pipe":
        os.mkfifo(part)
    else:
        (tmp_path / "elsewhere").write_bytes(content)
        part.symlink_to(tmp_path / "elsewhere")
    told = {"folder": "a folder", "pipe": "not a regular file", "link": "a symbolic link"}[kind]
    with pytest.raises(StateMismatch, match=f"part-0-9.parquet: cannot be read: {told}"):
        RunFolder(folder).scan("seats")


@pytest.mark.parametrize("name", ["tables", "tables/seats"])
def test_a_linked_folder_of_tables_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    """A run folder from elsewhere may not lead us out of itself, neither to read nor to write."""
    (folder / name).rename(tmp_path / "elsewhere")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "elsewhere").rglob("*")}
    with pytest.raises(StateMismatch, match=f"{name}: a symbolic link, where a folder must be"):
        RunFolder(folder)
    with pytest.raises(StateMismatch, match=f"{name}: a symbolic link, where a folder must be"):
        RunWriter(folder, TABLES, MANIFEST)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "elsewhere").rglob("*")} == before


@pytest.mark.parametrize("name", ["manifest.json", "lock", "journal.jsonl"])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_files_of_a_run_folder_are_files(folder: Path, tmp_path: Path, name: str, kind: str) -> None:
    """A link in place of one writes nothing elsewhere, a pipe is not waited for."""
    (folder / name).unlink(missing_ok=True)
    (tmp_path / "precious").write_text("precious")
    if kind == "link":
        (folder / name).symlink_to(tmp_path / "precious")
    elif kind == "pipe":
        os.mkfifo(folder / name)
    else:
        (folder / name).mkdir()
    with pytest.raises((RecordError, StateMismatch), match=name):
        RunWriter(folder, TABLES, MANIFEST)
    assert (tmp_path / "precious").read_text() == "precious"


def test_the_games_of_a_part_are_stored_once(folder: Path) -> None:
    """A part that would hold games of another is refused before anything is written."""
    with (
        RunWriter(folder, TABLES, MANIFEST) as writer,
        pytest.raises(StateMismatch, match="would hold the same games"),
    ):
        write(writer, 5, 12)
    assert RunFolder(folder).scan("games").collect().height == 20


@pytest.mark.parametrize(
    ("first", "last", "kind"), [(5, 12, "other parts also hold"), (40, 49, "not a part of the run")]
)
def test_a_part_that_comes_from_elsewhere_does_not_count(
    folder: Path, first: int, last: int, kind: str
) -> None:
    """Readers pass it over, and who would go on is told of it."""
    games = folder / "tables" / "games"
    shutil.copy(games / "part-0-9.parquet", games / f"part-{first}-{last}.parquet")
    assert RunFolder(folder).scan("games").collect().height == 20
    with pytest.raises(StateMismatch, match=f"part-{first}-{last}.parquet .*{kind}.*runs repair"):
        RunWriter(folder, TABLES, MANIFEST)


@pytest.mark.parametrize(
    "name", ["part-x.parquet", "part-0-9 copy.parquet", ".x.parquet", "notes.txt", "old"]
)
def test_strange_files_among_parts_are_not_read_and_stop_a_run(folder: Path, name: str) -> None:
    """Other programs read all that they find there, our reader what the ledger names."""
    place = folder / "tables" / "games"
    (place / ".DS_Store").write_text("such files are passed over")
    RunWriter(folder, TABLES, MANIFEST).close()
    if name == "old":
        (place / name).mkdir()
    else:
        shutil.copy(place / "part-0-9.parquet", place / name)
    assert RunFolder(folder).scan("games").collect().height == 20
    with pytest.raises(StateMismatch, match=f"{name}: is not a part of the run"):
        RunWriter(folder, TABLES, MANIFEST)
    with RunWriter(folder, TABLES, MANIFEST, mend=True) as writer:
        assert [finding.path.name for finding in writer.found] == [name]
    assert [path.name for path in (folder / "quarantine").rglob(name)] == [name]
    RunWriter(folder, TABLES, MANIFEST).close()


def test_a_new_run_says_what_else_lies_in_its_folder(tmp_path: Path) -> None:
    """A folder of somebody's files can be a run folder; they stay, and it is said."""
    (tmp_path / "thesis.docx").write_text("x")
    with RunWriter(tmp_path, TABLES, MANIFEST) as writer:
        assert writer.notices == [f"{tmp_path} holds other files (thesis.docx); they are left alone."]


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


def test_a_bare_size_is_a_part_of_the_first_schemas_alone(folder: Path) -> None:
    """In a later one it would switch off the checksum."""
    data = json.loads((folder / "manifest.json").read_text())["tables"]
    data["seats"]["parts"]["part-0-9.parquet"] = 300
    change(folder, tables=data)
    with pytest.raises(RecordError, match="not a size, checksum, sum and number of rows"):
        RunFolder(folder)


def test_a_reader_looks_again_where_a_run_saves_meanwhile(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Manifest and journal are two files: a writer may come between the two, and nothing is damaged."""
    read, opened, begun = manifests.read, list[RunWriter](), list[bool]()

    def between(place: Path) -> dict[str, Any]:
        found = read(place)
        if not begun:
            begun.append(True)
            opened.append(RunWriter(folder, TABLES, MANIFEST))
            write(opened[0], 20, 29)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(manifests, "read", between)
        run = RunFolder(folder)
    assert run.stored() == [(0, 29)] and not run.complete
    opened[0].close()
