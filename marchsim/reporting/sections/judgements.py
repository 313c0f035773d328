"""Section: the verdicts about the game and the strategies that they rest on; the same as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from marchsim.analysis.judging.chips import (
    CHIPS,
    CLAIMS,
    FIRST_SEAT,
    LENGTH,
    STRATEGIES,
    VARIANTS,
    WON,
    Family,
    JudgedPart,
    Verdict,
)
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Section, Table, Text, Value

TITLES = {
    FIRST_SEAT: "First player",
    STRATEGIES: "Strategies",
    WON: "Games won",
    VARIANTS: "Variants",
    LENGTH: "Length",
}
ICONS = {"red": "✕", "amber": "▲", "green": "✓", "grey": "?", "blue": "•"}
MOST_TOLD = 4  # of more verdicts on one question than this the summary counts chips
MOST_NAMED = 4
COLUMNS = (
    Column("question", "Question"),
    Column("rules", "Rules"),
    Column("players", "Players"),
    Column("chip", "Verdict"),
    Column("estimate", "Estimate", "tenth"),
    Column("interval", "Interval", "tenths"),
    Column("unit", "Unit"),
    Column("margin", "Matters from", "brief"),
    Column("error", "Error allowed", "percent"),
    Column("detectable", "Detectable", "tenth"),
    Column("needed", "Games to decide", "count"),
    Column("n_games", "Games", "count"),
    Column("n_deals", "Deals", "count"),
)
ROW_COLUMNS = (
    Column("rules", "Rules"),
    Column("strategy", "Strategy"),
    Column("players", "Players"),
    Column("n_deals", "Deals", "count"),
    Column("estimate", "Wins where 100 are fair", "tenth"),
    Column("interval", "Interval, all strategies at once", "tenths"),
    Column("behind", "Told apart from, ahead of"),
)
PART_COLUMNS = (
    Column("question", "Question"),
    Column("rules", "Rules"),
    Column("players", "Players", "count"),
    Column("n_deals", "Deals", "count"),
    Column("estimate", "Estimate", "tenth"),
    Column("interval", "95 % interval, by itself", "tenths"),
    Column("unit", "Unit"),
)

NOTE = (
    "✕ clearly: the whole interval lies beyond the margin, of the first player also that of one number of "
    "players. ▲ noticeable: not zero, perhaps less than the "
    "margin; of strategies: one is ahead of all others. ✓ fine: shown to be smaller than the margin (two "
    "one-sided tests). ? cannot tell yet: none of these. • fact: there is no margin. Intervals hold "
    "together, at the error allowed; those of facts are of 95 %. Detectable: what such a run finds in "
    "80 % of cases, of strategies the gap between two. Games to decide: about, in 80 % of cases "
    "if things are as they look."
)


def lines(found: Sequence[Verdict]) -> list[str]:
    """Return the verdicts as lines of a summary; of many rule sets how many have which chip."""
    told = []
    for question, title in TITLES.items():
        here = [one for one in found if one.question == question]
        if len(here) > MOST_TOLD:
            told.append(f"{title}: {_counted(here)}.")
        else:
            told += [f"{title}{_under(one, found)}: {one.sentence}" for one in here]
    return told


def _under(one: Verdict, found: Sequence[Verdict]) -> str:
    rules = {other.rules for other in found if other.question != VARIANTS}
    return f", rules {words.quoted(one.rules)}" if len(rules) > 1 and one.question != VARIANTS else ""


def _counted(found: Sequence[Verdict]) -> str:
    """Return how many rule sets have which chip, and which of them claim something."""
    told = []
    for chip, word in CHIPS.items():
        here = [_about(one) for one in found if one.chip == chip]
        named = f" ({words.listed(here)})" if chip in CLAIMS and len(here) <= MOST_NAMED else ""
        told += [f"{word} {'once' if len(here) == 1 else f'{len(here)} times'}{named}"] if here else []
    return f"{words.listed(told)}; the table of verdicts has each"


def _about(one: Verdict) -> str:
    players = f", {one.players[0]} players" if one.question == VARIANTS else ""
    return f"{words.quoted(one.rules)}{players}"


def family_of(found: Sequence[Verdict]) -> Family | None:
    """Return the family of verdicts, None where none is tested."""
    return next((one.family for one in found if one.family is not None), None)


def judgements(found: Sequence[Verdict]) -> list[Section]:
    """Return the section of verdicts, none where nothing is asked."""
    if not found:
        return []
    tables = [Table("verdicts", "Verdicts about the game", COLUMNS, [_row(one) for one in found], NOTE)]
    ranked = [_strategy(one, row) for one in found for row in one.rows]
    if ranked:
        note = "Pooled over numbers of players: the unweighted mean. Pairs not named are not told apart."
        tables.append(Table("verdict-strategies", "Strategies, pooled", ROW_COLUMNS, ranked, note))
    parts = [_part(one, part) for one in found if len(one.parts) > 1 for part in one.parts]
    if parts:
        heading = "Each number of players by itself"
        tables.append(Table("verdict-players", heading, PART_COLUMNS, parts, "Not adjusted for each other."))
    untested = [] if family_of(found) else [Text("Nothing is tested here.")]
    return [Section("verdicts", "Verdicts", 2, [*untested, *tables])]


def _row(one: Verdict) -> dict[str, Value]:
    return {
        "question": TITLES[one.question],
        "rules": one.rules,
        "players": ", ".join(str(k) for k in one.players),
        "chip": f"{ICONS[one.chip]} {CHIPS[one.chip]}",
        "estimate": one.estimate,
        "interval": one.interval,
        "unit": one.unit,
        "margin": one.margin,
        "error": one.family.each if one.family else None,
        "detectable": one.detectable,
        "needed": one.needed,
        "n_games": one.games,
        "n_deals": one.deals,
    }


def _strategy(one: Verdict, row: JudgedPart) -> dict[str, Value]:
    behind = [other for ahead, other in one.apart if ahead == row.name]
    return {
        "rules": one.rules,
        "strategy": row.name,
        "players": ", ".join(str(k) for k in one.players),
        "n_deals": row.deals,
        "estimate": row.estimate,
        "interval": _pair(row),
        "behind": ", ".join(behind) or "nobody",
    }


def _part(one: Verdict, part: JudgedPart) -> dict[str, Value]:
    name = TITLES[one.question]
    if one.rows:
        name += f": {one.rows[0].name}"
    return {
        "question": name,
        "rules": one.rules,
        "players": int(part.name),
        "n_deals": part.deals,
        "estimate": part.estimate,
        "interval": _pair(part),
        "unit": one.unit,
    }


def _pair(part: JudgedPart) -> tuple[float, float] | None:
    return None if part.low is None or part.high is None else (part.low, part.high)


def as_data(found: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Return the verdicts as plain data."""
    return [{**asdict(one), "word": CHIPS[one.chip]} for one in found]
