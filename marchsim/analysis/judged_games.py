"""Verdicts on games as such: how long they are, how often players beat an opponent, and what variants change.

Without a target in the configuration length and wins are facts: nobody says what they should be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.chips import (
    AMBER,
    BLUE,
    GAMES,
    GREEN,
    GREY,
    LENGTH,
    POINTS,
    RED,
    TURNS,
    VARIANTS,
    WON,
    Asked,
    Family,
    Part,
    Verdict,
    called,
    chip,
    cut,
    figure,
    listed,
    span,
    with_players,
)
from marchsim.analysis.differences import ALL_PAIRS, SAME_GAME
from marchsim.analysis.estimates import Estimate, array, mean_of, share_of
from marchsim.analysis.panels import Panel
from marchsim.analysis.source import entry
from marchsim.recorder import metrics
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.differences import ShareDifference, share_difference
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.power import detectable

Measured = Sequence[tuple[Panel, Estimate]]  # numbers of players of one rule set, each with its mean


def length(rules: str, held: Sequence[Panel], targets: Mapping[str, object]) -> Asked | None:
    """Return the question how many turns a game takes; None where they are not known."""
    found = [(panel, _mean(panel, pl.col("turns"), shares=False)) for panel in held]
    return _fact(LENGTH, TURNS, rules, found, targets.get("turns"))


def won(rules: str, held: Sequence[Panel], targets: Mapping[str, object]) -> Asked | None:
    """Return the question how often the players beat their opponent."""
    found = [(panel, _of_100(_mean(panel, pl.col("winners") != 0, shares=True))) for panel in held]
    return _fact(WON, GAMES, rules, found, targets.get("won"))


def _of_100(one: Estimate) -> Estimate:
    """Return a share as games of 100."""
    value, low, high, se = (None if at is None else 100 * at for at in (one.value, one.low, one.high, one.se))
    return replace(one, value=value, low=low, high=high, se=se)


def _mean(panel: Panel, value: pl.Expr, shares: bool) -> Estimate:
    value = value.cast(pl.Float64)
    deals = panel.kept.group_by("deal").agg(sums=value.sum(), games=value.count()).sort("deal")
    return (share_of if shares else mean_of)(array(deals, "sums"), array(deals, "games"))


def _fact(question: str, unit: str, rules: str, found: Measured, target: object) -> Asked | None:
    found = [(panel, one) for panel, one in found if one.value is not None]
    if not found:
        return None
    wish = _target(target, 100.0 if unit == GAMES else 1.0)
    able = wish is not None and all(one.se and one.deals >= FEW for _, one in found)

    def judge(family: Family) -> Verdict:
        told, made = _fact_words(question, found), BLUE
        if wish is not None:
            made = _meets(found, wish, family.each) if able else GREY
            told += f" {_target_words(made, wish)}"
        alone = found[0][1] if len(found) == 1 else None
        return Verdict(
            question,
            rules,
            tuple(panel.players for panel, _ in found),
            made,
            told,
            unit,
            alone.value if alone else None,
            _pair(alone) if alone else None,
            wish[1] if wish else None,
            family if able else None,
            games=sum(panel.kept.height for panel, _ in found),
            deals=sum(one.deals for _, one in found),
            parts=tuple(
                Part(str(panel.players), one.value or 0.0, one.low, one.high, one.deals)
                for panel, one in found
            ),
        )

    return Asked(able, judge)


def _pair(one: Estimate) -> tuple[float, float] | None:
    return None if one.low is None or one.high is None else (one.low, one.high)


def _target(declared: object, scale: float) -> tuple[float, float] | None:
    """Return value and tolerance of a target in a manifest, times `scale`; None if there is none."""
    if not isinstance(declared, Mapping):
        return None
    value, room = entry(declared, "value"), entry(declared, "tolerance")
    sound = isinstance(value, (int, float)) and isinstance(room, (int, float))
    return (scale * float(value), scale * float(room)) if sound else None


def _meets(found: Measured, wish: tuple[float, float], alpha: float) -> str:
    """Return whether every number of players is within the target, or one surely not."""
    wide = [_at(one, 1 - alpha / len(found)) for _, one in found]
    chips = [
        chip(at, _at(one, 1 - 2 * alpha), wish[1], wish[0]) for at, (_, one) in zip(wide, found, strict=True)
    ]
    if RED in chips:
        return RED
    return GREEN if all(one == GREEN for one in chips) else GREY


def _at(one: Estimate, level: float) -> Interval:
    return t_interval(one.value or 0.0, one.se or 0.0, one.deals - 1, level)


def _fact_words(question: str, found: Measured) -> str:
    counts = with_players([panel.players for panel, _ in found])
    if question == LENGTH:
        return f"A game takes {listed(figure(one.value or 0.0) for _, one in found)} turns {counts}."
    who = "The player wins" if all(panel.players == 1 for panel, _ in found) else "The players win"
    each = listed(figure(one.value or 0.0) for _, one in found)
    return f"{who} {each} of 100 games against {cut(found[0][0].opponent)} {counts}."


def _target_words(made: str, wish: tuple[float, float]) -> str:
    goal = f"{figure(wish[0] - wish[1])} to {figure(wish[0] + wish[1])}"
    said = {RED: "clearly missed", GREEN: "met", GREY: "neither met nor missed for certain"}[made]
    return f"The target of {goal} is {said}."


def variants(held: Sequence[Panel], margin: float | None) -> list[Asked]:
    """Return the questions by how much variants against one opponent differ, at each number of players.

    Of many variants each is compared with the first alone.
    """
    share = 100 * (metrics.SHARE_MARGIN if margin is None else margin)
    found = []
    for players in sorted({panel.players for panel in held}):
        here = [panel for panel in held if panel.players == players]
        pairs = combinations(here, 2) if len(here) <= ALL_PAIRS else [(here[0], one) for one in here[1:]]
        found += [asked for one, other in pairs if (asked := _between(one, other, share)) is not None]
    return found


def _between(one: Panel, other: Panel, margin: float) -> Asked | None:
    """Return the question of two variants, on games of both with the same deal and seats; None if few."""
    won = (pl.col("winners") != 0).cast(pl.Int64)
    both = one.kept.select(*SAME_GAME, first=won).join(
        other.kept.select(*SAME_GAME, second=won), on=SAME_GAME
    )
    deals = both.group_by("deal").agg(pl.col("first", "second").sum(), games=pl.len()).sort("deal")
    if deals.height < FEW:
        return None
    sums = np.column_stack([array(deals, "first"), array(deals, "second")])
    counts = np.column_stack([array(deals, "games")] * 2)

    def judge(family: Family) -> Verdict:
        (found, wide), (_, narrow) = (_apart(sums, counts, part * family.each) for part in (1, 2))
        made = chip(wide, narrow, margin)
        return Verdict(
            VARIANTS,
            f"{one.variant}, {other.variant}",
            (one.players,),
            made,
            _difference_words(made, one, other, 100 * found.value, wide, margin),
            POINTS,
            100 * found.value,
            (wide.low, wide.high),
            margin,
            family,
            100 * detectable(found.se, family.each) if found.se else None,
            games=2 * both.height,
            deals=deals.height,
        )

    return Asked(True, judge)


def _apart(sums: Floats, counts: Floats, error: float) -> tuple[ShareDifference, Interval]:
    """Return the difference of two shares, and its interval of level 1 - error in points."""
    found = share_difference(sums, counts, 1 - error)
    assert found is not None and found.interval is not None  # there are 30 deals with games of both
    return found, Interval(100 * found.interval.low, 100 * found.interval.high, found.interval.method)


def _difference_words(
    made: str, one: Panel, other: Panel, value: float, wide: Interval, margin: float
) -> str:
    """Return the sentence on two variants."""
    more, less = (one.variant, other.variant) if value >= 0 else (other.variant, one.variant)
    clear = {
        RED: f"Clearly more games are won under {called(more)} than under {called(less)}",
        AMBER: f"More games are won under {called(more)} than under {called(less)}, how many is open",
        GREEN: f"{called(more)} and {called(less)} are won equally often, give or take {margin:g}",
        GREY: f"Whether more games are won under {called(more)} or {called(less)} cannot be told yet",
    }[made]
    signed = wide if value >= 0 else Interval(-wide.high, -wide.low, wide.method)
    return f"{clear}: {figure(abs(value))} of 100 ({span(signed)}) {with_players([one.players])}."
