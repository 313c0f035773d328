"""The answer of a calculator: a table that explains every number, or JSON with the same keys.

An undefined value is null in JSON and a dash in the table. The reason is given beside or below it.

It also parses the numbers on the command line, and reports bad ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.kernel.showing import Sheet
from marchsim.reporting.pages.format import DASH, SMALLEST_P

if TYPE_CHECKING:
    from marchsim.stats.intervals import Interval

QUANTITIES = {"Quantity": "left", "Value": "right", "Meaning": "wide"}
Quantity = tuple[str, Any, Callable[[Any], str], str]
"""Its key, its value, its text in the table, and its meaning."""


@dataclass
class StatsAnswer:
    """The answer of a calculator: values by key, tables, notes, and the reason if a value is undefined."""

    values: dict[str, Any]
    sheets: list[Sheet]
    notes: list[str] = field(default_factory=list)
    reason: str = ""


def quantities(title: str, rows: Sequence[tuple[str, str, str]]) -> Sheet:
    """A table with a row for each quantity: key, value and meaning."""
    return Sheet(title, QUANTITIES, rows)


def explained(title: str, *told: Quantity, reason: str = "") -> StatsAnswer:
    """An answer with one table, made from the key, value, formatter and meaning of each quantity."""
    rows = [(key, form(value), meaning) for key, value, form, meaning in told]
    values = {key: value for key, value, *_ in told}
    return StatsAnswer(values, [quantities(title, rows)], reason=reason)


def command(calculator: Callable[..., StatsAnswer]) -> Callable[..., None]:
    """Turn a calculator into a command that takes the same options, and prints the answer."""

    @wraps(calculator)
    def command(**given: Any) -> None:
        write(calculator(**given))

    return command


def write(answer: StatsAnswer) -> None:
    """Print an answer as tables, or as JSON with --json."""
    if show.in_json():
        values = answer.values
        show.write_json({**values, "reason": answer.reason} if undefined(values) else values)
        return
    for sheet in answer.sheets:
        show.story([sheet.title])
        show.page([replace(sheet, title="")])
    for note in answer.notes:
        show.story([note])
    if answer.reason:
        show.story([f"{DASH} {answer.reason}."])


def undefined(value: Any) -> bool:
    """Whether a value is None or contains None at any depth."""
    if isinstance(value, Mapping):
        return any(undefined(part) for part in value.values())
    if isinstance(value, list | tuple):
        return any(undefined(part) for part in value)
    return value is None


def _fixed(value: float, digits: int) -> str:
    """Format a number with `digits` decimals. A negative zero loses its sign."""
    text = f"{value:,.{digits}f}"
    return text if text.strip("-0.,") else text.lstrip("-")


def percent(value: float | None) -> str:
    """Format a share as a percentage with two decimals, or as a dash if it is None."""
    return DASH if value is None else f"{_fixed(value * 100, 2)} %"


def percents(bounds: Sequence[float] | None) -> str:
    """Format an interval of shares as percentages, or as a dash if it is None."""
    return DASH if bounds is None else f"{_fixed(bounds[0] * 100, 2)} to {percent(bounds[1])}"


def p(value: float | None) -> str:
    """Format a p value with four decimals. Very small values are shown as an upper bound, never as 0."""
    return DASH if value is None else f"< {SMALLEST_P}" if value < SMALLEST_P else f"{value:.4f}"


def ends(bounds: Sequence[float | None] | None, digits: int = 4) -> str:
    """Format an interval of numbers, or a dash if it is None."""
    return DASH if bounds is None else f"{figure(bounds[0], digits)} to {figure(bounds[1], digits)}"


def figure(value: float | None, digits: int = 4) -> str:
    """Format a number with `digits` decimals, or with three significant digits if it is small."""
    if value is None:
        return DASH
    return f"{value:.3g}" if value and abs(value) < 10 ** (1 - digits) else _fixed(value, digits)


hundredths = partial(figure, digits=2)


def whole(value: float | None) -> str:
    """Format a number as a whole one with thousands separators, or as a dash if it is None."""
    return DASH if value is None else f"{value:,.0f}"


def span(interval: Interval | None) -> list[float] | None:
    """The two ends of an interval as a list, for JSON, or None if there is no interval."""
    return [interval.low, interval.high] if interval else None


MOST = 10**12  # trials; beyond this double precision begins to matter
WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
# Numbers may be negative, so what begins with a dash is not taken for an option before it was read.
NUMBERS: dict[str, Any] = {"ignore_unknown_options": True}


class Counts(tuple[int, ...]):
    """Whole numbers, each 0 or more, written with commas between them."""


class Numbers(tuple[float, ...]):
    """Finite numbers, written with commas between them."""


def quoted(text: str | float) -> str:
    """The text that the user typed, quoted and shortened for error messages."""
    typed = str(text)
    return repr(typed if len(typed) <= 30 else typed[:27] + "...")


def read_whole(text: str | int) -> int:
    """Parse a whole number from 0 to 10^12, or a default that is a number already.

    Raises BadParameter for anything else.
    """
    text = str(text)
    if not WHOLE.fullmatch(text.strip()):
        raise typer.BadParameter(f"{quoted(text)} is not a whole number.")
    value = int(text)
    if not 0 <= value <= MOST:
        raise typer.BadParameter(f"{quoted(text)} is not between 0 and 10^12.")
    return value


def read_positive(text: str | int) -> int:
    """Parse a whole number of at least 1. Raises BadParameter for anything else."""
    value = read_whole(text)
    if value == 0:
        raise typer.BadParameter("must be 1 or more, not 0.")
    return value


def read_number(text: str | float) -> float:
    """Parse a finite number of ordinary size. Raises BadParameter for anything else."""
    text = str(text)
    try:
        value = float(text)
    except ValueError:
        raise typer.BadParameter(f"{quoted(text)} is not a number.") from None
    if not math.isfinite(value) or abs(value) > MOST:
        raise typer.BadParameter(f"{quoted(text)} is not a finite number below 10^12.")
    return value


def within(refusal: str, fits: Callable[[float], bool]) -> Callable[[str | float], float]:
    """A parser for finite numbers that satisfy `fits`. `refusal` is the error message ({}: the number)."""

    def read(text: str | float) -> float:
        value = read_number(text)
        if not fits(value):
            raise typer.BadParameter(refusal.format(quoted(text)))
        return value

    read.__name__ = "number"
    return read


positive = within("must be above 0, not {}.", lambda value: value >= 1 / MOST)
degrees = within("must be 1 or more, not {}.", lambda value: value >= 1)
not_negative = within("must be 0 or more, not {}.", lambda value: value >= 0)
probability = within("must lie between 0 and 1, not {}.", lambda value: 0 <= value <= 1)
inner = within("must lie strictly between 0 and 1, not {}.", lambda value: 1e-9 <= value <= 1 - 1e-9)


def read_counts(text: str) -> Counts:
    """Parse two or more whole numbers with commas between them. Raises BadParameter for anything else."""
    values = Counts(read_whole(part) for part in text.split(","))
    if len(values) < 2:
        raise typer.BadParameter(f"{quoted(text)} is one count; give two or more, separated by commas.")
    if len(values) > 1000:
        raise typer.BadParameter(f"{len(values)} counts are too many; at most 1000.")
    return values


def read_numbers(text: str) -> Numbers:
    """Parse numbers with commas between them. Raises BadParameter for anything else."""
    return Numbers(read_number(part) for part in text.split(","))


def not_above(wins: int, n: int, names: str = "WINS and N") -> None:
    """Raise BadParameter if there are more wins than games."""
    if wins > n:
        raise typer.BadParameter(f"{names}: {wins} wins of {n} games is not possible.")


MarginOption = Annotated[
    float,
    typer.Option("--margin", metavar="M", parser=positive, help="Largest difference that does not matter."),
]
