"""An option as one integer: a code and up to four values of 8 bits. The game defines their meanings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from marchsim.kernel.compat import i64


def option(code: i64, a: i64, b: i64, c: i64, d: i64) -> i64:
    """The option with this code and these values, each from 0 to 255."""
    return code | (a << 8) | (b << 16) | (c << 24) | (d << 32)


def code_of(choice: i64) -> i64:
    """The code of an option."""
    return choice & 255


def part(choice: i64, index: i64) -> i64:
    """The value of an option at position `index`, from 0 to 3."""
    return (choice >> (8 + 8 * index)) & 255


def codes_in(
    told: Sequence[str], names: Mapping[str, object]
) -> tuple[list[list[int]], dict[int, list[str]]]:
    """The option codes of each question, and the names of the values of each code.

    `told` has a text for each question, such as "PLAY(card), REST". In this one, the code of PLAY has one
    value, named "card", and REST has none. `names` has the constants of the game, such as O_PLAY.
    """
    codes: list[list[int]] = []
    values: dict[int, list[str]] = {}
    for text in told:
        found: list[int] = []
        for name, listed in re.findall(r"([A-Z]+)(?:\(([^)]*)\))?", text):
            code = names[f"O_{name}"]
            assert isinstance(code, int)
            found.append(code)
            parts = [value for value in listed.split(", ") if value]
            if len(parts) >= len(values.get(code, [])):  # a question may use fewer values of a code
                values[code] = parts
        codes.append(found)
    return codes, values


def places_of(values: Mapping[int, Sequence[str]], *names: str) -> tuple[int, ...]:
    """For each code, the position of the first value that has one of these names, or -1 if none has."""
    found = [-1] * (max(values) + 1)
    for code, listed in values.items():
        for at in range(len(listed) - 1, -1, -1):
            if listed[at] in names:
                found[code] = at
    return tuple(found)
