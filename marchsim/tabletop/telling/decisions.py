"""Decisions of a session's games: the value of each option to the player and its parts, and rollouts of each.

The row of a decision has `round`, `seat`, `player`, `question` (the hook), `asked` and `about` (the question
in words), `by` (the kind of choice), `chosen` (an index), and `options` (from `plain`, the best first). If a
script decided, it also has `line` and `said`. A twin of the seat's strategy, which has the same view, rates
the options.

A rollout begins with all that the seat sees. The hidden part is drawn anew for each key, as in the rollouts
of a player that searches. So the value of an option cannot depend on anything that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from marchsim.kernel.table import Clock, Listener
from marchsim.kernel.telling import WIN, Choice, Decision
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.loading import native_base
from marchsim.tabletop.players.rollouts import Imagined, Trials
from marchsim.tabletop.players.scripts import Said, Scripted
from marchsim.tabletop.players.seats import Player, PlayerSeat, Seen, StrategyBase
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
        RATING: f", by {RATING}",
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

    A game defines the names of its options, questions and contexts (`words`, its module `naming`), the hook
    of each question, and a `twin` that rates as a seat's strategy does, if that is a `rated` one.
    """

    words: Any
    hooks: Sequence[str]
    kind: StrategyKind
    rated: type
    twin: Callable[[Any, int, PlayerSeat], Twin]

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
    def context(self, g: Any, seat: int, question: int) -> str:
        """The context of the question on the table in words, or ''."""
        return str(self.words.about(g, self.names, question))

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
        texts = self.words.offered(g, self.names, question)
        said, found = heard(mind, question)
        trials = getattr(mind.user, "trials", None)
        if isinstance(trials, Trials) and trials.question == question and trials.count == g.table.n:
            rated, by = tried(texts, trials), TRIALS
        else:
            rated, planned = self.ratings(g, seat, mind, texts)
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
            "question": self.hooks[question],
            "asked": self.words.subject(question),
            "about": self.context(g, seat, question),
            "by": by,
            **({"line": said.line, "said": said.words} if said else {}),
            "chosen": index,
            "options": [plain(one) for one in rated],
        }
        return Decision(seat, tuple(lines(row, self.names.players[seat])), row)

    def ratings(
        self, g: Any, seat: int, mind: PlayerSeat, texts: Sequence[Sequence[str]]
    ) -> tuple[list[Rated], bool]:
        """All options, the best first, and whether a plan prefers some of them whatever their scores.

        Options without ratings keep their order.
        """
        if self.game is not g:
            self.game = g
            self.twins.clear()
        if seat not in self.twins and issubclass(native_base(self.kind, type(mind.user)), self.rated):
            self.twins[seat] = type(self).twin(g, seat, mind)
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


# Rollouts of each option to the end, for a coach
LONG = 10_000  # rounds; the game ends before


