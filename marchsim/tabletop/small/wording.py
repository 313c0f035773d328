"""The events of a small game: a sentence for each, from which its values, recording and words follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from marchsim.errors import ConfigError
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Terminal
from marchsim.tabletop.naming import player_names
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.small.play import ROUND, Strategy, View
from marchsim.tabletop.telling.asker import Asker, numbered
from marchsim.tabletop.telling.narrator import Chronicle, Event, Language, Narrator
from marchsim.tabletop.telling.story import Story

Words = Mapping[str, Sequence[str]]
VALUES = EVENT_WIDTH - 2


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its number, its sentence, and its values in the order of the sentence.

    `words` has the words that a value stands for; a value without any is a number.
    """

    number: int
    name: str
    sentence: str
    values: tuple[str, ...]
    words: Mapping[str, Sequence[str]]

    def encoded(self, given: Mapping[str, Any]) -> tuple[int, int, int, int, int]:
        """Return number and four integers of an event; raises TypeError for values that do not fit."""
        if set(given) != set(self.values):
            raise TypeError(f"event {self.name} has {', '.join(self.values) or 'no values'}, not {[*given]}")
        found = [self._number(name, given[name]) for name in self.values]
        a, b, c, d = (*found, 0, 0, 0, 0)[:VALUES]
        return self.number, a, b, c, d

    def _number(self, name: str, value: Any) -> int:
        """Return the number by which a value is recorded."""
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
        """Return a value of an event in words."""
        return self.words[value][number] if value in self.words else str(number)

    def told(self, player: str, numbers: Sequence[int]) -> str:
        """Return the sentence of an event; `player` is whose doing it was."""
        values = {name: self.worded(name, numbers[at]) for at, name in enumerate(self.values)}
        parts = Formatter().parse(self.sentence)
        filled = (text + ({"player": player, **values}[name] if name else "") for text, name, _, _ in parts)
        return "".join(filled)


def kinds_of(sentences: Mapping[str, str], words: Words) -> dict[str, EventKind]:
    """Return the kinds of events by name: first `round`, then those of a game's sentences.

    `{player}` is the player. Any other name in braces is a value: a number, or with a colon (`{card:cards}`)
    one of the words of that name. Raises ValueError for more than four values, or unknown words.
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


def narrator(kinds: Mapping[str, EventKind], players: Sequence[str]) -> Narrator:
    """Return what words the events of a game between these players."""
    by_number = {kind.number: kind for kind in kinds.values()}
    values = [(kind, value) for kind in kinds.values() for value in kind.values]
    letters = {chr(ord("A") + at): one for at, one in enumerate(values)}  # one for each value of each kind
    words = {word for kind in kinds.values() for each in kind.words.values() for word in each}

    def who(seat: int) -> str:
        return players[seat] if seat >= 0 else ""

    def say(letter: str, numbers: Sequence[int]) -> str:
        kind, value = letters[letter]
        return kind.worded(value, numbers[0])

    def sentence(event: Event) -> str:
        return by_number[event[0]].told(who(event[1]), event[2:])

    language = Language(
        {kind.number: kind.name for kind in kinds.values()},
        {
            number: "".join(letter for letter, (one, _) in letters.items() if one is kind)
            for number, kind in by_number.items()
        },
        who=who, say=say, sentence=sentence, vocabulary=lambda: (*players, *words),
        levels={ROUND: 0}, opening=(ROUND,),
    )  # fmt: skip
    return Narrator(language)


class SmallStory(Story):
    """Tells the games of a session in the sentences of their events (kernel.telling.Teller)."""

    def __init__(self, session: Any, strategies: Sequence[str], audience: Audience) -> None:
        self.session = session
        names = player_names(strategies, [str(seat + 1) for seat in range(len(strategies))])
        super().__init__(session, names, audience)

    def fresh(self) -> Chronicle:
        """Return what dates and words the events of one game."""
        return Chronicle(narrator(self.session.kinds, self.players), ("",), ROUND)

    def summary(self) -> list[str]:
        """Return the points of everybody."""
        scores = zip(self.players, self.session.game.scores, strict=True)
        return [f"  {', '.join(f'{player} {score}' for player, score in scores)}"]

    def ending(self, outcome: Outcome) -> list[str]:
        """Return who has won."""
        return [f"{self.winners(outcome)}.", f"Digest {outcome.digest}."]

    def explain(self, seats: Sequence[int]) -> None:
        """Refuse: the strategies of a small game do not rate their options."""
        raise ConfigError("--explain: the strategies of this game give no reasons; leave it out.")

    def person(self, seat: int, terminal: Terminal) -> object:
        """Return a strategy by which a person plays a seat."""
        person = Person(Asker(terminal, seat, self.players[seat]))
        return Player(person, person, 0)


class Person(Strategy):
    """Answers every question by what a person types."""

    def __init__(self, asker: Asker) -> None:
        super().__init__()
        self.asker = asker

    def otherwise(self, view: View) -> Any:
        """Show the question with what the view has, and return the option that the person takes."""
        fixed = ("seat", "round", "options", "question")
        shown = [f"  {name}: {value}" for name, value in vars(view).items() if name not in fixed]
        choices = [(str(option),) for option in view.options]
        question = view.question.replace("_", " ")
        self.asker.tell([f"{self.asker.player}: {question}?", *shown, *numbered(choices)])
        return view.options[self.asker.answer(choices, {})]
