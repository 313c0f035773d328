"""The kinds of events of a small game. A sentence for each kind defines its values and their record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from marchsim.kernel.columns import EVENT_WIDTH

ROUND = 0  # the number of the event that begins a round
Words = Mapping[str, Sequence[str]]
VALUES = EVENT_WIDTH - 2


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its number and name, its sentence, and its values in the order of the sentence.

    `words` maps a value to its possible words. A value that is not in `words` is a number.
    """

    number: int
    name: str
    sentence: str
    values: tuple[str, ...]
    words: Mapping[str, Sequence[str]]

    def encoded(self, given: Mapping[str, Any]) -> tuple[int, int, int, int, int]:
        """The number and four integers of an event. Raises TypeError for invalid values."""
        if set(given) != set(self.values):
            raise TypeError(f"event {self.name} has {', '.join(self.values) or 'no values'}, not {[*given]}")
        found = [self._number(name, given[name]) for name in self.values]
        a, b, c, d = (*found, 0, 0, 0, 0)[:VALUES]
        return self.number, a, b, c, d

    def _number(self, name: str, value: Any) -> int:
        """The number by which a value is recorded."""
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
        """A value of an event in words."""
        return self.words[value][number] if value in self.words else str(number)

    def told(self, player: str, numbers: Sequence[int]) -> str:
        """The sentence of an event. `player` is the name of the player who acted."""
        values = {name: self.worded(name, numbers[at]) for at, name in enumerate(self.values)}
        parts = Formatter().parse(self.sentence)
        filled = (text + ({"player": player, **values}[name] if name else "") for text, name, _, _ in parts)
        return "".join(filled)


def kinds_of(sentences: Mapping[str, str], words: Words) -> dict[str, EventKind]:
    """The kinds of events by name: first `round`, then the kinds in `sentences`.

    `{player}` is the player. Any other name in braces is a value: a number or, with a colon (`{card:cards}`),
    a word from that list. Raises ValueError for more than four values or an unknown list.
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
