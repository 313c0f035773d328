"""Merging and cutting parts: whatever point a crash strikes at, every game is there once, or played again."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim import files
from marchsim.recorder import RunFolder, parquet
from marchsim.recorder import writer as writers
from marchsim.recorder.compaction import ABREAST, PartsOfGames, abreast, groups
from marchsim.recorder.portion import Portion
from marchsim.recorder.writer import RunWriter
from tests.recorder.test_folder import MANIFEST, TABLES, write

GAMES = 20


class Crash(BaseException):
    """The machine stops here."""


@pytest.fixture
def crash(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Returns a function that lets the n-th change of the disk from now on fail, and those after it."""
    left = [10**9]

    def counted(change: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*arguments: object, **options: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise Crash
            return change(*arguments, **options)

        return wrapped

    for name in ("unlink", "replace", "rename"):
        monkeypatch.setattr(Path, name, counted(getattr(Path, name)))
    for name in ("open", "write", "fsync"):
        monkeypatch.setattr(os, name, counted(getattr(os, name)))

    def after(changes: int) -> None:
        left[0] = changes

    yield after
    left[0] = 10**9


def filled(place: Path, size: int = 5) -> Path:
    """Write a folder of many small parts, without its final manifest."""
    with RunWriter(place, TABLES, MANIFEST) as writer:
        for first in range(0, GAMES, size):
            write(writer, first, min(first + size, GAMES) - 1)
        writer.save(complete=False)
    return place


def games_of(data: pl.DataFrame) -> list[int]:
    return sorted(data["game"].to_list())


def naive(place: Path, table: str) -> list[int]:
    """Read a table as another program would."""
    files = sorted(str(path) for path in (place / "tables" / table).glob("*.parquet"))
    return games_of(pl.concat([pl.read_parquet(file) for file in files])) if files else []


def test_a_crash_at_any_point_of_a_merge_loses_and_doubles_nothing(
    tmp_path: Path, crash: Callable[[int], None]
) -> None:
    """Our reader finds every game once, others none twice, and opening the folder completes the merge."""
    source = filled(tmp_path / "source")
    digests = RunFolder(source).digests()
    for changes in range(10**9):
        place = tmp_path / "run"
        shutil.copytree(source, place)
        crashed = False
        with RunWriter(place, TABLES, MANIFEST) as writer:
            crash(changes)
            try:
                writer.compact(final=True)
            except Crash:
                crashed = True
            crash(10**9)
        reader = RunFolder(place)
        for table in TABLES:
            assert games_of(reader.scan(table).collect()) == list(range(GAMES)), (changes, table)
            found = naive(place, table)
            assert len(set(found)) == len(found), (changes, table)
        assert reader.digests() == digests
        with RunWriter(place, TABLES, MANIFEST) as writer:
            assert writer.stored() == [(0, GAMES - 1)]
        assert not list(place.rglob(".part*"))
        for table in TABLES:
            assert naive(place, table) == list(range(GAMES))
        assert RunFolder(place).digests() == digests
        shutil.rmtree(place)
        if not crashed:
            break
    assert changes > 10


@pytest.mark.parametrize("position", [0, 7, 20])
@pytest.mark.parametrize("merged", [False, True])
def test_a_crash_at_any_point_of_a_cut_leaves_a_prefix(
    tmp_path: Path, crash: Callable[[int], None], position: int, merged: bool
) -> None:
    """What is kept is whole: the games before the position, or fewer that will be played again."""
    source = filled(tmp_path / "source")
    with RunWriter(source, TABLES, MANIFEST) as writer:
        writer.compact(final=merged)
    for changes in range(0, 10**9, 4):
        place = tmp_path / "run"
        shutil.copytree(source, place)
        crashed = False
        with RunWriter(place, TABLES, MANIFEST) as writer:
            crash(changes)
            try:
                writer.cut(position)
            except Crash:
                crashed = True
            crash(10**9)
        with RunWriter(place, TABLES, MANIFEST) as writer:
            stored = writer.stored()
        reader = RunFolder(place)
        kept = [game for first, last in stored for game in range(first, last + 1)]
        for table in TABLES:
            assert games_of(reader.scan(table).collect()) == kept == naive(place, table)
        shutil.rmtree(place)
        if not crashed:
            assert kept == list(range(position))
            break


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 40), st.booleans()), max_size=30),
    st.booleans(),
    st.integers(1, 100),
)
def test_groups_are_neighbours_within_the_target(
    shape: list[tuple[int, int, bool]], doubling: bool, target: int
) -> None:
    """Groups follow each other, never reach over a gap, stay in the target, and at least double if asked."""
    cells, at = [], 0
    for games, size, gap in shape:
        at += gap
        cells.append(PartsOfGames(at, at + games - 1, games, size, 1))
        at += games
    found = groups(cells, Portion(), doubling, target)
    assert found == sorted(found)
    for first, last in found:
        inside = [cell for cell in cells if first <= cell.first and cell.last <= last]
        assert len(inside) > 1 and (inside[0].first, inside[-1].last) == (first, last)
        assert sum(cell.last - cell.first + 1 for cell in inside) == last - first + 1
        assert sum(cell.size for cell in inside) <= target
        assert not doubling or 2 * max(cell.games for cell in inside) <= last - first + 1


