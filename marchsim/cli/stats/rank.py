"""A ladder of strategies from an outside table: `rank`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli.stats.answer import Answer, Sheet, figure, percent, write
from marchsim.cli.stats.numbers import JsonOption

if TYPE_CHECKING:
    from marchsim.analysis.worths import Worths


def rank(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A .csv or .parquet file, a row for each seat of a game.")
    ],
    top1: Annotated[bool, typer.Option("--top1", help="Use only who won, not the whole order.")] = False,
    seat: Annotated[bool, typer.Option("--seat", help="Allow for the seats: estimate them too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Rank strategies by their worth (Plackett-Luce), from a table of results.

    marchsim stats rank results.csv
    marchsim stats rank results.csv --top1 --seat

    FILE has columns game, seat, strategy, and score (more is better) or rank (1 is best); deal, if games
    share one. log_worth has mean 0, worth adds up to 1, se is of the difference to the first item. Joint
    places are Davidson-Luce ties. With a column deal errors allow for anything that games of a deal share.
    """
    from marchsim.analysis import outside
    from marchsim.analysis.orders import orders
    from marchsim.analysis.worths import worths

    run = outside.read(file, whole=seat)
    found = worths(orders(run.games, run.seats), run.has_deals, top1, seat)
    values = {
        "items": found.items,
        "log_worth": found.log_worth,
        "worth": found.worth,
        "se": found.se,
        "log_likelihood": found.log_likelihood,
    }
    answer = Answer(values, _sheets(found), reason=found.reason)
    if found.log_likelihood is not None:
        errors = "by deal" if found.by_deal else "games taken as independent"
        answer.notes.append(
            f"{len(run.games):,} games; log likelihood {figure(found.log_likelihood, 2)}; SE of the"
            f" difference to {found.items[0]}, {errors}."
        )
    write(answer, as_json)


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
    if found.seats:
        seats = [(str(at), figure(effect)) for at, effect in enumerate(found.seats)]
        sheets.append(Sheet("Seats", {"Seat": "right", "Log effect": "right"}, seats))
    if found.ties:
        ties = [(str(size), figure(rate)) for size, rate in found.ties.items()]
        sheets.append(Sheet("Ties", {"Entries": "right", "Log rate": "right"}, ties))
    return sheets
