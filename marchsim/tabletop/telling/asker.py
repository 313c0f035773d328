"""Questions to a person at a terminal, who answers with the number or the words of an option."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from marchsim.kernel.table import Fault
from marchsim.kernel.telling import Terminal
from marchsim.tabletop.naming import NO_SYNONYMS, pick

AMOUNT = re.compile(r"(\d{1,3}) [^\W\d]")  # how an option begins that is an amount: 3 Minors
Page = Callable[[], Sequence[str]]

BEFORE = (
    "Answer with the number of an option, or with words of it that fit no other.",
    "  ?        this help",
    "  options  the options again",
)
AFTER = ("Ctrl-C ends the game.",)


class Asker:
    """Asks the person in a seat. `pages` has lines of help about the pages that the game offers."""

    def __init__(
        self,
        terminal: Terminal,
        seat: int,
        player: str,
        pages: Sequence[str] = (),
        synonyms: Mapping[str, str] = NO_SYNONYMS,
    ) -> None:
        self.terminal = terminal
        self.seat = seat
        self.player = player
        self.help = (*BEFORE, *pages, *AFTER)
        self.synonyms = synonyms

    def question(self, asked: str, about: str, choices: Sequence[Sequence[str]]) -> list[str]:
        """A question with its context and its numbered options, as lines."""
        context = f" ({about})" if about else ""
        return [f"{self.player}, choose {asked}{context}:", *(f"  {line}" for line in numbered(choices))]

    def answer(self, choices: Sequence[Sequence[str]], pages: Mapping[str, Page]) -> int:
        """The index of the option that the person chooses. Before that, shows any pages asked for."""
        pages = {"?": lambda: self.help, "help": lambda: self.help, **pages}
        while True:
            words = self.typed()
            if words.casefold() in pages:
                self.tell(pages[words.casefold()]())
                continue
            index, complaint = understood(words, choices, self.synonyms)
            if index >= 0:
                return index
            self.tell([complaint])

    def typed(self) -> str:
        """The words that the person types. Raises Fault if the input has ended."""
        while True:
            try:
                words = self.terminal.ask(f"{self.player}> ").strip()
            except EOFError:
                message = "the input ended before the game did; answer every question, or play at a terminal"
                raise Fault("answer", message, self.seat) from None
            except KeyboardInterrupt:
                raise Fault("answer", "the person left the game", self.seat) from None
            if words:
                return words

    def tell(self, lines: Sequence[str]) -> None:
        """Show some lines."""
        for line in lines:
            self.terminal.tell(line)


def numbers_of(choices: Sequence[Sequence[str]]) -> list[int]:
    """The number of each option: its amount if all are different amounts, else its position, from 1."""
    found = [AMOUNT.match(texts[0]) for texts in choices]
    amounts = [int(one[1]) for one in found if one]
    return amounts if len({*amounts}) == len(choices) else list(range(1, len(choices) + 1))


def numbered(choices: Sequence[Sequence[str]]) -> list[str]:
    """The options as numbered lines. An amount is its own number."""
    numbers = numbers_of(choices)
    width = len(str(max(numbers, default=0)))
    listed = zip(numbers, choices, strict=True)
    return [f"{number:>{width}}  {texts[0].removeprefix(f'{number} ')}" for number, texts in listed]


def understood(
    words: str, choices: Sequence[Sequence[str]], synonyms: Mapping[str, str] = NO_SYNONYMS
) -> tuple[int, str]:
    """The index of the option that an answer selects, and ''. If it selects none, -1 and the reason."""
    numbers = numbers_of(choices)
    if words.isascii() and words.isdecimal():
        if len(words) <= 9 and int(words) in numbers:
            return numbers.index(int(words)), ""
        return -1, f"The options are {min(numbers)} to {max(numbers)}; ? helps."
    found = pick(words, choices, synonyms)
    if len(found) == 1:
        return found[0], ""
    if not found:
        return -1, "No option has that name; give a number, or ? for help."
    several = ", ".join(f"{numbers[index]} ({choices[index][0]})" for index in found[:6])
    return -1, f"That could be {several}{' and others' if len(found) > 6 else ''}; say more of it."
