"""The base classes of a small game: its play, its strategies, and the view that a strategy receives.

The author of a game derives two classes. `play` of the `Play` class follows the rules from the first turn to
the last, and the `Strategy` class has a method for each question. Chance, questions and events go through
methods of `Play`, so that the program can repeat, record and describe any game. The sentence of an event
names its values, which are recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeVar

from marchsim.errors import StrategyError, nearest
from marchsim.kernel.columns import EVENT_WIDTH, Events
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Fault, Seat, Table
from marchsim.tabletop.players.seats import StrategyBase

ROUND = 0  # the number of the event that begins a round
Words = Mapping[str, Sequence[str]]
VALUES = EVENT_WIDTH - 2


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its number and name, its sentence, and its values in the order of the sentence.

    `words` maps the name of a value to its possible words. A value that is not in `words` is a number.
    """

    number: int
    name: str
    sentence: str
    values: tuple[str, ...]
    words: Mapping[str, Sequence[str]]

    def encoded(self, given: Mapping[str, Any]) -> tuple[int, int, int, int, int]:
        """The integers that record an event: its number and four values. Raises TypeError if one is wrong."""
        if set(given) != set(self.values):
            raise TypeError(f"event {self.name} has {', '.join(self.values) or 'no values'}, not {[*given]}")
        found = [self._number(name, given[name]) for name in self.values]
        a, b, c, d = (*found, 0, 0, 0, 0)[:VALUES]
        return self.number, a, b, c, d

    def _number(self, name: str, value: Any) -> int:
        """The integer that records a value: an index into its words, or the value itself."""
        if name not in self.words:
            try:
                return int(value)
            except (TypeError, ValueError):
                why = f"event {self.name}: {name} is a number, not {value!r}; declare its words"
                raise TypeError(why) from None
        if value not in self.words[name]:
            raise TypeError(f"event {self.name}: {name} is {', '.join(self.words[name])}, not {value!r}")
        return self.words[name].index(value)

    def worded(self, value: str, number: int) -> str:
        """The word that `number` means as the value called `value`, or the number as text."""
        return self.words[value][number] if value in self.words else str(number)

    def sentence_of(self, player: str, numbers: Sequence[int]) -> str:
        """The sentence of an event. `player` is the name of the player who acted."""
        values = {name: self.worded(name, numbers[at]) for at, name in enumerate(self.values)}
        parts = Formatter().parse(self.sentence)
        filled = (text + ({"player": player, **values}[name] if name else "") for text, name, _, _ in parts)
        return "".join(filled)


def kinds_of(sentences: Mapping[str, str], words: Words) -> dict[str, EventKind]:
    """The kinds of events by name: `round`, then those in `sentences`.

    In a sentence, `{player}` is the player. Any other name in braces is a value: a number or, after a
    colon (`{card:cards}`), a word of that list. Raises ValueError for over four values or an unknown
    list.
    """
    found: dict[str, EventKind] = {}
    for number, (name, sentence) in enumerate({"round": "Round {number}", **sentences}.items()):
        fields = [(part, spec) for _, part, spec, _ in Formatter().parse(sentence) if part]
        values = tuple(dict.fromkeys(part for part, _ in fields if part != "player"))
        if len(values) > VALUES:
            raise ValueError(f"event {name}: {len(values)} values, at most {VALUES} fit")
        if unknown := [spec for _, spec in fields if spec and spec not in words]:
            raise ValueError(f"event {name}: there are no words {unknown[0]!r}; pass them as `words`")
        named = {part: words[spec] for part, spec in fields if spec}
        found[name] = EventKind(number, name, sentence, values, named)
    return found


# The base classes
MOST = 100_000  # decisions, after which a game is void
Option = TypeVar("Option", bound=Hashable)
Item = TypeVar("Item")


class View(SimpleNamespace):
    """The position as one seat sees it, made anew for each question.

    Every view has `seat`, `round`, `scores` (by seat), `question` and `options`. `Play.shown` and the
    keywords of `Play.ask` add others. Lists become tuples, so that a strategy cannot change the game.
    """

    seat: int
    round: int
    scores: tuple[int, ...]
    question: str
    options: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        """Raise an error for a name that the game does not show. The message suggests the nearest name."""
        shown = vars(self)
        raise AttributeError(f"the view has no {name!r}.{nearest(name, shown)} It has {', '.join(shown)}.")


class Strategy(StrategyBase):
    """The base of strategies. A game derives a class with a method, and a default answer, for each question.

    A method receives a `View` and returns one of `view.options`. `begin` is called before the game, with
    a view that has only `seat`, `round` and `scores`. Numbers that are attributes of the class (`stop_at
    = 20`) are parameters: a configuration sets them, and `marchsim tune` searches for better ones.
    """

    def __init__(self) -> None:
        super().__init__(type(self), ())

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Set parameters. Raises StrategyError for an unknown name, or for a value that is not a number."""
        known = parameters_of(type(self))
        for name, value in parameters.items():
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise StrategyError(f"the strategy has no parameter {name!r}; {has}.{nearest(name, known)}")
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise StrategyError(f"the parameter {name!r} must be a number, not {value!r}.")
            setattr(self, name, value)

    def pick(self, options: Sequence[Item]) -> Item:
        """Return one of the options at random, from the strategy's own random stream."""
        return options[self.rng.below(len(options))]


def parameters_of(cls: type) -> dict[str, int | float]:
    """The numbers among the public attributes of a strategy's class, by name."""
    named = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    return {
        name: value
        for name, value in named.items()
        if type(value) in (int, float) and not name.startswith("_")
    }


