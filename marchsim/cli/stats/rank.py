"""`marchsim stats rank`: ranks strategies from a table of results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli.stats.answer import StatsAnswer, figure, percent
from marchsim.kernel.showing import Sheet

if TYPE_CHECKING:
    from marchsim.analysis.field.standing import Worths


def rank(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A .csv or .parquet file, one row for each seat of a game.")
    ],
    top1: Annotated[bool, typer.Option("--top1", help="Use only the winners, not the whole order.")] = False,
    seat: Annotated[bool, typer.Option("--seat", help="Also estimate the effect of each seat.")] = False,
) -> StatsAnswer:
    """Rank strategies by strength (Plackett-Luce model), from a table of results.

    Examples:
      marchsim stats rank results.csv
      marchsim stats rank results.csv --top1 --seat

    FILE has the columns game, seat, strategy, and score (more is better) or rank (1 is best). A column deal
    names games that share a deal, and standard errors then allow for it. log_worth has mean 0, worth adds up
    to 1, and se is the standard error of the difference from the first item. behind is the difference from
    the best, whichever that is, with simultaneous intervals (multiple comparisons with the best). Joint
    places are Davidson-Luce ties, whose log rates are in ties by number of entries. --seat adds the log
    effect of each seat relative to seat 0.
    """
    from marchsim.analysis import outside
    from marchsim.analysis.field.standing import worths
    from marchsim.analysis.reading.tallies import orders

    run = outside.read(file, whole=seat)
    found = worths(orders(run.games, run.seats), run.has_deals, top1, seat)
    values: dict[str, Any] = {
        "items": found.items,
        "log_worth": found.log_worth,
        "worth": found.worth,
        "se": found.se,
        "behind": [row.value for row in found.behind] if found.behind else None,
        "behind_ci": [[row.low, row.high] for row in found.behind] if found.behind else None,
        "seats": found.seats,
        "seat_se": found.seat_se,
        "ties": {str(size): rate for size, rate in found.ties.items()},
        "log_likelihood": found.log_likelihood,
    }
    if not seat:
        del values["seats"], values["seat_se"]
    answer = StatsAnswer(values, _sheets(found), reason=found.reason)
    if found.log_likelihood is not None:
        errors = "by deal" if found.by_deal else "games treated as independent"
        answer.notes.append(
            f"{len(run.games):,} games; log likelihood {figure(found.log_likelihood, 2)}; SE of the"
            f" difference to {found.items[0]}, {errors}."
        )
    return answer


def _behind(found: Worths) -> Sheet:
    """A table of each strategy's difference from the best."""
    rows = [
        (
            name,
            figure(one.value),
            f"{figure(one.low)} to {figure(one.high)}",
            "yes" if name in found.best else "no",
        )
        for name, one in zip(found.items, found.behind or [], strict=True)
    ]
    heads = {
        "Item": "left", "Minus the best": "right", "95 %, all at once": "right", "May be the best": "left",
    }  # fmt: skip
    return Sheet("Behind the best (log worth)", heads, rows)


def _sheets(found: Worths) -> list[Sheet]:
    if found.log_worth is None or found.worth is None:
        return []
    errors: list[float | None] = list(found.se) if found.se else [None] * len(found.items)
    rows = [
        (name, figure(log), percent(worth), figure(se))
        for name, log, worth, se in zip(found.items, found.log_worth, found.worth, errors, strict=True)
    ]
    heads = {"Item": "left", "Log worth": "right", "Worth": "right", "SE": "right"}
    sheets = [Sheet("Worths (Plackett-Luce)", heads, rows)]
    if found.behind is not None:
        sheets.append(_behind(found))
    if found.seats:
        wide: list[float | None] = [*found.seat_se] if found.seat_se else [None] * len(found.seats)
        seats = [
            (str(at), figure(e), figure(se)) for at, (e, se) in enumerate(zip(found.seats, wide, strict=True))
        ]
        sheets.append(Sheet("Seats", {"Seat": "right", "Log effect": "right", "SE": "right"}, seats))
    if found.ties:
        ties = [(str(size), figure(rate)) for size, rate in found.ties.items()]
        sheets.append(Sheet("Ties", {"Entries": "right", "Log rate": "right"}, ties))
    return sheets
