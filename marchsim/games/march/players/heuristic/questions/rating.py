"""The base of all ratings: a heuristic's value for each option of a question."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.words import O_YES
from marchsim.kernel.compat import i64

NEVER: Final = -(1 << 40)  # of an option that is not chosen, whatever the others are


class Rating:
    """The rating of a question's options. It holds no state, and keeps its results in the judgement."""

    def __init__(self) -> None:
        self.looks = True  # False: the answer does not hang on the position, which is not looked at

    def prepare(self, e: Judgement) -> None:
        """Compute the values that all options of the question share, before `rate` is called."""

    def rate(self, e: Judgement, option: i64) -> i64:
        """The value of an option, in hundredths of a colony point.

        `e.term` takes each term of a sum, and names it for `--explain`. An option whose value cannot reach
        `e.best` may be rated NEVER.
        """
        raise NotImplementedError


class Accept(Rating):
    """Accepts every offer."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = False

    def rate(self, e: Judgement, option: i64) -> i64:
        return i64(1) if option == O_YES else i64(0)
