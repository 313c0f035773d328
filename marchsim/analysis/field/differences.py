"""Differences in the share of games won against an opponent, between variants and between strategies.

Variants are compared on the same deal, line-up and seats. Strategies are compared on the games in which each
plays. There the deal is the unit, whether the two share deals or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.field.winrates import FLIP_SEED, FLIPS_UNDER, flips
from marchsim.analysis.reading.estimates import LEVEL, Estimate, around, array, matrix, mean_of
from marchsim.analysis.reading.panels import Panel
from marchsim.stats.clusters import FEW, Floats, batches, is_binary
from marchsim.stats.contrasts import HypothesisTest, t_test
from marchsim.stats.differences import METHOD, ShareDifference, share_difference, share_difference_test
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import mcnemar_exact, sign_flip

SAME_GAME = ("deal", "block", "line_up", "rotation")
ALL_PAIRS = 6  # if there are more variants, each is only compared with the first


@dataclass(frozen=True)
class Difference:
    """First share minus second share. `first_only` and `second_only` count pairs of games that only one won.

    `games` are pairs of games for variants, and each one's own games for strategies. `saved` is the reduction
    of variance by common deals, and `margin` the mean paired difference of margin.
    """

    first: str
    second: str
    players: int
    games: tuple[int, int]
    deals: int
    shares: tuple[float, float]
    difference: Estimate
    saved: float | None
    p: float | None
    holm: float | None
    method: str
    first_only: int | None = None
    second_only: int | None = None
    margin: Estimate | None = None


def between_variants(panels: Sequence[Panel]) -> list[Difference]:
    """Differences between variants with the same opponent, sorted by number of players.

    Holm's adjustment covers the pairs of one number of players. With many variants each is compared with the
    first.
    """
    found: list[Difference] = []
    for pairs in pairs_of(panels):
        draws = flips(len(pairs))
        compared = [_variants(one, other, draws) for one, other in pairs]
        found += _adjusted([one for one in compared if one is not None])
    return found


def pairs_of(panels: Sequence[Panel]) -> list[list[tuple[Panel, Panel]]]:
    """The pairs to compare, for each number of players. With many variants, each with the first."""
    found = []
    for players in sorted({panel.players for panel in panels}):
        here = [panel for panel in panels if panel.players == players]
        found.append(
            list(combinations(here, 2)) if len(here) <= ALL_PAIRS else [(here[0], p) for p in here[1:]]
        )
    return found


def common_games(one: Panel, other: Panel) -> pl.DataFrame:
    """Games that both variants finished, with `won`, `margin`, `won_second` and `margin_second`."""
    won = (pl.col("winners") != 0).cast(pl.Int64)
    second = other.kept.select(*SAME_GAME, won_second=won, margin_second="margin")
    return one.kept.select(*SAME_GAME, "margin", won=won).join(second, on=SAME_GAME)


def _variants(one: Panel, other: Panel, draws: int) -> Difference | None:
    """The difference on games that both variants finished. None without such games."""
    games = common_games(one, other)
    if games.is_empty():
        return None
    apart = pl.col("margin") - pl.col("margin_second")
    deals = (
        games.group_by("deal")
        .agg(pl.col("won", "won_second").sum(), games=pl.len(), margin=apart.sum(), margins=apart.count())
        .sort("deal")
    )
    sums = np.column_stack([array(deals, name) for name in ("won", "won_second")])
    counts = np.column_stack([array(deals, "games")] * 2)
    found = share_difference(sums, counts, LEVEL)
    assert found is not None  # there are games of both
    test = _paired(sums, counts, found, draws)
    return replace(
        _difference(one.variant, other.variant, one.players, sums, counts, found, test),
        first_only=games.filter(pl.col("won") > pl.col("won_second")).height,
        second_only=games.filter(pl.col("won") < pl.col("won_second")).height,
        margin=mean_of(array(deals, "margin"), array(deals, "margins")),
    )


def _paired(sums: Floats, counts: Floats, found: ShareDifference, draws: int) -> HypothesisTest | None:
    """The test of two shares on the same deals, or None with under 30 deals."""
    if len(sums) < FEW:
        return None
    if is_binary(sums[:, 0], counts[:, 0]) and is_binary(sums[:, 1], counts[:, 1]):
        return mcnemar_exact(int((sums[:, 0] > sums[:, 1]).sum()), int((sums[:, 0] < sums[:, 1]).sum()))
    if len(sums) < FLIPS_UNDER or not found.se:
        return sign_flip(batches(sums[:, 0] - sums[:, 1]), FLIP_SEED, draws)
    return t_test(found.value, found.se, found.clusters - 1)


def between_members(panel: Panel) -> list[Difference]:
    """Differences between all pairs of strategies of a panel, over the games in which each plays.

    Holm's adjustment covers these pairs. The list is empty if all strategies play in the same games.
    """
    names = panel.strategies
    if len(names) < 2:
        return []
    won = matrix(panel.by_member, "strategy", names, "won")
    games = matrix(panel.by_member, "strategy", names, "games")
    if (won == won[:, :1]).all() and (games == games[:, :1]).all():
        return []
    draws = flips(len(names) * (len(names) - 1) // 2)
    pairs = combinations(range(len(names)), 2)
    return _adjusted([_members(panel, names, won[:, pair], games[:, pair], pair, draws) for pair in pairs])


def _members(
    panel: Panel, names: list[str], sums: Floats, counts: Floats, pair: tuple[int, int], draws: int
) -> Difference:
    held = counts.sum(axis=1) > 0
    sums, counts = sums[held], counts[held]
    found = share_difference(sums, counts, LEVEL)
    assert found is not None  # both have sat in a game
    test = _unpaired(sums, counts, found, draws)
    return _difference(names[pair[0]], names[pair[1]], panel.players, sums, counts, found, test)


def _unpaired(sums: Floats, counts: Floats, found: ShareDifference, draws: int) -> HypothesisTest | None:
    """The test of two shares whose deals may overlap, or None with too few deals."""
    if np.array_equal(counts[:, 0], counts[:, 1]) and not np.array_equal(sums[:, 0], sums[:, 1]):
        return _paired(sums, counts, found, draws)
    if min((counts > 0).sum(axis=0)) < FEW:
        return None
    return share_difference_test(sums, counts)


def _difference(
    first: str,
    second: str,
    players: int,
    sums: Floats,
    counts: Floats,
    found: ShareDifference,
    test: HypothesisTest | None,
) -> Difference:
    few = min((counts > 0).sum(axis=0)) < FEW
    nothing = f"no test under {FEW} deals" if few else "no variance, no test"
    totals = counts.sum(axis=0)
    shares = sums.sum(axis=0) / totals
    entries = float(totals.sum())
    return Difference(
        first=first,
        second=second,
        players=players,
        games=(round(float(totals[0])), round(float(totals[1]))),
        deals=found.clusters,
        shares=(float(shares[0]), float(shares[1])),
        difference=around(found.value, found.interval, found.se, entries, found.clusters, _note(found, few)),
        saved=found.saved,
        p=test.p if test else None,
        holm=None,
        method=test.method if test else nothing,
    )


def _note(found: ShareDifference, few: bool) -> str:
    if found.se is None:
        return "one deal only: no interval"
    if found.se == 0.0:
        alone = found.interval is None or found.interval.method == METHOD
        return "no variance in either" if alone else f"the same in all {found.clusters} deals"
    return f"only {found.clusters} deals: a rough interval" if few else ""


def _adjusted(found: list[Difference]) -> list[Difference]:
    order = iter(holm([one.p for one in found if one.p is not None]))
    return [one if one.p is None else replace(one, holm=next(order)) for one in found]
