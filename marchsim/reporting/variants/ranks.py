"""Sections: how strategies rank under each ruleset and where two change places; largest deviations."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.extremes import SEATS, STRATEGIES, Extreme
from marchsim.analysis.variants.ranks import FLIP, MAY_FLIP, Flip, Ranking
from marchsim.reporting.figures.variants import ranks as bump
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import ends, percent
from marchsim.reporting.sections.seats import seat_name

MOST_TOLD = 4
MOST_NAMED = 3
RANK_COLUMNS = (
    Column("ruleset", "Ruleset"),
    Column("strategy", "Strategy"),
    Column("n_deals", "Deals", "count"),
    Column("share", "Share of wins", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("rank", "Rank", "count"),
    Column("ranks", "Ranks it may have", "counts"),
)
FLIP_COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("verdict", "Order"),
    Column("ahead", "First ahead under"),
    Column("behind", "Second ahead under"),
)
EXTREME_COLUMNS = (
    Column("over", "Over"),
    Column("ruleset", "Ruleset"),
    Column("who", "Furthest from equal"),
    Column("deviation", "Deviation (points, without sign)", "size"),
    Column("share", "Its share of wins", "percent"),
    Column("interval", "95 %, all together", "percents"),
    Column("chance", "Deviation by chance alone (points)", "size"),
)
TOGETHER_COLUMNS = (
    Column("ruleset", "Ruleset"),
    Column("who", "Seat or strategy"),
    Column("share", "Share of wins", "percent"),
    Column("interval", "95 %, all together", "percents"),
    Column("method", "Interval"),
)


def ranking_section(
    found: Ranking, rulesets: Sequence[str], field: Sequence[str], axis: str, ident: str, where: str
) -> Section:
    """Return the section of ranks at one number of players; rulesets and field in the picture's order."""
    played = {one.strategy for one in found.ranks}
    names = [*(one for one in field if one in played), *sorted(played - set(field))]
    known = {(one.strategy, one.ruleset): one for one in found.ranks}
    lines = []
    for strategy in names:
        here = [known.get((strategy, one)) for one in rulesets]
        lines.append((strategy, [(one.rank, one.best, one.worst) if one else None for one in here]))
    heading = f"Ranks by share of wins, {where}"
    told = flip_words([found])
    alt = (
        "A line for each strategy through its rank under each ruleset, 1 on top, with bars of the ranks that "
        f"it may have. {told}"
    )
    drawing = bump(f"{ident}-ranks", heading, alt, rulesets, lines, axis)
    rows: list[dict[str, Value]] = [
        {
            "ruleset": one.ruleset,
            "strategy": one.strategy,
            "n_deals": one.share.deals,
            "share": one.share.value,
            "interval": words.interval(one.share),
            "rank": one.rank,
            "ranks": (float(one.best), float(one.worst)),
        }
        for one in sorted(found.ranks, key=lambda one: (rulesets.index(one.ruleset), one.rank))
    ]
    note = (
        "Ranks it may have: with 95 % confidence for all strategies and rulesets at once, from the "
        f"{words.plural(found.tests, 'difference')} of shares, by the largest of their t over deals "
        "(Mogstad et al. 2024). A rank is less certain than the share it comes from: read the set "
        "(Goldstein and Spiegelhalter 1996). Exploratory."
    )
    blocks: list[Block] = [
        Text(told),
        Figure(f"{ident}-ranks", heading, alt, drawing, f"{ident}-rank-table"),
        Table(f"{ident}-rank-table", heading, RANK_COLUMNS, rows, note),
    ]
    if found.flips:
        blocks.append(_flip_table(found.flips, ident, where))
    return Section(f"{ident}-ranks", "Where ranks flip", 3, blocks)


