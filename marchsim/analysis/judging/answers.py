"""The plain question of a verdict, and its answer in two or three words, for the first screen of a report."""

from __future__ import annotations

from dataclasses import replace

from marchsim.analysis.judging.verdict import (
    AMBER,
    BLUE,
    CARDS,
    GREEN,
    GREY,
    KINDS,
    LENGTH,
    RED,
    SEATS,
    STRATEGIES,
    SURE,
    VARIANTS,
    WON,
    Verdict,
)

ASKS = {
    SEATS: "Are the seats fair?",
    STRATEGIES: "Does one strategy dominate?",
    WON: "How often is the game won?",
    VARIANTS: "Do the variants differ?",
    LENGTH: "How long is a game?",
    SURE: "How sure is all this?",
}
ANSWERS = {
    SEATS: {RED: "No, clearly", AMBER: "Not quite", GREEN: "Yes"},
    STRATEGIES: {RED: "Yes, clearly", AMBER: "One is ahead", GREEN: "No"},
    KINDS: {RED: "No, clearly", AMBER: "Not quite", GREEN: "Yes"},
    VARIANTS: {RED: "Yes, clearly", AMBER: "Yes, maybe a little", GREEN: "No"},
    WON: {RED: "Target missed", GREEN: "Target met", BLUE: "No target set"},
    LENGTH: {RED: "Target missed", GREEN: "Target met", BLUE: "No target set"},
    SURE: {AMBER: "Many guesses", GREEN: "Few guesses", BLUE: "As many games say"},
}
UNKNOWN = "Cannot tell yet"
UNMEASURED = "Not measured"  # no game counts, and more of them would not either
NUMBERS = ("None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def answered(one: Verdict) -> Verdict:
    """The verdict with its plain question and its short answer filled in."""
    answer = one.answer or UNKNOWN
    if one.chip != GREY:
        answer = SPECIAL[one.question](one) if one.question in SPECIAL else ANSWERS[one.question][one.chip]
    return replace(one, asks=one.asks or ASKS[one.question], answer=answer)


def _cards(one: Verdict) -> str:
    if one.chip == GREEN:
        return "No"
    strong = sum(row.chip == one.chip and row.estimate > 0 for row in one.rows)
    weak = sum(row.chip == one.chip and row.estimate < 0 for row in one.rows)
    if one.chip != RED:  # off by some amount, and whether that matters is open
        return f"{_number(strong or weak)} noticeably {'strong' if strong else 'weak'}"
    if strong:
        return f"{_number(strong)} {'is' if strong == 1 else 'are'}"
    return f"{_number(weak)} {'is' if weak == 1 else 'are'} too weak"


def _number(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


SPECIAL = {CARDS: _cards}
