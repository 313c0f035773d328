"""What the first-level page says of other component numbers and other players: which answers hold there."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.judging.chips import FIRST_SEAT, LENGTH, STRATEGIES, VARIANTS
from marchsim.analysis.robustness.judging import CHANGES, FLIPS, HOLDS, OPEN
from marchsim.analysis.robustness.known import KnownCell, KnownClaim, KnownStudy
from marchsim.recorder import metrics
from marchsim.recorder.metrics import OF, SHARE
from marchsim.reporting.front.gather import Front
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Table
from marchsim.reporting.pages.document import Value as Cell
from marchsim.reporting.pages.format import count

ABOUT = {FIRST_SEAT: ("first-seat", "seat-trend"), LENGTH: ("turns", "rounds", "lead-changes")}
VERBS = {
    HOLDS: ("holds", "hold"), CHANGES: ("changes its size", "change their size"),
    FLIPS: ("flips", "flip"), OPEN: ("is undecided", "are undecided"),
}  # fmt: skip
LISTED = "as listed"  # players of a configuration without a population
NOT_TRIED = "All of it is about these players and these component numbers; nothing was tried on others."
NOTE = (
    "Each draw is a box whose assumed numbers are others; in at most 5 % of studies any label is wrong. "
    "“Holds”: true in at least 90 % of the possible boxes, and of about this size in 80 %."
)


def lede(front: Front) -> str:
    """Return in a sentence how far the page holds beyond its own numbers; '' if none is assumed."""
    if front.studies:
        return f"Of {_counted(front.claims)} with other numbers and players."
    return NOT_TRIED if front.assumed else ""


def note(front: Front, question: str) -> str:
    """Return what becomes of an answer with other numbers, '' if no claim is about it."""
    found = [
        (study, claim) for study in front.studies for claim in study.claims if _is_about(claim, question)
    ]
    if not found:
        return ""
    if len({claim.text for _, claim in found}) > 1:
        return f"With other numbers, of {_counted([claim for _, claim in found])}."
    by_label: dict[str, list[str]] = {}
    for study, claim in found:
        by_label.setdefault(claim.verdict, []).append(str(study.players))
    if len(by_label) == 1:
        return f"With other numbers it {VERBS[next(iter(by_label))][0]}."
    each = [f"{VERBS[label][0]} with {words.listed(counts)}" for label, counts in by_label.items()]
    return f"With other numbers it {words.listed(each)} players."


def said(front: Front) -> list[str]:
    """Return the sentences of the section: by how many draws, and what flips or changes its size."""
    draws = sum(study.draws for study in front.studies)
    names = dict.fromkeys(name for study in front.studies for name in study.populations)
    who = words.listed(list(names)) if LISTED not in names else "its own"
    told = [f"{count(draws)} boxes with other numbers were drawn, and played by {who} players."]
    for label, does in (
        (FLIPS, "is the other way round in too many"),
        (CHANGES, "is of another size"),
    ):
        texts = [claim.text for claim in front.claims if claim.verdict == label]
        if texts:
            more = f", and {count(len(texts) - 3)} more" if len(texts) > 3 else ""
            told.append(f"What {does}: {'; '.join(texts[:3])}{more}.")
    return told


def table(front: Front) -> Table:
    """Return the claims: with the assumed numbers, and for each population with other numbers."""
    names = list(dict.fromkeys(name for study in front.studies for name in study.populations))
    columns = [Column("claim", "Claim"), Column("players", "Players", "count"), Column("verdict", "Verdict"),
               Column("assumed", "Assumed numbers")]  # fmt: skip
    for name in names:
        columns += [
            Column(f"mean_{name}", f"Other numbers, {name}"),
            Column(f"true_{name}", f"True in, {name}"),
        ]
    rows = [_row(study, claim) for study in front.studies for claim in study.claims]
    places = words.listed([f"“{study.place.as_posix()}”" for study in front.studies])
    return Table(
        "first-robust", "With other numbers and players", tuple(columns), rows, f"{NOTE} More in {places}."
    )


def _row(study: KnownStudy, claim: KnownClaim) -> dict[str, Cell]:
    row: dict[str, Cell] = {
        "claim": claim.text, "players": study.players, "verdict": claim.verdict,
        "assumed": _value(claim, claim.assumed),
    }  # fmt: skip
    for cell in claim.cells:
        row[f"mean_{cell.population}"] = _spread(claim, cell)
        low, high = 100 * cell.right_low, 100 * cell.right_high
        row[f"true_{cell.population}"] = f"{100 * cell.right:.0f} % ({low:.0f} to {high:.0f})"
    return row


def _spread(claim: KnownClaim, cell: KnownCell) -> str:
    """Return the mean of the boxes, and between which ends the true value lies in 95 % of them."""
    low, high = (_value(claim, end) for end in (cell.low, cell.high))
    return f"{_value(claim, cell.mean)} ({low} to {high})"


def _value(claim: KnownClaim, number: float) -> str:
    signed = "+" if claim.variant else ""
    if metrics.described(claim.metric).kind != SHARE:
        return f"{number:{signed}.2f}"
    return f"{100 * number:{signed}.1f} {'points' if claim.variant else '%'}"


def _counted(claims: Sequence[KnownClaim]) -> str:
    """Return '6 claims 3 hold, 1 flips and 2 are undecided'."""
    each = []
    for label, (one, many) in VERBS.items():
        number = sum(claim.verdict == label for claim in claims)
        if number or label == HOLDS:
            each.append(f"{count(number) if number else 'none'} {one if number == 1 else many}")
    return f"{words.plural(len(claims), 'claim')} {words.listed(each)}"


def _is_about(claim: KnownClaim, question: str) -> bool:
    if claim.variant:
        return question == VARIANTS
    if question == STRATEGIES:
        return claim.metric.startswith(OF)
    return claim.metric in ABOUT.get(question, ())
