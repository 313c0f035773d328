"""Values and answers of scenarios as people write them, and the comparison of expectations with the position.

Each question takes the next answer, and all answers must be used. An answer names its option by words
(`naming.pick`). It can also name the seat that must be asked, and options that must, or must not, be on
offer. If anything does not match, Unmet is raised with the expected and the actual value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from marchsim.errors import ScenarioError, nearest, plural
from marchsim.kernel.table import Seat
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import NO_SYNONYMS, Unknown, find, letters, pick, words

YES = ("", "true", "yes")
KEYS = ("game", "name", "text", "rules", "pass", "run", "answers", "position", "overlay", "expect", "steps")
MOST = 999
Found = TypeVar("Found")


def split_text(text: str, source: str) -> dict[str, str]:
    """A mapping given as text ("soil: red; red: food 2"). A semicolon, bar or line break ends each part."""
    parts: dict[str, str] = {}
    for part in re.split(r"[;|\n]", text):
        if not part.strip():
            continue
        key, colon, value = part.partition(":")
        if not colon:
            message = f"{source}: {shown(part.strip())} has no colon; write NAME: what it has."
            raise ScenarioError(message)
        if key.strip() in parts:
            message = f"{source}: {shown(key.strip())} appears twice; put both into one part."
            raise ScenarioError(message)
        parts[key.strip()] = value.strip()
    return parts


def split_items(text: str) -> list[str]:
    """The items of a text, separated by commas."""
    return [item for item in (part.strip() for part in text.split(",")) if item]


def misplaced(key: str) -> str:
    """A hint for a key that belongs to the top of the file, not below a heading. '' for any other key."""
    return (
        f" In TOML a key belongs to the table above it: write {key} before the first [table]."
        if key in KEYS
        else ""
    )


def named(place: Place, key: str, name: str, find: Callable[[str], Found]) -> Found:
    """The result of `find` for a name. Raises an error about `key` if `find` does not know the name."""
    try:
        return find(name)
    except Unknown as error:
        raise place.wrong(key, str(error)) from None


def whole(place: Place, key: str, value: object, low: int = 0, high: int = MOST) -> int:
    """A whole number from `low` to `high`. It can also be given as a text of digits."""
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value.strip()):
        value = int(value)
    return place.number(key, value, low, high)


def flag(place: Place, key: str, value: object) -> bool:
    """True or false. A text counts as true if it is in `YES`."""
    if isinstance(value, str) and value in YES:
        return True
    return place.flag(key, value)


def texts(place: Place, key: str, value: object, separator: str) -> list[str]:
    """A list of texts. It can also be given as one text with separators."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(separator) if part.strip()]
    if not isinstance(value, list):
        raise place.wrong(key, f"must be a text or a list of texts, not {shown(value)}.")
    return [place.line(key, part, 200, 1) for part in value]


# Answers
ANY = "any"
ANY_FROM_HERE = "the rest as they like"
PASS = "pass"
_TIMES = re.compile(r"(\d{1,3})\s*x\s+(.+)", re.DOTALL)


class Unmet(AssertionError):
    """Raised if an expectation fails. `expected` and `found` are in words."""

    def __init__(self, where: str, expected: str, found: str) -> None:
        super().__init__(f"{where}: expected {expected}; found {found}")
        self.where = where
        self.expected = expected
        self.found = found


@dataclass(frozen=True)
class Answer:
    """An answer, and the player who must be asked ('' for any player).

    The options in `offered` must be on offer, and those in `not_offered` must not. If `only` is given, it
    lists all options on offer. `expect`, written like a position, must hold when the question is asked.
    """

    text: str
    by: str = ""
    offered: tuple[str, ...] = ()
    not_offered: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    expect: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Question:
    """A question on the table, in words: its hook as `name`, and all texts of each option.

    `leads` marks a question that asks for an action. A forced action can answer it.
    """

    name: str
    options: Sequence[Sequence[str]]
    leads: bool = False


