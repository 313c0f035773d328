"""Canonical digests and typed columns: equal rows are equal, however they are cut, ordered or stored."""

from __future__ import annotations

import struct
import time
from hashlib import sha256
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchsim.kernel.game import Column, Table
from marchsim.recorder import parquet
from marchsim.recorder.digest import MODULUS, Sum, ordered, summed
from marchsim.recorder.digest import digest as digest_of

TABLE = Table(
    "t",
    "A table of every type.",
    (
        Column("game", "i64", "game"),
        Column("seat", "i8", "seat"),
        Column("small", "i16", "small", null=-1),
        Column("key", "u64", "key"),
        Column("share", "f64", "share"),
        Column("flag", "bool", "flag"),
        Column("card", "str", "card", labels=("ant", "bee", "çà")),
        Column("text", "str", "text"),
    ),
    ("game", "seat"),
)

ROW = st.tuples(
    st.integers(-1, 300), st.integers(0, 2**64 - 1), st.one_of(st.none(), st.floats(allow_nan=False)),
    st.booleans(), st.integers(-1, 2), st.one_of(st.none(), st.text(max_size=5)),
)  # fmt: skip


def framed(rows: list[tuple[object, ...]]) -> pl.DataFrame:
    columns = list(zip(*rows, strict=True))
    size = len(rows)
    return parquet.frame(
        TABLE,
        {
            "game": np.arange(size, dtype=np.int64) // 2,
            "seat": np.arange(size, dtype=np.int64) % 2,
            "small": np.array(columns[0], dtype=np.int64),
            "key": np.array(columns[1], dtype=np.uint64),
            "share": list(columns[2]),
            "flag": np.array(columns[3], dtype=np.int64),
            "card": np.array(columns[4], dtype=np.int64),
            "text": list(columns[5]),
        },
    )


def digest(*pieces: pl.DataFrame, table: Table = TABLE) -> str:
    return digest_of(table, sum((summed(table, ordered(piece, table.key)) for piece in pieces), Sum()))


@pytest.mark.parametrize("examples", [25, pytest.param(400, marks=pytest.mark.slow)])
def test_digests_do_not_depend_on_cuts_order_or_storage(examples: int) -> None:
    """Cut anywhere between games, shuffled within pieces, or read back from Parquet: the same digest."""
    told = given(st.lists(ROW, min_size=1, max_size=30), st.integers(0, 30))(equal_however_stored)
    settings(max_examples=examples)(told)()


def equal_however_stored(rows: list[tuple[object, ...]], cut: int) -> None:
    data = framed(rows)
    at = 2 * (cut // 2)
    pieces = [data[:at].sample(fraction=1.0, shuffle=True, seed=cut), data[at:].reverse()]
    stored = pl.read_parquet(BytesIO(parquet.encode(data)))
    assert stored.schema == data.schema == parquet.schema(TABLE)
    assert digest(data) == digest(*pieces) == digest(stored)


@given(st.lists(ROW, min_size=1, max_size=8), st.data())
def test_any_change_changes_the_digest(rows: list[tuple[object, ...]], data: st.DataObject) -> None:
    """One other value in one row is another digest."""
    at = data.draw(st.integers(0, len(rows) - 1))
    other = data.draw(ROW)
    one, two = framed(rows), framed([*rows[:at], other, *rows[at + 1 :]])
    assert (digest(one) == digest(two)) == one.equals(two)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-1, 2), st.integers(-1, 1)), max_size=6))
def test_rows_are_in_order_or_sorted(rows: list[tuple[int, ...]]) -> None:
    """Whatever a look at the rows spares: they come as sorting by key puts them, labels as texts."""
    labels = ("wasp", "ant", "bee")
    table = Table(
        "t",
        "Three keys.",
        (Column("a", "i8", "a"), Column("b", "str", "b", labels=labels), Column("c", "i8", "c", null=-1)),
        ("a", "b", "c"),
    )
    columns = [np.array([row[at] for row in rows], dtype=np.int64) for at in range(3)]
    data = parquet.frame(table, dict(zip("abc", columns, strict=True)))
    texts = data.with_columns(pl.col("b").cast(pl.String))
    by_text = texts.sort("a", "b", "c")
    assert ordered(data, table.key).with_columns(pl.col("b").cast(pl.String)).equals(by_text)
    in_order = texts.equals(by_text) and not any(series.null_count() for series in texts)
    assert (ordered(data, table.key) is data) == in_order


