"""How many blocks a question needs, from the variances of a pilot over its deals.

A standard error shrinks with the square root of the blocks. A question is one two-sided test, or the test
that all strategies, or seats, are equal, where one is off and the others alike; pairs are also asked as
Holm's adjustment asks at worst. Each answer has the range that so few deals of a pilot leave open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from scipy import special

from marchsim.analysis.field.seats import seats
from marchsim.analysis.field.winrates import shares
from marchsim.analysis.reading.design import layout
from marchsim.analysis.reading.estimates import Estimate, array, by_deal, mean_of, share_of
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.source import Run
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.clusters import FEW
from marchsim.stats.differences import share_difference
from marchsim.stats.power import multiple, omnibus_multiple

SURE = 0.95  # of the range that the pilot leaves open


@dataclass(frozen=True)
class Comparison:
    """A comparison: its kind, what it is about, the standard error in the pilot and its deals.

    `tests` is of how many a family's strictest test is one, `shares` how many a test of all together has (2:
    a test of one); `blocks` and `games` are those of the pilot.
    """

    kind: str
    variant: str
    players: int
    about: str
    se: float | None
    deals: int
    tests: int
    blocks: int
    games: int
    all_deals: int
    shares: int = 2


@dataclass(frozen=True)
class Need:
    """The blocks, games and deals that answer a question; None if the pilot cannot tell.

    `low` and `high` bound the blocks, given the pilot's few deals.
    """

    question: Comparison
    blocks: int | None
    games: int | None
    deals: int | None
    low: int | None
    high: int | None
    reason: str = ""


def needs(run: Run, difference: float, power: float = 0.8, alpha: float = 0.05) -> list[Need]:
    """Return what a difference of shares (0 to 1) needs to be found, for each question that a run can ask.

    Of questions of one kind at one number of players the hardest stands for all.
    """
    return [_need(one, difference, power, alpha) for one in questions(run)]


def questions(run: Run) -> list[Comparison]:
    """Return the hardest question of each kind for each panel of a run, then between its variants.

    Variants are compared with the first that has the same opponent, which is their control.
    """
    found = panels(run)
    asked = [one for panel in found for one in _of_panel(panel, run)]
    control: dict[tuple[int, str], Panel] = {}
    for panel in found:
        first = control.setdefault((panel.players, panel.opponent), panel)
        if first is not panel:
            asked += _between(first, panel)
    return asked


def _of_panel(panel: Panel, run: Run) -> Iterator[Comparison]:
    if panel.kept.is_empty():
        return
    if panel.opponent:
        won = share_of(*by_deal(panel.kept, pl.col("winners") != 0))
        yield _ask(panel, "share of games won", [("", won)])
        return
    if panel.players == 1:
        return
    played = [row for row in shares(panel) if not row.by_design and row.share.value is not None]
    rows = [(row.strategy, row.share) for row in played]
    if rows:
        yield _ask(panel, "a strategy's share from equal", rows)
    if len(rows) > 2:
        yield replace(_ask(panel, f"all {len(rows)} strategies equal, one off", rows), shares=len(rows))
    met = panel.by_pair.partition_by("first", "second", as_dict=True)
    pairs = [
        (f"{names[0]} and {names[1]}", mean_of(array(part, "difference") / CREDIT**2, array(part, "games")))
        for names, part in sorted(met.items())
    ]
    if pairs:
        yield _ask(panel, "two strategies", pairs)
    if len(pairs) > 1:
        yield _ask(panel, f"two strategies, Holm over {len(pairs)} pairs", pairs, len(pairs))
    design = layout(panel, run.manifest)
    if design.balanced:
        held = [(f"seat {seat.seat + 1}", seat.share) for seat in seats(panel)]
        yield _ask(panel, "a seat's share from equal", held)
        if panel.players > 2:
            yield replace(_ask(panel, "all seats equal, one off", held), shares=panel.players)


def _ask(panel: Panel, kind: str, found: Sequence[tuple[str, Estimate]], tests: int = 1) -> Comparison:
    """Return the question about the strategy or seat that varies most per block."""
    name, worst = max(found, key=lambda one: (one[1].se or 0.0, one[0]))
    return _question(panel, kind, name, worst.se, worst.deals, tests)


def _question(
    panel: Panel, kind: str, about: str, se: float | None, deals: int, tests: int = 1, also: int = 0
) -> Comparison:
    blocks, every = panel.games["block"].n_unique(), panel.kept["deal"].n_unique()
    games = panel.games.height + also
    return Comparison(kind, panel.variant, panel.players, about, se, deals, tests, blocks, games, every)


def _between(one: Panel, other: Panel) -> Iterator[Comparison]:
    """Yield the questions between two variants, paired by deal where they share deals."""
    kind = f"between rules {one.variant} and {other.variant}"
    if one.opponent:
        yield _paired(one, other, f"share of games won {kind}", [("", _won(one), _won(other))])
        return
    if one.players == 1:
        return
    named = [name for name in one.strategies if name in other.strategies]
    if len(named) > 1:
        tables = (one.by_strategy, other.by_strategy)
        found = [(n, _credits(tables[0], "strategy", n), _credits(tables[1], "strategy", n)) for n in named]
        yield _paired(one, other, f"a strategy's share {kind}", found)
    first = tuple(_credits(table, "seat", "0") for table in (one.by_seat, other.by_seat))
    yield _paired(one, other, f"the first seat's share {kind}", [("", first[0], first[1])])


def _won(panel: Panel) -> pl.DataFrame:
    """Return the games won together and all games, by deal."""
    won = (pl.col("winners") != 0).sum().cast(pl.Float64)
    return panel.kept.group_by("deal").agg(won.alias("won"), n=pl.len())


def _credits(table: pl.DataFrame, column: str, value: str) -> pl.DataFrame:
    """Return the credit and the entries of a strategy or seat, by deal."""
    rows = table.filter(pl.col(column).cast(pl.String) == value)
    return rows.select("deal", won=pl.col("credit") / CREDIT, n=pl.col("decided"))


def _paired(
    one: Panel, other: Panel, kind: str, found: Sequence[tuple[str, pl.DataFrame, pl.DataFrame]]
) -> Comparison:
    known: list[tuple[float, str, int]] = []
    for name, mine, theirs in found:
        both = mine.join(theirs, on="deal", how="full", coalesce=True, suffix="_other").sort("deal")
        sums, counts = (
            np.column_stack([array(both.fill_null(0), key) for key in (name_, f"{name_}_other")])
            for name_ in ("won", "n")
        )
        difference = share_difference(sums, counts)
        if difference is not None and difference.se is not None:
            known.append((difference.se, name, difference.clusters))
    se, name, deals = max(known, default=(None, "", 0))
    return _question(one, kind, name, se, deals, also=other.games.height)


def _need(one: Comparison, difference: float, power: float, alpha: float) -> Need:
    if not one.se or one.deals < 2:
        told = "one deal in the pilot is too few" if one.deals < 2 else "it did not vary in the pilot"
        return Need(one, None, None, None, None, None, told)
    z = multiple(alpha / one.tests, power)
    if one.shares > 2:
        z = omnibus_multiple(one.shares - 1, None, alpha, power)
    factor, least = (z * one.se / difference) ** 2, FEW / one.deals
    df, tail = one.deals - 1, (1 - SURE) / 2
    spread = (df / float(special.chdtri(df, tail)), df / float(special.chdtri(df, 1 - tail)))
    blocks, low, high = (math.ceil(one.blocks * max(least, factor * times)) for times in (1.0, *spread))
    games = round(blocks * one.games / one.blocks)
    return Need(one, blocks, games, round(blocks * one.all_deals / one.blocks), low, high)
