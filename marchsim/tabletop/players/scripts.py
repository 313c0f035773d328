"""Strategies as scripts: a hook receives `me` and `table`, and answers in words.

An answer is an option, the words of an option, several options from which the weights choose, a list of
answers in order of preference, or None for no opinion. An answer that is not on offer counts as no opinion.
If no option of the question can ever match the words, a Fault suggests the nearest words.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, Final

from marchsim.errors import nearest
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.kernel.table import Fault
from marchsim.tabletop.naming import fit, words
from marchsim.tabletop.options import code_of, part
from marchsim.tabletop.players.seats import Seen, StrategyBase

ADDRESS: Final = re.compile(" at 0x[0-9a-fA-F]+")
REMEMBERED: Final = 10_000  # wordings whose meaning is kept


def named(word: str, known: tuple[str, ...], what: str) -> str:
    """Return the word if it is one of `known`, else raise ValueError with the nearest one."""
    if word not in known:
        raise ValueError(f"there is no {what} {word!r}.{nearest(word, known)} There are {', '.join(known)}.")
    return word


class Thing:
    """An object that scripts see, such as a player. Its number identifies it among objects of its kind."""

    def __init__(self, number: i64) -> None:
        self._number = number

    def __repr__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name of the object in the words of options."""
        raise NotImplementedError


class Seated(Thing):
    """A player, as seen by all players."""

    @property
    def seat(self) -> int:
        """The seat of the player, from 0."""
        return self._number


class Offer:
    """An option on offer, with its words, its number and its code."""

    def __init__(self, pieces: ScriptView, index: int, code: int) -> None:
        self._whole = pieces
        self._index = index
        self._code = code

    def __repr__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """The option in words."""
        return self._whole.lexicon.texts(self._whole.view, self._code)[0]

    def value(self, places: tuple[int, ...]) -> int:
        """The value of the option at the position that `places` has for its code. -1 if it has none."""
        at = places[code_of(self._code)]
        return part(self._code, at) if at >= 0 else -1

    @property
    def index(self) -> int:
        """The number of the option among those on offer, from 0."""
        return self._index

    @property
    def code(self) -> int:
        """The option as one integer, encoded by the rules (words.option)."""
        return self._code


class Offers:
    """Some of the options on offer. If a hook answers with them, the weights choose one."""

    def __init__(self, options: list[Offer]) -> None:
        self._options = options

    def __len__(self) -> int:
        return len(self._options)

    def __bool__(self) -> bool:
        return len(self._options) > 0

    def __iter__(self) -> Iterator[Offer]:
        return iter(self._options)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Offers(self._options[index])
        return self._options[index]


@mypyc_attr(allow_interpreted_subclasses=True)
class Lexicon:
    """The words of a game's options, and the ways to write them in a script. Each game has its own."""

    def __init__(self, synonyms: Mapping[str, str]) -> None:
        self.synonyms = synonyms
        self.meanings: dict[tuple[int, str], dict[int, int]] = {}  # question, words -> option -> fit
        self.known: dict[int, set[str]] = {}  # the vocabulary of each question

    def texts(self, view: Any, option: i64) -> tuple[str, ...]:
        """Every way to write an option, the canonical one first."""
        raise NotImplementedError

    def lasting(self, option: i64) -> bool:
        """Whether the words of an option are the same in every position."""
        return True

    def vocabulary(self, question: i64) -> set[str]:
        """All words that can occur in the options of a question."""
        known = self.known.get(question)
        if known is None:
            known = self.learnt(question)
            self.known[question] = known
        return known

    def learnt(self, question: i64) -> set[str]:
        """All words that can occur in the options of a question, computed by the game."""
        raise NotImplementedError

    def matches(self, view: Seen, wanted: str) -> list[int]:
        """The options on offer that `wanted` matches best. Raises Fault if no option can have these words."""
        question: i64 = view.question
        known = self.meanings.get((question, wanted))
        if known is None:
            known = self.learn(view, wanted)
        best = 1
        found: list[int] = []
        for index in range(view.n):
            option: i64 = view.option(index)
            value = known.get(option, -1)
            if value < 0:
                value = fit(wanted, self.texts(view, option), self.synonyms)
                if self.lasting(option):
                    known[option] = value
            if value > best:
                best = value
                found = [index]
            elif value == best:
                found.append(index)
        return found

    def learn(self, view: Seen, wanted: str) -> dict[int, int]:
        """Return a new cache, still empty, of matches for `wanted`. Raises Fault if no option can match."""
        vocabulary = self.vocabulary(view.question)
        strange = [word for word in words(wanted, self.synonyms) if word not in vocabulary]
        if strange or not words(wanted):
            close = nearest(strange[0], sorted(vocabulary)) if strange else ""
            raise Fault("error", f"answered {wanted!r:.80}, which no option here can be.{close}", view.seat)
        if len(self.meanings) > REMEMBERED:
            self.meanings.clear()
        found: dict[int, int] = {}
        self.meanings[view.question, wanted] = found
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptView:
    """All objects that a script receives for its seat: `me`, `table`, and the words of the options.

    `traits` are the attributes of options by which a script can select them.
    """

    def __init__(self, view: Seen, me: object, lexicon: Lexicon, traits: tuple[str, ...]) -> None:
        self.view = view
        self.me = me
        self.table: object = None  # a game's own, which shows the offers
        self.lexicon = lexicon
        self.traits = traits

    def offer(self, index: int, code: int) -> Offer:
        """The option on offer at position `index` as an object that scripts receive."""
        raise NotImplementedError

    def trait(self, trait: str, wanted: object) -> object:
        """Convert `wanted`, possibly a name, to a trait value. Raises ValueError for an unknown name."""
        raise NotImplementedError

    def offers(
        self, wanted: str, where: Callable[[Any], object] | None, traits: Mapping[str, object]
    ) -> Offers:
        """The options on offer that match `wanted`, have these traits, and satisfy `where`."""
        view = self.view
        few = self.lexicon.matches(view, wanted) if wanted else [*range(view.n)]
        found = [self.offer(index, view.option(index)) for index in few]
        for name, value in traits.items():
            if name not in self.traits:
                raise TypeError(
                    f"offers() has no trait {name!r}.{nearest(name, self.traits)} "
                    f"It has {', '.join(self.traits)}."
                )
            meant = self.trait(name, value)
            found = [one for one in found if getattr(one, name) == meant]
        if where is not None:
            found = [one for one in found if where(one)]
        return Offers(found)


