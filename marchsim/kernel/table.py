"""The table: the only connection between the rules of a game and the players.

Rules offer options one by one and then ask a question. The player answers with an index, so no answer can be
illegal. A single option is taken without a question. Context integers describe the subject of the question.
"""

from __future__ import annotations

from time import perf_counter_ns
from typing import Final

from marchsim.kernel.compat import append, i64, mypyc_attr, vec

OPTIONS: Final = 256  # there is room for at first; a question may offer more
NO_OPTIONS: Final = vec[i64]([0] * OPTIONS)  # to copy it is quicker than to fill one


class Fault(Exception):
    """Raised if a game cannot go on. `reason` says why, and `seat` is the seat at fault (-1 for none)."""

    def __init__(self, reason: str, message: str, seat: int) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.seat = seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat:
    """Answers the questions to one seat."""

    def answer(self, question: i64) -> i64:
        """The index of the chosen option among those on the table."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Observes each answer, to narrate it. It must not change the game."""

    def heard(self, seat: i64, question: i64, n: i64, index: i64) -> None:
        """Record that a seat chose option `index` of `n` (the options are still on the table)."""


class Table:
    """The options on offer, the context of the question, and who answers in each seat."""

    def __init__(self, seats: list[Seat], most: i64) -> None:
        self.seats = seats
        self.options: vec[i64] = NO_OPTIONS[:]
        self.n: i64 = 0
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0
        self.question: i64 = 0
        self.asking: i64 = -1
        self.decisions: i64 = 0
        self.most: i64 = most
        self.listener: Listener | None = None

    def open(self, a: i64, b: i64, c: i64, d: i64) -> None:
        """Clear the table for a question with the context (`a`, `b`, `c`, `d`)."""
        self.n = 0
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def offer(self, option: i64) -> None:
        """Add an option."""
        n = self.n
        if n < len(self.options):
            self.options[n] = option
        else:
            self.options = append(self.options, option)
        self.n = n + 1

    def room(self, more: i64) -> vec[i64]:
        """The options, with space for `more` further ones, which the caller writes from index `n` on."""
        while len(self.options) < self.n + more:
            self.options = append(self.options, 0)
        return self.options

    def choose(self, seat: i64, question: i64) -> i64:
        """Ask a seat and return the option that it chose. Raises Fault if the answer is invalid."""
        n = self.n
        assert n > 0, "a question without options"
        if n == 1:
            return self.options[0]
        if self.decisions >= self.most:
            raise Fault("limit", f"the game passed its limit of {self.most} decisions", -1)
        self.decisions += 1
        self.question = question
        self.asking = seat
        index = self.seats[seat].answer(question)
        if index < 0 or index >= n:
            raise Fault("error", f"answered {index} where there were options 0 to {n - 1}", seat)
        self.asking = -1
        listener = self.listener
        if listener is not None:
            listener.heard(seat, question, n, index)
        return self.options[index]


class Clock(Seat):
    """Passes questions on to another seat. Counts the answers and their nanoseconds (clocked games)."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.answers: i64 = 0
        self.nanoseconds: i64 = 0

    def answer(self, question: i64) -> i64:
        """The answer of the other seat."""
        begun: i64 = perf_counter_ns()
        index = self.seat.answer(question)
        end: i64 = perf_counter_ns()
        self.nanoseconds += end - begun
        self.answers += 1
        return index
