"""An option as one integer: a code and up to four values of 8 bits, whose meanings the game defines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from marchsim.kernel.compat import i64


def option(code: i64, a: i64, b: i64, c: i64, d: i64) -> i64:
    """The option with this code and these values (each 0-255)."""
    return code | (a << 8) | (b << 16) | (c << 24) | (d << 32)


def code_of(choice: i64) -> i64:
    """The code of an option."""
    return choice & 255


def part(choice: i64, index: i64) -> i64:
    """Value number `index` (0-3) of an option."""
    return (choice >> (8 + 8 * index)) & 255


def codes_in(
    told: Sequence[str], names: Mapping[str, object]
) -> tuple[list[list[int]], dict[int, list[str]]]:
    """The codes of the options of each question, and the meanings of the values of each code.

    `told` lists the options of each question with their values, such as PLAY(card), REST. `names` maps
    constants of the game, such as O_PLAY, to codes.
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
    """The place of the first value with one of these names in each code of an option, or -1."""
    found = [-1] * (max(values) + 1)
    for code, listed in values.items():
        for at in range(len(listed) - 1, -1, -1):
            if listed[at] in names:
                found[code] = at
    return tuple(found)