class Said:
    """The answer of a hook, kept for an explanation: its words, and its line in the script (0 if unknown)."""

    def __init__(self, line: int, words: str, on_offer: bool) -> None:
        self.line = line
        self.words = words
        self.on_offer = on_offer


@mypyc_attr(allow_interpreted_subclasses=True)
class Scripted(StrategyBase):
    """The base of strategies whose hooks answer in words. `round_begins` is called before each round."""

    def __init__(self, base: type, asked: tuple[str, ...]) -> None:
        super().__init__(base, asked)
        self.heeds = callable(getattr(type(self), "round_begins", None))
        self.pieces: ScriptView | None = None
        self.rounds_begun: i64 = 0
        self.said: Said | None = None  # by the hook last called, None where it had no opinion

    def script_view(self, view: Any) -> ScriptView:
        """The objects that a script receives for a view. Each game defines them."""
        raise NotImplementedError

    def shown(self, view: Seen) -> ScriptView:
        """The objects that this script receives, made once for each view."""
        pieces = self.pieces
        if pieces is None or pieces.view is not view:
            pieces = self.script_view(view)
            self.pieces = pieces
        return pieces

    def heed(self, view: Any) -> None:
        """Call `round_begins` of the script, before its first decision in a round."""
        now: i64 = view.round
        if now != self.rounds_begun:
            self.rounds_begun = now
            pieces = self.shown(view)
            script = self if self.script is None else self.script
            begins: Callable[[object, object], object] = getattr(script, "round_begins")  # noqa: B009
            begins(pieces.me, pieces.table)

    def by_hook(self, question: i64, view: Seen) -> i64:
        """The option that a question's hook selects. If the hook has no opinion, the weights choose."""
        pieces = self.shown(view)
        script = self if self.script is None else self.script
        hook: Callable[[object, object], object] = getattr(script, self._asked[question])
        if not view.is_heard:
            answer = hook(pieces.me, pieces.table)
            return self.otherwise(view) if answer is None else self.meant(pieces, answer)
        self.said = None
        answer, line = traced(hook, pieces.me, pieces.table)
        if answer is not None:
            self.said = Said(line, spoken(pieces, answer), len(fitting(pieces, answer)) > 0)
        return self.otherwise(view) if answer is None else self.meant(pieces, answer)

    def meant(self, pieces: ScriptView, answer: object) -> i64:
        """The option that an answer selects. If it is not on offer, the weights choose."""
        view = pieces.view
        found = fitting(pieces, answer)
        return self.one_of(view, found) if found else self.otherwise(view)

    def one_of(self, view: Any, few: list[int]) -> i64:
        """One of a few options, drawn at random unless a subclass chooses otherwise."""
        return few[self.rng.below(len(few))]


def fitting(pieces: ScriptView, answer: object) -> list[int]:
    """The options on offer that match an answer. Empty if none does. Raises Fault for an invalid answer."""
    view = pieces.view
    if isinstance(answer, str):
        return pieces.lexicon.matches(view, answer)
    if isinstance(answer, Offer):
        at = answer.index
        if at < view.n and view.option(at) == answer.code:
            return [at]
        return [index for index in range(view.n) if view.option(index) == answer.code]
    if isinstance(answer, Offers):
        found: list[int] = []
        for one in answer:
            found += fitting(pieces, one)
        return found
    if isinstance(answer, (list, tuple)):
        for each in answer:
            found = [] if each is None else fitting(pieces, each)
            if found:
                return found
        return []
    raise Fault(
        "error",
        f"answered {plain(answer)}; answer in words, by options of the table, by a list of these in order of "
        "preference, or None",
        view.seat,
    )


def spoken(pieces: ScriptView, answer: object) -> str:
    """An answer as text for a reader."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, Offer):
        return pieces.lexicon.texts(pieces.view, answer.code)[0]
    if isinstance(answer, (list, tuple)):
        said = [spoken(pieces, each) for each in answer if each is not None]
        return ", else ".join([each for each in said if each])
    if isinstance(answer, Offers):
        return " or ".join([spoken(pieces, each) for each in answer])
    return plain(answer)


def plain(answer: object) -> str:
    """The `repr` of an answer without memory addresses, which differ from run to run."""
    return ADDRESS.sub("", repr(answer))[:80]


def traced(hook: Callable[[object, object], object], me: object, table: object) -> tuple[object, int]:
    """Call a hook. Returns its answer, and the line that returned it (0 if unknown, as in a debugger)."""
    code = getattr(hook, "__code__", None)
    if code is None or sys.gettrace() is not None:
        return hook(me, table), 0
    line = [0]

    def inside(frame: FrameType, event: str, what: Any) -> Any:
        if event == "return":
            line[0] = frame.f_lineno
        return inside

    def entered(frame: FrameType, event: str, what: Any) -> Any:
        return inside if frame.f_code is code else None

    sys.settrace(entered)
    try:
        answer = hook(me, table)
    finally:
        sys.settrace(None)
    return answer, line[0]
