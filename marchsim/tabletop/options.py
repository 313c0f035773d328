"""An option as one integer: a code and up to four values of 8 bits, whose meaning the game's words give."""

from __future__ import annotations

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
