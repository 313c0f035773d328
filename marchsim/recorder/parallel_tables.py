"""Work on several tables in parallel: reading, packing and hashing release Python's lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

T = TypeVar("T")

ABREAST = 2  # tables: more would hold too many rows in memory


def abreast(tables: Iterable[str], steps: Iterable[T], work: Callable[[str, T], None]) -> None:
    """Do the steps of some work, in order, on each table; an error, or Ctrl-C, stops all of it."""
    over = Event()

    def done(table: str) -> None:
        for step in steps:
            if over.is_set():
                return
            work(table, step)

    with ThreadPoolExecutor(ABREAST) as pool:
        under_way = [pool.submit(done, name) for name in tables]
        try:
            for ended in wait(under_way, return_when=FIRST_EXCEPTION).done:
                ended.result()
        except BaseException:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
