"""The verdict on kinds of seats, such as dealt species: whether all of them win equally often.

The scale is wins where 100 are fair, pooled over numbers of players (`analysis.field.pooled`). All kinds are
compared with the margin at once (max-t, or Bonferroni in a run that stopped by itself). The chip is "fine"
only if each kind is inside the margin by its own test. If players choose their kind, or if a kind suits a
strategy, the shares include that effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from marchsim.analysis.field.kinds import column_of
from marchsim.analysis.field.pooled import Pooled
from marchsim.analysis.judging.fairness import fairness
from marchsim.analysis.judging.verdict import (
    AMBER,
    GREEN,
    GREY,
    KINDS,
    RED,
    SOME,
    WINS,
    Family,
    JudgedPart,
    Question,
    Verdict,
    called,
    listed,
    open_words,
    wins_words,
)
from marchsim.analysis.reading.estimates import Count, credit_by_deal
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import Run, scan
from marchsim.analysis.reading.tallies import DECIDED, summed
from marchsim.stats.clusters import FEW


def kinds(run: Run, rules: str, held: Sequence[Panel], margin: float) -> Question | None:
    """The question of whether all kinds of seats win equally often. None if all seats are alike.

    `held` are the panels of one rule set, without games of baselines.
    """
    column = column_of(run)
    apart = [panel for panel in held if panel.players > 1 and not panel.opponent and panel.valid.height]
    if not column or not apart:
        return None
    frame = scan(run, "seats", ("game", "seat", column))
    if frame.select(pl.col(column).n_unique()).collect().item() < 2:
        return None
    label = frame.select("game", "seat", kind=pl.col(column).cast(pl.String)).collect()
    rows = {panel.players: _rows(panel, label) for panel in apart}
    names = sorted({name for each in rows.values() for name in each["kind"].unique().to_list()})
    if len(names) < 2:
        return None
    anytime = apart[0].anytime
    counts = [Count(players, *credit_by_deal(each, "kind", names), anytime) for players, each in rows.items()]
    able = [one for one in counts if one.fewest >= FEW]
    games = sum(panel.valid.height for panel in apart)
    if not able:
        return Question(False, lambda _: _unknown(rules, column, counts, games))
    pooled = Pooled(able)

    def judge(family: Family) -> Verdict:
        found = fairness(KINDS, rules, pooled, names, family, margin, games)
        at = names.index(found.rows[0].name)
        told = _words(column, found.chip, found.rows, margin)
        return replace(
            found,
            sentence=told + open_words(found.chip, found.detectable, found.assured, games),
            deals=sum(len(one.entries) for one in able),
            parts={one.players: one.wins(at) for one in able},
            asks=_asks(column),
        )

    return Question(True, judge)


def _asks(column: str) -> str:
    return f"Are the {_several(column)} equal?"


def _several(column: str) -> str:
    return column if column.endswith("s") else f"{column}s"


def _rows(panel: Panel, label: pl.DataFrame) -> pl.DataFrame:
    """Credit and decided entries by deal and kind. Entries of games that nobody won are not decided."""
    entries = panel.entries.join(panel.valid.select("game", "deal"), on="game").join(
        label, on=["game", "seat"]
    )
    return summed(entries, ("deal", "kind"), pl.col("credit").cast(pl.Int64).sum(), DECIDED.sum())


def _words(column: str, word: str, rows: Sequence[JudgedPart], margin: float) -> str:
    here = [row for row in rows if row.chip == word] if word in (RED, AMBER) else rows[:1]
    more = len(here) - SOME
    each = listed(
        [
            *(f"{called(row.name)} {wins_words(row)}" for row in here[:SOME]),
            *([f"{more} more"] if more > 0 else []),
        ]
    )
    several = _several(column)
    said = {
        RED: f"The {several} are not equal: {each}, where 100 are fair.",
        AMBER: f"The {several} differ, by how much is open: {each}, where 100 are fair.",
        GREEN: f"All {several} are equal, give or take {margin:g} of 100 wins: the furthest is {each}.",
        GREY: f"Whether the {several} are equal is open: the furthest is {each}, where 100 are fair.",
    }[word]
    return f"{said} It matters from {margin:g} off."


def _unknown(rules: str, column: str, counts: Sequence[Count], games: int) -> Verdict:
    """The verdict on kinds that were dealt in too few deals."""
    few = min(one.fewest for one in counts)
    told = f"Whether the {_several(column)} are equal is inconclusive. Some {column} came to seats on {few} "
    return Verdict(
        KINDS, rules, tuple(one.players for one in counts), GREY,
        f"{told}deal{'' if few == 1 else 's'}; under {FEW} nothing is tested.", WINS, games=games,
        asks=_asks(column),
    )  # fmt: skip