class Play:
    """One game.

    Define `play`. Define `set_up`, too, if there is a board or cards, and `shown` if players see more than
    scores. Keep the points in `self.scores`. `self.rules` has the parameters of the rules by name.
    `self.seats` has the seats in turn order.
    """

    def __init__(self, rules: Mapping[str, Any], players: int, deal_key: int, kinds: Mapping[str, EventKind]):
        self.rules: Any = SimpleNamespace(**rules)
        self.seats = range(players)
        self.scores = [0] * players
        self.round = 0
        self.answers = [0] * players  # how many questions each seat has answered
        self._chance = Stream(deal_key)
        self._kinds = kinds
        self._events = Events()
        self._table = Table([], MOST)
        self._view = View(question="", options=())  # of the question that is asked

    # written by the author ---------------------------------------------------
    def set_up(self) -> None:
        """Set up the game. Called before `play`, and by `marchsim.testing.dealt`."""

    def play(self) -> None:
        """Play from the first turn to the last."""
        raise NotImplementedError

    def shown(self, seat: int) -> Mapping[str, object]:
        """The values, by name, that a seat sees at every question, such as its hand and the board."""
        return {}

    def winners(self) -> Collection[int]:
        """The seats that have won. By default these are the seats with the most points."""
        return [seat for seat in self.seats if self.scores[seat] == max(self.scores)]

    # called by the author ----------------------------------------------------
    def begin_round(self) -> None:
        """Begin the next round. Tables have a row for each seat and round, and pages count rounds."""
        self._end_round()
        self.round += 1
        self._events.add(ROUND, -1, self.round, 0, 0, 0)

    def ask(self, seat: int, question: str, options: Sequence[Option], **shown: object) -> Option:
        """Let a seat choose one of the options, and return it. A single option is taken without a question.

        `question` is the name of a method of the game's strategies. `shown` adds values to its view.
        """
        offered = tuple(options)
        if not offered:
            raise ValueError(f"question {question!r} to seat {seat} has no options")
        if len(offered) > 1:
            more = {name: frozen(value) for name, value in {**self.shown(seat), **shown}.items()}
            self._view = self._seen(seat, question=question, options=offered, **more)
        self._table.open(0, 0, 0, 0)
        for index in range(len(offered)):
            self._table.offer(index)
        return offered[self._table.choose(seat, 0)]

    def event(self, kind: str, seat: int = -1, **values: Any) -> None:
        """Record an event. `values` has the values that the sentence of the event names, in any order."""
        if kind not in self._kinds:
            declared = ", ".join(self._kinds)
            raise ValueError(
                f"event {kind!r} is not declared.{nearest(kind, self._kinds)} Declared: {declared}"
            )
        number, a, b, c, d = self._kinds[kind].encoded(values)
        self._events.add(number, seat, a, b, c, d)

    def roll(self, sides: int = 6) -> int:
        """The result of rolling a die with this many sides, from 1."""
        return int(self._chance.below(sides)) + 1

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in random order (Fisher-Yates)."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = int(self._chance.below(last + 1))
            found[last], found[other] = found[other], found[last]
        return found

    # called by the session ---------------------------------------------------
    def seat(self, strategies: Sequence[Strategy]) -> None:
        """Put strategies into the seats, in turn order."""
        self._table.seats.extend(StrategySeat(self, seat, one) for seat, one in enumerate(strategies))

    def _run(self) -> None:
        """Set up the game, play it, and close the last round."""
        self.set_up()
        self.play()
        self._end_round()

    def _end_round(self) -> None:
        """Close the round in progress, or the set-up."""
        self._events.end_round()
        if self.round:
            self._round_ended()

    def _round_ended(self) -> None:
        """Let the session record the scores at the end of a round."""

    def _seen(self, seat: int, **more: Any) -> View:
        """The view of a seat: the values that every game has, and further ones."""
        return View(seat=seat, round=self.round, scores=tuple(self.scores), **more)


class StrategySeat(Seat):
    """A seat with a strategy. It calls the strategy's method that has the name of the question."""

    def __init__(self, play: Play, seat: int, strategy: Strategy) -> None:
        self.play, self.seat, self.strategy = play, seat, strategy

    def answer(self, question: int) -> int:
        """The index of the option that the strategy chooses. Raises Fault if its answer is not on offer."""
        view = self.play._view
        strategy = self.strategy
        known = hasattr(strategy, view.question) or type(strategy).otherwise is not Strategy.otherwise
        if not known:
            raise Fault(
                "error", f"the strategies have no method for the question {view.question!r}", self.seat
            )
        answer: Any = getattr(strategy, view.question, strategy.otherwise)(view)
        self.play.answers[self.seat] += 1
        if answer not in view.options:
            offered = [str(option) for option in view.options]
            hint = nearest(str(answer), offered)
            raise Fault(
                "error", f"answered {answer!r}; the options were {', '.join(offered)}.{hint}", self.seat
            )
        return view.options.index(answer)


def frozen(value: object) -> object:
    """A copy that no strategy can change: lists become tuples, and sets and tables become read-only.

    Raises TypeError unless the value consists of numbers, words, and collections of them.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return tuple(frozen(one) for one in value)
    if isinstance(value, set | frozenset):
        return frozenset(frozen(one) for one in value)
    if isinstance(value, Mapping):
        return MappingProxyType({frozen(key): frozen(one) for key, one in value.items()})
    raise TypeError(f"a view shows numbers, words and collections of them, not {type(value).__name__}")
