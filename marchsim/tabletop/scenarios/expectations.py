"""The comparison of expectations with the position. A failed expectation raises Unmet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from marchsim.errors import nearest, plural
from marchsim.tabletop.checking import Place
from marchsim.tabletop.naming import NO_SYNONYMS, words
from marchsim.tabletop.scenarios.answers import Unmet


def same(where: str, key: str, wanted: object, found: object) -> None:
    """Raise Unmet unless two values are equal."""
    if wanted != found:
        raise Unmet(f"{where}: {key}", told(wanted), told(found))


def told(value: object) -> str:
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
    """Check that events happened, given their short forms. With the key `never`, that they did not.

    "3 x ..." requires exactly three events. `happened` counts the events whose short form contains a text.
    `known` are all words that a short form can have.
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