def test_parts_are_merged_as_a_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many chunks are stored, few files lie there, each row written again a few times at most."""
    monkeypatch.setattr(writers, "MANY", 8)
    written = []
    encode = parquet.encode
    monkeypatch.setattr(parquet, "encode", lambda data: written.append(data.height) or encode(data))
    with RunWriter(tmp_path / "run", TABLES, MANIFEST) as writer:
        most = 0
        for game in range(120):
            write(writer, game, game)
            writer.compact()
            most = max(most, len(list((tmp_path / "run" / "tables" / "games").iterdir())))
        assert most <= 24
        assert sum(written) < 120 * len(TABLES) * 8
        assert writer.finish().scan("games").collect().height == 120
    assert len(list((tmp_path / "run" / "tables" / "games").iterdir())) == 1


def test_parts_beyond_a_position_are_left_alone(tmp_path: Path) -> None:
    """Where a run may still be cut, parts stay as they are."""
    place = filled(tmp_path / "run")
    with RunWriter(place, TABLES, MANIFEST) as writer:
        writer.compact(before=12, final=True)
        names = {path.name for path in (place / "tables" / "games").iterdir()}
    assert {"part-0-9.parquet", "part-10-14.parquet", "part-15-19.parquet"} <= names


def test_a_merge_without_room_leaves_the_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk while parts are merged changes nothing and is told."""
    place = filled(tmp_path / "run")
    before = RunFolder(place).digests()
    create = files.create

    def full(path: Path, content: bytes) -> None:
        if ".part-0-19." in path.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        create(path, content)

    with RunWriter(place, TABLES, MANIFEST) as writer:
        monkeypatch.setattr(files, "create", full)
        writer.compact(final=True)
        assert "small parts were not merged, which changes no result" in writer.notices[0]
        assert writer.finish().digests() == before
    assert len(list((place / "tables" / "games").iterdir())) == GAMES // 5


def test_each_span_is_merged_in_each_table() -> None:
    """In the order of the spans, whichever table is done first."""
    seen: dict[str, list[int]] = {"cards": [], "games": [], "seats": []}
    abreast(seen, [(0, 3), (4, 5), (6, 6)], lambda name, span: seen[name].extend(span))
    assert list(seen.values()) == [[0, 3, 4, 5, 6, 6]] * 3


@pytest.mark.parametrize("error", [RuntimeError("no room"), KeyboardInterrupt()])
def test_an_error_ends_the_merges_of_other_tables(error: BaseException) -> None:
    """Whatever is at work, or begins before the error is noticed, stops before its next span."""
    together = threading.Barrier(ABREAST, timeout=300)

    def work(name: str, span: tuple[int, int]) -> None:
        if name < "late" and span == (0, 0):
            together.wait()
        if name == "broken":
            raise error

    first = [*"abcdefgh"[: ABREAST - 1], "broken"]
    endless = [(0, 0), *[(1, 1)] * 10**7]  # whoever is not stopped takes long
    with pytest.raises(type(error)):
        abreast([*first, "late", "later"], endless, work)