def _flip_table(flips: Sequence[Flip], ident: str, where: str) -> Table:
    rows: list[dict[str, Value]] = [
        {
            "first": one.first,
            "second": one.second,
            "verdict": one.verdict,
            "ahead": _names(one.ahead),
            "behind": _names(one.behind),
        }
        for one in flips
    ]
    note = (
        "Exploratory. “flips”: each is ahead somewhere by more than the error of all differences at this "
        "number of players (95 % together), and only these rulesets are named. “may flip”: the difference "
        "changes its sign, and lies within that error."
    )
    return Table(f"{ident}-flips", f"Pairs that change places, {where}", FLIP_COLUMNS, rows, note)


def _names(rulesets: Sequence[str]) -> str:
    return ", ".join(words.quoted(one) for one in rulesets)


def flip_words(found: Sequence[Ranking]) -> str:
    """Return where strategies change places, in sentences; '' where no two of them met."""
    if not found:
        return ""
    flips = [(ranking.players, one) for ranking in found for one in ranking.flips]
    sure = [(players, one) for players, one in flips if one.verdict == FLIP]
    maybe = sum(one.verdict == MAY_FLIP for _, one in flips)
    said = []
    for players, one in sure[:MOST_TOLD]:
        where = f" (with {words.plural(players, 'player')})" if len(found) > 1 else ""
        said.append(
            f"{words.quoted(one.first)} is ahead of {words.quoted(one.second)} under {_few(one.ahead)} and "
            f"behind under {_few(one.behind)}{where}"
        )
    if len(sure) > MOST_TOLD:
        said.append(f"and {len(sure) - MOST_TOLD} more pairs flip")
    told = f"Ranks flip: {'; '.join(said)}" if said else "No two strategies change places beyond their error"
    told += " (exploratory, 95 % for each number of players)."
    if maybe:
        may = "pair of strategies may flip" if maybe == 1 else "pairs of strategies may flip"
        told += f" {maybe} {may}: their order differs between rulesets within its error."
    return told


def _few(rulesets: Sequence[str]) -> str:
    named = [words.quoted(one) for one in rulesets[:MOST_NAMED]]
    rest = len(rulesets) - MOST_NAMED
    return words.listed([*named, f"{rest} more"] if rest > 0 else named)


def extreme_section(found: Sequence[Extreme], players: int, ident: str, where: str) -> list[Section]:
    """Return the section of largest deviations at one number of players; none where there are none."""
    here = [one for one in found if one.players == players]
    if not here:
        return []
    rows: list[dict[str, Value]] = [
        {
            "over": {SEATS: "seats", STRATEGIES: "strategies"}[one.over],
            "ruleset": one.ruleset,
            "who": _who(one, one.who),
            "deviation": one.found.value,
            "share": one.shares[one.found.column],
            "interval": ends(one.found.interval),
            "chance": one.found.chance,
        }
        for one in here
    ]
    told = (
        f"The seat, and the strategy, whose share of wins is furthest from {percent(1 / players)}. "
        "Exploratory: a largest deviation is biased upward; beside it stands what chance alone would "
        "make of it if all were equal."
    )
    note = (
        "Intervals hold for all seats, or all strategies, of one ruleset at once (max-t: Hothorn, Bretz and "
        "Westfall 2008); rulesets are not adjusted for each other."
    )
    heading = f"Largest deviations from equal, {where}"
    tables = [Table(f"{ident}-extremes", heading, EXTREME_COLUMNS, rows, note)]
    tables.append(Table(f"{ident}-together", f"All shares, {where}", TOGETHER_COLUMNS, _together(here), note))
    return [Section(f"{ident}-extremes", "Largest deviation", 3, [Text(told), *tables])]


def _who(one: Extreme, named: str) -> str:
    return f"{seat_name(int(named))} seat" if one.over == SEATS else named


def _together(found: Sequence[Extreme]) -> list[dict[str, Value]]:
    """Return a row for each share of each ruleset."""
    return [
        {
            "ruleset": one.ruleset,
            "who": _who(one, named),
            "share": share,
            "interval": ends(interval),
            "method": interval.method,
        }
        for one in found
        for named, share, interval in zip(one.names, one.shares, one.found.together, strict=True)
    ]
