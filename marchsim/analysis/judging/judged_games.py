"""Verdicts on whole games: their length, wins against an opponent, and effects of variants on these wins.

If the configuration sets no target, length and wins are plain facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.judging.verdict import (
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
    Family,
    Question,
    Verdict,
    called,
    chip,
    cut,
    figure,
    listed,
    span,
    with_players,
)
from marchsim.analysis.reading.estimates import Estimate, array, by_deal, mean_of, share_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import entry
from marchsim.recorder import metrics
from marchsim.stats import bounded
from marchsim.stats.anytime import share_sequence
from marchsim.stats.clusters import FEW, Floats, IntervalAt, is_binary, share_interval_at
from marchsim.stats.differences import ShareDifference, share_difference
from marchsim.stats.intervals import Interval, clopper_pearson, t_interval
from marchsim.stats.power import detectable

SAME_GAME = ("deal", "block", "line_up", "rotation")
ALL_PAIRS = 6  # if there are more variants, each is only compared with the first
UNBOUNDED = (
    " The run stopped by itself or is not finished, and no interval of turns, which have no bound, "
    "holds then."
)


@dataclass(frozen=True)
class GameMeasure:
    """The mean for one number of players. `at` gives its interval at any level (None if none is valid)."""

    panel: Panel
    estimate: Estimate
    at: IntervalAt | None

    @property
    def value(self) -> float:
        """The mean."""
        return self.estimate.value or 0.0


def length(rules: str, held: Sequence[Panel], targets: Mapping[str, object]) -> Question | None:
    """The question on the number of turns in a game. None if turns were not recorded.

    Turns have no upper bound, so no interval is valid in a run that stopped by itself.
    """
    found = []
    for panel in held:
        one, at = mean_of(*by_deal(panel.valid, pl.col("turns"))), None
        if panel.anytime:
            one = replace(one, low=None, high=None)
        elif one.se:
            at = partial(t_interval, one.value or 0.0, one.se, one.deals - 1)
        found.append(GameMeasure(panel, one, at))
    return _fact(LENGTH, TURNS, rules, found, targets.get("turns"))


def won(rules: str, held: Sequence[Panel], targets: Mapping[str, object]) -> Question | None:
    """The question of how often the players beat their opponent.

    The interval that is compared with a target is also valid near 0 and 100 %. It is exact if each deal has
    one game, and otherwise that of a bounded mean. In a run that stopped by itself it is a confidence
    sequence.
    """
    found = [_share(panel, *by_deal(panel.valid, pl.col("winners") != 0)) for panel in held]
    return _fact(WON, GAMES, rules, found, targets.get("won"))


def _share(panel: Panel, sums: Floats, counts: Floats) -> GameMeasure:
    """A share of games, in percent."""
    at = partial(share_sequence, sums, counts) if panel.anytime else _strict(sums, counts)
    return GameMeasure(panel, share_of(sums, counts, panel.anytime).times(100), at and partial(_of_100, at))


def _strict(sums: Floats, counts: Floats) -> IntervalAt | None:
    """A function from a level to the interval of a share. None if there are no deals.

    Each tail has at most half the error. Wilson's interval fails this near 0 and 1: a tail that may have 0.8
    % there has 2 %.
    """
    held = counts > 0
    if not held.any():
        return None
    if is_binary(sums, counts):
        return partial(clopper_pearson, round(float(sums.sum())), int(held.sum()))
    means = sums[held] / counts[held]
    others = bounded.differing(means)
    if np.ptp(counts[held]) == 0 and others < bounded.SPARSE and 2 * others < len(means):
        return partial(bounded.mean_interval, means, 0.0, 1.0)
    return share_interval_at(sums, counts)


def _of_100(at: IntervalAt, level: float) -> Interval:
    found = at(level)
    return Interval(100 * found.low, 100 * found.high, found.method)


def _fact(
    question: str, unit: str, rules: str, found: Sequence[GameMeasure], target: object
) -> Question | None:
    found = [one for one in found if one.estimate.value is not None]
    if not found:
        return None
    wish = _target(target, 100.0 if unit == GAMES else 1.0)
    able = wish is not None and all(one.at and one.estimate.deals >= FEW for one in found)

    def judge(family: Family) -> Verdict:
        told, made = _fact_words(question, found), BLUE
        if wish is not None:
            made = _meets(found, wish, family.each) if able else GREY
            told += f" {_target_words(made, wish)}"
            told += UNBOUNDED if found[0].panel.anytime and question == LENGTH else ""
        alone, known = found[0].estimate if len(found) == 1 else None, None
        if alone and alone.low is not None and alone.high is not None:
            known = alone.low, alone.high
        return Verdict(
            question,
            rules,
            tuple(one.panel.players for one in found),
            made,
            told,
            unit,
            alone.value if alone else None,
            known,
            wish[1] if wish else None,
            family if able else None,
            games=sum(one.panel.valid.height for one in found),
            deals=sum(one.estimate.deals for one in found),
            parts={one.panel.players: one.estimate for one in found},
        )

    return Question(able, judge)


def _target(declared: object, scale: float) -> tuple[float, float] | None:
    """The value and the tolerance of a target in a manifest, both times `scale`. None if no target is set."""
    if not isinstance(declared, Mapping):
        return None
    value, room = entry(declared, "value"), entry(declared, "tolerance")
    sound = isinstance(value, (int, float)) and isinstance(room, (int, float))
    return (scale * float(value), scale * float(room)) if sound else None


def _meets(found: Sequence[GameMeasure], wish: tuple[float, float], alpha: float) -> str:
    """The chip of a target: red if one of the means clearly misses it, green if all of them are inside it."""
    chips = []
    for one in found:
        assert one.at is not None  # only called if each has an interval
        chips.append(chip(one.at(1 - alpha / len(found)), one.at(1 - 2 * alpha), wish[1], wish[0]))
    if RED in chips:
        return RED
    return GREEN if all(one == GREEN for one in chips) else GREY


def _fact_words(question: str, found: Sequence[GameMeasure]) -> str:
    counts = with_players([one.panel.players for one in found])
    if question == LENGTH:
        rounds = in_rounds([one.panel for one in found])
        return f"A game takes {listed(figure(one.value) for one in found)} turns{rounds} {counts}."
    who = "The player wins" if all(one.panel.players == 1 for one in found) else "The players win"
    each = listed(figure(one.value) for one in found)
    return f"{who} {each} of 100 games against {cut(found[0].panel.opponent)} {counts}."


def in_rounds(held: Sequence[Panel]) -> str:
    """The mean rounds of each panel, as ' (25 and 30 rounds)'. '' if all games have the same number."""
    rounds = [panel.valid["rounds"].drop_nulls().cast(pl.Float64) for panel in held]
    if any(one.is_empty() for one in rounds) or pl.concat(rounds).n_unique() < 2:
        return ""
    return f" ({listed(figure(float(one.sum() / one.len())) for one in rounds)} rounds)"


def _target_words(made: str, wish: tuple[float, float]) -> str:
    goal = f"{figure(wish[0] - wish[1])} to {figure(wish[0] + wish[1])}"
    said = {RED: "clearly missed", GREEN: "met", GREY: "neither met nor missed for certain"}[made]
    return f"The target of {goal} is {said}."


def variants(held: Sequence[Panel], margin: float | None) -> list[Question]:
    """The questions on differences between variants against one opponent, for each number of players.

    Each pair of variants is compared or, if there are many variants, each with the first.
    """
    share = 100 * (metrics.SHARE_MARGIN if margin is None else margin)
    made = [_between(one, other, share) for one, other in _pairs(held)]
    return [asked for asked in made if asked is not None]


def _pairs(panels: Sequence[Panel]) -> Iterator[tuple[Panel, Panel]]:
    """Yield the pairs of panels to compare. With many variants, each is paired with the first one only."""
    for players in sorted({panel.players for panel in panels}):
        here = [panel for panel in panels if panel.players == players]
        yield from combinations(here, 2) if len(here) <= ALL_PAIRS else ((here[0], one) for one in here[1:])


def _common_games(one: Panel, other: Panel) -> pl.DataFrame:
    """The games that both variants finished, with their deals and the columns `won` and `won_second`."""
    won = (pl.col("winners") != 0).cast(pl.Int64)
    return one.valid.select(*SAME_GAME, won=won).join(
        other.valid.select(*SAME_GAME, won_second=won), on=SAME_GAME
    )


def _between(one: Panel, other: Panel, margin: float) -> Question | None:
    """The question on two variants, from games with the same deal and seats. None under 30 deals."""
    both = _common_games(one, other)
    deals = both.group_by("deal").agg(pl.col("won", "won_second").sum(), games=pl.len()).sort("deal")
    if deals.height < FEW:
        return None
    sums = np.column_stack([array(deals, "won"), array(deals, "won_second")])
    counts = np.column_stack([array(deals, "games")] * 2)

    def judge(family: Family) -> Verdict:
        (found, wide), (_, narrow) = (
            _apart(sums, counts, part * family.each, one.anytime) for part in (1, 2)
        )
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
            100 * detectable(found.se, family.each) if found.se and not one.anytime else None,
            games=2 * both.height,
            deals=deals.height,
        )

    return Question(True, judge)


def _apart(sums: Floats, counts: Floats, error: float, anytime: bool) -> tuple[ShareDifference, Interval]:
    """The difference between two shares, and its interval at level 1 - `error`, in percentage points.

    In a run that stopped by itself, the interval comes from the confidence sequence of (1 + d) / 2, where d
    is the difference of a deal.
    """
    found = share_difference(sums, counts, 1 - error)
    assert found is not None and found.interval is not None  # both have games on at least 30 deals
    if anytime:
        values = (1 + (sums[:, 0] - sums[:, 1]) / counts[:, 0]) / 2
        at = share_sequence(values, np.ones(len(values)), 1 - error)
        return found, Interval(100 * (2 * at.low - 1), 100 * (2 * at.high - 1), at.method)
    return found, Interval(100 * found.interval.low, 100 * found.interval.high, found.interval.method)


def _difference_words(
    made: str, one: Panel, other: Panel, value: float, wide: Interval, margin: float
) -> str:
    """The sentence on two variants."""
    more, less = (one.variant, other.variant) if value >= 0 else (other.variant, one.variant)
    clear = {
        RED: f"Clearly more games are won under {called(more)} than under {called(less)}",
        AMBER: f"More games are won under {called(more)} than under {called(less)}, how many is open",
        GREEN: f"{called(more)} and {called(less)} are won equally often, give or take {margin:g}",
        GREY: f"Whether more games are won under {called(more)} or {called(less)} is inconclusive",
    }[made]
    signed = wide if value >= 0 else Interval(-wide.high, -wide.low, wide.method)
    return f"{clear}: {figure(abs(value))} of 100 ({span(signed)}) {with_players([one.players])}."