class Rehearsal(Listener):
    """Observes the decisions of a session's games, and passes each to `hear`.

    A game defines the words of its options (`words`, its module `naming`), its rollouts (`world`), and their
    winners (`winners`).
    """

    words: Any
    names: Any  # the game's own, for its options

    actions: tuple[str, ...] = ("action",)  # kinds of decision with an action as an option's first word
    rated: Any  # the game's player by ratings
    searching: type[StrategyBase]  # its player that searches

    def __init__(
        self, session: Any, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        self.session = session  # with the game under way as `g`
        self.makers = makers
        self.hear = hear
        self.game: Any = None
        self.worlds: dict[int, tuple[Imagined, list[tuple[Player, Seen]]]] = {}

    # supplied by a game -----------------------------------------------------
    def kind(self, view: Any) -> str:
        """The kind of decision that a seat faces."""
        raise NotImplementedError

    def playable(self, view: Any) -> bool:
        """Whether rollouts can start from the question that a seat faces."""
        raise NotImplementedError

    def ratings(self, view: Any, player: StrategyBase) -> list[int]:
        """The rating of each option by the weights of a player."""
        raise NotImplementedError

    def world(self, view: Any, players: list[Any]) -> Imagined:
        """The rollouts of a seat, with these players."""
        raise NotImplementedError

    def winners(self, world: Any) -> int:
        """The winners of a rollout that has ended, one bit for each seat."""
        raise NotImplementedError

    def together(self, world: Any) -> bool:
        """Whether the players win together. If so, each winner has the credit of a whole win."""
        return False

    def intend(self, world: Any, seat: int, option: int) -> None:
        """Tell the player of a seat in a rollout which action it will be made to take."""

    # the frame --------------------------------------------------------------
    def plain(self, player: StrategyBase) -> StrategyBase:
        """The player itself. If it searches, a player with the same weights that does not search."""
        return self.by_ratings(player) if isinstance(player, self.searching) else player

    def by_ratings(self, player: StrategyBase) -> Any:
        """A player that rates options, with the weights of another player."""
        found: Any = self.rated()
        found.adopt(player)
        return found

    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Pass a decision to `hear`. The options are still on the table."""
        if self.game is not self.session.g:
            self.game = self.session.g
            self.worlds.clear()
        self.hear(TableChoice(self, seat, question, index))

    def mind(self, seat: int) -> PlayerSeat:
        """The strategy in a seat of the real game."""
        own = self.game.table.seats[seat]
        mind = own.seat if isinstance(own, Clock) else own
        assert isinstance(mind, PlayerSeat)
        return mind

    def imagined(self, seat: int) -> tuple[Imagined, list[tuple[Player, Seen]]]:
        """The rollouts of a seat, and the players in these rollouts that have hooks, each with its view."""
        if seat not in self.worlds:
            players: list[Any] = [make() for make in self.makers]
            cores = [self.plain(player.core) for player in players]
            world = self.world(self.mind(seat).view, cores)
            self.worlds[seat] = world, self.with_hooks(world, players, cores)
        return self.worlds[seat]

    def with_hooks(
        self, world: Imagined, players: list[Player], cores: list[StrategyBase]
    ) -> list[tuple[Player, Seen]]:
        """Seat the players that have hooks. Returns each of them with its view."""
        hooked = []
        for seat, (player, core) in enumerate(zip(players, cores, strict=True)):
            if player.core is player.user:
                continue
            player.core = core
            player.user.rng = core.rng  # the imagined game seeds it
            mind = PlayerSeat(world.seated[seat].view, core, player.user, player.mask)
            world.seated[seat] = mind
            world.guests[seat].mind = mind
            hooked.append((player, mind.view))
        return hooked


class TableChoice:
    """A decision of a seat (implements kernel.telling.Choice)."""

    def __init__(self, rehearsal: Rehearsal, seat: int, question: int, chosen: int) -> None:
        self._by = rehearsal
        self._question = question
        self._view: Any = rehearsal.mind(seat).view
        self.seat, self.chosen = seat, chosen
        self.round = int(rehearsal.game.s.round)
        self.count = int(rehearsal.game.table.n)
        self.kind = rehearsal.kind(self._view)
        self.playable = rehearsal.playable(self._view)

    def words(self, option: int) -> str:
        """An option in words."""
        return str(self._by.words.offered(self._by.game, self._by.names, self._question)[option][0])

    def action(self, option: int) -> str:
        """The first word of the option in a decision on an action.

        In any other decision, `pass` if the option is to pass, else the kind of decision.
        """
        words = self.words(option)
        if self.kind.startswith(self._by.actions):
            return words.partition(" ")[0]
        return words if words == "pass" else self.kind

    def likely(self, most: int) -> list[int]:
        """The options with the highest ratings, at most `most` of them, including the one that was chosen."""
        if self.count <= most:
            return list(range(self.count))
        ratings = self._by.ratings(self._view, self._by.plain(self._by.mind(self.seat).core))
        order = sorted(range(self.count), key=lambda at: -ratings[at])[:most]
        return order if self.chosen in order else [*order[: most - 1], self.chosen]

    def credits(self, options: Sequence[int], key: int) -> list[int]:
        """The seat's credit after each option, in rollouts with the same key."""
        world, hooked = self._by.imagined(self.seat)
        found = []
        for at, option in enumerate(options):
            if at:
                world.again()
            else:
                world.imagine(key)
            for player, view in hooked:
                player.begin(view)
            chosen = int(self._view.option(option))
            self._by.intend(world, self.seat, chosen)
            world.follow(chosen, LONG)
            winners = self._by.winners(world)
            shared = 1 if self._by.together(world) else max(1, winners.bit_count())
            found.append(WIN // shared if winners >> self.seat & 1 else 0)
        return found