def test_text_and_nulls_are_told_apart() -> None:
    """'' is not null, and letters do not slide between rows."""
    texts = [["ab", "c"], ["a", "bc"], ["abc", ""], ["abc", None], [None, "abc"]]
    table = Table("t", "", (Column("game", "i64", ""), Column("text", "str", "")), ("game",))
    found = {
        digest(parquet.frame(table, {"game": np.arange(2), "text": text}), table=table) for text in texts
    }
    assert len(found) == len(texts)


def oracle(rows: list[tuple[Any, ...]]) -> str:
    """Return the digest as the module's docstring defines it, game by game and byte by byte."""
    codes = {"i8": "<b", "i16": "<h", "i64": "<q", "u64": "<Q", "f64": "<d", "bool": "<?", "str": "<Q"}
    games: dict[int, bytes] = {}
    for row in rows:
        marks = sum(1 << at for at, value in enumerate(row) if value is not None)
        packed = struct.pack("<B", marks)
        for column, value in zip(TABLE.columns, row, strict=True):
            if column.dtype == "str" and value is not None:
                value = int.from_bytes(sha256(value.encode()).digest()[:8], "little")
            packed += struct.pack(codes[column.dtype], value or 0)
        games[row[0]] = games.get(row[0], b"") + packed
    total = sum(int.from_bytes(sha256(packed).digest(), "little") for packed in games.values()) % MODULUS
    told = ["t", *(f"{column.name} {column.dtype}" for column in TABLE.columns), str(len(rows))]
    return sha256("\n".join([*told, f"{total:064x}"]).encode()).hexdigest()


@given(st.lists(ROW, min_size=1, max_size=8))
def test_digests_are_what_is_documented(rows: list[tuple[object, ...]]) -> None:
    """A slow reading of the definition gives the same digest."""
    data = framed(rows)
    assert digest(data) == oracle(data.rows())


def test_a_digest_is_the_same_on_every_machine() -> None:
    """A golden digest: this changes only together with the meaning of every stored digest."""
    rows = [(1, 2**63, 0.5, True, 0, "x"), (-1, 0, None, False, -1, None), (7, 9, 1.0, True, 2, "ü")]
    assert digest(framed(rows)) == "1d573da6c220e25155b8f6829beb081874718fb976702b22f412777f31582a2f"


def test_names_and_types_are_part_of_the_digest() -> None:
    """Equal values under another name or type are another table."""
    found = set()
    for name, dtype in (("a", "i16"), ("b", "i16"), ("a", "i32")):
        table = Table("t", "", (Column(name, dtype, ""),), (name,))
        found.add(digest(parquet.frame(table, {name: np.arange(3)}), table=table))
    assert len(found) == 3


@pytest.mark.parametrize(("dtype", "value"), [("i8", 128), ("i16", -32769), ("i32", 2**31), ("bool", 2)])
def test_values_that_do_not_fit_raise(dtype: str, value: int) -> None:
    """A column described too narrow fails loudly instead of storing another number."""
    table = Table("t", "", (Column("a", dtype, ""),), ("a",))
    with pytest.raises(OverflowError, match="column a: a value does not fit"):
        parquet.frame(table, {"a": np.array([0, value], dtype=np.int64)})


def test_labels_of_several_variants_are_joined() -> None:
    """Indices into one variant's labels become indices into the labels of all; null stays null."""
    values = np.array([0, 1, -1, 1])
    found = parquet.relabelled(values, ("bee", "ant"), ("ant", "bee", "cat"))
    assert found.tolist() == [1, 0, -1, 0]


def test_a_million_rows_are_digested_in_seconds() -> None:
    """Digesting a million rows of every type takes a few seconds of processor time at most."""
    size = 1_000_000
    columns = {
        "game": np.arange(size, dtype=np.int64) // 2,
        "seat": np.arange(size, dtype=np.int64) % 2,
        "small": np.arange(size, dtype=np.int64) % 300 - 1,
        "key": np.arange(size, dtype=np.uint64),
        "share": np.arange(size, dtype=np.float64),
        "flag": np.arange(size, dtype=np.int64) % 2,
        "card": np.arange(size, dtype=np.int64) % 4 - 1,
        "text": ["text"] * size,
    }
    data = parquet.frame(TABLE, columns)
    begun = time.process_time()
    digest(data)
    assert time.process_time() - begun < 5.0
