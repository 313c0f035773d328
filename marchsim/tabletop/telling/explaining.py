"""Explanations of a seat's decisions: a twin of its strategy with the same view rates the options.

After an answer, a fresh strategy with the same weights rates the options that are still on the table. So the
reasons are the player's own, and neither the player nor chance is affected. A plan may override the scores,
and is then named. If a strategy has `trials` of a decision, the mean result of each option explains it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from marchsim.kernel.table import Listener
from marchsim.kernel.telling import Decision
from marchsim.tabletop.players.minds import Mind
from marchsim.tabletop.players.scripts import Said, Scripted
from marchsim.tabletop.players.trials import Trials
from marchsim.tabletop.telling.decisions import HOOK, PLAN, RATING, TRIALS, Parts, Rated, lines, plain, tried


class Twin(Protocol):
    """A fresh strategy with a seat's weights and view."""

    def rate(self) -> tuple[list[tuple[int | None, Parts]], list[int]]:
        """The score and parts of each option, and the options that a plan prefers whatever their scores."""


class Explainer(Listener):
    """Explains the decisions of some seats in a session's games by the value of each option to the seat.

    A game defines the options on the table (`offered`, `asked`), and the player that rates like a seat
    (`copy`).
    """

    def __init__(
        self, session: Any, names: Any, seats: Collection[int], tell: Callable[[Decision], None]
    ) -> None:
        self.session = session  # with the game under way as `g`
        self.names = names  # the game's own, among them those of the `players`
        self.seats = seats
        self.tell = tell
        self.twins: dict[int, Twin] = {}
        self.game: Any = None

    # what a game says of itself ---------------------------------------------
    def offered(self, g: Any, question: int) -> Sequence[Sequence[str]]:
        """The options on the table in words."""
        raise NotImplementedError

    def asked(self, g: Any, seat: int, question: int) -> dict[str, str]:
        """A question in words: its hook (`question`), what is `asked`, and its subject (`about`)."""
        raise NotImplementedError

    def copy(self, g: Any, seat: int, mind: Mind) -> Twin | None:
        """The twin of a seat's strategy in a game. None if the strategy rates nothing."""
        raise NotImplementedError

    def only_rated(self, cls: type, question: int) -> bool:
        """Whether a strategy answers a question by rating its options, without a hook of its own."""
        return False

    # the frame --------------------------------------------------------------
    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Explain a decision of one of the seats. The options are still on the table."""
        if seat in self.seats:
            self.tell(self.decision(seat, question, index))

    def decision(self, seat: int, question: int, index: int) -> Decision:
        """The explained decision of a seat: the question, the options (best first) and the choice."""
        g = self.session.g
        mind = g.table.chairs[seat]
        assert isinstance(mind, Mind)
        texts = self.offered(g, question)
        said, found = heard(mind, question)
        trials = getattr(mind.user, "trials", None)
        if isinstance(trials, Trials) and trials.question == question and trials.count == g.table.n:
            rated, by = tried(texts, trials), TRIALS
        else:
            rated, planned = self.rated(g, seat, mind, texts)
            by = PLAN if planned else "heuristic" if rated[0].score is not None else "unrated"
            if found:
                by = HOOK
            elif seat in self.twins and (mind.mask >> question) & 1:
                if self.only_rated(type(mind.user), question):
                    by = RATING
                elif not isinstance(mind.user, Scripted):
                    by = HOOK
        row = {
            "round": int(g.s.round),
            "seat": seat,
            "player": self.names.players[seat],
            **self.asked(g, seat, question),
            "by": by,
            **({"line": said.line, "said": said.words} if said else {}),
            "chosen": index,
            "options": [plain(one) for one in rated],
        }
        return Decision(seat, tuple(lines(row, self.names.players[seat])), row)

    def rated(
        self, g: Any, seat: int, mind: Mind, texts: Sequence[Sequence[str]]
    ) -> tuple[list[Rated], bool]:
        """All options, the best first, and whether a plan overrides their scores.

        Unrated options stay in their order.
        """
        if self.game is not g:
            self.game = g
            self.twins.clear()
        if seat not in self.twins and (made := self.copy(g, seat, mind)):
            self.twins[seat] = made
        twin = self.twins.get(seat)
        scores, first = twin.rate() if twin else ([(None, [])] * len(texts), [])
        found = [Rated(at, texts[at][0], *scores[at]) for at in range(len(texts))]
        found.sort(key=lambda one: (one.index not in first, 0 if one.score is None else -one.score))
        return found, bool(first)


def heard(mind: Mind, question: int) -> tuple[Said | None, bool]:
    """The last answer of a script's hook, and whether it was among the options."""
    caller = mind.caller
    if not isinstance(caller, Scripted) or caller.said is None:
        return None, False
    if not (mind.user.hooks & mind.mask) >> question & 1:
        return None, False
    return caller.said, caller.said.on_offer
