"""Work on several tables at a time: each step once, and one error ends all of it."""

from __future__ import annotations

import threading

import pytest

from marchsim.recorder.parallel_tables import ABREAST, abreast


def test_each_step_is_done_on_each_table() -> None:
    """In the order of the steps, whichever table is done first."""
    seen: dict[str, list[int]] = {"cards": [], "games": [], "seats": []}
    abreast(seen, [3, 1, 2], lambda name, step: seen[name].append(step))
    assert list(seen.values()) == [[3, 1, 2]] * 3


@pytest.mark.parametrize("error", [RuntimeError("no room"), KeyboardInterrupt()])
def test_an_error_ends_the_work_on_the_other_tables(error: BaseException) -> None:
    """Whatever is at work, or begins before the error is noticed, stops before its next step."""
    together = threading.Barrier(ABREAST, timeout=300)

    def work(name: str, step: int) -> None:
        if name < "late" and step == 0:
            together.wait()
        if name == "broken":
            raise error

    first = [*"abcdefgh"[: ABREAST - 1], "broken"]
    with pytest.raises(type(error)):
        abreast([*first, "late", "later"], range(10**12), work)  # whoever is not stopped never returns
