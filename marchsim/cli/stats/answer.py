"""The answer of a calculator: a table that explains every number, or JSON with the same keys.

An undefined value is null in JSON and a dash in the table. The reason is given beside or below it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

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
