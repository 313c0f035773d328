"""The rating of the options of a question by a heuristic."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.words import O_YES
from marchsim.kernel.compat import i64

NEVER: Final = -(1 << 40)  # of an option that is not chosen, whatever the others are


class Rating:
    """The rating of one question's options. It is stateless: the judgement keeps its results."""

    def __init__(self) -> None:
        self.looks = True  # False: the answer does not hang on the position, which is not looked at

    def prepare(self, e: Judgement) -> None:
        """Compute the values common to all options (`e.view.option`, `e.view.context`)."""

    def rate(self, e: Judgement, option: i64) -> i64:
        """The value of an option, in hundredths of a colony point.

        The terms of a sum go through `e.term`, which names them for `--explain`. An option that cannot reach
        `e.best` may be rated NEVER.
        """
        raise NotImplementedError


class Accept(Rating):
    """Always accepts the offer."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = False

    def rate(self, e: Judgement, option: i64) -> i64:
        return i64(1) if option == O_YES else i64(0)
