"""The folder of a card study: whatever fails or dies, stored deals stay and the same study goes on."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

from marchsim.errors import MarchsimError, RecordError
from marchsim.recorder import parquet
from marchsim.studies.card_study import PAIRS
from marchsim.studies.dealing.study import DealStore
from tools.faults import FAULTS, Dead, calls, failing, numbers

MANIFEST = {"identity": {"seed": "1"}}
PARTS = 4


def part(deal: int) -> bytes:
    """Return the rows of one deal."""
    row = {column.name: [0] for column in PAIRS.columns} | {"item": ["a"], "deal": [deal]}
    other = {"strategy": ["s"], "instead_of": ["b"], "void": [""], "played": [True]}
    return parquet.encode(parquet.frame(PAIRS, row | other))


def study(folder: Path) -> None:
    """Play the deals that are not stored, one a part, and put them together."""
    with DealStore(folder, MANIFEST, PAIRS, "card study") as store:
        stored = store.rows()["deal"].to_list()
        for deal in range(PARTS):
            if deal not in stored:
                store.write(part(deal))
        store.finish()


def deals(folder: Path) -> list[int]:
    with DealStore(folder, MANIFEST, PAIRS, "card study") as store:
        return store.rows()["deal"].to_list()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "data").iterdir())


def broken_at(folder: Path, every: int) -> list[tuple[int, str]]:
    """Return the faults after which a deal was lost or doubled, or the same study did not end whole."""
    count, wrong = calls(lambda: study(folder)), []
    whole = (folder / "data" / "pairs.parquet").read_bytes()
    for fault in FAULTS:
        for number in numbers(count, every):
            shutil.rmtree(folder)
            with failing(number, fault) as found, suppress(MarchsimError, OSError, Dead):
                study(folder)
            before = deals(folder)
            stored = max(0, found.made.count("replace") - 2) // 2  # of parts, each after study.json
            study(folder)
            sound = before == list(range(len(before))) and len(before) >= min(stored, PARTS) - 1
            same = (folder / "data" / "pairs.parquet").read_bytes() == whole
            if not sound or not same or names(folder) != ["pairs.parquet", "study.json"]:
                wrong.append((number, fault))
    return wrong


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of a study, without waiting for the disk."""
    return tmp_path / "study"


def test_faults_at_some_calls(folder: Path) -> None:
    assert broken_at(folder, 10) == []


@pytest.mark.slow
def test_faults_at_all_calls(folder: Path) -> None:
    assert broken_at(folder, 1) == []


@pytest.mark.parametrize("bit", range(0, 8 * 1600, 97))
def test_a_flipped_bit_is_found(folder: Path, bit: int) -> None:
    """In any place of the rows: the message names the file, which may be removed and comes out the same."""
    study(folder)
    path = folder / "data" / "pairs.parquet"
    whole = path.read_bytes()
    content = bytearray(whole)
    content[bit // 8 % len(whole)] ^= 1 << bit % 8
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"pairs\.parquet: cannot be read .not what was written"):
        study(folder)
    path.unlink()
    study(folder)
    assert path.read_bytes() == whole


def test_two_deaths_in_a_row_leave_what_was_stored(folder: Path) -> None:
    """At any call of the merge, which has another deal each time: no file is taken for a damaged one."""

    def grown(deal: int, number: int) -> int:
        """Store one more deal and die at a call of the merge (0: none); return how many there were."""
        with DealStore(folder, MANIFEST, PAIRS, "card study") as store:
            store.write(part(deal))
            with failing(number, "death") as found, suppress(Dead):
                store.finish()
        return found.count

    study(folder)
    count = grown(PARTS, 0)
    assert count > 5
    for number in range(1, count + 1):
        shutil.rmtree(folder)
        study(folder)
        grown(PARTS, number)
        grown(PARTS + 1, number)
        assert deals(folder) == list(range(PARTS + 2)), number


def test_a_study_of_an_earlier_version_has_no_checksums(folder: Path) -> None:
    """It is read as it is, and goes on."""
    study(folder)
    path = folder / "data" / "study.json"
    manifest = json.loads(path.read_text())
    del manifest["sums"]
    path.write_text(json.dumps(manifest))
    assert deals(folder) == list(range(PARTS))


def test_a_part_that_was_removed_is_no_place_for_another(folder: Path) -> None:
    """New parts are numbered after those that are there."""
    with DealStore(folder, MANIFEST, PAIRS, "card study") as store:
        for deal in (0, 1, 2):
            store.write(part(deal))
    (folder / "data" / "part-000002.parquet").unlink()
    study(folder)
    assert deals(folder) == [0, 1, 2, 3]


def test_what_is_no_study_is_refused_in_words(folder: Path) -> None:
    """Damaged files, links, pipes; the message says what to do."""
    study(folder)
    path = folder / "data" / "study.json"
    for content, words in {
        b'{"identity": NaN}': "NaN is not a JSON number; choose another --out",
        b"[" * 9999: "nested too deeply",
        b"[]": "not the file of a card study",
        b'{"identity": []}': "not the file of a card study",
    }.items():
        path.write_bytes(content)
        with pytest.raises(RecordError, match=words):
            study(folder)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(RecordError, match="not a regular file"):
        study(folder)
    path.unlink()
    pairs = folder / "data" / "pairs.parquet"
    pairs.rename(folder / "elsewhere.parquet")
    pairs.symlink_to(folder / "elsewhere.parquet")
    with pytest.raises(RecordError, match="a symbolic link, where a file must be"):
        study(folder)
    pairs.unlink()
    pairs.write_bytes(b"PAR1 nothing of the kind PAR1")
    with pytest.raises(RecordError, match="remove it, and the same command replays its deals"):
        study(folder)
    (folder / "data").rename(folder / "other")
    (folder / "data").symlink_to("other")
    with pytest.raises(RecordError, match="a link, where a folder must be"):
        study(folder)


def test_other_columns_are_refused(folder: Path) -> None:
    study(folder)
    pl.DataFrame({"item": ["a"]}).write_parquet(folder / "data" / "pairs.parquet")
    with pytest.raises(RecordError, match="cannot be read"):
        study(folder)
