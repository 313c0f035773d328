"""Why heuristics decide as they do: the score of each option, as a twin rates it that sees the same.

It hears an answer, then lets a fresh heuristic of the same weights rate the options that still lie on the
table, and name the terms of each score as it adds them up. So what is said is what is thought, and a game
that is explained is the same: neither the player nor chance is touched. A plan may go before scores (the next
step of a hunt); then the plan is named. A strategy that keeps `trials` of its decision is explained by these:
how each option came out on average.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming.names import Names
from marchsim.games.march.naming.options import offered
from marchsim.games.march.naming.questions import about, subject
from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.questions import RATINGS
from marchsim.games.march.players.heuristic.questions.rating import NEVER, Rating
from marchsim.games.march.players.loading import HOOKS, native_base
from marchsim.games.march.table.session import MarchSession
from marchsim.kernel.table import Listener
from marchsim.kernel.telling import Decision
from marchsim.tabletop.players.minds import Mind
from marchsim.tabletop.players.trials import Trials
from marchsim.tabletop.telling.decisions import HOOK, PLAN, RATING, TRIALS, Parts, Rated, lines, plain, tried


class Twin:
    """A fresh heuristic with a seat's weights, that looks at the seat's table."""

    def __init__(self, g: Play, seat: int, mind: Mind) -> None:
        base = native_base(type(mind.user))
        assert issubclass(base, Heuristic)
        assert isinstance(mind.user, Heuristic)
        self.mind = base()
        self.mind.adopt(mind.user)
        self.view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        self.mind.begin(self.view)

    def rate(self) -> tuple[list[tuple[int | None, Parts]], list[int]]:
        """Return the score and the terms of each option, and which options a plan takes before all scores."""
        rating = RATINGS[self.view.question]
        if not rating.looks:
            return [(None, [])] * self.view.n, []
        e = self.mind.look(self.view)
        scores = self.scores(e, rating)
        first = [at for at, (score, _) in enumerate(scores) if score is not None and score > NEVER]
        if len(first) == len(scores):
            return scores, []
        e.plans = False
        plain = self.scores(e, rating)
        e.plans = True
        return [scores[at] if at in first else (score, []) for at, (score, _) in enumerate(plain)], first

    def scores(self, e: Judgement, rating: Rating) -> list[tuple[int | None, Parts]]:
        """Return what the rating gives each option, with its terms: none where it is one thing."""
        rating.prepare(e)
        found: list[tuple[int | None, Parts]] = []
        for at in range(self.view.n):
            e.best = NEVER
            told: Parts = []
            e.telling = told
            score = rating.rate(e, self.view.option(at))
            terms = [(what, value) for what, value in told if value != 0]
            found.append((score, terms if len(terms) > 1 else []))
        e.telling = None
        return found


class Explainer(Listener):
    """Tells the decisions of some seats of a session's games, with what the options were worth to them."""

    def __init__(
        self, session: MarchSession, names: Names, seats: Collection[int], tell: Callable[[Decision], None]
    ) -> None:
        self.session = session
        self.names = names
        self.seats = seats
        self.tell = tell
        self.twins: dict[int, Twin] = {}
        self.game: Play | None = None

    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Tell a decision of one of the seats; the options still lie on the table."""
        if seat in self.seats:
            self.tell(self.decision(seat, question, index))

    def decision(self, seat: int, question: int, index: int) -> Decision:
        """Return what a seat was asked, its options from the best, and what it chose."""
        g = self.session.g
        assert g is not None
        mind = g.table.chairs[seat]
        assert isinstance(mind, Mind)
        trials = getattr(mind.user, "trials", None)
        if isinstance(trials, Trials) and trials.question == question and trials.count == g.table.n:
            rated, by = tried(offered(g, self.names, question), trials), TRIALS
        else:
            rated, planned = self.rated(g, seat, mind, question)
            by = PLAN if planned else "heuristic" if rated[0].score is not None else "unrated"
            if seat in self.twins and (mind.mask >> question) & 1:
                by = RATING if only_rated(type(mind.user), question) else HOOK
        row = {
            "round": int(g.s.round),
            "seat": seat,
            "player": self.names.players[seat],
            "question": HOOKS[question],
            "asked": subject(question),
            "about": about(g, self.names, question),
            "by": by,
            "chosen": index,
            "options": [plain(one) for one in rated],
        }
        return Decision(seat, tuple(lines(row, self.names.players[seat])), row)

    def rated(self, g: Play, seat: int, mind: Mind, question: int) -> tuple[list[Rated], bool]:
        """Return all options, the best first, and whether a plan goes before their scores.

        Those that are not rated stay in their order.
        """
        texts = offered(g, self.names, question)
        twin = self.twin(g, seat, mind)
        scores, first = twin.rate() if twin else ([(None, [])] * len(texts), [])
        found = [Rated(at, texts[at][0], *scores[at]) for at in range(len(texts))]
        found.sort(key=lambda one: (one.index not in first, 0 if one.score is None else -one.score))
        return found, bool(first)

    def twin(self, g: Play, seat: int, mind: Mind) -> Twin | None:
        """Return the twin of a seat's strategy in this game; None where that is no heuristic."""
        if self.game is not g:
            self.game = g
            self.twins.clear()
        if seat not in self.twins and issubclass(native_base(type(mind.user)), Heuristic):
            self.twins[seat] = Twin(g, seat, mind)
        return self.twins.get(seat)


def only_rated(cls: type, question: int) -> bool:
    """Return whether a strategy answers a question by rating its options, and leaves the hook alone."""
    name = HOOKS[question]
    return getattr(cls, name) is getattr(native_base(cls), name)
