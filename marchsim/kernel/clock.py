"""A chair that measures the time of its answers. It is used in clocked games only."""

from __future__ import annotations

from time import perf_counter_ns

from marchsim.kernel.compat import i64
from marchsim.kernel.table import Chair


class Clock(Chair):
    """Passes each question on to another chair. Counts the answers and their nanoseconds."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.answers: i64 = 0
        self.nanoseconds: i64 = 0

    def answer(self, question: i64) -> i64:
        """The answer of the other chair."""
        begun: i64 = perf_counter_ns()
        index = self.chair.answer(question)
        end: i64 = perf_counter_ns()
        self.nanoseconds += end - begun
        self.answers += 1
        return index