@dataclass(frozen=True)
class Decision:
    """A decision that was taken: the seat, its player, the question (its hook), the options, the choice."""

    seat: int
    by: str
    question: str
    options: tuple[str, ...]
    chosen: str


def read_answers(text: str, players: Sequence[str]) -> list[Answer]:
    """The answers in a text such as "red: march" or "3 x larva > soil"."""
    by, colon, rest = text.partition(":")
    if not colon or letters(by) not in map(letters, players):
        by, rest = "", text
    times = _TIMES.fullmatch(rest.strip())
    count, what = (int(times[1]), times[2]) if times else (1, rest)
    return [Answer(what.strip(), by.strip())] * count


class Script:
    """The remaining answers, and the decisions so far.

    Players in `passing` decline everything optional, unless the next answer is theirs and matches.
    """

    def __init__(
        self, players: Sequence[str], passing: Iterable[int] = (), synonyms: Mapping[str, str] = NO_SYNONYMS
    ) -> None:
        self.players = players
        self.passing = frozenset(passing)
        self.synonyms = synonyms
        self.left: list[Answer] = []
        self.decisions: list[Decision] = []
        self.forced = ""  # an action that comes before all answers
        self.onlooker: Callable[[Mapping[str, Any]], None] | None = None  # checks what an answer expects
        self.unasked: Callable[[str], None] | None = None  # hears of it where it was the only one

    def choose(self, seat: int, question: Question) -> int:
        """The index of the option that the next answer selects. Raises Unmet if the answer does not fit."""
        by, options = self.players[seat], question.options
        if not question.leads:
            self.let_be()
        where = f"decision {len(self.decisions) + 1} ({by}: {question.name})"
        if self.forced:
            answer, self.forced = Answer(self.forced), ""
        elif self.declines(seat, options):
            answer = Answer(PASS)
        elif self.free:
            answer = Answer(ANY)
        elif not self.left:
            raise Unmet(where, "no further decision, as no answer is left", f"a choice of {listed(options)}")
        else:
            answer = self.left.pop(0)
        if answer.by and letters(answer.by) != letters(by):
            raise Unmet(
                where, f"{answer.by} to be asked and answer {answer.text!r}", f"a choice of {listed(options)}"
            )
        self.look(where, answer, options)
        index = self.find(where, answer, options)
        canonical = tuple(texts[0] for texts in options)
        self.decisions.append(Decision(seat, by, question.name, canonical, canonical[index]))
        return index

    @property
    def free(self) -> bool:
        """Whether only the wildcard answer is left. In that case each seat takes its first option."""
        return [answer.text for answer in self.left] == [ANY_FROM_HERE]

    def let_be(self) -> None:
        """Report a forced action for which no question was asked. Called at the next question or the end."""
        if self.forced:
            wanted, self.forced = self.forced, ""
            if self.unasked is not None:
                self.unasked(wanted)

    def declines(self, seat: int, options: Sequence[Sequence[str]]) -> bool:
        """Whether the seat's player passes at this question.

        Players in `passing` do so if they can, unless the next answer is theirs and matches an option.
        """
        if seat not in self.passing or not self.picked(PASS, options):
            return False
        if not self.left or letters(self.left[0].by) != letters(self.players[seat]):
            return True
        return not self.picked(self.left[0].text, options)

    def seat_of(self, place: Place, key: str, name: str) -> int:
        """The seat of the player with this name. Raises an error about `key` if there is none."""
        seats = {player: seat for seat, player in enumerate(self.players)}
        return named(place, key, name, lambda wanted: find(wanted, seats, "player"))

    def picked(self, text: str, options: Sequence[Sequence[str]]) -> list[int]:
        """The indexes of the options that a text matches best."""
        return pick(text, options, self.synonyms)

    def find(self, where: str, answer: Answer, options: Sequence[Sequence[str]]) -> int:
        """The index of the single option that an answer selects. Raises Unmet unless exactly one matches."""
        if answer.text == ANY:
            return 0
        found = self.picked(answer.text, options)
        if len(found) == 1:
            return found[0]
        what = "more than one option fits it" if found else "none fits (a single option is not asked)"
        chosen = [options[index] for index in found] or options
        raise Unmet(where, f"answer {answer.text!r}", f"{what}: {listed(chosen)}")

    def look(self, where: str, answer: Answer, options: Sequence[Sequence[str]]) -> None:
        """Raise Unmet unless the options and the position are as an answer requires."""
        for text in answer.offered:
            if not self.picked(text, options):
                raise Unmet(where, f"{text!r} among the options", listed(options))
        for text in answer.not_offered:
            if found := self.picked(text, options):
                raise Unmet(where, f"{text!r} not to be offered", options[found[0]][0])
        if answer.expect is not None and self.onlooker is not None:
            self.onlooker(answer.expect)
        if answer.only is not None:
            rest = list(options)
            for text in answer.only:
                found = self.picked(text, rest)
                if len(found) != 1:
                    raise Unmet(where, f"one option {text!r} among those left", listed(rest) or "none")
                del rest[found[0]]
            if rest:
                raise Unmet(where, f"nothing but {', '.join(answer.only)}", f"also {listed(rest)}")

    def used_up(self) -> None:
        """Raise Unmet if any answer is left over."""
        if self.free:
            self.left.clear()
        if self.left:
            answer = self.left[0]
            by = f"{answer.by}: " if answer.by else ""
            more = f" and {len(self.left) - 1} more" if len(self.left) > 1 else ""
            raise Unmet("at the end", "every answer to be used", f"left over: {by}{answer.text}{more}")


