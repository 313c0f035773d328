"""Parses the numbers on the command line of the calculators, and reports bad ones."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Annotated, Any

import typer

MOST = 10**12  # trials; beyond this double precision begins to matter
WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
# Numbers may be negative, so what begins with a dash is not taken for an option before it was read.
NUMBERS: dict[str, Any] = {"ignore_unknown_options": True}


class Counts(tuple[int, ...]):
    """Whole numbers, each 0 or more, written with commas between them."""


class Numbers(tuple[float, ...]):
    """Finite numbers, written with commas between them."""


def shown(text: str | float) -> str:
    """The text that the user typed, quoted and shortened for error messages."""
    typed = str(text)
    return repr(typed if len(typed) <= 30 else typed[:27] + "...")


def whole(text: str | int) -> int:
    """Parse a whole number from 0 to 10^12, or a default that is a number already.

    Raises BadParameter for anything else.
    """
    text = str(text)
    if not WHOLE.fullmatch(text.strip()):
        raise typer.BadParameter(f"{shown(text)} is not a whole number.")
    value = int(text)
    if not 0 <= value <= MOST:
        raise typer.BadParameter(f"{shown(text)} is not between 0 and 10^12.")
    return value


def positive_whole(text: str | int) -> int:
    """Parse a whole number of at least 1. Raises BadParameter for anything else."""
    value = whole(text)
    if value == 0:
        raise typer.BadParameter("must be 1 or more, not 0.")
    return value


def number(text: str | float) -> float:
    """Parse a finite number of ordinary size. Raises BadParameter for anything else."""
    text = str(text)
    try:
        value = float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} is not a number.") from None
    if not math.isfinite(value) or abs(value) > MOST:
        raise typer.BadParameter(f"{shown(text)} is not a finite number below 10^12.")
    return value


def within(refusal: str, fits: Callable[[float], bool]) -> Callable[[str | float], float]:
    """A parser for finite numbers that satisfy `fits`. `refusal` is the error message ({}: the number)."""

    def read(text: str | float) -> float:
        value = number(text)
        if not fits(value):
            raise typer.BadParameter(refusal.format(shown(text)))
        return value

    read.__name__ = "number"
    return read


positive = within("must be above 0, not {}.", lambda value: value >= 1 / MOST)
degrees = within("must be 1 or more, not {}.", lambda value: value >= 1)
not_negative = within("must be 0 or more, not {}.", lambda value: value >= 0)
probability = within("must lie between 0 and 1, not {}.", lambda value: 0 <= value <= 1)
inner = within("must lie strictly between 0 and 1, not {}.", lambda value: 1e-9 <= value <= 1 - 1e-9)


def counts(text: str) -> Counts:
    """Parse two or more whole numbers with commas between them. Raises BadParameter for anything else."""
    values = Counts(whole(part) for part in text.split(","))
    if len(values) < 2:
        raise typer.BadParameter(f"{shown(text)} is one count; give two or more, separated by commas.")
    if len(values) > 1000:
        raise typer.BadParameter(f"{len(values)} counts are too many; at most 1000.")
    return values


def numbers(text: str) -> Numbers:
    """Parse numbers with commas between them. Raises BadParameter for anything else."""
    return Numbers(number(part) for part in text.split(","))


def not_above(wins: int, n: int, names: str = "WINS and N") -> None:
    """Raise BadParameter if there are more wins than games."""
    if wins > n:
        raise typer.BadParameter(f"{names}: {wins} wins of {n} games is not possible.")


MarginOption = Annotated[
    float,
    typer.Option("--margin", metavar="M", parser=positive, help="Largest difference that does not matter."),
]
