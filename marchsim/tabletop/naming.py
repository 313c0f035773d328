"""Names and words as people write them, matched with the names that the program uses.

Each thing has a name (Water's Edge, Royal Jelly) and a short form without blanks (water's-edge, royal-jelly).
Case, blanks and punctuation make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from marchsim.errors import nearest

_WORD = re.compile(r"[^\W\d_]+(?:-\d+\b)?|-?\d+")
NO_SYNONYMS: Mapping[str, str] = {}


class Unknown(Exception):
    """Raised for an unknown name. The message suggests similar ones."""


def letters(name: str) -> str:
    """A name in the form in which names are compared: only letters and digits, in lower case."""
    return "".join(char for char in name.casefold() if char.isalnum())


def short(name: str) -> str:
    """The short form of a name: lower case, with hyphens for blanks."""
    return "-".join(name.casefold().split())


def number(n: int, one: str, many: str = "") -> str:
    """A number with its noun. `many` is the plural, by default `one` with an s."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def words(text: str, synonyms: Mapping[str, str] = NO_SYNONYMS) -> list[str]:
    """The words and numbers of a text, in lower case. Apostrophes and other punctuation are ignored."""
    return [synonyms.get(word, word) for word in _WORD.findall(text.casefold().replace("'", ""))]


def fit(wanted: str, texts: Iterable[str], synonyms: Mapping[str, str] = NO_SYNONYMS) -> int:
    """How well `wanted` matches any of the texts: 2 for the same words, 1 for all words in order, 0 for none.

    A `wanted` that begins with `=` matches only the same words.
    """
    exactly = wanted.lstrip().startswith("=")
    wanted_words = words(wanted, synonyms)
    best = 0
    for text in texts:
        have = words(text, synonyms)
        if have == wanted_words:
            return 2
        rest = iter(have)
        if not exactly and all(word in rest for word in wanted_words):
            best = 1
    return best if wanted_words else 0


def pick(
    wanted: str, choices: Sequence[Sequence[str]], synonyms: Mapping[str, str] = NO_SYNONYMS
) -> list[int]:
    """The indexes of the choices (each a list of texts) that `wanted` matches best. Several if ambiguous."""
    fits = [fit(wanted, texts, synonyms) for texts in choices]
    best = max(fits, default=0)
    return [index for index, value in enumerate(fits) if value == best] if best else []


def find(name: str, known: Mapping[str, int], what: str) -> int:
    """The number that `known` has for a name. Raises Unknown with the nearest names if it has none."""
    for full, number in known.items():
        if letters(full) == letters(name):
            return number
    close = nearest(name.casefold(), {full.casefold(): full for full in known})
    shown = name if name.isprintable() and len(name) <= 60 else ascii(name)[1:60]
    message = f"there is no {what} '{shown}'.{close}"
    raise Unknown(message)


def player_names(strategies: Sequence[str], marks: Sequence[str]) -> tuple[str, ...]:
    """The names of the players: those of their strategies, with the seat's mark if several are equal."""
    often = [letters(name) for name in strategies]
    return tuple(
        name if often.count(letters(name)) == 1 and letters(name) else f"{name} ({marks[seat]})"
        for seat, name in enumerate(strategies)
    )
