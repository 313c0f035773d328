"""A chair that measures how long another chair takes to answer. Only clocked games use it."""

from __future__ import annotations

from time import perf_counter_ns

from marchsim.kernel.compat import i64
from marchsim.kernel.table import Chair


class Clock(Chair):
    """Passes each question on to another chair, and counts the answers and the nanoseconds that they take."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.answers: i64 = 0
        self.nanoseconds: i64 = 0

    def answer(self, question: i64) -> i64:
        """Return the answer of the other chair."""
        begun: i64 = perf_counter_ns()
        index = self.chair.answer(question)
        end: i64 = perf_counter_ns()
        self.nanoseconds += end - begun
        self.answers += 1
        return index
