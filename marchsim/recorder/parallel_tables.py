"""Work on several tables in parallel: reading, packing and hashing release Python's lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, CancelledError, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

T = TypeVar("T")

ABREAST = 2  # tables: more would hold too many rows in memory


class Going:
    """Whether the work is still wanted: checked between the parts of a table."""

    def __init__(self) -> None:
        self._over = Event()

    def on(self) -> None:
        """Raise CancelledError if the work is over."""
        if self._over.is_set():
            raise CancelledError

    def stop(self) -> None:
        """Say that the work is over."""
        self._over.set()


def abreast(tables: Iterable[str], work: Callable[[str, Going], T]) -> dict[str, T]:
    """Return the results of some work on each table; an error, or Ctrl-C, stops all of it."""
    going = Going()
    with ThreadPoolExecutor(ABREAST) as pool:
        under_way = {name: pool.submit(work, name, going) for name in tables}
        try:
            for done in wait(under_way.values(), return_when=FIRST_EXCEPTION).done:
                done.result()
        except BaseException:
            going.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return {name: done.result() for name, done in under_way.items()}
