"""Events in words: a sentence for readers, a short form for scenarios, and a whole game as a story.

An event is a kind, a seat and up to four integers. The game's `Language` has their meanings. Words depend on
nothing else, so a recorded event has the same words as one of a game in progress. A story also shows the
position of all players after each round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marchsim.errors import RecordError
from marchsim.kernel.columns import EVENT_WIDTH, Watcher
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment
from marchsim.tabletop.naming import words

Event = tuple[int, int, int, int, int, int]


@dataclass(frozen=True)
class Language:
    """The wording of the events of a game between some players. Kinds of events are numbers.

    `kinds` has their names, and `forms` a letter for each value that has a word. `say` gives the word for
    a letter and value. A letter in `pairs` covers two values. The short form of kinds in `nobodys` names
    no player. The last value of kinds in `explained` only explains the others, and is not part of the
    event. `constant` converts values whose numbers depend on the rules to values that do not, by letter.
    `levels` has the indents of some kinds (others keep the current one). Events after a kind in `opening`
    are indented below it. Events whose pair (kind, second value) is in `of_a_phase` belong to the phase, not
    to an earlier event.
    """

    kinds: Mapping[int, str]
    forms: Mapping[int, str]
    who: Callable[[int], str]
    say: Callable[[str, Sequence[int]], str]
    sentence: Callable[[Event], str]
    vocabulary: Callable[[], Iterable[str]]
    nobodys: Collection[int] = ()
    pairs: str = ""
    constant: Mapping[str, Callable[[int], Hashable]] = field(default_factory=dict)
    explained: Collection[int] = ()
    levels: Mapping[int, int] = field(default_factory=dict)
    opening: Collection[int] = ()
    of_a_phase: Collection[tuple[int, int]] = ()


def events_of(rows: Sequence[int] | vec[i64], first: int = 0) -> Iterator[Event]:
    """Yield the events of a flat stream, which has six integers for each, from event number `first` on."""
    for at in range(first * EVENT_WIDTH, len(rows), EVENT_WIDTH):
        yield (rows[at], rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4], rows[at + 5])


class Narrator:
    """Describes events in the words of a language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.depth = 2

    def brief(self, event: Event) -> str:
        """The short form of an event: its player, its kind, and its values in words."""
        kind, seat, values = event[0], event[1], event[2:]
        language = self.language
        parts = [] if kind in language.nobodys else [language.who(seat)]
        parts.append(hyphened(language.kinds[kind]))
        for letter, own in self.spread(kind, values):
            parts.append(language.say(letter, own))
        return " ".join(part for part in parts if part)

    def spread(self, kind: int, values: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the letters of a kind's form, each with the one or two values that it covers."""
        at = 0
        for letter in self.language.forms[kind]:
            width = 2 if letter in self.language.pairs else 1
            yield letter, values[at : at + width]
            at += width

    def vocabulary(self) -> set[str]:
        """All words, except numbers, that a short form in this language can contain."""
        kinds = map(hyphened, self.language.kinds.values())
        return {word for text in (*self.language.vocabulary(), *kinds) for word in words(text)}

    def key(self, event: Event) -> tuple[Hashable, ...]:
        """A key of an event. The same event has the same key even under other rules."""
        kind, constant = event[0], self.language.constant
        values: Sequence[int] = event[2:]
        if kind in self.language.explained:
            values = (*values[:-1], 0)  # as recorded before there were explanations
        found: list[Hashable] = []
        for letter, own in self.spread(kind, values):
            found += [constant[letter](own[0])] if letter in constant else own
        return (kind, event[1], *found, *values[len(found) :])

    def row(self, event: Event) -> dict[str, Any]:
        """An event as plain data: kind, player, values, short form and sentence."""
        return {
            "event": self.language.kinds[event[0]],
            "player": self.language.who(event[1]) if event[1] >= 0 else None,
            "values": list(event[2:]),
            "brief": self.brief(event),
            "text": self.language.sentence(event),
        }

    def line(self, event: Event) -> str:
        """An event as a line of a story, indented below the event to which it belongs."""
        kind, language = event[0], self.language
        if kind in language.levels:
            self.depth = language.levels[kind]
        elif (kind, event[3]) in language.of_a_phase:
            self.depth = 2
        line = "  " * self.depth + language.sentence(event)
        if kind in language.opening:
            self.depth += 1
        return line


class Chronicle:
    """Puts the events of one game into words, in order, with round and phase.

    An event of `round_kind` begins a round. Its first value is the number of the round, and the phase is
    then `first_phase`. An event of `phase_kind` begins a phase. Its first value is the phase's index in
    `phases`. A story omits `silent` events. Only the acting player may see events of kinds in `secret`.
    """

    def __init__(
        self,
        narrator: Narrator,
        phases: Sequence[str],
        round_kind: int,
        phase_kind: int = -1,
        first_phase: int = 0,
        silent: Callable[[Event], bool] = lambda event: False,
        secret: Collection[int] = (),
    ) -> None:
        self.narrator = narrator
        self.phases = phases
        self.round_kind, self.phase_kind, self.first_phase = round_kind, phase_kind, first_phase
        self.silent, self.secret = silent, secret
        self.count = self.round = self.phase = 0

    def moment(self, event: Event) -> Moment:
        """The next event, with its round, phase and words."""
        if event[0] == self.round_kind:
            self.round, self.phase = event[2], self.first_phase
        if event[0] == self.phase_kind:
            self.phase = event[2]
        line = None if self.silent(event) else self.narrator.line(event)
        row = self.narrator.row(event)
        number, phase = self.count, self.phases[self.phase]
        self.count += 1
        dated = {"number": number, "round": self.round, "phase": phase, **row}
        key, seat = self.narrator.key(event), event[1]
        return Moment(number, self.round, phase, key, row["text"], line, dated, seat, event[0] in self.secret)


def retold(chronicle: Chronicle, events: Iterable[Mapping[str, Any]]) -> list[Moment]:
    """The events of a recorded game in words, from table rows. Raises RecordError if they are damaged."""
    numbers = {name: number for number, name in chronicle.narrator.language.kinds.items()}
    moments: list[Moment] = []
    try:
        for row in events:
            kind, seat = numbers[row["event"]], -1 if row["seat"] is None else row["seat"]
            moments.append(chronicle.moment((kind, seat, row["a"], row["b"], row["c"], row["d"])))
    except (KeyError, IndexError, TypeError):
        told = f"event {len(moments)} of a recorded game makes no sense; it is damaged."
        raise RecordError(told) from None
    return moments


def hyphened(name: str) -> str:
    """The name of a kind of event as it is written in short forms, with hyphens."""
    return name.replace("_", "-")


# A whole game as a story
class Story(Watcher):
    """Shows a session's games to an audience (implements kernel.telling.Teller together with a game's parts).

    A game defines the words (`fresh`), the position after a round (`summary`) and the end (`ending`).
    """

    def __init__(self, session: Any, players: tuple[str, ...], audience: Audience) -> None:
        self.session, self.players, self.audience = session, players, audience
        self.chronicle = self.fresh()
        session.watcher = self

    def fresh(self) -> Chronicle:
        """A new chronicle for the events of one game."""
        raise NotImplementedError

    def summary(self) -> list[str]:
        """Lines about the position of all players after the last round."""
        raise NotImplementedError

    def ending(self, outcome: Outcome) -> list[str]:
        """The lines about the end of a valid game."""
        raise NotImplementedError

    def moment(self, event: Event) -> Moment:
        """An event as the audience sees it."""
        return self.chronicle.moment(event)

    # the frame --------------------------------------------------------------
    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Show an event. If it begins a round, first show the position after the last round."""
        if kind == self.chronicle.round_kind:
            self.round_over()
        self.audience.happened(self.moment((kind, seat, a, b, c, d)))

    def round_over(self) -> None:
        """Show the end of a round, or of the set-up."""
        number = self.chronicle.round
        self.audience.round_over(number, ["", *self.summary(), ""] if number else [""])

    def over(self, outcome: Outcome) -> list[str]:
        """The lines about the end of a game (kernel.telling.Teller.over)."""
        if outcome.void:
            whose = f" of {self.players[outcome.fault_seat]}" if outcome.fault_seat >= 0 else ""
            return [f"The game is void ({outcome.void}{whose}): {outcome.fault}"]
        self.round_over()
        return self.ending(outcome)

    def winners(self, outcome: Outcome) -> str:
        """A phrase about the winners of a competitive game. There may be no winners."""
        if outcome.winners == 0:
            return "Nobody wins"
        names = [name for seat, name in enumerate(self.players) if (outcome.winners >> seat) & 1]
        return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the win'}"

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """The events of a recorded game in words (kernel.telling.Teller.retold)."""
        return retold(self.fresh(), events)
