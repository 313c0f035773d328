"""The section on the ranks of strategies under each rule set, and on changes in their order."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.ranks import FLIP, MAY_FLIP, Flip, Rank, Ranking
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Section

MOST_TOLD = 4
MOST_NAMED = 3
RANKS = (
    Columns[Rank]()
    .column("ruleset", "Ruleset", lambda one: one.ruleset)
    .column("strategy", "Strategy", lambda one: one.strategy)
    .deals(lambda one: one.share)
    .estimate("share", "Share of wins", lambda one: one.share, "percent", interval="interval")
    .column("rank", "Rank", lambda one: one.rank, "count")
    .range("ranks", "Ranks it may have", lambda one: (float(one.best), float(one.worst)), "count")
)
FLIPS = (
    Columns[Flip]()
    .column("first", "First", lambda one: one.first)
    .column("second", "Second", lambda one: one.second)
    .column("verdict", "Order", lambda one: one.verdict)
    .column("ahead", "First ahead under", lambda one: _names(one.ahead))
    .column("behind", "Second ahead under", lambda one: _names(one.behind))
)
FLIPS_NOTE = (
    "Exploratory. “flips”: each is ahead somewhere by more than the error of all differences at this number "
    "of players (95 % together), and only these rulesets are named. “may flip”: the difference changes its "
    "sign, and is within that error."
)


def ranking_section(
    found: Ranking, rulesets: Sequence[str], field: Sequence[str], axis: str, build: SectionBuilder
) -> Section:
    """The section on ranks of strategies for one number of players.

    The figure shows `rulesets` and `field` in the given order.
    """
    played = {one.strategy for one in found.ranks}
    names = [*(one for one in field if one in played), *sorted(played - set(field))]
    known = {(one.strategy, one.ruleset): (one.rank, one.best, one.worst) for one in found.ranks}
    lines = [
        Line(
            strategy,
            [
                _spot(at, *known[strategy, one], len(names))
                for at, one in enumerate(rulesets)
                if (strategy, one) in known
            ],
        )
        for strategy in names
    ]
    told = flip_words([found])
    alt = (
        "A line for each strategy through its rank under each ruleset, 1 on top, with bars of the ranks that "
        f"it may have. {told}"
    )
    note = (
        "Ranks it may have: with 95 % confidence for all strategies and rulesets at once, from the "
        f"{words.plural(found.tests, 'difference')} of shares, by the largest of their t over deals "
        "(Mogstad et al. 2024). A rank is less certain than the share it comes from: read the set "
        "(Goldstein and Spiegelhalter 1996). Exploratory."
    )
    order = sorted(found.ranks, key=lambda one: (rulesets.index(one.ruleset), one.rank))
    table = build.table("rank-table", "Ranks by share of wins", RANKS, order, note)
    words_ = f"rank by share of wins, by {axis}, filled: one rank, bar: ranks it may have, unless any"
    pictured = build.pictured(table, Lines(lines, rulesets, words_, ranks=True), "ranks", alt)
    flips = build.table("flips", "Pairs that change places", FLIPS, found.flips, FLIPS_NOTE)
    return build.section("ranks", "Where ranks flip", told, *pictured, flips if found.flips else None)


def _spot(at: int, rank: int, best: int, worst: int, many: int) -> Spot:
    """A rank with its range of plausible ranks. The range is left out if every rank is plausible."""
    low, high = (best, worst) if 0 < worst - best < many - 1 else (None, None)
    return Spot(at, rank, low, high, best != worst)


def _names(rulesets: Sequence[str]) -> str:
    return ", ".join(words.quoted(one) for one in rulesets)


def flip_words(found: Sequence[Ranking]) -> str:
    """Sentences on strategies that change places between rule sets, or '' if no two strategies met."""
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
