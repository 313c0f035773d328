"""A small game in words: its events as sentences, and its questions to a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.errors import ConfigError
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Terminal
from marchsim.tabletop.naming import player_names
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.small.events import ROUND, EventKind
from marchsim.tabletop.small.play import Strategy, View
from marchsim.tabletop.telling.asker import Asker, numbered
from marchsim.tabletop.telling.narrator import Chronicle, Event, Language, Narrator
from marchsim.tabletop.telling.story import Story


def narrator(kinds: Mapping[str, EventKind], players: Sequence[str]) -> Narrator:
    """The narrator that puts the events of a game between these players into words."""
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
        """A chronicle that puts the events of one game into words, with their rounds."""
        return Chronicle(narrator(self.session.kinds, self.players), ("",), ROUND)

    def summary(self) -> list[str]:
        """The points of all players."""
        scores = zip(self.players, self.session.game.scores, strict=True)
        return [f"  {', '.join(f'{player} {score}' for player, score in scores)}"]

    def ending(self, outcome: Outcome) -> list[str]:
        """The winners."""
        return [f"{self.winners(outcome)}.", f"Digest {outcome.digest}."]

    def explain(self, seats: Sequence[int]) -> None:
        """Raise an error, since the strategies of a small game do not rate their options."""
        raise ConfigError("--explain: the strategies of this game give no reasons; leave it out.")

    def person(self, seat: int, terminal: Terminal) -> object:
        """A strategy by which a person plays a seat."""
        person = Person(Asker(terminal, seat, self.players[seat]))
        return Player(person, person, 0)


class Person(Strategy):
    """Answers every question with the input of a person."""

    def __init__(self, asker: Asker) -> None:
        super().__init__()
        self.asker = asker

    def otherwise(self, view: View) -> Any:
        """Show the question with the view. Returns the option that the person chooses."""
        fixed = ("seat", "round", "options", "question")
        shown = [f"  {name}: {value}" for name, value in vars(view).items() if name not in fixed]
        choices = [(str(option),) for option in view.options]
        question = view.question.replace("_", " ")
        self.asker.tell([f"{self.asker.player}: {question}?", *shown, *numbered(choices)])
        return view.options[self.asker.answer(choices, {})]