class ScriptSeat(Seat):
    """A seat that takes its answers from a script. `ask` describes the question on the table."""

    def __init__(self, script: Script, seat: int, ask: Callable[[int], Question]) -> None:
        self.script = script
        self.seat = seat
        self.ask = ask

    def answer(self, question: int) -> int:
        """The index of the option that the script chooses."""
        return self.script.choose(self.seat, self.ask(question))


def listed(options: Sequence[Sequence[str]], most: int = 24) -> str:
    """The first `most` options in words, and the number of further ones."""
    shown = [texts[0] for texts in options[:most]]
    more = len(options) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


# Expectations
def same(where: str, key: str, wanted: object, found: object) -> None:
    """Raise Unmet unless two values are equal."""
    if wanted != found:
        raise Unmet(f"{where}: {key}", value_words(wanted), value_words(found))


def value_words(value: object) -> str:
    """A value in words."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {item}" for key, item in value.items() if item) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value) or "nobody"


def events(
    happened: Callable[[str], int],
    known: Collection[str],
    place: Place,
    key: str,
    wanted: Sequence[str],
    synonyms: Mapping[str, str] = NO_SYNONYMS,
) -> None:
    """Raise Unmet unless all `wanted` events happened. For the key `never`, raise it if any happened.

    Events are given in their short forms. "3 x ..." requires exactly three of them. `happened` counts the
    events whose short form contains a text. `known` has all words that a short form can contain.
    """
    for text in wanted:
        times, _, rest = text.partition(" x ")
        exact = int(times) if times.isdigit() and rest else None
        text = rest if exact is not None else text
        for word in words(text, synonyms):
            if word not in known and not word.lstrip("-").isdecimal():
                raise place.wrong(key, f"{word!r} is not a word of any event.{nearest(word, known)}")
        found = happened(text)
        if key == "never" and found:
            raise Unmet("events", f"never {text!r}", f"it happened {plural(found, 'time')}")
        if key == "events" and exact is not None and exact != found:
            raise Unmet("events", f"{text!r} {plural(exact, 'time')}", f"it happened {plural(found, 'time')}")
        if key == "events" and exact is None and not found:
            raise Unmet("events", repr(text), "no such event")
