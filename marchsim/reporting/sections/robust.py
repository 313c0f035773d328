"""Claims that hold with other component numbers and other players, as sentences, tables and curves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from marchsim.analysis.robustness.judging import HOLDS, VERBS
from marchsim.analysis.robustness.known import KnownCell, KnownClaim, KnownStudy
from marchsim.recorder import metrics
from marchsim.reporting.drawing.draws import Draws, sheet
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Figure, Table
from marchsim.reporting.pages.document import Value as Cell
from marchsim.reporting.pages.format import count

NOT_TRIED = (
    "All of this holds for these strategies and these component numbers. No others were tried "
    "(“marchsim sensitivity” tries them)."
)
NOTE = (
    "Each draw is a component set with other assumed numbers. In at most 5 % of studies any label is "
    "wrong. “Holds”: true in at least 90 % of the plausible component sets, and of about this size in 80 %."
)
CURVES = "Each claim over all draws (specification curves)"
DOTS = (
    "Dots are plausible component sets, sorted, with sampling noise removed. The solid line is the claim's "
    "reference, the dashed one the value with the assumed numbers. Shaded: too small to matter."
)


def sentence(studies: Sequence[KnownStudy], assumed: bool) -> str:
    """A sentence on how far results hold with other numbers, or '' if no number is assumed."""
    if studies:
        claims = [one for study in studies for one in study.claims]
        return f"With other numbers and players, {counted(claims)}."
    return NOT_TRIED if assumed else ""


def table(studies: Sequence[KnownStudy]) -> Table:
    """The values of the claims with the assumed numbers and, by population, with other numbers."""
    names = list(dict.fromkeys(name for study in studies for name in study.populations))
    columns = [Column("claim", "Claim"), Column("players", "Players", "count"), Column("verdict", "Verdict"),
               Column("assumed", "Assumed numbers")]  # fmt: skip
    for name in names:
        columns += [
            Column(f"mean_{name}", f"Other numbers, {name}"),
            Column(f"true_{name}", f"True in, {name}"),
        ]
    rows = [_row(study, claim) for study in studies for claim in study.claims]
    places = words.listed([f"“{study.place.as_posix()}”" for study in studies])
    return Table(
        "first-robust", "With other numbers and players", tuple(columns), rows, f"{NOTE} More in {places}."
    )


def curves(studies: Sequence[KnownStudy]) -> list[Draws]:
    """The specification curves of claims. A claim is left out if its values by draw are unknown."""
    several = len({study.players for study in studies}) > 1
    return [
        Draws(
            claim.text, f"{study.players} players: {claim.verdict}" if several else claim.verdict, boxes,
            claim.line, claim.assumed, claim.margin, partial(_value, claim, study.players),
        )
        for study in studies
        for claim in study.claims
        if (boxes := {cell.population: cell.boxes for cell in claim.cells if cell.boxes})
    ]  # fmt: skip


def pictured(studies: Sequence[KnownStudy], table: str) -> list[Figure]:
    """The figure of the curves for a detailed page, or [] if there are no curves.

    `table` is the id of the table with the numbers of the figure.
    """
    found = curves(studies)
    if not found:
        return []
    alt = f"{words.plural(len(found), 'claim')}, the values of each over all draws, sorted. {DOTS}"
    return [Figure(f"{table}-curves", CURVES, alt, sheet(found), table)]


def _row(study: KnownStudy, claim: KnownClaim) -> dict[str, Cell]:
    row: dict[str, Cell] = {
        "claim": claim.text, "players": study.players, "verdict": claim.verdict,
        "assumed": _value(claim, study.players, claim.assumed),
    }  # fmt: skip
    for cell in claim.cells:
        row[f"mean_{cell.population}"] = _spread(claim, study.players, cell)
        low, high = 100 * cell.right_low, 100 * cell.right_high
        row[f"true_{cell.population}"] = f"{100 * cell.right:.0f} % ({low:.0f} to {high:.0f}), {cell.label}"
    return row


def _spread(claim: KnownClaim, players: int, cell: KnownCell) -> str:
    """The mean over draws, with the range that holds the true value in 95 % of them."""
    low, high = (_value(claim, players, end) for end in (cell.low, cell.high))
    return f"{_value(claim, players, cell.mean)} ({low} to {high})"


def _value(claim: KnownClaim, players: int, number: float) -> str:
    return metrics.spoken(claim.metric, number, players, bool(claim.variant))


def counted(claims: Sequence[KnownClaim]) -> str:
    """The numbers of claims by result, such as '3 of 6 claims hold, 1 flips and 2 are undecided'."""
    verdicts = {claim.verdict for claim in claims}
    if len(verdicts) == 1 and len(claims) > 1:
        return f"all {words.plural(len(claims), 'claim')} {VERBS[verdicts.pop()][1]}"
    each = []
    for label, (one, many) in VERBS.items():
        number = sum(claim.verdict == label for claim in claims)
        if number or label == HOLDS:
            of = f" of {words.plural(len(claims), 'claim')}" if label == HOLDS else ""
            each.append(f"{count(number) if number else 'none'}{of} {one if number == 1 else many}")
    return words.listed(each)
