"""Why heuristics decide as they do: the score of each option, asked one by one of a twin at its own table.

It hears an answer, then puts the same question with a single option to a fresh heuristic of the same
weights; the ballot of that twin holds the option's score. So a game that is not explained pays nothing,
and one that is explained is the same: neither the player nor the table nor chance is touched. A heuristic's
bid for an option does not depend on the others, but a plan may go before (the next step of a hunt): so the
twin is asked the whole question too, and where that ends otherwise the plan is named instead of scores. A
strategy that keeps `trials` of its decision is explained by these: how each option came out on average.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.strategy import Mind, ask
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming.names import Names
from marchsim.games.march.naming.options import offered
from marchsim.games.march.naming.questions import about, subject
from marchsim.games.march.players.class_checks import HOOKS
from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.loading import native_base
from marchsim.games.march.players.trials import Trials
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.telling.score_terms import Parts, parts
from marchsim.kernel.table import Listener, Table
from marchsim.kernel.telling import Decision

MOST_SHOWN = 5
HOOK = "a hook of its own"
PLAN = "a plan that goes before scores"
TRIALS = "trials in imagined games"


@dataclass(frozen=True)
class Rated:
    """An option with its number (from 0), its words, its score in hundredths (None: not rated) and parts.

    `error` and `samples` are those of a score that is the mean of trials, the error in hundredths too.
    """

    index: int
    text: str
    score: float | None
    parts: Parts
    error: float = 0.0
    samples: int = 0


class Twin:
    """A fresh heuristic with a seat's weights, at a table of its own that shares the position."""

    def __init__(self, g: Play, seat: int, mind: Mind) -> None:
        base = native_base(type(mind.user))
        assert issubclass(base, Heuristic)
        self.mind = base()
        self.mind.adopt(mind.user)
        self.table = Table([], 1)
        self.view = View(g.s, g.kit, g.rules, g.mats, self.table, seat)
        self.mind.begin(self.view)

    def ask(self, asked: Table, options: Sequence[int]) -> int | None:
        """Put the question with these options; return the best bid, None where the heuristic does not bid."""
        table = self.table
        table.open(asked.a, asked.b, asked.c, asked.d)
        table.question = asked.question
        for choice in options:
            table.offer(choice)
        ballot = self.mind.ballot
        ballot.open()
        ask(self.mind, asked.question, self.view)
        return int(ballot.best) if ballot.n else None

    def rate(self, asked: Table) -> tuple[list[tuple[int | None, Parts]], list[int]]:
        """Return the score and the parts of each option, and which options a plan takes before all scores."""
        options = [asked.options[at] for at in range(asked.n)]
        best = self.ask(asked, options)
        if best is None:
            return [(None, [])] * len(options), []
        ballot = self.mind.ballot
        first = [ballot.tied[at] for at in range(ballot.n)]
        scores = [self.ask(asked, [choice]) for choice in options]
        top = max(score for score in scores if score is not None)
        if any(scores[at] != top for at in first):
            return [(best if at in first else score, []) for at, score in enumerate(scores)], first
        found: list[tuple[int | None, Parts]] = []
        for choice in options:
            score = self.ask(asked, [choice])
            assert score is not None
            found.append((score, parts(self.mind, self.view, HOOKS[asked.question], choice, score)))
        return found, []


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
        if isinstance(trials, Trials) and trials.question == question and len(trials.values) == g.table.n:
            rated, by = tried(offered(g, self.names, question), trials), TRIALS
        else:
            rated, planned = self.rated(g, seat, mind, question)
            by = PLAN if planned else "heuristic" if rated[0].score is not None else "unrated"
            if seat in self.twins and (mind.mask >> question) & 1:
                by = HOOK
        row = self.row(g, seat, question, rated, index, by)
        return Decision(seat, tuple(lines(row, self.names.players[seat])), row)

    def rated(self, g: Play, seat: int, mind: Mind, question: int) -> tuple[list[Rated], bool]:
        """Return all options, the best first, and whether a plan goes before their scores.

        Those that are not rated stay in their order.
        """
        texts = offered(g, self.names, question)
        twin = self.twin(g, seat, mind)
        scores, first = twin.rate(g.table) if twin else ([(None, [])] * len(texts), [])
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

    def row(
        self, g: Play, seat: int, question: int, rated: list[Rated], chosen: int, by: str
    ) -> dict[str, Any]:
        """Return a decision as plain data: scores in colony points; `by` says who chose."""
        return {
            "round": int(g.s.round),
            "seat": seat,
            "player": self.names.players[seat],
            "question": HOOKS[question],
            "asked": subject(question),
            "about": about(g, self.names, question),
            "by": by,
            "chosen": chosen,
            "options": [plain(one) for one in rated],
        }


def tried(texts: Sequence[Sequence[str]], trials: Trials) -> list[Rated]:
    """Return all options with what they came to in trials: those tried most first, then by worth."""
    found = [
        Rated(at, text[0], 100 * trials.mean(at), [], 100 * trials.error(at), len(trials.values[at]))
        for at, text in enumerate(texts)
    ]
    return sorted(found, key=lambda one: (-one.samples, -(one.score or 0.0)))


def plain(one: Rated) -> dict[str, Any]:
    """Return an option as plain data; one that was tried has `samples` and `error`, too."""
    row: dict[str, Any] = {
        "index": one.index,
        "option": one.text,
        "score": None if one.score is None else one.score / 100,
        "parts": [{"what": what, "score": value / 100} for what, value in one.parts],
    }
    if one.samples:
        row |= {"samples": one.samples, "error": one.error / 100}
    return row


def lines(row: dict[str, Any], player: str) -> Iterator[str]:
    """Yield a decision in lines: the question, then the best options and always the one chosen."""
    context = f" ({row['about']})" if row["about"] else ""
    rated = row["options"][0]["score"] is not None
    who = {
        HOOK: f", by {HOOK}{'; a plain heuristic rates' if rated else ''}",
        PLAN: f", by {PLAN}; the others as they would be without it",
        "unrated": ", without rating",
        TRIALS: f", by {TRIALS}",
    }.get(row["by"], "")
    yield f"    {player}: {row['question']}: {row['asked']}{context}{who}"
    shown = row["options"][:MOST_SHOWN]
    shown += [one for one in row["options"][MOST_SHOWN:] if one["index"] == row["chosen"]]
    if shown[0]["score"] is None:
        shown = [one for one in row["options"] if one["index"] == row["chosen"]]
    width = max(len(one["option"]) for one in shown)
    places = len(str(len(row["options"])))
    for one in shown:
        mark = ">" if one["index"] == row["chosen"] else " "
        worth = "" if one["score"] is None else f"  {one['score']:6.2f}{sum_words(one['parts'])}{spread(one)}"
        yield f"      {mark} {one['index'] + 1:>{places}} {one['option'].ljust(width)}{worth}".rstrip()
    if len(row["options"]) > len(shown):
        yield f"        and {len(row['options']) - len(shown)} more"


def spread(one: dict[str, Any]) -> str:
    """Return how sure the mean of trials is, '' for any other score."""
    return f" +- {one['error']:.2f} in {one['samples']} games" if "samples" in one else ""


def sum_words(terms: list[dict[str, Any]]) -> str:
    """Return the parts of a score as a sum."""
    if not terms:
        return ""
    text = ""
    for term in terms:
        value = term["score"]
        sign = "-" if value < 0 else "+" if text else ""
        text += f" {sign} {abs(value):.2f} {term['what']}".replace("   ", " ").replace("  ", " ")
    return f" = {text.strip()}"
