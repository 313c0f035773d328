"""The headline of a page: results that are clearly off, after a good one if there is room for both.

The colours (chips) of the verdicts decide which results it gives.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    UNMEASURED,
    VARIANTS,
    WON,
    Verdict,
    figure,
    listed,
)
from marchsim.reporting.pages.words import are, capital

MOST_WORDS = 16
NOTHING = "No game was played yet"
OPEN = "Too early to tell: this run has too few games"
BARRED = "Nothing is judged: every game had a baseline player in it"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FAIR = 100.0


def headline(found: Sequence[Verdict]) -> str:
    """A summary of the verdicts on a rule set in at most `MOST_WORDS` words."""
    judged = [one for one in found if one.question != SURE]
    if not judged:
        return NOTHING
    clauses = {chip: [_clause(one) for one in judged if one.chip == chip] for chip in (RED, AMBER, GREEN)}
    clauses = {chip: list(dict.fromkeys(said for said in each if said)) for chip, each in clauses.items()}
    told = any(one.question == WON and one.chip == BLUE for one in judged)  # then variants are a side issue
    unsure = [one for one in judged if one.chip == GREY and not (told and one.question == VARIANTS)]
    barred = bool(unsure) and all(one.answer == UNMEASURED for one in unsure)
    for said in _choices(clauses, BARRED if barred else OPEN if unsure else ""):
        if said and len(said.split()) <= MOST_WORDS:
            return capital(said)
    return _fact(judged)


def _choices(clauses: dict[str, list[str]], still_open: str) -> list[str]:
    """Possible headlines, the longest first. A choice of '' means that there is no headline.

    `still_open` is the phrase for inconclusive verdicts, or '' if there are none.
    """
    red, amber, green = (clauses[chip] for chip in (RED, AMBER, GREEN))
    if off := red or amber:
        told = [listed(off[:n]) for n in (3, 2, 1)]
        return [*(f"{green[0]}, but {one}" for one in told if green), *told]
    if green and still_open:
        return [f"{listed(green[:n])}; the rest is still open" for n in (2, 1)]
    if green:
        return [listed(green[:n]) for n in (3, 2, 1)]
    return [still_open]


def _clause(one: Verdict) -> str:
    if one.question in CLAUSES:
        return CLAUSES[one.question](one)
    called = one.asks.removeprefix("Are ").removesuffix(" equal?")
    return SAID.get(one.question, {}).get(one.chip, "").format(kinds=called)


def _strategies(one: Verdict) -> str:
    if one.chip == RED and one.margin is not None:
        over = sum(1 for row in one.rows if row.low is not None and row.low > FAIR + one.margin)
        return "one strategy dominates" if over < 2 else f"{_number(over)} strategies win far too often"
    return {AMBER: "one strategy is ahead of all others", GREEN: "no strategy dominates"}.get(one.chip, "")


def _cards(one: Verdict) -> str:
    if one.chip == GREEN:
        return "no card is off by much"
    here = [row for row in one.rows if row.chip == one.chip and not row.mark]
    many = "one card" if len(here) == 1 else f"{_number(len(here))} cards"
    verb = are(len(here))
    strong = sum(row.estimate > 0 for row in here)
    side = "too strong" if strong == len(here) else "too weak" if not strong else "off"
    if one.chip == RED:
        return f"{many} {verb} {side if strong in (0, len(here)) else f'clearly {side}'}"
    plain = {"too strong": "strong", "too weak": "weak"}.get(side, "off")
    return f"{many} {verb} noticeably {plain}"


CLAUSES = {STRATEGIES: _strategies, CARDS: _cards}
SAID = {
    SEATS: {
        RED: "the seats are not fair",
        AMBER: "the seats are not quite equal",
        GREEN: "the seats are fair",
    },
    KINDS: {RED: "{kinds} are not equal", AMBER: "{kinds} are not quite equal", GREEN: "{kinds} are equal"},
    LENGTH: {RED: "games miss their target length", GREEN: "games are as long as they should be"},
    WON: {RED: "wins miss their target", GREEN: "wins are on target"},
    VARIANTS: {RED: "the variants clearly differ", AMBER: "the variants differ, perhaps only a little"},
}


def _number(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


def _fact(judged: Sequence[Verdict]) -> str:
    """A headline for games without conclusive verdicts: the share of games won, or the length."""
    for question, told in ((WON, "The players win {} of 100 games"), (LENGTH, "A game takes {} turns")):
        one = next((one for one in judged if one.question == question and one.chip == BLUE), None)
        values = [part.value or 0.0 for part in one.parts.values()] if one else []
        if values:
            low, high = figure(min(values)), figure(max(values))
            return told.format(low if low == high else f"{low} to {high}")
    return OPEN
