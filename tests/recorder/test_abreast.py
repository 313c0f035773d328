"""Work on several tables at a time: results by name, and one error ends all of it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from marchsim.recorder.abreast import ABREAST, Going, abreast, largest_first


def test_results_stand_by_the_names_of_the_tables() -> None:
    """In the order of the tables, whoever is done first."""
    seen = abreast(["cards", "games", "seats"], lambda name, going: (going.on(), len(name))[1])
    assert list(seen.items()) == [("cards", 5), ("games", 5), ("seats", 5)]


def test_the_largest_table_is_begun_first(tmp_path: Path) -> None:
    """By the bytes of all its parts; a table without any comes last."""
    for table, sizes in {"games": [30], "seats": [20, 20], "cards": [90], "horde": []}.items():
        (tmp_path / "tables" / table).mkdir(parents=True)
        for at, size in enumerate(sizes):
            (tmp_path / "tables" / table / f"part-{at}-{at}.parquet").write_bytes(bytes(size))
    names = ["horde", "games", "seats", "cards"]
    assert largest_first(tmp_path, names) == ["cards", "seats", "games", "horde"]


@pytest.mark.parametrize("error", [RuntimeError("no room"), KeyboardInterrupt()])
def test_an_error_ends_the_work_on_the_other_tables(error: BaseException) -> None:
    """Whatever is at work, or begins before the error is noticed, stops at its next look."""
    together = threading.Barrier(ABREAST, timeout=60)
    stopped: list[str] = []

    def work(name: str, going: Going) -> None:
        if name < "late":
            together.wait()
        if name == "broken":
            raise error
        try:
            while True:  # as if it had parts without end
                going.on()
        finally:
            stopped.append(name)

    first = [*"abcdefgh"[: ABREAST - 1], "broken"]
    with pytest.raises(type(error)):
        abreast([*first, "late", "later"], work)
    assert set(first) - {"broken"} <= set(stopped)
