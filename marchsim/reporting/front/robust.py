"""Sentences of the first page on whether answers hold with other component numbers and other players."""

from __future__ import annotations

from marchsim.analysis.judging.verdict import CARDS, LENGTH, SEATS, STRATEGIES, VARIANTS
from marchsim.analysis.robustness.judging import CHANGES, FLIPS, VERBS
from marchsim.analysis.robustness.known import LISTED, KnownClaim
from marchsim.recorder.metrics import OF, component
from marchsim.reporting.front.gather import Front
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import count
from marchsim.reporting.sections.robust import counted, sentence

ABOUT = {SEATS: ("first-seat", "seat-trend"), LENGTH: ("turns", "rounds", "lead-changes")}


def lede(front: Front) -> str:
    """A sentence on how far the answers hold with other component numbers, or '' if none is assumed."""
    return sentence(front.studies, front.assumed)


def note(front: Front, question: str) -> str:
    """A sentence on how an answer fares with other component numbers, or '' if no claim is about it."""
    found = [
        (study, claim) for study in front.studies for claim in study.claims if _is_about(claim, question)
    ]
    if not found:
        return ""
    if len({claim.text for _, claim in found}) > 1:
        return f"With other numbers, {counted([claim for _, claim in found])}."
    by_label: dict[str, list[str]] = {}
    for study, claim in found:
        by_label.setdefault(claim.verdict, []).append(str(study.players))
    if len(by_label) == 1:
        return f"With other numbers it {VERBS[next(iter(by_label))][0]}."
    each = [f"{VERBS[label][0]} with {words.listed(counts)}" for label, counts in by_label.items()]
    return f"With other numbers it {words.listed(each)} players."


def said(front: Front) -> list[str]:
    """The sentences of the section: the number of draws, and claims that are reversed or change in size."""
    draws = sum(study.draws for study in front.studies)
    names = dict.fromkeys(name for study in front.studies for name in study.populations)
    who = words.listed(list(names)) if LISTED not in names else "its own"
    told = [f"{count(draws)} plausible component sets were drawn and played, by {who} players."]
    for label, does in (
        (FLIPS, "Reversed in too many of them"),
        (CHANGES, "Of another size in too many"),
    ):
        texts = [claim.text for claim in front.claims if claim.verdict == label]
        if texts:
            more = f", and {count(len(texts) - 3)} more" if len(texts) > 3 else ""
            told.append(f"{does}: {'; '.join(texts[:3])}{more}.")
    return told


def _is_about(claim: KnownClaim, question: str) -> bool:
    if claim.variant:
        return question == VARIANTS
    if question == STRATEGIES:
        return claim.metric.startswith(OF)
    if question == CARDS:
        return bool(component(claim.metric))
    return claim.metric in ABOUT.get(question, ())
