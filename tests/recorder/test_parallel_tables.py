"""Work on several tables at a time: results by name, and one error ends all of it."""

from __future__ import annotations

import threading

import pytest

from marchsim.recorder.parallel_tables import ABREAST, Going, abreast


def test_results_stand_by_the_names_of_the_tables() -> None:
    """In the order of the tables, whoever is done first."""
    seen = abreast(["cards", "games", "seats"], lambda name, going: (going.on(), len(name))[1])
    assert list(seen.items()) == [("cards", 5), ("games", 5), ("seats", 5)]


@pytest.mark.parametrize("error", [RuntimeError("no room"), KeyboardInterrupt()])
def test_an_error_ends_the_work_on_the_other_tables(error: BaseException) -> None:
    """Whatever is at work, or begins before the error is noticed, stops at its next look."""
    together = threading.Barrier(ABREAST, timeout=300)
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
