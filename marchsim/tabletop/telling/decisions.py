"""Decisions for a reader: the value of each option to the player, and the parts of that value.

The row of a decision has `round`, `seat`, `player`, `question` (the hook), `asked` and `about` (the question
in words), `by` (the kind of choice), `chosen` (an index), and `options` (from `plain`, the best first). If a
script decided, it also has `line` and `said`. A twin of the seat's strategy, which has the same view, rates
the options.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from marchsim.kernel.table import Listener
from marchsim.kernel.telling import Decision
from marchsim.tabletop.players.rollouts import Trials
from marchsim.tabletop.players.scripts import Said, Scripted
from marchsim.tabletop.players.seats import PlayerSeat
from marchsim.tabletop.telling.asker import numbers_of

Parts = list[tuple[str, int]]
"""What a score is made of: words, and hundredths."""

MOST_SHOWN = 5
HOOK = "a hook of its own"
RATING = "a rating of its own"
PLAN = "a plan that goes before scores"
TRIALS = "trials in imagined games"


@dataclass(frozen=True)
class Rated:
    """An option: its number (from 0), words, score in hundredths (None if not rated), and the score's parts.

    If the score is a mean of rollouts, `samples` is their number and `error` the standard error.
    """

    index: int
    text: str
    score: float | None
    parts: Parts
    error: float = 0.0
    samples: int = 0


def tried(texts: Sequence[Sequence[str]], trials: Trials) -> list[Rated]:
    """All options with their results in rollouts, sorted by number of rollouts and then by score."""
    found = [
        Rated(at, text[0], trials.mean(at), [], trials.error(at), trials.games[at])
        if trials.games[at]
        else Rated(at, text[0], None, [])
        for at, text in enumerate(texts)
    ]
    return sorted(found, key=lambda one: (-one.samples, -(one.score or 0.0)))


def plain(one: Rated) -> dict[str, Any]:
    """An option as plain data. If it was tried in rollouts, `samples` and `error` are included."""
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
    """Yield the lines of a decision: the question, and then the best options and the chosen one."""
    context = f" ({row['about']})" if row["about"] else ""
    rated = row["options"][0]["score"] is not None
    who = {
        HOOK: f", by {HOOK}{'; a plain heuristic rates' if rated else ''}",
        RATING: f", by {RATING}; a plain heuristic rates here",
        PLAN: f", by {PLAN}; the others as they would be without it",
        "unrated": ", without rating",
        TRIALS: f", by {TRIALS}",
    }.get(row["by"], "")
    if "said" in row:
        who = f", {scripted(row)}{'; a plain heuristic rates' if rated else ''}"
    yield f"    {player}: {row['question']}: {row['asked']}{context}{who}"
    shown = best_and_chosen(row)
    if shown[0]["score"] is None:
        shown = [one for one in row["options"] if one["index"] == row["chosen"]]
    width = max(len(one["option"]) for one in shown)
    in_order = sorted(row["options"], key=lambda one: one["index"])
    numbers = numbers_of([(one["option"],) for one in in_order])
    places = len(str(max(numbers)))
    for one in shown:
        mark = ">" if one["index"] == row["chosen"] else " "
        worth = "" if one["score"] is None else f"  {one['score']:6.2f}{sum_words(one['parts'])}{spread(one)}"
        number = numbers[one["index"]]
        option = one["option"].removeprefix(f"{number} ").ljust(width)
        yield f"      {mark} {number:>{places}} {option}{worth}".rstrip()
    if len(row["options"]) > len(shown):
        yield f"        and {len(row['options']) - len(shown)} more"


def scripted(row: Mapping[str, Any]) -> str:
    """A phrase about a line of a script: one that decided, or one whose answer was not on offer."""
    line = f"line {row['line']}" if row["line"] else "a line"
    if row["by"] == HOOK:
        return f"by {line} of its script: {row['said']}"
    if not row["said"]:
        return f"{line} of its script found no option that it wants"
    return f"{line} of its script says {row['said']}, which is not on offer"


def best_and_chosen(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The best options of a decision, and the chosen one if it is not among them."""
    options = row["options"]
    return [*options[:MOST_SHOWN], *(one for one in options[MOST_SHOWN:] if one["index"] == row["chosen"])]


def spread(one: Mapping[str, Any]) -> str:
    """The standard error of a mean of rollouts, in words. '' for any other score."""
    return f" +- {one['error']:.2f} in {one['samples']} games" if "samples" in one else ""


def sum_words(terms: list[dict[str, Any]]) -> str:
    """The parts of a score, written as a sum."""
    if not terms:
        return ""
    text = ""
    for term in terms:
        value = term["score"]
        sign = "-" if value < 0 else "+" if text else ""
        text += f" {sign} {abs(value):.2f} {term['what']}".replace("   ", " ").replace("  ", " ")
    return f" = {text.strip()}"


# Explanations by a twin of the seat's strategy
class Twin(Protocol):
    """A fresh strategy with the weights and the view of a seat."""

    def rate(self) -> tuple[list[tuple[int | None, Parts]], list[int]]:
        """The score and parts of each option, and the options that a plan prefers whatever their scores."""


class Explainer(Listener):
    """Explains the decisions of some seats in a session's games by the value of each option to the seat.

    A game defines the words of questions and options (`offered`, `asked`), and a twin that rates as the
    seat's strategy does (`copy`).
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

    def question(self, g: Any, seat: int, question: int) -> dict[str, str]:
        """A question in words: its hook (`question`), what is `asked`, and its subject (`about`)."""
        raise NotImplementedError

    def copy(self, g: Any, seat: int, mind: PlayerSeat) -> Twin | None:
        """The twin of a seat's strategy in a game, or None if the strategy does not rate options."""
        raise NotImplementedError

    def only_rated(self, cls: type, question: int) -> bool:
        """Whether a strategy answers a question by rating its options, not by a hook."""
        return False

    # the frame --------------------------------------------------------------
    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Explain a decision of a seat in `seats`. The options are still on the table."""
        if seat in self.seats:
            self.tell(self.decision(seat, question, index))

    def decision(self, seat: int, question: int, index: int) -> Decision:
        """An explained decision: the question, the options (best first), and the choice."""
        g = self.session.g
        mind = g.table.seats[seat]
        assert isinstance(mind, PlayerSeat)
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
            **self.question(g, seat, question),
            "by": by,
            **({"line": said.line, "said": said.words} if said else {}),
            "chosen": index,
            "options": [plain(one) for one in rated],
        }
        return Decision(seat, tuple(lines(row, self.names.players[seat])), row)

    def rated(
        self, g: Any, seat: int, mind: PlayerSeat, texts: Sequence[Sequence[str]]
    ) -> tuple[list[Rated], bool]:
        """All options, the best first, and whether a plan prefers some of them whatever their scores.

        Options without ratings keep their order.
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


def heard(mind: PlayerSeat, question: int) -> tuple[Said | None, bool]:
    """The answer of a script's hook (None if it gave none), and whether the answer is on offer."""
    caller = mind.caller
    if not isinstance(caller, Scripted) or caller.said is None:
        return None, False
    if not (mind.user.hooks & mind.mask) >> question & 1:
        return None, False
    return caller.said, caller.said.on_offer
