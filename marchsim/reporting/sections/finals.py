"""Blocks on the points at the end of games: margins to the best opponent, the spread of scores, ties."""

from __future__ import annotations

from marchsim.analysis.course.finals import QUANTILES, Finals, Scores
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.figures.course import steps
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Table, Text, Value
from marchsim.reporting.pages.format import brief

COLUMNS = (
    Column("strategy", "Strategy"),
    Column("entries", "Entries", "count"),
    Column("n_deals", "Deals", "count"),
    Column("margin", "Mean margin to the best opponent", "signed"),
    Column("interval", "95 % interval", "signeds"),
    Column("low", "Lowest score", "brief"),
    *(Column(f"q{round(100 * q)}", f"{round(100 * q)} %", "brief") for q in QUANTILES),
    Column("high", "Highest", "brief"),
    Column("note", "Note"),
)


def finals(result: PanelResult, ident: str, where: str) -> list[Block]:
    """Return the blocks on scores at the end of one panel's games; none without scores."""
    found = result.finals
    if found is None:
        return []
    order = sorted(found.scores, key=lambda one: (-(one.margin.value or 0.0), one.strategy))
    title = f"Scores at the end, {where}"
    told = ", ".join(f"{words.quoted(one.strategy)} {brief(one.quantiles[2])}" for one in order)
    alt = f"Steps of the share of entries with at most so many points for each strategy. Medians: {told}."
    drawing = steps(f"{ident}-ecdf", title, alt, [(one.strategy, one.curve) for one in order])
    note = "Quantiles of scores over entries. The margin is a player's points above the best of the others."
    table = Table(f"{ident}-finals", title, COLUMNS, [_row(one) for one in order], note)
    return [Text(tie_words(found)), Figure(f"{ident}-ecdf", title, alt, drawing, table.id), table]


def tie_words(found: Finals) -> str:
    """Return how many games were level on points, and how many of those a tie-break decided."""
    return (
        f"In {words.share(found.level)} of the games several players had the most points; in "
        f"{words.share(found.broken)} of all games a tie-break decided between them."
    )


def _row(one: Scores) -> dict[str, Value]:
    return {
        "strategy": one.strategy,
        "entries": one.entries,
        "n_deals": one.margin.deals,
        "margin": one.margin.value,
        "interval": words.interval(one.margin),
        "low": one.low,
        **{f"q{round(100 * q)}": value for q, value in zip(QUANTILES, one.quantiles, strict=True)},
        "high": one.high,
        "note": one.margin.note,
    }
